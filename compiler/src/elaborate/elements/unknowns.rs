//! `find`: parameters whose values are looked for, with an equation for each.

use cdl_grammar::syntax::{BinaryOp as Op, Element, ExprKind};

use super::Unfolding;
use super::rows::{is_bare, is_plain};
use super::variations::OfModel;
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::{expression_text, report};
use crate::schema::KindId;
use crate::typed::Criterion;

impl<'a> Unfolding<'_, 'a> {
    /// `find PARAMETER: LEFT == RIGHT`
    pub(super) fn unknown(&mut self, context: Context, of: OfModel<'_, 'a>, element: &Element) {
        if is_broken(element) {
            return;
        }
        let name = element.name.as_ref().filter(|name| name.index.is_none());
        let (Some(name), Some(law), true) =
            (name, &element.law, is_plain(element) && is_bare(element))
        else {
            let message = "a find has a parameter of the model and an equation";
            self.misplaced(context, KindId::Find, element.kind.span, message);
            return;
        };
        let name = &name.name;
        let place = context.place(name.span);
        if !self.is_scalar_parameter(context, of, name, "`find`") {
            return;
        }
        let experiment = self.elements.experiment.iter();
        let varied = experiment.flat_map(|own| &own.variations).find(|own| *own.name == *name.text);
        let mut criteria = self.elements.criteria.iter();
        let sought = criteria.find(|own| own.parameter.as_deref() == Some(&*name.text));
        if let Some(varied) = varied.map(|own| own.place) {
            let report = diagnostics::found_and_varied(place, &name.text, varied);
            self.values.report(context, report);
            return;
        }
        if let Some(earlier) = sought.map(|own| own.place) {
            let report = diagnostics::duplicate_name(place, "find", &name.text, earlier);
            self.values.report(context, report);
            return;
        }
        if !matches!(law.kind, ExprKind::Binary { op: Op::Equal, .. }) {
            let message = "a find has an equation, with `==`";
            self.misplaced(context, KindId::Find, law.span, message);
            return;
        }
        self.values.concluded.is_run_over = true;
        let holds = self.judged(context, law, "a `find`");
        let mut comparisons = Vec::new();
        if holds.is_some() {
            self.comparisons(context, law, &mut comparisons);
        }
        self.values.concluded.is_run_over = false;
        let Some(holds) = holds else { return };
        if comparisons.len() != 1 {
            let (expected, found) = ("two scalar quantities", "something else");
            let place = context.place(law.span);
            let report =
                report::wrong_type(place, expected, found, Some("the equation of a `find`"));
            self.values.report(context, report);
            return;
        }
        if of.is_given(&name.text) {
            return;
        }
        self.elements.criteria.push(Criterion {
            name: format!("find {}", name.text),
            text: expression_text::text(law),
            note: None,
            holds,
            comparisons,
            parameter: Some(name.text.to_string()),
            place,
        });
    }
}
