//! Analyses: `simulate 10 s with rk4(step = 5 ms)`, `equilibrium { tolerance = 1e-10 }`.

use std::collections::BTreeMap;

use cdl_grammar::syntax::{Analysis, BinaryOp, Element, Expr, ExprKind, Name};

use super::Unfolding;
use super::written::is_broken;
use crate::diagnostics::{self, Diagnostic};
use crate::elaborate::context::Context;
use crate::elaborate::expression_text;
use crate::elaborate::values::fit::Of;
use crate::place::Place;
use crate::schema::{self, Kind, KindId, Presence};
use crate::typed::{self, Field, Value};

/// An analysis in either of its shapes.
pub(in crate::elaborate) struct Written<'a> {
    pub keyword: &'a Name,
    subject: Option<&'a Expr>,
    /// What introduces each value and the value.
    pub(super) given: Vec<(&'a Name, &'a Expr)>,
    is_broken: bool,
}

/// Whether a field of an analysis is the input that should stand beside it.
fn is_input(kind: &Kind, field: &str) -> bool {
    kind.id == KindId::Response && field == KindId::Input.kind().name
}

impl<'a> Written<'a> {
    /// `KEYWORD SUBJECT with VALUE, NAME = VALUE`
    pub(super) fn of_clauses(analysis: &'a Analysis) -> Self {
        Self {
            keyword: &analysis.keyword,
            subject: analysis.subject.as_ref(),
            given: analysis.clauses.iter().map(|clause| (&clause.word, &clause.value)).collect(),
            is_broken: analysis.is_broken,
        }
    }

    /// Whether an input is written among its fields.
    pub(super) fn has_input(&self) -> bool {
        let mut kinds = schema::analyses().iter();
        let kind = kinds.find(|kind| *kind.name == *self.keyword.text);
        kind.is_some_and(|kind| self.given.iter().any(|(word, _)| is_input(kind, &word.text)))
    }
}

/// Whether what reads like an element is an analysis with its fields in a block.
pub(super) fn is_analysis(element: &Element) -> bool {
    schema::analyses().iter().any(|kind| *kind.name == *element.kind.text)
}

/// The formulations that an integrator works on, as far as the schema's choices name them.
fn needed_dynamics(integrator: &str) -> &'static str {
    match integrator {
        "energy_momentum" | "midpoint" | "generalized_alpha" => "constrained",
        _ => "recursive",
    }
}

/// Whether an integrator that needs one of these takes accelerations by `dynamics`.
fn works_on(needed: &str, dynamics: &str) -> bool {
    match dynamics {
        "auto" => true,
        "transfer_matrix" => needed == "recursive",
        _ => dynamics == needed,
    }
}

