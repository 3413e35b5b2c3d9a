//! `textDocument/codeLens`.

use serde_json::json;
use tower_lsp::lsp_types as lsp;

use crate::ide::lenses::{LensCommand, lenses as ide};
use crate::server::commands::{RUN, SHOW_GRAPH};
use crate::server::snapshot::Snapshot;

pub(in crate::server) fn lenses(
    snapshot: &Snapshot,
    params: &lsp::CodeLensParams,
) -> Option<Vec<lsp::CodeLens>> {
    let uri = &params.text_document.uri;
    let (path, _) = snapshot.document(uri)?;
    let mut lenses = Vec::new();
    for lens in ide(&snapshot.view, &path) {
        let of = |experiment: Option<String>| {
            Some(vec![json!({ "uri": uri, "experiment": experiment })])
        };
        let (command, arguments) = match lens.command {
            LensCommand::Run { experiment } => (RUN, of(Some(experiment))),
            LensCommand::ShowGraph { experiment } => (SHOW_GRAPH, of(experiment)),
            // A text without a command is shown, and cannot be pressed.
            LensCommand::Nothing => ("", None),
        };
        lenses.push(lsp::CodeLens {
            range: snapshot.range(&path, lens.range)?,
            command: Some(lsp::Command {
                title: lens.title,
                command: command.to_owned(),
                arguments,
            }),
            data: None,
        });
    }
    Some(lenses)
}
