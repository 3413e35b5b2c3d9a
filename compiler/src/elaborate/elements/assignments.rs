//! What events set: `NAME = VALUE` in the block of `at`, `every` and `when`.

use cdl_grammar::syntax::{self, Element, ExprKind, Field, MemberKind, Name};
use cdl_graph::{Node, Sensor, StateId};

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::expression_text;
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
        let (mut actions, mut indexed) = (Vec::new(), Vec::new());
        for member in &body.members {
            match &member.kind {
                // These are told by their kind that they cannot stand here.
                MemberKind::Element(_) => continue,
                MemberKind::Action(action) => {
                    actions.extend(self.action(context, action));
                    continue;
                }
                MemberKind::Assignment(own) => {
                    let Some(set) = self.assignment_to(context, own) else { continue };
                    // Of two values for one the first counts, and the other is told.
                    let earlier = indexed.iter().find(|(first, _)| *first == set.first);
                    if let Some(&(_, first)) = earlier {
                        let place = context.place(own.target.span);
                        let name = expression_text::text(&own.target);
                        let report = diagnostics::duplicate_name(place, "field", &name, first);
                        self.values.report(context, report);
                    } else {
                        indexed.push((set.first, context.place(own.target.span)));
                        assignments.push(set);
                    }
                    continue;
                }
                MemberKind::Let { .. }
                | MemberKind::For { .. }
                | MemberKind::If { .. }
                | MemberKind::Part { .. }
                | MemberKind::Enum { .. }
                | MemberKind::Record(_)
                | MemberKind::Analysis(_) => {}
            }
            let place = context.place(member.span);
            let message = "nothing of this kind stands in the block of an event";
            let usage = format!("{} ... {{ NAME = VALUE }}", kind.name);
            self.values.report(context, diagnostics::misplaced_part(place, message, &usage));
        }
        self.values.entities.set_effects(id, assignments, actions);
    }

    fn assignment(&mut self, context: Context, field: &'a Field) -> Option<Assignment> {
        let Some((target, first)) = self.settable(context, &field.name) else {
            // Its value is checked all the same; an unknown name may be a value of an enum.
            if !self.evaluator().is_unknown_name(context, &field.value) {
                self.evaluator().thing(context, &field.value);
            }
            return None;
        };
        let value = self.value_of_stated(context, target, &field.value, &field.name.text);
        (value != Value::Error).then_some(Assignment { target, first, value })
    }

    /// `a[i] = VALUE`, where `var a[i]` stands in a loop.
    fn assignment_to(
        &mut self,
        context: Context,
        own: &'a syntax::Assignment,
    ) -> Option<Assignment> {
        let name = match &own.target.kind {
            ExprKind::Index { target, .. } => match &target.kind {
                ExprKind::Name(name) => Some(name),
                _ => None,
            },
            ExprKind::Error => None,
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
        self.values.report(context, diagnostics::not_settable(place, &text, is_let));
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
            Some(&Node::Sensor { sensor: Sensor::State(first), .. }) => {
                Some((self.element_of_state(first)?, first))
            }
            _ => None,
        }
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
        let is_let = self.is_let(scope, &name.text);
        let thing = self.evaluator().bound_thing(scope, &name.text);
        self.values.record(context, name.span, &thing);
        if matches!(thing, Thing::Value(Value::Error)) {
            return None;
        }
        if let (Some(found), false) = (self.stated_by(&thing), is_let) {
            return Some(found);
        }
        let place = context.place(name.span);
        let report = diagnostics::not_settable(place, &name.text, is_let);
        self.values.report(context, report);
        None
    }
}
