//! What the editor does to documents. Nothing here waits: see [`super::connection`].

use std::sync::Arc;

use tower_lsp::lsp_types as lsp;

use super::document::Document;
use super::on_disk::look_again_soon;
use super::shared::Shared;
use super::workspace::look_for_new;

pub(super) fn open(shared: &Arc<Shared>, params: lsp::DidOpenTextDocumentParams) {
    {
        let mut state = shared.lock();
        let path = state.path(&params.text_document.uri);
        state.openings += 1;
        let document = Document::new(params.text_document, state.openings);
        state.put(path, document);
    }
    shared.refresh();
    look_again_soon(shared);
    look_for_new(shared);
}

pub(super) fn change(shared: &Shared, params: &lsp::DidChangeTextDocumentParams) {
    {
        let mut state = shared.lock();
        let path = state.path(&params.text_document.uri);
        // A client that changes what it has not opened has made a mistake, which is not ours.
        let Some(document) = state.document(&path) else { return };
        let version = params.text_document.version;
        let changed = document.changed(version, &params.content_changes, state.encoding);
        state.put(path, changed);
    }
    shared.refresh();
}

/// What is saved may be a sign that other files have been, too.
pub(super) fn save(shared: &Arc<Shared>, uri: &lsp::Url) {
    {
        let mut state = shared.lock();
        let path = state.path(uri);
        state.saved(&path);
    }
    shared.refresh();
    look_again_soon(shared);
    look_for_new(shared);
}

pub(super) fn close(shared: &Shared, uri: &lsp::Url) {
    {
        let mut state = shared.lock();
        let path = state.path(uri);
        state.close(&path);
    }
    shared.refresh();
}
