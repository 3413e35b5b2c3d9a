//! The grammars for editors say what the language says: their words are those of the compiler.

mod editors {
    mod tree_of_nodes;
    mod tree_sitter;
}
