//! What events close and open: `attach`, `detach`, `lock` and `release` in the block of `at`, `every` and `when`.

use cdl_grammar::syntax::{self, Clause, Expr, Verb};
use cdl_graph::{NodeId, Station};

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::expression_text;
use crate::elaborate::report;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::types::Ty;
use crate::schema::{KindId, Target as Allowed, Variability};
use crate::typed::{Action, Entity, Subject, Value};
use crate::units::Dimension;

impl<'a> Unfolding<'_, 'a> {
    pub(super) fn action(&mut self, context: Context, action: &syntax::Action) -> Option<Action> {
        let subject = self.subject(context, action);
        let to = action.to.as_ref().map(|to| {
            let target = self.entity_target(context, to, || "`to`".to_owned(), &[Allowed::Frame]);
            (target, to)
        });
        for (index, clause) in action.clauses.iter().enumerate() {
            let word = &clause.word.text;
            if let Some(first) = action.clauses[..index].iter().find(|own| own.word.text == *word) {
                let (place, first) = (context.place(clause.span), context.place(first.span));
                self.values
                    .report(context, diagnostics::duplicate_name(place, "field", word, first));
            }
        }
        let clauses: Vec<_> =
            action.clauses.iter().map(|clause| self.clause(context, action.verb, clause)).collect();
        let subject = subject?;
        let to = match to {
            None => None,
            Some((target, expr)) => {
                let place = context.place(expr.span);
                match (action.verb, subject) {
                    (Verb::Attach, Subject::CableEnd { .. }) => Some((target?, place)),
                    (Verb::Attach | Verb::Detach | Verb::Lock | Verb::Release, _) => {
                        let message = format!("`{}` goes to nothing here", action.verb.text());
                        let usage = "attach CABLE.end to FRAME";
                        let report = diagnostics::misplaced_part(place, &message, usage);
                        self.values.report(context, report);
                        return None;
                    }
                }
            }
        };
        if let (Subject::Constraint(_), Verb::Attach, Some(clause)) =
            (subject, action.verb, action.clauses.first())
        {
            let place = context.place(clause.span);
            let message = "a grip is attached where its places are one, and closes no gap";
            let usage = "attach GRIP";
            self.values.report(context, diagnostics::misplaced_part(place, message, usage));
            return None;
        }
        let find = |name: &str| clauses.iter().flatten().find(|own| own.0 == name).map(|own| own.1);
        Some(Action {
            verb: action.verb,
            subject,
            to,
            within: find(WITHIN),
            turned: find(TURNED),
            place: context.place(action.subject.span),
        })
    }

    /// What the verb is about.
    fn subject(&mut self, context: Context, action: &syntax::Action) -> Option<Subject> {
        let expr = &action.subject;
        let entity = match self.evaluator().value(context, expr) {
            Value::Entity(entity) => entity,
            Value::Error => return None,
            other => {
                let found = self.values.type_of(&other);
                let place = context.place(expr.span);
                let of = format!("`{}`", action.verb.text());
                let expected = subjects(action.verb);
                let report = report::wrong_type(place, expected, &found, Some(&of));
                self.values.report(context, report);
                return None;
            }
        };
        let found = match entity {
            Entity::Element(id) => match (self.values.entities.get(id)?.kind, action.verb) {
                (KindId::Joint, _)
                | (KindId::Winch | KindId::Sheave, Verb::Lock | Verb::Release) => {
                    Some(Subject::Joint(id))
                }
                (KindId::Constraint, Verb::Lock | Verb::Release)
                | (KindId::Grip, Verb::Attach | Verb::Detach) => Some(Subject::Constraint(id)),
                _ => None,
            },
            Entity::Station { cable, station } => match (station, action.verb) {
                (Station::Start, Verb::Attach | Verb::Detach) => {
                    Some(Subject::CableEnd { cable, end: 0 })
                }
                (Station::End, Verb::Attach | Verb::Detach) => {
                    Some(Subject::CableEnd { cable, end: 1 })
                }
                _ => None,
            },
            Entity::World | Entity::Free => None,
        };
        if found.is_none() {
            let place = context.place(expr.span);
            let name = expression_text::text(expr);
            let kind = self.values.kind_in_words(entity);
            let declared = self.values.declaration(entity);
            let expected = subjects(action.verb);
            let report = diagnostics::wrong_entity(place, &name, expected, &kind, declared);
            self.values.report(context, report);
        }
        found
    }

    /// How far apart may be what is brought together; parameters.
    fn clause(
        &mut self,
        context: Context,
        verb: Verb,
        clause: &Clause,
    ) -> Option<(&'static str, NodeId)> {
        let known = match (&*clause.word.text, verb) {
            (WITHIN, Verb::Attach) => Some((WITHIN, Dimension::LENGTH, "m")),
            (TURNED, Verb::Attach) => Some((TURNED, Dimension::NONE, "rad")),
            _ => None,
        };
        let Some((name, dimension, unit)) = known else {
            let place = context.place(clause.word.span);
            let names: &[&'static str] = if verb == Verb::Attach { &[WITHIN, TURNED] } else { &[] };
            let owner = format!("`{}`", verb.text());
            let report = diagnostics::unknown_field(place, &clause.word.text, &owner, names);
            self.values.report(context, report);
            self.evaluator().value(context, &clause.value);
            return None;
        };
        self.parameter(context, &clause.value, &Ty::Scalar { dimension, unit }, name)
            .map(|node| (name, node))
    }

    /// A number that is known before the run.
    fn parameter(
        &mut self,
        context: Context,
        expr: &Expr,
        ty: &Ty,
        name: &'static str,
    ) -> Option<NodeId> {
        let value = self.evaluator().typed_value(context, expr, ty, Of::Field(name));
        let node = match value {
            Value::Scalar { node, .. } => node,
            _ => return None,
        };
        let found = self.values.variability(&value);
        if found > Variability::Param {
            let what = format!("`{name}`");
            self.evaluator().varies_too_much(context, expr, &what, Variability::Param, found);
            return None;
        }
        Some(node)
    }
}

const WITHIN: &str = "within";
const TURNED: &str = "turned";

fn subjects(verb: Verb) -> &'static str {
    match verb {
        Verb::Attach | Verb::Detach => "a joint, a grip, or the start or end of a cable",
        Verb::Lock | Verb::Release => "a joint or a constraint",
    }
}
