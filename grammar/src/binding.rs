//! How tight operators bind: what the parser climbs by, and by what a text gets its parentheses.

use crate::syntax::{BinaryOp, UnaryOp};

/// Loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binding {
    Conditional,
    Range,
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Negation,
    /// A number with a unit, too: what stands behind it would belong to the unit.
    Power,
    /// Names, brackets and whatever else no operator can take apart.
    Whole,
}

impl Binding {
    pub fn of_binary(op: BinaryOp) -> Self {
        match op {
            BinaryOp::Range => Binding::Range,
            BinaryOp::Or => Binding::Or,
            BinaryOp::And => Binding::And,
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => Binding::Comparison,
            BinaryOp::Add | BinaryOp::Subtract => Binding::Sum,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => Binding::Product,
            BinaryOp::Power => Binding::Power,
        }
    }

    pub fn of_unary(op: UnaryOp) -> Self {
        match op {
            UnaryOp::Not => Binding::Not,
            UnaryOp::Negate => Binding::Negation,
        }
    }

    /// How tight at least is what stands behind a sign without parentheses.
    pub fn behind(op: UnaryOp) -> Self {
        match op {
            UnaryOp::Not => Binding::Not,
            // `-a^2` is `-(a^2)`.
            UnaryOp::Negate => Binding::Power,
        }
    }

    /// How tight at least is what stands before and behind an operator without parentheses.
    pub fn beside(op: BinaryOp) -> [Self; 2] {
        match op {
            BinaryOp::Range => [Binding::Or; 2],
            BinaryOp::Or => [Binding::Or, Binding::And],
            BinaryOp::And => [Binding::And, Binding::Not],
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => [Binding::Sum; 2],
            BinaryOp::Add | BinaryOp::Subtract => [Binding::Sum, Binding::Product],
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => {
                [Binding::Product, Binding::Negation]
            }
            // Right-associative; a minus behind it takes the power that follows.
            BinaryOp::Power => [Binding::Whole, Binding::Negation],
        }
    }
}
