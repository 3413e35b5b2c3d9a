//! The pages of `cdl explain` tell the truth: the wrong example fails with exactly its code, the right
//! one compiles. What only a run finds is tried by the command's tests.

mod common;

use cdl_compiler::diagnostics::all;
use common::{example, outcome};

#[test]
fn wrong_examples_fail_with_their_code() {
    let mut wrong = String::new();
    for code in all() {
        let Some(text) = example(code.page, "Wrong") else { continue };
        let outcome = outcome("wrong.cdl", text);
        let expected: &[&str] = if is_found_by_a_run(code.code) { &[] } else { &[code.code] };
        if outcome.codes != expected {
            wrong += &format!("{}: {:?}\n{text}\n{}\n", code.code, outcome.codes, outcome.rendered);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What the compiler cannot know.
fn is_found_by_a_run(code: &str) -> bool {
    code[1..].starts_with("05") || code == "E0422"
}

#[test]
fn right_examples_compile() {
    for code in all() {
        let Some(text) = example(code.page, "Right") else { continue };
        let outcome = outcome("right.cdl", text);
        assert!(outcome.codes.is_empty(), "{}\n{}\n{}", code.code, text, outcome.rendered);
    }
}
