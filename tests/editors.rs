//! The grammars for editors say what cdl's own grammar says.

#[path = "editors/tree_of_nodes.rs"]
mod tree_of_nodes;
#[path = "editors/tree_sitter.rs"]
mod tree_sitter;
