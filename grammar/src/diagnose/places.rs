//! Vectors without their brackets, units behind what is no number, and relations behind a law.

use super::structures::{PLACE_IN_WORLD, place_in_world};
use super::{Complaint, Scene};
use crate::lexemes::LexemeKind;
use crate::rules::Rule;
use crate::words;

/// Words that are units and little else.
const UNITS: [&str; 30] = [
    "m", "mm", "cm", "km", "s", "ms", "min", "kg", "g", "t", "N", "kN", "MN", "Pa", "kPa", "MPa",
    "GPa", "J", "kJ", "W", "kW", "Hz", "rad", "deg", "rev", "rpm", "ft", "inch", "lb", "kn",
];

impl Scene<'_> {
    /// `position = 0, 0, 1 m` in braces, where a comma ends a field: of which this is the `0` behind the first.
    pub(super) fn vector_in_pieces(&self) -> Option<Complaint> {
        let (all, start, end) = self.around;
        let is_field = self.strict == Rule::strict_field && self.found == self.first;
        match piece_of_vector(all, start, end).filter(|_| is_field)? {
            (Piece::Second, vector) => Some(self.in_square_brackets(&vector)),
            (Piece::Third, _) => None,
        }
    }

    /// `(0,0,1) m`, `position = 0,0,1 m`: where there are two commas, neither is the point of a decimal.
    pub(super) fn unbracketed_vector(&self) -> Option<Complaint> {
        self.found.filter(|own| own.kind == LexemeKind::Comma)?;
        match self.strict {
            Rule::strict_closed => {
                let are_three = three_numbers(self.text).is_some();
                let vector = self.vector_in_parentheses().filter(|_| are_three)?;
                Some(self.in_square_brackets(&vector))
            }
            Rule::strict_field | Rule::strict_value | Rule::strict_let | Rule::strict_const => {
                let value = self.text.rsplit('=').next()?;
                let vector = three_numbers(value)?;
                Some(self.in_square_brackets(&vector))
            }
            _ => None,
        }
    }

    pub(super) fn in_square_brackets(&self, vector: &str) -> Complaint {
        let message = match vector.starts_with("world") {
            true => PLACE_IN_WORLD,
            false => "a vector stands in square brackets",
        };
        Complaint {
            place: self.found,
            message: message.to_owned(),
            help: Some(format!("write `{vector}`")),
            fix: None,
        }
    }

    /// `(0, 0, 1) m`, of which this is what stands inside.
    pub(super) fn vector_in_parentheses(&self) -> Option<String> {
        let (all, start, end) = self.around;
        let before = all.get(..start)?.trim_end();
        let behind = all.get(end..)?.trim_start().strip_prefix(')')?;
        let head = before.strip_suffix('(')?;
        let parts: Vec<&str> = self.text.split(',').map(str::trim).collect();
        let inside = parts.join(", ");
        if let Some(place) = place_in_world(head, &inside, behind) {
            return Some(place);
        }
        let is_call = head.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == ']');
        let unit: String = behind
            .trim_start()
            .chars()
            .take_while(|&c| c.is_ascii_alphanumeric() || "./^-".contains(c))
            .collect();
        let is_unit =
            unit.starts_with(|c: char| c.is_ascii_alphabetic()) && !words::is_reserved(&unit);
        let unit = if is_unit { unit } else { String::new() };
        let vector = format!("[{inside}] {unit}");
        (!is_call).then(|| vector.trim_end().to_owned())
    }

    /// `angle = a deg`, `record j.angle deg`
    pub(super) fn unit_behind_name(&self) -> Option<Complaint> {
        let (before, found) = (self.before?, self.found?);
        let is_value = match before.kind {
            LexemeKind::Word => !words::is_reserved(self.word(self.before)),
            LexemeKind::Close(_) => true,
            _ => false,
        };
        let unit = self.unit_at(found);
        let factors = unit.split(|c: char| !c.is_ascii_alphabetic()).filter(|own| !own.is_empty());
        let is_unit =
            factors.clone().count() > 0 && factors.clone().all(|own| UNITS.contains(&own));
        let is_behind_number = self.kind(self.before_last) == Some(LexemeKind::Number);
        if !is_value || !is_unit || found.kind != LexemeKind::Word || is_behind_number {
            return None;
        }
        if self.strict == Rule::strict_record || self.word(self.first) == "plot" {
            return Some(Complaint {
                place: self.found,
                message: "the unit in which something is shown follows `in`".to_owned(),
                help: Some(format!("write `in {unit}`")),
                fix: self.fix(found.start, found.start, "in ".to_owned()),
            });
        }
        let head = self.text.get(..before.end as usize)?;
        let start = head.rfind(|c: char| !(c.is_ascii_alphanumeric() || "._".contains(c)));
        let value = head.get(start.map_or(0, |at| at + 1)..)?;
        let value = if value.is_empty() { "(...)" } else { value };
        let (all, start, _) = self.around;
        let is_listed = all.get(..start)?.trim_end().ends_with(['[', ',']);
        let or_comma = match self.strict {
            Rule::strict_slot if is_listed => ", or a comma between two values",
            _ => "",
        };
        Some(Complaint {
            place: self.found,
            message: "a unit follows a number or a list, and nothing else".to_owned(),
            help: Some(format!("write `{value} * 1 {unit}`{or_comma}")),
            fix: self
                .fix(found.start, found.start, "* 1 ".to_owned())
                .filter(|_| or_comma.is_empty()),
        })
    }

    /// `force f = [0, 0, 1] N on b`
    pub(super) fn relation_behind_law(&self) -> Option<Complaint> {
        let found = self.found?;
        let word = self.word(self.found);
        let head = self.text.get(..found.start as usize)?;
        let is_one = self.strict == Rule::strict_element
            && matches!(word, "from" | "to" | "on" | "between" | "at");
        let (name, value) =
            head.split_once(" = ").filter(|(name, _)| is_one && !name.contains(['(', '{']))?;
        let rest = self.text.get(found.start as usize..)?;
        let relations = rest.split('{').next()?.trim();
        let (name, value) = (name.trim(), value.trim());
        let meant = format!("{name} {relations} = {value}");
        let fix = self.fix(0, found.start + relations.len() as u32, meant.clone());
        Some(Complaint {
            place: self.found,
            message: format!("`{word}` stands before `=`"),
            help: Some(format!("write `{meant}`")),
            fix,
        })
    }
}

