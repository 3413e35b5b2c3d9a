//! Completion: what can be written at the cursor, and only that, the likeliest first.
//!
//! ```text
//! reader.rs, context.rs    the brackets and entries around the cursor, from lexemes alone
//! place.rs, entries.rs     what can be written there, by the schema
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
mod call;
mod context;
mod documentation;
mod dotted;
mod entries;
mod expected;
mod fields;
pub(super) mod imports;
mod items;
mod list;
mod members;
mod names;
mod place;
mod placeholder;
mod reader;
mod relations;
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
use context::{Context, TokenKind};
use list::List;
use place::{Reading, Region, Slot};

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
    let context = Context::new(view, path, &text, offset);
    if context.is_silent {
        return Completions::default();
    }
    let reading = Reading { view, path, context: &context };
    let region = reading.region();
    let Some(frame) = context.frames.last() else { return Completions::default() };
    let entry = frame.entry();
    let mut list = List::new(&reading);
    let slot = reading.slot(&region, entry);
    if context.string.is_some() {
        imports::string(&mut list, &slot, entry);
        return list.finish();
    }
    if let Some(last) = entry.last()
        && last.kind == TokenKind::Dot
    {
        dotted::complete(&mut list, &slot, entry);
        return list.finish();
    }
    match (&slot, &region) {
        (Slot::Start, Region::File) => items::complete(&mut list),
        (Slot::Start, Region::Body(owner)) => members::complete(&mut list, *owner),
        (Slot::Start, Region::Block(kind, variant)) => {
            fields::block(&mut list, kind, *variant);
        }
        (Slot::Start, Region::Fields(fields)) => fields::structure(&mut list, fields),
        (Slot::Start, Region::Arguments(callee)) => arguments::complete(&mut list, callee),
        (Slot::Name, _) => undeclared::complete(&mut list),
        (Slot::Start | Slot::Nothing, _) => {}
        (Slot::Variant(kind), _) => fields::variants(&mut list, kind.variants, 0),
        (Slot::Words(words), _) => list.words(words),
        (Slot::Target { targets, tokens, words }, _) => {
            match tokens.last() {
                Some(last) if reading.ends_operand(*last) => list.words(words),
                _ => targets::complete(&mut list, targets),
            };
        }
        (Slot::Value { expected, tokens, words }, _) => {
            values::complete(&mut list, expected, tokens, words);
        }
        (Slot::Type, _) => types::complete(&mut list, &region),
        (Slot::Component(tokens), _) => values::components(&mut list, tokens),
        (Slot::Model(tokens), _) => values::models(&mut list, tokens),
        (Slot::Clause(kind), _) => fields::clauses(&mut list, kind),
        (Slot::Import(tokens), _) => imports::complete(&mut list, tokens),
    }
    list.finish()
}
