//! Who knows whom, as ARCHITECTURE.md says: read from the sources, without what tests in them need.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Files of Rust below a folder, but in folders that are not entered by their name.
fn rust_files(folder: &Path, enters: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            if path.is_dir() {
                if enters(&name) {
                    folders.push(path);
                }
            } else if name.ends_with(".rs") {
                found.push(path);
            }
        }
    }
    found
}

/// The sources below a folder of the repository by their paths, without tests and comments.
fn sources(folder: &str) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = rust_files(&root.join(folder), |name| name != "tests");
    let own = files.into_iter().filter(|path| !path.ends_with("tests.rs")).map(|path| {
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let own = path.strip_prefix(root).expect("below").to_string_lossy();
        (own.replace('\\', "/"), without_tests(&text))
    });
    let found: BTreeMap<String, String> = own.collect();
    assert!(!found.is_empty(), "{folder}");
    found
}

/// Up to the tests that stand in the file itself, if any do.
fn without_tests(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let tests = lines.windows(2).position(|two| two[0] == "#[cfg(test)]" && two[1].ends_with('{'));
    lines[..tests.unwrap_or(lines.len())].join("\n")
}

fn code(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// What stands behind `prefix::` anywhere in a text: one name, or the first ones in braces.
fn named(text: &str, prefix: &str) -> BTreeSet<String> {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = BTreeSet::new();
    for (at, _) in text.match_indices(&format!("{prefix}::")) {
        if text[..at].ends_with(is_of_name) {
            continue;
        }
        let rest = &text[at + prefix.len() + 2..];
        match rest.strip_prefix('{') {
            None => {
                names.insert(rest.chars().take_while(|c| is_of_name(*c)).collect());
            }
            Some(list) => {
                let (mut depth, mut name) = (0, String::new());
                for c in list.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => {
                            names.insert(std::mem::take(&mut name));
                            continue;
                        }
                        _ => {}
                    }
                    if depth == 0 && !c.is_whitespace() {
                        name.push(c);
                    }
                }
                names.insert(name);
            }
        }
    }
    names.iter().map(|name| name.split("::").next().unwrap_or(name).to_owned()).collect()
}

#[test]
fn names_are_found_in_paths_and_lists() {
    let text = "use crate::a::{b::c, d::{e, f},\n g};\nlet x = crate::h::i(); recrate::j;";
    let found = |prefix: &str| named(text, prefix).into_iter().collect::<Vec<_>>();
    assert_eq!(found("crate"), ["a", "h"]);
    assert_eq!(found("crate::a"), ["b", "d", "g"]);
}

/// Ground floor, names, values, elements, reveal: each room of the elaborator knows only those before it.
#[test]
fn rooms_of_the_elaborator_know_those_before_them() {
    let floors: [&[&str]; 7] = [
        &["chunk", "constants", "digits", "expression_text", "growing", "root", "sources"],
        &["context"],
        &["names"],
        &["recorder", "report", "reports"],
        &["values"],
        &["elements"],
        &["reveal"],
    ];
    let floor = |room: &str| floors.iter().position(|rooms| rooms.contains(&room));
    let mut looked_at = 0;
    for (path, text) in sources("compiler/src/elaborate") {
        let inside = path.strip_prefix("compiler/src/elaborate/").expect("inside");
        let (room, is_file) = match inside.split_once('/') {
            Some((room, _)) => (room, false),
            None => (inside.trim_end_matches(".rs"), true),
        };
        if room == "mod" {
            continue;
        }
        let own = floor(room).unwrap_or_else(|| panic!("no floor for {path}"));
        let text = code(&text);
        let mut known = named(&text, "crate::elaborate");
        if is_file {
            known.extend(named(&text, "super"));
        }
        for other in known.iter().filter_map(|name| floor(name)) {
            assert!(other <= own, "{path} knows {:?}", floors[other]);
            looked_at += 1;
        }
    }
    assert!(looked_at > 100, "{looked_at}");
}

/// Both formulations are made from the mechanism, and neither knows the other. What they share of cables and places
/// (`chain`, `tree`) knows neither.
#[test]
fn formulations_do_not_know_each_other() {
    let knows = |folder: &str, others: &[&str]| {
        for (path, text) in sources(folder) {
            let known = named(&code(&text), "crate");
            for other in others {
                assert!(!known.contains(*other), "{path} knows `{other}`");
            }
        }
    };
    knows("runtime/src/constrained", &["recursive", "transfer"]);
    knows("runtime/src/recursive", &["constrained"]);
    knows("runtime/src/transfer", &["constrained", "recursive"]);
    for folder in ["chain", "tree", "laws", "spatial"] {
        let others = ["constrained", "recursive", "transfer", "analyses"];
        knows(&format!("runtime/src/{folder}"), &others);
    }
}

/// How a cable is divided is asked by those who make its pieces, and by nobody who reads, loads or shows them.
#[test]
fn only_its_rooms_ask_for_the_kind_of_a_cable() {
    let rooms = [
        "runtime/src/assembly/cables.rs",
        "runtime/src/assembly/ropes.rs",
        "runtime/src/assembly/splines.rs",
        "runtime/src/constrained/assembly/cables.rs",
        "runtime/src/mechanism/cable.rs",
        "runtime/src/recursive/cable/rigid_links.rs",
        "runtime/src/recursive/cable/rooms.rs",
    ];
    let asks = |text: &str| code(text).contains("CableKind::");
    let found = sources("runtime/src").into_iter().filter(|(_, text)| asks(text));
    assert_eq!(found.map(|(path, _)| path).collect::<Vec<_>>(), rooms);
}

