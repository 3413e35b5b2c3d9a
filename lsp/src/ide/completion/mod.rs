//! Completion: what can be written at the cursor, and only that, the likeliest first.
//!
//! ```text
//! cursor.rs      what is being typed
//! ../place/      what can be written there, from the tree of the half-written text and the schema
//! items.rs, members.rs, fields.rs, values.rs, units.rs, ...   one file per kind of place
//! ```
//!
//! For the server: it is worth asking again at each of [`TRIGGERS`], besides letters. A blank is among
//! them for units and for what follows words such as `from`: ask [`completions_after`] then, which says
//! nothing where an entry starts.
//! Snippets of several lines are to be inserted with `insertTextMode = adjustIndentation`. `sort` is
//! in the order of the list. Where `is_incomplete`, the list was cut down by what has been typed and
//! has to be asked for again at the next character. [`documentation`] belongs into
//! `completionItem/resolve`: a [`Subject`] is small and can be kept with the last list by index.

mod arguments;
mod cursor;
mod documentation;
mod dotted;
mod fields;
pub(super) mod imports;
mod items;
mod list;
mod members;
mod names;
mod placeholder;
mod snippet;
mod targets;
#[cfg(test)]
mod tests;
mod types;
mod undeclared;
mod units;
mod values;

use std::ops::Range;

use cdl_compiler::View;

use super::edit::Edit;
use super::place::{Chunk, Slot};
use cursor::Cursor;
use list::List;

pub use documentation::{Subject, documentation};
pub use snippet::Insert;

/// Characters after which completion is worth asking for.
pub const TRIGGERS: [char; 8] = ['.', ' ', ':', '(', '=', '"', '/', '['];

/// What can be written at a place, the likeliest first.
#[derive(Clone, Debug, Default)]
pub struct Completions {
    pub items: Vec<Completion>,
    /// There is more that does not start like what has been typed.
    pub is_incomplete: bool,
}

#[derive(Clone, Debug)]
pub struct Completion {
    pub label: String,
    /// What is put in place of `range`.
    pub insert: Insert,
    /// What has been typed of it; ends at the cursor.
    pub range: Range<usize>,
    pub kind: CompletionKind,
    /// Such as its type, unit or signature.
    pub detail: Option<String>,
    pub subject: Subject,
    /// Sorts as the list does.
    pub sort: String,
    /// What is compared with the typed text.
    pub filter: String,
    /// Changes elsewhere that it needs, such as an import.
    pub edits: Vec<Edit>,
    /// Characters that accept it when typed.
    pub commit: &'static [char],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A word of the language.
    Keyword,
    /// A whole item, element or expression to be filled in.
    Template,
    /// A kind of element.
    Kind,
    Variant,
    Field,
    /// The name of an argument.
    Argument,
    /// Something measured, such as `position`.
    Quantity,
    Element,
    Part,
    Component,
    Model,
    Module,
    File,
    Function,
    Constant,
    Parameter,
    /// A `let` or the index of a loop.
    Variable,
    /// A literal that fits.
    Value,
    Unit,
    Type,
}

/// The same as [`completions`], asked because a character has just been typed: nothing where that only
/// indents a line, or starts a name.
pub fn completions_after(view: &View, path: &str, offset: usize, trigger: char) -> Completions {
    let text = view.text(path);
    let before = text.as_ref().and_then(|text| text.get(..offset)).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    let is_indent =
        trigger == ' ' && matches!(line.trim_end().chars().last(), None | Some('{' | ';'));
    if is_indent { Completions::default() } else { completions(view, path, offset) }
}

/// What can be written at a byte offset of a file.
pub fn completions(view: &View, path: &str, offset: usize) -> Completions {
    let Some(text) = view.text(path) else { return Completions::default() };
    if !text.is_char_boundary(offset) {
        return Completions::default();
    }
    let chunk = Chunk::around(view, path, &text, offset);
    let Some(cursor) = Cursor::new(&text, chunk.range.start, offset) else {
        return Completions::default();
    };
    let place = chunk.place(&cursor.marked());
    let mut list = List::new(view, path, &cursor, (place.declared, place.turns));
    complete(&mut list, place.slot);
    list.finish()
}

fn complete(list: &mut List<'_>, slot: Slot) {
    match slot {
        Slot::Items => items::complete(list),
        Slot::Members(owner) => members::complete(list, owner),
        Slot::Block { kind, variant, given } => fields::block(list, kind, variant, &given),
        Slot::Fields { fields, given } => fields::structure(list, fields, &given),
        Slot::Argument(argument) => arguments::complete(list, &argument),
        Slot::Clause { kind, given } => fields::clauses(list, kind, &given),
        Slot::Name => undeclared::complete(list),
        Slot::Variant(kind) => fields::variants(list, kind.variants, 0),
        Slot::Words(words) => list.words(&words),
        Slot::Target(targets) => targets::complete(list, targets),
        Slot::Value(expected) => values::operands(list, &expected, 0),
        Slot::Behind(behind) => values::behind(list, &behind),
        Slot::Member { target, around } => dotted::complete(list, target, &around),
        Slot::Type { is_nested } => types::complete(list, is_nested),
        Slot::Component => values::components(list),
        Slot::Model => values::models(list),
        Slot::Import { is_behind_dot } => imports::complete(list, is_behind_dot),
        Slot::Unit(of) => units::shown(list, of),
        Slot::Files(endings) => imports::string(list, endings),
        Slot::Nothing => {}
    }
}