impl<'a> Unfolding<'_, 'a> {
    /// `KEYWORD { NAME = VALUE }`; says so where more is written.
    pub(super) fn analysis_block<'s>(
        &mut self,
        context: Context,
        element: &'s Element,
    ) -> Written<'s> {
        let keyword = &element.kind;
        let usage = || schema::kind(&keyword.text).map(schema::usage).unwrap_or_default();
        let is_plain = element.name.is_none()
            && element.variant.is_none()
            && element.relations.is_empty()
            && element.law.is_none();
        if !is_plain && !is_broken(element) {
            let message = format!("`{}` takes fields only", keyword.text);
            let place = context.place(keyword.span);
            self.values.report(context, diagnostics::misplaced_part(place, &message, &usage()));
        }
        let mut given = Vec::new();
        if let Some(body) = &element.body {
            for member in &body.members {
                let message = format!("`{}` takes fields only", keyword.text);
                let place = context.place(member.span);
                self.values.report(context, diagnostics::misplaced_part(place, &message, &usage()));
            }
            given.extend(body.fields.iter().map(|field| (&field.name, &field.value)));
        }
        Written { keyword, subject: None, given, is_broken: is_broken(element) }
    }

    /// That a word is none of an analysis.
    pub(super) fn no_analysis_of(&mut self, context: Context, written: &Written<'_>) {
        let place = context.place(written.keyword.span);
        let names: Vec<&str> = schema::analyses().iter().map(|kind| kind.name).collect();
        let report = diagnostics::unknown_kind(place, &written.keyword.text, None, &names);
        self.values.report(context, report);
    }

    /// `name` and `place` are the experiment's.
    pub(super) fn finish_analysis(
        &mut self,
        context: Context,
        written: &Written<'_>,
        name: &str,
        place: Place,
    ) {
        let word = &written.keyword.text;
        let keyword_place = context.place(written.keyword.span);
        let Some(kind) = schema::analyses().iter().copied().find(|kind| *kind.name == **word)
        else {
            self.no_analysis_of(context, written);
            return;
        };
        let is_broken = written.is_broken;
        let mut fields = self.given_values(context, kind, written);
        for field in kind.fields {
            if fields.contains_key(field.name) {
                continue;
            }
            let value = match field.presence {
                Presence::Required if is_broken => Some(Value::Error),
                Presence::Required => {
                    let is_subject = matches!(field.written, schema::Written::Subject { .. });
                    let example = match (kind.subject(), field.written) {
                        (None, schema::Written::ByName) => {
                            format!("{}({})", kind.name, schema::example(field))
                        }
                        (_, _) => kind.sentence(!is_subject),
                    };
                    let of = format!("the `{}`", kind.name);
                    let report = diagnostics::missing_field(
                        keyword_place,
                        field.name,
                        &of,
                        field.doc,
                        &example,
                    );
                    self.values.report(context, report);
                    Some(Value::Error)
                }
                Presence::Optional | Presence::Default(_) => self.default_value(field),
            };
            if let Some(value) = value {
                fields.insert(field.name, Field { value, place: keyword_place, is_default: true });
            }
        }
        self.check_formulation(context, &fields);
        self.check_recording(context, &fields);
        let variations = std::mem::take(&mut self.elements.variations);
        let (name, kind) = (name.to_owned(), kind.id);
        self.elements.experiment = Some(typed::Experiment {
            name,
            place,
            kind,
            fields,
            variations,
            plots: Vec::new(),
            views: Vec::new(),
            inputs: Vec::new(),
            sensitivities: Vec::new(),
            choices: Vec::new(),
            objective: None,
        });
    }

    fn given_values(
        &mut self,
        context: Context,
        kind: &'static Kind,
        written: &Written<'_>,
    ) -> BTreeMap<&'static str, Field> {
        let mut fields: BTreeMap<&'static str, Field> = BTreeMap::new();
        let mut given: Vec<(&str, Place, &Expr)> = Vec::new();
        if let Some(subject) = written.subject {
            match kind.subject() {
                Some(field) => given.push((field.name, context.place(subject.span), subject)),
                None => {
                    let message = format!("`{}` takes named values only", kind.name);
                    let usage = match (kind.fields.first(), &subject.kind) {
                        (Some(first), ExprKind::Number { digits, unit: None }) => {
                            format!("{}({} = {digits})", kind.name, first.name)
                        }
                        _ => schema::usage(kind),
                    };
                    let place = context.place(subject.span);
                    self.values
                        .report(context, diagnostics::misplaced_part(place, &message, &usage));
                }
            }
        }
        for (word, value) in &written.given {
            let field = kind.clause(&word.text).map_or(&*word.text, |field| field.name);
            given.push((field, context.place(word.span), value));
        }
        if let Some(report) = self.until_a_time(context, kind, written) {
            self.values.report(context, report);
            let place = context.place(written.keyword.span);
            // What is given besides takes the place of these.
            for name in ["duration", "until", "integrator"] {
                let value = Value::Error;
                fields.insert(name, Field { value, place, is_default: false });
            }
            given.retain(|own| own.0 != "until");
        }
        for (index, (field_name, place, expr)) in given.iter().enumerate() {
            if let Some((_, first, _)) = given.iter().take(index).find(|own| own.0 == *field_name) {
                let report = diagnostics::duplicate_name(*place, "clause", field_name, *first);
                self.values.report(context, report);
                continue;
            }
            if is_input(kind, field_name) {
                let message = "the `input` of a `response` stands beside it, on a line of its own";
                let usage = schema::usage(KindId::Input.kind());
                self.values.report(context, diagnostics::misplaced_part(*place, message, &usage));
                continue;
            }
            let Some(field) = kind.fields.iter().find(|field| field.name == *field_name) else {
                // As one writes them: what goes before everything else has no name.
                let names: Vec<&str> = kind
                    .fields
                    .iter()
                    .filter(|field| !matches!(field.written, schema::Written::Subject { .. }))
                    .map(schema::Field::word)
                    .collect();
                let report = diagnostics::unknown_field(*place, field_name, kind.name, &names);
                self.values.report(context, report);
                if !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Call { .. }) {
                    self.evaluator().thing(context, expr);
                }
                continue;
            };
            let place = context.place(expr.span);
            let is_range = matches!(expr.kind, ExprKind::Binary { op: BinaryOp::Range, .. });
            let value = if is_range && field.name == "duration" {
                let message = "a run begins at 0 s, and `simulate` says how long it takes";
                let usage = "simulate 10 s with rk4(step = 5 ms)";
                self.values.report(context, diagnostics::misplaced_part(place, message, usage));
                Value::Error
            } else {
                self.schema_value(context, expr, field, Of::Field(field.name))
            };
            fields.insert(field.name, Field { value, place, is_default: false });
        }
        fields
    }

    /// `simulate until 10 s`: a duration behind the word of a condition.
    fn until_a_time(
        &self,
        context: Context,
        kind: &'static Kind,
        written: &Written<'_>,
    ) -> Option<Diagnostic> {
        let is_until = |own: &&(&Name, &Expr)| *own.0.text == *"until";
        let (_, value) = written.given.iter().find(is_until)?;
        let is_number = matches!(value.kind, ExprKind::Number { .. });
        (kind.id == KindId::Simulate && written.subject.is_none() && is_number).then(|| {
            let message = "`until` takes a condition; how long is written right after `simulate`";
            let usage = format!("simulate {} with rk4(step = 5 ms)", expression_text::text(value));
            diagnostics::misplaced_part(context.place(value.span), message, &usage)
        })
    }

    /// Each integrator works on one formulation, and `loops` is about the recursive one.
    fn check_formulation(&mut self, context: Context, fields: &BTreeMap<&'static str, Field>) {
        let choice = |name: &str| {
            let field = fields.get(name)?;
            match &field.value {
                Value::Variant { name, .. } => Some((*name, field)),
                _ => None,
            }
        };
        let Some((integrator, with)) = choice("integrator") else { return };
        let needed = needed_dynamics(integrator);
        let dynamics = choice("dynamics");
        if let Some((dynamics, field)) = dynamics
            && !works_on(needed, dynamics)
        {
            let report = diagnostics::integrator_and_dynamics(
                field.place,
                dynamics,
                with.place,
                integrator,
                needed,
            );
            self.values.report(context, report);
        } else if let Some((loops, field)) = choice("loops")
            && !field.is_default
            && needed == "constrained"
        {
            let report = diagnostics::loops_not_used(field.place, loops, with.place, integrator);
            self.values.report(context, report);
        } else if let (Some((loops, field)), Some(("transfer_matrix", by))) =
            (choice("loops"), dynamics)
            && !matches!(loops, "projection" | "baumgarte")
        {
            let report = diagnostics::loops_beside_sweeps(field.place, loops, by.place);
            self.values.report(context, report);
        }
    }
}
