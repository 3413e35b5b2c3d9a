//! Numbers, units and vectors as other languages write them.

use super::habits::with_carets;
use super::{Complaint, Scene, wants_operator};
use crate::lexemes::{Bracket, LexemeKind};
use crate::rules::Rule;
use crate::words;

impl Scene<'_> {
    /// What is wrong with how a value is written.
    pub(super) fn broken_value(&self, expected: &[Rule]) -> Option<Complaint> {
        self.thousands()
            .or_else(|| self.less_or_greater())
            .or_else(|| self.spaced_exponent())
            .or_else(|| self.other_operator())
            .or_else(|| self.allocated())
            .or_else(|| wants_operator(expected).then(|| self.behind_a_value()).flatten())
    }

    fn behind_a_value(&self) -> Option<Complaint> {
        self.wrapped_unit()
            .or_else(|| self.spaced_digits())
            .or_else(|| self.spaced_unit())
            .or_else(|| self.hexadecimal())
            .or_else(|| self.inch())
            .or_else(|| self.unit_behind_name())
            .or_else(|| self.bare_vector())
    }

    /// `x < 10 % and ...`: what stands behind a `%` on its way through an expression makes it a remainder.
    pub(super) fn percentage(&self) -> Option<Complaint> {
        let (percent, number) = (self.before?, self.before_last?);
        let goes_on = matches!(self.word(self.found), "and" | "or" | "then" | "else");
        if !goes_on || self.word(self.before) != "%" || !self.is_value(self.before_last) {
            return None;
        }
        let is_number = number.kind == LexemeKind::Number;
        let whole = || self.text.get(number.start as usize..percent.end as usize);
        let written = whole().filter(|_| is_number).map(|whole| format!("({whole})"));
        let shown = written.as_deref().unwrap_or("(10 %)");
        Some(Complaint {
            place: self.before,
            message: format!("before `{}` this `%` is a remainder", self.word(self.found)),
            help: Some(format!("put the percentage in brackets: `{shown}`")),
            fix: written.and_then(|own| self.fix(number.start, percent.end, own)),
        })
    }

    /// `1,000 m`, which may be a thousand or one.
    fn thousands(&self) -> Option<Complaint> {
        let (before, comma, next) = (self.before?, self.found?, self.next?);
        let (whole, digits) = (self.word(self.before), self.word(self.next));
        let touches = before.end == comma.start && comma.end == next.start;
        let is_group = digits.len() == 3
            && whole.len() <= 3
            && [whole, digits].iter().all(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let mut number = format!("{whole}{digits}");
        let mut groups = 1;
        let mut rest = self.text.get(next.end as usize..)?;
        while let Some((group, behind)) = group_of_three(rest) {
            number.push_str(group);
            (rest, groups) = (behind, groups + 1);
        }
        let or_point = match groups {
            1 => format!(", or `{whole}.{digits}` if it is the decimal point"),
            _ => String::new(),
        };
        (comma.kind == LexemeKind::Comma && touches && is_group).then(|| Complaint {
            place: self.found,
            message: "digits have no commas between them".to_owned(),
            help: Some(format!("write `{number}`{or_point}")),
            fix: None,
        })
    }

    /// `a <> b`
    fn less_or_greater(&self) -> Option<Complaint> {
        let (before, found) = (self.before?, self.found?);
        let is_one = self.word(self.before) == "<"
            && self.word(self.found) == ">"
            && before.end == found.start;
        is_one.then(|| Complaint {
            place: self.before,
            message: "there is no `<>`".to_owned(),
            help: Some("write `!=`".to_owned()),
            fix: self.fix(before.start, found.end, "!=".to_owned()),
        })
    }

    /// `1 e3 m`
    fn spaced_exponent(&self) -> Option<Complaint> {
        let (before, found) = (self.before?, self.found?);
        let digits = self.word(self.found).strip_prefix(['e', 'E'])?;
        let is_one = before.kind == LexemeKind::Number
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        let whole = format!("{}e{digits}", self.word(self.before));
        is_one.then(|| Complaint {
            place: self.found,
            message: "a power of ten belongs to its number".to_owned(),
            help: Some(format!("write `{whole}`")),
            fix: self.fix(before.start, found.end, whole),
        })
    }

    /// `1 000 kg`
    fn spaced_digits(&self) -> Option<Complaint> {
        let (before, found) = (self.before?, self.found?);
        let (whole, digits) = (self.word(self.before), self.word(self.found));
        let is_group = self.strict != Rule::strict_slot
            && digits.len() == 3
            && whole.len() <= 3
            && [whole, digits].iter().all(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        is_group.then(|| Complaint {
            place: self.found,
            message: "digits have no blanks between them".to_owned(),
            help: Some(format!("write `{whole}{digits}`")),
            fix: self.fix(before.start, found.end, format!("{whole}{digits}")),
        })
    }

    /// `5 N m`, `9.81 m s^-2`, `3 kg m / s^2`
    fn spaced_unit(&self) -> Option<Complaint> {
        let found = self.found.filter(|own| own.kind == LexemeKind::Word)?;
        let head = self.text.get(..found.start as usize)?.trim_end();
        let start = head.rfind(char::is_whitespace)? + 1;
        let (number, unit) = (head.get(..start)?.trim_end(), head.get(start..)?);
        let rest = self.text.get(found.start as usize..)?;
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "./^-".contains(c)));
        let more = rest.get(..end.unwrap_or(rest.len()))?;
        let is_short = [unit, self.word(self.found)].iter().all(|text| {
            text.split(|c: char| !c.is_alphabetic()).all(|own| own.len() <= LONGEST_UNIT)
        });
        let is_one = is_short
            && ends_with_number(number)
            && is_unit(unit)
            && is_unit(more)
            && !words::is_reserved(self.word(self.found))
            && !rest.get(more.len()..)?.trim_start().starts_with(['(', '=']);
        let first = more;
        let (rest, more) = more_of_unit(rest, more);
        let whole = with_carets(&format!("{unit}.{more}"));
        let or_comma = match self.strict {
            Rule::strict_slot => format!(", or a comma before `{first}`"),
            _ => String::new(),
        };
        is_one.then(|| Complaint {
            place: self.found,
            message: "units are multiplied by `.`, without blanks".to_owned(),
            help: Some(format!("write `{whole}`{or_comma}")),
            fix: self.fix(start as u32, (self.text.len() - rest.len()) as u32, whole),
        })
    }

    /// `a .* b`, `a .^ 2`
    fn other_operator(&self) -> Option<Complaint> {
        let (found, next) = (self.found?, self.next?);
        if self.strict == Rule::strict_import {
            return None;
        }
        let is_dotted = found.kind == LexemeKind::Dot
            && next.kind == LexemeKind::Operator
            && found.end == next.start;
        let operator = self.word(self.next);
        is_dotted.then(|| Complaint {
            place: self.found,
            message: format!("there is no `.{operator}`"),
            help: Some(format!("write `{operator}`")),
            fix: self.fix(found.start, next.end, operator.to_owned()),
        })
    }

    /// `part p = new Rod(...)`
    fn allocated(&self) -> Option<Complaint> {
        let (before, found) = (self.before?, self.found?);
        let is_new = self.word(self.before) == "new" && found.kind == LexemeKind::Word;
        is_new.then(|| Complaint {
            place: self.before,
            message: "there is no `new`".to_owned(),
            help: Some(format!("write `{}` alone", self.word(self.found))),
            fix: self.fix(before.start, found.start, String::new()),
        })
    }

    /// `3 "m"`, `3 [m]`, `3 (m)`
    fn wrapped_unit(&self) -> Option<Complaint> {
        let (before, found) = (self.before?, self.found?);
        if before.kind != LexemeKind::Number {
            return None;
        }
        let rest = self.text.get(found.start as usize..)?;
        let (unit, end, wrap) = match found.kind {
            LexemeKind::Text => (self.word(self.found).trim_matches('"'), found.end, "quotes"),
            LexemeKind::Open(Bracket::Square) => {
                let close = rest.find(']')?;
                (rest.get(1..close)?.trim(), found.start + close as u32 + 1, "brackets")
            }
            LexemeKind::Open(Bracket::Paren) => {
                let close = rest.find(')')?;
                (rest.get(1..close)?.trim(), found.start + close as u32 + 1, "parentheses")
            }
            _ => return None,
        };
        let number = self.word(self.before);
        let or_product = match found.kind {
            LexemeKind::Open(Bracket::Paren) => format!(", or `{number} * {unit}` for a product"),
            _ => String::new(),
        };
        let is_one = is_unit(unit);
        let unit = with_carets(unit);
        // It stands by itself: `3 m /2` is a quotient, and `3m/2` is not.
        let before_it = if before.end == found.start { " " } else { "" };
        let goes_on = |next: char| next.is_alphanumeric() || "./^-".contains(next);
        let is_touched = self.text.get(end as usize..)?.starts_with(goes_on);
        let behind_it = if is_touched { " " } else { "" };
        is_one.then(|| Complaint {
            place: self.found,
            message: format!("a unit stands without {wrap}"),
            help: Some(format!("write `{number} {unit}`{or_product}")),
            fix: self.fix(found.start, end, format!("{before_it}{unit}{behind_it}")),
        })
    }

    /// `0x10`
    fn hexadecimal(&self) -> Option<Complaint> {
        let (before, found) = (self.before?, self.found?);
        let digits = self.word(self.found).strip_prefix(['x', 'X'])?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        let is_one = self.word(self.before) == "0" && before.end == found.start;
        is_one.then(|| Complaint {
            place: self.found,
            message: "numbers are decimal".to_owned(),
            help: Some(format!("write `{number}`")),
            fix: self.fix(before.start, found.end, number.to_string()),
        })
    }

    /// `3 in`
    fn inch(&self) -> Option<Complaint> {
        let found = self.found?;
        let is_inch =
            self.word(self.found) == "in" && self.kind(self.before) == Some(LexemeKind::Number);
        is_inch.then(|| Complaint {
            place: self.found,
            message: "`in` is a reserved word and no unit".to_owned(),
            help: Some("write `inch`".to_owned()),
            fix: self.fix(found.start, found.end, "inch".to_owned()),
        })
    }

    /// `0 0 1` and `(0 0 -9.81) m/s^2` for a vector, `[1 2 3]` for one with commas
    fn bare_vector(&self) -> Option<Complaint> {
        let found = self.found?;
        if self.strict == Rule::strict_slot && self.word(self.found) == "for" {
            return Some(Complaint {
                place: self.found,
                message: "the `for` of a list comes first".to_owned(),
                help: Some("a list of turns is written `[for i in 0..3: 2 * i]`".to_owned()),
                fix: None,
            });
        }
        let is_unit_of_list =
            || found.kind == LexemeKind::Word && self.list_in_brackets().is_some();
        if self.strict == Rule::strict_slot && starts_value(found.kind) && !is_unit_of_list() {
            let list: Vec<&str> = self.text.split_whitespace().collect();
            let are_numbers = list.iter().all(|word| word.parse::<f64>().is_ok());
            let fix = match (are_numbers, self.before) {
                (true, _) => self.fix(0, self.text.len() as u32, list.join(", ")),
                (false, Some(before)) => self.fix(before.end, before.end, ",".to_owned()),
                (false, None) => None,
            };
            return Some(Complaint {
                place: self.found,
                message: format!("a comma is missing before `{}`", self.word(self.found)),
                help: Some("the elements of a list are separated by commas".to_owned()),
                fix,
            });
        }
        let list = match found.kind {
            LexemeKind::Number => {
                let end = self.before?.end as usize;
                // From the start of the list: `1 -3 0` begins with a difference.
                let before = self.text.get(..end)?;
                let opened = before.rfind(['[', '(', '=', ',']).map_or(0, |at| at + 1);
                let is_open = !before.get(opened..)?.contains([']', ')']);
                let whole = self.text.get(opened..).filter(|_| is_open);
                whole
                    .and_then(numbers)
                    .or_else(|| numbers(self.text.get(self.before?.start as usize..)?))?
            }
            LexemeKind::Word => numbers(self.in_parentheses()?)?,
            _ => return None,
        };
        let unit = match found.kind {
            LexemeKind::Word => format!(" {}", self.text.get(found.start as usize..)?.trim()),
            _ => String::new(),
        };
        Some(Complaint {
            place: self.found,
            message: "a vector stands in square brackets, with commas".to_owned(),
            help: Some(format!("write `[{}]{unit}`", list.join(", "))),
            fix: None,
        })
    }
}

