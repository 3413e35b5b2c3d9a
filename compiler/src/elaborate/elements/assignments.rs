//! What events set: `NAME = VALUE` in the block of `at`, `every` and `when`.

use cdl_grammar::syntax::{Element, Field, MemberKind, Name};
use cdl_graph::{Node, Sensor, StateId};

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::names::scope::Bound;
use crate::elaborate::names::thing::Thing;
use crate::schema::Kind;
use crate::typed::{Assignment, ElementId, Value};

impl<'a> Unfolding<'_, 'a> {
    /// Nothing for kinds whose block sets nothing.
    pub(super) fn finish_assignments(
        &mut self,
        id: ElementId,
        context: Context,
        kind: &'static Kind,
        element: &'a Element,
    ) {
        let Some(body) = element.body.as_ref().filter(|_| kind.sets) else { return };
        let is_field = |name: &str| kind.fields.iter().any(|own| own.name == name);
        let mut assignments: Vec<Assignment> = Vec::new();
        for field in body.fields.iter().filter(|field| !is_field(&field.name.text)) {
            let Some(set) = self.assignment(context, field) else { continue };
            // A name given twice has been reported.
            if !assignments.iter().any(|own| own.target == set.target) {
                assignments.push(set);
            }
        }
        // Elements are told by their kind that they cannot stand here.
        let others = body.members.iter().filter(|own| match &own.kind {
            MemberKind::Element(_) => false,
            MemberKind::Action(action) => !action.is_broken(),
            _ => true,
        });
        for member in others {
            let place = context.place(member.span);
            let message = "an event sets values, and nothing else stands in its block";
            let usage = format!("{} ... {{ NAME = VALUE }}", kind.name);
            self.values.report(context, diagnostics::misplaced_part(place, message, &usage));
        }
        self.values.entities.set_assignments(id, assignments);
    }

    fn assignment(&mut self, context: Context, field: &'a Field) -> Option<Assignment> {
        let Some((target, first)) = self.settable(context, &field.name) else {
            // Its value is checked all the same.
            self.evaluator().thing(context, &field.value);
            return None;
        };
        let value = self.value_of_stated(context, target, &field.value, &field.name.text);
        (value != Value::Error).then_some(Assignment { target, first, value })
    }

    /// The element that a name stands for, if events may set it, and the first of its states.
    fn settable(&mut self, context: Context, name: &'a Name) -> Option<(ElementId, StateId)> {
        let declaring =
            context.scope.and_then(|scope| self.values.names.declaring(scope, &name.text));
        let Some(scope) = declaring else {
            if self.evaluator().is_known_everywhere(&name.text) {
                let place = context.place(name.span);
                let report = diagnostics::not_settable(place, &name.text, false);
                self.values.report(context, report);
                return None;
            }
            self.evaluator().report_unknown_name(context, &name.text, name.span);
            return None;
        };
        let is_let = self
            .values
            .names
            .binding(scope, &name.text)
            .is_some_and(|binding| matches!(binding.bound, Bound::Thunk(_)));
        let thing = self.evaluator().bound_thing(scope, &name.text);
        self.values.record(context, name.span, &thing);
        let node = match &thing {
            Thing::Value(Value::Scalar { node, .. } | Value::Condition(node)) => Some(*node),
            Thing::Value(Value::Vector { nodes: [first, ..], .. }) => Some(*first),
            Thing::Value(Value::Error) => return None,
            _ => None,
        };
        let state = node.filter(|_| !is_let).and_then(|node| self.values.nodes.get(node));
        if let Some(&Node::Sensor { sensor: Sensor::State(first), .. }) = state
            && let Some(id) = self.element_of_state(first)
        {
            return Some((id, first));
        }
        let place = context.place(name.span);
        let report = diagnostics::not_settable(place, &name.text, is_let);
        self.values.report(context, report);
        None
    }
}
