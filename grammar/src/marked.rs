//! Half-written text with a marker where the cursor stands. What is open is closed, so that the
//! parser reads the text like any other, and the marker is found in the tree.

use crate::lexemes::{Bracket, Lexeme, LexemeKind, lex};
use crate::pairing::{Pairing, Trust};
use crate::syntax::Span;
use crate::words;

/// Reads as a name, and nobody has one like it.
pub const MARKER: &str = "_cursor_";

/// A chunk that can be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    pub text: String,
    /// Where the marker stands in it.
    pub at: Span,
    /// Where the innermost open bracket stands; 0 without one.
    pub inside: u32,
}

/// What the marker is read as. Which of them makes a whole text tells what the cursor is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A name or an operand, or the first word of an entry: `_cursor_`.
    Operand,
    /// What follows an operand: `^ _cursor_`. Nothing binds tighter, so the operand is on its left.
    Behind,
    /// The name of a field, an argument or a clause: `_cursor_ = 0`.
    Field,
    /// What follows the index of a loop: `in _cursor_`.
    Range,
    /// A string: `"_cursor_"`.
    Text,
}

impl Form {
    /// What stands before and behind the marker.
    fn around(self) -> (&'static str, &'static str) {
        match self {
            Self::Operand => ("", ""),
            Self::Behind => (" ^ ", ""),
            Self::Field => ("", " = 0"),
            Self::Range => (" in ", ""),
            Self::Text => ("\"", "\""),
        }
    }
}

/// What the name of an enum needs behind it.
const VALUES: &str = " { a }";

/// What a comprehension needs before its colon.
const TURNS: &str = ": 0";

/// The text of a chunk up to the cursor.
#[derive(Clone, Debug)]
pub struct HalfWritten<'t> {
    before: &'t str,
    open: Open,
}

/// What is open where the marker stands.
#[derive(Clone, Debug)]
struct Open {
    /// What is being written at each level of brackets, the outermost first; never empty.
    entries: Vec<Entry>,
    is_left: bool,
}

/// A field, a member, an argument or an element of a list, as far as it is written.
#[derive(Clone, Debug)]
struct Entry {
    bracket: Option<Bracket>,
    /// Where the bracket stands.
    opened: u32,
    /// Where the value starts that is being written: behind the bracket, a comma or `=`.
    value: u32,
    is_empty: bool,
    /// Whether the next word is its first, not counting `pub`.
    is_first: bool,
    /// Whether it is one name so far.
    is_name: bool,
    /// Whether it ends with an `else` that takes a block.
    is_else: bool,
    /// What its head still needs: a block, a value, or what a comprehension lists.
    head: &'static str,
    /// What its `if`s still need, the outermost first.
    conditions: Vec<&'static str>,
}

impl Entry {
    fn new(bracket: Option<Bracket>, opened: u32, value: u32) -> Self {
        Self {
            bracket,
            opened,
            value,
            is_empty: true,
            is_first: true,
            is_name: false,
            is_else: false,
            head: "",
            conditions: Vec::new(),
        }
    }

    /// The next one in the same brackets.
    fn next(&self, start: u32) -> Self {
        Self::new(self.bracket, self.opened, start)
    }

    /// Whether it stands between round or square brackets.
    fn is_slot(&self) -> bool {
        matches!(self.bracket, Some(Bracket::Paren | Bracket::Square))
    }

    /// Takes a word that has its meaning in the language, if it has one.
    fn word(&mut self, word: &str) {
        let is_first_of_all = std::mem::replace(&mut self.is_first, false);
        let is_first = is_first_of_all && !self.is_slot();
        let is_else = std::mem::replace(&mut self.is_else, false);
        match word {
            "pub" if is_first => self.is_first = true,
            "let" | "const" | "fn" if is_first => self.head = " = 0",
            "for" | "if" | "at" | "when" | "every" if is_first => self.head = " { }",
            "enum" if is_first => self.head = VALUES,
            "for" if is_first_of_all && self.bracket == Some(Bracket::Square) => {
                self.head = TURNS;
            }
            // It leaves turns out, and has no branches.
            "if" if self.head == TURNS => {}
            "if" if !is_else => self.conditions.push(" then 0 else 0"),
            "then" => {
                if let Some(missing) = self.conditions.last_mut() {
                    *missing = " else 0";
                }
            }
            "else" => {
                self.is_else = self.conditions.pop().is_none();
                if self.is_else {
                    self.head = " { }";
                }
            }
            _ => {}
        }
    }
}

