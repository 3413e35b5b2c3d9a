//! `2 N*m/rad`, where a unit was meant: its parts are read as names, which nobody has declared.

use cdl_grammar::syntax::{BinaryOp, Expr, ExprKind};

use super::evaluator::Evaluator;
use crate::elaborate::context::Context;
use crate::units::unit_named;

impl<'a> Evaluator<'_, 'a> {
    /// How a quantity with a unit is written that was written with operators.
    pub(super) fn meant_as_unit(&mut self, context: Context, expr: &'a Expr) -> Option<String> {
        let mut parts = Vec::new();
        let mut leftmost = expr;
        while let ExprKind::Binary { op, left, right, .. } = &leftmost.kind {
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
                BinaryOp::Divide => '/',
                _ => return None,
            };
            parts.push((sign, name, right, exponent));
            leftmost = left.as_ref();
        }
        let ExprKind::Number { digits, unit: Some(unit) } = &leftmost.kind else { return None };
        let are_units = parts.iter().all(|(_, name, part, _)| {
            unit_named(name).is_ok() && self.is_unknown_name(context, part)
        });
        if parts.is_empty() || !are_units {
            return None;
        }
        let rest: String = parts
            .iter()
            .rev()
            .map(|(sign, name, _, exponent)| format!("{sign}{name}{exponent}"))
            .collect();
        Some(format!("{digits} {}{rest}", unit.text))
    }
}
