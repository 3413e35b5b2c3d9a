//! A graph as JSON: the same structure as the types of this crate, ids as plain indices.

use crate::{Graph, escaped};

/// Indented JSON. Numbers keep every digit; non-finite numbers become `null`; what a terminal would obey is escaped.
pub fn json(graph: &Graph) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(graph).map(|json| escaped(&json).into_owned())
}

/// The same without blanks, for hashes.
pub fn write_json(graph: &Graph, to: &mut impl std::io::Write) -> Result<(), serde_json::Error> {
    serde_json::to_writer(to, graph)
}
