//! A word, and behind it what only an operator could join to it: calls without parentheses, and powers of ten as they
//! stand on paper.

use super::{Complaint, Scene, wants_operator};
use crate::lexemes::{Bracket, Lexeme, LexemeKind};
use crate::rules::Rule;
use crate::words;

/// The longest text of arguments that is worth repeating.
const LONGEST: usize = 60;

impl Scene<'_> {
    pub(super) fn behind_a_word(&self, expected: &[Rule]) -> Option<Complaint> {
        if !wants_operator(expected) {
            return None;
        }
        self.exponent_without_digits()
            .or_else(|| self.arguments_in_braces())
            .or_else(|| self.argument_without_parentheses())
    }

    /// `2 x 10^3 kg`, `2x10^-3`
    pub(super) fn power_of_ten(&self) -> Option<Complaint> {
        let number = [self.before_last, self.before]
            .into_iter()
            .flatten()
            .find(|own| own.kind == LexemeKind::Number)?;
        let text = self.text.get(number.start as usize..)?;
        let rest = self.text.get(number.end as usize..)?.trim_start().strip_prefix(['x', 'X'])?;
        let rest = rest.trim_start();
        let digits = number.text(self.text);
        let place = self.found;
        let (message, length, meant) = match power_behind_ten(rest) {
            Some((exponent, behind)) => {
                let meant = format!("{digits}e{exponent}");
                ("a power of ten is written by `e`", text.len() - behind.len(), meant)
            }
            None => {
                let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.'));
                let factor = rest.get(..end.unwrap_or(rest.len()))?;
                let length = text.len() - rest.len() + factor.len();
                let is_factor = digits != "0" && factor.parse::<f64>().is_ok();
                let meant = is_factor.then(|| format!("{digits} * {factor}"))?;
                ("there is no `x` between numbers", length, meant)
            }
        };
        let unit = match text.get(length..)?.split_whitespace().next() {
            Some(unit) if unit.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                format!(" {}", unit.trim_end_matches([')', ']', '}', ',', ';']))
            }
            _ => String::new(),
        };
        Some(Complaint {
            place,
            message: message.to_owned(),
            help: Some(format!("write `{meant}{unit}`")),
            fix: self.fix(number.start, number.start + length as u32, meant),
        })
    }

    /// `2e kg`
    fn exponent_without_digits(&self) -> Option<Complaint> {
        let (number, e) = (self.before_last?, self.before?);
        let is_one = number.kind == LexemeKind::Number
            && number.end == e.start
            && matches!(self.word(self.before), "e" | "E");
        let digits = self.word(self.before_last);
        let found = self.word(self.found);
        is_one.then(|| Complaint {
            place: self.before,
            message: "an exponent has digits".to_owned(),
            help: Some(format!("such as `{digits}e3 {found}`")),
            fix: None,
        })
    }

    /// `shape = sphere { diameter = 10 cm }`
    fn arguments_in_braces(&self) -> Option<Complaint> {
        let (name, open) = (self.called()?, self.found?);
        if open.kind != LexemeKind::Open(Bracket::Brace) {
            return None;
        }
        // `let b = body { ... }`
        let kind = name.text(self.text);
        if words::starts_element(kind) {
            let own = self.given_name().unwrap_or("NAME");
            return Some(Complaint {
                place: self.before,
                message: "what there is begins with its kind".to_owned(),
                help: Some(format!("write `{kind} {own} {{ ... }}`")),
                fix: None,
            });
        }
        let inside = inside_braces(self.text.get(open.start as usize..)?);
        let list: Vec<&str> = inside
            .unwrap_or("")
            .split(['\n', ';'])
            .map(|line| line.trim().trim_end_matches(','))
            .filter(|line| !line.is_empty())
            .collect();
        let list = list.join(", ");
        let list = if list.len() > LONGEST || list.contains("//") { "..." } else { &list };
        Some(Complaint {
            place: self.found,
            message: "arguments stand in parentheses".to_owned(),
            help: Some(format!("write `{}({list})`", name.text(self.text))),
            fix: None,
        })
    }

    /// What the value that is read is given as, by `let NAME =`.
    fn given_name(&self) -> Option<&str> {
        let (all, start, _) = self.around;
        let head = all.get(..start)?.trim_end().strip_suffix('=')?;
        let line = head.rsplit(['\n', ';', '{']).next()?;
        let name = line.trim().strip_prefix("let ")?.trim();
        words::is_name(name).then_some(name)
    }

    /// `sin 30 deg`
    fn argument_without_parentheses(&self) -> Option<Complaint> {
        let (called, found) = (self.called()?, self.found?);
        let name = called.text(self.text);
        let is_argument = found.kind == LexemeKind::Number
            || found.kind == LexemeKind::Word
                && FUNCTIONS.contains(&name)
                && !words::is_reserved(self.word(self.found));
        let in_list = matches!(self.strict, Rule::strict_slot | Rule::strict_argument);
        if !is_argument || in_list && !FUNCTIONS.contains(&name) {
            return None;
        }
        let unit = match found.kind {
            LexemeKind::Number if self.followed_by(LexemeKind::Word) => {
                let rest = self.text.get(self.next?.start as usize..)?;
                let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "./^-°".contains(c)));
                format!(" {}", rest.get(..end.unwrap_or(rest.len()))?)
            }
            _ => String::new(),
        };
        let argument = format!("{}{unit}", self.word(self.found));
        let or_product = match FUNCTIONS.contains(&name) {
            true => String::new(),
            false => format!(", and a product `*`: `{name} * {argument}`"),
        };
        Some(Complaint {
            place: self.found,
            message: format!("expected an operator, found `{}`", self.word(self.found)),
            help: Some(format!("a call has parentheses: `{name}({argument})`{or_product}")),
            fix: None,
        })
    }

    /// The word that reading stopped behind, if it is no unit.
    fn called(&self) -> Option<Lexeme> {
        let name = self.before.filter(|own| own.kind == LexemeKind::Word)?;
        let is_unit = self.before_last.is_some_and(|own| {
            matches!(own.kind, LexemeKind::Number | LexemeKind::Close(_))
                || matches!(own.text(self.text), "/" | "." | "in") && self.is_behind_number(own)
        });
        (!is_unit && !words::is_reserved(self.word(self.before))).then_some(name)
    }

    /// Whether what stands before an operator within a unit, as in `3 m/s`, has a number before it.
    fn is_behind_number(&self, operator: Lexeme) -> bool {
        let before = self.text.get(..operator.start as usize).unwrap_or("");
        let mut words = before.split_whitespace().rev();
        let unit = words.next().unwrap_or("");
        operator.text(self.text) == "in"
            || unit.starts_with(|c: char| c.is_ascii_digit())
            || words.next().is_some_and(|own| own.parse::<f64>().is_ok())
    }
}

/// Functions that people call by a blank, as in a formula.
const FUNCTIONS: [&str; 13] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "abs", "exp", "log", "log10", "norm",
    "sign",
];

/// Of `10^3 kg` the exponent and what follows it.
fn power_behind_ten(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("10")?.trim_start().strip_prefix('^')?.trim_start();
    let sign = usize::from(rest.starts_with('-'));
    let digits = rest.get(sign..)?;
    let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    (length > 0).then(|| rest.split_at(sign + length))
}

/// What stands between the brace that a text begins with and its partner.
pub(super) fn inside_braces(text: &str) -> Option<&str> {
    let mut depth = 0_u32;
    let end = text.char_indices().find_map(|(at, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    text.get(1..end)
}