impl Open {
    /// What is open before `at` in a text.
    fn before(text: &str, at: u32) -> Self {
        let mut own = Self { entries: vec![Entry::new(None, 0, 0)], is_left: false };
        let mut pairing = Pairing::new(text, 0, Trust::Brackets);
        let lexemes = lex(text);
        let mut is_behind_dot = false;
        for (i, &lexeme) in lexemes.iter().enumerate().take_while(|(_, own)| own.start <= at) {
            if !lexeme.is_code() {
                pairing.pass_over(lexeme);
                continue;
            }
            let step = pairing.step(&lexemes, i);
            own.entries.truncate(step.depth + 1);
            if step.breaks_line
                && let Some(entry) = own.entries.last_mut()
            {
                *entry = entry.next(lexeme.start);
            }
            if step.dropped && lexeme.kind == LexemeKind::Close(Bracket::Brace) && step.depth == 0 {
                own = Self { entries: vec![Entry::new(None, 0, lexeme.end)], is_left: true };
            } else if lexeme.start < at && !step.dropped {
                own.take(lexeme, lexeme.text(text), is_behind_dot);
            }
            is_behind_dot = lexeme.kind == LexemeKind::Dot;
            own.entries.truncate(pairing.depth() + 1);
        }
        own
    }

    fn take(&mut self, lexeme: Lexeme, text: &str, is_behind_dot: bool) {
        let Some(entry) = self.entries.last_mut() else { return };
        let is_first = std::mem::replace(&mut entry.is_empty, false);
        let is_name = std::mem::replace(&mut entry.is_name, false);
        entry.is_name = is_first
            && entry.bracket == Some(Bracket::Brace)
            && lexeme.kind == LexemeKind::Word
            && words::is_name(text);
        if is_name && matches!(lexeme.kind, LexemeKind::Dot | LexemeKind::Open(Bracket::Square)) {
            // In the block of an event that is assigned to.
            entry.head = " = 0";
        }
        match lexeme.kind {
            LexemeKind::Word if !is_behind_dot => return entry.word(text),
            LexemeKind::Comma if entry.is_slot() => *entry = entry.next(lexeme.end),
            LexemeKind::Comma => {
                entry.conditions.clear();
                entry.value = lexeme.end;
            }
            LexemeKind::Colon if entry.head == TURNS => entry.head = "",
            LexemeKind::Semicolon => *entry = entry.next(lexeme.end),
            LexemeKind::Equals => {
                entry.head = "";
                entry.value = lexeme.end;
            }
            LexemeKind::Open(bracket) => {
                if bracket == Bracket::Brace && matches!(entry.head, " { }" | VALUES) {
                    entry.head = "";
                }
                (entry.is_first, entry.is_else) = (false, false);
                self.entries.push(Entry::new(Some(bracket), lexeme.start, lexeme.end));
                return;
            }
            _ => {}
        }
        entry.is_first &= entry.is_empty;
        entry.is_else = false;
    }

    /// Ends what is open, but for what is begun in the innermost brackets if that is gone.
    fn close(&self, text: &mut String, with_innermost: bool) {
        for (i, entry) in self.entries.iter().rev().enumerate() {
            if i > 0 || with_innermost {
                entry.conditions.iter().rev().for_each(|missing| text.push_str(missing));
            }
            if i > 0 || with_innermost || !entry.is_slot() {
                text.push_str(entry.head);
            }
            text.push_str(entry.bracket.map_or("", Bracket::close));
        }
    }

    fn innermost(&self) -> u32 {
        self.entries.last().map_or(0, |entry| entry.opened)
    }
}

impl<'t> HalfWritten<'t> {
    /// `before` goes from the start of the chunk up to what has been `typed` of the word at the cursor.
    pub fn new(before: &'t str, typed: &str) -> Self {
        let mut before = before;
        if continues_line(before, typed) {
            // The marker does not continue a line, the word does.
            let lexemes = lex(before);
            let last = lexemes.iter().rfind(|lexeme| lexeme.is_code());
            before = before.get(..last.map_or(0, |last| last.end as usize)).unwrap_or(before);
        }
        let (text, at) = written(before, Form::Operand);
        Self { before, open: Open::before(&text, at.start) }
    }

