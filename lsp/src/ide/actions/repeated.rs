//! Where the same expression stands once more in a model, and could be called by a name.

use std::ops::Range;

use cdl_compiler::NameUse;
use cdl_compiler::place::Place;
use cdl_compiler::resolve::{Declared, Referent, ScopeIndex};
use cdl_compiler::schema::{self, Law};
use cdl_grammar::syntax::{BinaryOp, ExprKind, Member, MemberKind};
use cdl_grammar::{Lexeme, lex};

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

/// The places that the names in an expression refer to, one for each name.
type Names = Vec<Option<Place>>;

/// `None` where one of the names means nothing at the top of the model, or is that of a variant and no
/// value.
pub(super) fn names(asked: &Asked<'_>, uses: &[NameUse], range: &Range<usize>) -> Option<Names> {
    // A bare value of an enum is known where its type is asked for only.
    let is_behind_a_dot = |own: &NameUse| asked.text[..own.range.start].ends_with('.');
    let is_good = |own: &NameUse| match own.referent {
        Referent::Declared(place) => {
            let Some(declaration) = asked.view.declaration(place) else { return false };
            let is_index = matches!(declaration.meaning, Declared::LoopIndex { .. });
            let is_value = matches!(declaration.meaning, Declared::EnumValue { .. });
            declaration.scope == ScopeIndex::ITEM
                && !is_index
                && (!is_value || is_behind_a_dot(own))
                && !is_optional(asked, place)
        }
        Referent::Variant(_) | Referent::Unknown | Referent::Kind(_) => false,
        Referent::Field(_)
        | Referent::Quantity(_)
        | Referent::Function(_)
        | Referent::Parameter(..)
        | Referent::Constant(_)
        | Referent::Component
        | Referent::Type
        | Referent::Unit => true,
        Referent::Untold => is_behind_a_dot(own),
    };
    inside(uses, range).all(is_good).then(|| places(uses, range))
}

/// The names in a range, of all in the order of the text.
pub(super) fn inside<'u>(
    uses: &'u [NameUse],
    range: &Range<usize>,
) -> impl Iterator<Item = &'u NameUse> {
    let end = range.end;
    let first = uses.partition_point(|own| own.range.start < range.start);
    uses.get(first..).unwrap_or(&[]).iter().take_while(move |own| own.range.end <= end)
}

fn places(uses: &[NameUse], range: &Range<usize>) -> Names {
    let place = |own: &NameUse| match own.referent {
        Referent::Declared(place) => Some(place),
        _ => None,
    };
    inside(uses, range).map(place).collect()
}

/// Whether something is declared in an `if`, so that it may not exist.
fn is_optional(asked: &Asked<'_>, place: Place) -> bool {
    let at = asked.view.locate(place).filter(|at| at.path == asked.path);
    at.is_some_and(|at| asked.chain_at(&at.range).iter().any(is_if))
}

fn is_if(spot: &Spot<'_>) -> bool {
    matches!(spot.node, Node::Member(Member { kind: MemberKind::If { .. }, .. }))
}

/// Whether an expression looks at what stands there in some cases only: in a branch, or in each turn of
/// a comprehension.
fn may_skip(around: &Spot<'_>, range: &Range<usize>) -> bool {
    let Node::Expr(expr) = around.node else { return false };
    let first = match &expr.kind {
        ExprKind::Conditional { condition, .. } => condition.span,
        ExprKind::Comprehension(own) => own.range.span,
        _ => return false,
    };
    let first = around.place(first);
    range.start < first.start || first.end < range.end
}

/// An expression once more.
pub(super) struct Occurrence {
    pub range: Range<usize>,
    /// It stands in an `if`, which may not be taken.
    pub is_optional: bool,
    /// It decides on what exists: the condition of an `if`, the range of a `for`, an index.
    pub is_structural: bool,
}

/// The same expression wherever it stands in the item and its names mean the same, in the order of the
/// text.
pub(super) fn occurrences(
    asked: &Asked<'_>,
    uses: &[NameUse],
    item: Spot<'_>,
    wanted: &Spot<'_>,
    names: &Names,
) -> Vec<Occurrence> {
    let Node::Expr(expr) = wanted.node else { return Vec::new() };
    let written = asked.slice(wanted.range());
    let kind = std::mem::discriminant(&expr.kind);
    let mut found: Vec<Occurrence> = Vec::new();
    each(item, &mut Vec::new(), &mut |around, spot| {
        let Node::Expr(own) = spot.node else { return };
        let range = spot.range();
        if std::mem::discriminant(&own.kind) == kind
            && are_same(asked.slice(range.clone()), written)
            && may_be_named(around, spot)
            && places(uses, &range) == *names
        {
            let is_optional = around.iter().any(|own| is_if(own) || may_skip(own, &range));
            found.push(Occurrence { range, is_optional, is_structural: is_structural(around) });
        }
    });
    found.sort_by_key(|own| own.range.start);
    found
}

/// Of what is inside of `around`.
fn is_structural(around: &[Spot<'_>]) -> bool {
    let last = around.iter().rposition(|spot| matches!(spot.node, Node::Member(_)));
    let inner = last.and_then(|last| around.get(last..)).unwrap_or(around);
    // Between a member and what belongs to it there are arguments, fields or relations.
    let is_direct = inner.iter().skip(1).all(|spot| matches!(spot.node, Node::Expr(_)));
    inner.iter().any(|spot| match spot.node {
        Node::Member(member) => {
            is_direct && matches!(member.kind, MemberKind::If { .. } | MemberKind::For { .. })
        }
        Node::Expr(expr) => matches!(expr.kind, ExprKind::Index { .. }),
        _ => false,
    })
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

/// Whether two expressions are the same but for blanks and comments.
fn are_same(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    if a.bytes().next() != b.bytes().next() || a.bytes().last() != b.bytes().last() {
        return false;
    }
    let (of_a, of_b) = (lex(a), lex(b));
    let code = |own: &&Lexeme| own.is_code();
    let (words_a, words_b) = (of_a.iter().filter(code), of_b.iter().filter(code));
    words_a.map(|own| own.text(a)).eq(words_b.map(|own| own.text(b)))
}