/// One room each knows salsa, the protocol of editors, and neither the runtime nor the graph knows text.
#[test]
fn what_one_room_knows_stays_there() {
    let only = |folder: &str, word: &str, room: &str| {
        let found = sources(folder).into_iter().filter(|(_, text)| code(text).contains(word));
        let found: Vec<String> = found.map(|(path, _)| path).collect();
        assert!(!found.is_empty(), "nobody says {word}");
        assert!(found.iter().all(|path| path.starts_with(room)), "{word}: {found:?}");
    };
    only("compiler/src", "salsa::", "compiler/src/database");
    only("lsp/src", "lsp_types::", "lsp/src/server");
    only("lsp/src", "tower_lsp", "lsp/src/server");
    for (path, text) in sources("runtime/src").into_iter().chain(sources("graph/src")) {
        for text_of in ["cdl_grammar", "cdl_compiler"] {
            assert!(!code(&text).contains(text_of), "{path} knows {text_of}");
        }
    }
}

/// Types that nobody outside calls by name, but whose values are in fields that they read.
const UNNAMED: [&str; 2] = ["ByEvents", "UnknownParameter"];

/// The runtime shows no name that nobody outside of it says.
#[test]
fn what_the_runtime_shows_is_used() {
    let runtime = sources("runtime/src");
    let mut shown = BTreeSet::new();
    let lib = &runtime["runtime/src/lib.rs"];
    let results = &runtime["runtime/src/results/mod.rs"];
    let kernels = lib.find("pub mod kernels").expect("kernels");
    for text in [&lib[..kernels], results] {
        for line in code(text).split(';').map(str::trim_start) {
            let Some(list) = line.strip_prefix("pub use ") else { continue };
            let names = list.rsplit("::").next().unwrap_or(list);
            let names = names.trim_matches(|c: char| c == '{' || c == '}' || c.is_whitespace());
            shown.extend(names.split(',').map(|name| name.trim().to_owned()));
        }
    }
    shown.retain(|name| !name.is_empty());
    assert!(shown.len() > 40, "{shown:?}");
    let mut outside = String::new();
    for folder in ["session/src", "src", "lsp/src", "tests", "session/tests", "runtime/tests"] {
        sources(folder).values().for_each(|text| outside.push_str(&code(text)));
    }
    let words: BTreeSet<&str> =
        outside.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let unused = shown.iter().filter(|name| !words.contains(name.as_str()));
    let unused: Vec<&String> = unused.filter(|name| !UNNAMED.contains(&name.as_str())).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// Lines that begin with `///` or `//!`, of all lines of the runtime that are no tests.
#[test]
fn the_runtime_is_documented() {
    let (mut all, mut documented) = (0, 0);
    for text in sources("runtime/src").values() {
        for line in text.lines().map(str::trim_start) {
            all += 1;
            documented += usize::from(line.starts_with("///") || line.starts_with("//!"));
        }
    }
    assert!(100 * documented >= 15 * all, "{documented} of {all}");
}

/// Names of tests in the tables of `docs/validation.md`: in backticks, of three words and more.
fn tests_named(text: &str) -> BTreeSet<&str> {
    let is_test = |name: &&str| {
        name.matches('_').count() > 1
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    text.split('`').skip(1).step_by(2).filter(is_test).collect()
}

/// What a number is checked by is there.
#[test]
fn validation_names_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("docs/validation.md")).expect("the page");
    let mut known = BTreeSet::new();
    for folder in ["tests", "runtime", "compiler", "graph", "grammar", "lsp", "session", "src"] {
        for path in rust_files(&root.join(folder), |_| true) {
            known.insert(path.file_stem().expect("a name").to_string_lossy().into_owned());
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            let names = text.split("fn ").skip(1).filter_map(|rest| rest.split('(').next());
            known.extend(names.map(str::to_owned));
        }
    }
    let names = tests_named(&text);
    let gone: Vec<&&str> = names.iter().filter(|own| !known.contains(**own)).collect();
    assert!(names.len() > 300 && gone.is_empty(), "{} names, gone: {gone:?}", names.len());
}

/// Of files that pages name by the end of their paths.
#[test]
fn pages_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders =
        ["tests", "runtime", "compiler", "graph", "grammar", "lsp", "session", "src", "benches"];
    let known = folders.iter().flat_map(|folder| rust_files(&root.join(folder), |_| true));
    let known: Vec<PathBuf> = known.collect();
    let mut pages = vec![root.join("README.md"), root.join("ARCHITECTURE.md")];
    let docs = std::fs::read_dir(root.join("docs")).expect("pages");
    pages.extend(docs.map(|own| own.expect("a page").path()));
    let (mut named, mut gone) = (0, Vec::new());
    for page in pages.into_iter().filter(|own| own.extension().is_some_and(|own| own == "md")) {
        let text = std::fs::read_to_string(&page).expect("UTF-8");
        let is_path = |own: &&str| own.ends_with(".rs") && !own.contains([' ', '*', '{']);
        for own in text.split('`').skip(1).step_by(2).filter(is_path) {
            named += 1;
            if !known.iter().any(|path| path.ends_with(own)) {
                gone.push(own.to_owned());
            }
        }
    }
    assert!(named > 100 && gone.is_empty(), "{named} names, gone: {gone:?}");
}
