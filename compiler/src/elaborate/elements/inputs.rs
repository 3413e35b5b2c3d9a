//! `input`: parameters that act from outside on what is linearized.

use cdl_grammar::syntax::{Element, Name};

use super::Unfolding;
use super::rows::{is_bare, is_plain};
use super::variations::OfModel;
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::elaborate::values::types::Ty;
use crate::schema::KindId;
use crate::typed::Input;

impl<'a> Unfolding<'_, 'a> {
    /// `input PARAMETER`; after the analysis.
    pub(super) fn input(&mut self, context: Context, of: OfModel<'_, 'a>, element: &'a Element) {
        if is_broken(element) {
            return;
        }
        let is_alone = is_plain(element) && is_bare(element) && element.law.is_none();
        let name = element.name.as_ref().filter(|name| name.index.is_none());
        let (Some(name), true) = (name, is_alone) else {
            let message = "an input is a parameter of the model, and has nothing else";
            self.misplaced(context, KindId::Input, element.kind.span, message);
            return;
        };
        let name = &name.name;
        let place = context.place(name.span);
        if !self.is_scalar_parameter(context, of, name, "`input`") {
            return;
        }
        let experiment = self.elements.experiment.as_ref();
        if experiment.is_some_and(|own| own.kind != KindId::Linearize) {
            let message = "an input belongs to an experiment that does `linearize`";
            self.misplaced(context, KindId::Input, name.span, message);
            return;
        }
        if let Some(earlier) = self.elements.inputs.iter().find(|own| *own.name == *name.text) {
            let report = diagnostics::duplicate_name(place, "input", &name.text, earlier.place);
            self.values.report(context, report);
            return;
        }
        self.elements.inputs.push(Input { name: name.text.to_string(), place });
    }

    /// Reports a name that is that of no parameter which is a quantity.
    pub(super) fn is_scalar_parameter(
        &mut self,
        context: Context,
        of: OfModel<'_, 'a>,
        name: &'a Name,
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