/// Of `,000 m` the three digits, and what follows them.
fn group_of_three(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix(',')?;
    let (group, behind) = (rest.get(..3)?, rest.get(3..)?);
    let are_digits = group.bytes().all(|byte| byte.is_ascii_digit());
    (are_digits && !behind.starts_with(|c: char| c.is_ascii_digit())).then_some((group, behind))
}

/// The longest unit that is written beside another: `rad`, `kPa`.
const LONGEST_UNIT: usize = 3;

/// Whether a number stands at the end, and not a name such as `e1`.
fn ends_with_number(text: &str) -> bool {
    let start = text.rfind(|c: char| !(c.is_ascii_alphanumeric() || "._".contains(c)));
    let last = text.get(start.map_or(0, |start| start + 1)..).unwrap_or("");
    last.parse::<f64>().is_ok() && last.starts_with(|c: char| c.is_ascii_digit())
}

/// The rest of a text that begins with a part of a unit, `part`, behind all parts that follow with blanks and signs between them; and
/// these parts as one.
fn more_of_unit<'t>(text: &'t str, part: &str) -> (&'t str, String) {
    let mut whole = part.to_owned();
    let mut rest = text.get(part.len()..).unwrap_or("");
    loop {
        let next = rest.trim_start_matches(' ');
        let (sign, next) = match next.strip_prefix(['/', '*']) {
            Some(behind) => {
                (if next.starts_with('/') { '/' } else { '.' }, behind.trim_start_matches(' '))
            }
            None => ('.', next),
        };
        let end = next.find(|c: char| !(c.is_ascii_alphanumeric() || "^-".contains(c)));
        let (part, behind) = next.split_at(end.unwrap_or(next.len()));
        let name = part.split(['^', '-']).next().unwrap_or("");
        let is_part = is_unit(part)
            && name.len() <= LONGEST_UNIT
            && !words::is_reserved(name)
            && !behind.trim_start().starts_with(['(', '=', '.']);
        if !is_part {
            return (rest, whole);
        }
        whole.push(sign);
        whole.push_str(part);
        rest = behind;
    }
}

/// Whether it has the form of a unit.
fn is_unit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "./^-".contains(c))
}

fn starts_value(kind: LexemeKind) -> bool {
    matches!(kind, LexemeKind::Number | LexemeKind::Word | LexemeKind::Open(_))
}

/// The numbers that a text begins with, if there are at least three and nothing but blanks between them.
fn numbers(text: &str) -> Option<Vec<&str>> {
    let mut list = Vec::new();
    for word in text.split_whitespace() {
        let number = word.trim_end_matches([']', ')', ';', ',']);
        if number.parse::<f64>().is_err() {
            break;
        }
        list.push(number);
        if number.len() < word.len() {
            break;
        }
    }
    (list.len() > 2).then_some(list)
}
