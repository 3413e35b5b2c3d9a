//! What is not wrong but probably not meant. Pure functions of the syntax tree.

mod mentions;
mod unused;

pub(crate) use mentions::{mentions_of_header, mentions_of_member};
pub use unused::{Unused, unused_imports};
