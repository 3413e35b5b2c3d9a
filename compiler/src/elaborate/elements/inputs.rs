//! `input`: parameters that act from outside on small motions.

use cdl_grammar::syntax::{Element, ExprKind, Name};

use super::Unfolding;
use super::analysis::Written;
use super::variations::{OfModel, first_unit};
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::elaborate::values::concluded::OfMotions;
use crate::elaborate::values::types::Ty;
use crate::place::Place;
use crate::schema::{self, KindId};
use crate::typed::Value;
use crate::units::{self, Dimension};

impl<'a> Unfolding<'_, 'a> {
    /// `input PARAMETER`; after the analysis.
    pub(super) fn input(&mut self, context: Context, of: OfModel<'_, 'a>, element: &Element) {
        let alone = "an input is a parameter of the model, and has nothing else";
        let input = self.lone_parameter(context, of, element, KindId::Input, alone);
        let Some(input) = input else { return };
        let experiment = self.elements.experiment.as_ref();
        if experiment.is_some_and(|own| !matches!(own.kind, KindId::Linearize | KindId::Response)) {
            let message = "an input belongs to an experiment that does `linearize` or `response`";
            // How it is written was right.
            let mut report = diagnostics::misplaced_part(input.place, message, "");
            report.notes.clear();
            self.values.report(context, report);
            return;
        }
        if let Some(earlier) = self.elements.inputs.iter().find(|own| own.name == input.name) {
            let (place, earlier) = (input.place, earlier.place);
            let report = diagnostics::duplicate_name(place, "input", &input.name, earlier);
            self.values.report(context, report);
            return;
        }
        self.elements.inputs.push(input);
    }

    /// A response is one to one input. `place` is the experiment's, and `is_given` whether any is written.
    pub(super) fn one_input(&mut self, context: Context, (place, is_given): (Place, bool)) {
        let experiment = self.elements.experiment.as_ref();
        if experiment.is_none_or(|own| own.kind != KindId::Response) {
            return;
        }
        let (place, message) = match self.elements.inputs.as_slice() {
            [_] => return,
            // What is wrong with it has been told.
            [] if is_given => return,
            [] => (place, "a `response` has an `input`: the parameter that swings"),
            [_, second, ..] => (
                second.place,
                "a `response` is one to a single input; further ones take an experiment each",
            ),
        };
        let usage = schema::usage(KindId::Input.kind());
        self.values.report(context, diagnostics::misplaced_part(place, message, &usage));
    }

    /// What numbers of small motions the experiment has.
    pub(super) fn of_motions(&mut self, of: OfModel<'_, 'a>) -> Option<OfMotions> {
        let experiment = self.elements.experiment.as_ref()?;
        Some(match experiment.kind {
            KindId::Modes | KindId::Linearize => match experiment.fields.get("count")?.value {
                Value::Int(count) => OfMotions::Modes { count },
                _ => return None,
            },
            KindId::Response => {
                let name = self.elements.inputs.first()?.name.clone();
                let mut params = of.declaration.component.params.iter();
                let param = params.find(|own| *own.name.text == *name)?;
                match self.type_of_parameter(of, &param.name)? {
                    Ty::Scalar { dimension, .. } => OfMotions::Response { input: dimension },
                    _ => return None,
                }
            }
            _ => OfMotions::Others,
        })
    }

    /// Frequencies are swings in each second: an angle in each second looks the same to dimensions, and is another number.
    pub(super) fn in_hertz(&mut self, context: Context, analysis: &Written<'_>) {
        let experiment = self.elements.experiment.as_ref();
        if experiment.is_none_or(|own| own.kind != KindId::Response) {
            return;
        }
        for (_, expr) in &analysis.given {
            let ExprKind::Call { arguments, .. } = &expr.kind else { continue };
            for argument in arguments.iter() {
                let Some(token) = first_unit(&argument.value) else { continue };
                let Ok(unit) = units::unit_named(token) else { continue };
                if !(unit.angle && unit.dimension == Dimension::PER_TIME) {
                    continue;
                }
                let place = context.place(argument.value.span);
                let found = format!("an angle in each second, `{token}`");
                let of = Some("frequencies of a `response`; 1 Hz is 2π rad/s");
                let report = report::wrong_type(place, "swings in each second, `Hz`", &found, of);
                self.values.report(context, report);
            }
        }
    }

    /// Reports a name that is that of no parameter which is a quantity.
    pub(super) fn is_scalar_parameter(
        &mut self,
        context: Context,
        of: OfModel<'_, 'a>,
        name: &Name,
        asked: &str,
    ) -> bool {
        if !self.is_parameter(context, of.declaration.component, name) {
            return false;
        }
        match self.type_of_parameter(of, name) {
            Some(Ty::Scalar { .. }) => true,
            Some(other) => {
                let (expected, found) = ("a scalar quantity", other.name());
                let place = context.place(name.span);
                let report = report::wrong_type(place, expected, &found, Some(asked));
                self.values.report(context, report);
                false
            }
            None => false,
        }
    }
}
