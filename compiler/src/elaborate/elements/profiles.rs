//! `plot NAME = VALUE { along = CABLE }`: what the page draws along a cable.

use cdl_grammar::syntax::{Expr, Name};
use cdl_graph::{BinaryOp, Station};

use super::plots::Given;
use super::shown::Asked;
use super::{Elements, Unfolding};
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::elaborate::values::fit::Of;
use crate::kinds::plot::{ALONG, STATIONS};
use crate::schema::KindId;
use crate::typed::{Curve, ElementId, Entity, Profile, Value};

/// A cable whose name stands for a place on it.
pub(super) struct Profiled {
    cable: ElementId,
    station: Station,
    /// Only in the text of the plot: what that reads of the model is what it is everywhere.
    context: Context,
}

impl Elements {
    /// The place for which a cable stands in the quantities of a profile.
    pub(super) fn profiled(&self, context: Context, cable: ElementId) -> Option<Station> {
        let own = self.profiled.as_ref()?;
        let is_here =
            own.context.source.item == context.source.item && own.context.scope == context.scope;
        (own.cable == cable && is_here).then_some(own.station)
    }
}

impl<'a> Unfolding<'_, 'a> {
    /// Records the quantities at all places of the profile, and says where these are.
    pub(super) fn profile(
        &mut self,
        context: Context,
        name: &Name,
        law: &Expr,
        along: &Expr,
        given: &Given<'_>,
    ) -> Option<(Vec<Curve>, Profile)> {
        if let Some(over) = given.over {
            let message =
                "a profile is drawn over the length of its cable; `over` stands in another plot";
            self.misplaced(context, KindId::Plot, over.span, message);
            return None;
        }
        let kind = self.elements.experiment.as_ref().map(|own| own.kind);
        let has_profile = matches!(kind, None | Some(KindId::Simulate | KindId::Equilibrium));
        if self.elements.is_study || !has_profile {
            let message = "a profile is one of a single run or rest: a plot `along` a cable needs a `simulate` or an `equilibrium`, and no study. \
                           A study plots statistics, such as `maximum(line.mid.tension)`";
            self.misplaced(context, KindId::Plot, along.span, message);
            return None;
        }
        let stations = self.stations(context, given)?;
        let (cable, length) = self.cable_along(context, along)?;
        let record = format!("{}.length", name.text);
        // It may be one that is looked for.
        let asked = Asked::plain(context.place(along.span));
        self.record_value(context, along, record.clone(), length, asked);
        let last = (stations - 1) as f64;
        let curves = self.curves(context, name, law, |own, expr| {
            own.along((context, cable), expr, (0..stations).map(|index| index as f64 / last))
        });
        let discard = self.discarded();
        let cable = self.values.entities.path(cable).to_owned();
        Some((curves, Profile { cable, length: record, stations, discard }))
    }

    fn stations(&mut self, context: Context, given: &Given<'_>) -> Option<usize> {
        let field = &STATIONS.field;
        let value = match given.stations {
            Some(expr) => self.schema_value(context, expr, field, Of::Field(field.name)),
            None => self.default_value(field)?,
        };
        match value {
            Value::Int(count) => usize::try_from(count).ok(),
            _ => None,
        }
    }

    /// The cable and its unstretched length.
    fn cable_along(&mut self, context: Context, along: &Expr) -> Option<(ElementId, Value)> {
        let field = &ALONG.field;
        match self.schema_value(context, along, field, Of::Field(field.name)) {
            Value::Entity(Entity::Element(cable)) => {
                let length = self.elements.declared(cable).and_then(|own| own.field("length"))?;
                let length = self.field_value(context, cable, length, along.span)?;
                matches!(length, Value::Scalar { .. }).then_some((cable, length))
            }
            // Has been said.
            _ => None,
        }
    }

    /// What an expression is where the cable stands for the places at these shares of its length.
    fn along(
        &mut self,
        (context, cable): (Context, ElementId),
        expr: &Expr,
        shares: impl Iterator<Item = f64>,
    ) -> Value {
        let field = self.elements.declared(cable).and_then(|own| own.field("length"));
        let length = field.and_then(|field| self.field_value(context, cable, field, expr.span));
        let Some(Value::Scalar { node: length, .. }) = length else { return Value::Error };
        let mut values = Vec::new();
        for share in shares {
            let station = match share {
                0.0 => Station::Start,
                1.0 => Station::End,
                share => {
                    let share = self.values.nodes.constant(share);
                    let at = self.values.nodes.binary(BinaryOp::Mul, share, length);
                    Station::ArcLength(at)
                }
            };
            self.elements.profiled = Some(Profiled { cable, station, context });
            let value = self.evaluator().value(context, expr);
            self.elements.profiled = None;
            match value {
                Value::Scalar { .. } | Value::Int(_) | Value::Condition(_) => values.push(value),
                Value::Error => return Value::Error,
                value => {
                    let (found, place) = (self.values.type_of(&value), context.place(expr.span));
                    let of = Some("a profile");
                    let report = report::wrong_type(place, "a scalar quantity", &found, of);
                    self.values.report(context, report);
                    return Value::Error;
                }
            }
        }
        Value::Array(values.into())
    }

    /// What the run leaves out of its statistics, s.
    fn discarded(&mut self) -> f64 {
        let experiment = self.elements.experiment.as_ref();
        let field = experiment.and_then(|own| own.fields.get("discard"));
        let Some(Value::Scalar { node, .. }) = field.map(|own| &own.value) else { return 0.0 };
        self.values.nodes.value(*node).unwrap_or(0.0)
    }
}
