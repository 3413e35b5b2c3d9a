//! `sensitivity`: parameters by which the numbers of an experiment are derived.

use cdl_grammar::syntax::Element;

use super::Unfolding;
use super::rows::{is_bare, is_plain};
use super::variations::{OfModel, si};
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::schema::KindId;
use crate::typed::Input;

impl<'a> Unfolding<'_, 'a> {
    /// `sensitivity PARAMETER`; after the analysis.
    pub(super) fn sensitivity(
        &mut self,
        context: Context,
        of: OfModel<'_, 'a>,
        element: &'a Element,
    ) {
        if is_broken(element) {
            return;
        }
        let is_alone = is_plain(element) && is_bare(element) && element.law.is_none();
        let name = element.name.as_ref().filter(|name| name.index.is_none());
        let (Some(name), true) = (name, is_alone) else {
            let message = "a sensitivity is to a parameter of the model, and has nothing else";
            self.misplaced(context, KindId::Sensitivity, element.kind.span, message);
            return;
        };
        let name = &name.name;
        let place = context.place(name.span);
        if !self.is_scalar_parameter(context, of, name, "`sensitivity`") {
            return;
        }
        let unit = self.type_of_parameter(of, name).map_or(String::new(), |ty| si(&ty));
        let unit = if unit == "1" { String::new() } else { unit };
        let Some(experiment) = &mut self.elements.experiment else { return };
        let earlier = experiment.sensitivities.iter().find(|own| *own.name == *name.text);
        if let Some(earlier) = earlier.map(|own| own.place) {
            let report = diagnostics::duplicate_name(place, "sensitivity", &name.text, earlier);
            self.values.report(context, report);
            return;
        }
        experiment.sensitivities.push(Input { name: name.text.to_string(), unit, place });
    }
}
