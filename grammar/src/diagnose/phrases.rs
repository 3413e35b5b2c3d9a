//! Heads and values of Python, MATLAB, Modelica and OrcaFlex that are read up to a sign or a word which has no meaning here.

use super::{Complaint, Scene, Words};
use crate::lexemes::{Bracket, LexemeKind};
use crate::rules::Rule;
use crate::words;

/// Said of a head of an experiment that names its model in another way.
pub(super) const MODEL_OF_EXPERIMENT: &str = "the model of an experiment follows `=`";
pub(super) const EXPERIMENT: &str = "an experiment is written `experiment fall = Drop() { ... }`";

impl Scene<'_> {
    pub(super) fn phrase(&self) -> Option<Complaint> {
        let told = self
            .prefixed_text()
            .or_else(|| self.attributes())
            .or_else(|| self.described_head())
            .or_else(|| self.steps_of_range())
            .or_else(|| self.unpacked())
            .or_else(|| self.type_behind_value())
            .or_else(|| self.turned_frame())
            .or_else(|| self.every_behind_record())
            .or_else(|| self.vector_as_law())
            .or_else(|| self.field_behind_name())
            .or_else(|| self.model_of_experiment())
            .or_else(|| self.foreign_class())
            .or_else(|| self.appended());
        told.map(|words| self.told(words))
    }

    /// `f"{k}"`, `r"x"`
    fn prefixed_text(&self) -> Option<Words> {
        let (before, found) = (self.before?, self.found?);
        let prefix = self.word(self.before);
        let is_one = found.kind == LexemeKind::Text
            && before.kind == LexemeKind::Word
            && before.end == found.start
            && matches!(prefix, "f" | "F" | "r" | "b" | "u" | "L");
        let help = match prefix {
            "f" | "F" => {
                "values are not put into texts; the number itself can be recorded: `record k`"
            }
            _ => "a text stands between two `\"`, in which `\\\"` and `\\\\` stand for these signs",
        };
        let fix = self.fix(before.start, before.end, String::new());
        let fix = fix.filter(|_| !self.word(self.found).contains('{'));
        is_one.then(|| (format!("there is no `{prefix}` before a text"), help.to_owned(), fix))
    }

    /// `let a(unit = "m") = 3`
    fn attributes(&self) -> Option<Words> {
        let (name, open) = (self.before?, self.found?);
        let is_one = matches!(self.word(self.before_last), "let" | "var" | "const")
            && self.before_last == self.first
            && name.kind == LexemeKind::Word
            && open.kind == LexemeKind::Open(Bracket::Paren);
        let (word, own) = (self.word(self.before_last), self.word(self.before));
        let is_of_call = !matches!(
            self.word(self.next),
            "unit" | "start" | "min" | "max" | "fixed" | "nominal" | "quantity" | "displayUnit"
        );
        let (message, help) = match is_of_call {
            true => (
                "a value has no parameters".to_owned(),
                "a function stands outside of the models: `fn area(d: Length) -> Area = pi / 4 * d^2`".to_owned(),
            ),
            false => (
                "a value has no attributes".to_owned(),
                format!("a unit follows its number, and a type may follow the name: `{word} {own}: Length = 3 m`"),
            ),
        };
        is_one.then_some((message, help, None))
    }

    /// `body b "the bob" {`
    fn described_head(&self) -> Option<Words> {
        let is_one = self.kind(self.found) == Some(LexemeKind::Text)
            && self.strict == Rule::strict_element
            && self.before == self.second
            && self.kind(self.second) == Some(LexemeKind::Word);
        let help = "what something is stands before it, in a line `/// ...`; a comment is `// ...`";
        is_one.then(|| ("a text describes nothing here".to_owned(), help.to_owned(), None))
    }

    /// `0:0.1:10`, `values[0:2]`
    fn steps_of_range(&self) -> Option<Words> {
        self.found.filter(|own| own.kind == LexemeKind::Colon)?;
        let (all, start, _) = self.around;
        let head = all.get(..start)?.trim_end();
        let indexed = head.strip_suffix('[').is_some_and(|own| {
            own.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ']' | ')'))
        });
        let is_value =
            matches!(self.strict, Rule::strict_value | Rule::strict_slot | Rule::strict_closed);
        let is_number = |lexeme| self.kind(lexeme) == Some(LexemeKind::Number);
        let is_one = is_value && is_number(self.before) && is_number(self.next);
        let (from, to) = (self.word(self.before), self.word(self.next));
        let help = match indexed {
            true => format!("some of an array are written `[for i in {from}..{to}: values[i]]`"),
            false => {
                "whole numbers are `0..10`, and an array of others `[for i in 0..100: 0.1 * i]`"
                    .to_owned()
            }
        };
        is_one.then(|| ("a range has no `:`".to_owned(), help, None))
    }

    /// `let (a, b) = (1, 2)`
    fn unpacked(&self) -> Option<Words> {
        let is_one = matches!(self.word(self.before), "let" | "var" | "const")
            && self.before == self.first
            && matches!(
                self.kind(self.found),
                Some(LexemeKind::Open(Bracket::Paren | Bracket::Square))
            );
        let word = self.word(self.before);
        let help = format!("write a line for each: `{word} a = 1`, `{word} b = 2`");
        is_one.then(|| ("a name stands by itself".to_owned(), help, None))
    }

    /// `model M(l = 1 m: Length)`
    fn type_behind_value(&self) -> Option<Words> {
        let (name, colon, ty) = (self.first?, self.found?, self.next?);
        let value = self.text.get(self.third?.start as usize..colon.start as usize)?.trim();
        let is_one = self.strict == Rule::strict_parameter
            && self.word(self.second) == "="
            && colon.kind == LexemeKind::Colon
            && ty.kind == LexemeKind::Word;
        let meant = format!("{}: {} = {value}", self.word(self.first), self.word(self.next));
        let fix = self.fix(name.start, ty.end, meant.clone());
        is_one.then(|| {
            ("the type of a parameter follows its name".to_owned(), format!("write `{meant}`"), fix)
        })
    }

    /// `frame f on b at [0, 0, 1] m rotated 30 deg`
    fn turned_frame(&self) -> Option<Words> {
        let is_one = self.strict == Rule::strict_element
            && self.word(self.first) == "frame"
            && matches!(
                self.word(self.found),
                "rotated"
                    | "rotation"
                    | "rotate"
                    | "turned"
                    | "euler"
                    | "rpy"
                    | "quat"
                    | "orientation"
                    | "attitude"
            );
        let help = "it is a field: `{ attitude = rotation(y, 90 deg) }`, or `euler(roll = 0 deg, pitch = 90 deg, yaw = 0 deg)`";
        is_one.then(|| {
            ("how a frame is turned stands in its block".to_owned(), help.to_owned(), None)
        })
    }

    /// `record b.position every 10 ms`
    fn every_behind_record(&self) -> Option<Words> {
        let is_one = self.strict == Rule::strict_record
            && matches!(self.word(self.found), "every" | "each")
            && self.before != self.first;
        let help = "it follows a comma there: `simulate 10 s with rk4(step = 5 ms), every 10 ms`";
        is_one.then(|| {
            ("how often is recorded is said by the analysis".to_owned(), help.to_owned(), None)
        })
    }

    /// `force f on b = 0, 0, 3 N`
    fn vector_as_law(&self) -> Option<Words> {
        let comma = self.found.filter(|own| own.kind == LexemeKind::Comma)?;
        let is_law = self.strict == Rule::strict_element
            && matches!(self.word(self.first), "force" | "torque");
        let head = self.text.get(..comma.start as usize)?;
        let start = head.rfind('=')? + 1;
        let rest = self.text.get(start..)?;
        let line = rest.split(['\n', ';', '{']).next()?.trim_end();
        let mut parts: Vec<&str> = line.split(',').map(str::trim).collect();
        let unit = parts.last_mut().and_then(|last| {
            let (number, unit) = last.split_once(' ')?;
            *last = number;
            Some(unit.trim())
        });
        let is_one = is_law
            && parts.len() == 3
            && parts.iter().all(|own| own.parse::<f64>().is_ok())
            && unit.is_none_or(|own| !own.contains(' '));
        let unit = unit.map_or(String::new(), |own| format!(" {own}"));
        let meant = format!("[{}]{unit}", parts.join(", "));
        let from = (start + line.len() - line.trim_start().len()) as u32;
        let fix = self.fix(from, (start + line.len()) as u32, meant.clone());
        is_one.then(|| {
            ("a vector stands in square brackets".to_owned(), format!("write `{meant}`"), fix)
        })
    }

    /// `body b mass = 2 kg`
    fn field_behind_name(&self) -> Option<Words> {
        let is_one = self.strict == Rule::strict_element
            && self.before == self.second
            && self.kind(self.found) == Some(LexemeKind::Word)
            && self.kind(self.next) == Some(LexemeKind::Equals)
            && words::starts_element(self.word(self.first));
        let (kind, name) = (self.word(self.first), self.word(self.second));
        let help = format!("write `{kind} {name} {{ {} = ... }}`", self.word(self.found));
        is_one.then(|| (format!("fields of `{name}` stand in its block"), help, None))
    }

    /// `experiment e {`, `experiment e of M {`, `experiment e: M() {`
    fn model_of_experiment(&self) -> Option<Words> {
        let is_one = self.strict == Rule::strict_experiment
            && self.before == self.second
            && self.kind(self.second) == Some(LexemeKind::Word)
            && self.kind(self.found) != Some(LexemeKind::Equals)
            && self.word(self.found) != "==";
        is_one.then(|| (MODEL_OF_EXPERIMENT.to_owned(), EXPERIMENT.to_owned(), None))
    }

    /// `Modelica.Mechanics.MultiBody.Parts.Body b(m = 1)`
    fn foreign_class(&self) -> Option<Words> {
        let dot = self.found.filter(|own| own.kind == LexemeKind::Dot)?;
        let is_statement = self.strict == Rule::strict_element && self.before == self.first;
        let rest = self.text.get(dot.start as usize..)?;
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "._".contains(c)))?;
        let (path, behind) = rest.split_at_checked(end)?;
        let class = path.rsplit('.').next()?;
        let name = behind.strip_prefix(' ')?.trim_start();
        let name = name.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()?;
        let is_one = is_statement
            && class.starts_with(|c: char| c.is_ascii_uppercase())
            && words::is_name(name);
        let help = format!(
            "a component of your own is used by `part {name} = {class}(...)`; what a body or a joint is begins with its kind: `body {name} {{ ... }}`"
        );
        is_one.then(|| ("there are no classes".to_owned(), help, None))
    }

    /// `xs.append(3)`
    fn appended(&self) -> Option<Words> {
        let is_one = self.strict == Rule::strict_element
            && self.before == self.first
            && self.kind(self.found) == Some(LexemeKind::Dot)
            && matches!(self.word(self.next), "append" | "push" | "add" | "extend" | "push_back")
            && self.word(self.first) != "record";
        let help = "an array is written as a whole: `[1, 2, 3]`, or `[for i in 0..3: 2 * i]`";
        is_one.then(|| {
            ("nothing is added to what has been declared".to_owned(), help.to_owned(), None)
        })
    }
}
