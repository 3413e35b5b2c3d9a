//! Members, fields and blocks.

use pest::iterators::Pair;

use super::{Reader, missing_name};
use crate::diagnose::open_bracket;
use crate::rules::Rule;
use crate::syntax::{
    Analysis, Assignment, Clause, ElementName, Expr, ExprKind, Field, Member, MemberKind, Name,
    Span, TypeExpr,
};

/// What surrounds an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A model, a component, an experiment, a loop or a conditional: members only.
    Members,
    /// The block of an element: fields and nested members.
    Element,
    /// The block of an event: these, and fields such as `stop "the load ran away"`.
    Event,
    /// A loop or a conditional in the block of an event: what looks like a field there is an assignment.
    Branch,
}

impl Place {
    fn has_fields(self) -> bool {
        self != Self::Members
    }
}

enum Entry {
    Field(Field),
    Member(Box<Member>),
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
            if !matches!(pair.as_rule(), Rule::entry | Rule::event_entry) {
                continue;
            }
            match self.entry(pair, place) {
                Some(Entry::Field(field)) if place == Place::Branch => {
                    members.push(as_assignment(field));
                }
                Some(Entry::Field(field)) if place.has_fields() => fields.push(field),
                Some(Entry::Field(field)) => self.misplaced_field(&field),
                Some(Entry::Member(member)) => members.push(*member),
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
                Rule::message => return self.message(inner, docs).map(Entry::Field),
                Rule::action => self.action(inner, start),
                Rule::assignment => self.assignment(inner, start),
                Rule::let_member => self.let_member(inner, public, start),
                Rule::for_member | Rule::event_for => self.for_member(inner, start),
                Rule::if_member | Rule::event_if => self.if_member(inner, start),
                Rule::part_member => self.part_member(inner, public, start),
                Rule::use_member => self.use_member(inner, public, start),
                Rule::enum_member => {
                    let declared = Box::new(self.enumeration(inner, start));
                    Some(MemberKind::Enum { public, declared })
                }
                Rule::record_member => self.record_member(inner, start),
                Rule::event => self.event(inner, start),
                Rule::analysis if place.has_fields() => {
                    return self.field_without_equals(inner, docs, place);
                }
                Rule::analysis => Some(MemberKind::Analysis(Box::new(self.analysis(inner, start)))),
                Rule::element => {
                    Some(MemberKind::Element(Box::new(self.element(inner, public, start))))
                }
                _ => {
                    self.diagnose(Rule::strict_entry, start, end);
                    None
                }
            };
        }
        kind.map(|kind| Entry::Member(Box::new(Member { docs, kind, span })))
    }

    fn field(&mut self, pair: Pair<Rule>, docs: Box<str>) -> Option<Field> {
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

    /// `stop "the load ran away"` is a field whose value is the text.
    fn message(&mut self, pair: Pair<Rule>, docs: Box<str>) -> Option<Field> {
        let span = self.span(&pair);
        let start = pair.as_span().start();
        let mut name = None;
        let mut value = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = Some(self.name(&inner)),
                Rule::text => value = Some(self.text(inner)),
                Rule::tail => self.left_over(Rule::strict_message, start, &inner),
                _ => {}
            }
        }
        Some(Field { docs, name: name?, value: value?, span })
    }

    pub fn value(&mut self, pair: Pair<Rule>) -> Expr {
        self.slot(pair).expr
    }

    /// In a block `mass 3 kg` looks like an analysis; it can only be a field.
    fn field_without_equals(
        &mut self,
        pair: Pair<Rule>,
        docs: Box<str>,
        place: Place,
    ) -> Option<Entry> {
        let span = self.span(&pair);
        let start = pair.as_span().start();
        let (before, text) = (self.errors.len(), pair.as_str());
        let is_set_behind = text.split_once('(').is_some_and(|(_, rest)| {
            rest.split_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('='))
        });
        let analysis = self.analysis(pair, start);
        if is_set_behind && analysis.is_broken || analysis.keyword.text == "reinit" {
            self.errors.truncate(before);
        }
        let name = analysis.keyword;
        let word = &name.text;
        let complete = analysis.clauses.is_empty() && analysis.subject.is_some();
        if !self.is_explained(span) {
            let after = Span::new(name.span.end, name.span.end);
            let (at, message, help) = if let Some((message, help)) =
                ending_call(word, analysis.subject.as_ref(), place)
            {
                (name.span, message, help)
            } else if is_set_behind {
                let message = format!("the field `{word}` takes no arguments");
                (name.span, message, format!("a unit stands behind its number: `{word} = 1 kg`"))
            } else if complete {
                let message = format!("expected `=` between `{word}` and its value");
                (after, message, format!("write `{word} = ...`"))
            } else if matches!(place, Place::Event | Place::Branch) {
                let message = format!("expected a text, or `=` and a value, after `{word}`");
                (name.span, message, format!("write `{word} \"...\"` or `{word} = ...`"))
            } else {
                let message = format!("expected `=` and a value after `{word}`");
                (name.span, message, format!("write `{word} = ...`"))
            };
            self.error(at, message, Some(help));
        }
        let error = Expr { kind: ExprKind::Error, span };
        let value = analysis.subject.filter(|_| complete).unwrap_or(error);
        Some(Entry::Field(Field { docs, name, value, span }))
    }

    /// Reports what is left of an entry that starts at `start`.
    pub fn left_over(&mut self, strict: Rule, start: usize, pair: &Pair<Rule>) {
        // What follows a bracket in which something is wrong is probably the same mistake: `(0, 0, 1) m`.
        let open = open_bracket(self.text, pair.as_span().start());
        let inside = |open: usize| Span::new(open as u32, pair.as_span().start() as u32);
        let is_inside = |span: Span| {
            self.errors.iter().any(|own| span.start <= own.span.start && own.span.end <= span.end)
        };
        if open.map(inside).is_some_and(is_inside) {
            return;
        }
        self.diagnose(strict, start, pair.as_span().end());
    }

    fn let_member(&mut self, pair: Pair<Rule>, public: bool, start: usize) -> Option<MemberKind> {
        let mut name = None;
        let mut index = None;
        let mut ty = None;
        let mut value = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => name = Some(self.name(&inner)),
                Rule::name_index => index = Some(Box::new(self.element_index(inner))),
                Rule::type_expr => ty = Some(Box::new(self.type_expr(inner))),
                Rule::value => value = Some(self.value(inner)),
                Rule::rest => {
                    self.left_over(Rule::strict_let, start, &inner);
                    (name, value) = self.broken_definition(&inner);
                }
                _ => {}
            }
        }
        let name = ElementName { name: name?, index };
        Some(MemberKind::Let { public, name, ty, value: Box::new(value?) })
    }

    /// The name of a broken `let` or `part` if it can be read, so that its uses are no mistakes.
    fn broken_definition(&self, rest: &Pair<Rule>) -> (Option<Name>, Option<Expr>) {
        let name = self.first_name(rest);
        let error = Expr { kind: ExprKind::Error, span: self.span(rest) };
        ((!name.text.is_empty()).then_some(name), Some(error))
    }

    fn for_member(&mut self, pair: Pair<Rule>, start: usize) -> Option<MemberKind> {
        let mut index = None;
        let mut range = None;
        let mut body = None;
        let strict = match pair.as_rule() {
            Rule::event_for => Rule::strict_event_for,
            _ => Rule::strict_for,
        };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name => index = Some(self.name(&inner)),
                Rule::expr => range = Some(self.expr(inner)),
                Rule::block | Rule::event_block => body = Some(self.members(inner)),
                Rule::rest | Rule::tail => self.left_over(strict, start, &inner),
                _ => {}
            }
        }
        Some(MemberKind::For { index: index?, range: Box::new(range?), body: body?.into() })
    }

    fn if_member(&mut self, pair: Pair<Rule>, start: usize) -> Option<MemberKind> {
        let mut arms: Vec<(Expr, Vec<Member>)> = Vec::new();
        let mut otherwise = Vec::new();
        let mut condition = None;
        let mut end = Span::default();
        let strict = match pair.as_rule() {
            Rule::event_if => Rule::strict_event_if,
            _ => Rule::strict_if,
        };
        for inner in pair.into_inner() {
            let span = self.span(&inner);
            match inner.as_rule() {
                Rule::expr => condition = Some(self.expr(inner)),
                Rule::block | Rule::event_block => {
                    let members = self.members(inner);
                    end = span;
                    match condition.take() {
                        Some(condition) => arms.push((condition, members)),
                        None => otherwise = members,
                    }
                }
                Rule::rest | Rule::tail => self.left_over(strict, start, &inner),
                _ => {}
            }
        }
        // `else if` is an `if` in the `else`: nested from the end.
        while let Some((condition, then)) = arms.pop() {
            let span = condition.span.to(end);
            let kind = MemberKind::If {
                condition: Box::new(condition),
                then: then.into(),
                otherwise: otherwise.into(),
            };
            if arms.is_empty() {
                return Some(kind);
            }
            otherwise = vec![Member { docs: Box::default(), kind, span }];
        }
        None
    }

    /// The members of a block that holds no fields.
    fn members(&mut self, pair: Pair<Rule>) -> Vec<Member> {
        let place = match pair.as_rule() {
            Rule::event_block => Place::Branch,
            _ => Place::Members,
        };
        self.entries(pair.into_inner(), place).1
    }

    fn part_member(&mut self, pair: Pair<Rule>, public: bool, start: usize) -> Option<MemberKind> {
        let mut name = None;
        let mut value = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::element_name => name = Some(self.element_name(inner)),
                Rule::value => value = Some(self.value(inner)),
                Rule::rest => {
                    self.left_over(Rule::strict_part, start, &inner);
                    let (broken, error) = self.broken_definition(&inner);
                    (name, value) = (broken.map(|name| ElementName { name, index: None }), error);
                }
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

    fn analysis(&mut self, pair: Pair<Rule>, start: usize) -> Analysis {
        let mut analysis = Analysis {
            keyword: missing_name(start as u32),
            subject: None,
            clauses: Vec::new(),
            is_broken: false,
        };
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
                                word: *word,
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
                Rule::tail => {
                    analysis.is_broken = true;
                    // `simulate time = 1 s`: the name is none of a value.
                    if inner.as_str().starts_with('=') {
                        analysis.subject = None;
                    }
                    self.left_over(Rule::strict_analysis, start, &inner);
                }
                _ => {}
            }
        }
        analysis
    }

    pub fn clause(&mut self, pair: Pair<Rule>) -> Option<Clause> {
        let span = self.span(&pair);
        let mut word = None;
        let mut value = None;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::word_with | Rule::word_every | Rule::word_until | Rule::name => {
                    word = Some(self.name(&inner));
                }
                Rule::expr => value = Some(self.expr(inner)),
                _ => {}
            }
        }
        Some(Clause { word: word?, value: value?, span })
    }

    pub fn type_expr(&mut self, pair: Pair<Rule>) -> TypeExpr {
        let span = self.span(&pair);
        let mut name = missing_name(span.start);
        let mut arguments = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::path => name = self.name(&inner),
                Rule::type_expr => arguments.push(self.type_expr(inner)),
                _ => {}
            }
        }
        TypeExpr { name, arguments, span }
    }
}

