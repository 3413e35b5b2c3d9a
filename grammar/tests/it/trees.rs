//! Snapshots of syntax trees.

use cdl_grammar::{parse, tree_text};

#[test]
fn trees_of_good_files() {
    insta::glob!("..", "files/good/*.cdl", |path| {
        let file = parse(&std::fs::read_to_string(path).unwrap());
        assert_eq!(file.errors, []);
        insta::assert_snapshot!(tree_text(&file));
    });
}

#[test]
fn examples_have_no_syntax_errors() {
    for (path, text) in crate::files("../examples") {
        assert_eq!(parse(&text).errors, [], "{}", path.display());
    }
}
