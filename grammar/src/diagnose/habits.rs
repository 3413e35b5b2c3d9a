//! What people write who come from other languages, and how it is written here.

use super::{Complaint, Scene, wants_operator};
use crate::braced::BLOCK;
use crate::lexemes::{Bracket, Lexeme, LexemeKind};
use crate::rules::Rule;
use crate::syntax::SyntaxFix;
use crate::words;

impl Scene<'_> {
    /// A word or sign that stands here where other languages have it.
    pub(super) fn misplaced(&self) -> Option<Complaint> {
        let found = self.found?;
        let is_second = self.before == self.second;
        let (message, help) = match (self.word(self.first), found.kind, self.word(self.found)) {
            ("let" | "var", LexemeKind::Comma, _) if is_second => {
                ("a name stands by itself", "write a line for each: `let a = 1`, `let b = 2`")
            }
            ("part", LexemeKind::Colon, _) if is_second => {
                ("expected `=`, found `:`", "a part is written `part left = Arm(length = 2 m)`")
            }
            (_, LexemeKind::Word, "extends") => (
                "there is no `extends`",
                "models are put together of components: `part left = Arm(length = 2 m)`",
            ),
            (_, LexemeKind::Word, "if")
                if [self.before, self.before_last]
                    .into_iter()
                    .flatten()
                    .any(|own| own.kind == LexemeKind::Number) =>
            {
                ("`if` cannot stand behind a value", "a choice is written `if a then b else c`")
            }
            _ => return None,
        };
        let (message, help) = (message.to_owned(), Some(help.to_owned()));
        Some(Complaint { place: self.found, message, help, fix: None })
    }

    pub(super) fn habit(&self, expected: &[Rule]) -> Option<Complaint> {
        let found = self.found?;
        let (word, before) = (self.word(self.found), self.word(self.before));
        let before_kind = self.before.map(|lexeme| lexeme.kind);
        let follows = self.before.is_some_and(|before| before.end == found.start);
        let fixed = |message: String, help: String, fix: Option<SyntaxFix>| {
            Some(Complaint { place: self.found, message, help: Some(help), fix })
        };
        let complaint = |message: String, help: String| fixed(message, help, None);
        let is_kind_and_name = self.strict == Rule::strict_element
            && self.before_last == self.first
            && before_kind == Some(LexemeKind::Word);
        if self.strict == Rule::strict_element
            && let Some(complaint) = self.capital_keyword()
        {
            return Some(complaint);
        }
        if self.strict == Rule::strict_element
            && before_kind == Some(LexemeKind::Word)
            && matches!(
                found.kind,
                LexemeKind::Dot | LexemeKind::Operator | LexemeKind::Open(Bracket::Paren)
            )
            && let Some(how) = statement(self.word(self.first))
        {
            let message = match self.word(self.first) {
                "require" => "expected a name and `:` after `require`".to_owned(),
                word => format!("there is no statement `{word}`"),
            };
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
                // A point before the comma separates thousands: `1.000,5`.
                let (whole, next) = (before.replace('.', ""), self.word(self.next));
                let number = format!("{whole}.{next}");
                let [start, end] = [self.before?.start, self.next?.end];
                fixed(
                    "numbers have a decimal point".to_owned(),
                    format!("write `{number}`"),
                    self.fix(start, end, number),
                )
            }
            LexemeKind::Word
                if self.strict == Rule::strict_argument && self.followed_by(LexemeKind::Equals) =>
            {
                let end = self.before?.end;
                fixed(
                    format!("a comma is missing before `{word}`"),
                    "arguments are separated by commas".to_owned(),
                    self.fix(end, end, ",".to_owned()),
                )
            }
            LexemeKind::Word if before_kind == Some(LexemeKind::Number) => {
                let (written, unit) = self.with_exponents(found)?;
                let end = found.start + written.len() as u32;
                fixed(
                    "expected an operator, or a unit, whose exponents follow `^`".to_owned(),
                    format!("write `{unit}`"),
                    self.fix(found.start, end, unit),
                )
            }
            LexemeKind::Word
                if matches!(
                    before_kind,
                    Some(LexemeKind::Close(Bracket::Paren | Bracket::Brace))
                ) && wants_operator(expected)
                    && !words::is_reserved(word) =>
            {
                let list = self.list_in_brackets()?;
                let close = self.before?;
                let open = open_bracket(self.text, close.end as usize)? as u32;
                let unit = self.unit_at(found);
                fixed(
                    "a vector stands in square brackets".to_owned(),
                    format!("write `[{list}] {unit}`"),
                    self.fix(open, close.end, format!("[{list}]")),
                )
            }
            LexemeKind::Word
                if is_kind_and_name
                    && !words::is_reserved(word)
                    && self.followed_by(LexemeKind::Open(Bracket::Paren)) =>
            {
                let end = self.before?.end;
                fixed(
                    format!("a colon is missing before `{word}`"),
                    format!("write `{} {before}: {word}(...)`", self.word(self.first)),
                    self.fix(end, end, ":".to_owned()),
                )
            }
            LexemeKind::Word
                if self.strict == Rule::strict_analysis
                    && !words::is_reserved(word)
                    && self.followed_by(LexemeKind::Open(Bracket::Paren)) =>
            {
                fixed(
                    format!("`with` is missing before `{word}`"),
                    "an integrator follows `with`, as in `simulate 10 s with rk4(step = 5 ms)`"
                        .to_owned(),
                    self.fix(found.start, found.start, "with ".to_owned()),
                )
            }
            LexemeKind::Open(Bracket::Paren)
                if is_kind_and_name && matches!(self.word(self.first), "force" | "torque") =>
            {
                let point = self.text.get(found.end as usize..)?.split([',', ')']).next()?.trim();
                let kind = self.word(self.first);
                complaint(
                    format!("what a {kind} acts on follows `on`"),
                    format!("write `{kind} {before} on {point} = ...`"),
                )
            }
            LexemeKind::Open(Bracket::Paren) if is_kind_and_name && self.is_equation_of(found) => {
                complaint(
                    "an equation has a name, and `==` between its sides".to_owned(),
                    "write `constraint NAME: LEFT == RIGHT`; `der(x) = ...` is the rate of a state, in its block: `state x = 0 m { rate = ... }`"
                        .to_owned(),
                )
            }
            LexemeKind::Open(Bracket::Paren) if is_kind_and_name => fixed(
                BLOCK.to_owned(),
                format!("write `{} {before} {{ ... }}`", self.word(self.first)),
                None,
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
                    _ if words::is_name(name) => fixed(
                        "names have no quotes".to_owned(),
                        format!("write `{before} {name}`"),
                        self.fix(found.start, found.end, name.to_owned()),
                    ),
                    _ => None,
                }
            }
            LexemeKind::Comma if is_kind_and_name => complaint(
                "an element has one name".to_owned(),
                format!("write a `{}` for each", self.word(self.first)),
            ),
            LexemeKind::Operator if self.strict == Rule::strict_import && word == "/" => {
                let path =
                    self.text.get(self.before?.start as usize..)?.split_whitespace().next()?;
                let start = self.before?.start;
                fixed(
                    "the path of a file stands between quotes".to_owned(),
                    format!("write `import \"{path}\"`"),
                    self.fix(start, start + path.len() as u32, format!("\"{path}\"")),
                )
            }
            _ => None,
        }
    }

    /// `equation der(v) = 3`: whether something is set behind the parentheses that open.
    fn is_equation_of(&self, open: Lexeme) -> bool {
        let behind = self.text.get(open.start as usize..).unwrap_or("");
        let mut depth = 0_u32;
        let close = behind.bytes().position(|byte| {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        let rest = close.and_then(|close| behind.get(close + 1..)).unwrap_or("");
        rest.trim_start().starts_with('=')
    }

    /// The unit that begins with a word, and with a `^` before each exponent that has none; `None` if there is no such.
    fn with_exponents(&self, first: Lexeme) -> Option<(&str, String)> {
        let rest = self.text.get(first.start as usize..)?;
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "/.^*-".contains(c)));
        let written = rest.get(..end.unwrap_or(rest.len()))?;
        let unit = with_carets(written);
        (unit != written).then_some((written, unit))
    }

    /// All of the unit that begins with a word.
    pub(super) fn unit_at(&self, first: Lexeme) -> &str {
        let rest = self.text.get(first.start as usize..).unwrap_or("");
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "/.^-".contains(c)));
        rest.get(..end.unwrap_or(rest.len())).unwrap_or("")
    }

    /// What stands between the parentheses or braces that have just been closed, if that is a list.
    pub(super) fn list_in_brackets(&self) -> Option<&str> {
        let close = self.before?;
        let before = self.text.get(..close.start as usize)?;
        let open = open_bracket(self.text, close.end as usize)?;
        let list = before.get(open + 1..)?.trim();
        let is_called =
            before.get(..open)?.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        (list.contains(',') && !is_called).then_some(list)
    }

    /// What stands between the parentheses that have just been closed.
    pub(super) fn in_parentheses(&self) -> Option<&str> {
        let close = self.before.filter(|own| own.kind == LexemeKind::Close(Bracket::Paren))?;
        let before = self.text.get(..close.start as usize)?;
        before.get(open_bracket(self.text, close.end as usize)? + 1..)
    }

    /// `Record b.position`
    fn capital_keyword(&self) -> Option<Complaint> {
        let (first, word) = (self.first?, self.word(self.first));
        let meant = word.to_ascii_lowercase();
        let is_one = meant != word
            && (words::only_starts_member(&meant)
                || words::CONTEXTUAL.contains(&meant.as_str())
                || meant == "if");
        is_one.then(|| Complaint {
            place: self.first,
            message: format!("there is no `{word}`: keywords have small letters"),
            help: Some(format!("write `{meant}`")),
            fix: self.fix(first.start, first.end, meant),
        })
    }
}

