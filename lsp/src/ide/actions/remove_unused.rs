//! Takes out what nothing reads (W0411): a `let`, a material, an import.

use std::ops::Range;

use cdl_compiler::lint::unused_imports;
use cdl_grammar::syntax::{Import, Item, ItemKind, MemberKind};

use super::{Action, ActionKind, Asked, Fixed, layout};
use crate::ide::edit::Edit;
use crate::ide::tree::Node;

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    for found in asked.here(&["W0411"]) {
        let chain = asked.chain_at(&found.range);
        let Some(Node::Member(member)) = chain.last().map(|spot| spot.node) else { continue };
        let is_removable = matches!(member.kind, MemberKind::Let { .. } | MemberKind::Element(_));
        let lines = chain.last().and_then(|spot| whole_lines(&asked.text, &spot.range()));
        if let Some(lines) = lines.filter(|_| is_removable) {
            actions.push(action(asked, found.range.clone(), lines));
        }
    }
    actions.extend(import(asked));
}

fn action(asked: &Asked<'_>, name: Range<usize>, removed: Range<usize>) -> Action {
    Action {
        title: format!("Remove `{}`", asked.slice(name.clone())),
        kind: ActionKind::QuickFix,
        fixes: vec![Fixed { code: "W0411", range: name }],
        edits: vec![Edit::new(removed, "")],
        is_preferred: false,
    }
}

/// The import at the place, if nothing in the file reads its name.
fn import(asked: &Asked<'_>) -> Option<Action> {
    let (item, _) = asked.chain.split_first()?;
    let Node::Item(Item { kind: ItemKind::Import(Import { targets }), .. }) = item.node else {
        return None;
    };
    let places: Vec<Range<usize>> = targets
        .iter()
        .map(|own| {
            let end = own.alias.as_ref().map_or(own.path.span, |alias| alias.span);
            item.place(own.path.span.to(end))
        })
        .collect();
    let own = places
        .iter()
        .position(|own| own.start <= asked.range.end && asked.range.start <= own.end)?;
    let target = targets.get(own)?;
    let items = asked.view.items(asked.path);
    let unused = unused_imports(items.iter().map(|item| item.item));
    let span = target.alias.as_ref().unwrap_or(&target.path).span;
    let is_unused = unused.iter().any(|(index, unused)| {
        let start = items.get(*index).map(|own| own.span.start as usize);
        unused.span == span && start == Some(item.range().start)
    });
    if !is_unused {
        return None;
    }
    let place = places.get(own)?;
    let removed =
        match (own.checked_sub(1).and_then(|before| places.get(before)), places.get(own + 1)) {
            (None, None) => whole_lines(&asked.text, &item.range())?,
            (None, Some(next)) => place.start..next.start,
            (Some(before), _) => before.end..place.end,
        };
    Some(action(asked, item.place(span), removed))
}

/// The lines of something that stands alone in them, with its docs and one line end.
pub(super) fn whole_lines(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    if layout::is_in_line(text, range.start) {
        return None;
    }
    let rest = text.get(range.end..)?;
    let after = rest.split('\n').next().unwrap_or("");
    if !after.trim().is_empty() {
        return None;
    }
    let end = range.end + (after.len() + 1).min(rest.len());
    let mut start = layout::line_start(text, range.start);
    while start > 0 {
        let before = layout::line_start(text, start - 1);
        if !text.get(before..start).is_some_and(|line| line.trim_start().starts_with("///")) {
            break;
        }
        start = before;
    }
    Some(start..end)
}
