//! The language server as an editor meets it: the real binary, the protocol over its standard streams,
//! sessions with what was answered.

#[path = "language_server/client.rs"]
mod client;
#[path = "language_server/commands.rs"]
mod commands;
#[path = "language_server/features.rs"]
mod features;
#[path = "language_server/files.rs"]
mod files;
#[path = "language_server/formatting.rs"]
mod formatting;
#[allow(dead_code, reason = "benchmarks do more with them")]
#[path = "../compiler/benches/large/mod.rs"]
mod large;
#[path = "language_server/lifecycle.rs"]
mod lifecycle;
#[path = "language_server/memory.rs"]
mod memory;
#[path = "language_server/models.rs"]
mod models;
#[path = "language_server/positions.rs"]
mod positions;
#[path = "language_server/ranges.rs"]
mod ranges;
#[path = "language_server/robustness.rs"]
mod robustness;
#[path = "language_server/shown.rs"]
mod shown;
#[path = "language_server/transport.rs"]
mod transport;
#[path = "language_server/typing.rs"]
mod typing;
