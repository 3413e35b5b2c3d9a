//! The language server of `.cdl`: what an editor asks, answered from the compiler's database.
//!
//! ```text
//! ide/      one file per feature: pure functions of a View of the compiler and a byte offset
//! server/   the protocol: documents, positions, conversion, order, cancellation
//! ```
//!
//! Only `server` knows the protocol, and only `ide` knows the language.

mod commands;
pub mod ide;
mod server;

pub use commands::{Commands, Ended, Failure, Progress, Run};
pub use server::{Ending, serve};
