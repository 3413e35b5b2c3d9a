//! Actions and assignments in the blocks of events. Both are known by their first words alone, so whatever is wrong
//! with them can be told by an example.

use super::{Complaint, Scene, wants_expression};
use crate::lexemes::LexemeKind;
use crate::rules::Rule;
use crate::syntax::Verb;

/// An action of each verb, as one is written.
pub(crate) fn example(verb: Verb) -> &'static str {
    match verb {
        Verb::Attach => "such as `attach rope.end to load.eye`",
        Verb::Detach => "such as `detach rope.end`",
        Verb::Lock => "such as `lock slew`",
        Verb::Release => "such as `release slew`",
    }
}

const CLAUSE: &str = "a clause is a name and a value, such as `within = 5 cm`";

impl Scene<'_> {
    pub(super) fn broken_action(&self, expected: &[Rule]) -> Complaint {
        let word = self.word(self.first);
        let verb = Verb::ALL.into_iter().find(|verb| verb.text() == word);
        let such = verb.map_or("", example);
        let before = self.word(self.before);
        let before_kind = self.before.map(|lexeme| lexeme.kind);
        let found_kind = self.found.map(|lexeme| lexeme.kind);
        // `to` is reserved, and an expression goes on with it nowhere.
        let wants_to = verb == Some(Verb::Attach) && expected.contains(&Rule::word_to);
        let complete = expected.contains(&Rule::EOI);
        let found = self.found.map_or(String::new(), |_| self.word(self.found).to_owned());
        let instead = match self.found {
            Some(_) => format!(", found `{found}`"),
            None => String::new(),
        };
        let (message, help) = if self.before == self.first {
            (format!("expected what to {word} after `{word}`{instead}"), such)
        } else if before == "to" && wants_expression(expected) {
            (format!("expected what to {word} to after `to`{instead}"), such)
        } else if before_kind == Some(LexemeKind::Comma) {
            (format!("expected a clause after `,`{instead}"), CLAUSE)
        } else if before_kind == Some(LexemeKind::Word) && expected == [Rule::equals] {
            (format!("expected `=` and a value after `{before}`{instead}"), CLAUSE)
        } else if before_kind == Some(LexemeKind::Equals) {
            (format!("expected an expression after `=`{instead}"), CLAUSE)
        } else if complete && self.followed_by(LexemeKind::Equals) {
            (format!("expected `,` before `{found}`"), CLAUSE)
        } else if found_kind == Some(LexemeKind::Equals) && complete {
            (format!("`{word}` sets nothing, so no `=` can stand here"), such)
        } else if self.found.is_some() && wants_to && !is_operator(found_kind) {
            (format!("expected `to` before `{found}`"), such)
        } else if self.found.is_some() && complete && !is_operator(found_kind) {
            let help = "each action stands on its own line, or ends with `;`";
            (format!("expected a new line or `;` before `{found}`"), help)
        } else {
            let own = self.complain_in_general(expected);
            return Complaint { help: own.help.or_else(|| Some(such.to_owned())), ..own };
        };
        Complaint { place: self.found, message, help: Some(help.to_owned()), fix: None }
    }

    pub(super) fn broken_assignment(&self, expected: &[Rule]) -> Complaint {
        let end = self.before.map_or(0, |lexeme| lexeme.end as usize);
        let target = self.text.get(..end).unwrap_or("");
        let found = self.word(self.found);
        let is_behind_dot = self.before.is_some_and(|lexeme| lexeme.kind == LexemeKind::Dot);
        if !expected.contains(&Rule::equals) && !is_behind_dot || found == "==" {
            return self.complain_in_general(expected);
        }
        let (message, help) = match (self.found, is_behind_dot) {
            (None, true) => (
                format!("expected a name after `{target}`"),
                "such as `rail.rate = 3 m/s`".to_owned(),
            ),
            (Some(_), true) => (
                format!("expected a name after `{target}`, found `{found}`"),
                "such as `rail.rate = 3 m/s`".to_owned(),
            ),
            (Some(_), false)
                if is_operator(self.found.map(|own| own.kind))
                    && self.followed_by(LexemeKind::Equals) =>
            {
                (
                    format!("there is no `{found}=`"),
                    format!("write `{target} = {target} {found} ...`"),
                )
            }
            (None, false) => (
                format!("expected `=` and a value after `{target}`"),
                format!("an event sets it by `{target} = ...`"),
            ),
            (Some(_), false) => (
                format!("expected `=` after `{target}`, found `{found}`"),
                format!("an event sets it by `{target} = ...`"),
            ),
        };
        Complaint { place: self.found, message, help: Some(help), fix: None }
    }
}

fn is_operator(kind: Option<LexemeKind>) -> bool {
    kind == Some(LexemeKind::Operator)
}
