//! `sensitivity`: parameters by which the numbers of an experiment are derived.

use cdl_grammar::syntax::Element;

use super::Unfolding;
use super::variations::OfModel;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::schema::KindId;

impl<'a> Unfolding<'_, 'a> {
    /// `sensitivity PARAMETER`; after the analysis.
    pub(super) fn sensitivity(&mut self, context: Context, of: OfModel<'_, 'a>, element: &Element) {
        let alone = "a sensitivity is to a parameter of the model, and has nothing else";
        let input = self.lone_parameter(context, of, element, KindId::Sensitivity, alone);
        let Some(input) = input else { return };
        let Some(experiment) = &mut self.elements.experiment else { return };
        let earlier = experiment.sensitivities.iter().find(|own| own.name == input.name);
        if let Some(earlier) = earlier.map(|own| own.place) {
            let (place, name) = (input.place, &input.name);
            let report = diagnostics::duplicate_name(place, "sensitivity", name, earlier);
            self.values.report(context, report);
            return;
        }
        experiment.sensitivities.push(input);
    }
}
