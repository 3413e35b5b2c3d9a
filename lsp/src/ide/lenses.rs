//! Commands that stand above experiments and models, and what events do, above them.

use std::ops::Range;

use cdl_compiler::{RunnableKind, View};

use super::happens;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The name of the experiment or model, or the first word of the event.
    pub range: Range<usize>,
    /// On the button.
    pub title: String,
    pub command: LensCommand,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LensCommand {
    Run {
        experiment: String,
    },
    /// Without an experiment: of the model that is compiled then.
    ShowGraph {
        experiment: Option<String>,
    },
    /// It only says something.
    Nothing,
}

/// Each experiment can be run, and its graph be shown; without any, that of the last model can.
pub fn lenses(view: &View, path: &str) -> Vec<Lens> {
    let runnables = view.runnables(path);
    let mut lenses = Vec::new();
    let experiments = runnables.iter().filter(|own| own.kind == RunnableKind::Experiment);
    for experiment in experiments.filter(|own| !own.name.is_empty()) {
        let Some(place) = view.locate(experiment.place) else { continue };
        let name = experiment.name.clone();
        let commands = [
            ("Run", LensCommand::Run { experiment: name.clone() }),
            ("Show graph", LensCommand::ShowGraph { experiment: Some(name) }),
        ];
        for (title, command) in commands {
            lenses.push(Lens { range: place.range.clone(), title: title.to_owned(), command });
        }
    }
    if lenses.is_empty()
        && let Some(model) = runnables.last()
        && let Some(place) = view.locate(model.place)
    {
        let command = LensCommand::ShowGraph { experiment: None };
        lenses.push(Lens { range: place.range, title: "Show graph".to_owned(), command });
    }
    lenses.extend(happens::all(view, path).into_iter().map(|(range, title)| Lens {
        range,
        title,
        command: LensCommand::Nothing,
    }));
    lenses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::fixture::Fixture;

    fn shown(text: &str) -> Vec<String> {
        let fixture = Fixture::new(text);
        let lenses = lenses(&fixture.view(), &fixture.path);
        let name = |lens: &Lens| fixture.text()[lens.range.clone()].to_owned();
        lenses.iter().map(|lens| format!("{} {}", lens.title, name(lens))).collect()
    }

    #[test]
    fn experiments_run_and_show_their_graph() {
        let text = "model M { }\nexperiment a = M() { equilibrium }\nexperiment b = M() { }\n";
        assert_eq!(shown(text), ["Run a", "Show graph a", "Run b", "Show graph b"]);
    }

    #[test]
    fn without_an_experiment_the_last_model_shows_its_graph() {
        assert_eq!(shown("model M { }\nmodel N { }\ncomponent C { }\n"), ["Show graph N"]);
        assert!(shown("const a = 1\n").is_empty());
    }
}
