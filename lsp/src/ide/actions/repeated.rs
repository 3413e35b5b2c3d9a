//! Where the same expression stands once more in a model, and could be called by a name.

use std::ops::Range;

use cdl_compiler::NameUse;
use cdl_compiler::place::Place;
use cdl_compiler::resolve::{Declared, Referent, ScopeIndex};
use cdl_compiler::schema::{self, Law};
use cdl_grammar::lex;
use cdl_grammar::syntax::{BinaryOp, ExprKind, MemberKind};

use super::Asked;
use crate::ide::tree::{Node, Spot};

/// Whether a name means the same at this place: no unit follows that belongs to its numbers, it is no
/// exponent, no column is called by it, and it is inside of a member.
pub(super) fn may_be_named(around: &[Spot<'_>], spot: &Spot<'_>) -> bool {
    let mut is_in_member = false;
    for outer in around {
        match outer.node {
            Node::Member(member) => {
                // `constraint c: a == b` is an equation and no value.
                let is_equation = matches!(&member.kind, MemberKind::Element(own)
                    if schema::kind(&own.kind.text).is_some_and(|kind| matches!(kind.law, Some(Law::Equation)))
                        && own.law.as_ref().is_some_and(|law| outer.place(law.span) == spot.range()));
                if is_equation {
                    return false;
                }
                is_in_member = true;
            }
            Node::Record(entry) if entry.alias.is_none() => return false,
            Node::Expr(expr) => match &expr.kind {
                ExprKind::List { unit: Some(_), .. } | ExprKind::Call { unit: Some(_), .. } => {
                    return false;
                }
                ExprKind::Binary { op: BinaryOp::Power, right, .. }
                    if outer.place(right.span) == spot.range() =>
                {
                    return false;
                }
                _ => {}
            },
            _ => {}
        }
    }
    is_in_member
}

/// What the names in an expression refer to; `None` where one of them means nothing at the top of the
/// model, or is that of a variant and no value.
pub(super) fn names(
    asked: &Asked<'_>,
    uses: &[NameUse],
    range: &Range<usize>,
) -> Option<Vec<Option<Place>>> {
    let first = uses.partition_point(|own| own.range.start < range.start);
    let inside = uses.get(first..)?.iter().take_while(|own| own.range.end <= range.end);
    inside
        .map(|own| match own.referent {
            Referent::Declared(place) => {
                let declaration = asked.view.declaration(place)?;
                let is_index = matches!(declaration.meaning, Declared::LoopIndex { .. });
                let is_seen = declaration.scope == ScopeIndex::ITEM && !is_index;
                (is_seen && !is_conditional(asked, place)).then_some(Some(place))
            }
            Referent::Variant(_) | Referent::Unknown | Referent::Kind(_) => None,
            Referent::Field(_)
            | Referent::Quantity(_)
            | Referent::Function(_)
            | Referent::Parameter(..)
            | Referent::Constant(_)
            | Referent::Component
            | Referent::Type
            | Referent::Unit
            | Referent::Untold => Some(None),
        })
        .collect()
}

/// Whether something is declared in an `if`, so that it may not exist.
fn is_conditional(asked: &Asked<'_>, place: Place) -> bool {
    let at = asked.view.locate(place).filter(|at| at.path == asked.path);
    at.is_some_and(|at| is_in_condition(asked, &at.range))
}

pub(super) fn is_in_condition(asked: &Asked<'_>, range: &Range<usize>) -> bool {
    asked.chain_at(range).iter().any(|spot| match spot.node {
        Node::Member(member) => matches!(member.kind, MemberKind::If { .. }),
        _ => false,
    })
}

/// The same expression wherever it stands in the item and its names mean the same.
pub(super) fn occurrences(
    asked: &Asked<'_>,
    uses: &[NameUse],
    item: Spot<'_>,
    wanted: &Spot<'_>,
    names: &[Option<Place>],
) -> Vec<Range<usize>> {
    let Node::Expr(expr) = wanted.node else { return Vec::new() };
    let text = words(asked.slice(wanted.range()));
    let kind = std::mem::discriminant(&expr.kind);
    let mut found: Vec<Range<usize>> = Vec::new();
    each(item, &mut Vec::new(), &mut |around, spot| {
        let Node::Expr(own) = spot.node else { return };
        let range = spot.range();
        if std::mem::discriminant(&own.kind) == kind
            && words(asked.slice(range.clone())) == text
            && may_be_named(around, spot)
            && self::names(asked, uses, &range).as_deref() == Some(names)
        {
            found.push(range);
        }
    });
    found.sort_by_key(|range| range.start);
    found
}

fn each<'t>(
    spot: Spot<'t>,
    around: &mut Vec<Spot<'t>>,
    visit: &mut dyn FnMut(&[Spot<'t>], &Spot<'t>),
) {
    visit(around, &spot);
    around.push(spot);
    spot.each_child(&mut |child| each(child, around, visit));
    around.pop();
}

/// The words of an expression, whatever blanks are between them.
fn words(text: &str) -> Vec<&str> {
    let lexemes = lex(text);
    lexemes.iter().filter(|lexeme| lexeme.is_code()).map(|lexeme| lexeme.text(text)).collect()
}
