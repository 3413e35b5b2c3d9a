//! `workspace/executeCommand`.

mod graph;
mod places;
mod run;

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{self, Error};
use tower_lsp::lsp_types::{ExecuteCommandParams, Url};

use super::shared::Shared;
pub(super) use run::{Fault, Runs, cancel_progress};

/// Runs an experiment. It answers at once; what happens is told by progress and messages.
pub(super) const RUN: &str = "cdl.runExperiment";

/// Answers `{"title": ..., "text": ...}`: the graph of an experiment after all passes. A client that did not say that it
/// shows the answer is shown a file.
pub(super) const SHOW_GRAPH: &str = "cdl.showGraph";

/// The one argument of both. Without an experiment it is the first of the file, as for `cdl run`.
#[derive(Clone, Debug, Deserialize)]
struct Target {
    uri: Url,
    #[serde(default)]
    experiment: Option<String>,
}

pub(super) async fn execute(
    shared: &Arc<Shared>,
    params: ExecuteCommandParams,
) -> jsonrpc::Result<Option<Value>> {
    let ExecuteCommandParams { command, arguments, .. } = params;
    match command.as_str() {
        RUN => {
            run::start(shared, target(arguments)?);
            Ok(None)
        }
        SHOW_GRAPH => graph::show(shared, target(arguments)?).await.map(Some),
        _ => Err(Error::invalid_params(format!("there is no command `{command}`"))),
    }
}

fn target(arguments: Vec<Value>) -> jsonrpc::Result<Target> {
    let first = arguments.into_iter().next().unwrap_or_default();
    serde_json::from_value(first).map_err(|error| {
        Error::invalid_params(format!("expected {{\"uri\", \"experiment\"}}: {error}"))
    })
}
