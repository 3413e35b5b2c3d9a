//! What events set: `NAME = VALUE` in the block of `at`, `every` and `when`.

use cdl_grammar::syntax::{self, Expr, ExprKind, Field, Span};
use cdl_graph::{Node, Sensor, StateId};

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::expression_text;
use crate::elaborate::names::scope::Bound;
use crate::elaborate::names::thing::Thing;
use crate::typed::{Assignment, ElementId, Value};

impl<'a> Unfolding<'_, 'a> {
    /// `a = VALUE`
    pub(super) fn assignment(&mut self, context: Context, field: &Field) -> Option<Assignment> {
        self.assignment_to_name(context, (&field.name.text, field.name.span), &field.value)
    }

    fn assignment_to_name(
        &mut self,
        context: Context,
        (name, span): (&str, Span),
        value: &Expr,
    ) -> Option<Assignment> {
        let Some((target, first)) = self.settable(context, name, span) else {
            // Its value is checked all the same; an unknown name may be a value of an enum.
            if !self.evaluator().is_unknown_name(context, value) {
                self.evaluator().thing(context, value);
            }
            return None;
        };
        let value = self.value_of_stated(context, target, value, name);
        (value != Value::Error).then_some(Assignment { target, first, value })
    }

    /// `a[i] = VALUE`, where `var a[i]` stands in a loop, and `a = VALUE` within a loop or a conditional.
    pub(super) fn assignment_to(
        &mut self,
        context: Context,
        own: &syntax::Assignment,
    ) -> Option<Assignment> {
        let name = match &own.target.kind {
            ExprKind::Name(name) => {
                return self.assignment_to_name(context, (name, own.target.span), &own.value);
            }
            ExprKind::Index { target, .. } => match &target.kind {
                ExprKind::Name(name) => Some(name),
                _ => None,
            },
            _ => None,
        };
        let thing = self.evaluator().thing(context, &own.target);
        if matches!(thing, Thing::Value(Value::Error)) {
            self.evaluator().thing(context, &own.value);
            return None;
        }
        let declaring = name.zip(context.scope);
        let declaring = declaring
            .and_then(|(name, scope)| Some((self.values.names.declaring(scope, name)?, name)));
        let is_let = declaring.is_some_and(|(scope, name)| self.is_let(scope, name));
        let text = expression_text::text(&own.target);
        if let (Some((target, first)), Some(_), false) = (self.stated_by(&thing), declaring, is_let)
        {
            let value = self.value_of_stated(context, target, &own.value, &text);
            return (value != Value::Error).then_some(Assignment { target, first, value });
        }
        let place = context.place(own.target.span);
        let is_of_part = matches!(own.target.kind, ExprKind::Member { .. });
        let report = match self.stated_by(&thing) {
            Some(_) if is_of_part => diagnostics::var_of_part(place, &text),
            _ => diagnostics::not_settable(place, &text, is_let),
        };
        self.values.report(context, report);
        self.evaluator().thing(context, &own.value);
        None
    }

    fn is_let(&self, scope: ScopeId, name: &str) -> bool {
        let binding = self.values.names.binding(scope, name);
        binding.is_some_and(|binding| matches!(binding.bound, Bound::Thunk(_)))
    }

    /// The element whose state something is, all of it, and the first of its states.
    fn stated_by(&self, thing: &Thing) -> Option<(ElementId, StateId)> {
        let node = match thing {
            Thing::Value(
                Value::Scalar { node, .. } | Value::Condition(node) | Value::Enum { node, .. },
            ) => *node,
            Thing::Value(Value::Vector { nodes: [first, ..], .. }) => *first,
            _ => return None,
        };
        match self.values.nodes.get(node) {
            Some(Node::Sensor { sensor: Sensor::State(first), .. }) => {
                Some((self.element_of_state(first)?, first))
            }
            _ => None,
        }
    }

    /// The element that a name stands for, if events may set it, and the first of its states.
    fn settable(
        &mut self,
        context: Context,
        name: &str,
        span: Span,
    ) -> Option<(ElementId, StateId)> {
        let is_turn = self.values.names.turns.variable(context.turn, name).is_some();
        let declaring = context.scope.and_then(|scope| self.values.names.declaring(scope, name));
        let Some(scope) = declaring.filter(|_| !is_turn) else {
            if is_turn || self.evaluator().is_known_everywhere(name) {
                let report = diagnostics::not_settable(context.place(span), name, false);
                self.values.report(context, report);
                return None;
            }
            self.evaluator().report_unknown_name(context, name, span);
            return None;
        };
        let is_let = self.is_let(scope, name);
        let thing = self.evaluator().bound_thing(scope, name);
        self.values.record(context, span, &thing);
        if matches!(thing, Thing::Value(Value::Error)) {
            return None;
        }
        if let (Some(found), false) = (self.stated_by(&thing), is_let) {
            return Some(found);
        }
        let report = diagnostics::not_settable(context.place(span), name, is_let);
        self.values.report(context, report);
        None
    }
}
