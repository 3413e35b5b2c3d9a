//! `plot`: what the page of an experiment draws together. It is recorded under the plot's name.

use std::borrow::Cow;

use cdl_grammar::syntax::{Element, Expr, ExprKind, Name};
use cdl_graph::NodeId;

use super::Unfolding;
use super::rows::is_plain;
use super::shown::{Asked, ShownIn};
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::{expression_text, report};
use crate::kinds::plot::{ALONG, OVER, STATIONS};
use crate::schema::{Field, KindId};
use crate::typed::{Curve, Plot, Value};
use crate::units::Dimension;

impl<'a> Unfolding<'_, 'a> {
    /// `plot NAME = [A, B] { over = C }`; after all that the experiment records.
    pub(super) fn plot(&mut self, context: Context, element: &Element) {
        let Some((name, law)) = self.plot_head(context, element) else { return };
        let place = context.place(name.span);
        if let Some(earlier) = self.elements.plots.iter().find(|own| *own.name == *name.text) {
            let report = diagnostics::duplicate_name(place, "plot", &name.text, earlier.place);
            self.values.report(context, report);
            return;
        }
        // What a study draws is known when its runs are over.
        let is_study = self.elements.is_study;
        let experiment = self.elements.experiment.as_ref();
        let is_run = experiment.is_none_or(|own| own.kind == KindId::Simulate);
        let given = self.fields_of_row(context, KindId::Plot, element);
        let given = Given::of(&given);
        if given.along.is_none() && !is_study && !is_run {
            let message = "there is one state here, and nothing to plot it over: a plot needs a `simulate`, a `vary`, or `along` with a cable";
            self.misplaced(context, KindId::Plot, name.span, message);
            return;
        }
        let name_text = name.text.to_string();
        if let Some(along) = given.along {
            let Some((curves, profile)) = self.profile(context, name, law, along, &given) else {
                return;
            };
            let along = Some(profile);
            self.elements.plots.push(Plot { name: name_text, curves, over: None, along, place });
            return;
        }
        if let Some(stations) = given.stations {
            let message = "`stations` are those of a profile: it needs `along` with a cable";
            self.misplaced(context, KindId::Plot, stations.span, message);
        }
        self.values.concluded.is_run_over = is_study;
        let curves =
            self.curves(context, name, law, |own, expr| own.evaluator().value(context, expr));
        let over = given.over.and_then(|expr| self.over(context, name, expr));
        self.values.concluded.is_run_over = false;
        self.elements.plots.push(Plot { name: name_text, curves, over, along: None, place });
    }

    /// Reports what does not belong to a plot.
    fn plot_head<'s>(
        &mut self,
        context: Context,
        element: &'s Element,
    ) -> Option<(&'s Name, &'s Expr)> {
        if is_broken(element) {
            return None;
        }
        let span = element.kind.span;
        let Some(name) = &element.name else {
            let message = "a plot needs a name, by which it is called on the page";
            self.misplaced(context, KindId::Plot, span, message);
            return None;
        };
        let is_plain = name.index.is_none() && is_plain(element);
        let law = element.law.as_ref().filter(|_| is_plain);
        if law.is_none() {
            let message = "a plot has a name, and `=` with what it draws";
            self.misplaced(context, KindId::Plot, span, message);
        }
        Some((&name.name, law?))
    }

    /// `values`: what is recorded of each quantity.
    pub(super) fn curves(
        &mut self,
        context: Context,
        name: &Name,
        law: &Expr,
        values: impl Fn(&mut Self, &Expr) -> Value,
    ) -> Vec<Curve> {
        let (law, unit) = self.shown_in(context, law);
        let drawn: Vec<&Expr> = match &law.kind {
            ExprKind::List { elements, unit: None } => elements.iter().collect(),
            _ => vec![law],
        };
        if drawn.is_empty() {
            let message = "a plot draws at least one quantity";
            self.misplaced(context, KindId::Plot, law.span, message);
        }
        let mut curves = Vec::new();
        let mut first: Option<(Dimension, &Expr)> = None;
        for (index, &expr) in drawn.iter().enumerate() {
            let record = match drawn.len() {
                1 => name.text.to_string(),
                _ => format!("{}[{index}]", name.text),
            };
            let value = values(self, expr);
            let value = self.over_the_run(context, expr, value);
            let Some(dimension) = self.drawn(context, (expr, value), &record, unit) else {
                continue;
            };
            if let Some((expected, other)) = first.filter(|(first, _)| *first != dimension) {
                let (place, other) = (context.place(expr.span), context.place(other.span));
                let sides = ((other, expected), (place, dimension));
                let report = report::incompatible_arguments(place, "plot", sides.0, sides.1);
                self.values.report(context, report);
            }
            first.get_or_insert((dimension, expr));
            curves.push(Curve { label: expression_text::text(expr), record });
        }
        curves
    }

    /// Reports what is one number for the whole run, where the run is what is drawn.
    fn over_the_run(&mut self, context: Context, expr: &Expr, value: Value) -> Value {
        if self.elements.is_study || !self.is_concluded(&value) {
            return value;
        }
        let place = context.place(expr.span);
        let report = diagnostics::statistic_plotted(place, &expression_text::text(expr));
        self.values.report(context, report);
        Value::Error
    }

    fn is_concluded(&self, value: &Value) -> bool {
        let of_run = |node: &NodeId| self.values.nodes.is_concluded_by_name(*node);
        match value {
            Value::Scalar { node, .. } | Value::Condition(node) => of_run(node),
            Value::Vector { nodes, .. } => nodes.iter().any(of_run),
            Value::Array(values) => values.iter().any(|value| self.is_concluded(&value)),
            // Of the others nothing is drawn.
            _ => false,
        }
    }

    /// Records a quantity that is drawn; its dimension where it is one.
    fn drawn(
        &mut self,
        context: Context,
        (expr, value): (&Expr, Value),
        record: &str,
        unit: Option<ShownIn<'_>>,
    ) -> Option<Dimension> {
        let first = match &value {
            Value::Array(values) => values.first(),
            value => Some(Cow::Borrowed(value)),
        };
        let dimension = match first.as_deref() {
            Some(Value::Scalar { dimension, .. } | Value::Vector { dimension, .. }) => *dimension,
            Some(Value::Int(_) | Value::Condition(_)) => Dimension::NONE,
            Some(Value::Error) => return None,
            _ => {
                let (found, place) = (self.values.type_of(&value), context.place(expr.span));
                let of = Some("a `plot`");
                self.values.report(context, report::wrong_type(place, "a quantity", &found, of));
                return None;
            }
        };
        let asked = Asked { place: context.place(expr.span), unit, is_named: true };
        self.record_value(context, expr, record.to_owned(), value, asked);
        Some(dimension)
    }

    fn over(&mut self, context: Context, name: &Name, expr: &Expr) -> Option<Curve> {
        let (expr, unit) = self.shown_in(context, expr);
        let value = self.evaluator().value(context, expr);
        let value = self.over_the_run(context, expr, value);
        match value {
            Value::Error => None,
            Value::Scalar { .. } | Value::Int(_) => {
                let record = format!("{}.over", name.text);
                let asked = Asked { place: context.place(expr.span), unit, is_named: true };
                self.record_value(context, expr, record.clone(), value, asked);
                Some(Curve { label: expression_text::text(expr), record })
            }
            value => {
                let (found, place) = (self.values.type_of(&value), context.place(expr.span));
                let of = Some("`over`");
                let report = report::wrong_type(place, "a scalar quantity", &found, of);
                self.values.report(context, report);
                None
            }
        }
    }
}

/// What stands in the block of a plot.
pub(super) struct Given<'a> {
    pub(super) over: Option<&'a Expr>,
    pub(super) along: Option<&'a Expr>,
    pub(super) stations: Option<&'a Expr>,
}

impl<'a> Given<'a> {
    fn of(fields: &[(&'static Field, &'a Expr)]) -> Self {
        let named = |name: &str| {
            let mut found = fields.iter().filter(|(field, _)| field.name == name);
            found.next().map(|&(_, expr)| expr)
        };
        let (over, along) = (named(OVER.field.name), named(ALONG.field.name));
        Self { over, along, stations: named(STATIONS.field.name) }
    }
}
