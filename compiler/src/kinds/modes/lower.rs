//! `modes` and `linearize`: how many, and about which state.

use cdl_graph::{Modes, ModesAbout};

use super::schema::{ABOUT, About, COUNT, TOLERANCE};
use crate::lower::{Fields, Lowered, Lowering};
use crate::schema::KindId;
use crate::typed::Experiment;

impl Lowering<'_> {
    pub(crate) fn modes(&self, experiment: &Experiment) -> Lowered<Modes> {
        let fields = Fields::Experiment(experiment);
        Ok(Modes {
            name: experiment.name.clone(),
            count: fields.value(&COUNT)?,
            about: match fields.value(&ABOUT)?.0 {
                About::Equilibrium => ModesAbout::Equilibrium,
                About::Start => ModesAbout::Start,
            },
            tolerance: fields.value(&TOLERANCE)?,
            inputs: (experiment.kind == KindId::Linearize)
                .then(|| experiment.inputs.iter().map(|own| own.name.clone()).collect()),
        })
    }
}
