//! `cdl.showGraph`: the text is the answer, and where the client would drop it, a file that it is asked to show.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp::jsonrpc;
use tower_lsp::lsp_types::{MessageType, Url};

use super::Target;
use super::places::{file_name, places, show_document};
use crate::server::on_disk::look_again;
use crate::server::shared::{Shared, failed};

struct Graph {
    title: String,
    text: String,
    /// Where it is kept if the client does not show it by itself.
    file: PathBuf,
}

pub(super) async fn show(shared: &Arc<Shared>, target: Target) -> jsonrpc::Result<Value> {
    let shows_itself = shared.lock().client.shows_graphs;
    match graph(shared, target).await? {
        Ok(graph) => {
            if !shows_itself {
                show_file(shared, &graph).await;
            }
            Ok(json!({ "title": graph.title, "text": graph.text }))
        }
        Err(problem) => {
            // Most clients only log what a command answers.
            if !shows_itself {
                let text = format!("there is no graph to show: {problem}");
                shared.protocol.show_message(MessageType::ERROR, text).await;
            }
            Err(failed(problem))
        }
    }
}

async fn graph(shared: &Arc<Shared>, target: Target) -> jsonrpc::Result<Result<Graph, String>> {
    let graph = shared.commands.graph;
    let looking = shared.clone();
    let looked = tokio::task::spawn_blocking(move || look_again(&looking)).await;
    if looked.is_ok_and(|any| any) {
        shared.refresh();
    }
    let path = shared.lock().path(&target.uri);
    let (file, folder) = places(shared, &path);
    shared
        .ask_all(move |snapshot| {
            let experiment = target.experiment.as_deref();
            let compilation = snapshot
                .view
                .compile(&path, experiment)
                .map_err(|errors| super::run::errors_text(&errors))?;
            let text = graph(&compilation).ok_or("there is no graph; this is a bug of cdl")?;
            let shown = file_name(&path);
            let stem = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy();
            let name = compilation.model.experiment.as_ref().map(|own| own.name.as_str());
            let (title, kept) = match name {
                Some(name) => {
                    (format!("Graph of {name} ({shown})"), format!("{stem}-{name}.graph.txt"))
                }
                None => (format!("Graph of {shown}"), format!("{stem}.graph.txt")),
            };
            Ok(Graph { title, text, file: folder.join("results").join(kept) })
        })
        .await
}

/// Leaves the text beside the results of runs, and says where if the client does not show it.
async fn show_file(shared: &Arc<Shared>, graph: &Graph) {
    let file = graph.file.display();
    if let Err(error) = (shared.commands.keep)(&graph.file, &graph.text) {
        let text = format!("the graph cannot be written to {file}: {error}");
        return shared.protocol.show_message(MessageType::ERROR, text).await;
    }
    let can_show = shared.lock().client.show_document;
    let is_shown = match Url::from_file_path(&graph.file) {
        Ok(uri) if can_show => show_document(shared, uri, false).await,
        _ => false,
    };
    if !is_shown {
        let text = format!("{} is in {file}", graph.title);
        shared.protocol.show_message(MessageType::INFO, text).await;
    }
}
