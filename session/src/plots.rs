//! What an experiment asks its page to draw, for the results.

use cdl_compiler::Compilation;
use cdl_compiler::typed::Curve;
use cdl_runtime::results::{Drawn, Plot};

pub(crate) fn plots(compilation: &Compilation) -> Vec<Plot> {
    let Some(experiment) = &compilation.model.experiment else { return Vec::new() };
    let drawn = |curve: &Curve| Drawn { label: curve.label.clone(), record: curve.record.clone() };
    let plots = experiment.plots.iter().map(|plot| Plot {
        name: plot.name.clone(),
        curves: plot.curves.iter().map(drawn).collect(),
        over: plot.over.as_ref().map(drawn),
    });
    plots.collect()
}
