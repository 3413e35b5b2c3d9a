//! The parts of an element, and analyses.

use cdl_compiler::schema::{self, Kind, Law};
use cdl_grammar::Form;
use cdl_grammar::syntax::{Analysis, Element, ExprKind, Relation, RelationWord, Span, Variant};

use super::exprs::structure;
use super::members::Around;
use super::relations::{following, targets};
use super::{Argument, Call, Callee, Expected, Finder, Slot};

impl Finder<'_> {
    pub(super) fn element(&mut self, element: &Element, around: Around) -> Option<Slot> {
        let name = element.name.as_ref();
        if let Some(index) = name.and_then(|name| name.index.as_ref())
            && let Some(slot) = self.value(index, Expected::Int)
        {
            return Some(slot);
        }
        let kind = schema::kind(&element.kind.text);
        if name.is_some_and(|name| self.is_in(name.name.span)) {
            // Two words of a value that goes over several lines look like an element.
            return kind.map(|kind| match kind.named {
                true => Slot::Name,
                false => Slot::Words(following(kind, &[])),
            });
        }
        let given = element.variant.as_ref();
        let variant = kind.zip(given).and_then(|(kind, given)| kind.variant(&given.name.text));
        if let Some(given) = given.filter(|given| self.is_in(given.span)) {
            return self.variant(given, kind?);
        }
        if let Some(at) = element.relations.iter().position(|own| self.is_in(own.span)) {
            return self.relation(&element.relations, at, kind?);
        }
        if let Some(law) = element.law.as_ref().filter(|law| self.is_in(law.span)) {
            let asked = kind.and_then(|kind| kind.law.as_ref());
            let words = element.relations.iter().map(|own| own.word);
            let expected = match asked {
                Some(own @ (Law::Value(_) | Law::ValueOrBetween(..))) => {
                    own.value(words).map_or(Expected::Unknown, Expected::of)
                }
                Some(Law::Stated) => {
                    given.map_or(Expected::Unknown, |stated| self.stated(&stated.as_type()))
                }
                Some(Law::Criterion) => Expected::Bool,
                Some(
                    Law::Equation
                    | Law::Curves
                    | Law::Values
                    | Law::Bounds
                    | Law::Distribution
                    | Law::Rows,
                )
                | None => Expected::Unknown,
            };
            return match law.kind {
                ExprKind::Error => self.tail(element, law.span, kind?),
                // What is drawn may be so in another unit.
                _ if matches!(asked, Some(Law::Curves)) => {
                    self.expr(law, &Slot::Value(expected), &["in"])
                }
                _ => self.value(law, expected),
            };
        }
        let inner = match kind {
            Some(kind) => Around::Block(kind, variant),
            // A block without a name can be a field of the element around it.
            None => {
                let field = around.field(&element.kind.text);
                Around::Fields(field.map_or(&[], |field| structure(&field.ty)))
            }
        };
        self.block(element.body.as_ref()?, inner)
    }

    fn variant(&mut self, given: &Variant, kind: &'static Kind) -> Option<Slot> {
        if kind.is_value() {
            return self.ty(&given.as_type(), false);
        }
        let is_equation = matches!(kind.law, Some(Law::Equation | Law::Criterion));
        if self.is_in(given.name.span) {
            return Some(match is_equation {
                true => self.path(&given.name, Slot::Value(Expected::Unknown)),
                false => Slot::Variant(kind),
            });
        }
        let variant = kind.variant(&given.name.text);
        self.arguments(&given.arguments, |own| match variant {
            Some(variant) => Callee::Variant(variant),
            None if is_equation => own.denoted(given.name.span),
            None => Callee::Unknown,
        })
    }

    fn relation(&mut self, relations: &[Relation], at: usize, kind: &'static Kind) -> Option<Slot> {
        let own = relations.get(at)?;
        let used: Vec<RelationWord> = relations.iter().take(at + 1).map(|own| own.word).collect();
        let mut words = following(kind, &used);
        let offset = Slot::Value(Expected::Vector("m"));
        if let Some(slot) = own.at.as_ref().and_then(|at| self.expr(at, &offset, &words)) {
            return Some(slot);
        }
        if own.word == RelationWord::At {
            return self.expr(&own.target, &offset, &words);
        }
        words.push("at");
        self.expr(&own.target, &Slot::Target(targets(kind, own.word)), &words)
    }

    /// What could not be read at the end of an element: the word that is being written.
    fn tail(&self, element: &Element, tail: Span, kind: &'static Kind) -> Option<Slot> {
        let name = element.name.as_ref().map(|own| own.name.span);
        let index = element.name.iter().filter_map(|own| own.index.as_ref()).map(|own| own.span);
        let variant = element.variant.as_ref().map(|own| own.span);
        let relations = element.relations.iter().map(|own| own.span);
        let body = element.body.as_ref().map(|own| own.span);
        let parts = name.into_iter().chain(index).chain(variant).chain(relations).chain(body);
        let end = parts.map(|own| own.end).max().unwrap_or(element.kind.span.end);
        // An operand of the law, or of the relation, stands before the marker.
        let is_law = self.written(Span::new(end, tail.start)).contains(['=', ':'])
            || matches!(kind.law, Some(Law::Equation | Law::Criterion))
                && element.variant.is_some();
        let is_target = element.relations.last().is_some_and(|own| own.manner.is_none());
        if self.form != Form::Operand || self.inside > end || is_law || is_target && body.is_none()
        {
            return None;
        }
        let used: Vec<RelationWord> = element.relations.iter().map(|own| own.word).collect();
        Some(match body {
            Some(_) => Slot::Nothing,
            None => Slot::Words(following(kind, &used)),
        })
    }

    pub(super) fn analysis(&mut self, analysis: &Analysis) -> Option<Slot> {
        let word = &analysis.keyword;
        let kind = schema::analyses().iter().copied().find(|kind| *kind.name == *word.text)?;
        let after = Span::new(word.span.end, word.span.end + 1);
        let is_called = self.written(after) == "(";
        let clause = analysis.clauses.iter().find(|clause| self.is_in(clause.span));
        if is_called {
            let names = vec![clause.map(|clause| clause.word.text.clone())];
            self.call = Some(Call { callee: Callee::Analysis(kind), names });
        }
        let given = self.others(analysis.clauses.iter().map(|own| &own.word));
        let start = match is_called {
            true => Slot::Argument(Argument {
                callee: Callee::Analysis(kind),
                index: 0,
                is_free: given.is_empty(),
                given,
                expected: Expected::Unknown,
            }),
            false => Slot::Clause { kind, given },
        };
        let expected = |field: Option<&'static schema::Field>| {
            Slot::Value(field.map_or(Expected::Unknown, |field| Expected::of(&field.ty)))
        };
        let words: Vec<&'static str> = kind.clause_words().collect();
        match clause {
            Some(clause) if self.is_in(clause.word.span) => Some(start),
            Some(clause) => {
                let own = expected(kind.clause(&clause.word.text));
                let is_word = words.contains(&&*clause.word.text);
                self.expr(&clause.value, &own, if is_word { &words } else { &[] })
            }
            None if is_called => self.expr(analysis.subject.as_ref()?, &start, &[]),
            None => self.expr(analysis.subject.as_ref()?, &expected(kind.subject()), &words),
        }
    }
}
