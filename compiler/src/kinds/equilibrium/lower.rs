//! `equilibrium`: how exact.

use cdl_graph::Equilibrium;

use super::schema::TOLERANCE;
use crate::lower::{Fields, Lowered, Lowering};
use crate::typed::Experiment;

impl Lowering<'_> {
    pub(crate) fn equilibrium(&self, experiment: &Experiment) -> Lowered<Equilibrium> {
        let tolerance = Fields::Experiment(experiment).value(&TOLERANCE)?;
        Ok(Equilibrium { name: experiment.name.clone(), tolerance })
    }
}