/// Where the bracket was opened that is closed just before `end`.
pub(crate) fn open_bracket(text: &str, end: usize) -> Option<usize> {
    let before = text.get(..end)?.trim_end();
    let mut depth = 0_u32;
    before.bytes().rposition(|byte| {
        match byte {
            b')' | b']' | b'}' => depth += 1,
            b'(' | b'[' | b'{' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

/// A unit with a `^` before each exponent, and a `.` within products that are often written as one word.
pub(super) fn with_carets(written: &str) -> String {
    let mut unit = String::new();
    for c in written.chars() {
        if c.is_ascii_digit() && unit.ends_with(|last: char| last.is_ascii_alphabetic()) {
            let start = unit.rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
            if let Some(apart) = apart(&unit[start..]) {
                unit.replace_range(start.., apart);
            }
            unit.push('^');
        }
        unit.push(c);
    }
    unit
}

/// `kgm2`, `Nm2`: the factors of a product that is written as one word.
fn apart(word: &str) -> Option<&'static str> {
    Some(match word {
        "kgm" => "kg.m",
        "Nm" => "N.m",
        "kNm" => "kN.m",
        "MNm" => "MN.m",
        "Ns" => "N.s",
        "Nms" => "N.m.s",
        _ => return None,
    })
}

/// What is written here in place of what other languages have a statement for.
fn statement(word: &str) -> Option<&'static str> {
    match word {
        "require" => Some(
            "what has to hold has a name, and stands in an `experiment`: `require low: b.position.z > 0 m`",
        ),
        "assert" | "assume" | "check" | "ensure" => Some(
            "what ends a run is an event: `when b.position.z < 0 m { stop \"it is under water\" }`; what has to hold in the end stands in an `experiment`: `require low: max(b.position.z) < 3 m`",
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
