//! The pages of `cdl explain` tell the truth: the wrong example fails with exactly its code, the right
//! one compiles.

mod common;

use cdl_compiler::diagnostics::all;
use common::{example, outcome};

#[test]
fn wrong_examples_fail_with_their_code() {
    for code in all() {
        let Some(text) = example(code.page, "Wrong") else { continue };
        let mut outcome = outcome("wrong.cdl", text);
        outcome.codes.dedup();
        assert_eq!(outcome.codes, [code.code], "{}\n{}", text, outcome.rendered);
    }
}

#[test]
fn right_examples_compile() {
    for code in all() {
        let Some(text) = example(code.page, "Right") else { continue };
        let outcome = outcome("right.cdl", text);
        assert!(outcome.codes.is_empty(), "{}\n{}\n{}", code.code, text, outcome.rendered);
    }
}
