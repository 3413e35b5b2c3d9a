//! Precedence climbing: operands and operators in a row become a tree.

use std::iter::Peekable;
use std::vec::IntoIter;

use crate::syntax::{BinaryOp, Expr, ExprKind, Span, SyntaxError, UnaryOp};
use crate::tree::Tall;

pub(crate) enum Piece {
    Prefix(UnaryOp, Span),
    Operand(Tall),
    Infix(BinaryOp, Span),
}

/// How tight an operator binds. `not` stands between `and` and the comparisons, minus between the
/// products and the power.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Range,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Power,
}

fn level(op: BinaryOp) -> Level {
    match op {
        BinaryOp::Range => Level::Range,
        BinaryOp::Or => Level::Or,
        BinaryOp::And => Level::And,
        BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual => Level::Comparison,
        BinaryOp::Add | BinaryOp::Subtract => Level::Sum,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => Level::Product,
        BinaryOp::Power => Level::Power,
    }
}

/// Builds the tree of `pieces`, which stand in the order of the text. The recursion is as deep as
/// there are operators, which the caller has limited.
pub(crate) fn climb(pieces: Vec<Piece>, span: Span, errors: &mut Vec<SyntaxError>) -> Tall {
    Climber { pieces: pieces.into_iter().peekable(), span, errors }.binary(Level::Range)
}

struct Climber<'e> {
    pieces: Peekable<IntoIter<Piece>>,
    span: Span,
    errors: &'e mut Vec<SyntaxError>,
}

impl Climber<'_> {
    /// Operators that bind at least as tight as `minimum`.
    fn binary(&mut self, minimum: Level) -> Tall {
        let mut left = self.unary();
        let mut last = None;
        while let Some(&Piece::Infix(op, op_span)) = self.pieces.peek() {
            let level = level(op);
            if level < minimum {
                break;
            }
            self.pieces.next();
            let right = match level {
                Level::Range => self.binary(Level::Or),
                Level::Or => self.binary(Level::And),
                Level::And => self.binary(Level::Comparison),
                Level::Comparison => self.binary(Level::Sum),
                Level::Sum => self.binary(Level::Product),
                // A minus after the operator takes the power with it.
                Level::Product => self.binary(Level::Power),
                // Right-associative.
                Level::Power => self.binary(Level::Power),
            };
            let span = left.expr.span.to(right.expr.span);
            let chained = last == Some(level) && matches!(level, Level::Comparison | Level::Range);
            last = Some(level);
            if chained {
                self.blame_chain(level, span);
                left = Tall::error(span);
                continue;
            }
            let height = 1 + left.height.max(right.height);
            let kind = ExprKind::Binary {
                op,
                left: Box::new(left.expr),
                right: Box::new(right.expr),
                op_span,
            };
            left = Tall { expr: Expr { kind, span }, height };
        }
        left
    }

    fn unary(&mut self) -> Tall {
        match self.pieces.next() {
            Some(Piece::Operand(tall)) => tall,
            Some(Piece::Prefix(op, op_span)) => {
                let operand = match op {
                    UnaryOp::Negate => self.binary(Level::Power),
                    UnaryOp::Not => self.binary(Level::Comparison),
                };
                let span = op_span.to(operand.expr.span);
                let height = 1 + operand.height;
                Tall {
                    expr: Expr {
                        kind: ExprKind::Unary { op, operand: Box::new(operand.expr) },
                        span,
                    },
                    height,
                }
            }
            // The grammar sets an operand after each operator.
            Some(Piece::Infix(_, span)) => Tall::error(span),
            None => Tall::error(self.span),
        }
    }

    fn blame_chain(&mut self, level: Level, span: Span) {
        let (message, help) = if level == Level::Comparison {
            (
                "comparisons cannot be chained",
                "write `a < b and b < c`, or put one into parentheses",
            )
        } else {
            ("a range has one `..` only", "write `first .. last`")
        };
        // A longer chain is one mistake still.
        if let Some(error) = self
            .errors
            .last_mut()
            .filter(|error| error.message == message && error.span.start == span.start)
        {
            error.span = span;
            return;
        }
        self.errors.push(SyntaxError {
            span,
            message: message.to_owned(),
            help: Some(help.to_owned()),
            fix: None,
        });
    }
}
