//! Why an operation of the signal DAG gave a non-finite value, in words.

use cdl_graph::{BinaryOp, UnaryOp};

/// What to tell a reader about an operation that turned finite operands into a non-finite value.
pub(crate) fn explain_binary(operation: BinaryOp, a: f64, b: f64) -> String {
    match operation {
        BinaryOp::Div if b == 0.0 => "division by zero".to_owned(),
        BinaryOp::Mod if b == 0.0 => "remainder of a division by zero".to_owned(),
        BinaryOp::Pow => format!("{a} to the power {b} is not a finite number"),
        _ => format!("an operation on {a} and {b} overflows"),
    }
}

/// As [`explain_binary`], for one operand.
pub(crate) fn explain_unary(operation: UnaryOp, a: f64) -> String {
    match operation {
        UnaryOp::Sqrt => format!("square root of the negative number {a}"),
        UnaryOp::Ln => format!("logarithm of {a}, which is not positive"),
        UnaryOp::Asin => format!("arcsine of {a}, which is outside -1 to 1"),
        UnaryOp::Acos => format!("arccosine of {a}, which is outside -1 to 1"),
        _ => format!("a function of {a} overflows"),
    }
}
