//! Names, relations, loops, functions and blocks as other languages write them.

use super::{Complaint, Scene, Words};
use crate::lexemes::{Bracket, Lexeme, LexemeKind};
use crate::rules::Rule;
use crate::spelling::nearest;
use crate::syntax::{Span, SyntaxFix};
use crate::words;

const LOOP: &str = "a loop is written `for i in 0..3 { ... }`";
pub(super) const SIMULATION: &str =
    "a simulation is written `simulate 10 s with rk4(step = 5 ms), every 10 ms`";

/// What introduces the clauses of a simulation.
const CLAUSES: [&str; 3] = ["with", "every", "until"];

/// Bytes; the longest value that a message repeats.
const LONGEST_VALUE: usize = 40;

impl Scene<'_> {
    /// What is wrong in the head of an item or a member, before its block.
    pub(super) fn broken_head(&self, expected: &[Rule]) -> Option<Complaint> {
        let complaint = match self.strict {
            Rule::strict_for | Rule::strict_event_for => self.broken_loop(expected),
            Rule::strict_function => self.function_block(),
            Rule::strict_parameter => self.type_before_name(),
            Rule::strict_event => self.missing_block(expected, "at 3 s { ... }"),
            Rule::strict_analysis if self.word(self.first) == "simulate" => {
                self.broken_simulation(expected)
            }
            Rule::strict_element => self.broken_element(expected),
            Rule::strict_record => self.broken_record(),
            _ => None,
        };
        complaint.or_else(|| self.other_else()).or_else(|| self.missing_then(expected))
    }

    fn broken_loop(&self, expected: &[Rule]) -> Option<Complaint> {
        let found = self.found?;
        match found.kind {
            LexemeKind::Colon if expected.contains(&Rule::open_brace) => {
                Some(self.here("the members of a loop stand in braces", LOOP))
            }
            _ if expected.contains(&Rule::word_in) || expected.contains(&Rule::name) => {
                let message = format!("`{}` cannot stand here", self.word(self.found));
                Some(self.here(&message, LOOP))
            }
            LexemeKind::Equals if self.word(self.before) == ".." => Some(
                self.here("there is no `..=`", "the last number is left out: `0..3` is 0, 1 and 2"),
            ),
            _ => None,
        }
    }

    /// `fn f(x: Length) -> Length { return x * 2 }`
    fn function_block(&self) -> Option<Complaint> {
        let is_block = self.kind(self.found) == Some(LexemeKind::Open(Bracket::Brace));
        is_block.then(|| {
            self.here(
                "a function is one expression, which follows `=`",
                "such as `fn twice(x: Length) -> Length = 2 * x`",
            )
        })
    }

    /// `Length x`
    fn type_before_name(&self) -> Option<Complaint> {
        let (ty, name) = (self.before?, self.found?);
        let is_first = self.before == self.first;
        if !is_first || ty.kind != LexemeKind::Word || name.kind != LexemeKind::Word {
            return None;
        }
        let ty_here = type_here(self.word(self.before));
        let turned = format!("{}: {ty_here}", self.word(self.found));
        let message = "the type of a parameter follows its name";
        let fix = self.fix(ty.start, name.end, turned.clone());
        Some(Complaint {
            place: self.before,
            message: message.to_owned(),
            help: Some(format!("write `{turned}`")),
            fix,
        })
    }

    fn missing_block(&self, expected: &[Rule], example: &str) -> Option<Complaint> {
        let wants_block = expected.contains(&Rule::open_brace)
            || expected.contains(&Rule::event_block)
            || expected.contains(&Rule::block);
        if self.found.is_none() && self.word(self.first) == "every" && wants_block {
            return Some(Complaint {
                place: self.before,
                message: "an event that happens again and again has a block".to_owned(),
                help: Some(
                    "such as `every 1 s { ... }`; in an analysis `every` follows a comma: `simulate 10 s with \
                     rk4(step = 5 ms), every 10 ms`"
                        .to_owned(),
                ),
                fix: None,
            });
        }
        let found = self.found?;
        let starts = matches!(found.kind, LexemeKind::Colon | LexemeKind::Word);
        (wants_block && starts && !self.is_other_else(self.found))
            .then(|| {
                let message = format!(
                    "what an event does stands in braces, found `{}`",
                    self.word(self.found)
                );
                self.here(&message, &format!("such as `{example}`"))
            })
            .filter(|_| self.word(self.first) != "every" || found.kind == LexemeKind::Colon)
    }

    fn broken_simulation(&self, expected: &[Rule]) -> Option<Complaint> {
        let found = self.found?;
        // `simulate time = 1 s`
        if found.kind == LexemeKind::Equals && self.before_last == self.first {
            let rest = self.text.get(found.end as usize..)?.trim_start();
            let end = [" with", ",", " every", " until"].iter().filter_map(|own| rest.find(own));
            let duration = rest.get(..end.min().unwrap_or(rest.len()))?.trim_end();
            let help = format!("write `simulate {duration}`");
            return Some(self.here("how long is written right after `simulate`", &help));
        }
        // `simulate: 10 s`, `simulate 10 s, rk4, 5 ms`
        let is_comma = found.kind == LexemeKind::Comma;
        if found.kind == LexemeKind::Colon || is_comma && !expected.contains(&Rule::comma) {
            let message = format!("`{}` cannot stand here", self.word(self.found));
            return Some(self.here(&message, SIMULATION));
        }
        // What `habit` knows better is a call.
        if found.kind != LexemeKind::Word || self.followed_by(LexemeKind::Open(Bracket::Paren)) {
            return None;
        }
        let complete = expected.contains(&Rule::EOI) || expected.contains(&Rule::comma);
        if let Some(meant) = nearest(self.word(self.found), &CLAUSES) {
            return Some(Complaint {
                place: self.found,
                message: format!("there is no `{}`", self.word(self.found)),
                help: Some(format!("did you mean `{meant}`?")),
                fix: self.fix(found.start, found.end, meant.to_owned()),
            });
        }
        complete.then(|| {
            let message = format!("`{}` cannot stand here", self.word(self.found));
            self.here(&message, SIMULATION)
        })
    }

    fn broken_element(&self, expected: &[Rule]) -> Option<Complaint> {
        let found = self.found?;
        let is_named = self.before.is_some() && self.before_last == self.first;
        let kind = self.word(self.first);
        // `state on[i]: Length`: the word was taken for a relation.
        if let Some(second) = self.second
            && words::is_reserved(self.word(self.second))
            && self.third.is_some_and(|third| third.start == second.end)
            && matches!(
                self.kind(self.third),
                Some(LexemeKind::Open(Bracket::Square) | LexemeKind::Colon)
            )
        {
            let message =
                format!("`{}` is a reserved word and cannot be a name", self.word(self.second));
            return Some(Complaint { place: self.second, message, ..Complaint::default() });
        }
        if let Some(complaint) =
            self.variant_without_parentheses().or_else(|| self.relation_behind_law())
        {
            return Some(complaint);
        }
        match found.kind {
            // `ball.position.z == 0 m`, `n += 1`
            LexemeKind::Operator
                if self.before == self.first && self.followed_by(LexemeKind::Equals) =>
            {
                let (name, operator) = (self.word(self.before), self.word(self.found));
                Some(Complaint {
                    place: self.found,
                    message: format!("there is no `{operator}=`"),
                    help: Some(format!("write `{name} = {name} {operator} ...`")),
                    fix: None,
                })
            }
            // `n++`
            LexemeKind::Operator
                if self.before == self.first
                    && matches!(self.word(self.found), "+" | "-")
                    && self.word(self.next) == self.word(self.found) =>
            {
                let (name, operator) = (self.word(self.before), self.word(self.found));
                Some(Complaint {
                    place: self.found,
                    message: format!("there is no `{operator}{operator}`"),
                    help: Some(format!("write `{name} = {name} {operator} 1`")),
                    fix: None,
                })
            }
            LexemeKind::Dot | LexemeKind::Operator
                if self.before == self.first && self.word(self.found) != "==" =>
            {
                let help = self.instead_of_expression();
                Some(Complaint {
                    place: self.first,
                    message: "an expression cannot stand by itself".to_owned(),
                    help: Some(help),
                    fix: None,
                })
            }
            LexemeKind::Operator if is_named && self.word(self.found) == "-" => {
                let next = self
                    .next
                    .filter(|next| next.kind == LexemeKind::Word && next.start == found.end)?;
                Some(self.one_name(found.start, next, kind))
            }
            LexemeKind::Word if is_named && self.names_block() => {
                Some(self.one_name(found.start, found, kind))
            }
            LexemeKind::Word
                if expected.contains(&Rule::relation_word)
                    || expected.contains(&Rule::word_from)
                    || is_relation_wanted(expected) =>
            {
                self.missing_relation_word()
            }
            _ => None,
        }
    }

    /// `joint hinge: revolute axis = y from world to bob`
    fn variant_without_parentheses(&self) -> Option<Complaint> {
        let (variant, name) = (self.before?, self.found?);
        let is_one = self.before_last.is_some_and(|own| own.kind == LexemeKind::Colon)
            && variant.kind == LexemeKind::Word
            && name.kind == LexemeKind::Word
            && self.followed_by(LexemeKind::Equals);
        let arguments = self.text.get(name.start as usize..)?;
        let ends = [" from ", " to ", " on ", " between ", " at ", " {", "\n"];
        let end = ends.iter().filter_map(|own| arguments.find(own)).min();
        let arguments = arguments.get(..end.unwrap_or(arguments.len()))?.trim_end();
        let called = format!("{}({arguments})", self.word(self.before));
        is_one.then(|| Complaint {
            place: self.found,
            message: "arguments stand in parentheses".to_owned(),
            help: Some(format!("write `{called}`")),
            fix: self.fix(variant.start, name.start + arguments.len() as u32, called),
        })
    }

    /// `body left arm {`
    /// `a.position == b.position`, `ball.mass = 3 kg`, `ball.position.z`
    fn instead_of_expression(&self) -> String {
        if self.text.contains("==") {
            return "an equation is written `constraint NAME: LEFT == RIGHT`".to_owned();
        }
        let field = |(path, value): (&'_ str, &'_ str)| {
            let (element, field) = path.trim().rsplit_once('.')?;
            let value = value.trim().trim_end_matches(';');
            let is_short = value.len() <= LONGEST_VALUE && !value.contains('\n');
            let are_names = [element, field].iter().all(|own| words::is_name(own));
            (is_short && are_names).then(|| {
                format!("fields stand in the block of their element: `{element} {{ {field} = {value} }}`, with its kind before it")
            })
        };
        self.text.split_once('=').and_then(field).unwrap_or_else(|| {
            "a value gets a name by `let NAME = ...`, an event sets one by `NAME = ...`".to_owned()
        })
    }

    fn names_block(&self) -> bool {
        self.followed_by(LexemeKind::Open(Bracket::Brace)) || self.followed_by(LexemeKind::Colon)
    }

    fn one_name(&self, from: u32, last: Lexeme, kind: &str) -> Complaint {
        let before = self.word(self.before);
        let name = format!("{before}_{}", last.text(self.text));
        let start = self.before.map_or(from, |before| before.start);
        Complaint {
            place: self.found,
            message: "a name is one word of letters, digits and `_`".to_owned(),
            help: Some(format!("write `{kind} {name}`")),
            fix: self.fix(start, last.end, name),
        }
    }

    /// `world to ball`, `from world ball`, `form world to ball`, `world -> ball`
    fn missing_relation_word(&self) -> Option<Complaint> {
        const RELATIONS: [&str; 4] = ["from", "to", "on", "between"];
        let found = self.found?;
        let word = self.word(self.found);
        let text_before = self.text.get(..found.start as usize)?;
        let has = |word: &str| text_before.split_whitespace().any(|own| own == word);
        if self.followed_by(LexemeKind::Word)
            && let Some(meant) = nearest(word, &RELATIONS)
        {
            let help = format!("did you mean `{meant}`?");
            return Some(Complaint {
                place: self.found,
                message: format!("there is no relation `{word}`"),
                help: Some(help),
                fix: self.fix(found.start, found.end, meant.to_owned()),
            });
        }
        let next = self.word(self.next);
        let missing = match next {
            "to" | "->" if !has("from") => "from",
            "and" if !has("between") => "between",
            _ if has("from") && !has("to") => "to",
            _ if has("between") && !has("and") => "and",
            _ if matches!(self.word(self.first), "joint" | "cable")
                && self.kind(self.next) == Some(LexemeKind::Word)
                && !words::is_reserved(next) =>
            {
                return Some(self.here(
                    "what is connected follows `from` and `to`",
                    &format!("write `from {word} to {next}`"),
                ));
            }
            _ => return None,
        };
        let help = match next {
            "->" => "what a joint connects is written `from A to B`".to_owned(),
            _ => format!("write `{missing} {word}`"),
        };
        let fix = self.fix(found.start, found.start, format!("{missing} "));
        Some(Complaint {
            place: self.found,
            message: format!("`{missing}` is missing before `{word}`"),
            help: Some(help),
            fix: fix.filter(|_| next != "->"),
        })
    }

    fn is_other_else(&self, lexeme: Option<Lexeme>) -> bool {
        matches!(self.word(lexeme), "elif" | "elseif" | "elsif" | "elsewhen")
    }

    /// `elif`, which behind a number looks like a unit
    fn other_else(&self) -> Option<Complaint> {
        let place = [self.found, self.before].into_iter().find(|own| self.is_other_else(*own))?;
        let lexeme = place?;
        Some(Complaint {
            place,
            message: format!("there is no `{}`", self.word(place)),
            help: Some("write `else if`".to_owned()),
            fix: self.fix(lexeme.start, lexeme.end, "else if".to_owned()),
        })
    }

    /// `if (time > 3 s) 1 else 2`
    fn missing_then(&self, expected: &[Rule]) -> Option<Complaint> {
        let found = self.found?;
        if expected.contains(&Rule::word_else) && self.strict != Rule::strict_if {
            return None;
        }
        if !expected.contains(&Rule::word_then) || found.kind == LexemeKind::Colon {
            return None;
        }
        Some(Complaint {
            place: self.found,
            message: format!("`then` is missing before `{}`", self.word(self.found)),
            help: Some("a choice is written `if a then b else c`".to_owned()),
            fix: match self.text.get(found.start as usize..).and_then(without_braces) {
                Some((length, choice)) => {
                    self.fix(found.start, found.start + length as u32, choice)
                }
                None => self.fix(found.start, found.start, "then ".to_owned()),
            },
        })
    }

    fn here(&self, message: &str, help: &str) -> Complaint {
        self.told((message.to_owned(), help.to_owned(), None))
    }

    pub(super) fn told(&self, (message, help, fix): Words) -> Complaint {
        Complaint { place: self.found, message, help: Some(help), fix }
    }

    pub(super) fn fix(&self, start: u32, end: u32, replacement: String) -> Option<SyntaxFix> {
        Some(SyntaxFix { span: Span::new(start, end), replacement })
    }

    pub(super) fn kind(&self, lexeme: Option<Lexeme>) -> Option<LexemeKind> {
        lexeme.map(|lexeme| lexeme.kind)
    }
}

