//! Names that are used and not declared yet: what one is about to declare is often one of them.

use cdl_compiler::resolve::Referent;

use super::CompletionKind;
use super::list::{Entry, List};

/// To look for them in a longer text takes too long at every key.
const LONGEST_TEXT: usize = 100_000;

pub(super) fn complete(list: &mut List<'_>) {
    let text = list.cursor.text;
    if text.len() > LONGEST_TEXT {
        return;
    }
    for own in list.view.uses(list.path) {
        let is_unknown = matches!(own.referent, Referent::Unknown) && !own.is_declaration;
        let (before, behind) = (text.get(..own.range.start), text.get(own.range.end..));
        let (Some(before), Some(behind), true) = (before, behind, is_unknown) else { continue };
        let name = text.get(own.range.clone()).unwrap_or("");
        let before = before.trim_end_matches(' ');
        // At the start of a line stand fields and kinds, behind a dot members.
        let is_operand = !before.ends_with(['.', '\n', '{', ';', ':']) && !before.is_empty();
        let is_assigned = behind.trim_start().starts_with(['=', ':', '(']);
        let is_typed = own.range.end == list.cursor.offset;
        if is_operand && !is_assigned && !is_typed && !list.contains(name) {
            let entry = Entry::plain(name, CompletionKind::Variable, 0);
            list.add(entry.detail("used, but not declared yet"));
        }
    }
}
