//! `choose`: parameters that are looked for within bounds, and what they are to make least or largest.

use cdl_grammar::syntax::{BinaryOp as Op, Element, ExprKind};

use super::Unfolding;
use super::rows::is_plain;
use super::shown::Asked;
use super::variations::{OfModel, shown_in};
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::values::fit::Of;
use crate::elaborate::{expression_text, report};
use crate::kinds::choose::MAXIMIZE;
use crate::schema::KindId;
use crate::typed::{Choice, Objective, Value};

impl<'a> Unfolding<'_, 'a> {
    /// `choose PARAMETER = LOW .. HIGH { minimize = EXPRESSION }`; after the analysis. `context` sees what is recorded by its names.
    pub(super) fn choice(&mut self, context: Context, of: OfModel<'_, 'a>, element: &Element) {
        if is_broken(element) {
            return;
        }
        let name = element.name.as_ref().filter(|name| name.index.is_none());
        let bounds = element.law.as_ref().and_then(|law| match &law.kind {
            ExprKind::Binary { op: Op::Range, left, right, .. } => Some((law, left, right)),
            _ => None,
        });
        let (Some(name), Some((law, low, high)), true) = (name, bounds, is_plain(element)) else {
            let message = "a choose has a parameter of the model and its bounds, `LOW .. HIGH`";
            self.misplaced(context, KindId::Choose, element.kind.span, message);
            return;
        };
        let name = &name.name;
        let place = context.place(name.span);
        if !self.is_scalar_parameter(context, of, name, "`choose`") {
            return;
        }
        let Some(ty) = self.type_of_parameter(of, name) else { return };
        let kind = Of::Law("choose");
        let [low, high] = [low, high].map(|bound| {
            let value = self.evaluator().typed_value(context, bound, &ty, kind);
            self.known_number(context, KindId::Choose, bound, &value)
        });
        let (Some(low), Some(high)) = (low, high) else { return };
        if !(low < high && low.is_finite() && high.is_finite()) {
            let message = "the first bound has to be smaller than the second";
            let label =
                if low == high { "the two are equal" } else { "the first is the larger one" };
            let report = diagnostics::impossible_value(context.place(law.span), message, label);
            self.values.report(context, report);
            return;
        }
        let varied = self.elements.experiment.iter().flat_map(|own| &own.variations);
        let varied = varied.map(|own| (&own.name, own.place));
        let chosen = self.elements.choices.iter().map(|own| (&own.name, own.place));
        let earlier = varied.chain(chosen).find(|(own, _)| **own == *name.text);
        if let Some((_, earlier)) = earlier {
            let report = diagnostics::duplicate_name(place, "choose", &name.text, earlier);
            self.values.report(context, report);
            return;
        }
        self.objective(context, element);
        let name = name.text.to_string();
        let written_in = Some(shown_in(law, &ty)).filter(|(unit, _)| !unit.is_empty());
        self.elements.choices.push(Choice { name, low, high, written_in, place });
    }

    /// What `minimize` or `maximize` stands before. It is recorded, so that the search reads what the results have.
    fn objective(&mut self, context: Context, element: &Element) {
        for (field, expr) in self.fields_of_row(context, KindId::Choose, element) {
            let place = context.place(expr.span);
            if let Some(earlier) = self.elements.objective.as_ref().map(|own| own.place) {
                let message =
                    "an experiment makes one expression least or largest, and has one already";
                let usage = crate::schema::usage(KindId::Choose.kind());
                let report = diagnostics::misplaced_part(place, message, &usage);
                let report = report.related(earlier, "this one");
                self.values.report(context, report);
                continue;
            }
            self.values.concluded.is_run_over = true;
            let value = self.evaluator().value(context, expr);
            self.values.concluded.is_run_over = false;
            match value {
                Value::Error => {}
                Value::Scalar { .. } => {
                    let text = expression_text::text(expr);
                    let record = format!("{} {text}", field.name);
                    self.record_value(context, expr, record.clone(), value, Asked::plain(place));
                    let is_largest = field.name == MAXIMIZE.field.name;
                    let objective = Objective { record, text, is_largest, place };
                    self.elements.objective = Some(objective);
                }
                value => {
                    let found = self.values.type_of(&value);
                    let of = format!("`{}`", field.name);
                    let report = report::wrong_type(place, "a scalar quantity", &found, Some(&of));
                    self.values.report(context, report);
                }
            }
        }
    }

    /// After all rows: what is chosen needs something that it is for. What is given from outside is not looked for.
    pub(super) fn finish_choices(&mut self, of: OfModel<'_, 'a>, rows: &[(Context, &Element)]) {
        let Some((context, first)) = rows.first() else { return };
        let has_equation = self.elements.criteria.iter().any(|own| own.parameter.is_some());
        // Also one that is wrong, or that of a row that is.
        let has_objective = rows
            .iter()
            .any(|(_, row)| row.body.as_ref().is_some_and(|body| !body.fields.is_empty()));
        let message = if has_equation {
            "an experiment that has a `find` has no `choose`"
        } else if !has_objective && !self.elements.choices.is_empty() {
            "one `choose` of an experiment says what its values are for: `minimize` or `maximize`"
        } else {
            let mut choices = std::mem::take(&mut self.elements.choices);
            choices.retain(|own| !of.is_given(&own.name));
            let objective = self.elements.objective.take();
            if let (Some(experiment), Some(_)) = (&mut self.elements.experiment, &objective) {
                (experiment.choices, experiment.objective) = (choices, objective);
            }
            return;
        };
        self.misplaced(*context, KindId::Choose, first.kind.span, message);
    }
}