/// A type that other languages call by this word.
fn type_here(word: &str) -> &str {
    match word {
        "float" | "double" | "real" => "Real",
        "int" | "integer" | "Integer" => "Int",
        "bool" | "boolean" | "Boolean" => "Bool",
        "str" | "string" | "String" => "Text",
        own => own,
    }
}

/// Of a choice in braces, as `{ 1 m } else { 2 m }`: how long it is, and what stands for it here.
fn without_braces(text: &str) -> Option<(usize, String)> {
    let mut out = String::new();
    let mut rest = text;
    let mut is_last = false;
    loop {
        let (value, behind) = rest.strip_prefix('{')?.split_once('}')?;
        let value = value.trim();
        if value.is_empty() || value.contains(['{', ';', '\n', '"']) {
            return None;
        }
        out.push_str(if is_last { "" } else { "then " });
        out.push_str(value);
        let end = text.len() - behind.len();
        let other = behind.trim_start().strip_prefix("else").filter(|_| !is_last);
        let Some(other) = other.map(str::trim_start) else { return Some((end, out)) };
        match other.strip_prefix("if ") {
            Some(condition) => {
                let open = condition.find('{')?;
                out.push_str(" else if ");
                out.push_str(condition.get(..open)?.trim());
                out.push(' ');
                rest = condition.get(open..)?;
            }
            None if other.starts_with('{') => {
                out.push_str(" else ");
                (rest, is_last) = (other, true);
            }
            None => return Some((end, out)),
        }
    }
}

fn is_relation_wanted(expected: &[Rule]) -> bool {
    expected.iter().any(|rule| {
        matches!(
            rule,
            Rule::relation
                | Rule::word_from
                | Rule::word_to
                | Rule::word_on
                | Rule::word_between
                | Rule::law
                | Rule::block
                | Rule::equals
                | Rule::open_brace
        )
    })
}
