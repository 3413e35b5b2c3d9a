//! What people write who come from other languages, and how it is written here.

use super::{Complaint, Scene, wants_operator};
use crate::lexemes::{Bracket, Lexeme, LexemeKind};
use crate::rules::Rule;
use crate::words;

impl Scene<'_> {
    pub(super) fn habit(&self, expected: &[Rule]) -> Option<Complaint> {
        let found = self.found?;
        let (word, before) = (self.word(self.found), self.word(self.before));
        let before_kind = self.before.map(|lexeme| lexeme.kind);
        let follows = self.before.is_some_and(|before| before.end == found.start);
        let complaint = |message: String, help: String| {
            Some(Complaint { place: self.found, message, help: Some(help), fix: None })
        };
        let is_kind_and_name = self.strict == Rule::strict_element
            && self.before_last == self.first
            && before_kind == Some(LexemeKind::Word);
        if self.strict == Rule::strict_element
            && before_kind == Some(LexemeKind::Word)
            && matches!(found.kind, LexemeKind::Dot | LexemeKind::Operator)
            && let Some(how) = statement(self.word(self.first))
        {
            let message = format!("there is no statement `{}`", self.word(self.first));
            return Some(Complaint {
                place: self.first,
                message,
                help: Some(how.to_owned()),
                fix: None,
            });
        }
        match found.kind {
            LexemeKind::Comma
                if follows
                    && before_kind == Some(LexemeKind::Number)
                    && self.next.is_some_and(|next| {
                        next.kind == LexemeKind::Number && next.start == found.end
                    }) =>
            {
                let next = self.word(self.next);
                complaint(
                    "numbers have a decimal point".to_owned(),
                    format!("write `{before}.{next}`"),
                )
            }
            LexemeKind::Word
                if self.strict == Rule::strict_argument && self.followed_by(LexemeKind::Equals) =>
            {
                complaint(
                    format!("a comma is missing before `{word}`"),
                    "arguments are separated by commas".to_owned(),
                )
            }
            LexemeKind::Word if before_kind == Some(LexemeKind::Number) => {
                let unit = self.with_exponents(found)?;
                complaint(
                    "expected an operator, or a unit, whose exponents follow `^`".to_owned(),
                    format!("write `{unit}`"),
                )
            }
            LexemeKind::Word
                if before_kind == Some(LexemeKind::Close(Bracket::Paren))
                    && wants_operator(expected) =>
            {
                let list = self.list_in_parentheses()?;
                complaint(
                    "a vector stands in square brackets".to_owned(),
                    format!("write `[{list}] {word}`"),
                )
            }
            LexemeKind::Word
                if is_kind_and_name
                    && !words::is_reserved(word)
                    && self.followed_by(LexemeKind::Open(Bracket::Paren)) =>
            {
                complaint(
                    format!("a colon is missing before `{word}`"),
                    format!("write `{} {before}: {word}(...)`", self.word(self.first)),
                )
            }
            LexemeKind::Word
                if self.strict == Rule::strict_analysis
                    && !words::is_reserved(word)
                    && self.followed_by(LexemeKind::Open(Bracket::Paren)) =>
            {
                complaint(
                    format!("`with` is missing before `{word}`"),
                    "an integrator follows `with`, as in `simulate 10 s with rk4(step = 5 ms)`"
                        .to_owned(),
                )
            }
            LexemeKind::Open(Bracket::Paren) if is_kind_and_name => complaint(
                "a block stands in braces".to_owned(),
                format!("write `{} {before} {{ ... }}`", self.word(self.first)),
            ),
            LexemeKind::Text
                if self.strict == Rule::strict_element && self.before == self.first =>
            {
                let name = word.trim_matches('"');
                match before {
                    "note" | "stop" => complaint(
                        format!("`{before}` stands in the block of an event"),
                        format!("such as `when load.position.z < 0 m {{ {before} \"...\" }}`"),
                    ),
                    _ if words::is_name(name) => complaint(
                        "names have no quotes".to_owned(),
                        format!("write `{before} {name}`"),
                    ),
                    _ => None,
                }
            }
            LexemeKind::Operator if self.strict == Rule::strict_import && word == "/" => {
                let path =
                    self.text.get(self.before?.start as usize..)?.split_whitespace().next()?;
                complaint(
                    "the path of a file stands between quotes".to_owned(),
                    format!("write `import \"{path}\"`"),
                )
            }
            _ => None,
        }
    }

    /// The unit that begins with a word, with a `^` before each exponent that has none; `None` if there is no such.
    fn with_exponents(&self, first: Lexeme) -> Option<String> {
        let rest = self.text.get(first.start as usize..)?;
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "/.^*-".contains(c)));
        let written = rest.get(..end.unwrap_or(rest.len()))?;
        let unit = with_carets(written);
        (unit != written).then_some(unit)
    }

    /// What stands between the parentheses that have just been closed, if that is a list.
    fn list_in_parentheses(&self) -> Option<&str> {
        self.in_parentheses().filter(|list| list.contains(','))
    }

    /// What stands between the parentheses that have just been closed.
    pub(super) fn in_parentheses(&self) -> Option<&str> {
        let close = self.before.filter(|own| own.kind == LexemeKind::Close(Bracket::Paren))?;
        let before = self.text.get(..close.start as usize)?;
        let mut depth = 0_u32;
        let open = before.bytes().rposition(|byte| {
            match byte {
                b')' => depth += 1,
                b'(' if depth == 0 => return true,
                b'(' => depth -= 1,
                _ => {}
            }
            false
        })?;
        before.get(open + 1..)
    }
}

/// A unit with a `^` before each exponent.
pub(super) fn with_carets(written: &str) -> String {
    let mut unit = String::new();
    for c in written.chars() {
        if c.is_ascii_digit() && unit.ends_with(|last: char| last.is_ascii_alphabetic()) {
            unit.push('^');
        }
        unit.push(c);
    }
    unit
}

/// What is written here in place of what other languages have a statement for.
fn statement(word: &str) -> Option<&'static str> {
    match word {
        "assert" | "assume" | "check" | "ensure" => Some(
            "what ends a run is an event: `when b.position.z < 0 m { stop \"it is under water\" }`",
        ),
        "require" => Some(
            "a criterion has a name, and stands in an experiment: `require strength: peak < 20 kN`",
        ),
        "plot" => Some(
            "a plot has a name, and stands in an experiment: `plot heights = [a.position.z, b.position.z]`",
        ),
        "print" | "show" | "output" | "log" | "display" | "probe" => Some(
            "what is written down and plotted stands behind `record`: `record b.position.z, energy`",
        ),
        _ => None,
    }
}
