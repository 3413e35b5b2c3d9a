//! The beginning of a conversation.

use std::sync::Arc;

use tower_lsp::lsp_types as lsp;

use super::capabilities::{self, Client};
use super::positions::Encoding;
use super::shared::Shared;
use super::workspace;

pub(super) fn initialize(
    shared: &Arc<Shared>,
    params: &lsp::InitializeParams,
) -> lsp::InitializeResult {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_deref());
    let encoding = Encoding::negotiated(offered);
    let mut state = shared.lock();
    state.encoding = encoding;
    state.folders = workspace::folders(params);
    state.client = Client::new(params);
    lsp::InitializeResult {
        capabilities: capabilities::server(encoding),
        server_info: Some(lsp::ServerInfo {
            name: "cdl".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

pub(super) async fn initialized(shared: &Arc<Shared>) {
    let folders = shared.lock().folders.clone();
    workspace::load(shared, folders);
    workspace::watch(shared).await;
}
