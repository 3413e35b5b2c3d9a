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
        let (command, experiment) = match lens.command {
            LensCommand::Run { experiment } => (RUN, Some(experiment)),
            LensCommand::ShowGraph { experiment } => (SHOW_GRAPH, experiment),
        };
        lenses.push(lsp::CodeLens {
            range: snapshot.range(&path, lens.range)?,
            command: Some(lsp::Command {
                title: lens.title.to_owned(),
                command: command.to_owned(),
                arguments: Some(vec![json!({ "uri": uri, "experiment": experiment })]),
            }),
            data: None,
        });
    }
    Some(lenses)
}
