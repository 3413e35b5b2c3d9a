//! Turns pest's pairs into the syntax tree.

mod actions;
mod astray;
mod elements;
mod enums;
mod expressions;
mod items;
mod members;
mod records;

pub(crate) use expressions::Tall;
use pest::Parser;
use pest::iterators::Pair;

use crate::layout::Layout;
use crate::long_lists::Shortened;
use crate::rules::{Grammar, Rule};
use crate::syntax::{Item, Member, Name, Span, SyntaxError, SyntaxFix, Text};

/// Reads the header of an item. `None` if the chunk does not start with the word of an item.
pub(crate) fn read_header(layout: &Layout, length: u32) -> (Option<Item>, Vec<SyntaxError>) {
    read(layout, length, |reader| {
        reader.pairs(Rule::header_chunk).into_iter().find_map(|pair| reader.item(pair))
    })
}

/// Reads a chunk of members.
pub(crate) fn read_members(layout: &Layout, length: u32) -> (Vec<Member>, Vec<SyntaxError>) {
    read(layout, length, |reader| {
        let pairs = reader.pairs(Rule::member_chunk);
        reader.entries(pairs, members::Place::Members).1
    })
}

/// Long lists in pieces, unless something is wrong.
fn read<'t, T>(
    layout: &'t Layout,
    length: u32,
    read: impl Fn(&mut Reader<'t>) -> T,
) -> (T, Vec<SyntaxError>) {
    if let Some(shortened) = &layout.shortened {
        let mut reader = Reader::new(layout, length, Some(shortened));
        let found = read(&mut reader);
        if reader.errors.is_empty() {
            return (found, reader.finish());
        }
    }
    let mut reader = Reader::new(layout, length, None);
    let found = read(&mut reader);
    (found, reader.finish())
}

pub(crate) struct Reader<'t> {
    /// The text that pest read, which may be longer than the chunk by missing closing braces.
    pub text: &'t str,
    layout: &'t Layout,
    /// The length of the chunk.
    length: u32,
    /// What pest reads in the place of the text.
    shortened: Option<&'t Shortened>,
    /// Where the piece of a long list starts that pest has read by itself.
    offset: u32,
    pub(crate) errors: Vec<SyntaxError>,
}

impl<'t> Reader<'t> {
    fn new(layout: &'t Layout, length: u32, shortened: Option<&'t Shortened>) -> Self {
        Self { text: &layout.text, layout, length, shortened, offset: 0, errors: Vec::new() }
    }

    /// The pairs of the whole chunk. These rules accept every text with balanced brackets.
    fn pairs(&mut self, rule: Rule) -> Vec<Pair<'t, Rule>> {
        let text = self.shortened.map_or(self.text, |shortened| &shortened.text);
        let chunk = Grammar::parse(rule, text).ok().and_then(|mut pairs| pairs.next());
        match chunk {
            Some(chunk) => chunk.into_inner().filter(|pair| pair.as_rule() != Rule::EOI).collect(),
            None => {
                let span = Span::new(0, self.length);
                // What the layout found explains it.
                if !self.is_explained(span) {
                    self.error(span, "this could not be read", None);
                }
                Vec::new()
            }
        }
    }

    fn finish(mut self) -> Vec<SyntaxError> {
        self.errors.extend(self.layout.errors.iter().cloned());
        self.errors.sort_by_key(|error| (error.span.start, error.span.end));
        self.errors
    }

    /// Reports an error, unless the layout has reported one at the same place already.
    pub fn error(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        self.error_with_fix(span, message, help, None);
    }

    pub fn error_with_fix(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: Option<String>,
        fix: Option<SyntaxFix>,
    ) {
        let fix = fix.map(|fix| SyntaxFix { span: self.clamp(fix.span), ..fix });
        let span = self.clamp(span);
        self.errors.push(SyntaxError { span, message: message.into(), help, fix, is_read: false });
    }

    /// Whether the layout found something wrong inside of `span`, so that whatever pest stumbles
    /// over there is probably the same mistake.
    pub fn is_explained(&self, span: Span) -> bool {
        self.layout
            .errors
            .iter()
            .any(|error| error.span.start <= span.end && span.start <= error.span.end)
    }

    fn clamp(&self, span: Span) -> Span {
        Span::new(span.start.min(self.length), span.end.min(self.length))
    }

    /// Where the pair stands, without the blanks that pest leaves at the end of some.
    fn span(&self, pair: &Pair<Rule>) -> Span {
        let range = pair.as_span();
        let end = range.start() + range.as_str().trim_end().len();
        self.clamp(Span::new(range.start() as u32, end as u32).shifted(self.offset))
    }

    fn name(&self, pair: &Pair<Rule>) -> Name {
        Name { text: pair.as_str().into(), span: self.span(pair) }
    }

    /// The `///` lines directly before `start`, joined by newlines.
    fn docs(&self, start: u32) -> Box<str> {
        let docs = &self.layout.docs;
        let last = docs.partition_point(|doc| doc.span.end <= start);
        let mut first = last;
        let mut below = start;
        while let Some(doc) = first.checked_sub(1).and_then(|i| docs.get(i)) {
            let between = self.text.get(doc.span.end as usize..below as usize).unwrap_or("");
            if !between.trim().is_empty() {
                break;
            }
            below = doc.span.start;
            first -= 1;
        }
        let lines: Vec<_> =
            docs.get(first..last).unwrap_or(&[]).iter().map(|doc| doc.text.as_str()).collect();
        lines.join("\n").into()
    }
}

/// A name that is missing where one has to stand.
fn missing_name(at: u32) -> Name {
    Name { text: Text::new(), span: Span::new(at, at) }
}
