//! What the rows of an experiment have in common: `vary`, `sample`, `cases`, `find`, `choose`, `sensitivity`, `input`, `plot` and
//! `require`.

use cdl_grammar::syntax::{Element, Expr, Span};
use cdl_graph::NodeId;

use super::Unfolding;
use super::variations::{OfModel, si};
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::schema::{self, Field, KindId, Variability};
use crate::typed::{Input, Value};

/// Whether a row has a name, `=` or `:` and a block at most.
pub(super) fn is_plain(element: &Element) -> bool {
    element.relations.is_empty() && element.variant.is_none()
}

/// Whether nothing stands in its block.
pub(super) fn is_bare(element: &Element) -> bool {
    element.body.as_ref().is_none_or(|body| body.members.is_empty() && body.fields.is_empty())
}

impl<'a> Unfolding<'_, 'a> {
    /// Says how a kind is written, where something of it does not belong there.
    pub(super) fn misplaced(&mut self, context: Context, kind: KindId, span: Span, message: &str) {
        let (place, usage) = (context.place(span), schema::usage(kind.kind()));
        self.values.report(context, diagnostics::misplaced_part(place, message, &usage));
    }

    /// The quantity that a row names which has nothing else; says `alone` where it has.
    pub(super) fn lone_parameter(
        &mut self,
        context: Context,
        of: OfModel<'_, 'a>,
        element: &Element,
        id: KindId,
        alone: &str,
    ) -> Option<Input> {
        if is_broken(element) {
            return None;
        }
        let is_alone = is_plain(element) && is_bare(element) && element.law.is_none();
        let name = element.name.as_ref().filter(|name| name.index.is_none());
        let (Some(name), true) = (name, is_alone) else {
            self.misplaced(context, id, element.kind.span, alone);
            return None;
        };
        let name = &name.name;
        if !self.is_scalar_parameter(context, of, name, &format!("`{id}`")) {
            return None;
        }
        let unit = si(&self.type_of_parameter(of, name)?);
        let unit = if unit == "1" { String::new() } else { unit };
        Some(Input { name: name.text.to_string(), unit, place: context.place(name.span) })
    }

    /// The fields in its block that the schema knows; says what else stands there.
    pub(super) fn fields_of_row<'s>(
        &mut self,
        context: Context,
        id: KindId,
        element: &'s Element,
    ) -> Vec<(&'static Field, &'s Expr)> {
        let kind = id.kind();
        let Some(body) = &element.body else { return Vec::new() };
        for member in &body.members {
            let message = format!("`{}` takes fields only", kind.name);
            self.misplaced(context, id, member.span, &message);
        }
        let mut given = Vec::new();
        for field in &body.fields {
            match kind.fields.iter().find(|own| *own.name == *field.name.text) {
                Some(known) => given.push((known, &field.value)),
                None => {
                    let names: Vec<&str> = kind.fields.iter().map(|own| own.name).collect();
                    let (place, name) = (context.place(field.name.span), &field.name.text);
                    let report = diagnostics::unknown_field(place, name, kind.name, &names);
                    self.values.report(context, report);
                }
            }
        }
        given
    }

    /// What is true or false when the run is over; says so where it is something else.
    pub(super) fn judged(&mut self, context: Context, law: &Expr, of: &str) -> Option<NodeId> {
        let place = context.place(law.span);
        match self.evaluator().value(context, law) {
            Value::Error => None,
            Value::Condition(node) if self.values.nodes.variability(node) > Variability::Param => {
                Some(node)
            }
            Value::Condition(_) | Value::Bool(_) => {
                self.values.report(context, diagnostics::criterion_without_run(place));
                None
            }
            value => {
                let found = self.values.type_of(&value);
                let report = report::wrong_type(place, "a condition", &found, Some(of));
                self.values.report(context, report);
                None
            }
        }
    }
}
