//! The protocol: what a client sends, in the order it sends it, and what it gets.
//!
//! ```text
//! framing, connection      messages on a stream, each handled in order up to its first wait
//! state, snapshot          everything known, behind one lock; one moment of it, to ask questions of
//! document, positions      texts that are open; bytes against lines and columns
//! uris, library            URIs against paths; the standard library as files to look at
//! capabilities             what client and server can do
//! language_server          the requests, one line each
//! diagnostics              what is wrong, found in the background after each edit, and published
//! ```

mod capabilities;
mod connection;
mod diagnostics;
mod document;
mod formatting;
mod framing;
mod language_server;
mod library;
mod lifecycle;
mod positions;
mod shared;
mod snapshot;
mod state;
mod synchronization;
mod uris;

use tower_lsp::LspService;

pub use connection::Ending;
use language_server::Server;
use shared::Shared;

/// Speaks with a client over standard input and output until it says `exit` or is gone.
///
/// # Errors
/// The operating system gives no threads.
pub fn serve() -> std::io::Result<Ending> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .thread_name("cdl-lsp")
        .build()?;
    let ending = runtime.block_on(async {
        let (service, socket) = LspService::new(|client| Server::new(Shared::new(client)));
        connection::converse(std::io::stdin(), std::io::stdout(), service, socket).await
    });
    // Somebody may be at work on an answer that nobody wants any more.
    runtime.shutdown_background();
    Ok(ending)
}
