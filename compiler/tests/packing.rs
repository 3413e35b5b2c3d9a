//! Whoever keeps trees packed says and makes the same as who keeps them all.

use std::path::Path;

use cdl_compiler::{Compiler, Files, Nothing, Request};

/// Tables and imports from beside a file.
#[derive(Clone)]
struct Beside(std::path::PathBuf);

impl Files for Beside {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(self.0.join(path)).map_err(|error| error.to_string())
    }
}

/// The models of a folder.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_str()?.to_owned();
            let text = std::fs::read_to_string(&path).ok().filter(|_| name.ends_with(".cdl"))?;
            Some((name, text))
        })
        .collect();
    found.sort();
    found
}

fn folders() -> [std::path::PathBuf; 2] {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    [own.join("../examples"), own.join("tests/models")]
}

fn compare(folder: &Path, name: &str, text: &str) {
    let files = Beside(folder.to_owned());
    let mut compilers = [Compiler::new(files.clone()), Compiler::packing(files)];
    let [keeping, packing] = compilers.each_mut().map(|compiler| {
        compiler.set_file(name, text);
        let checked = compiler.check(name);
        let made = compiler.compile_by_stages(name, &Request::default());
        let made = made.map(|made| {
            let graphs = made.stages.into_iter().map(|stage| (stage.name, stage.graph));
            (made.model, made.unfolded, graphs.collect::<Vec<_>>(), made.warnings)
        });
        // What was let go of is read again.
        (checked, made, compiler.check(name))
    });
    assert!(keeping == packing, "{name}:\n{text}");
}

#[test]
fn models_are_the_same() {
    for folder in folders() {
        for (name, text) in files(&folder) {
            compare(&folder, &name, &text);
        }
    }
}

/// Without one of their lines, and with one of them twice.
#[test]
fn so_is_what_is_wrong_with_them() {
    for folder in folders() {
        for (name, text) in files(&folder).iter().step_by(5) {
            let lines: Vec<&str> = text.lines().collect();
            for at in (0..lines.len()).step_by(3) {
                let (before, after) = lines.split_at(at);
                compare(&folder, name, &[before, &after[1..]].concat().join("\n"));
                compare(&folder, name, &[before, &after[..1], after].concat().join("\n"));
            }
        }
    }
}

/// Of more than a few bytes packed trees are let go of while a mechanism is planned.
#[test]
fn a_large_model_is_read_again() {
    let members: String = (0..3000)
        .map(|i| {
            format!(
                "  body b{i} {{ mass = {} kg; inertia = diag(1, 2, 2) kg.m^2 }}\n  \
                 joint j{i}: revolute(axis = y) from world to b{i} at [0, 0, 0.5] m\n",
                i % 9 + 1
            )
        })
        .collect();
    let text = format!(
        "model M() {{\n{members}}}\nexperiment e = M() {{ simulate 1 s with rk4(step = 5 ms) }}\n"
    );
    let [keeping, packing] = [Compiler::new(Nothing), Compiler::packing(Nothing)].map(|mut own| {
        own.set_file("m.cdl", &text);
        assert_eq!(own.check("m.cdl"), []);
        let first = own.compile("m.cdl", &Request::default()).expect("a model");
        // An edit of what has been let go of.
        own.set_file("m.cdl", &text.replace("mass = 2 kg", "mass = 3 kg"));
        assert_eq!(own.check("m.cdl"), []);
        let second = own.compile("m.cdl", &Request::default()).expect("a model");
        let graphs = [first, second].map(|made| made.graph().cloned().expect("a graph"));
        assert!(graphs[0] != graphs[1]);
        graphs
    });
    assert!(keeping == packing);
}
