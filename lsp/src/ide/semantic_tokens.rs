//! What each word of a file is, for its colour.

use std::ops::Range;

use cdl_compiler::place::{ItemKey, Place};
use cdl_compiler::resolve::{Declarations, Declared, Referent};
use cdl_compiler::schema::Shape;
use cdl_compiler::{NameUse, View};
use cdl_grammar::{Bracket, Lexeme, LexemeKind};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub start: usize,
    /// In the same line.
    pub end: usize,
    pub kind: TokenKind,
    pub modifiers: Modifiers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TokenKind {
    /// An imported file.
    Namespace,
    Type,
    /// The kind of an element, such as `body`.
    Struct,
    /// A component, a model or an experiment.
    Class,
    /// A word that the schema offers to choose from, such as `revolute`, or a value of an enum.
    EnumMember,
    Parameter,
    Variable,
    /// A field or a quantity.
    Property,
    Function,
    Method,
    Keyword,
    Number,
    Unit,
    String,
    Comment,
    Operator,
}

/// What is special about a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    pub declaration: bool,
    pub readonly: bool,
    pub default_library: bool,
    pub documentation: bool,
}

impl TokenKind {
    pub const ALL: [Self; 16] = [
        Self::Namespace,
        Self::Type,
        Self::Struct,
        Self::Class,
        Self::EnumMember,
        Self::Parameter,
        Self::Variable,
        Self::Property,
        Self::Function,
        Self::Method,
        Self::Keyword,
        Self::Number,
        Self::Unit,
        Self::String,
        Self::Comment,
        Self::Operator,
    ];

    /// As the protocol calls it; `unit` is our own, which an editor shows like any word unless it is
    /// told that it is a `type`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Namespace => "namespace",
            Self::Type => "type",
            Self::Struct => "struct",
            Self::Class => "class",
            Self::EnumMember => "enumMember",
            Self::Parameter => "parameter",
            Self::Variable => "variable",
            Self::Property => "property",
            Self::Function => "function",
            Self::Method => "method",
            Self::Keyword => "keyword",
            Self::Number => "number",
            Self::Unit => "unit",
            Self::String => "string",
            Self::Comment => "comment",
            Self::Operator => "operator",
        }
    }
}

impl Modifiers {
    /// As the protocol calls them, in the order of the bits.
    pub const NAMES: [&'static str; 4] =
        ["declaration", "readonly", "defaultLibrary", "documentation"];

    /// A bit for each, from the lowest on.
    pub fn bits(self) -> u32 {
        u32::from(self.declaration)
            | u32::from(self.readonly) << 1
            | u32::from(self.default_library) << 2
            | u32::from(self.documentation) << 3
    }
}

/// The tokens of a file, or of the lines around a range of it, in the order of the text. None overlap,
/// and each stands in one line.
pub fn semantic_tokens(view: &View, path: &str, range: Option<Range<usize>>) -> Vec<Token> {
    let Some(text) = view.text(path) else { return Vec::new() };
    let (range, uses, first) = match range {
        None => (0..text.len(), view.uses(path), 0),
        Some(range) => {
            let range = lines_around(&text, range);
            let first = view.chunk_start(path, range.start);
            (range.clone(), view.uses_in(path, range), first)
        }
    };
    let part = text.get(first..range.end).unwrap_or_default();
    let mut coloured =
        Colouring { view, text: &text, known: FxHashMap::default(), found: Vec::new() };
    let mut uses = uses.iter().peekable();
    let mut is_start = true;
    for mut lexeme in cdl_grammar::lex(part) {
        lexeme.start += first as u32;
        lexeme.end += first as u32;
        let (start, end) = (lexeme.start as usize, lexeme.end as usize);
        if end <= range.start {
            is_start = true;
            continue;
        }
        // A unit such as `kg/m^3` is one name of several lexemes.
        while uses.next_if(|own| own.range.end <= start).is_some() {}
        match uses.peek() {
            Some(own) if own.range.start == start => coloured.name(own),
            Some(own) if own.range.start < start => {}
            _ => coloured.lexeme(&lexeme, is_start),
        }
        is_start = match lexeme.kind {
            LexemeKind::Newline | LexemeKind::Semicolon => true,
            LexemeKind::Open(bracket) | LexemeKind::Close(bracket) => bracket == Bracket::Brace,
            _ => is_start && lexeme.is_comment(),
        };
    }
    // A comment of several lines may have begun before.
    coloured.found.retain(|token| token.start >= range.start);
    coloured.found
}

fn lines_around(text: &str, range: Range<usize>) -> Range<usize> {
    let is_end = |&byte: &u8| byte == b'\n';
    let bytes = text.as_bytes();
    let (start, end) = (range.start.min(text.len()), range.end.min(text.len()));
    let start = bytes[..start].iter().rposition(is_end).map_or(0, |at| at + 1);
    let end = bytes[end..].iter().position(is_end).map_or(text.len(), |at| end + at);
    start..end.max(start)
}

struct Colouring<'v> {
    view: &'v View,
    text: &'v str,
    known: FxHashMap<ItemKey, Option<&'v Declarations>>,
    found: Vec<Token>,
}

