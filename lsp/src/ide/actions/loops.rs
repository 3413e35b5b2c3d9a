//! Values that need each other. A `let` in such a loop has to say its type.

use std::collections::HashSet;
use std::ops::Range;

use cdl_compiler::NameUse;
use cdl_compiler::place::Place;
use cdl_compiler::resolve::Referent;
use cdl_grammar::syntax::{Member, MemberKind};

use super::Asked;
use super::repeated::{Occurrence, inside};
use crate::ide::tree::Node;

/// Whether what the expression at `range` needs, at first hand or through other values, needs one of the `places` in
/// which its name would stand.
pub(super) fn needs_itself(
    asked: &Asked<'_>,
    uses: &[NameUse],
    range: &Range<usize>,
    places: &[Occurrence],
) -> bool {
    let mut seen: HashSet<Place> = HashSet::new();
    let mut ranges = vec![range.clone()];
    while let Some(range) = ranges.pop() {
        for own in inside(uses, &range) {
            let Referent::Declared(place) = own.referent else { continue };
            if !seen.insert(place) {
                continue;
            }
            let Some(value) = value_of(asked, place) else { continue };
            let is_in =
                |own: &Occurrence| value.start <= own.range.start && own.range.end <= value.end;
            if places.iter().any(is_in) {
                return true;
            }
            ranges.push(value);
        }
    }
    false
}

/// Where the value of a `let` of this file stands.
fn value_of(asked: &Asked<'_>, name: Place) -> Option<Range<usize>> {
    let at = asked.view.locate(name).filter(|at| at.path == asked.path)?;
    let chain = asked.chain_at(&at.range);
    chain.iter().rev().find_map(|spot| match spot.node {
        Node::Member(Member { kind: MemberKind::Let { value, .. }, .. }) => {
            Some(spot.place(value.span))
        }
        _ => None,
    })
}

/// The type of the expression at `range`, if there is a name for it.
pub(super) fn type_of(asked: &Asked<'_>, range: &Range<usize>) -> Option<String> {
    let revealed = asked.view.reveal_in(asked.path, range.clone());
    let own = revealed.into_iter().find(|own| {
        let at = asked.view.locate(own.place);
        at.is_some_and(|at| at.path == asked.path && at.range == *range)
    })?;
    let is_written_so = own.ty.starts_with(|c: char| c.is_ascii_uppercase())
        && own.ty.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '(' | ')'));
    is_written_so.then_some(own.ty)
}
