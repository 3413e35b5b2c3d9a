//! An edit runs again only what depends on it. The queries that ran are counted.

use std::collections::BTreeMap;

use cdl_compiler::{Compiler, Nothing};

/// Components that do not use each other, a model that uses half of them, and its experiment.
fn text(components: usize, length_of_first: &str) -> String {
    let mut text = String::new();
    for i in 0..components {
        let length = if i == 0 { length_of_first } else { "1 m" };
        text.push_str(&format!(
            "component Part{i} {{\n  pub frame tip at [0, 0, 1] * {length}\n  pub let size = 2 m\n}}\n\n"
        ));
    }
    text.push_str("model Whole {\n");
    for i in (0..components).step_by(2) {
        text.push_str(&format!("  part p{i} = Part{i}()\n  record p{i}.tip.position\n"));
    }
    text.push_str("}\n\nexperiment run = Whole() {\n  simulate 1 s with rk4(step = 1 ms)\n}\n");
    text
}

fn runs(counts: &BTreeMap<String, usize>, query: &str) -> usize {
    counts.get(query).copied().unwrap_or(0)
}

#[test]
fn an_edit_in_a_component_runs_only_what_depends_on_it() {
    const COUNT: usize = 40;
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", &text(COUNT, "1 m"));
    compiler.record_executions();
    assert!(compiler.check("a.cdl").is_empty());
    let cold = compiler.executions();
    assert_eq!(runs(&cold, "checked"), COUNT + 1, "{cold:?}");
    assert_eq!(runs(&cold, "parsed"), COUNT + 2, "{cold:?}");

    // Nothing has changed: nothing runs.
    assert!(compiler.check("a.cdl").is_empty());
    let idle = compiler.executions();
    assert!(idle.is_empty(), "{idle:?}");

    // A component that the model uses: itself, the experiment, and nothing else.
    compiler.set_file("a.cdl", &text(COUNT, "3 m"));
    assert!(compiler.check("a.cdl").is_empty());
    let edited = compiler.executions();
    assert_eq!(runs(&edited, "parsed"), 1, "{edited:?}");
    assert_eq!(runs(&edited, "parse_chunk"), 1, "{edited:?}");
    assert_eq!(runs(&edited, "meaning"), 2, "{edited:?}");
    assert_eq!(runs(&edited, "names"), 0, "{edited:?}");

    // A component that nothing uses: only itself.
    let unused = text(COUNT, "3 m").replacen(
        "component Part1 {\n  pub frame tip at [0, 0, 1] * 1 m",
        "component Part1 {\n  pub frame tip at [0, 0, 2] * 1 m",
        1,
    );
    compiler.set_file("a.cdl", &unused);
    assert!(compiler.check("a.cdl").is_empty());
    let edited = compiler.executions();
    assert_eq!(runs(&edited, "parsed"), 1, "{edited:?}");
    assert_eq!(runs(&edited, "meaning"), 1, "{edited:?}");
}

#[test]
fn lines_above_move_nothing() {
    let mut compiler = Compiler::new(Nothing);
    let first = text(10, "1 m");
    compiler.set_file("a.cdl", &first);
    compiler.check("a.cdl");
    compiler.record_executions();
    compiler.set_file("a.cdl", &format!("// A comment.\n\n{first}"));
    assert!(compiler.check("a.cdl").is_empty());
    let edited = compiler.executions();
    assert_eq!(runs(&edited, "parsed"), 0, "{edited:?}");
    assert_eq!(runs(&edited, "meaning"), 0, "{edited:?}");
}

#[test]
fn an_error_in_a_component_keeps_its_place_when_lines_come_before_it() {
    let broken = "component A {\n  pub let x: Length = 3 kg\n}\n";
    let mut compiler = Compiler::new(Nothing);
    for prefix in ["", "\n\n", "// one\n// two\nconst k = 3\n"] {
        let text = format!("{prefix}{broken}");
        compiler.set_file("a.cdl", &text);
        let diagnostics = compiler.check("a.cdl");
        let codes: Vec<&str> = diagnostics.iter().map(|found| found.code).collect();
        assert_eq!(codes, ["E0301"]);
        let at = compiler.locate(diagnostics[0].primary.place).expect("it is in the file");
        assert_eq!(&text[at.range], "3 kg");
    }
}

#[test]
fn another_file_is_read_again_only_when_it_changes() {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("lib.cdl", "const a = 3 m\nconst b = 4 m\n");
    compiler.set_file("main.cdl", "import \"lib.cdl\"\nconst c: Length = lib.a\n");
    assert!(compiler.check("main.cdl").is_empty());
    compiler.record_executions();
    compiler.set_file("lib.cdl", "const a = 3 kg\nconst b = 4 m\n");
    let codes: Vec<&str> = compiler.check("main.cdl").iter().map(|found| found.code).collect();
    assert_eq!(codes, ["E0301"]);
    // A file that was not there is noticed when it comes.
    compiler.set_file("main.cdl", "import \"new.cdl\"\nconst c = new.a\n");
    let codes: Vec<&str> = compiler.check("main.cdl").iter().map(|found| found.code).collect();
    assert_eq!(codes, ["E0208"]);
    compiler.set_file("new.cdl", "const a = 3 kg\n");
    assert!(compiler.check("main.cdl").is_empty());
}

/// What the mechanism lacks may be what cannot be read; whether that is so is asked without making the mechanism again.
#[test]
fn a_half_typed_line_elsewhere_runs_no_model() {
    const TWISTED: &str = "model Twisted {
  cable c: rigid_links(count = 2) from world to free { length = 1 m; mass = 1 kg }
  record c.end.torque
}
";
    let whole = format!("{}{TWISTED}component Other {{\n  pub let a = 2 m\n}}\n", text(10, "1 m"));
    let broken = whole.replace("pub let a = 2 m", "pub let a =");
    let codes = |compiler: &mut Compiler| -> Vec<&str> {
        compiler.check("a.cdl").iter().map(|found| found.code).collect()
    };
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("a.cdl", &whole);
    assert_eq!(codes(&mut compiler), ["E0433"]);
    compiler.record_executions();
    compiler.set_file("a.cdl", &broken);
    let found = codes(&mut compiler);
    assert!(!found.is_empty() && !found.contains(&"E0433"), "{found:?}");
    let edited = compiler.executions();
    assert_eq!(runs(&edited, "meaning"), 1, "{edited:?}");
    compiler.set_file("a.cdl", &whole);
    assert_eq!(codes(&mut compiler), ["E0433"]);
}
