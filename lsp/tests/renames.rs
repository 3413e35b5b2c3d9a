//! Every name that every model declares is given another one, all of them in turn: then the compiler
//! must find the same in the text as before. What elaboration makes of a name is independent of how the
//! editor resolves it, so this compares the two, name by name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cdl_compiler::{Compiler, Disk, Nothing, Request, RunnableKind};
use cdl_lsp::ide::rename::{prepare_rename, rename};

#[path = "../../compiler/tests/suite/markdown.rs"]
#[allow(dead_code)]
mod markdown;

const FRESH: &str = "fresh_";

/// Renames whatever the known files declare, and returns the old names by the new ones.
fn rename_everything(compiler: &mut Compiler, of: &str) -> BTreeMap<String, String> {
    let mut renamed = BTreeMap::new();
    let is_own = |path: &str| path.ends_with(".cdl") && !path.starts_with('<');
    let paths: Vec<_> = compiler.view().paths().into_iter().filter(|path| is_own(path)).collect();
    for path in paths {
        // Declarations from the first on; an import without an alias keeps its name.
        let mut next = 0;
        while let Some(declared) = {
            let view = compiler.view();
            let mut own = view.uses(&path).into_iter().filter(|own| own.is_declaration);
            own.find(|own| own.range.start >= next)
        } {
            next = declared.range.start + 1;
            let view = compiler.view();
            let text = view.text(&path).expect("the file is known");
            let name = &text[declared.range.clone()];
            if name.trim_start_matches('_').starts_with(FRESH)
                || name.starts_with('"')
                || name.contains('.')
            {
                continue;
            }
            let prepared = prepare_rename(&view, &path, declared.range.start).map(|own| own.name);
            assert_eq!(prepared.as_deref(), Ok(name), "{of}: {path}");
            // Names that start with `_` may be unused.
            let start = if name.starts_with('_') { "_" } else { "" };
            let fresh = format!("{start}{FRESH}{}", renamed.len());
            let edits = rename(&view, &path, declared.range.start, &fresh);
            let edits = edits.unwrap_or_else(|why| panic!("{of}: {path}: `{name}`: {}", why.0));
            let texts: Vec<(String, String)> = edits
                .into_iter()
                .map(|(path, edits)| {
                    let mut text = view.text(&path).expect("it is known").to_string();
                    for edit in edits.iter().rev() {
                        text.replace_range(edit.range(), &edit.text);
                    }
                    (path, text)
                })
                .collect();
            renamed.insert(fresh[start.len()..].to_owned(), name[start.len()..].to_owned());
            drop(view);
            for (path, text) in texts {
                compiler.set_file(&path, &text);
            }
        }
    }
    renamed
}

/// A text with the old names.
fn with_old_names(text: &str, renamed: &BTreeMap<String, String>) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(FRESH) {
        let (before, from) = rest.split_at(at);
        result.push_str(before);
        let digits = from.as_bytes()[FRESH.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        let (word, after) = from.split_at(FRESH.len() + digits.count());
        result.push_str(renamed.get(word).map_or(word, String::as_str));
        rest = after;
    }
    result + rest
}

/// What is wrong, by code and line.
fn diagnostics(compiler: &mut Compiler, path: &str) -> Vec<(&'static str, String, usize)> {
    let found = compiler.check(path);
    let view = compiler.view();
    let place = |place| {
        let at = view.locate(place).expect("it is in a file");
        let text = view.text(&at.path).unwrap_or_default();
        (text[..at.range.start].matches('\n').count() + 1, at.path)
    };
    let line = |own: &cdl_compiler::diagnostics::Diagnostic| {
        let (line, path) = place(own.primary.place);
        (own.code, path, line)
    };
    found.iter().map(line).collect()
}

/// The graph of every experiment, or of what there is without one.
fn graphs(compiler: &mut Compiler, path: &str) -> BTreeMap<String, String> {
    let runnables = compiler.runnables(path).into_iter();
    let experiments = runnables.filter(|own| own.kind == RunnableKind::Experiment);
    let mut names: Vec<Option<String>> = experiments.map(|own| Some(own.name)).collect();
    if names.is_empty() {
        names.push(None);
    }
    let mut graphs = BTreeMap::new();
    for experiment in names {
        let request = Request { experiment: experiment.clone(), overrides: Vec::new() };
        if let Ok(compilation) = compiler.compile_by_stages(path, &request) {
            let graph = &compilation.stages[0].graph;
            graphs.insert(experiment.unwrap_or_default(), cdl_graph::text(graph));
        }
    }
    graphs
}

fn models() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["examples", "tests/models"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "cdl") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn models_with_other_names_are_the_same_models() {
    let mut count = 0;
    for path in models() {
        let path = path.to_str().expect("UTF-8");
        let mut compiler = Compiler::new(Disk);
        let before = (diagnostics(&mut compiler, path), graphs(&mut compiler, path));
        assert!(before.1.values().all(|graph| !graph.is_empty()), "{path}");
        let renamed = rename_everything(&mut compiler, path);
        count += renamed.len();
        let text = compiler.text(path).unwrap_or_default();
        let found = diagnostics(&mut compiler, path);
        assert_eq!(found, before.0, "{path}:\n{text}");
        let old = |text: String| with_old_names(&text, &renamed);
        let graphs = graphs(&mut compiler, path);
        let graphs: BTreeMap<_, _> =
            graphs.into_iter().map(|(name, graph)| (old(name), old(graph))).collect();
        assert_eq!(graphs.keys().collect::<Vec<_>>(), before.1.keys().collect::<Vec<_>>());
        for (name, graph) in &graphs {
            let mut lines = graph.lines().zip(before.1[name].lines());
            if let Some((now, then)) = lines.find(|(now, then)| now != then) {
                panic!("{path}: {name}: `{now}` was `{then}`");
            }
        }
    }
    assert!(count > 500, "{count} names");
}

/// The suites of the language: what is wrong there stays wrong in the same way.
#[test]
fn suites_with_other_names_say_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/language");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the suites are there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let mut failures = Vec::new();
    for path in paths {
        let document = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
        let text = std::fs::read_to_string(&path).expect("the suite is there");
        for test in markdown::tests_of(document, &text) {
            let mut compiler = Compiler::new(Nothing);
            for file in &test.files {
                compiler.set_file(&file.path, &file.text);
            }
            let before = diagnostics(&mut compiler, &test.main);
            let of = test.failure(&test.main, 1, "");
            // Of names that could mean two things: with other names each means one. What a data file calls parameters
            // stays as it is, and so do columns that results have anyway, and what stands in lines of another language.
            let means_something = [
                "Bare names and others",
                "Nor called as another column",
                "Equations of Modelica",
                "Fields outside of their block",
                "Names that are always there",
            ];
            if means_something.iter().any(|own| of.contains(own)) || document == "cases.md" {
                continue;
            }
            let renamed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                rename_everything(&mut compiler, &of)
            }));
            if let Err(why) = renamed {
                let why = why.downcast_ref::<String>().cloned().unwrap_or_default();
                failures.push(why);
                continue;
            }
            let after = diagnostics(&mut compiler, &test.main);
            if before != after {
                let text = compiler.text(&test.main).unwrap_or_default();
                let differs = before.iter().zip(&after).find(|(a, b)| a != b);
                failures.push(test.failure(
                    &test.main,
                    1,
                    &format!("{differs:?} of {} and {}:\n{text}", before.len(), after.len()),
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{} tests:\n{}", failures.len(), failures.join("\n"));
}
