//! What the scalar operations compute: the one definition that folding, the reference evaluation and
//! the runtime share. IEEE arithmetic throughout: a division by zero or the root of a negative
//! number gives a non-finite value, and it is for the caller to report it.

use crate::{BinaryOp, UnaryOp};

fn truth(value: bool) -> f64 {
    if value { 1.0 } else { 0.0 }
}

/// What has no value is not compared.
#[inline]
fn compared(holds: bool, a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { truth(holds) }
}

impl UnaryOp {
    /// The operation on a number.
    #[inline]
    pub fn apply(self, a: f64) -> f64 {
        match self {
            UnaryOp::Neg => -a,
            // A condition without a value has none turned round.
            UnaryOp::Not if a.is_nan() => a,
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

    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            UnaryOp::Neg => "neg",
            UnaryOp::Not => "not",
            UnaryOp::Abs => "abs",
            UnaryOp::Sign => "sign",
            UnaryOp::Floor => "floor",
            UnaryOp::Sqrt => "sqrt",
            UnaryOp::Exp => "exp",
            UnaryOp::Ln => "ln",
            UnaryOp::Sin => "sin",
            UnaryOp::Cos => "cos",
            UnaryOp::Tan => "tan",
            UnaryOp::Asin => "asin",
            UnaryOp::Acos => "acos",
            UnaryOp::Atan => "atan",
            UnaryOp::Sinh => "sinh",
            UnaryOp::Cosh => "cosh",
            UnaryOp::Tanh => "tanh",
        }
    }
}

impl BinaryOp {
    /// The operation on two numbers.
    #[inline]
    pub fn apply(self, a: f64, b: f64) -> f64 {
        match self {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a / b,
            BinaryOp::Mod => a - b * (a / b).floor(),
            BinaryOp::Pow => power(a, b),
            // Unlike `f64::min`, a NaN is not swallowed: it has to reach whoever reports it.
            BinaryOp::Min if a.is_nan() || b.is_nan() => f64::NAN,
            BinaryOp::Min => a.min(b),
            BinaryOp::Max if a.is_nan() || b.is_nan() => f64::NAN,
            BinaryOp::Max => a.max(b),
            BinaryOp::Atan2 => a.atan2(b),
            BinaryOp::Lt => compared(a < b, a, b),
            BinaryOp::Le => compared(a <= b, a, b),
            BinaryOp::Gt => compared(a > b, a, b),
            BinaryOp::Ge => compared(a >= b, a, b),
            BinaryOp::Eq => compared(a == b, a, b),
            BinaryOp::Ne => compared(a != b, a, b),
            // A side without a value counts only where the other one does not decide.
            BinaryOp::And if a == 0.0 || b == 0.0 => 0.0,
            BinaryOp::And if a.is_nan() || b.is_nan() => f64::NAN,
            BinaryOp::And => 1.0,
            BinaryOp::Or if a.is_nan() && (b.is_nan() || b == 0.0) => f64::NAN,
            BinaryOp::Or if b.is_nan() && a == 0.0 => f64::NAN,
            BinaryOp::Or => truth(a != 0.0 || b != 0.0),
        }
    }

    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Mul => "mul",
            BinaryOp::Div => "div",
            BinaryOp::Mod => "mod",
            BinaryOp::Pow => "pow",
            BinaryOp::Min => "min",
            BinaryOp::Max => "max",
            BinaryOp::Atan2 => "atan2",
            BinaryOp::Lt => "lt",
            BinaryOp::Le => "le",
            BinaryOp::Gt => "gt",
            BinaryOp::Ge => "ge",
            BinaryOp::Eq => "eq",
            BinaryOp::Ne => "ne",
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
        }
    }

    /// Whether the result is true or false.
    pub fn is_truth(self) -> bool {
        match self {
            BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::And
            | BinaryOp::Or => true,
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::Pow
            | BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::Atan2 => false,
        }
    }

    /// Whether the operands may change places without changing the result.
    pub fn commutes(self) -> bool {
        match self {
            BinaryOp::Add
            | BinaryOp::Mul
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::And
            | BinaryOp::Or => true,
            // Which of two zeros of different sign the smaller one is depends on the order.
            BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::Sub
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::Pow
            | BinaryOp::Atan2
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => false,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remainder_has_the_sign_of_the_divisor() {
        for (a, b, r) in [(7.0, 3.0, 1.0), (-7.0, 3.0, 2.0), (7.0, -3.0, -2.0), (-7.0, -3.0, -1.0)]
        {
            assert_eq!(BinaryOp::Mod.apply(a, b), r, "{a} mod {b}");
        }
    }

    #[test]
    fn smaller_and_larger_do_not_swallow_nan() {
        assert!(BinaryOp::Min.apply(f64::NAN, 1.0).is_nan());
        assert!(BinaryOp::Max.apply(1.0, f64::NAN).is_nan());
        assert_eq!(BinaryOp::Min.apply(2.0, 1.0), 1.0);
    }

    /// Without a value a comparison is neither true nor false, and what it decides together with others is as by Kleene.
    #[test]
    fn what_has_no_value_decides_nothing() {
        let nan = f64::NAN;
        for op in
            [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne]
        {
            assert!(op.apply(nan, 1.0).is_nan() && op.apply(1.0, nan).is_nan(), "{op:?}");
        }
        for (op, decides, other) in [(BinaryOp::And, 0.0, 1.0), (BinaryOp::Or, 1.0, 0.0)] {
            assert_eq!([op.apply(decides, nan), op.apply(nan, decides)], [decides; 2]);
            assert!(op.apply(other, nan).is_nan() && op.apply(nan, other).is_nan());
            assert!(op.apply(nan, nan).is_nan() && UnaryOp::Not.apply(nan).is_nan());
            assert_eq!([op.apply(other, other), op.apply(decides, other)], [other, decides]);
        }
    }

    #[test]
    fn squares_are_products() {
        let x = 0.1_f64;
        assert_eq!(BinaryOp::Pow.apply(x, 2.0).to_bits(), (x * x).to_bits());
    }
}
