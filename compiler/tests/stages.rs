//! Graphs before and after each pass. A file `tests/stages/PASS-TOPIC.cdl` has a snapshot of the graph
//! before and after the pass of that name; `lower-TOPIC.cdl` of the graph as it was lowered and as it
//! is after all passes. What is broken has the messages instead.

use cdl_compiler::diagnostics::render::{Sources, located, rich};
use cdl_compiler::{Compiler, Disk, Request, Stage, passes};

#[test]
fn stages() {
    insta::glob!("stages/*.cdl", |file| {
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
        let pass = name.split('-').next().unwrap_or(name);
        let mut compiler = Compiler::new(Disk);
        let text = std::fs::read_to_string(file).expect("the file is there");
        compiler.set_file("model.cdl", &text);
        let snapshot = match compiler.compile_by_stages("model.cdl", &Request::default()) {
            Err(diagnostics) => {
                let all: Vec<_> = diagnostics
                    .iter()
                    .map(|found| located(found, |place| compiler.locate(place)))
                    .collect();
                let sources = Sources::new(&all, |path| compiler.text(path));
                all.iter().map(|found| rich(found, &sources, false)).collect()
            }
            Ok(compilation) => {
                let stages = &compilation.stages;
                assert_valid(name, stages);
                let (before, after) = if pass == "lower" {
                    (0, stages.len() - 1)
                } else {
                    let at = stages.iter().position(|stage| stage.name == pass);
                    let at = at.unwrap_or_else(|| panic!("there is no pass `{pass}`"));
                    (at - 1, at)
                };
                let [before, after] = [before, after].map(|at| {
                    let stage = &stages[at];
                    format!("=== after {}\n{}", stage.name, cdl_graph::text(&stage.graph))
                });
                format!("{before}\n{after}")
            }
        };
        insta::with_settings!({ prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(snapshot);
        });
    });
}

fn assert_valid(name: &str, stages: &[Stage]) {
    for stage in stages {
        if let Err(error) = stage.graph.validate() {
            panic!("{name}: after {}: {error}", stage.name);
        }
    }
}

/// Every pass runs once, in the order of the table, and leaves a valid graph.
#[test]
fn examples_are_valid_after_every_pass() {
    let names: Vec<&str> =
        std::iter::once("lower").chain(passes::STAGES.iter().map(|pass| pass.name)).collect();
    for entry in std::fs::read_dir("../examples").expect("the examples are there") {
        let path = entry.expect("readable").path();
        if path.extension().is_none_or(|ending| ending != "cdl") {
            continue;
        }
        let path = path.to_str().expect("a path in UTF-8");
        let compilation = Compiler::new(Disk).compile_by_stages(path, &Request::default());
        let stages = compilation.unwrap_or_else(|found| panic!("{path}: {found:?}")).stages;
        assert_eq!(stages.iter().map(|stage| stage.name).collect::<Vec<_>>(), names);
        assert_valid(path, &stages);
    }
}
