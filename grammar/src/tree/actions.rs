//! What stands in the block of an event only: actions, and assignments to something that is no plain name.

use pest::iterators::Pair;

use super::Reader;
use crate::diagnose::example;
use crate::rules::Rule;
use crate::syntax::{Action, Assignment, Expr, ExprKind, MemberKind, Span, Verb};

impl Reader<'_> {
    pub fn action(&mut self, pair: Pair<Rule>, start: usize) -> Option<MemberKind> {
        let mut verb = None;
        let mut word = Span::default();
        let mut subject = None;
        let mut to = None;
        let mut clauses = Vec::new();
        let whole = self.span(&pair);
        let known = self.errors.len();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::verb => {
                    word = self.span(&inner);
                    verb = Verb::ALL.into_iter().find(|verb| verb.text() == inner.as_str());
                }
                Rule::expr => subject = Some(self.expr(inner)),
                Rule::action_to => {
                    let expr = inner.into_inner().find(|inner| inner.as_rule() == Rule::expr);
                    to = expr.map(|expr| self.expr(expr));
                }
                Rule::named_clause => clauses.extend(self.clause(inner)),
                Rule::rest | Rule::tail => {
                    self.left_over(Rule::strict_action, start, &inner);
                    subject = Some(Expr { kind: ExprKind::Error, span: self.span(&inner) });
                }
                _ => {}
            }
        }
        let (verb, subject) = (verb?, subject?);
        // Whatever else is wrong with `lock(slew, boom)`, it was meant as a call.
        if self.text[word.end as usize..].starts_with('(') && !self.is_explained(whole) {
            self.errors.truncate(known);
            let help = Some(example(verb).to_owned());
            self.error(word, format!("`{}` is no function", verb.text()), help);
        }
        Some(MemberKind::Action(Box::new(Action { verb, word, subject, to, clauses })))
    }

    /// `None` if it has no `=`.
    pub fn assignment(&mut self, pair: Pair<Rule>, start: usize) -> Option<MemberKind> {
        let mut target = None;
        let mut value = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::assigned => target = Some(self.expr(inner)),
                Rule::value => value = Some(self.value(inner)),
                Rule::tail => self.left_over(Rule::strict_assignment, start, &inner),
                _ => {}
            }
        }
        Some(MemberKind::Assignment(Box::new(Assignment { target: target?, value: value? })))
    }
}
