//! Members, fields and blocks.

use pest::iterators::Pair;

use super::{Reader, missing_name};
use crate::rules::Rule;
use crate::syntax::{
    Analysis, Block, Clause, Element, ElementName, Expr, ExprKind, Field, Member, MemberKind, Name,
    RecordEntry, Relation, RelationWord, Span, TypeExpr, Variant,
};

/// What surrounds an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A model, a component, an experiment, a loop or a conditional: members only.
    Members,
    /// The block of an element: fields and nested members.
    Element,
}

enum Entry {
    Field(Field),
    Member(Member),
}

impl Reader<'_> {
    /// The fields and members among `pairs`.
    pub fn entries<'p>(
        &mut self,
        pairs: impl IntoIterator<Item = Pair<'p, Rule>>,
        place: Place,
    ) -> (Vec<Field>, Vec<Member>) {
        let mut fields = Vec::new();
        let mut members = Vec::new();
        for pair in pairs {
            if pair.as_rule() != Rule::entry {
                continue;
            }
            match self.entry(pair, place) {
                Some(Entry::Field(field)) if place == Place::Element => fields.push(field),
                Some(Entry::Field(field)) => self.misplaced_field(&field),
                Some(Entry::Member(member)) => members.push(member),
                None => {}
            }
        }
        (fields, members)
    }

    fn entry(&mut self, pair: Pair<Rule>, place: Place) -> Option<Entry> {
        let span = self.span(&pair);
        let (start, end) = (pair.as_span().start(), pair.as_span().end());
        let docs = self.docs(span.start);
        let mut public = false;
        let mut kind = None;
        for inner in pair.into_inner() {
            kind = match inner.as_rule() {
                Rule::public => {
                    public = true;
                    None
                }
                Rule::field => return self.field(inner, docs).map(Entry::Field),
                Rule::let_member => self.let_member(inner, public, start),
                Rule::for_member => self.for_member(inner, start),
                Rule::if_member => self.if_member(inner, start),
                Rule::part_member => self.part_member(inner, public, start),
                Rule::use_member => self.use_member(inner, public, start),
                Rule::record_member => self.record_member(inner, start),
                Rule::event => self.event(inner, start),
                Rule::analysis if place == Place::Element => {
                    return self.field_without_equals(inner, docs);
                }
                Rule::analysis => Some(MemberKind::Analysis(self.analysis(inner, start))),
                Rule::element => Some(MemberKind::Element(self.element(inner, public, start))),
                _ => {
                    self.diagnose(Rule::strict_entry, start, end);
                    None
                }
            };
        }
        kind.map(|kind| Entry::Member(Member { docs, kind, span }))
    }

    fn misplaced_field(&mut self, field: &Field) {
        let name = &field.name.text;
        self.error(
            field.name.span,
            format!("the field `{name}` stands outside of any element"),
            Some(format!("to name a value write `let {name} = ...`")),
        );
    }

    fn field(&mut self, pair: Pair<Rule>, docs: String) -> Option<Field> {
        let span = self.span(&pair);
        let mut name = None;
        let mut value = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = Some(self.name(&inner)),
                Rule::value => value = Some(self.value(inner)),
                _ => {}
            }
        }
        Some(Field { docs, name: name?, value: value?, span })
    }

    pub fn value(&mut self, pair: Pair<Rule>) -> Expr {
        self.slot(pair).expr
    }

    /// In a block `mass 3 kg` looks like an analysis; it can only be a field.
    fn field_without_equals(&mut self, pair: Pair<Rule>, docs: String) -> Option<Entry> {
        let span = self.span(&pair);
        let start = pair.as_span().start();
        let analysis = self.analysis(pair, start);
        let name = analysis.keyword;
        let complete = analysis.clauses.is_empty() && analysis.subject.is_some();
        if !self.is_explained(span) {
            let after = Span::new(name.span.end, name.span.end);
            let message = if complete {
                format!("expected `=` between `{}` and its value", name.text)
            } else {
                format!("expected `=` and a value after `{}`", name.text)
            };
            let place = if complete { after } else { name.span };
            self.error(place, message, Some(format!("write `{} = ...`", name.text)));
        }
        let error = Expr { kind: ExprKind::Error, span };
        let value = analysis.subject.filter(|_| complete).unwrap_or(error);
        Some(Entry::Field(Field { docs, name, value, span }))
    }

    /// Reports what is left of an entry that starts at `start`; whether there is something.
    fn left_over(&mut self, strict: Rule, start: usize, pair: &Pair<Rule>) {
        self.diagnose(strict, start, pair.as_span().end());
    }

    fn let_member(&mut self, pair: Pair<Rule>, public: bool, start: usize) -> Option<MemberKind> {
        let mut name = None;
        let mut ty = None;
        let mut value = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = Some(self.name(&inner)),
                Rule::type_expr => ty = Some(self.type_expr(inner)),
                Rule::value => value = Some(self.value(inner)),
                Rule::rest => self.left_over(Rule::strict_let, start, &inner),
                _ => {}
            }
        }
        Some(MemberKind::Let { public, name: name?, ty, value: value? })
    }

    fn for_member(&mut self, pair: Pair<Rule>, start: usize) -> Option<MemberKind> {
        let mut index = None;
        let mut range = None;
        let mut body = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => index = Some(self.name(&inner)),
                Rule::expr => range = Some(self.expr(inner)),
                Rule::block => body = Some(self.members(inner)),
                Rule::rest | Rule::tail => self.left_over(Rule::strict_for, start, &inner),
                _ => {}
            }
        }
        Some(MemberKind::For { index: index?, range: range?, body: body? })
    }

    fn if_member(&mut self, pair: Pair<Rule>, start: usize) -> Option<MemberKind> {
        let mut arms: Vec<(Expr, Vec<Member>, Span)> = Vec::new();
        let mut otherwise = Vec::new();
        let mut condition = None;
        for inner in pair.into_inner() {
            let span = self.span(&inner);
            match inner.as_rule() {
                Rule::expr => condition = Some(self.expr(inner)),
                Rule::block => {
                    let members = self.members(inner);
                    match condition.take() {
                        Some(condition) => arms.push((condition, members, span)),
                        None => otherwise = members,
                    }
                }
                Rule::rest | Rule::tail => self.left_over(Rule::strict_if, start, &inner),
                _ => {}
            }
        }
        // `else if` is an `if` in the `else`: nested from the end.
        let mut end = arms.last()?.2;
        while let Some((condition, then, then_span)) = arms.pop() {
            end = end.to(then_span);
            let span = condition.span.to(end);
            let kind = MemberKind::If { condition, then, otherwise };
            if arms.is_empty() {
                return Some(kind);
            }
            otherwise = vec![Member { docs: String::new(), kind, span }];
        }
        None
    }

    /// The members of a block that holds no fields.
    fn members(&mut self, pair: Pair<Rule>) -> Vec<Member> {
        self.entries(pair.into_inner(), Place::Members).1
    }

    fn part_member(&mut self, pair: Pair<Rule>, public: bool, start: usize) -> Option<MemberKind> {
        let mut name = None;
        let mut value = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::element_name => name = Some(self.element_name(inner)),
                Rule::value => value = Some(self.value(inner)),
                Rule::rest => self.left_over(Rule::strict_part, start, &inner),
                _ => {}
            }
        }
        Some(part(public, name?, value?))
    }

    /// `use Rod(...) as link[i]` says the same as `part link[i] = Rod(...)`.
    fn use_member(&mut self, pair: Pair<Rule>, public: bool, start: usize) -> Option<MemberKind> {
        let mut name = None;
        let mut value = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::expr => value = Some(self.expr(inner)),
                Rule::element_name => name = Some(self.element_name(inner)),
                Rule::rest | Rule::tail => self.left_over(Rule::strict_use, start, &inner),
                _ => {}
            }
        }
        Some(part(public, name?, value?))
    }

    fn record_member(&mut self, pair: Pair<Rule>, start: usize) -> Option<MemberKind> {
        let mut entries = Vec::new();
        let end = pair.as_span().end();
        let mut broken = false;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::record_entry => entries.push(self.record_entry(inner)),
                Rule::tail => {
                    broken = true;
                    self.left_over(Rule::strict_record, start, &inner);
                }
                _ => {}
            }
        }
        if entries.is_empty() && !broken {
            self.diagnose(Rule::strict_record, start, end);
        }
        Some(MemberKind::Record(entries))
    }

    fn record_entry(&mut self, pair: Pair<Rule>) -> RecordEntry {
        let span = self.span(&pair);
        let mut value = Expr { kind: ExprKind::Error, span };
        let mut alias = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::expr => value = self.expr(inner),
                Rule::name => alias = Some(self.name(&inner)),
                _ => {}
            }
        }
        RecordEntry { value, alias, span }
    }

    /// `at 20 s { ... }` is an element of the kind `at` whose law is the instant.
    fn event(&mut self, pair: Pair<Rule>, start: usize) -> Option<MemberKind> {
        let mut kind = None;
        let mut law = None;
        let mut body = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::word_at | Rule::word_when => kind = Some(self.name(&inner)),
                Rule::expr => law = Some(self.expr(inner)),
                Rule::block => body = Some(self.block(inner)),
                Rule::rest | Rule::tail => self.left_over(Rule::strict_event, start, &inner),
                _ => {}
            }
        }
        Some(MemberKind::Element(Element {
            public: false,
            kind: kind?,
            name: None,
            variant: None,
            relations: Vec::new(),
            law: Some(law?),
            body: Some(body?),
        }))
    }

    fn analysis(&mut self, pair: Pair<Rule>, start: usize) -> Analysis {
        let mut analysis =
            Analysis { keyword: missing_name(start as u32), subject: None, clauses: Vec::new() };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name | Rule::word_simulate => analysis.keyword = self.name(&inner),
                Rule::subject => {
                    analysis.subject = inner.into_inner().next().map(|expr| self.expr(expr))
                }
                Rule::arguments => {
                    for argument in self.arguments(inner).0 {
                        match argument.name {
                            Some(word) => analysis.clauses.push(Clause {
                                word,
                                value: argument.value,
                                span: argument.span,
                            }),
                            None if analysis.subject.is_none() => {
                                analysis.subject = Some(argument.value)
                            }
                            None => {
                                let help = "the further ones have names: `name = value`";
                                self.error(
                                    argument.span,
                                    "an analysis has only one subject",
                                    Some(help.to_owned()),
                                );
                            }
                        }
                    }
                }
                Rule::keyword_clause | Rule::named_clause => {
                    if let Some(clause) = self.clause(inner) {
                        analysis.clauses.push(clause);
                    }
                }
                Rule::tail => self.left_over(Rule::strict_analysis, start, &inner),
                _ => {}
            }
        }
        analysis
    }

    fn clause(&mut self, pair: Pair<Rule>) -> Option<Clause> {
        let span = self.span(&pair);
        let mut word = None;
        let mut value = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::word_with | Rule::word_every | Rule::name => word = Some(self.name(&inner)),
                Rule::expr => value = Some(self.expr(inner)),
                _ => {}
            }
        }
        Some(Clause { word: word?, value: value?, span })
    }

    fn element(&mut self, pair: Pair<Rule>, public: bool, start: usize) -> Element {
        let mut element = Element {
            public,
            kind: missing_name(start as u32),
            name: None,
            variant: None,
            relations: Vec::new(),
            law: None,
            body: None,
        };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => element.kind = self.name(&inner),
                Rule::element_name => element.name = Some(self.element_name(inner)),
                Rule::variant => element.variant = self.variant(inner),
                Rule::relation => {
                    if let Some(relation) = self.relation(inner) {
                        element.relations.push(relation);
                    }
                }
                Rule::constraint | Rule::law => {
                    let expr = inner.into_inner().find(|inner| inner.as_rule() == Rule::expr);
                    element.law = expr.map(|expr| self.expr(expr));
                }
                Rule::block => element.body = Some(self.block(inner)),
                Rule::tail => {
                    self.left_over(Rule::strict_element, start, &inner);
                    element.law = Some(Expr { kind: ExprKind::Error, span: self.span(&inner) });
                }
                _ => {}
            }
        }
        element
    }

    pub fn element_name(&mut self, pair: Pair<Rule>) -> ElementName {
        let mut name = missing_name(pair.as_span().start() as u32);
        let mut index = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = self.name(&inner),
                Rule::index => index = Some(self.element_index(inner)),
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
        let mut manner: Option<Name> = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::relation_word => {
                    word = inner.into_inner().next().and_then(|word| relation_word(&word))
                }
                Rule::word_at if word.is_none() => word = Some(RelationWord::At),
                Rule::target if target.is_none() => target = Some(self.expr(inner)),
                Rule::target => at = Some(self.expr(inner)),
                Rule::manner => {
                    let name = inner.into_inner().find(|inner| inner.as_rule() == Rule::name);
                    manner = name.map(|name| self.name(&name));
                }
                _ => {}
            }
        }
        Some(Relation { word: word?, target: target?, at, manner, span })
    }

    fn block(&mut self, pair: Pair<Rule>) -> Block {
        let span = self.span(&pair);
        let (fields, members) = self.entries(pair.into_inner(), Place::Element);
        Block { fields, members, span }
    }

    pub fn type_expr(&mut self, pair: Pair<Rule>) -> TypeExpr {
        let span = self.span(&pair);
        let mut name = missing_name(span.start);
        let mut arguments = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = self.name(&inner),
                Rule::type_expr => arguments.push(self.type_expr(inner)),
                _ => {}
            }
        }
        TypeExpr { name, arguments, span }
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

/// The call at the end of `value` is the component with its arguments.
fn part(public: bool, name: ElementName, value: Expr) -> MemberKind {
    match value.kind {
        ExprKind::Call { callee, arguments, unit: None } => {
            MemberKind::Part { public, name, component: *callee, arguments }
        }
        _ => MemberKind::Part { public, name, component: value, arguments: Vec::new() },
    }
}
