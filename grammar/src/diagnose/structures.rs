//! Structures, rates and places in other brackets, or without any.

use super::headers::SIMULATION;
use super::{Complaint, Scene, wants_operator};
use crate::lexemes::LexemeKind;
use crate::rules::Rule;
use crate::words;

/// Said of `(0, 0, 2) m` where a joint or cable is connected.
pub(super) const PLACE_IN_WORLD: &str = "a place of the world is `world at` a vector";

impl Scene<'_> {
    /// `=` and `:` where a field was meant.
    pub(super) fn field_like(&self, expected: &[Rule]) -> Option<Complaint> {
        match self.kind(self.found)? {
            LexemeKind::Equals => {
                let of_simulation = || self.simulation_in_parentheses();
                let others = of_simulation().or_else(|| self.structure_in_parentheses());
                others.or_else(|| self.bare_rate(expected))
            }
            LexemeKind::Colon => self.colon_in_structure(),
            _ => None,
        }
    }

    /// `simulate(t = 0..10 s)`, of which this is what stands inside.
    fn simulation_in_parentheses(&self) -> Option<Complaint> {
        let (all, start, _) = self.around;
        let head = all.get(..start)?.trim_end().strip_suffix('(')?.trim_end();
        let is_one = self.strict == Rule::strict_closed && head.ends_with("simulate");
        is_one.then(|| Complaint {
            place: self.found,
            message: "`simulate` has no parentheses, and its duration no name".to_owned(),
            help: Some(SIMULATION.to_owned()),
            fix: None,
        })
    }

    /// `start = (angle = 30 deg)`, of which this is what stands inside.
    fn structure_in_parentheses(&self) -> Option<Complaint> {
        let (all, start, _) = self.around;
        let head = all.get(..start)?.trim_end().strip_suffix('(')?.trim_end();
        let is_set =
            head.ends_with('=') && !["==", "<=", ">=", "!="].iter().any(|own| head.ends_with(own));
        let is_one = self.strict == Rule::strict_closed
            && self.before == self.first
            && self.kind(self.first) == Some(LexemeKind::Word)
            && is_set;
        is_one.then(|| Complaint {
            place: self.found,
            message: "a structure stands in braces".to_owned(),
            help: Some(format!("write `{{ {} }}`", self.text.trim().replace(", ", "; "))),
            fix: None,
        })
    }

    /// `{ angle: 30 deg }`
    fn colon_in_structure(&self) -> Option<Complaint> {
        let (name, colon) = (self.before?, self.found?);
        let is_one = self.strict == Rule::strict_field
            && self.before == self.first
            && name.kind == LexemeKind::Word;
        let value = self.text.get(colon.end as usize..)?.trim();
        let help = format!("write `{} = {value}`", self.word(self.before));
        is_one.then(|| Complaint {
            place: self.found,
            message: "a field is set by `=`, not by `:`".to_owned(),
            help: Some(help).filter(|_| !value.is_empty()),
            fix: self.fix(name.end, colon.end, " =".to_owned()),
        })
    }

    /// `state s = 0 m = 1 m/s`
    fn bare_rate(&self, expected: &[Rule]) -> Option<Complaint> {
        let equals = self.found?;
        let head = self.text.get(..equals.start as usize)?.trim_end();
        let rate = self.text.get(equals.end as usize..)?.trim();
        let is_one = self.strict == Rule::strict_element
            && self.word(self.first) == "state"
            && head.contains('=')
            && (wants_operator(expected) || expected.contains(&Rule::EOI));
        is_one.then(|| Complaint {
            place: self.found,
            message: "the rate of a state stands in braces".to_owned(),
            help: Some(format!("write `{head} {{ rate = {rate} }}`")),
            fix: None,
        })
    }
}

/// What to write for `from (0, 0, 0) to ...`, given what stands before, between and behind the parentheses.
pub(super) fn place_in_world(head: &str, inside: &str, behind: &str) -> Option<String> {
    let word = head.trim_end().rsplit(|c: char| !c.is_ascii_alphabetic()).next()?;
    let is_relation = matches!(word, "from" | "to" | "between" | "and" | "on");
    let unit: String = behind
        .trim_start()
        .chars()
        .take_while(|&c| c.is_ascii_alphanumeric() || "./^-".contains(c))
        .collect();
    let is_unit = unit.starts_with(|c: char| c.is_ascii_alphabetic()) && !words::is_reserved(&unit);
    let unit = match is_unit {
        true => format!(" {unit}"),
        // Numbers that have units of their own need none.
        false if inside.contains(|c: char| c.is_ascii_alphabetic()) => String::new(),
        false => " m".to_owned(),
    };
    is_relation.then(|| format!("world at [{inside}]{unit}"))
}
