//! `equilibrium`: how exact.

use cdl_graph::Equilibrium;

use crate::lower::{Fields, Lowering};
use crate::typed::Experiment;

impl Lowering<'_> {
    pub(crate) fn equilibrium(&self, experiment: &Experiment) -> Option<Equilibrium> {
        let tolerance = Fields::Experiment(experiment).scalar("tolerance")?;
        Some(Equilibrium { name: experiment.name.clone(), tolerance })
    }
}
