//! Relations: `from A at [x, y, z] m`, `on B`, `between P and Q`.

use cdl_grammar::syntax::{self, Element, Expr, ExprKind, RelationWord};
use cdl_graph::NodeId;

use super::Unfolding;
use super::written::{is_broken, stands_before};
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::expression_text;
use crate::elaborate::report;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::types::Ty;
use crate::schema::{self, Kind, KindId, Target as Allowed, Variability};
use crate::typed::{ElementId, Entity, Relation, Target, Value};
use crate::units::Dimension;

impl<'a> Unfolding<'_, 'a> {
    /// Relations of an element before it is their turn, of the set that has this word.
    pub(super) fn relations_ahead(&mut self, id: ElementId, word: RelationWord) {
        let Some(declared) = self.elements.declared(id) else { return };
        let (context, kind) = (declared.context(), declared.kind());
        let Some(held) = self.held_element(id) else { return };
        let Some(element) = held.element() else { return };
        let mut sets = kind.relations.iter().copied();
        let set = sets.find(|set| set.iter().any(|own| own.word == word));
        self.finish_relations(id, context, kind, element, set);
    }

    /// Once. `set` are those that may stand there.
    pub(super) fn finish_relations(
        &mut self,
        id: ElementId,
        context: Context,
        kind: &'static Kind,
        element: &Element,
        set: Option<&'static [schema::Relation]>,
    ) {
        if !self.elements.begin_relations(id) {
            return;
        }
        let mut relations = Vec::with_capacity(element.relations.len());
        for (index, given) in element.relations.iter().enumerate() {
            let earlier = element.relations.iter().take(index).find(|own| own.word == given.word);
            if let Some(earlier) = earlier {
                let (place, first) = (context.place(given.span), context.place(earlier.span));
                let word = given.word.text();
                self.values
                    .report(context, diagnostics::duplicate_name(place, "relation", word, first));
                continue;
            }
            let allowed = set
                .and_then(|set| set.iter().find(|relation| relation.word == given.word))
                .map(|relation| relation.targets);
            // What a relation that has no place here points at is checked all the same.
            let target = match allowed {
                Some(allowed) => self.relation_target(context, given, allowed),
                None => {
                    self.evaluator().value(context, &given.target);
                    None
                }
            };
            let at = self.offset(context, given, target);
            self.check_manner(context, kind, given);
            if let Some(target) = target {
                relations.push(Relation { word: given.word, target, at });
            }
        }
        self.values.entities.set_relations(id, relations);
    }

    /// The set of relations that an element has chosen by its words.
    pub(super) fn relation_set(
        &mut self,
        id: ElementId,
        context: Context,
        kind: &'static Kind,
        element: &Element,
    ) -> Option<&'static [schema::Relation]> {
        let is_nested = self.values.entities.get(id).is_some_and(|own| own.parent().is_some());
        let words: Vec<RelationWord> = element.relations.iter().map(|own| own.word).collect();
        // Where a variant stands for the law, it acts between two points.
        let by_law = |set: &[schema::Relation]| {
            let is_between = set.iter().any(|own| own.word == RelationWord::Between);
            match (&kind.law, element.variant.is_some()) {
                (None, _) | (Some(schema::Law::ValueOrBetween(..)), false) => true,
                (Some(_), with_variant) => is_between == with_variant,
            }
        };
        // A frame in a body's block stands on that body.
        let by_nesting = |set: &[schema::Relation]| {
            !is_nested || set.iter().all(|own| own.word == RelationWord::At)
        };
        let candidates: Vec<&'static [schema::Relation]> =
            kind.relations.iter().copied().filter(|set| by_law(set) && by_nesting(set)).collect();
        let has =
            |set: &[schema::Relation], word: RelationWord| set.iter().any(|own| own.word == word);
        let best = candidates
            .iter()
            .copied()
            .max_by_key(|set| words.iter().filter(|word| has(set, **word)).count());
        let usage = || schema::usage(kind);
        let is_broken = is_broken(element);
        let Some(best) = best else {
            // One of them stands for `between A and B`.
            if let Some(own) = element.relations.first() {
                let place = context.place(own.span);
                let word = own.word.text();
                self.values.report(
                    context,
                    diagnostics::relation_not_allowed(place, word, kind.name, &usage()),
                );
            }
            return None;
        };
        // Candidates come in the order of preference; `max_by_key` keeps the last of equals.
        let best = candidates
            .iter()
            .copied()
            .find(|set| {
                let count =
                    |set: &[schema::Relation]| words.iter().filter(|word| has(set, **word)).count();
                count(set) == count(best)
            })
            .unwrap_or(best);
        if let Some(own) = element.relations.iter().find(|own| !has(best, own.word)) {
            let place = context.place(own.span);
            let word = own.word.text();
            let report = diagnostics::relation_not_allowed(place, word, kind.name, &usage());
            self.values.report(context, report);
        }
        // A wrong word most probably stands where the missing one should.
        let all_allowed = words.iter().all(|word| has(best, *word));
        for required in
            best.iter().filter(|relation| relation.required && all_allowed && !is_broken)
        {
            // It has been told where that stands.
            if stands_before(kind, element.body.as_deref()).is_some() {
                break;
            }
            if !words.contains(&required.word) {
                let span = element.name.as_ref().map_or(element.kind.span, |name| name.name.span);
                let place = context.place(span);
                let word = required.word.text();
                self.values.report(
                    context,
                    diagnostics::missing_relation(place, word, kind.name, &usage()),
                );
            }
        }
        Some(best)
    }

    fn relation_target(
        &mut self,
        context: Context,
        given: &syntax::Relation,
        allowed: &'static [Allowed],
    ) -> Option<Target> {
        let expr = &given.target;
        if allowed.contains(&Allowed::Position) {
            let nodes = self.position(context, expr)?;
            return Some(Target::Position(nodes));
        }
        let of = || format!("`{}`", given.word.text());
        self.entity_target(context, expr, of, allowed)
    }

    /// What an expression points at, `of` in words.
    pub(super) fn entity_target(
        &mut self,
        context: Context,
        expr: &Expr,
        of: impl FnOnce() -> String,
        allowed: &'static [Allowed],
    ) -> Option<Target> {
        let entity = match self.evaluator().value(context, expr) {
            Value::Entity(entity) => entity,
            Value::Error => {
                self.point_that_is_missing(context, expr);
                return None;
            }
            other => {
                let found = self.values.type_of(&other);
                let place = context.place(expr.span);
                let expected = targets_in_words(allowed);
                let mut report = report::wrong_type(place, &expected, &found, Some(&of()));
                if let Value::Vector { .. } = other {
                    report = report.note(
                        "a place is one of a body, a frame or the world: `world at [0, 0, 1] m`",
                    );
                }
                self.values.report(context, report);
                return None;
            }
        };
        let target = match entity {
            Entity::World if allowed.contains(&Allowed::Frame) => Some(Target::World),
            Entity::Free if allowed.contains(&Allowed::Free) => Some(Target::Free),
            Entity::Station { cable, station } if allowed.contains(&Allowed::CablePoint) => {
                Some(Target::Cable { cable, station })
            }
            Entity::Element(id) => {
                let kind = self.values.entities.kind(id);
                let fits = kind.is_some_and(|kind| kind.fits_any(allowed));
                fits.then_some(Target::Element(id))
            }
            Entity::World | Entity::Free | Entity::Station { .. } => None,
        };
        if target.is_none() {
            let place = context.place(expr.span);
            let name = expression_text::text(expr);
            let found = self.values.kind_in_words(entity);
            let declared = self.values.declaration(entity);
            let expected = targets_in_words(allowed);
            let mut report = diagnostics::wrong_entity(place, &name, &expected, &found, declared);
            let is_cable = matches!(entity, Entity::Element(id)
                if self.values.entities.get(id).is_some_and(|element| element.kind == KindId::Cable));
            if is_cable && allowed.contains(&Allowed::CablePoint) {
                report = report.note(format!("name a point of it, such as `{name}.end`"));
            }
            let is_joint = matches!(entity, Entity::Element(id)
                if self.values.entities.get(id).is_some_and(|element| element.kind == KindId::Joint));
            if is_joint && allowed.contains(&Allowed::Frame) {
                report = report.note(
                    "what acts along its coordinate is a field of the joint: `torque = 3 N.m` of a revolute one, `force = 3 N` of a \
                     prismatic one",
                );
            }
            if matches!(entity, Entity::Station { .. }) && allowed.contains(&Allowed::Frame) {
                report = report.note(format!(
                    "a place of a cable holds a body by `grip NAME from {name} to ...`"
                ));
            }
            self.values.report(context, report);
        }
        target
    }

    /// `bob.tip`, where `bob` has nothing that is called so: not what can be read of it, but a point is missing.
    fn point_that_is_missing(&mut self, context: Context, expr: &Expr) {
        let ExprKind::Member { target, name } = &expr.kind else { return };
        let place = context.place(name.span);
        let (name, body) = (&name.text, expression_text::text(target));
        if let Some(report) = self.values.reports.last_at("E0209", place)
            && report.fix.is_none()
            && report.message.starts_with("the body ")
        {
            report.notes = vec![format!(
                "to name a point of it write `frame {name} at [x, y, z] m` in the block of `{body}`; or say where it is: \
                 `{body} at [x, y, z] m`"
            )];
        }
    }

    /// `[x, y, z] m`, which must stay the same during a run.
    fn position(&mut self, context: Context, expr: &Expr) -> Option<[NodeId; 3]> {
        let ty = Ty::Vector { dimension: Dimension::LENGTH, unit: "m" };
        let value = self.evaluator().typed_value(context, expr, &ty, Of::Position);
        let Value::Vector { nodes, .. } = value else { return None };
        let found = self.values.variability(&value);
        if found > Variability::Param {
            self.evaluator().varies_too_much(
                context,
                expr,
                "the position",
                Variability::Param,
                found,
            );
            return None;
        }
        Some(nodes)
    }

    fn offset(
        &mut self,
        context: Context,
        given: &syntax::Relation,
        target: Option<Target>,
    ) -> Option<[NodeId; 3]> {
        let at = given.at.as_ref()?;
        if let Some(Target::Free | Target::Cable { .. } | Target::Position(_)) = target {
            let place = context.place(at.span);
            let message = "an offset stands only after a body or a frame";
            let usage = format!("{} BODY at [x, y, z] m", given.word.text());
            self.values.report(context, diagnostics::misplaced_part(place, message, &usage));
            return None;
        }
        self.position(context, at)
    }

    /// The word in parentheses after an end: cables are always pinned, so that it may be said.
    fn check_manner(&mut self, context: Context, kind: &'static Kind, given: &syntax::Relation) {
        let Some(manner) = &given.manner else { return };
        let place = context.place(manner.span);
        if kind.id != KindId::Cable {
            let message =
                format!("{} is not held in a manner", crate::units::with_article(kind.name));
            self.misplaced(context, kind.id, manner.span, &message);
        } else if *manner.text != *"pinned" {
            let owner = "the end of a cable";
            let report = diagnostics::unknown_variant(place, &manner.text, owner, &["pinned"]);
            self.values.report(context, report);
        }
    }
}

fn targets_in_words(allowed: &[Allowed]) -> String {
    let words: Vec<&str> = allowed
        .iter()
        .map(|target| match target {
            Allowed::Frame => "a frame or body",
            Allowed::Body => "a body",
            Allowed::Free => "`free`",
            Allowed::CablePoint => "a point of a cable",
            Allowed::Position => "a position",
        })
        .collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [first, .., last] => format!("{first}, or {last}"),
    }
}
