//! What can be written at the cursor: the open brackets and the entries in them, read by the schema.

use cdl_compiler::View;
use cdl_compiler::resolve::Denotation;
use cdl_compiler::schema::{self, Kind, Target, Type, Variant};
use cdl_grammar::Bracket;

use super::call::{self, Callee};
use super::context::{Context, Token, TokenKind, token};
use super::expected::Expected;
use crate::ide::chunk::Owner;

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
    Fields(&'static [schema::Field]),
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
    /// The name of an element, which is being chosen.
    Name,
    /// Something else that cannot be guessed.
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
                [name, token!(Equals), value @ ..] => {
                    let field = kind.fields_of(*variant).find(|own| own.name == self.text(*name));
                    self.value(field.map_or(Expected::Unknown, |own| Expected::of(&own.ty)), value)
                }
                entry => self.member(entry),
            },
            Region::Fields(fields) => match self.after_comma(entry).0 {
                [] => Slot::Start,
                [name, token!(Equals), value @ ..] => {
                    let field = fields.iter().find(|own| own.name == self.text(*name));
                    self.value(field.map_or(Expected::Unknown, |own| Expected::of(&own.ty)), value)
                }
                _ => Slot::Nothing,
            },
            Region::Arguments(callee) => match self.after_comma(entry) {
                ([], _) => Slot::Start,
                ([name, token!(Equals), value @ ..], _) => {
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
                [_, token!(Colon), rest @ ..] => self.typed(rest),
                [_, token!(Equals), value @ ..] => self.value(Expected::Unknown, value),
                _ => Slot::Nothing,
            },
            Region::List(expected) => self.value(expected.clone(), self.after_comma(entry).0),
            Region::Group(expected) => self.value(expected.clone(), entry),
            Region::Index => self.value(Expected::Int, entry),
            Region::TypeArguments => Slot::Type,
            Region::Free => match self.after_comma(entry).0 {
                [_, token!(Equals), value @ ..] => self.value(Expected::Unknown, value),
                _ => Slot::Nothing,
            },
        }
    }

    fn callee(&self, region: &Region, entry: &'c [Token], slot: &Slot<'c>) -> Callee {
        let Some(last) = entry.last() else { return Callee::Unknown };
        let name = self.text(*last);
        if let Region::Body(_) | Region::Block(..) = region
            && let [.., token!(Colon), _] = entry
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
