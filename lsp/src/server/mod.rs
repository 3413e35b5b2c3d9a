//! The protocol: what a client sends, in the order it sends it, and what it gets.
//!
//! ```text
//! framing, connection      messages on a stream, each handled in order up to its first wait
//! state, snapshot          everything known, behind one lock; one moment of it, to ask questions of
//! document, positions      texts that are open; bytes against lines and columns
//! uris, library            URIs against paths; the standard library as files to look at
//! capabilities             what client and server can do
//! language_server          the requests, one line each
//! lifecycle, synchronization, workspace   the beginning; what happens to documents and files
//! convert/                 the features of `ide` in the protocol's words
//! diagnostics              what is wrong, found in the background after each edit, and published
//! commands/, progress      running experiments, showing graphs
//! ```

mod capabilities;
mod commands;
mod connection;
mod convert;
mod diagnostics;
mod document;
mod framing;
mod language_server;
mod library;
mod lifecycle;
mod on_disk;
mod positions;
mod progress;
mod shared;
mod snapshot;
mod state;
mod synchronization;
mod typing;
mod uris;
mod workspace;

use std::time::Duration;

use tower_lsp::LspService;

use crate::commands::Commands;

pub use connection::Ending;
use language_server::Server;
use shared::Shared;

/// How long runs have at the end to write what they have computed.
const PATIENCE: Duration = Duration::from_secs(3);

/// Of each thread that asks the compiler, which descends into what is nested; bytes.
const STACK: usize = 16 << 20;

/// How many requests are worked on at the same time; others wait.
const WORKERS: usize = 8;

/// Speaks with a client over standard input and output until it says `exit` or is gone.
///
/// # Errors
/// The operating system gives no threads.
pub fn serve(commands: Commands) -> std::io::Result<Ending> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(WORKERS)
        .thread_stack_size(STACK)
        .enable_time()
        .thread_name("cdl-lsp")
        .build()?;
    let ending = runtime.block_on(async {
        let mut shared = None;
        let (service, socket) = LspService::build(|client| {
            Server::new(shared.insert(Shared::new(client, commands)).clone())
        })
        .custom_method("window/workDoneProgress/cancel", Server::cancel_progress)
        .finish();
        let (input, output) = (std::io::stdin(), std::io::stdout());
        let ending = connection::converse(input, output, service, socket).await;
        if let Some(shared) = shared {
            shared.runs.stop(PATIENCE);
        }
        ending
    });
    // Somebody may be at work on an answer that nobody wants any more.
    runtime.shutdown_background();
    Ok(ending)
}
