//! The pages of `cdl explain` tell the truth: the wrong example fails with exactly its code, the right
//! one compiles.

mod common;

use cdl_compiler::diagnostics::all;
use common::{example, outcome};

#[test]
fn wrong_examples_fail_with_their_code() {
    let mut wrong = String::new();
    for code in all() {
        let Some(text) = example(code.page, "Wrong") else { continue };
        let outcome = outcome("wrong.cdl", text);
        if outcome.codes != [code.code] {
            wrong += &format!("{}: {:?}\n{text}\n{}\n", code.code, outcome.codes, outcome.rendered);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn right_examples_compile() {
    for code in all() {
        let Some(text) = example(code.page, "Right") else { continue };
        let outcome = outcome("right.cdl", text);
        assert!(outcome.codes.is_empty(), "{}\n{}\n{}", code.code, text, outcome.rendered);
    }
}
