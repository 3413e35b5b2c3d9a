//! Elements: everything of the shape `kind name: variant relations = law { ... }`.

use pest::iterators::Pair;

use super::members::Place;
use super::{Reader, missing_name};
use crate::rules::Rule;
use crate::syntax::{
    Block, Element, ElementName, Expr, ExprKind, MemberKind, Name, Relation, RelationWord, Variant,
};

impl Reader<'_> {
    /// `at 20 s { ... }` is an element of the kind `at` whose law is the instant; that of `every` is
    /// the interval.
    pub fn event(&mut self, pair: Pair<Rule>, start: usize) -> Option<MemberKind> {
        let mut kind = None;
        let mut law = None;
        let mut body = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::word_at | Rule::word_when | Rule::word_every => {
                    kind = Some(self.name(&inner))
                }
                Rule::expr => law = Some(Box::new(self.expr(inner))),
                Rule::event_block => body = Some(Box::new(self.block(inner, Place::Event))),
                Rule::rest | Rule::tail => self.left_over(Rule::strict_event, start, &inner),
                _ => {}
            }
        }
        Some(MemberKind::Element(Box::new(Element {
            public: false,
            kind: kind?,
            name: None,
            variant: None,
            relations: Box::default(),
            law: Some(law?),
            body: Some(body?),
        })))
    }

    pub fn element(&mut self, pair: Pair<Rule>, public: bool, start: usize) -> Element {
        let mut element = Element {
            public,
            kind: missing_name(start as u32),
            name: None,
            variant: None,
            relations: Box::default(),
            law: None,
            body: None,
        };
        let mut relations = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => element.kind = self.name(&inner),
                Rule::element_name => element.name = Some(self.element_name(inner)),
                Rule::variant => element.variant = self.variant(inner).map(Box::new),
                Rule::relation => {
                    if let Some(relation) = self.relation(inner) {
                        relations.push(relation);
                    }
                }
                Rule::constraint | Rule::law => {
                    let mut parts =
                        inner.into_inner().skip_while(|inner| inner.as_rule() != Rule::expr);
                    let expr = parts.next();
                    element.law = expr.map(|expr| Box::new(self.shown_expr(expr, parts.next())));
                }
                Rule::block => element.body = Some(Box::new(self.block(inner, Place::Element))),
                Rule::tail => {
                    self.left_over(Rule::strict_element, start, &inner);
                    let error = Expr { kind: ExprKind::Error, span: self.span(&inner) };
                    element.law = Some(Box::new(error));
                }
                _ => {}
            }
        }
        element.relations = relations.into();
        element
    }

    pub fn element_name(&mut self, pair: Pair<Rule>) -> ElementName {
        let mut name = missing_name(pair.as_span().start() as u32);
        let mut index = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = self.name(&inner),
                Rule::name_index => index = Some(Box::new(self.element_index(inner))),
                _ => {}
            }
        }
        ElementName { name, index }
    }

    fn variant(&mut self, pair: Pair<Rule>) -> Option<Variant> {
        let span = self.span(&pair);
        let mut name = None;
        let mut arguments = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::path => name = Some(self.name(&inner)),
                Rule::arguments => arguments = self.arguments(inner).0,
                _ => {}
            }
        }
        Some(Variant { name: name?, arguments, span })
    }

    fn relation(&mut self, pair: Pair<Rule>) -> Option<Relation> {
        let span = self.span(&pair);
        let mut word = None;
        let mut target = None;
        let mut at = None;
        let mut manner: Option<Box<Name>> = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::relation_word => {
                    word = inner.into_inner().next().and_then(|word| relation_word(&word))
                }
                Rule::word_at if word.is_none() => word = Some(RelationWord::At),
                Rule::target if target.is_none() => target = Some(self.expr(inner)),
                Rule::target => at = Some(Box::new(self.expr(inner))),
                Rule::manner => {
                    let name = inner.into_inner().find(|inner| inner.as_rule() == Rule::name);
                    manner = name.map(|name| Box::new(self.name(&name)));
                }
                _ => {}
            }
        }
        Some(Relation { word: word?, target: target?, at, manner, span })
    }

    fn block(&mut self, pair: Pair<Rule>, place: Place) -> Block {
        let span = self.span(&pair);
        let (fields, members) = self.entries(pair.into_inner(), place);
        Block { fields: fields.into(), members: members.into(), span }
    }
}

fn relation_word(pair: &Pair<Rule>) -> Option<RelationWord> {
    match pair.as_rule() {
        Rule::word_from => Some(RelationWord::From),
        Rule::word_to => Some(RelationWord::To),
        Rule::word_on => Some(RelationWord::On),
        Rule::word_between => Some(RelationWord::Between),
        Rule::word_and => Some(RelationWord::And),
        Rule::word_in => Some(RelationWord::In),
        _ => None,
    }
}
