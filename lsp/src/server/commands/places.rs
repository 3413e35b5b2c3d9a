//! Where commands leave what they make, and how it gets before the user's eyes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tower_lsp::lsp_types::{ShowDocumentParams, Url};

use crate::server::shared::Shared;
use crate::server::uris;

/// A client that shows nothing within this time shows nothing at all.
const PATIENCE: Duration = Duration::from_secs(5);

/// The file, and the folder that gets `results/`: the one that the user works in, else that of the
/// file. What was never saved leaves its results with temporary files.
pub(super) fn places(shared: &Shared, path: &str) -> (PathBuf, PathBuf) {
    let folders = shared.lock().folders.clone();
    if !uris::is_on_disk(path) {
        let folder = folders.into_iter().next().unwrap_or_else(std::env::temp_dir);
        return (PathBuf::from(file_name(path)), folder);
    }
    let file = PathBuf::from(path);
    let around = folders.into_iter().filter(|folder| file.starts_with(folder));
    let innermost = around.max_by_key(|folder| folder.components().count());
    let own = || file.parent().map(Path::to_owned).unwrap_or_default();
    let folder = innermost.unwrap_or_else(own);
    (file, folder)
}

/// Asks the client to show a file, in a program of its own where that is `external`. Answers whether it does.
pub(super) async fn show_document(shared: &Shared, uri: Url, external: bool) -> bool {
    let external = Some(external);
    let show = ShowDocumentParams { uri, external, take_focus: None, selection: None };
    let shown = tokio::time::timeout(PATIENCE, shared.protocol.show_document(show)).await;
    matches!(shown, Ok(Ok(true)))
}

pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', ':']).next().unwrap_or(path)
}
