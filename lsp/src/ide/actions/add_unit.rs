//! The customary units for a number that lacks one, besides the one that the diagnostic proposes.

use cdl_compiler::units::customary;

use super::{Action, ActionKind, Asked};
use crate::ide::edit::Edit;

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    for found in asked.here(&["E0302"]) {
        let Some(fix) = &found.diagnostic.fix else { continue };
        let Some((number, proposed)) = fix.replacement.rsplit_once(' ') else { continue };
        let Some(at) = asked.view.locate(fix.place).filter(|at| at.path == asked.path) else {
            continue;
        };
        for unit in customary(proposed).iter().filter(|unit| **unit != proposed) {
            let text = format!("{number} {unit}");
            actions.push(Action {
                title: format!("Write `{text}`"),
                kind: ActionKind::QuickFix,
                fixes: vec![found.fixed()],
                edits: vec![Edit::new(at.range.clone(), text)],
                is_preferred: false,
            });
        }
    }
}
