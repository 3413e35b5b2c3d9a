//! `cdl.showGraph`.

use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp::jsonrpc;

use super::Target;
use crate::server::on_disk::look_again;
use crate::server::shared::{Shared, failed};

pub(super) async fn show(shared: &Arc<Shared>, target: Target) -> jsonrpc::Result<Value> {
    let graph = shared.commands.graph;
    let looking = shared.clone();
    let looked = tokio::task::spawn_blocking(move || look_again(&looking)).await;
    if looked.is_ok_and(|any| any) {
        shared.refresh();
    }
    let answer = shared
        .ask_all(move |snapshot| {
            let path = snapshot.path(&target.uri);
            let experiment = target.experiment.as_deref();
            let compilation = snapshot
                .view
                .compile(&path, experiment)
                .map_err(|errors| super::run::errors_text(&errors))?;
            let text = graph(&compilation).ok_or("there is no graph; this is a bug of cdl")?;
            let file = path.rsplit('/').next().unwrap_or(&path);
            let name = compilation.model.experiment.as_ref().map(|own| own.name.as_str());
            let title = match name {
                Some(name) => format!("Graph of {name} ({file})"),
                None => format!("Graph of {file}"),
            };
            Ok::<_, String>(json!({ "title": title, "text": text }))
        })
        .await?;
    answer.map_err(failed)
}
