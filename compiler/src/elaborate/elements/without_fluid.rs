//! Cables whose fields are about a fluid, in a model that has none.

use super::Unfolding;
use crate::diagnostics;
use crate::schema::KindId;
use crate::typed::{ElementId, Value};

const OF_A_FLUID: [&str; 3] = ["drag", "added_mass", "buoyancy"];

impl Unfolding<'_, '_> {
    /// Of a whole model: where a component is used, there may be a fluid.
    pub(super) fn check_fluids(&mut self) {
        let environment = self.values.entities.first_of(KindId::Environment);
        let environment = environment.and_then(|id| self.values.entities.get(id));
        if environment
            .is_some_and(|own| ["air", "water"].iter().any(|name| own.field(name).is_some()))
        {
            return;
        }
        let why = "there is no fluid: `environment { air { density = 1.225 kg/m^3 } }` adds air";
        for index in 0..self.values.entities.count() {
            let id = ElementId(index as u32);
            let Some(cable) = self.values.entities.get(id).filter(|own| own.kind == KindId::Cable)
            else {
                continue;
            };
            let written = |name: &&str| {
                let field = cable.field(name).filter(|own| !own.is_default);
                field.is_some_and(|own| !matches!(own.value, Value::Bool(false) | Value::Error))
            };
            let found: Vec<_> = OF_A_FLUID
                .into_iter()
                .filter(written)
                .map(|name| diagnostics::without_effect(cable.place_of(name), name, why))
                .collect();
            let Some(context) = self.elements.declared(id).map(|own| own.context()) else {
                continue;
            };
            for report in found {
                self.values.report(context, report);
            }
        }
    }
}
