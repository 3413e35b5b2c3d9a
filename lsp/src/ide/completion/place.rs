//! What can be written at the cursor: the open brackets and the entries in them, read by the schema.

use cdl_compiler::View;
use cdl_compiler::resolve::Denotation;
use cdl_compiler::schema::{self, Field, Kind, Law, Relation, Target, Type, Variant};
use cdl_grammar::Bracket;
use cdl_grammar::syntax::RelationWord;

use super::call::{self, Callee};
use super::context::{Context, Owner, Token, TokenKind};
use super::expected::Expected;

/// What a bracket is about.
#[derive(Clone, Debug)]
pub(super) enum Region {
    /// The top of a file.
    File,
    /// Of a model, component or experiment.
    Body(Owner),
    /// Of an element.
    Block(&'static Kind, Option<&'static Variant>),
    /// A value in braces with these fields.
    Fields(&'static [Field]),
    Arguments(Callee),
    /// In a declaration.
    Parameters,
    List(Expected),
    Group(Expected),
    Index,
    TypeArguments,
    /// A value in braces that nothing is known about.
    Free,
}

/// What can be written after some tokens.
#[derive(Clone, Debug)]
pub(super) enum Slot<'c> {
    /// An entry starts here.
    Start,
    /// A name that is being given, or something else that cannot be guessed.
    Nothing,
    /// After the colon behind an element's name.
    Variant(&'static Kind),
    /// One of these words.
    Words(Vec<&'static str>),
    /// Something that a relation points at; the tokens are what stands there so far.
    Target {
        targets: &'static [Target],
        tokens: &'c [Token],
        words: Vec<&'static str>,
    },
    /// An expression, whose tokens are what stands there so far. Words may follow it.
    Value {
        expected: Expected,
        tokens: &'c [Token],
        words: Vec<&'static str>,
    },
    Type,
    /// What a `part` is an instance of.
    Component(&'c [Token]),
    /// What an experiment runs.
    Model(&'c [Token]),
    /// After a comma behind `simulate`.
    Clause(&'static Kind),
    /// What an `import` names.
    Import(&'c [Token]),
}

/// Reads tokens of one place by one text.
pub(super) struct Reading<'c> {
    pub view: &'c View,
    pub path: &'c str,
    pub context: &'c Context<'c>,
}

impl<'c> Reading<'c> {
    /// What the innermost open bracket is about.
    pub fn region(&self) -> Region {
        let outermost = match self.context.owner {
            Owner::File => Region::File,
            owner => Region::Body(owner),
        };
        let frames = &self.context.frames;
        let mut region = outermost;
        for pair in frames.windows(2) {
            if let [outer, inner] = pair
                && let Some(bracket) = inner.bracket
            {
                region = self.entered(&region, outer.entry(), bracket);
            }
        }
        region
    }

    /// What a bracket is about that opens behind an entry so far.
    fn entered(&self, region: &Region, entry: &'c [Token], bracket: Bracket) -> Region {
        let slot = self.slot(region, entry);
        if bracket == Bracket::Brace {
            return self.braces(region, entry, &slot);
        }
        let last = entry.last().copied();
        if matches!(slot, Slot::Type) {
            return Region::TypeArguments;
        }
        if bracket == Bracket::Square {
            return match (last, &slot) {
                (Some(last), _) if self.is_called_by(last) => Region::Index,
                (_, Slot::Value { expected, .. }) => Region::List(expected.element()),
                (_, _) => Region::List(Expected::Unknown),
            };
        }
        if let (Region::File, [first, ..]) = (region, entry)
            && matches!(self.text(*first), "model" | "component" | "fn")
            && !entry.iter().any(|token| token.kind == TokenKind::Equals)
        {
            return Region::Parameters;
        }
        match last {
            Some(last) if last.kind == TokenKind::Word && !is_operator_word(self.text(last)) => {
                Region::Arguments(self.callee(region, entry, &slot))
            }
            _ => match slot {
                Slot::Value { expected, tokens, .. } => {
                    Region::Group(self.expected_now(&expected, tokens))
                }
                _ => Region::Group(Expected::Unknown),
            },
        }
    }

    fn braces(&self, region: &Region, entry: &'c [Token], slot: &Slot<'c>) -> Region {
        let first = entry.iter().find(|token| self.text(**token) != "pub");
        let word = first.map_or("", |first| self.text(*first));
        if let Region::File = region {
            return match (word, slot) {
                ("model", _) => Region::Body(Owner::Model),
                ("component", _) => Region::Body(Owner::Component),
                ("experiment", _) => Region::Body(Owner::Experiment),
                (_, _) => Region::Free,
            };
        }
        if let (Region::Body(_) | Region::Block(..), "for" | "if") = (region, word) {
            return region.clone();
        }
        if let Slot::Value { expected, tokens, .. } = slot
            && tokens.last().is_none_or(|last| !self.ends_operand(*last))
        {
            return match self.expected_now(expected, tokens) {
                Expected::Choice(fields, _) if !fields.is_empty() => Region::Fields(fields),
                _ => Region::Free,
            };
        }
        if let Region::Block(kind, variant) = region
            && let Some(Type::Struct(fields) | Type::StructOrVariant(fields, _)) =
                kind.fields_of(*variant).find(|field| field.name == word).map(|field| &field.ty)
        {
            return Region::Fields(fields);
        }
        match (region, schema::kind(word)) {
            (Region::Body(_) | Region::Block(..), Some(kind)) => {
                Region::Block(kind, self.variant(kind, entry))
            }
            (_, _) => Region::Free,
        }
    }

    /// The variant that an element's entry names.
    fn variant(&self, kind: &'static Kind, entry: &[Token]) -> Option<&'static Variant> {
        let colon = entry.iter().position(|token| token.kind == TokenKind::Colon)?;
        kind.variant(self.text(*entry.get(colon + 1)?))
    }

    pub fn text(&self, token: Token) -> &'c str {
        self.context.token_text(token)
    }

    /// What can be written after some tokens of an entry.
    pub fn slot(&self, region: &Region, entry: &'c [Token]) -> Slot<'c> {
        match region {
            Region::File => self.item(entry),
            Region::Body(_) => self.member(entry),
            Region::Block(kind, variant) => match entry {
                [] => Slot::Start,
                [name, TokenAt!(Equals), value @ ..] => {
                    let field = kind.fields_of(*variant).find(|own| own.name == self.text(*name));
                    self.value(field.map_or(Expected::Unknown, |own| Expected::of(&own.ty)), value)
                }
                entry => self.member(entry),
            },
            Region::Fields(fields) => match self.after_comma(entry).0 {
                [] => Slot::Start,
                [name, TokenAt!(Equals), value @ ..] => {
                    let field = fields.iter().find(|own| own.name == self.text(*name));
                    self.value(field.map_or(Expected::Unknown, |own| Expected::of(&own.ty)), value)
                }
                _ => Slot::Nothing,
            },
            Region::Arguments(callee) => match self.after_comma(entry) {
                ([], _) => Slot::Start,
                ([name, TokenAt!(Equals), value @ ..], _) => {
                    let name = self.text(*name);
                    let own = call::parameters(self.view, callee);
                    let own = own.into_iter().find(|own| *own.name == *name);
                    self.argument(own.map_or(Expected::Unknown, |own| own.expected), value)
                }
                (value, index) => {
                    let own = call::parameters(self.view, callee).into_iter().nth(index);
                    self.argument(own.map_or(Expected::Unknown, |own| own.expected), value)
                }
            },
            Region::Parameters => match self.after_comma(entry).0 {
                [_, TokenAt!(Colon), rest @ ..] => self.typed(rest),
                [_, TokenAt!(Equals), value @ ..] => self.value(Expected::Unknown, value),
                _ => Slot::Nothing,
            },
            Region::List(expected) => self.value(expected.clone(), self.after_comma(entry).0),
            Region::Group(expected) => self.value(expected.clone(), entry),
            Region::Index => self.value(Expected::Int, entry),
            Region::TypeArguments => Slot::Type,
            Region::Free => match self.after_comma(entry).0 {
                [_, TokenAt!(Equals), value @ ..] => self.value(Expected::Unknown, value),
                _ => Slot::Nothing,
            },
        }
    }

    fn value(&self, expected: Expected, tokens: &'c [Token]) -> Slot<'c> {
        Slot::Value { expected, tokens, words: Vec::new() }
    }

    /// An argument that is a frame may have an offset.
    fn argument(&self, expected: Expected, tokens: &'c [Token]) -> Slot<'c> {
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
    fn after_comma(&self, entry: &'c [Token]) -> (&'c [Token], usize) {
        let commas = entry.iter().filter(|token| token.kind == TokenKind::Comma).count();
        let last = entry.iter().rposition(|token| token.kind == TokenKind::Comma);
        (entry.get(last.map_or(0, |last| last + 1)..).unwrap_or(&[]), commas)
    }

    /// `Type = value`, after the colon.
    fn typed(&self, tokens: &'c [Token]) -> Slot<'c> {
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
            [_, TokenAt!(Colon), rest @ ..] => self.typed(rest),
            [_, TokenAt!(Equals), value @ ..] => self.value(Expected::Unknown, value),
            _ => Slot::Nothing,
        }
    }

    fn item(&self, entry: &'c [Token]) -> Slot<'c> {
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
                [_, TokenAt!(Equals), model @ ..] => Slot::Model(model),
                _ => Slot::Nothing,
            },
            _ => Slot::Nothing,
        }
    }

    fn member(&self, entry: &'c [Token]) -> Slot<'c> {
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
                Some(kind) if word == "simulate" => self.simulate(kind, rest),
                Some(kind) => self.element(kind, rest),
                None => match rest {
                    [TokenAt!(Equals), value @ ..] => self.value(Expected::Unknown, value),
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

    fn simulate(&self, kind: &'static Kind, tokens: &'c [Token]) -> Slot<'c> {
        let of = |name: &str| {
            let field = kind.fields.iter().find(|field| field.name == name);
            field.map_or(Expected::Unknown, |field| Expected::of(&field.ty))
        };
        let (clause, index) = self.after_comma(tokens);
        let word = clause.iter().rposition(|token| matches!(self.text(*token), "with" | "every"));
        let words = || vec!["with", "every"];
        match (word.and_then(|at| clause.split_at_checked(at)), clause) {
            (Some((_, [word, value @ ..])), _) => {
                let name = if self.text(*word) == "with" { "integrator" } else { "every" };
                Slot::Value { expected: of(name), tokens: value, words: words() }
            }
            (_, tokens) if index == 0 => {
                Slot::Value { expected: of("duration"), tokens, words: words() }
            }
            (_, []) => Slot::Clause(kind),
            (_, [name, TokenAt!(Equals), value @ ..]) => self.value(of(self.text(*name)), value),
            (_, _) => Slot::Nothing,
        }
    }

    /// After the word of an element's kind.
    fn element(&self, kind: &'static Kind, tokens: &'c [Token]) -> Slot<'c> {
        let mut at = 0;
        if kind.named {
            match tokens.first() {
                None => return Slot::Nothing,
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

    fn callee(&self, region: &Region, entry: &'c [Token], slot: &Slot<'c>) -> Callee {
        let Some(last) = entry.last() else { return Callee::Unknown };
        let name = self.text(*last);
        if let Region::Body(_) | Region::Block(..) = region
            && let [.., TokenAt!(Colon), _] = entry
            && let Some(kind) = self.kind_of(entry)
            && let Some(variant) = kind.variant(name)
        {
            return Callee::Variant(variant.arguments);
        }
        if let Slot::Value { expected: Expected::Choice(_, variants), tokens: [_], .. } = slot
            && let Some(variant) = variants.iter().find(|own| own.name == name)
        {
            return Callee::Variant(variant.arguments);
        }
        match self.view.denoted(self.path, self.context.offset, self.path_before(entry)) {
            Denotation::Function(key) | Denotation::Component(key) | Denotation::Model(key) => {
                Callee::Item(key)
            }
            Denotation::Builtin(builtin) => Callee::Builtin(builtin),
            Denotation::StationAt => Callee::Station,
            _ => Callee::Unknown,
        }
    }

    fn kind_of(&self, entry: &[Token]) -> Option<&'static Kind> {
        let first = entry.iter().find(|token| self.text(**token) != "pub")?;
        schema::kind(self.text(*first))
    }

    /// The text of the name, call or index at the end of some tokens: `a.b[1].c` in `2 * a.b[1].c`.
    pub fn path_before(&self, tokens: &[Token]) -> &'c str {
        let Some(last) = tokens.last() else { return "" };
        let mut start = last.start;
        let mut next: Option<&Token> = None;
        for token in tokens.iter().rev() {
            let behind = next.map(|next| next.kind);
            let joins = matches!(
                (token.kind, behind),
                (TokenKind::Word, None | Some(TokenKind::Dot | TokenKind::Group(_)))
                    | (TokenKind::Dot, Some(TokenKind::Word))
                    | (TokenKind::Group(_), None | Some(TokenKind::Dot | TokenKind::Group(_)))
            );
            if !joins || next.is_some_and(|next| next.start != token.end) {
                break;
            }
            start = token.start;
            next = Some(token);
        }
        self.context.text.get(start..last.end).unwrap_or("")
    }

    /// Whether a bracket that opens at once behind a token is its arguments or index.
    fn is_called_by(&self, token: Token) -> bool {
        let adjacent =
            self.context.text.as_bytes().get(token.end).is_some_and(|next| b"([".contains(next));
        adjacent
            && self.ends_operand(token)
            && matches!(token.kind, TokenKind::Word | TokenKind::Group(_))
    }

    /// Whether an operand can end with a token.
    pub fn ends_operand(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Word => !is_operator_word(self.text(token)),
            TokenKind::Number | TokenKind::Unit | TokenKind::Text | TokenKind::Group(_) => true,
            TokenKind::Operator
            | TokenKind::Comma
            | TokenKind::Colon
            | TokenKind::Equals
            | TokenKind::Dot
            | TokenKind::End
            | TokenKind::Unknown => false,
        }
    }

    /// What is expected of the next operand, after the tokens of its expression: in a product nobody
    /// knows.
    pub fn expected_now(&self, expected: &Expected, tokens: &[Token]) -> Expected {
        let mut now = expected.clone();
        for token in tokens {
            match (token.kind, self.text(*token)) {
                (TokenKind::Operator, "+" | "-") => now = expected.clone(),
                (TokenKind::Operator, "..") => now = Expected::Int,
                (TokenKind::Operator, _) => now = Expected::Unknown,
                (TokenKind::Word, "then" | "else") => now = expected.clone(),
                (TokenKind::Word, "if" | "not" | "and" | "or") => now = Expected::Bool,
                _ => {}
            }
        }
        now
    }
}

/// Matches a token of a kind in a pattern.
macro_rules! TokenAt {
    ($kind:ident) => {
        Token { kind: TokenKind::$kind, .. }
    };
}
use TokenAt;

/// Words that an operand follows.
pub(super) fn is_operator_word(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "or"
            | "not"
            | "if"
            | "then"
            | "else"
            | "in"
            | "at"
            | "with"
            | "every"
            | "from"
            | "to"
            | "on"
            | "between"
            | "record"
    )
}

fn relation(word: &str) -> Option<RelationWord> {
    Some(match word {
        "from" => RelationWord::From,
        "to" => RelationWord::To,
        "on" => RelationWord::On,
        "at" => RelationWord::At,
        "between" => RelationWord::Between,
        "and" => RelationWord::And,
        "in" => RelationWord::In,
        _ => return None,
    })
}

pub(super) fn word(word: RelationWord) -> &'static str {
    match word {
        RelationWord::From => "from",
        RelationWord::To => "to",
        RelationWord::On => "on",
        RelationWord::At => "at",
        RelationWord::Between => "between",
        RelationWord::And => "and",
        RelationWord::In => "in",
    }
}

/// The relation words that can follow those which stand there.
fn following(kind: &'static Kind, used: &[RelationWord]) -> Vec<&'static str> {
    let mut words = Vec::new();
    for set in kind.relations {
        if used.iter().all(|own| set.iter().any(|relation| relation.word == *own)) {
            let next = set.iter().filter(|relation| !used.contains(&relation.word));
            words.extend(next.map(|relation| word(relation.word)));
        }
    }
    words.dedup();
    words
}

fn targets(kind: &'static Kind, word: RelationWord) -> &'static [Target] {
    let all = kind.relations.iter().flat_map(|set: &&'static [Relation]| set.iter());
    all.filter(|relation| relation.word == word)
        .map(|relation| relation.targets)
        .next()
        .unwrap_or(&[])
}
