//! The requests and notifications, one line each.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types as lsp;
use tower_lsp::{LanguageServer, async_trait};

use super::shared::Shared;
use super::{formatting, lifecycle, synchronization};

pub(super) struct Server {
    shared: Arc<Shared>,
}

impl Server {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
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

    async fn formatting(
        &self,
        params: lsp::DocumentFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        let uri = params.text_document.uri;
        self.shared.ask(&uri.clone(), move |snapshot| formatting::formatting(snapshot, &uri)).await
    }
}
