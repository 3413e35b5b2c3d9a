//! What stands in the block of an event: what it sets, closes and opens, with `if` and `for` around that.
//!
//! Everything is decided by what was before the event, so an `if` is no order of steps: what stands in it is a part of the event
//! that is left out where the condition does not hold. Turns of a `for` are written out.

use std::sync::Arc;

use cdl_grammar::syntax::{self, Element, Expr, ExprKind, Member, MemberKind};
use cdl_graph::{BinaryOp, NodeId, StateId, UnaryOp};

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::expression_text;
use crate::elaborate::names::Turned;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::types::Ty;
use crate::place::Place;
use crate::schema::Kind;
use crate::typed::{Assignment, ElementId, Part, Value};

/// Of an event, while its block is read.
struct Effects {
    kind: &'static Kind,
    parts: Vec<Part>,
    set: Vec<Set>,
    conditionals: usize,
}

/// Something that is set.
struct Set {
    first: StateId,
    branches: Vec<Branch>,
    place: Place,
}

/// One of both ways of an `if`.
#[derive(Clone, Copy, PartialEq)]
struct Branch {
    conditional: usize,
    holds: bool,
}

/// Where in the block of an event something stands.
#[derive(Clone)]
struct Spot {
    context: Context,
    /// From the outermost one.
    branches: Vec<Branch>,
    /// Of [`Effects::parts`].
    part: usize,
}

impl Effects {
    /// A part that is left out unless `guard` holds.
    fn guarded(&mut self, guard: NodeId) -> usize {
        self.parts.push(Part { guard: Some(guard), ..Part::default() });
        self.parts.len() - 1
    }

    /// What is set again wherever it has been set before; different ways of one `if` exclude each other.
    fn earlier(&self, first: StateId, branches: &[Branch]) -> Option<Place> {
        let is_around = |own: &&Set| {
            let both = own.branches.iter().zip(branches);
            own.first == first && both.into_iter().all(|(own, other)| own == other)
        };
        self.set.iter().find(is_around).map(|own| own.place)
    }
}

