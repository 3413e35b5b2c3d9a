//! What is recorded, with names and units as other languages write them.

use super::{Complaint, Scene};
use crate::lexemes::{Bracket, LexemeKind};
use crate::words;

impl Scene<'_> {
    pub(super) fn broken_record(&self) -> Option<Complaint> {
        self.quoted_alias().or_else(|| self.alias_first()).or_else(|| self.unit_in_brackets())
    }

    /// `record tip = b.position`
    fn alias_first(&self) -> Option<Complaint> {
        let (name, equals) = (self.before?, self.found?);
        let is_alias = equals.kind == LexemeKind::Equals
            && name.kind == LexemeKind::Word
            && matches!(self.before_last?.text(self.text), "record" | ",");
        let value = self.text.get(equals.end as usize..)?;
        let value = first_entry(value);
        let name = self.word(self.before);
        let or_let = match value.trim() {
            "" => format!("such as `record ball.position as {name}`"),
            value => format!("write `record {} as {name}`", value),
        };
        is_alias.then(|| Complaint {
            place: self.found,
            message: "the name under which something is recorded follows `as`".to_owned(),
            help: Some(or_let),
            fix: None,
        })
    }

    /// `record b.position [mm]`
    fn unit_in_brackets(&self) -> Option<Complaint> {
        let (before, found) = (self.before?, self.found?);
        let rest = self.text.get(found.start as usize..)?;
        let close = match found.kind {
            LexemeKind::Open(Bracket::Square) => rest.find(']')?,
            LexemeKind::Open(Bracket::Paren) => rest.find(')')?,
            _ => return None,
        };
        let unit = rest.get(1..close)?.trim();
        let is_unit = unit.starts_with(|c: char| c.is_ascii_alphabetic())
            && unit.chars().all(|c| c.is_ascii_alphanumeric() || "./^-".contains(c));
        if before.kind != LexemeKind::Word || before.end == found.start || !is_unit {
            return None;
        }
        let end = found.start + close as u32 + 1;
        let head = self.text.get(..before.end as usize)?;
        let quantity = head.rsplit([' ', ',']).next().unwrap_or("");
        Some(Complaint {
            place: self.found,
            message: "the unit in which something is shown follows `in`".to_owned(),
            help: Some(format!("write `{quantity} in {unit}`")),
            fix: self.fix(found.start, end, format!("in {unit}")),
        })
    }

    /// `record energy as "E"`
    fn quoted_alias(&self) -> Option<Complaint> {
        let found = self.found?;
        let name = self.word(self.found).trim_matches('"');
        if found.kind != LexemeKind::Text || self.word(self.before) != "as" {
            return None;
        }
        let help = match words::is_name(name) {
            true => format!("write `as {name}`"),
            false => "a name is one word of letters, digits and `_`".to_owned(),
        };
        let fix = self.fix(found.start, found.end, name.to_owned());
        Some(Complaint {
            place: self.found,
            message: "names have no quotes".to_owned(),
            help: Some(help),
            fix: fix.filter(|_| words::is_name(name)),
        })
    }
}

/// The text up to the first comma outside of brackets.
fn first_entry(text: &str) -> &str {
    let mut depth = 0_i32;
    let end = text.find(|c: char| {
        depth += match c {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        c == ',' && depth == 0
    });
    text.get(..end.unwrap_or(text.len())).unwrap_or(text)
}
