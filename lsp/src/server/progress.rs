//! Progress of long work, where the client shows such a thing.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::notification::Progress as ProgressNotification;
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;

use super::shared::Shared;
use crate::commands::Progress;

/// How long a client may think about whether it shows progress.
const PATIENCE: Duration = Duration::from_secs(2);

/// The user can cancel it: see `window/workDoneProgress/cancel`.
pub(super) struct Reporting<'a> {
    shared: &'a Arc<Shared>,
    runtime: &'a Handle,
    /// Absent where nobody looks.
    token: Option<lsp::ProgressToken>,
}

impl<'a> Reporting<'a> {
    pub(super) fn begin(
        shared: &'a Arc<Shared>,
        runtime: &'a Handle,
        token: lsp::ProgressToken,
        title: String,
    ) -> Self {
        let is_shown = shared.lock().client.progress && {
            let params = lsp::WorkDoneProgressCreateParams { token: token.clone() };
            let created = shared.protocol.send_request::<WorkDoneProgressCreate>(params);
            let answer = runtime.block_on(async { tokio::time::timeout(PATIENCE, created).await });
            matches!(answer, Ok(Ok(())))
        };
        let reporting = Self { shared, runtime, token: is_shown.then_some(token) };
        reporting.send(lsp::WorkDoneProgress::Begin(lsp::WorkDoneProgressBegin {
            title,
            cancellable: Some(true),
            message: None,
            percentage: Some(0),
        }));
        reporting
    }

    pub(super) fn report(&mut self, progress: Progress) {
        self.send(lsp::WorkDoneProgress::Report(lsp::WorkDoneProgressReport {
            cancellable: Some(true),
            message: Some(progress.message),
            percentage: progress.part.map(|part| (100.0 * part) as u32),
        }));
    }

    pub(super) fn end(mut self, message: &str) {
        self.finish(Some(message.to_owned()).filter(|message| !message.is_empty()));
    }

    fn finish(&mut self, message: Option<String>) {
        self.send(lsp::WorkDoneProgress::End(lsp::WorkDoneProgressEnd { message }));
        self.token = None;
    }

    fn send(&self, value: lsp::WorkDoneProgress) {
        let Some(token) = self.token.clone() else { return };
        let value = lsp::ProgressParamsValue::WorkDone(value);
        let params = lsp::ProgressParams { token, value };
        self.runtime
            .block_on(self.shared.protocol.send_notification::<ProgressNotification>(params));
    }
}

/// Also where the work has ended by a panic.
impl Drop for Reporting<'_> {
    fn drop(&mut self) {
        self.finish(None);
    }
}
