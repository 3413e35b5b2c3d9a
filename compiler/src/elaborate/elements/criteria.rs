//! `require`: criteria that are judged when a run is over.

use std::sync::Arc;

use cdl_grammar::syntax::{BinaryOp as Op, Element, Expr, ExprKind, Member, MemberKind};
use cdl_graph::{BinaryOp, Measure, Node, NodeId, Sensor};
use rustc_hash::FxHashSet;

use super::Unfolding;
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::expression_text;
use crate::elaborate::names::scope::{Bound, ScopeKind, ThunkId};
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::thunks::{Definition, Role, Thunk};
use crate::schema::KindId;
use crate::typed::{Comparison, Criterion, Value};
use crate::units::{self, Dimension};

/// The unit of a number in an expression, where that is of a dimension.
fn written_unit(expr: &Expr, dimension: Dimension) -> Option<&str> {
    match &expr.kind {
        ExprKind::Number { unit: Some(unit), .. } => {
            let known = units::unit_named(&unit.text).ok()?;
            (known.dimension == dimension).then_some(&*unit.text)
        }
        ExprKind::Unary { operand, .. } => written_unit(operand, dimension),
        ExprKind::Binary { left, right, .. } => {
            written_unit(left, dimension).or_else(|| written_unit(right, dimension))
        }
        ExprKind::Chain { first, links } => {
            ExprKind::operands(first, links).find_map(|own| written_unit(own, dimension))
        }
        _ => None,
    }
}

/// Whether a member is an element of a kind that belongs in experiments.
pub(super) fn is_of(kind: KindId, element: &Element) -> bool {
    *element.kind.text == *kind.name()
}

