//! What can be written at a place of a half-written text: the text with a marker is parsed, and the
//! way to the marker in the tree is read by the schema.
//!
//! ```text
//! members.rs     items, members and blocks
//! elements.rs    the parts of an element, and analyses
//! exprs.rs       expressions, arguments and types
//! callee.rs      whatever takes arguments
//! relations.rs   the words that connect elements
//! expected.rs    what is asked for
//! ```

pub(super) mod callee;
mod elements;
pub(super) mod expected;
mod exprs;
mod members;
pub(super) mod relations;

use std::ops::Range;

use cdl_compiler::View;
use cdl_compiler::schema::{Field, Kind, Target, Variant};
use cdl_grammar::syntax::{Span, Text};
use cdl_grammar::{Form, HalfWritten, Marked, parse, parse_member};

use super::chunk::{Owner, chunk_at};
pub(super) use callee::Callee;
pub(super) use expected::Expected;

/// Names that are given already.
pub(super) type Names = Vec<Text>;

/// What can be written somewhere.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// An item of the file.
    Items,
    /// A member of a model, component or experiment.
    Members(Owner),
    /// A field of an element, or what may be nested in it.
    Block {
        kind: &'static Kind,
        variant: Option<&'static Variant>,
        given: Names,
    },
    /// A field of a value in braces.
    Fields {
        fields: &'static [Field],
        given: Names,
    },
    /// The name of an argument, or the value of the one at `index`.
    Argument(Argument),
    /// After a comma behind `simulate`.
    Clause {
        kind: &'static Kind,
        given: Names,
    },
    /// The name of an element, which is being chosen.
    Name,
    /// After the colon behind an element's name.
    Variant(&'static Kind),
    /// One of these words.
    Words(Vec<&'static str>),
    /// Something that a relation points at.
    Target(&'static [Target]),
    Value(Expected),
    /// What goes on with an expression.
    Behind(Behind),
    /// What stands behind the dot after `target`, where `around` is asked for.
    Member {
        target: Range<usize>,
        around: Box<Slot>,
    },
    Type {
        is_nested: bool,
    },
    /// What a `part` is an instance of.
    Component,
    /// What an experiment runs.
    Model,
    /// What an `import` names.
    Import {
        is_behind_dot: bool,
    },
    /// A unit in which what stands in this range of the text can be shown.
    Unit(Range<usize>),
    /// A file with one of these endings, in a string.
    Files(&'static [&'static str]),
    /// Something that cannot be guessed.
    Nothing,
}

impl Slot {
    /// The names that are given already, where one is asked for.
    fn given(&mut self) -> Option<&mut Names> {
        match self {
            Slot::Block { given, .. }
            | Slot::Fields { given, .. }
            | Slot::Argument(Argument { given, .. })
            | Slot::Clause { given, .. } => Some(given),
            _ => None,
        }
    }
}

/// Where an argument starts.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub callee: Callee,
    pub index: usize,
    /// Whether it can be given by its position: none before it has a name.
    pub is_free: bool,
    pub given: Names,
    pub expected: Expected,
}

/// What stands before something that goes on with an expression.
#[derive(Clone, Debug)]
pub(super) struct Behind {
    /// Where the operand ends.
    pub end: usize,
    pub takes_unit: bool,
    /// Of the operand.
    pub expected: Expected,
    /// What can follow besides operators.
    pub words: Vec<&'static str>,
}

/// A call whose parenthesis is open.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub callee: Callee,
    /// For each argument up to the cursor its name, if it has one.
    pub names: Vec<Option<Text>>,
}

#[derive(Clone, Debug)]
pub(super) struct Place {
    pub slot: Slot,
    /// What the value that is being written gives its name to.
    pub declared: Option<Text>,
    /// The variables of comprehensions around it, the innermost last: the text may be too broken to have their scopes.
    pub turns: Names,
}

/// A part of a text that is parsed in one piece, and what is asked in it.
pub(super) struct Chunk<'v> {
    pub view: &'v View,
    pub path: &'v str,
    pub text: &'v str,
    pub owner: Owner,
    pub range: Range<usize>,
}

impl<'v> Chunk<'v> {
    /// The chunk around an offset.
    pub fn around(view: &'v View, path: &'v str, text: &'v str, offset: usize) -> Self {
        let (owner, range) = chunk_at(view, path, text, offset);
        Self { view, path, text, owner, range }
    }

