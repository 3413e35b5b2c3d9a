//! The requests and notifications, one line each.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{self as lsp, Url};
use tower_lsp::{LanguageServer, async_trait};

use super::convert::{
    actions, completion, formatting, hover, lenses, links, navigation, rename, structure, symbols,
    tokens,
};
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

    /// A question about a document that all files of the folders answer.
    async fn ask_everywhere<P: Send + Sync + 'static, T: Send + 'static>(
        &self,
        uri: Url,
        params: P,
        question: fn(&Snapshot, &P) -> T,
    ) -> Result<T> {
        self.shared.ask_everywhere(&uri, move |snapshot| question(snapshot, &params)).await
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

    async fn did_save(&self, params: lsp::DidSaveTextDocumentParams) {
        synchronization::save(&self.shared, &params.text_document.uri);
    }

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

    async fn completion(
        &self,
        params: lsp::CompletionParams,
    ) -> Result<Option<lsp::CompletionResponse>> {
        self.ask(
            params.text_document_position.text_document.uri.clone(),
            params,
            completion::complete,
        )
        .await
    }

    async fn hover(&self, params: lsp::HoverParams) -> Result<Option<lsp::Hover>> {
        self.ask(
            params.text_document_position_params.text_document.uri.clone(),
            params,
            hover::hover,
        )
        .await
    }

    async fn signature_help(
        &self,
        params: lsp::SignatureHelpParams,
    ) -> Result<Option<lsp::SignatureHelp>> {
        self.ask(
            params.text_document_position_params.text_document.uri.clone(),
            params,
            hover::signature,
        )
        .await
    }

    async fn inlay_hint(
        &self,
        params: lsp::InlayHintParams,
    ) -> Result<Option<Vec<lsp::InlayHint>>> {
        self.ask(params.text_document.uri.clone(), params, hover::hints).await
    }

    async fn completion_resolve(&self, item: lsp::CompletionItem) -> Result<lsp::CompletionItem> {
        self.shared.ask_all(move |snapshot| completion::resolve(snapshot, &item)).await
    }

    async fn goto_definition(
        &self,
        params: lsp::GotoDefinitionParams,
    ) -> Result<Option<lsp::GotoDefinitionResponse>> {
        self.ask(
            params.text_document_position_params.text_document.uri.clone(),
            params,
            navigation::to_definition,
        )
        .await
    }

    async fn goto_declaration(
        &self,
        params: lsp::GotoDefinitionParams,
    ) -> Result<Option<lsp::GotoDefinitionResponse>> {
        self.ask(
            params.text_document_position_params.text_document.uri.clone(),
            params,
            navigation::to_declaration,
        )
        .await
    }

    async fn goto_type_definition(
        &self,
        params: lsp::GotoDefinitionParams,
    ) -> Result<Option<lsp::GotoDefinitionResponse>> {
        self.ask(
            params.text_document_position_params.text_document.uri.clone(),
            params,
            navigation::to_type,
        )
        .await
    }

    async fn references(&self, params: lsp::ReferenceParams) -> Result<Option<Vec<lsp::Location>>> {
        self.ask_everywhere(
            params.text_document_position.text_document.uri.clone(),
            params,
            navigation::references,
        )
        .await
    }

    async fn document_highlight(
        &self,
        params: lsp::DocumentHighlightParams,
    ) -> Result<Option<Vec<lsp::DocumentHighlight>>> {
        self.ask(
            params.text_document_position_params.text_document.uri.clone(),
            params,
            navigation::highlights,
        )
        .await
    }

    async fn prepare_rename(
        &self,
        params: lsp::TextDocumentPositionParams,
    ) -> Result<Option<lsp::PrepareRenameResponse>> {
        self.ask(params.text_document.uri.clone(), params, rename::prepare).await?
    }

    async fn rename(&self, params: lsp::RenameParams) -> Result<Option<lsp::WorkspaceEdit>> {
        self.ask_everywhere(
            params.text_document_position.text_document.uri.clone(),
            params,
            rename::rename,
        )
        .await?
    }

    async fn code_action(
        &self,
        params: lsp::CodeActionParams,
    ) -> Result<Option<lsp::CodeActionResponse>> {
        self.ask(params.text_document.uri.clone(), params, actions::actions).await
    }

    async fn semantic_tokens_full(
        &self,
        params: lsp::SemanticTokensParams,
    ) -> Result<Option<lsp::SemanticTokensResult>> {
        self.ask(params.text_document.uri.clone(), params, tokens::full).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: lsp::SemanticTokensDeltaParams,
    ) -> Result<Option<lsp::SemanticTokensFullDeltaResult>> {
        self.ask(params.text_document.uri.clone(), params, tokens::change).await
    }

    async fn semantic_tokens_range(
        &self,
        params: lsp::SemanticTokensRangeParams,
    ) -> Result<Option<lsp::SemanticTokensRangeResult>> {
        self.ask(params.text_document.uri.clone(), params, tokens::range).await
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

    async fn will_rename_files(
        &self,
        params: lsp::RenameFilesParams,
    ) -> Result<Option<lsp::WorkspaceEdit>> {
        workspace::look_for_new(&self.shared);
        self.shared.ask_all(move |snapshot| rename::files(snapshot, &params)).await
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