/// Which of the three numbers of a vector without brackets, of which the first is set.
#[derive(PartialEq, Eq)]
pub(super) enum Piece {
    Second,
    Third,
}

/// What stands from `start` to `end` where it is a piece of `NAME = 0, 0, 1 m`, and how that is written.
pub(super) fn piece_of_vector(all: &str, start: usize, end: usize) -> Option<(Piece, String)> {
    let head = all.get(..start)?.trim_end().strip_suffix(',')?;
    let set = head.rsplit(['{', ';', '\n']).next()?.split_once('=')?.1;
    let piece = all.get(start..end)?.trim();
    if set.contains(',') {
        let vector = three_numbers(&format!("{set}, {piece}"))?;
        return Some((Piece::Third, vector));
    }
    let rest = all.get(end..)?.split(['}', ';', '\n']).next()?.trim();
    let vector = three_numbers(&format!("{set}, {piece}{rest}"))?;
    Some((Piece::Second, vector))
}

/// The vector that three numbers with commas between them and a unit behind them are.
fn three_numbers(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.trim().split(',').map(str::trim).collect();
    let [first, second, last] = parts.as_slice() else { return None };
    let is_number = |part: &str| part.parse::<f64>().is_ok();
    let (number, unit) = last.split_once(' ').unwrap_or((last, ""));
    let are_groups = [second, number].iter().all(|own| own.len() == 3) && !text.contains(", ");
    let are_numbers = is_number(first) && is_number(second) && is_number(number);
    (are_numbers && !are_groups)
        .then(|| format!("[{first}, {second}, {number}] {unit}").trim_end().to_owned())
}
