//! Text to syntax tree: a file by its chunks, and each chunk on its own.

use std::sync::Arc;

use crate::layout::layout;
use crate::outline::{Outline, outline};
use crate::syntax::{File, Item, ItemKind, Member, Placed, Span, SyntaxError};
use crate::tree::{read_header, read_members};

/// Reads a whole file. Never fails: what cannot be read is in `errors`, the rest is in `items`.
pub fn parse(text: &str) -> File {
    let mut items: Vec<Whole> = Vec::new();
    let (docs, errors) = read(text, |chunk| match chunk {
        Chunk::Header(offset, header) => items.push(Whole { offset, header, members: Vec::new() }),
        Chunk::Member(offset, member) => {
            if let Some(item) = items.last_mut() {
                item.members.push(Placed { offset, node: Arc::new(member) });
            }
        }
    });
    let items = items.into_iter().map(|Whole { offset, header, members }| Placed {
        offset,
        node: Arc::new(compose_item(header, members)),
    });
    File { docs, items: items.collect(), errors }
}

/// An item while its members are read.
struct Whole {
    offset: u32,
    header: Item,
    members: Vec<Placed<Arc<Member>>>,
}

/// What cannot be read of a file. Nothing is kept of the rest, which is many times as large as the text.
pub(crate) fn errors(text: &str) -> Vec<SyntaxError> {
    read(text, |_| {}).1
}

enum Chunk {
    /// The start of an item, without its members.
    Header(u32, Item),
    /// One of the item before, and where it stands from the start of that.
    Member(u32, Member),
}

/// Hands out the chunks of a file one after the other; gives its docs and what cannot be read.
fn read(text: &str, mut take: impl FnMut(Chunk)) -> (String, Vec<SyntaxError>) {
    let Outline { docs, items, mut errors } = outline(text);
    for part in &items {
        let (header, header_errors) = parse_item_header(slice(text, part.header));
        add_errors(&mut errors, header_errors, part.header.start);
        let Some(header) = header else { continue };
        take(Chunk::Header(part.header.start, header));
        for &chunk in &part.members {
            let (members, member_errors) = parse_member(slice(text, chunk));
            add_errors(&mut errors, member_errors, chunk.start);
            let offset = chunk.start - part.header.start;
            members.into_iter().for_each(|member| take(Chunk::Member(offset, member)));
        }
    }
    errors.sort_by_key(|error| (error.span.start, error.span.end));
    (docs, errors)
}

/// Reads the header chunk of an item: everything up to the brace of its body, or all of it if it has
/// none. The item has no members yet. It is `None` only if the text starts with no word of an item,
/// which no header in an [`Outline`](crate::Outline) does. Spans are relative to `text`.
pub fn parse_item_header(text: &str) -> (Option<Item>, Vec<SyntaxError>) {
    read_header(&layout(text), text.len() as u32)
}

/// Reads a member chunk: one member, or several that stand in one line. Spans are relative to `text`.
pub fn parse_member(text: &str) -> (Vec<Member>, Vec<SyntaxError>) {
    read_members(&layout(text), text.len() as u32)
}

/// Gives an item its members; each stands at its `offset` from the start of the item's header.
pub fn compose_item(header: Item, members: Vec<Placed<Arc<Member>>>) -> Item {
    let mut item = header;
    match &mut item.kind {
        ItemKind::Model(component) | ItemKind::Component(component) => component.members = members,
        ItemKind::Experiment(experiment) => experiment.members = members,
        ItemKind::Import(_) | ItemKind::Const(_) | ItemKind::Function(_) | ItemKind::Enum(_) => {}
    }
    item
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}

fn add_errors(errors: &mut Vec<SyntaxError>, chunk_errors: Vec<SyntaxError>, offset: u32) {
    errors.extend(chunk_errors.iter().map(|error| error.shifted(offset)));
}
