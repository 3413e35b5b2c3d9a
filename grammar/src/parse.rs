//! Text to syntax tree: a file by its chunks, and each chunk on its own.

use std::sync::Arc;

use crate::layout::layout;
use crate::outline::outline;
use crate::syntax::{File, Item, ItemKind, Member, Placed, Span, SyntaxError};
use crate::tree::{read_header, read_members};

/// Reads a whole file. Never fails: what cannot be read is in `errors`, the rest is in `items`.
pub fn parse(text: &str) -> File {
    let outline = outline(text);
    let mut errors = outline.errors;
    let mut items = Vec::with_capacity(outline.items.len());
    for part in &outline.items {
        let (header, header_errors) = parse_item_header(slice(text, part.header));
        add_errors(&mut errors, header_errors, part.header.start);
        let Some(header) = header else { continue };
        let mut members = Vec::with_capacity(part.members.len());
        for &chunk in &part.members {
            let (read, member_errors) = parse_member(slice(text, chunk));
            add_errors(&mut errors, member_errors, chunk.start);
            let offset = chunk.start - part.header.start;
            members.extend(read.into_iter().map(|node| Placed { offset, node: Arc::new(node) }));
        }
        let item = Arc::new(compose_item(header, members));
        items.push(Placed { offset: part.header.start, node: item });
    }
    errors.sort_by_key(|error| (error.span.start, error.span.end));
    File { docs: outline.docs, items, errors }
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
