//! Messages as an engineer gets them: each file of `tests/diagnostics` with what is said about it.

mod common;

use common::{Outcome, outcome};

#[test]
fn messages() {
    insta::glob!("diagnostics/*.cdl", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let Outcome { rendered, .. } = outcome(&name, &text);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("{text}\n{rendered}"));
        });
    });
}

/// The example that a page calls wrong gives its code and no other.
#[test]
fn messages_of_pages() {
    for code in cdl_compiler::diagnostics::all() {
        let Some(text) = common::example(code.page, "Wrong") else { continue };
        let name = format!("{}.cdl", code.code);
        let Outcome { rendered, .. } = outcome(&name, text);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("page_{}", code.code), format!("{text}\n\n{rendered}"));
        });
    }
}
