//! `textDocument/documentLink`.

use tower_lsp::lsp_types as lsp;

use crate::ide::links::{LinkKind, links as ide};
use crate::server::snapshot::Snapshot;

pub(in crate::server) fn links(
    snapshot: &Snapshot,
    params: &lsp::DocumentLinkParams,
) -> Option<Vec<lsp::DocumentLink>> {
    let (path, _) = snapshot.document(&params.text_document.uri)?;
    let links = ide(&snapshot.view, &path).into_iter().filter_map(|link| {
        let tooltip = match link.kind {
            LinkKind::Import => "Open the imported file",
            LinkKind::Library => "Open this module of the standard library",
            LinkKind::Data => "Open the data",
        };
        Some(lsp::DocumentLink {
            range: snapshot.range(&path, link.range)?,
            target: Some(snapshot.uri(&link.target)?),
            tooltip: Some(tooltip.to_owned()),
            data: None,
        })
    });
    Some(links.collect())
}