impl<'a> Unfolding<'_, 'a> {
    /// What criteria and plots see: the names under which an experiment records something, around its own scope. What is
    /// recorded itself does not see them, so `record tension as tension` refers to the model's.
    pub(super) fn recorded_names(
        &mut self,
        scope: ScopeId,
        members: &[(Context, &Member)],
    ) -> (ScopeId, Vec<ThunkId>) {
        let mut recorded = Vec::new();
        let names = &mut self.values.names;
        let inner = names.open(Some(scope), ScopeKind::Experiment, String::new(), String::new());
        for (context, member) in members {
            let MemberKind::Record(entries) = &member.kind else { continue };
            for (index, entry) in (0..).zip(entries) {
                let Some(alias) = &entry.alias else { continue };
                let definition = Definition::Listed(member.span.start, index, *context);
                let place = context.place(alias.span);
                let value = Thunk::new(alias.text.clone(), place, Role::Let, None, definition);
                let thunk = self.values.thunks.add(value);
                recorded.push(thunk);
                let bound = Bound::Thunk(thunk);
                // That a name is recorded twice is told with the records.
                let _ = self.values.names.bind(inner, context.source, alias, false, bound);
                // An editor looks at it whether a criterion reads it or not.
                if self.values.recorder.is_some() && self.is_asked(*context, alias.span) {
                    self.conclude(&[thunk]);
                }
            }
        }
        (inner, recorded)
    }

    /// Evaluates what is recorded under names as it is when the run is over, whoever reads it then.
    pub(super) fn conclude(&mut self, recorded: &[ThunkId]) {
        self.values.concluded.is_run_over = true;
        for &thunk in recorded {
            self.evaluator().force(thunk);
        }
        self.values.concluded.is_run_over = false;
    }

    /// `require NAME: CONDITION { note = "TEXT" }`
    pub(super) fn criterion(&mut self, context: Context, element: &Element) {
        let Some(name) = self.criterion_name(context, element) else { return };
        let note = self.criterion_note(context, element);
        let place = context.place(name.span);
        let Some(law) = &element.law else {
            if let Some(given) = &element.variant {
                // A name alone reads like a variant.
                let place = context.place(given.span);
                let report = diagnostics::criterion_in_parentheses(place, &given.name.text);
                self.values.report(context, report);
            } else {
                let message = "this require has no condition";
                self.misplaced(context, KindId::Require, name.span, message);
            }
            return;
        };
        self.values.concluded.is_run_over = true;
        let holds = self.judged(context, law, "a `require`");
        if let Some(holds) = holds {
            self.criteria_at_rest(context, law, holds);
            let mut comparisons = Vec::new();
            self.comparisons(context, law, &mut comparisons);
            if let Some(earlier) = self.elements.criteria.iter().find(|own| *own.name == *name.text)
            {
                let earlier = earlier.place;
                let report = diagnostics::duplicate_name(place, "require", &name.text, earlier);
                self.values.report(context, report);
            }
            self.elements.criteria.push(Criterion {
                name: name.text.to_string(),
                text: expression_text::text(law),
                note,
                holds,
                comparisons,
                parameter: None,
                place,
            });
        }
        self.values.concluded.is_run_over = false;
    }

    /// The energy ledger of an equilibrium says nothing.
    fn criteria_at_rest(&mut self, context: Context, law: &Expr, holds: NodeId) {
        let experiment = self.elements.experiment.as_ref();
        if experiment.is_none_or(|own| {
            !matches!(
                own.kind,
                KindId::Equilibrium | KindId::Modes | KindId::Linearize | KindId::Response
            )
        }) {
            return;
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![holds];
        while let Some(id) = stack.pop() {
            let Some(node) = self.values.nodes.get(id).filter(|_| seen.insert(id)) else {
                continue;
            };
            if let Node::Sensor { sensor: Sensor::Statistic(own), .. } = node {
                let asked = self.values.concluded.get(own).map(|own| own.measure);
                if asked == Some(Measure::Imbalance) {
                    let place = context.place(law.span);
                    self.values.report(context, diagnostics::imbalance_at_rest(place));
                    return;
                }
            }
            stack.extend(node.operands());
        }
    }

    /// Reports what does not belong to a criterion.
    fn criterion_name<'s>(
        &mut self,
        context: Context,
        element: &'s Element,
    ) -> Option<&'s cdl_grammar::syntax::Name> {
        if is_broken(element) {
            return None;
        }
        let span = element.kind.span;
        let Some(name) = &element.name else {
            let message = "a require needs a name, by which its verdict is called";
            self.misplaced(context, KindId::Require, span, message);
            return None;
        };
        if name.index.is_some() || !element.relations.is_empty() {
            let message = "a require has a name and a condition only";
            self.misplaced(context, KindId::Require, span, message);
            return None;
        }
        Some(&name.name)
    }

    fn criterion_note(&mut self, context: Context, element: &Element) -> Option<Arc<str>> {
        let mut note = None;
        for (known, value) in self.fields_of_row(context, KindId::Require, element) {
            if let Value::Text(text) =
                self.schema_value(context, value, known, Of::Field(known.name))
            {
                note = Some(text);
            }
        }
        note
    }

    /// What a criterion compares, through `and` and parentheses.
    pub(super) fn comparisons(
        &mut self,
        context: Context,
        law: &Expr,
        found: &mut Vec<Comparison>,
    ) {
        let (op, left, right) = match &law.kind {
            ExprKind::Binary { op, left, right, .. } => (op, left, right),
            ExprKind::Chain { first, links } if links.iter().all(|link| link.op == Op::And) => {
                return ExprKind::operands(first, links)
                    .for_each(|operand| self.comparisons(context, operand, found));
            }
            _ => return,
        };
        let operation = match op {
            Op::And => {
                self.comparisons(context, left, found);
                return self.comparisons(context, right, found);
            }
            Op::Less => BinaryOp::Lt,
            Op::LessEqual => BinaryOp::Le,
            Op::Greater => BinaryOp::Gt,
            Op::GreaterEqual => BinaryOp::Ge,
            Op::Equal => BinaryOp::Eq,
            Op::NotEqual => BinaryOp::Ne,
            _ => return,
        };
        let expressions = [left, right];
        let sides = expressions.map(|side| self.evaluator().value(context, side));
        let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Scalar { .. });
        if !sides.iter().all(is_number) {
            return;
        }
        let [(left, of_left), (right, of_right)] =
            sides.map(|side| self.values.scalar_parts(&side));
        // A literal zero has the dimension of the other side.
        let dimension = if of_left.is_none() { of_right } else { of_left };
        let recorded = [left, right].into_iter().find_map(|node| self.recorded_unit(node));
        // As the demand is written, unless that measures something else than what is recorded.
        let fits = |unit: &&str| recorded.is_none_or(|own| units::convert(own, unit).is_ok());
        let [left_expr, right_expr] = expressions;
        let written =
            written_unit(right_expr, dimension).or_else(|| written_unit(left_expr, dimension));
        let unit = written.filter(fits).or(recorded).map(Arc::from);
        found.push(Comparison { left, operation, right, dimension, unit });
    }
}
