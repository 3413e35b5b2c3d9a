//! Why an operation of the signal DAG gave a non-finite value, in words.

use cdl_graph::{BinaryOp, UnaryOp, number};

/// What to tell a reader about an operation that turned finite operands into a non-finite value.
pub(crate) fn explain_binary(operation: BinaryOp, a: f64, b: f64) -> String {
    match operation {
        BinaryOp::Div if b == 0.0 => "division by zero".to_owned(),
        BinaryOp::Mod if b == 0.0 => "remainder of a division by zero".to_owned(),
        BinaryOp::Pow => format!("{} to the power {} is not a finite number", number(a), number(b)),
        _ => format!("an operation on {} and {} overflows", number(a), number(b)),
    }
}

/// As [`explain_binary`], for one operand.
pub(crate) fn explain_unary(operation: UnaryOp, a: f64) -> String {
    match operation {
        UnaryOp::Sqrt => format!("square root of the negative number {}", number(a)),
        UnaryOp::Ln => format!("logarithm of {}, which is not positive", number(a)),
        UnaryOp::Asin => format!("arcsine of {}, which is outside -1 to 1", number(a)),
        UnaryOp::Acos => format!("arccosine of {}, which is outside -1 to 1", number(a)),
        _ => format!("a function of {} overflows", number(a)),
    }
}
