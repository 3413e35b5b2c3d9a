//! Places on a cable, and its mass where that is given in another way.

use cdl_grammar::syntax::{Argument, Member, MemberKind, Span};
use cdl_graph::{BinaryOp, Station};

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::types::Ty;
use crate::schema::{self, KindId, Variability};
use crate::symbolic::inertia;
use crate::typed::{ElementId, Entity, Value};
use crate::units::Dimension;

impl<'a> Unfolding<'_, 'a> {
    pub(super) fn middle(&mut self, cable: ElementId) -> Thing {
        let node = match self.elements.stations.get(&cable) {
            Some(&node) => node,
            None => {
                let Some(field) = self.elements.declared(cable).and_then(|own| own.field("length"))
                else {
                    return Thing::ERROR;
                };
                let context = self.values.root_context();
                let length = match self.field_value(context, cable, field, Span::default()) {
                    Some(Value::Scalar { node, .. }) => node,
                    // That the length is wrong or missing is reported with the cable.
                    _ => return Thing::ERROR,
                };
                let half = self.values.nodes.constant(0.5);
                let node = self.values.nodes.binary(BinaryOp::Mul, half, length);
                self.elements.stations.insert(cable, node);
                node
            }
        };
        station(cable, Station::ArcLength(node))
    }

    /// `tether.at(3 m)`
    pub(super) fn station_at(
        &mut self,
        context: Context,
        cable: ElementId,
        arguments: &[Argument],
        span: Span,
    ) -> Thing {
        let parameters = [("arc_length", false)];
        let called = format!("{}.at", self.values.entities.path(cable));
        let Some(matched) =
            self.evaluator().match_arguments(context, &called, &parameters, arguments, span)
        else {
            return Thing::ERROR;
        };
        let Some(Some(argument)) = matched.first() else { return Thing::ERROR };
        let dimension = Dimension::LENGTH;
        let ty = Ty::Scalar { dimension, unit: "m" };
        let Value::Scalar { node, .. } =
            self.evaluator().typed_value(context, &argument.value, &ty, Of::Position)
        else {
            return Thing::ERROR;
        };
        let found = self.values.nodes.variability(node);
        if found > Variability::Param {
            let what = "the place on a cable";
            self.evaluator().varies_too_much(
                context,
                &argument.value,
                what,
                Variability::Param,
                found,
            );
            return Thing::ERROR;
        }
        let field = self.elements.declared(cable).and_then(|own| own.field("length"));
        let length = field.and_then(|field| self.field_value(context, cable, field, span));
        if let (Some(Value::Scalar { node: length, .. }), Some(at)) =
            (length, self.values.nodes.value(node))
            && let Some(length) = self.values.nodes.value(length)
            && !(0.0..=length).contains(&at)
        {
            let place = context.place(argument.value.span);
            let range = schema::Range::Between(0.0, length);
            let what = format!("a place on the cable `{}`", self.values.entities.path(cable));
            self.values.report(context, diagnostics::out_of_range(place, &what, at, "m", &range));
            return Thing::ERROR;
        }
        station(cable, Station::ArcLength(node))
    }

    /// Whether what a cable is made of changes along it.
    pub(in crate::elaborate) fn has_sections(&self, cable: ElementId) -> bool {
        fn any(members: &[Member]) -> bool {
            members.iter().any(|member| match &member.kind {
                MemberKind::Element(element) => *element.kind.text == *KindId::Section.name(),
                MemberKind::For { body, .. } => any(body),
                MemberKind::If { then, otherwise, .. } => any(then) || any(otherwise),
                _ => false,
            })
        }
        let held = self.held_element(cable);
        let element = held.as_ref().and_then(|held| held.element());
        element.and_then(|own| own.body.as_ref()).is_some_and(|body| any(&body.members))
    }

    /// The mass of a cable that is given in another way; `None` where it cannot be told.
    pub(in crate::elaborate) fn cable_mass(
        &mut self,
        context: Context,
        cable: ElementId,
        span: Span,
    ) -> Option<Value> {
        let mut field = |name: &str| -> Option<Value> {
            let field = self.elements.declared(cable)?.field(name)?;
            self.field_value(context, cable, field, span)
        };
        let (length, linear, density) =
            (field("length")?, field("linear_density"), field("density"));
        let (diameter, material) = (field("diameter"), field("material"));
        let density = match (density, material) {
            (Some(density), _) => Some(density),
            (None, Some(Value::Entity(Entity::Element(material)))) => {
                let field = self.elements.declared(material)?.field("density")?;
                self.field_value(context, material, field, span)
            }
            (None, _) => None,
        };
        let dimension = Dimension::MASS;
        match (length, linear, density, diameter) {
            (
                Value::Scalar { node: length, .. },
                Some(Value::Scalar { node: linear, .. }),
                _,
                _,
            ) => {
                let node = self.values.nodes.binary(BinaryOp::Mul, linear, length);
                Some(Value::Scalar { node, dimension })
            }
            (
                Value::Scalar { node: length, .. },
                None,
                Some(Value::Scalar { node: density, .. }),
                Some(Value::Scalar { node: diameter, .. }),
            ) => {
                let node = inertia::rod_mass(&mut self.values.nodes, density, diameter, length);
                Some(Value::Scalar { node, dimension })
            }
            _ => None,
        }
    }
}

pub(super) fn station(cable: ElementId, station: Station) -> Thing {
    Thing::Value(Value::Entity(Entity::Station { cable, station }))
}
