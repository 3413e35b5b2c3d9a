//! What handlers and background threads share, and how they ask the compiler.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tower_lsp::jsonrpc::{self, ErrorCode};
use tower_lsp::lsp_types::Url;

use super::commands::Runs;
use super::connection::bug;
use super::diagnostics::{self, Refresh};
use super::snapshot::Snapshot;
use super::state::State;
use crate::commands::Commands;

pub(crate) struct Shared {
    pub(super) protocol: tower_lsp::Client,
    pub(super) commands: Commands,
    pub(super) runs: Runs,
    diagnostics: Refresh,
    state: Mutex<State>,
}

/// The document has changed since the question was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Changed;

impl Shared {
    /// Starts what goes on in the background.
    pub(super) fn new(protocol: tower_lsp::Client, commands: Commands) -> Arc<Self> {
        let (diagnostics, asked) = diagnostics::refresh();
        let state = Mutex::new(State::new());
        let shared =
            Arc::new(Self { protocol, commands, runs: Runs::default(), diagnostics, state });
        diagnostics::in_background(Arc::downgrade(&shared), asked);
        shared
    }

    /// The documents have changed, so what is wrong with them may have.
    pub(super) fn refresh(&self) {
        self.diagnostics.ask();
    }

    /// Whoever holds it holds no snapshot: an edit waits for those while it holds this.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a question about all files as they are when it is answered, which is asked again
    /// where files had to be read first, or an edit came in between. It blocks.
    ///
    /// # Errors
    /// What `is_outdated` says.
    pub(super) fn answer<T>(
        &self,
        is_outdated: impl Fn(&State) -> bool,
        question: impl Fn(&Snapshot) -> T,
    ) -> Result<T, Changed> {
        loop {
            let snapshot = {
                let state = self.lock();
                if is_outdated(&state) {
                    return Err(Changed);
                }
                state.snapshot()
            };
            let answer = snapshot.view.answer(|_| question(&snapshot));
            let lacks_files = snapshot.view.lacks_files();
            drop(snapshot);
            if lacks_files {
                self.lock().compiler.read_wanted();
            } else if let Ok(answer) = answer {
                return Ok(answer);
            }
        }
    }

    /// Answers a question about a document as the client has it now.
    pub(super) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        uri: &Url,
        question: impl Fn(&Snapshot) -> T + Send + 'static,
    ) -> jsonrpc::Result<T> {
        let (path, version) = {
            let state = self.lock();
            let path = state.path(uri);
            let version = state.document(&path).map(|document| document.version);
            (path, version)
        };
        self.ask_while(question, move |state| {
            state.document(&path).map(|document| document.version) != version
        })
        .await
    }

    /// Answers a question about all files.
    pub(super) async fn ask_all<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl Fn(&Snapshot) -> T + Send + 'static,
    ) -> jsonrpc::Result<T> {
        self.ask_while(question, |_| false).await
    }

    async fn ask_while<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl Fn(&Snapshot) -> T + Send + 'static,
        is_outdated: impl Fn(&State) -> bool + Send + 'static,
    ) -> jsonrpc::Result<T> {
        let shared = self.clone();
        let work = tokio::task::spawn_blocking(move || shared.answer(is_outdated, question));
        // Work that has not begun when the client cancels the request is not begun any more.
        let cancel = AbortOnDrop(work.abort_handle());
        let answer = work.await;
        drop(cancel);
        match answer {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(Changed)) => Err(content_modified()),
            Err(_) => Err(bug()),
        }
    }
}

struct AbortOnDrop(tokio::task::AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What was asked for is right, but cannot be done.
pub(super) fn failed(message: String) -> jsonrpc::Error {
    const REQUEST_FAILED: i64 = -32803;
    let code = ErrorCode::ServerError(REQUEST_FAILED);
    jsonrpc::Error { code, message: message.into(), data: None }
}

fn content_modified() -> jsonrpc::Error {
    jsonrpc::Error {
        code: ErrorCode::ContentModified,
        message: "the document has changed meanwhile".into(),
        data: None,
    }
}
