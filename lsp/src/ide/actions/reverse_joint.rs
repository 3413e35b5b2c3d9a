//! The two ends of a joint that is the wrong way round (E0410), exchanged.

use cdl_grammar::syntax::{MemberKind, Relation, RelationWord};

use super::{Action, ActionKind, Asked};
use crate::ide::edit::Edit;
use crate::ide::tree::{Node, Spot};

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    for found in asked.here(&["E0410"]) {
        let chain = asked.chain_at(&found.range);
        let joint = chain.iter().rev().find_map(|spot| match spot.node {
            Node::Member(member) => match &member.kind {
                MemberKind::Element(element) => Some((spot, element)),
                _ => None,
            },
            _ => None,
        });
        let Some((spot, element)) = joint else { continue };
        let end = |word: RelationWord| element.relations.iter().find(|own| own.word == word);
        let (Some(from), Some(to)) = (end(RelationWord::From), end(RelationWord::To)) else {
            continue;
        };
        let (from, to) = (target(spot, from), target(spot, to));
        let title =
            format!("Write `from {} to {}`", asked.slice(to.clone()), asked.slice(from.clone()));
        let edits = vec![
            Edit::new(from.clone(), asked.slice(to.clone())),
            Edit::new(to, asked.slice(from)),
        ];
        let (kind, fixes) = (ActionKind::QuickFix, vec![found.fixed()]);
        actions.push(Action { title, kind, fixes, edits, is_preferred: true });
    }
}

/// What stands behind the word, with the offset after an inner `at`.
fn target(spot: &Spot<'_>, relation: &Relation) -> std::ops::Range<usize> {
    spot.place(relation.target.span).start..spot.place(relation.span).end
}
