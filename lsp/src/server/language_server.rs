//! The requests and notifications, one line each.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{self as lsp, Url};
use tower_lsp::{LanguageServer, async_trait};

use super::convert::{formatting, lenses, links, structure, symbols};
use super::shared::Shared;
use super::snapshot::Snapshot;
use super::{commands, lifecycle, synchronization, workspace};

pub(super) struct Server {
    shared: Arc<Shared>,
}

impl Server {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    /// A question about a document.
    async fn ask<P: Send + Sync + 'static, T: Send + 'static>(
        &self,
        uri: Url,
        params: P,
        question: fn(&Snapshot, &P) -> T,
    ) -> Result<T> {
        self.shared.ask(&uri, move |snapshot| question(snapshot, &params)).await
    }

    pub(super) async fn cancel_progress(&self, params: lsp::WorkDoneProgressCancelParams) {
        commands::cancel_progress(&self.shared, &params.token);
    }
}

#[async_trait]
impl LanguageServer for Server {
    async fn initialize(&self, params: lsp::InitializeParams) -> Result<lsp::InitializeResult> {
        Ok(lifecycle::initialize(&self.shared, &params))
    }

    async fn initialized(&self, _: lsp::InitializedParams) {
        lifecycle::initialized(&self.shared).await;
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: lsp::DidOpenTextDocumentParams) {
        synchronization::open(&self.shared, params);
    }

    async fn did_change(&self, params: lsp::DidChangeTextDocumentParams) {
        synchronization::change(&self.shared, &params);
    }

    async fn did_save(&self, _: lsp::DidSaveTextDocumentParams) {}

    async fn did_close(&self, params: lsp::DidCloseTextDocumentParams) {
        synchronization::close(&self.shared, &params.text_document.uri);
    }

    async fn did_change_configuration(&self, _: lsp::DidChangeConfigurationParams) {}

    async fn did_change_workspace_folders(&self, params: lsp::DidChangeWorkspaceFoldersParams) {
        workspace::change_folders(&self.shared, &params.event);
    }

    async fn did_change_watched_files(&self, params: lsp::DidChangeWatchedFilesParams) {
        workspace::files_changed(&self.shared, params.changes);
    }

    async fn formatting(
        &self,
        params: lsp::DocumentFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        let uri = params.text_document.uri;
        self.ask(uri.clone(), uri, formatting::whole).await
    }

    async fn range_formatting(
        &self,
        params: lsp::DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        self.ask(params.text_document.uri.clone(), params, formatting::range).await
    }

    async fn on_type_formatting(
        &self,
        params: lsp::DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        let uri = params.text_document_position.text_document.uri.clone();
        self.ask(uri, params, formatting::on_type).await
    }

    async fn folding_range(
        &self,
        params: lsp::FoldingRangeParams,
    ) -> Result<Option<Vec<lsp::FoldingRange>>> {
        self.ask(params.text_document.uri.clone(), params, structure::folding).await
    }

    async fn selection_range(
        &self,
        params: lsp::SelectionRangeParams,
    ) -> Result<Option<Vec<lsp::SelectionRange>>> {
        self.ask(params.text_document.uri.clone(), params, structure::selection).await
    }

    async fn document_symbol(
        &self,
        params: lsp::DocumentSymbolParams,
    ) -> Result<Option<lsp::DocumentSymbolResponse>> {
        self.ask(params.text_document.uri.clone(), params, symbols::of_document).await
    }

    async fn symbol(
        &self,
        params: lsp::WorkspaceSymbolParams,
    ) -> Result<Option<Vec<lsp::SymbolInformation>>> {
        self.shared.ask_all(move |snapshot| symbols::of_workspace(snapshot, &params)).await
    }

    async fn document_link(
        &self,
        params: lsp::DocumentLinkParams,
    ) -> Result<Option<Vec<lsp::DocumentLink>>> {
        self.ask(params.text_document.uri.clone(), params, links::links).await
    }

    async fn code_lens(&self, params: lsp::CodeLensParams) -> Result<Option<Vec<lsp::CodeLens>>> {
        self.ask(params.text_document.uri.clone(), params, lenses::lenses).await
    }

    async fn execute_command(
        &self,
        params: lsp::ExecuteCommandParams,
    ) -> Result<Option<serde_json::Value>> {
        commands::execute(&self.shared, params).await
    }
}
