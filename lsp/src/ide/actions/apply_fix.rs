//! What a diagnostic proposes: here, or wherever the file has the same mistake.

use std::ops::Range;

use super::{Action, ActionKind, Asked, Found};
use crate::ide::edit::Edit;

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    let mut titles: Vec<String> = Vec::new();
    for found in asked.here(&[]) {
        let Some(edit) = edit(asked, found) else { continue };
        actions.push(Action {
            title: title(asked, found, &edit),
            kind: ActionKind::QuickFix,
            fixes: vec![found.fixed()],
            edits: vec![edit.clone()],
            is_preferred: true,
        });
        let Some(everywhere) = everywhere(asked, found, &edit) else { continue };
        if !titles.contains(&everywhere.title) {
            titles.push(everywhere.title.clone());
            actions.push(everywhere);
        }
    }
}

fn edit(asked: &Asked<'_>, found: &Found) -> Option<Edit> {
    let fix = found.diagnostic.fix.as_ref()?;
    let at = asked.view.locate(fix.place)?;
    (at.path == asked.path).then(|| Edit::new(at.range, fix.replacement.clone()))
}

fn title(asked: &Asked<'_>, found: &Found, edit: &Edit) -> String {
    let fix = found.diagnostic.fix.as_ref();
    let written = asked.slice(edit.range());
    if edit.text.is_empty() {
        return format!("Remove `{written}`");
    }
    match fix.and_then(|fix| command(&fix.title)) {
        Some(title) => capitalized(title),
        None if written.trim().is_empty() => format!("Insert `{}`", edit.text.trim()),
        None => format!("Change `{}` to `{}`", written.trim(), edit.text.trim()),
    }
}

/// What says to do one thing: a rule of the language, a question, or a choice of two is no title.
fn command(title: &str) -> Option<&str> {
    const BEGINNINGS: [&str; 4] = ["write ", "add ", "remove ", "close "];
    let is_one = BEGINNINGS.iter().any(|own| title.starts_with(own));
    is_one.then(|| title.split(", or ").next().unwrap_or(title))
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), chars.as_str())
}

/// All missing units with the units that are proposed, or all places where the same word is to become
/// the same other one.
fn everywhere(asked: &Asked<'_>, found: &Found, edit: &Edit) -> Option<Action> {
    const MISSING_UNIT: &str = "E0302";
    const SYNTAX: &str = "E0101";
    // One bracket has nothing to do with another.
    if found.code() == SYNTAX && (edit.text.is_empty() || edit.range().is_empty()) {
        return None;
    }
    let mut edits: Vec<Edit> = Vec::new();
    let mut fixes = Vec::new();
    for other in asked.diagnostics.iter().filter(|other| other.code() == found.code()) {
        let Some(own) = self::edit(asked, other) else { continue };
        let same = own.text == edit.text && asked.slice(own.range()) == asked.slice(edit.range());
        if found.code() != MISSING_UNIT && !same {
            continue;
        }
        fixes.push(other.fixed());
        if !edits.iter().any(|earlier| overlap(&earlier.range(), &own.range())) {
            edits.push(own);
        }
    }
    let count = edits.len();
    let title = match found.code() {
        MISSING_UNIT => format!("Write all {count} missing units in this file"),
        _ => {
            let written = asked.slice(edit.range());
            format!("Change all {count} `{written}` to `{}`", edit.text)
        }
    };
    let kind = ActionKind::QuickFix;
    (count > 1).then_some(Action { title, kind, fixes, edits, is_preferred: false })
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end || a == b
}
