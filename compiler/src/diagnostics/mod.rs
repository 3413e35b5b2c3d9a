//! What is wrong with a model, as data. Each code has a file of its own with the function that
//! builds it and a page (`EXXXX.md`) that explains it; rendering for a terminal, an editor or a
//! program is in `render`.

mod brief;
mod build;
pub mod codes;
mod elsewhere;
mod explain;
mod fields_elsewhere;
mod nearest;
pub mod render;
#[cfg(test)]
mod tests;

use crate::place::Place;

pub(crate) use build::{list, number};
pub use codes::constructors::*;
pub use elsewhere::{is_end_of_other_block, written_here};
pub use explain::{Code, all, explain};
pub use fields_elsewhere::{field_here, is_of_head, stands_before_block};
pub use nearest::nearest;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Error,
    Warning,
}

/// One mistake, one diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Stable, such as `E0301`.
    pub code: &'static str,
    pub severity: Severity,
    /// A single terse sentence without a full stop.
    pub message: String,
    pub primary: Label,
    /// Other places that play a part: the declaration it conflicts with, the instance it arose in.
    pub related: Vec<Label>,
    /// Free text below the source, each a sentence or two.
    pub notes: Vec<String>,
    /// What the author probably wants, where one can say.
    pub fix: Option<Fix>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    pub place: Place,
    pub text: String,
}

/// A replacement that an editor can apply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fix {
    /// Imperative, such as `write 5 m`.
    pub title: String,
    pub place: Place,
    pub replacement: String,
}
