//! Single words and signs of other languages, where they stand in the way of reading.

use super::{Complaint, Scene, Words};
use crate::lexemes::{Bracket, LexemeKind};
use crate::rules::Rule;
use crate::words;

/// Said of what closes a block elsewhere, after its own name.
const NO_END: &str = "blocks stand between `{` and `}`, and a choice between values is `if a then b else c`, without an end";

/// Said of relations that are given as fields.
pub(super) const BEFORE_BLOCK: &str = "stands before the block";

impl Scene<'_> {
    pub(super) fn foreign(&self) -> Option<Complaint> {
        let told = self
            .end_of_block()
            .or_else(|| self.block_of_words())
            .or_else(|| self.relation_as_field())
            .or_else(|| self.quoted_field())
            .or_else(|| self.variant_behind_relations())
            .or_else(|| self.all_recorded())
            .or_else(|| self.mutable())
            .or_else(|| self.continuation())
            .or_else(|| self.underscored())
            .or_else(|| self.list_of_exponents())
            .or_else(|| self.path_as_name())
            .or_else(|| self.trailing_text());
        told.map(|words| self.told(words))
    }

    /// `end if`
    fn end_of_block(&self) -> Option<Words> {
        let is_one = self.word(self.first) == "end"
            && self.before == self.first
            && matches!(self.word(self.found), "if" | "for" | "when" | "while" | "record");
        let message = format!("there is no `end {}`", self.word(self.found));
        is_one.then(|| (message, NO_END.to_owned(), None))
    }

    /// `if time > 1 s then`, whose members follow line by line
    fn block_of_words(&self) -> Option<Words> {
        let is_one = matches!(self.strict, Rule::strict_if | Rule::strict_event_if)
            && self.word(self.found) == "then";
        let help = "such as `if a > 1 { ... } else { ... }`; `then` stands in a choice between values: `if a then b else c`";
        is_one.then(|| {
            ("what is there under a condition stands in braces".to_owned(), help.to_owned(), None)
        })
    }

    /// `{ from = world; to = b }`
    fn relation_as_field(&self) -> Option<Words> {
        let word = self.word(self.first);
        let is_one = self.strict == Rule::strict_entry
            && matches!(word, "from" | "to" | "on" | "between")
            && self.word(self.second) == "=";
        let help = "such as `joint NAME: revolute(axis = y) from A to B { ... }`, `force NAME on A = VECTOR`";
        is_one.then(|| (format!("`{word}` {BEFORE_BLOCK}"), help.to_owned(), None))
    }

    /// `{ "angle": 30 deg }`
    fn quoted_field(&self) -> Option<Words> {
        let (text, sign) = (self.found?, self.next?);
        let is_one = self.found == self.first
            && matches!(self.strict, Rule::strict_field | Rule::strict_entry)
            && text.kind == LexemeKind::Text
            && matches!(sign.kind, LexemeKind::Colon | LexemeKind::Equals);
        let name = self.word(self.found).trim_matches('"');
        let value = self.text.get(sign.end as usize..)?.trim().trim_end_matches([';', ',']);
        let meant = format!("{name} =");
        let fix = self.fix(text.start, sign.end, meant);
        (is_one && words::is_name(name)).then(|| {
            let message = "a field is set by `=`, and its name has no quotes".to_owned();
            (message, format!("write `{name} = {value}`"), fix)
        })
    }

    /// `joint j from world to b: revolute(axis = y)`
    fn variant_behind_relations(&self) -> Option<Words> {
        let (name, colon) = (self.second?, self.found?);
        let is_one = self.strict == Rule::strict_element
            && colon.kind == LexemeKind::Colon
            && name.kind == LexemeKind::Word
            && matches!(self.word(self.third), "from" | "on" | "between")
            && self.kind(self.next) == Some(LexemeKind::Word);
        let relations = self.text.get(name.end as usize..colon.start as usize)?.trim();
        let rest = self.text.get(colon.end as usize..)?;
        let variant = rest.split(['{', '\n']).next()?.trim();
        let end = colon.end as usize + rest.find(variant)? + variant.len();
        let head = format!("{} {}", self.word(self.first), self.word(self.second));
        let meant = format!("{head}: {variant} {relations}");
        let fix = self.fix(0, end as u32, meant.clone());
        is_one.then(|| {
            ("a variant stands right behind the name".to_owned(), format!("write `{meant}`"), fix)
        })
    }

    /// `record *`
    fn all_recorded(&self) -> Option<Words> {
        let is_one = self.strict == Rule::strict_record
            && self.before == self.first
            && self.word(self.found) == "*";
        let help = "with commas between them: `record b.position, j.angle, energy`";
        is_one.then(|| ("what is recorded has to be named".to_owned(), help.to_owned(), None))
    }

    /// `let mut k = 3`
    fn mutable(&self) -> Option<Words> {
        let is_one = matches!(self.word(self.before), "mut" | "mutable")
            && self.word(self.before_last) == "let"
            && self.kind(self.found) == Some(LexemeKind::Word);
        let name = self.word(self.found);
        let message = format!("there is no `{}`", self.word(self.before));
        let help = format!("write `let {name} = ...`, or `var {name} = ...` if events set it");
        is_one.then_some((message, help, None))
    }

    /// `1 + ...`, and the rest in the next line
    fn continuation(&self) -> Option<Words> {
        let (range, dot) = match self.word(self.found) {
            ".." => (self.found?, self.next?),
            _ => (self.before?, self.found?),
        };
        let is_one = range.text(self.text) == ".."
            && dot.kind == LexemeKind::Dot
            && range.end == dot.start
            && !self.text.get(dot.end as usize..)?.starts_with(|c: char| c.is_ascii_alphanumeric());
        let help = "a line that ends with an operator or a comma goes on in the next, and so does what stands in brackets";
        let fix = self.fix(range.start, dot.end, String::new());
        is_one.then(|| ("no `...` is needed for a line to go on".to_owned(), help.to_owned(), fix))
    }

    /// `1_000`
    fn underscored(&self) -> Option<Words> {
        let (before, found) = (self.before?, self.found?);
        let (whole, group) = (self.word(self.before), self.word(self.found));
        let digits = group.replace('_', "");
        let is_one = before.kind == LexemeKind::Number
            && before.end == found.start
            && group.starts_with('_')
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = format!("{whole}{digits}");
        let message = "digits have no `_` between them".to_owned();
        let fix = self.fix(before.start, found.end, number.clone());
        is_one.then(|| (message, format!("write `{number}`"), fix))
    }

    /// `[0 1 -2 0 0 0 0] 9.81`
    fn list_of_exponents(&self) -> Option<Words> {
        let close = self.before.filter(|own| own.kind == LexemeKind::Close(Bracket::Square))?;
        let number = self.found.filter(|own| own.kind == LexemeKind::Number)?;
        let open = super::open_bracket(self.text, close.end as usize)?;
        let list = self.text.get(open + 1..close.start as usize)?;
        let are_whole = list.split_whitespace().all(|own| own.parse::<i32>().is_ok());
        let digits = number.text(self.text);
        (are_whole && list.split_whitespace().count() > 4).then(|| {
            let message = "a unit stands behind its number, by its name".to_owned();
            (message, format!("such as `{digits} m/s^2`"), None)
        })
    }

    /// `record p as p.x`
    fn path_as_name(&self) -> Option<Words> {
        let (before, found) = (self.before?, self.found?);
        let behind = self.next.filter(|own| own.kind == LexemeKind::Word)?;
        let is_one = self.strict == Rule::strict_record
            && found.kind == LexemeKind::Dot
            && self.word(self.before_last) == "as";
        let name = format!("{}_{}", self.word(self.before), behind.text(self.text));
        let fix = self.fix(before.start, behind.end, name.clone());
        let message = "a name is one word of letters, digits and `_`".to_owned();
        (is_one && words::is_name(&name)).then(|| (message, format!("write `as {name}`"), fix))
    }

    /// `body b { ... } "the bob"`
    fn trailing_text(&self) -> Option<Words> {
        let is_one = self.kind(self.found) == Some(LexemeKind::Text)
            && self.strict == Rule::strict_element
            && matches!(self.kind(self.before), Some(LexemeKind::Close(Bracket::Brace)));
        let message = "a text describes nothing here".to_owned();
        let help = "what something is stands before it, in a line `/// ...`; a comment is `// ...`";
        is_one.then(|| (message, help.to_owned(), None))
    }
}
