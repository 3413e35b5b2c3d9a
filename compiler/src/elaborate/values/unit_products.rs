//! `2 N*m/rad`, where a unit was meant: its parts are read as names, which nobody has declared.

use cdl_grammar::syntax::{BinaryOp, Expr, ExprKind};

use super::evaluator::Evaluator;
use crate::diagnostics::{self, Diagnostic};
use crate::elaborate::context::Context;
use crate::units::unit_named;

impl<'a> Evaluator<'_, 'a> {
    /// What is wrong with a quantity whose unit was written with operators, if it is one.
    pub(super) fn unit_with_operators(
        &mut self,
        context: Context,
        expr: &Expr,
    ) -> Option<Diagnostic> {
        let place = context.place(expr.span);
        if let Some(meant) = exponent_meant(expr) {
            return Some(diagnostics::exponent_without_caret(place, &meant));
        }
        if let Some(meant) = self.times_unit(context, expr) {
            return Some(diagnostics::unit_behind_operator(place, &meant));
        }
        let meant = self.meant_as_unit(context, expr)?;
        Some(diagnostics::unit_by_operators(place, &meant))
    }

    /// How `2*kg` is written; a word that means something else as well, such as the `g` of gravity, is left to its own
    /// message.
    fn times_unit(&mut self, context: Context, expr: &Expr) -> Option<String> {
        let ExprKind::Binary { op: BinaryOp::Multiply, left, right, .. } = &expr.kind else {
            return None;
        };
        let ExprKind::Number { digits, unit: None } = &left.kind else { return None };
        let ExprKind::Name(name) = &right.kind else { return None };
        let is_unit = !MORE_THAN_UNITS.contains(&&**name)
            && self.is_unknown_name(context, right)
            && unit_named(name).is_ok();
        is_unit.then(|| format!("{digits} {name}"))
    }

    /// How a quantity with a unit is written that was written with operators.
    fn meant_as_unit(&mut self, context: Context, expr: &Expr) -> Option<String> {
        let mut parts = Vec::new();
        let mut leftmost = expr;
        while let ExprKind::Binary { op, left, right, op_span } = &leftmost.kind {
            let touches = left.span.end == op_span.start && op_span.end == right.span.start;
            let (right, exponent) = match &right.kind {
                ExprKind::Binary { op: BinaryOp::Power, left, right, .. } => match &right.kind {
                    ExprKind::Number { digits, unit: None } => {
                        (left.as_ref(), format!("^{digits}"))
                    }
                    _ => return None,
                },
                _ => (right.as_ref(), String::new()),
            };
            let ExprKind::Name(name) = &right.kind else { return None };
            let sign = match op {
                BinaryOp::Multiply => '.',
                // `5 N-m`
                BinaryOp::Subtract if touches => '.',
                BinaryOp::Divide => '/',
                _ => return None,
            };
            parts.push((sign, name, right, exponent));
            leftmost = left.as_ref();
        }
        let ExprKind::Number { digits, unit } = &leftmost.kind else { return None };
        let are_units = parts.iter().all(|(_, name, part, _)| {
            // Most are names, and what an unknown unit was meant to be takes long to find.
            !MORE_THAN_UNITS.contains(&&***name)
                && self.is_unknown_name(context, part)
                && unit_named(name).is_ok()
        });
        if parts.is_empty() || !are_units {
            return None;
        }
        let mut rest: String = parts
            .iter()
            .rev()
            .map(|(sign, name, _, exponent)| format!("{sign}{name}{exponent}"))
            .collect();
        match (unit, rest.strip_prefix('.')) {
            (Some(unit), _) => rest.insert_str(0, &unit.text),
            // `9.81 * m/s^2`
            (None, Some(whole)) if parts.len() > 1 => rest = whole.to_owned(),
            (None, _) => return None,
        }
        Some(format!("{digits} {rest}"))
    }
}

/// Units by which people mean other things: gravity, a time, a height.
const MORE_THAN_UNITS: [&str; 3] = ["g", "t", "h"];

/// How `9.81 m.s-2` is written.
fn exponent_meant(expr: &Expr) -> Option<String> {
    let ExprKind::Binary { op: BinaryOp::Subtract, left, right, op_span } = &expr.kind else {
        return None;
    };
    let touches = left.span.end == op_span.start && op_span.end == right.span.start;
    match (&left.kind, &right.kind) {
        (
            ExprKind::Number { digits, unit: Some(unit) },
            ExprKind::Number { digits: exponent, unit: None },
        ) if touches
            && exponent.bytes().all(|byte| byte.is_ascii_digit())
            && exponent.len() == 1 =>
        {
            Some(format!("{digits} {}^-{exponent}", unit.text))
        }
        _ => None,
    }
}
