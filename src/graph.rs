//! `cdl graph`: the model at a stage of its compilation.

use cdl_compiler::{Compilation, Compiler, Disk};

use crate::arguments::{GraphArguments, GraphFormat};
use crate::compile::compile;
use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::output::print;
use crate::source;

/// Stages before there is a graph; both print as text only.
const SYNTAX: &str = "syntax";
const TYPED: &str = "typed";

pub fn graph(arguments: &GraphArguments, messages: &Messages) -> Outcome {
    let text = match source::read(&arguments.file) {
        Ok(text) => text,
        Err(error) => {
            messages.unreadable(&arguments.file, &error);
            return Outcome::Usage;
        }
    };
    if arguments.stage == SYNTAX {
        print(&cdl_grammar::tree_text(&cdl_grammar::parse(&text)));
        return Outcome::Good;
    }
    let mut compiler = Compiler::new(Disk);
    let source = (&arguments.file, &arguments.experiment, &arguments.overrides);
    let Some(compilation) = compile(&mut compiler, source, messages) else {
        return Outcome::WrongModel;
    };
    if arguments.stage == "list" {
        let names = compilation.stages.iter().map(|stage| stage.name);
        let names: Vec<_> = [SYNTAX, TYPED].into_iter().chain(names).chain(["final"]).collect();
        print(&names.join("\n"));
        return Outcome::Good;
    }
    match print_stage(&compilation, &arguments.stage, arguments.format) {
        Some(text) => {
            print(&text);
            Outcome::Good
        }
        None => {
            eprintln!(
                "There is no stage `{}` in this format. `cdl graph FILE --stage list` names them.",
                arguments.stage
            );
            Outcome::Usage
        }
    }
}

fn print_stage(compilation: &Compilation, stage: &str, format: GraphFormat) -> Option<String> {
    if stage == TYPED {
        return (format == GraphFormat::Text)
            .then(|| cdl_compiler::typed::typed_text(&compilation.model));
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