    fn half_written(&self, offset: usize, typed: &str) -> HalfWritten<'v> {
        HalfWritten::new(self.text.get(self.range.start..offset).unwrap_or(""), typed)
    }

    /// What can be written in place of `typed`, which ends at the cursor. In a string, `typed` starts
    /// with its quote.
    pub fn place(&self, typed: &Range<usize>) -> Place {
        let word = self.text.get(typed.clone()).unwrap_or("");
        let half = self.half_written(typed.start, word);
        let forms: &[Form] = match (word.starts_with('"'), half.is_start()) {
            (true, _) => &[Form::Text],
            (false, true) => &[Form::Operand, Form::Field],
            (false, false) => &[Form::Operand, Form::Behind, Form::Field, Form::Range],
        };
        // Between items is no tree.
        if half.is_left() || self.owner == Owner::File && half.is_outermost_start() {
            let slot = if half.is_outermost_start() { Slot::Items } else { Slot::Nothing };
            return Place { slot, declared: None, turns: Names::new() };
        }
        for &form in forms {
            let marked = half.marked(form);
            let mut finder = Finder::new(self, &marked, form);
            if let Some(mut slot) = finder.find(&marked.text) {
                self.add_given(&half, typed, &mut slot);
                return Place { slot, declared: finder.declared, turns: finder.turns };
            }
        }
        Place { slot: Slot::Nothing, declared: None, turns: Names::new() }
    }

    /// The innermost call around an offset.
    pub fn call(&self, offset: usize) -> Option<Call> {
        let marked = self.half_written(offset, "").marked_argument()?;
        let mut finder = Finder::new(self, &marked, Form::Operand);
        finder.find(&marked.text)?;
        finder.call
    }

    /// What is given behind the cursor is given, too.
    fn add_given(&self, half: &HalfWritten<'_>, typed: &Range<usize>, slot: &mut Slot) {
        let sort = std::mem::discriminant(slot);
        let is_clause = matches!(slot, Slot::Clause { .. });
        let Some(given) = slot.given() else { return };
        let mut behind = self.text.get(typed.end..self.range.end).unwrap_or("");
        if !typed.is_empty() {
            // The word at the cursor goes on.
            behind = behind.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        }
        if !is_clause && !behind.contains(['=', '{']) {
            return;
        }
        let marked = half.marked_within(behind);
        let whole = Finder::new(self, &marked, Form::Field).find(&marked.text);
        let mut whole = whole.filter(|whole| std::mem::discriminant(whole) == sort);
        if let Some(own) = whole.as_mut().and_then(Slot::given) {
            given.append(own);
        }
    }
}

/// Follows the marker into the tree.
struct Finder<'f> {
    chunk: &'f Chunk<'f>,
    form: Form,
    /// What spans in the tree are relative to, in the marked text.
    base: u32,
    /// Of the marker, in the tree.
    at: Span,
    /// Where the innermost open bracket stands.
    inside: u32,
    text: &'f str,
    /// What the conditions around the marker need next.
    conditions: Vec<&'static str>,
    call: Option<Call>,
    declared: Option<Text>,
    turns: Names,
}

impl<'f> Finder<'f> {
    fn new(chunk: &'f Chunk<'f>, marked: &'f Marked, form: Form) -> Self {
        Self {
            chunk,
            form,
            base: 0,
            at: marked.at,
            inside: marked.inside,
            text: &marked.text,
            conditions: Vec::new(),
            call: None,
            declared: None,
            turns: Names::new(),
        }
    }

    /// What the marker stands for in a text, if the parser could read what is around it.
    fn find(&mut self, text: &str) -> Option<Slot> {
        if self.chunk.owner != Owner::File {
            return self.members(&parse_member(text).0, members::Around::Body(self.chunk.owner));
        }
        let file = parse(text);
        let last = file.items.iter().rfind(|item| item.offset <= self.at.start)?;
        self.enter(last.offset);
        self.item(&last.node)
    }

    /// Goes to a chunk at an offset, which its spans are relative to.
    fn enter(&mut self, offset: u32) {
        self.base += offset;
        self.at = Span::new(self.at.start - offset, self.at.end - offset);
        self.inside = self.inside.saturating_sub(offset);
    }

    fn is_in(&self, span: Span) -> bool {
        span.start <= self.at.start && self.at.end <= span.end
    }

    /// Where a span is in the text of the file; only before the marker.
    fn range(&self, span: Span) -> Range<usize> {
        let start = self.chunk.range.start + self.base as usize;
        start + span.start as usize..start + span.end as usize
    }

    /// What is written there.
    fn written(&self, span: Span) -> &'f str {
        let range = (self.base + span.start) as usize..(self.base + span.end) as usize;
        self.text.get(range).unwrap_or("")
    }
}
