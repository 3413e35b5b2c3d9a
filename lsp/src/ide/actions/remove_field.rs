//! Takes out a field that is given twice (E0204) or contradicts another one (E0310).

use std::ops::Range;

use super::remove_unused::whole_lines;
use super::{Action, ActionKind, Asked};
use crate::ide::edit::Edit;
use crate::ide::tree::Node;

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    for found in asked.here(&["E0204", "E0310"]) {
        let related = found.diagnostic.related.iter().filter_map(|own| {
            let at = asked.view.locate(own.place)?;
            (at.path == asked.path).then_some(at.range)
        });
        // Of two that contradict each other either may be the wrong one.
        let others: Vec<Range<usize>> = related.filter(|_| found.code() == "E0310").collect();
        for range in std::iter::once(found.range.clone()).chain(others) {
            let chain = asked.chain_at(&range);
            let field = chain.iter().rev().find_map(|spot| match spot.node {
                Node::Field(field) => Some((spot.range(), field)),
                _ => None,
            });
            let Some((place, field)) = field else { continue };
            let Some(removed) = removed(&asked.text, &place) else { continue };
            actions.push(Action {
                title: format!("Remove `{} = {}`", field.name.text, value(asked, &place)),
                kind: ActionKind::QuickFix,
                fixes: vec![found.fixed()],
                edits: vec![Edit::new(removed, "")],
                is_preferred: false,
            });
        }
    }
}

fn value(asked: &Asked<'_>, field: &Range<usize>) -> String {
    let text = asked.slice(field.clone());
    let value = text.split_once('=').map_or("", |(_, value)| value);
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines of a field, or in a line with others the field with one separator.
fn removed(text: &str, field: &Range<usize>) -> Option<Range<usize>> {
    if let Some(lines) = whole_lines(text, field) {
        return Some(lines);
    }
    let after = text.get(field.end..)?;
    let rest = after.trim_start_matches([' ', '\t']);
    if let Some(next) = rest.strip_prefix([';', ',']) {
        let next = next.trim_start_matches([' ', '\t']);
        return Some(field.start..field.end + after.len() - next.len());
    }
    let before = text.get(..field.start)?.trim_end();
    let before = before.strip_suffix([';', ','])?;
    Some(before.trim_end().len()..field.end)
}