const PLAIN: Modifiers =
    Modifiers { declaration: false, readonly: false, default_library: false, documentation: false };
const READONLY: Modifiers = Modifiers { readonly: true, ..PLAIN };
const LIBRARY: Modifiers = Modifiers { default_library: true, ..PLAIN };

impl Colouring<'_> {
    fn add(&mut self, range: Range<usize>, kind: TokenKind, modifiers: Modifiers) {
        self.found.push(Token { start: range.start, end: range.end, kind, modifiers });
    }

    /// What the text alone tells. Some words mean something only where an item or member starts.
    fn lexeme(&mut self, lexeme: &Lexeme, is_start: bool) {
        let range = lexeme.start as usize..lexeme.end as usize;
        let word = lexeme.text(self.text);
        match lexeme.kind {
            LexemeKind::Word
                if cdl_grammar::is_reserved(word)
                    || is_start
                        && (cdl_grammar::is_contextual(word) || cdl_grammar::is_verb(word)) =>
            {
                self.add(range, TokenKind::Keyword, PLAIN);
            }
            LexemeKind::Number => self.add(range, TokenKind::Number, PLAIN),
            LexemeKind::Text | LexemeKind::OpenText => self.add(range, TokenKind::String, PLAIN),
            LexemeKind::Operator | LexemeKind::Equals => {
                self.add(range, TokenKind::Operator, PLAIN);
            }
            LexemeKind::Comment | LexemeKind::OpenComment => self.comment(range, PLAIN),
            LexemeKind::Doc | LexemeKind::FileDoc => {
                self.comment(range, Modifiers { documentation: true, ..PLAIN });
            }
            LexemeKind::Word
            | LexemeKind::Newline
            | LexemeKind::SoftNewline
            | LexemeKind::Open(_)
            | LexemeKind::Close(_)
            | LexemeKind::Dropped
            | LexemeKind::Comma
            | LexemeKind::Semicolon
            | LexemeKind::Colon
            | LexemeKind::Dot
            | LexemeKind::Unknown => {}
        }
    }

    /// A token for each line.
    fn comment(&mut self, range: Range<usize>, modifiers: Modifiers) {
        let mut start = range.start;
        for line in self.text.get(range).unwrap_or_default().split_inclusive('\n') {
            let shown = line.trim_end_matches(['\n', '\r']);
            let blank = shown.len() - shown.trim_start().len();
            if blank < shown.len() {
                self.add(start + blank..start + shown.len(), TokenKind::Comment, modifiers);
            }
            start += line.len();
        }
    }

    fn name(&mut self, own: &NameUse) {
        let word = self.text.get(own.range.clone()).unwrap_or_default();
        let (kind, modifiers) = match own.referent {
            Referent::Declared(place) => {
                if word.starts_with('"') {
                    // The path of an import, which binds a name.
                    return self.add(own.range.clone(), TokenKind::String, PLAIN);
                }
                let Some((kind, modifiers)) = self.declared(place) else { return };
                (kind, Modifiers { declaration: own.is_declaration, ..modifiers })
            }
            Referent::Kind(_) if is_keyword(word) => (TokenKind::Keyword, PLAIN),
            Referent::Kind(_) => (TokenKind::Struct, LIBRARY),
            Referent::Variant(_) => (TokenKind::EnumMember, LIBRARY),
            Referent::Quantity(quantity) if quantity.shape == Shape::Station && word == "at" => {
                (TokenKind::Method, LIBRARY)
            }
            Referent::Field(_) | Referent::Quantity(_) | Referent::Component => {
                (TokenKind::Property, LIBRARY)
            }
            Referent::Function(_) => (TokenKind::Function, LIBRARY),
            Referent::Parameter(..) => (TokenKind::Parameter, LIBRARY),
            Referent::Constant(_) => {
                (TokenKind::Variable, Modifiers { default_library: true, ..READONLY })
            }
            Referent::Type => (TokenKind::Type, LIBRARY),
            Referent::Unit => (TokenKind::Unit, PLAIN),
            Referent::Untold => (TokenKind::Property, PLAIN),
            // A name that means nothing looks like none.
            Referent::Unknown if is_keyword(word) => (TokenKind::Keyword, PLAIN),
            Referent::Unknown => return,
        };
        self.add(own.range.clone(), kind, modifiers);
    }

    fn declared(&mut self, place: Place) -> Option<(TokenKind, Modifiers)> {
        let view = self.view;
        let known = self.known.entry(place.item);
        let declarations = (*known.or_insert_with(|| view.declared_in(place.item)))?;
        Some(match declarations.at(place.span)?.meaning {
            Declared::Import => (TokenKind::Namespace, PLAIN),
            Declared::Const { .. }
            | Declared::Let { .. }
            | Declared::Recorded { .. }
            | Declared::LoopIndex { .. } => (TokenKind::Variable, READONLY),
            Declared::Function => (TokenKind::Function, PLAIN),
            Declared::Model | Declared::Component | Declared::Experiment => {
                (TokenKind::Class, PLAIN)
            }
            Declared::Enum { .. } => (TokenKind::Type, PLAIN),
            Declared::EnumValue { .. } => (TokenKind::EnumMember, PLAIN),
            Declared::Parameter { .. } => (TokenKind::Parameter, PLAIN),
            Declared::Part { .. } | Declared::Element { .. } => (TokenKind::Variable, PLAIN),
        })
    }
}

