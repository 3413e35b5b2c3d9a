//! What an experiment asks its page to draw, for the results.

use cdl_compiler::Compilation;
use cdl_compiler::typed::{self, Curve};
use cdl_runtime::results::{Along, Drawn, Plot, View, ViewColour, ViewSize};

pub(crate) fn plots(compilation: &Compilation) -> Vec<Plot> {
    let Some(experiment) = &compilation.model.experiment else { return Vec::new() };
    let drawn = |curve: &Curve| Drawn { label: curve.label.clone(), record: curve.record.clone() };
    let plots = experiment.plots.iter().map(|plot| Plot {
        name: plot.name.clone(),
        curves: plot.curves.iter().map(drawn).collect(),
        over: plot.over.as_ref().map(drawn),
        along: plot.along.as_ref().map(|own| Along {
            cable: own.cable.clone(),
            length: own.length.clone(),
            stations: own.stations,
            discard: own.discard,
        }),
    });
    plots.collect()
}

pub(crate) fn views(compilation: &Compilation) -> Vec<View> {
    let Some(experiment) = &compilation.model.experiment else { return Vec::new() };
    let views = experiment.views.iter().map(|view| View {
        name: view.name.clone(),
        from: view.from,
        follow: view.follow.clone(),
        colour: match view.colour {
            typed::ViewColour::Tension => ViewColour::Tension,
            typed::ViewColour::Name => ViewColour::Name,
        },
        size: match view.size {
            typed::ViewSize::Fit => ViewSize::Fit,
            typed::ViewSize::All => ViewSize::All,
            typed::ViewSize::Across(length) => ViewSize::Across(length),
        },
    });
    views.collect()
}