/// `terminate("it is under water")` in the block of an event, and how it is written.
fn ending_call(word: &str, subject: Option<&Expr>, place: Place) -> Option<(String, String)> {
    if word == "reinit" && matches!(place, Place::Event | Place::Branch) {
        let help = "an event sets a value by `NAME = ...`, such as `hinge.rate = 0 rad/s`";
        return Some(("there is no `reinit`".to_owned(), help.to_owned()));
    }
    let ExprKind::Text(text) = &subject?.kind else { return None };
    let message = match word {
        "stop" | "note" => format!("`{word}` has no parentheses"),
        _ => format!("there is no `{word}`"),
    };
    let meant = match word {
        "stop" | "terminate" | "exit" | "quit" | "abort" | "halt" | "end" | "error" => "stop",
        "note" | "print" | "log" | "display" | "disp" | "warn" | "warning" => "note",
        _ => return None,
    };
    matches!(place, Place::Event | Place::Branch)
        .then(|| (message, format!("write `{meant} \"{text}\"`")))
}

/// `hits = hits + 1` as a member of its own.
fn as_assignment(Field { docs, name, value, span }: Field) -> Member {
    let target = Expr { kind: ExprKind::Name(name.text), span: name.span };
    Member { docs, kind: MemberKind::Assignment(Box::new(Assignment { target, value })), span }
}

/// The call at the end of `value` is the component with its arguments.
fn part(public: bool, name: ElementName, value: Expr) -> MemberKind {
    match value.kind {
        ExprKind::Call { callee, arguments, unit: None } => {
            MemberKind::Part { public, name, component: callee, arguments }
        }
        _ => {
            MemberKind::Part { public, name, component: Box::new(value), arguments: Box::default() }
        }
    }
}