    /// Whether a brace before the cursor closes what was opened before the chunk.
    pub fn is_left(&self) -> bool {
        self.open.is_left
    }

    /// Whether a field, a member, an argument or an element of a list starts at the cursor.
    pub fn is_start(&self) -> bool {
        self.open.entries.last().is_none_or(|entry| entry.is_empty)
    }

    /// The same where it stands in no brackets of this text.
    pub fn is_outermost_start(&self) -> bool {
        matches!(&*self.open.entries, [entry] if entry.is_empty)
    }

    /// The text with a marker, and without what is behind the cursor.
    pub fn marked(&self, form: Form) -> Marked {
        let (mut text, at) = written(self.before, form);
        let own;
        let open = match form {
            Form::Operand => &self.open,
            _ => {
                own = Open::before(&text, at.start);
                &own
            }
        };
        open.close(&mut text, true);
        Marked { text, at, inside: open.innermost() }
    }

    /// The text with a marker in place of what has been written of the value in the innermost round or
    /// square brackets; the name of an argument stays. `None` where braces are innermost.
    pub fn marked_argument(&self) -> Option<Marked> {
        // Behind an operand, or instead of one, no line ends.
        let (text, at) = written(self.before, Form::Behind);
        let open = Open::before(&text, at.start);
        let entry = open.entries.last().filter(|entry| entry.is_slot())?;
        let before = format!("{} ", self.before.get(..entry.value as usize)?);
        let (mut text, at) = written(&before, Form::Operand);
        open.close(&mut text, false);
        Some(Marked { text, at, inside: open.innermost() })
    }

    /// The whole text with a field, an argument or a clause that is called like the marker. It has the
    /// value that stands behind the cursor, if one does. `behind` goes from the cursor to the end of
    /// the chunk.
    pub fn marked_within(&self, behind: &str) -> Marked {
        let (mut text, at) = written(self.before, Form::Operand);
        let line = behind.trim_start_matches([' ', '\t']);
        text.push_str(match (line.chars().next(), self.open.entries.last()) {
            (Some('='), _) => "",
            (None | Some(',' | ')' | '}'), _) => " = 0",
            (Some(_), Some(entry)) if entry.is_slot() => " = 0,",
            (Some(_), Some(entry)) if entry.is_empty => " = 0;",
            // A clause ends with its line.
            (Some('\n' | '\r'), _) => " = 0",
            (Some('0'..='9'), _) => " = ",
            (Some(_), _) => " = 0,",
        });
        text.push_str(behind);
        Marked { text, at, inside: self.open.innermost() }
    }
}

/// Whether the word that has been `typed` behind `before` goes on with the line before it. An `every`
/// does so in an analysis only.
fn continues_line(before: &str, typed: &str) -> bool {
    let may = words::continues_line(typed) || words::CLAUSE.contains(&typed);
    may && !ends_line_before(before, typed)
}

fn ends_line_before(before: &str, typed: &str) -> bool {
    let text = format!("{before}{typed}");
    let lexemes = lex(&text);
    let mut pairing = Pairing::new(&text, 0, Trust::Brackets);
    let mut ends = false;
    for (i, &lexeme) in lexemes.iter().enumerate() {
        match lexeme.is_code() {
            true => ends = pairing.step(&lexemes, i).breaks_line,
            false => pairing.pass_over(lexeme),
        }
    }
    ends
}

