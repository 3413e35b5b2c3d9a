//! The language, rule by rule: every suite of `tests/language` and every model in the documentation is
//! checked, and what the compiler says is held against what the text claims.
//!
//! A suite is a Markdown file; a heading with code below it is a test. ` ```cdl ` is a file, or the
//! inside of a model where it declares no item; `file=NAME` behind the language of a block (`cdl`,
//! `csv`, `toml`) gives a name to a file that the tests under the same heading import or read. An
//! assertion is a comment behind the place it is about, or on lines of its own before that line:
//!
//! ```text
//! // error: E0301 "expected Speed, found Length"     the text is part of the message, a label or a note
//! // warning: W0411
//! // reveals: Speed = 2 m/s                          the type of the value named on this line, and its value
//! // reveals: signal Speed                           how much it may vary: const, param or signal
//! ```
//!
//! Every diagnostic has to be asserted, and every assertion has to be met.

mod suite;

use std::path::{Path, PathBuf};

use cdl_compiler::elaborate::builtins;
use suite::{Test, failures, tests_of};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs all tests of a Markdown file, and fails with everything that is not as it says.
fn run(file: &str) {
    let path = root().join(file);
    let text = std::fs::read_to_string(&path).expect("the document is there");
    let tests: Vec<Test> = tests_of(file, &text);
    assert!(!tests.is_empty(), "{file}: there is nothing to test in it");
    let failures: Vec<String> = tests.iter().flat_map(failures).collect();
    assert!(
        failures.is_empty(),
        "{} of what {file} says is not so:\n\n{}\n",
        failures.len(),
        failures.join("\n")
    );
}

/// A test for each suite, and one that sees that there is one.
macro_rules! suites {
    ($($suite:ident),* $(,)?) => {
        $(#[test]
        fn $suite() {
            run(&format!("tests/language/{}.md", stringify!($suite).replace('_', "-")));
        })*

        #[test]
        fn every_suite_is_run() {
            let mut listed: Vec<String> =
                [$(stringify!($suite)),*].map(|suite| format!("{}.md", suite.replace('_', "-"))).into();
            listed.sort();
            let mut there: Vec<String> = std::fs::read_dir(root().join("tests/language"))
                .expect("the suites are there")
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .collect();
            there.sort();
            assert_eq!(listed, there);
        }
    };
}

suites!(
    algebraic_loops,
    arrays_and_loops,
    attitudes,
    bodies,
    bsplines,
    cables,
    cases,
    components,
    conditionals,
    connections,
    constraints,
    criteria,
    dimensions,
    drums,
    enums,
    environment,
    events,
    experiments,
    fields_and_ranges,
    forces_and_torques,
    frames,
    functions,
    habits,
    imports,
    joints,
    matrices,
    mistakes,
    names_and_duplicates,
    numbers_and_zero,
    parts_and_pub,
    plots,
    linearize,
    response,
    samples,
    modes,
    records,
    relations,
    sections,
    sheaves,
    slips,
    states,
    statistics,
    structure,
    studies,
    syntax_recovery,
    tables,
    units,
    unknowns,
    variability,
    vectors,
    views,
    winches,
);

#[test]
fn the_language_reference() {
    run("docs/language.md");
}

#[test]
fn the_readme() {
    run("README.md");
}

/// A table of the reference between its two comments.
fn listed(text: &str, what: &str, rows: &str) -> String {
    let opening =
        format!("<!-- {what}: generated from compiler/src/elaborate/values/builtins -->\n");
    let (before, rest) = text.split_once(&opening).expect("the table's first comment");
    let (_, after) = rest.split_once("<!-- end -->").expect("the table's last comment");
    format!("{before}{opening}{rows}<!-- end -->{after}")
}

/// The reference lists every function and every name that is always there. `UPDATE_DOCS=1` writes
/// the lists.
#[test]
fn functions_are_listed() {
    let path = root().join("docs/language.md");
    let text = std::fs::read_to_string(&path).expect("the reference is there");
    let mut functions = String::from("\n| | |\n|---|---|\n");
    for function in builtins::builtins() {
        functions.push_str(&format!("| `{}` | {} |\n", function.signature(), function.doc));
    }
    functions.push('\n');
    let mut constants = String::from("\n| | | |\n|---|---|---|\n");
    for constant in builtins::CONSTANTS {
        constants
            .push_str(&format!("| `{}` | `{}` | {} |\n", constant.name, constant.ty, constant.doc));
    }
    constants.push('\n');
    let current = listed(&listed(&text, "functions", &functions), "constants", &constants);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, current).expect("the reference can be written");
    } else {
        assert!(
            text == current,
            "docs/language.md is old: UPDATE_DOCS=1 cargo test -p cdl-compiler"
        );
    }
}

/// Links of the language reference to suites and other pages lead somewhere.
#[test]
fn links_lead_somewhere() {
    let folder = root().join("docs");
    let text = std::fs::read_to_string(folder.join("language.md")).expect("the reference is there");
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let broken: Vec<&str> = targets
        .filter(|target| !target.starts_with("http") && !target.starts_with('#'))
        .filter(|target| {
            let file = target.split('#').next().unwrap_or(target);
            !folder.join(file).exists()
        })
        .collect();
    assert_eq!(broken, Vec::<&str>::new());
}
