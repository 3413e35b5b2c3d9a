//! A joint that lets a body move freely which nothing holds (E0401).

use cdl_grammar::syntax::{ElementName, MemberKind};

use super::{Action, ActionKind, Asked, layout};
use crate::ide::edit::Edit;
use crate::ide::tree::Node;

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    for found in asked.here(&["E0401"]) {
        let chain = asked.chain_at(&found.range);
        let Some((spot, Node::Member(member))) = chain.last().map(|spot| (spot, spot.node)) else {
            continue;
        };
        let MemberKind::Element(element) = &member.kind else { continue };
        let Some(name) = &element.name else { continue };
        let ElementName { name, index } = name;
        // Where an element of a part is meant, the joint belongs where the part is.
        if !found.diagnostic.message.contains(&format!("`{}", name.text)) {
            continue;
        }
        let index = index.as_ref().map_or("", |index| {
            let place = spot.place(index.span);
            asked.text.get(place.start.saturating_sub(1)..place.end + 1).unwrap_or("")
        });
        let joint = format!("joint {0}_free{index}: free from world to {0}{index}", name.text);
        let range = spot.range();
        let text = match layout::is_in_line(&asked.text, range.start) {
            true => format!("; {joint}"),
            false => format!("\n{}{joint}", layout::indent(&asked.text, range.start)),
        };
        actions.push(Action {
            title: format!("Let it move freely: `{joint}`"),
            kind: ActionKind::QuickFix,
            fixes: vec![found.fixed()],
            edits: vec![Edit::new(range.end..range.end, text)],
            is_preferred: false,
        });
    }
}