/// The text with its marker, as far as it is written.
fn written(before: &str, form: Form) -> (String, Span) {
    let (start, end) = form.around();
    let is_word = start.is_empty() && before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let mut text = format!("{before}{}{start}", if is_word { " " } else { "" });
    let at = text.len() as u32;
    text.push_str(MARKER);
    text.push_str(end);
    (text, Span::new(at, at + MARKER.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, parse_member};

    fn marked(before: &str, form: Form) -> String {
        HalfWritten::new(before, "").marked(form).text
    }

    fn argument(before: &str) -> Option<String> {
        HalfWritten::new(before, "").marked_argument().map(|marked| marked.text)
    }

    #[test]
    fn brackets_that_are_open_are_closed() {
        let text = marked("body b { shape = box([1, 2 * ", Form::Operand);
        assert_eq!(text, "body b { shape = box([1, 2 * _cursor_])}");
        let text = marked("let a = f(\n  x,\n  g", Form::Behind);
        assert_eq!(text, "let a = f(\n  x,\n  g ^ _cursor_)");
        let text = marked("body b { start = { rate = 1 deg/s; ", Form::Field);
        assert_eq!(text, "body b { start = { rate = 1 deg/s; _cursor_ = 0}}");
        // The forgotten parenthesis ends with its line.
        let text = marked("body b {\n  shape = box([1, 2\n  mass = ", Form::Operand);
        assert_eq!(text, "body b {\n  shape = box([1, 2\n  mass = _cursor_}");
    }

    #[test]
    fn heads_and_conditions_get_what_they_lack() {
        for (before, text) in [
            ("let a: ", "let a: _cursor_ = 0"),
            ("pub let a: Vector(", "pub let a: Vector(_cursor_) = 0"),
            ("fn f(a: Length, b: ", "fn f(a: Length, b: _cursor_) = 0"),
            ("fn f(a: Length) -> ", "fn f(a: Length) -> _cursor_ = 0"),
            ("const a = ", "const a = _cursor_"),
            ("for i in 0..", "for i in 0.._cursor_ { }"),
            ("every 3 ", "every 3 _cursor_ { }"),
            ("simulate 3 s, every ", "simulate 3 s, every _cursor_"),
            ("simulate 3 s until ", "simulate 3 s until _cursor_"),
            ("for i in 0..3 { let a = ", "for i in 0..3 { let a = _cursor_}"),
            ("if a and f(", "if a and f(_cursor_) { }"),
            ("if a { } else if ", "if a { } else if _cursor_ { }"),
            ("let a = if ", "let a = if _cursor_ then 0 else 0"),
            ("let a = [if b then ", "let a = [if b then _cursor_ else 0]"),
            ("let a = if b then c else ", "let a = if b then c else _cursor_"),
            ("let a = if b then if c then ", "let a = if b then if c then _cursor_ else 0 else 0"),
            ("let a = b.if(", "let a = b.if(_cursor_)"),
            ("let a = if b then c\nlet d = ", "let a = if b then c\nlet d = _cursor_"),
            ("at 3 s { attach ", "at 3 s { attach _cursor_}"),
            ("at 3 s { attach a.", "at 3 s { attach a._cursor_}"),
            ("at 3 s { a.", "at 3 s { a._cursor_ = 0}"),
            ("at 3 s { b = 1; lock[i].", "at 3 s { b = 1; lock[i]._cursor_ = 0}"),
            ("at 3 s { a[", "at 3 s { a[_cursor_] = 0}"),
            ("at 3 s { a[i] = ", "at 3 s { a[i] = _cursor_}"),
            ("at 3 s { a.b = c.", "at 3 s { a.b = c._cursor_}"),
        ] {
            assert_eq!(marked(before, Form::Operand), text);
        }
    }

    #[test]
    fn an_argument_loses_its_value_and_keeps_its_name() {
        let text = argument("body b { shape = box([1, 2 *");
        assert_eq!(text.as_deref(), Some("body b { shape = box([1, _cursor_])}"));
        assert_eq!(argument("let a = f(x) + g").as_deref(), None);
        assert_eq!(argument("body b { mass = f(1); density = ").as_deref(), None);
        let text = argument("let a = rotated(v, about = if x");
        assert_eq!(text.as_deref(), Some("let a = rotated(v, about = _cursor_)"));
        let text = argument("let a = if f(");
        assert_eq!(text.as_deref(), Some("let a = if f( _cursor_) then 0 else 0"));
        let text = argument("let a = f(\n  b.c,\n  d");
        assert_eq!(text.as_deref(), Some("let a = f(\n  b.c, _cursor_)"));
    }

    #[test]
    fn the_text_behind_the_cursor_stays_if_asked_for() {
        let within = |before: &str, behind| HalfWritten::new(before, "").marked_within(behind).text;
        assert_eq!(within("body b { ", " mass = 1 kg }"), "body b { _cursor_ = 0; mass = 1 kg }");
        assert_eq!(within("let a = f(", "b = 2)"), "let a = f(_cursor_ = 0,b = 2)");
        assert_eq!(within("let a = f(", " = 2)"), "let a = f(_cursor_ = 2)");
        assert_eq!(within("simulate 1 s, ", " 5 s, a = 2"), "simulate 1 s, _cursor_ =  5 s, a = 2");
        assert_eq!(within("simulate 1 s, ", ", a = 2"), "simulate 1 s, _cursor_ = 0, a = 2");
    }

    #[test]
    fn the_marker_is_a_name_of_the_tree() {
        for before in
            ["let a = f(", "let a = f(2 kg/", "joint j: revolute(axis = y, ", "record a[x", "if f("]
        {
            let half = HalfWritten::new(before, "");
            let Some(Marked { text, at, .. }) = half.marked_argument() else { panic!("{before}") };
            assert_eq!(text.get(at.start as usize..at.end as usize), Some(MARKER), "{before}");
            let (members, errors) = parse_member(&text);
            assert_eq!((members.len(), errors), (1, Vec::new()), "{text}");
        }
    }

    #[test]
    fn the_first_form_that_makes_a_whole_text_tells_what_is_missing() {
        let forms = [Form::Operand, Form::Behind, Form::Field, Form::Range];
        for (before, form) in [
            ("let a = ", Form::Operand),
            ("let a = 12 ", Form::Behind),
            ("let a = if b > [1, 2]", Form::Behind),
            ("let a = { ", Form::Field),
            ("simulate 10 s with rk4(step = 1 ms), ", Form::Field),
            ("for i ", Form::Range),
            ("let a = [for i ", Form::Range),
            ("let a = [for i in ", Form::Operand),
            ("let a = [for i in 0..8 if ", Form::Operand),
            ("let a = [for i in 0..8: a[i] + ", Form::Operand),
            ("joint j: fixed from a.", Form::Operand),
            ("joint j: fixed from a to b.c ", Form::Behind),
            ("force f on a = if b > 0 then c(1) else ", Form::Operand),
            ("import std.", Form::Operand),
            ("at 3 s { attach ", Form::Operand),
            ("at 3 s { attach a ", Form::Behind),
            ("at 3 s { attach a to ", Form::Operand),
            ("at 3 s { attach a to b[i", Form::Behind),
            ("at 3 s { attach a to b, ", Form::Field),
            ("at 3 s { attach a to b, within = ", Form::Operand),
            ("at 3 s { a[i + ", Form::Operand),
            ("at 3 s { a[i].", Form::Operand),
            ("at 3 s { a[i].b = ", Form::Operand),
        ] {
            let half = HalfWritten::new(before, "");
            let is_whole = |form: &Form| {
                let text = half.marked(*form).text;
                match before.starts_with("import") {
                    true => parse(&text).errors.is_empty(),
                    false => parse_member(&text).1.is_empty(),
                }
            };
            assert_eq!(forms.into_iter().find(is_whole), Some(form), "{before}");
        }
    }

    #[test]
    fn what_continues_a_line_is_marked_in_that_line() {
        let text = "joint j: fixed // to be seen\n    ";
        let from = HalfWritten::new(text, "from").marked(Form::Operand).text;
        assert_eq!(from, "joint j: fixed _cursor_");
        let other = HalfWritten::new(text, "fro").marked(Form::Operand).text;
        assert_eq!(other, "joint j: fixed // to be seen\n    _cursor_");
    }

    #[test]
    fn the_word_of_a_clause_continues_the_line_of_an_analysis_only() {
        for word in ["every", "until"] {
            let marked = |before: &str| HalfWritten::new(before, word).marked(Form::Operand).text;
            assert_eq!(marked("simulate 3 s\n    "), "simulate 3 s _cursor_", "{word}");
            assert_eq!(marked("body b\n    "), "body b\n    _cursor_", "{word}");
        }
    }

    #[test]
    fn the_end_of_what_is_around_the_chunk_is_seen() {
        assert!(HalfWritten::new("body b { }\n}\n", "").is_left());
        assert!(!HalfWritten::new("body b { }\n", "").is_left());
        assert!(HalfWritten::new("body b { }\n}\n", "").is_outermost_start());
        assert!(!HalfWritten::new("body b { }\n}\nfoo ", "").is_outermost_start());
        assert!(!HalfWritten::new("body b { mass = 1 kg; ", "").is_outermost_start());
        assert!(HalfWritten::new("body b { mass = 1 kg; ", "").is_start());
        assert!(HalfWritten::new("body b { mass = 1 kg\n", "").is_start());
        assert!(!HalfWritten::new("body b { mass = 1 kg ", "").is_start());
    }
}