impl<'a> Unfolding<'_, 'a> {
    /// Nothing for kinds whose block sets nothing.
    pub(super) fn finish_effects(
        &mut self,
        id: ElementId,
        context: Context,
        kind: &'static Kind,
        element: &Element,
    ) {
        let Some(body) = element.body.as_ref().filter(|_| kind.sets) else { return };
        let parts = vec![Part::default()];
        let mut effects = Effects { kind, parts, set: Vec::new(), conditionals: 0 };
        let spot = Spot { context, branches: Vec::new(), part: 0 };
        let is_field = |name: &str| kind.fields.iter().any(|own| own.name == name);
        for field in body.fields.iter().filter(|field| !is_field(&field.name.text)) {
            let Some(set) = self.assignment(context, field) else { continue };
            // A name given twice has been reported.
            if effects.earlier(set.first, &[]).is_none() {
                self.set(&mut effects, &spot, set, context.place(field.name.span), "");
            }
        }
        self.effects(&mut effects, &spot, &body.members);
        effects.parts.retain(|part| !part.does_nothing());
        self.values.entities.set_parts(id, effects.parts);
    }

    fn effects(&mut self, effects: &mut Effects, spot: &Spot, members: &[Member]) {
        for member in members {
            match &member.kind {
                MemberKind::Action(action) => {
                    let action = self.action(spot.context, action);
                    effects.parts[spot.part].actions.extend(action);
                }
                MemberKind::Assignment(own) => self.effect_of_assignment(effects, spot, own),
                MemberKind::If { condition, then, otherwise } => {
                    self.conditional_effects(effects, spot, condition, [then, otherwise]);
                }
                MemberKind::For { index, range, body } => {
                    self.effects_of_turns(effects, spot, (&index.text, index.span), range, body);
                }
                // At the top these are told by their kind that they cannot stand here.
                MemberKind::Element(_)
                    if spot.branches.is_empty() && spot.context.turn.is_none() => {}
                MemberKind::Element(_)
                | MemberKind::Let { .. }
                | MemberKind::Part { .. }
                | MemberKind::Enum { .. }
                | MemberKind::Record(_)
                | MemberKind::Analysis(_) => {
                    let place = spot.context.place(member.span);
                    let message = "nothing of this kind stands in the block of an event";
                    let usage = format!("{} ... {{ NAME = VALUE }}", effects.kind.name);
                    let report = diagnostics::misplaced_part(place, message, &usage);
                    self.values.report(spot.context, report);
                }
            }
        }
    }

    /// `a[i] = VALUE`; in branches and turns also `a = VALUE`, and the texts, which are fields elsewhere.
    fn effect_of_assignment(
        &mut self,
        effects: &mut Effects,
        spot: &Spot,
        own: &syntax::Assignment,
    ) {
        let text = expression_text::text(&own.target);
        let field = match &own.target.kind {
            ExprKind::Name(name) => effects.kind.fields.iter().find(|field| field.name == &**name),
            _ => None,
        };
        let Some(field) = field else {
            let Some(set) = self.assignment_to(spot.context, own) else { return };
            self.set(effects, spot, set, spot.context.place(own.target.span), &text);
            return;
        };
        let of = Of::Field(field.name);
        let Value::Text(words) =
            self.evaluator().typed_value(spot.context, &own.value, &Ty::Text, of)
        else {
            return;
        };
        let part = &mut effects.parts[spot.part];
        let said = if field.name == "note" { &mut part.note } else { &mut part.stop };
        *said = Some(match said {
            Some(earlier) => Arc::from(format!("{earlier}; {words}")),
            None => words,
        });
    }

    /// Of two values for one thing the first counts, and the other is told.
    fn set(
        &mut self,
        effects: &mut Effects,
        spot: &Spot,
        set: Assignment,
        place: Place,
        text: &str,
    ) {
        match effects.earlier(set.first, &spot.branches) {
            Some(earlier) => {
                let report = diagnostics::set_twice(place, text, earlier);
                self.values.report(spot.context, report);
            }
            None => {
                let branches = spot.branches.clone();
                effects.set.push(Set { first: set.first, branches, place });
                effects.parts[spot.part].assignments.push(set);
            }
        }
    }

    /// `if CONDITION { ... } else { ... }`: of one that is known before the run only the taken way is looked at.
    fn conditional_effects(
        &mut self,
        effects: &mut Effects,
        spot: &Spot,
        condition: &Expr,
        [then, otherwise]: [&[Member]; 2],
    ) {
        let value = self.evaluator().typed_value(spot.context, condition, &Ty::Bool, Of::Nothing);
        let node = match value {
            Value::Bool(true) => return self.effects(effects, spot, then),
            Value::Bool(false) => return self.effects(effects, spot, otherwise),
            Value::Condition(node) => node,
            // Told; what stands in it is looked at all the same.
            _ => self.values.nodes.constant(0.0),
        };
        let conditional = effects.conditionals;
        effects.conditionals += 1;
        let not = self.values.nodes.unary(UnaryOp::Not, node);
        let around = effects.parts[spot.part].guard;
        for (holds, condition, members) in [(true, node, then), (false, not, otherwise)] {
            if members.is_empty() {
                continue;
            }
            let guard = match around {
                Some(around) => self.values.nodes.binary(BinaryOp::And, around, condition),
                None => condition,
            };
            let mut branches = spot.branches.clone();
            branches.push(Branch { conditional, holds });
            let inner = Spot { context: spot.context, branches, part: effects.guarded(guard) };
            self.effects(effects, &inner, members);
        }
    }

    /// `for i in 0..8 { ... }`
    fn effects_of_turns(
        &mut self,
        effects: &mut Effects,
        spot: &Spot,
        (name, span): (&str, syntax::Span),
        range: &Expr,
        body: &[Member],
    ) {
        let Some(turns) = self.evaluator().turns(spot.context, range) else { return };
        for value in turns.iter() {
            if self.evaluator().is_too_large(spot.context, range) {
                return;
            }
            let thing = Thing::Value(value.into_owned());
            let turned = Turned::Variable(name.into(), thing.clone());
            let turn = Some(self.values.names.turns.enter(spot.context.turn, turned));
            let context = Context { turn, ..spot.context };
            self.values.record(context, span, &thing);
            self.effects(effects, &Spot { context, ..spot.clone() }, body);
            self.values.names.turns.leave();
        }
    }
}
