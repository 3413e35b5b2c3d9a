//! Types of parameters and `let`s.

use cdl_compiler::elaborate::TYPE_NAMES;
use cdl_compiler::resolve::Denotation;
use cdl_compiler::units::QUANTITY_TYPES;

use super::CompletionKind;
use super::documentation::Subject;
use super::list::{Entry, List};
use super::names::named;

/// Inside of `Vector(...)` as well as behind a colon.
pub(super) fn complete(list: &mut List<'_>, is_nested: bool) {
    for ty in QUANTITY_TYPES {
        let entry = Entry::plain(ty.name, CompletionKind::Type, 0);
        let detail = if ty.unit == "1" { "a plain number" } else { ty.unit };
        list.add(entry.detail(detail).subject(Subject::Type(ty.name)));
    }
    for own in list.candidates() {
        let rank = match own.denotation {
            Denotation::Enum(_) => 0,
            // One of its enums.
            Denotation::Module(_) => 3,
            _ => continue,
        };
        let entry = named(list, &own.name, &own.referent, &own.denotation);
        list.add(Entry { rank, ..entry });
    }
    let rank = if is_nested { 2 } else { 1 };
    for (name, _) in TYPE_NAMES {
        list.add(Entry::plain(name, CompletionKind::Type, rank).subject(Subject::Type(name)));
    }
}
