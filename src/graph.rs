//! `cdl graph`: the model at a stage of its compilation.

use std::path::Path;

use cdl_session::Compilation;

use crate::arguments::{GraphArguments, GraphFormat};
use crate::compile::{compile_by_stages, open};
use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::output::{exactly, print, tell};
use crate::source;

/// Stages before there is a graph; both print as text only.
const SYNTAX: &str = "syntax";
const TYPED: &str = "typed";

pub fn graph(arguments: &GraphArguments, messages: &Messages) -> Outcome {
    if arguments.stage == SYNTAX {
        return syntax(&arguments.file, messages);
    }
    let compiled = open(&arguments.file, messages).and_then(|mut session| {
        let experiment = arguments.experiment.as_deref();
        compile_by_stages(&mut session, experiment, &arguments.overrides, messages)
    });
    let compilation = match compiled {
        Ok(compilation) => compilation,
        Err(outcome) => return outcome,
    };
    if arguments.stage == "list" {
        let names = compilation.stages.iter().map(|stage| stage.name);
        let names: Vec<_> = [SYNTAX, TYPED].into_iter().chain(names).chain(["final"]).collect();
        print(&names.join("\n"));
        return Outcome::Good;
    }
    match print_stage(&compilation, &arguments.stage, arguments.format) {
        Some(text) => {
            match arguments.format {
                GraphFormat::Text => print(&text),
                GraphFormat::Dot | GraphFormat::Json => exactly(&format!("{}\n", text.trim_end())),
            }
            Outcome::Good
        }
        None => {
            tell!(
                "There is no stage `{}` in this format. `cdl graph FILE --stage list` names them.",
                arguments.stage
            );
            Outcome::Usage
        }
    }
}

/// The tree of a text, whatever it means.
fn syntax(file: &Path, messages: &Messages) -> Outcome {
    match source::read(file) {
        Ok(source) => {
            print(&cdl_grammar::tree_text(&cdl_grammar::parse(&source.text)));
            Outcome::Good
        }
        Err(error) => {
            messages.unreadable(file, &error);
            Outcome::Usage
        }
    }
}

fn print_stage(compilation: &Compilation, stage: &str, format: GraphFormat) -> Option<String> {
    if stage == TYPED {
        let unfolded = compilation.unfolded.as_ref().filter(|_| format == GraphFormat::Text)?;
        return Some(cdl_compiler::typed::typed_text(unfolded));
    }
    let graph = match stage {
        "final" => compilation.graph()?,
        name => &compilation.stages.iter().find(|each| each.name == name)?.graph,
    };
    match format {
        GraphFormat::Text => Some(cdl_graph::text(graph)),
        GraphFormat::Dot => Some(cdl_graph::dot(graph)),
        GraphFormat::Json => cdl_graph::json(graph).ok(),
    }
}
