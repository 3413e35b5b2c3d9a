//! The entries of files, bodies and blocks as far as they are written: what can come next.

use cdl_compiler::schema::{self, Field, Kind, Law};
use cdl_grammar::Bracket;
use cdl_grammar::syntax::RelationWord;

use super::context::{Token, TokenKind, token};
use super::expected::Expected;
use super::place::{Reading, Slot};
use super::relations::{following, relation, targets};

impl<'c> Reading<'c> {
    pub(super) fn value(&self, expected: Expected, tokens: &'c [Token]) -> Slot<'c> {
        Slot::Value { expected, tokens, words: Vec::new() }
    }

    /// An argument that is a frame may have an offset.
    pub(super) fn argument(&self, expected: Expected, tokens: &'c [Token]) -> Slot<'c> {
        let at = tokens.iter().rposition(|token| self.text(*token) == "at");
        match (expected, at) {
            (Expected::Entity(_), Some(at)) => {
                self.value(Expected::Vector("m"), tokens.get(at + 1..).unwrap_or(&[]))
            }
            (expected @ Expected::Entity(_), None) => {
                Slot::Value { expected, tokens, words: vec!["at"] }
            }
            (expected, _) => self.value(expected, tokens),
        }
    }

    /// The tokens after the last comma, and how many commas there are.
    pub(super) fn after_comma(&self, entry: &'c [Token]) -> (&'c [Token], usize) {
        let commas = entry.iter().filter(|token| token.kind == TokenKind::Comma).count();
        let last = entry.iter().rposition(|token| token.kind == TokenKind::Comma);
        (entry.get(last.map_or(0, |last| last + 1)..).unwrap_or(&[]), commas)
    }

    /// `Type = value`, after the colon.
    pub(super) fn typed(&self, tokens: &'c [Token]) -> Slot<'c> {
        match tokens.iter().position(|token| token.kind == TokenKind::Equals) {
            Some(at) => {
                let (stated, value) = tokens.split_at(at);
                self.value(self.stated(stated), value.get(1..).unwrap_or(&[]))
            }
            None => Slot::Type,
        }
    }

    /// The type that some tokens state.
    fn stated(&self, tokens: &[Token]) -> Expected {
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => {
                Expected::stated(self.context.text.get(first.start..last.end).unwrap_or(""))
            }
            (_, _) => Expected::Unknown,
        }
    }

    /// `let name: Type = value` and the like, after the word.
    fn definition(&self, tokens: &'c [Token]) -> Slot<'c> {
        match tokens {
            [_, token!(Colon), rest @ ..] => self.typed(rest),
            [_, token!(Equals), value @ ..] => self.value(Expected::Unknown, value),
            _ => Slot::Nothing,
        }
    }

    pub(super) fn item(&self, entry: &'c [Token]) -> Slot<'c> {
        let Some((first, rest)) = entry.split_first() else { return Slot::Start };
        match self.text(*first) {
            "import" => {
                let (target, _) = self.after_comma(rest);
                match target.iter().any(|token| self.text(*token) == "as") {
                    true => Slot::Nothing,
                    false => Slot::Import(target),
                }
            }
            "const" => self.definition(rest),
            "fn" => {
                let equals = rest.iter().position(|token| token.kind == TokenKind::Equals);
                let arrow = rest.iter().position(|token| self.text(*token) == "->");
                match (equals, arrow) {
                    (Some(equals), arrow) => {
                        let stated = arrow.and_then(|arrow| rest.get(arrow + 1..equals));
                        let expected = stated.map_or(Expected::Unknown, |ty| self.stated(ty));
                        self.value(expected, rest.get(equals + 1..).unwrap_or(&[]))
                    }
                    (None, Some(_)) => Slot::Type,
                    (None, None) => Slot::Nothing,
                }
            }
            "experiment" => match rest {
                [_, token!(Equals), model @ ..] => Slot::Model(model),
                _ => Slot::Nothing,
            },
            _ => Slot::Nothing,
        }
    }

    pub(super) fn member(&self, entry: &'c [Token]) -> Slot<'c> {
        let Some((first, rest)) = entry.split_first() else { return Slot::Start };
        match self.text(*first) {
            "pub" => match rest {
                [] => Slot::Words(vec!["let", "part", "body", "frame", "joint", "cable"]),
                rest => self.member(rest),
            },
            "let" => self.definition(rest),
            "for" => match rest {
                [] => Slot::Nothing,
                [_] => Slot::Words(vec!["in"]),
                [_, _, range @ ..] => self.value(Expected::Unknown, range),
            },
            "if" => self.condition(rest),
            "part" => match rest.iter().position(|token| token.kind == TokenKind::Equals) {
                Some(at) => Slot::Component(rest.get(at + 1..).unwrap_or(&[])),
                None => Slot::Nothing,
            },
            "record" => {
                let (entry, _) = self.after_comma(rest);
                match entry.iter().any(|token| self.text(*token) == "as") {
                    true => Slot::Nothing,
                    false => Slot::Value {
                        expected: Expected::Unknown,
                        tokens: entry,
                        words: vec!["as"],
                    },
                }
            }
            word => match schema::kind(word) {
                Some(kind) if kind.subject().is_some() => self.sentence(kind, rest),
                Some(kind) => self.element(kind, rest),
                None => match rest {
                    [token!(Equals), value @ ..] => self.value(Expected::Unknown, value),
                    _ => Slot::Nothing,
                },
            },
        }
    }

    /// After `if` in front of a block.
    fn condition(&self, tokens: &'c [Token]) -> Slot<'c> {
        let brace = TokenKind::Group(Bracket::Brace);
        match tokens.iter().rposition(|token| token.kind == brace) {
            None => self.value(Expected::Bool, tokens),
            Some(block) => match tokens.get(block + 1..).unwrap_or(&[]) {
                [] => Slot::Words(vec!["else"]),
                [_] => Slot::Words(vec!["if"]),
                [_, _, condition @ ..] => self.value(Expected::Bool, condition),
            },
        }
    }

    /// After the keyword of an analysis that is written as a sentence.
    fn sentence(&self, kind: &'static Kind, tokens: &'c [Token]) -> Slot<'c> {
        let of = |field: Option<&'static Field>| {
            field.map_or(Expected::Unknown, |field| Expected::of(&field.ty))
        };
        let (clause, index) = self.after_comma(tokens);
        let is_word = |token: &Token| kind.clause_words().any(|word| word == self.text(*token));
        let word = clause.iter().rposition(is_word);
        let words = || kind.clause_words().collect();
        match (word.and_then(|at| clause.split_at_checked(at)), clause) {
            (Some((_, [word, value @ ..])), _) => {
                let expected = of(kind.clause(self.text(*word)));
                Slot::Value { expected, tokens: value, words: words() }
            }
            (_, tokens) if index == 0 => {
                Slot::Value { expected: of(kind.subject()), tokens, words: words() }
            }
            (_, []) => Slot::Clause(kind),
            (_, [name, token!(Equals), value @ ..]) => {
                self.value(of(kind.clause(self.text(*name))), value)
            }
            (_, _) => Slot::Nothing,
        }
    }

    /// After the word of an element's kind.
    fn element(&self, kind: &'static Kind, tokens: &'c [Token]) -> Slot<'c> {
        let mut at = 0;
        if kind.named {
            match tokens.first() {
                None => return Slot::Name,
                Some(name)
                    if name.kind == TokenKind::Word && relation(self.text(*name)).is_none() =>
                {
                    at = 1
                }
                Some(_) => {}
            }
            if tokens.get(at).is_some_and(|own| own.kind == TokenKind::Group(Bracket::Square)) {
                at += 1;
            }
        }
        if tokens.get(at).is_some_and(|token| token.kind == TokenKind::Colon) {
            at += 1;
            let rest = tokens.get(at..).unwrap_or(&[]);
            if matches!(kind.law, Some(Law::Equation)) {
                return self.value(Expected::Unknown, rest);
            }
            match rest {
                [] => return Slot::Variant(kind),
                [_, second, ..] if second.kind == TokenKind::Group(Bracket::Paren) => at += 2,
                [_, ..] => at += 1,
            }
        }
        let mut used: Vec<RelationWord> = Vec::new();
        loop {
            let words = following(kind, &used);
            let Some(token) = tokens.get(at) else { return Slot::Words(words) };
            let rest = tokens.get(at + 1..).unwrap_or(&[]);
            if token.kind == TokenKind::Equals {
                let expected = match &kind.law {
                    Some(Law::Value(ty)) => Expected::of(ty),
                    Some(Law::Equation) | None => Expected::Unknown,
                };
                return self.value(expected, rest);
            }
            let Some(word) = relation(self.text(*token)) else {
                at += 1;
                continue;
            };
            let is_end = |token: &Token| {
                token.kind == TokenKind::Equals || relation(self.text(*token)).is_some()
            };
            if !used.is_empty() && word == RelationWord::At {
                // An offset of the target before it.
            } else {
                used.push(word);
            }
            match rest.iter().position(is_end) {
                Some(end) => at += 1 + end,
                None => {
                    let mut words = following(kind, &used);
                    if word == RelationWord::At {
                        let expected = Expected::Vector("m");
                        return Slot::Value { expected, tokens: rest, words };
                    }
                    words.push("at");
                    return Slot::Target { targets: targets(kind, word), tokens: rest, words };
                }
            }
        }
    }
}
