//! Precedence climbing: operands and operators in a row become a tree.

use std::iter::Peekable;
use std::vec::IntoIter;

use crate::binding::Binding;
use crate::syntax::{BinaryOp, Expr, ExprKind, Link, Span, SyntaxError, UnaryOp};
use crate::tree::Tall;

pub(crate) enum Piece {
    Prefix(UnaryOp, Span),
    Operand(Tall),
    Infix(BinaryOp, Span),
}

/// A row of more operators than this, applied from left to right, is one node.
const LONG: usize = 16;

/// How deep [`climb`] goes at most for these pieces: powers, signs and `not`s nest, the others stand in a row.
pub(crate) fn nesting(pieces: &[Piece]) -> usize {
    let (mut negations, mut tight, mut deepest) = (0, 0, 0);
    for piece in pieces {
        match piece {
            Piece::Operand(_) => {}
            Piece::Prefix(UnaryOp::Not, _) => negations += 1,
            Piece::Prefix(UnaryOp::Negate, _) => tight += 1,
            Piece::Infix(op, _) => match Binding::of_binary(*op) {
                level if level > Binding::Negation => tight += 1,
                level if level > Binding::Not => tight = 0,
                _ => (negations, tight) = (0, 0),
            },
        }
        deepest = deepest.max(negations + tight);
    }
    deepest
}

/// Builds the tree of `pieces`, which stand in the order of the text and whose [`nesting`] the caller has limited.
pub(crate) fn climb(pieces: Vec<Piece>, span: Span, errors: &mut Vec<SyntaxError>) -> Tall {
    Climber { pieces: pieces.into_iter().peekable(), span, errors }.binary(Binding::Range)
}

struct Climber<'e> {
    pieces: Peekable<IntoIter<Piece>>,
    span: Span,
    errors: &'e mut Vec<SyntaxError>,
}

impl Climber<'_> {
    /// Operators that bind at least as tight as `minimum`.
    fn binary(&mut self, minimum: Binding) -> Tall {
        let mut left = self.unary();
        let mut row: Option<Row> = None;
        while let Some(&Piece::Infix(op, op_span)) = self.pieces.peek() {
            let level = Binding::of_binary(op);
            if level < minimum {
                break;
            }
            self.pieces.next();
            let [_, behind] = Binding::beside(op);
            let right = self.binary(behind);
            let before = row.filter(|row| row.level == level);
            if before.is_some() && matches!(level, Binding::Comparison | Binding::Range) {
                let span = left.expr.span.to(right.expr.span);
                self.blame_chain(level, span);
                left = Tall::error(span);
                continue;
            }
            let before = before.unwrap_or(Row { level, length: 0, tallest: left.height });
            let tallest = before.tallest.max(right.height);
            left = before.extended(left, Link { op, op_span, right: right.expr }, tallest);
            row = Some(Row { level, length: before.length + 1, tallest });
        }
        left
    }

    fn unary(&mut self) -> Tall {
        match self.pieces.next() {
            Some(Piece::Operand(tall)) => tall,
            Some(Piece::Prefix(op, op_span)) => {
                let operand = self.binary(Binding::behind(op));
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

    fn blame_chain(&mut self, level: Binding, span: Span) {
        let (message, help) = if level == Binding::Comparison {
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
            is_read: false,
        });
    }
}

/// So many operators of one level have been read one after the other.
#[derive(Clone, Copy)]
struct Row {
    level: Binding,
    length: usize,
    /// The height of the highest operand.
    tallest: u32,
}

impl Row {
    /// `left`, which is this row, and one more operator.
    fn extended(self, left: Tall, link: Link, tallest: u32) -> Tall {
        let span = left.expr.span.to(link.right.span);
        if self.length < LONG {
            let height = 1 + left.height.max(tallest);
            let Link { op, op_span, right } = link;
            let (left, right) = (Box::new(left.expr), Box::new(right));
            return Tall {
                expr: Expr { kind: ExprKind::Binary { op, left, right, op_span }, span },
                height,
            };
        }
        let (first, mut links) = match left.expr.kind {
            ExprKind::Chain { first, links } if self.length > LONG => (first, links),
            _ => {
                let (first, links) = flattened(left.expr, self.length);
                (first, Box::new(links))
            }
        };
        links.push(link);
        Tall { expr: Expr { kind: ExprKind::Chain { first, links }, span }, height: 1 + tallest }
    }
}

/// A row of `length` operators, one below the other, as what it starts with and what follows.
fn flattened(row: Expr, length: usize) -> (Box<Expr>, Vec<Link>) {
    let mut first = Box::new(row);
    let mut links = Vec::with_capacity(length + 1);
    for _ in 0..length {
        first = match *first {
            Expr { kind: ExprKind::Binary { op, left, right, op_span }, .. } => {
                links.push(Link { op, op_span, right: *right });
                left
            }
            other => Box::new(other),
        };
    }
    links.reverse();
    (first, links)
}
