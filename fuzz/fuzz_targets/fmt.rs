//! The formatter keeps every comment and the tree, and what it writes it writes again.

#![no_main]

use cdl_grammar::{format, lex, parse, tree_text};
use libfuzzer_sys::fuzz_target;

fn comments(text: &str) -> Vec<String> {
    let words = |comment: &str| comment.split_whitespace().collect::<Vec<_>>().join(" ");
    let comments = lex(text).into_iter().filter(|lexeme| lexeme.is_comment());
    comments.map(|comment| words(comment.text(text))).collect()
}

fuzz_target!(|text: &str| {
    let Ok(once) = format(text) else { return };
    assert_eq!(tree_text(&parse(text)), tree_text(&parse(&once)), "another tree");
    assert_eq!(comments(text), comments(&once), "comments are lost or moved");
    assert_eq!(Ok(&once), format(&once).as_ref(), "formatting is not idempotent");
});