fn is_keyword(word: &str) -> bool {
    cdl_grammar::is_reserved(word) || cdl_grammar::is_contextual(word)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    /// A line for each token: its text, what it is, and what is special.
    fn shown(text: &str, range: Option<Range<usize>>) -> String {
        let fixture = Fixture::new(text);
        let tokens = semantic_tokens(&fixture.view(), &fixture.path, range);
        let text = fixture.text();
        let line = |token: &Token| {
            let special = (0..4).filter(|bit| token.modifiers.bits() & 1 << bit != 0);
            let special: String =
                special.map(|bit| format!(" {}", Modifiers::NAMES[bit])).collect();
            format!("{:14} {}{special}\n", &text[token.start..token.end], token.kind.name())
        };
        tokens.iter().map(line).collect()
    }

    const CRANE: &str = "\
//! A crane.
import \"parts.cdl\", std.materials as m
/// How much
/* over
   lines */ const load = 2 t
fn twice(a: Length) -> Length = 2 * a
model Crane(reach: Length = 10 m, high: Bool = not true) {
  body boom { density = m.steel.density; shape = sphere(diameter = 1 m) }
  joint pin: revolute(axis = y) from world to boom { damping = 1 kN.m.s/rad }
  cable rope: rigid_links(count = 4) from boom to free { length = twice(a = reach) }
  for i in 0..2 { frame eye[i] at [i, 0, 0] * reach }
  part arm = parts.Arm()
  force f on rope.at(1 m) = [sin(time / 1 s), 0, 50 %] N // push
  when rope.end.tension > 3 kN { release rope; lock = 3 }
  at 2 s {
    attach rope.end to boom, within = reach
    arm.rate[0] = load
    lock.rate = 2
    lock lock
  }
  lock pin
  record eye[0].position.x as model, unknown
}
experiment lift = Crane(reach = 3 m) {
  simulate 10 s with rk4(step = 5 ms), every 10 ms
}
";

    #[test]
    fn each_word_is_something() {
        insta::assert_snapshot!(shown(CRANE, None));
    }

    #[test]
    fn a_range_has_the_tokens_of_its_lines() {
        let fixture = Fixture::new(CRANE);
        let view = fixture.view();
        let whole = semantic_tokens(&view, &fixture.path, None);
        for start in 0..CRANE.len() {
            for end in [start, start + 40] {
                let end = end.min(CRANE.len());
                let from = CRANE[..start].rfind('\n').map_or(0, |at| at + 1);
                let to = CRANE[end..].find('\n').map_or(CRANE.len(), |at| end + at);
                let expected: Vec<Token> = whole
                    .iter()
                    .filter(|token| from <= token.start && token.end <= to)
                    .copied()
                    .collect();
                let found = semantic_tokens(&view, &fixture.path, Some(start..end));
                assert_eq!(found, expected, "{start}..{end}");
            }
        }
    }
}
