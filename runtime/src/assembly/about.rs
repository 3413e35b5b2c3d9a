//! The state that small motions are about.

use std::sync::Arc;

use cdl_graph::{Analysis, ModesAbout};

use super::{Assembly, assemble_shared};
use crate::model::About;

/// The state that small motions are about, with the model of the motion that leads to it.
pub(super) fn state(assembly: &mut Assembly<'_>, about: ModesAbout) -> Option<About> {
    let after = match about {
        ModesAbout::Equilibrium => return Some(About::Equilibrium),
        ModesAbout::Start => return Some(About::Start),
        ModesAbout::After(own) => own,
    };
    let mut graph = assembly.graph.clone();
    let name = graph.analysis.name().unwrap_or_default().to_owned();
    graph.analysis = Analysis::Simulate(after.simulation(&name));
    match assemble_shared(Arc::new(graph)) {
        Ok(motion) => Some(About::After(Box::new(motion))),
        Err(errors) => {
            assembly.errors.extend(errors);
            None
        }
    }
}
