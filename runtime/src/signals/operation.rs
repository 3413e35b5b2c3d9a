//! The scalar operations of the signal DAG, as IEEE arithmetic: a division by zero or the root of a
//! negative number gives a non-finite value, which the fault machinery reports.

use cdl_graph::{BinaryOp, UnaryOp};

fn truth(value: bool) -> f64 {
    if value { 1.0 } else { 0.0 }
}

pub(crate) fn unary(operation: UnaryOp, a: f64) -> f64 {
    match operation {
        UnaryOp::Neg => -a,
        UnaryOp::Not => truth(a == 0.0),
        UnaryOp::Abs => a.abs(),
        UnaryOp::Sign => {
            if a > 0.0 {
                1.0
            } else if a < 0.0 {
                -1.0
            } else {
                // Zero stays zero and NaN stays NaN.
                a
            }
        }
        UnaryOp::Floor => a.floor(),
        UnaryOp::Sqrt => a.sqrt(),
        UnaryOp::Exp => a.exp(),
        UnaryOp::Ln => a.ln(),
        UnaryOp::Sin => a.sin(),
        UnaryOp::Cos => a.cos(),
        UnaryOp::Tan => a.tan(),
        UnaryOp::Asin => a.asin(),
        UnaryOp::Acos => a.acos(),
        UnaryOp::Atan => a.atan(),
        UnaryOp::Sinh => a.sinh(),
        UnaryOp::Cosh => a.cosh(),
        UnaryOp::Tanh => a.tanh(),
    }
}

pub(crate) fn binary(operation: BinaryOp, a: f64, b: f64) -> f64 {
    match operation {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Mod => a - b * (a / b).floor(),
        BinaryOp::Pow => power(a, b),
        BinaryOp::Min => {
            if a.is_nan() || b.is_nan() {
                f64::NAN
            } else {
                a.min(b)
            }
        }
        BinaryOp::Max => {
            if a.is_nan() || b.is_nan() {
                f64::NAN
            } else {
                a.max(b)
            }
        }
        BinaryOp::Atan2 => a.atan2(b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::And => truth(a != 0.0 && b != 0.0),
        BinaryOp::Or => truth(a != 0.0 || b != 0.0),
    }
}

/// Small whole exponents are products, so that `x^2` is exactly `x*x`.
fn power(a: f64, b: f64) -> f64 {
    if b == 2.0 {
        a * a
    } else if b == 3.0 {
        a * a * a
    } else {
        a.powf(b)
    }
}

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
        UnaryOp::Asin | UnaryOp::Acos => {
            format!("arcsine or arccosine of {a}, which is outside -1 to 1")
        }
        _ => format!("a function of {a} overflows"),
    }
}
