//! Typed models and diagnostics of whole files: every `.cdl` file in `tests/models` has a snapshot of
//! its typed model, or, where it is broken, of its source with the messages as a person sees them.

use cdl_compiler::diagnostics::render::{Sources, located, rich};
use cdl_compiler::diagnostics::{Diagnostic, Severity};
use cdl_compiler::typed::typed_text;
use cdl_compiler::{Compiler, Disk, Request};

/// The messages as a terminal without colours shows them.
fn rendered(compiler: &Compiler, diagnostics: &[Diagnostic]) -> String {
    let all: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| located(diagnostic, |place| compiler.locate(place)))
        .collect();
    let sources = Sources::new(&all, |path| compiler.text(path));
    all.iter().map(|diagnostic| rich(diagnostic, &sources, false)).collect()
}

#[test]
fn models() {
    insta::glob!("models/*.cdl", |file| {
        let text = std::fs::read_to_string(file).expect("the file is there");
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name");
        // Imports and tables are read from beside the file.
        let folder = file.parent().expect("a folder").to_owned();
        let mut compiler = Compiler::new(Beside(folder));
        compiler.set_file(name, &text);
        let diagnostics = compiler.check(name);
        let broken = diagnostics.iter().any(|found| found.severity == Severity::Error);
        let snapshot = if broken || !diagnostics.is_empty() {
            format!("{text}\n---\n{}", rendered(&compiler, &diagnostics))
        } else {
            match compiler.compile_by_stages(name, &Request::default()) {
                Ok(compilation) => typed_text(&compilation.unfolded.expect("it is kept")),
                Err(diagnostics) => format!("{text}\n---\n{}", rendered(&compiler, &diagnostics)),
            }
        };
        insta::assert_snapshot!(snapshot);
    });
}

/// Files of one folder.
struct Beside(std::path::PathBuf);

impl cdl_compiler::Files for Beside {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(self.0.join(path)).map_err(|error| error.to_string())
    }
}

/// The models that users start from are without a fault.
#[test]
fn examples_compile() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the examples are there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "cdl"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let path = path.to_str().expect("a path in UTF-8");
        let mut compiler = Compiler::new(Disk);
        let diagnostics = compiler.check(path);
        assert!(diagnostics.is_empty(), "{path}\n{}", rendered(&compiler, &diagnostics));
        if let Err(diagnostics) = compiler.compile(path, &Request::default()) {
            panic!("{path}\n{}", rendered(&compiler, &diagnostics));
        }
    }
}
