//! Why a value varies more than it may.

use cdl_grammar::syntax::{Expr, ExprKind};

use super::evaluator::Evaluator;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::expression_text;
use crate::elaborate::names::thing::Thing;
use crate::schema::Variability;

impl<'a> Evaluator<'_, 'a> {
    /// Reports a value that varies too much, and points at the part of the expression that makes it
    /// vary.
    pub(in crate::elaborate) fn varies_too_much(
        &mut self,
        context: Context,
        expr: &Expr,
        what: &str,
        allowed: Variability,
        found: Variability,
    ) {
        let culprit = self.culprit(context, expr, allowed);
        let because = culprit.map(|culprit| {
            let text = expression_text::text(culprit);
            let text = match found {
                Variability::Signal => format!("`{text}` changes during a run"),
                Variability::Param => format!("`{text}` is a parameter, or depends on one"),
                Variability::Const => format!("`{text}`"),
            };
            (context.place(culprit.span), text)
        });
        let because = because.filter(|(place, _)| *place != context.place(expr.span));
        let place = context.place(expr.span);
        self.values
            .report(context, diagnostics::varies_too_much(place, what, allowed, found, because));
    }

    /// The smallest part of an expression that varies more than allowed.
    fn culprit<'s>(
        &mut self,
        context: Context,
        expr: &'s Expr,
        allowed: Variability,
    ) -> Option<&'s Expr> {
        let mut culprit = None;
        let mut here = expr;
        loop {
            // A path is one thing: `tether.end.tension`, not `tether.end`.
            // What a comprehension says of each turn means nothing around it.
            let is_path = matches!(
                here.kind,
                ExprKind::Name(_)
                    | ExprKind::Member { .. }
                    | ExprKind::Comprehension(_)
                    | ExprKind::Every { .. }
            );
            let next = children(here).into_iter().filter(|_| !is_path).find(|child| {
                // A name that means nothing by itself is a value of an enum, which does not vary.
                if matches!(child.kind, ExprKind::Error) || self.is_unknown_name(context, child) {
                    return false;
                }
                match self.thing(context, child) {
                    Thing::Value(value) => self.values.variability(&value) > allowed,
                    _ => false,
                }
            });
            match next {
                Some(next) => {
                    culprit = Some(next);
                    here = next;
                }
                None => return culprit,
            }
        }
    }
}

/// The expressions directly inside of one.
pub(super) fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Number { .. }
        | ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_)
        | ExprKind::Each
        | ExprKind::Error => Vec::new(),
        ExprKind::Member { target, .. } => vec![target],
        ExprKind::Index { target, index } => vec![target, index],
        ExprKind::Call { callee, arguments, .. } => {
            std::iter::once(callee.as_ref()).chain(arguments.iter().map(|a| &a.value)).collect()
        }
        ExprKind::Unary { operand: inner, .. } | ExprKind::In { value: inner, .. } => vec![inner],
        ExprKind::Binary { left, right, .. } => vec![left, right],
        ExprKind::Chain { first, links } => ExprKind::operands(first, links).collect(),
        ExprKind::Conditional { condition, then, otherwise } => vec![condition, then, otherwise],
        ExprKind::List { elements, .. } => elements.iter().collect(),
        ExprKind::Comprehension(own) => {
            let condition = own.condition.iter();
            [&own.range].into_iter().chain(condition).chain([&own.element]).collect()
        }
        ExprKind::Every { row, element } => vec![row, element],
        ExprKind::Struct(fields) => fields.iter().map(|field| &field.value).collect(),
    }
}
