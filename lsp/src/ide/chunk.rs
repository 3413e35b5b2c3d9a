//! The chunk around an offset: the header of an item, or one of its members.

use std::ops::Range;

use cdl_compiler::View;
use cdl_grammar::syntax::ItemKind;

/// What the text around an offset is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// No item, or the header of one.
    File,
    Model,
    Component,
    Experiment,
}

/// The part of the text that has to be read to know what stands around an offset, and what it is part
/// of: from the last member that starts before it, or from the header of its item.
pub(super) fn chunk_at(
    view: &View,
    path: &str,
    text: &str,
    offset: usize,
) -> (Owner, Range<usize>) {
    let items = view.items(path);
    let next = items.partition_point(|item| item.span.start as usize <= offset);
    let end = items.get(next).map_or(text.len(), |item| item.span.start as usize);
    let Some(item) = next.checked_sub(1).and_then(|last| items.get(last)) else {
        return (Owner::File, 0..end);
    };
    let start = item.span.start as usize;
    let (owner, members) = match &item.item.kind {
        ItemKind::Model(own) => (Owner::Model, &own.members),
        ItemKind::Component(own) => (Owner::Component, &own.members),
        ItemKind::Experiment(own) => (Owner::Experiment, &own.members),
        ItemKind::Import(_) | ItemKind::Const(_) | ItemKind::Function(_) | ItemKind::Enum(_) => {
            return (Owner::File, start..end);
        }
    };
    let after = members.partition_point(|member| start + member.offset as usize <= offset);
    let end = members.get(after).map_or(end, |member| start + member.offset as usize);
    match after.checked_sub(1).and_then(|last| members.get(last)) {
        Some(member) => (owner, start + member.offset as usize..end),
        None => (Owner::File, start..end),
    }
}
