//! `textDocument/prepareRename` and `rename`, and `workspace/willRenameFiles`.

use tower_lsp::jsonrpc::Error;
use tower_lsp::lsp_types as lsp;

use crate::ide::rename::{Refusal, prepare_rename, rename as ide_rename, rename_files};
use crate::server::shared::failed;
use crate::server::snapshot::Snapshot;
use crate::server::uris;

/// What the user is told, as they began it.
fn refused(Refusal(reason): Refusal) -> Error {
    failed(reason)
}

pub(in crate::server) fn prepare(
    snapshot: &Snapshot,
    params: &lsp::TextDocumentPositionParams,
) -> Result<Option<lsp::PrepareRenameResponse>, Error> {
    let Some((path, offset)) = snapshot.place(params) else { return Ok(None) };
    let own = prepare_rename(&snapshot.view, &path, offset).map_err(refused)?;
    let range = snapshot.range(&path, own.range);
    Ok(range.map(|range| lsp::PrepareRenameResponse::RangeWithPlaceholder {
        range,
        placeholder: own.name,
    }))
}

pub(in crate::server) fn rename(
    snapshot: &Snapshot,
    params: &lsp::RenameParams,
) -> Result<Option<lsp::WorkspaceEdit>, Error> {
    let Some((path, offset)) = snapshot.place(&params.text_document_position) else {
        return Ok(None);
    };
    let edits =
        ide_rename(&snapshot.view, &path, offset, params.new_name.trim()).map_err(refused)?;
    Ok(Some(snapshot.workspace_edit(edits)))
}

/// What has to change in texts so that they name files and folders as these will be called.
pub(in crate::server) fn files(
    snapshot: &Snapshot,
    params: &lsp::RenameFilesParams,
) -> Option<lsp::WorkspaceEdit> {
    let path = |uri: &str| {
        let uri = lsp::Url::parse(uri).ok()?;
        Some(uris::path(&uri, &snapshot.library).trim_end_matches('/').to_owned())
    };
    let renamed: Vec<(String, String)> = params
        .files
        .iter()
        .filter_map(|file| Some((path(&file.old_uri)?, path(&file.new_uri)?)))
        .collect();
    let edits = rename_files(&snapshot.view, &renamed);
    (!edits.is_empty()).then(|| snapshot.workspace_edit(edits))
}
