//! The `cdl` command as a person calls it: the real binary, its output and its exit codes.

#[path = "command/arrow.rs"]
mod arrow;
#[path = "command/cases.rs"]
mod cases;
#[path = "command/compare.rs"]
mod compare;
#[path = "command/criteria.rs"]
mod criteria;
#[path = "command/examples.rs"]
mod examples;
#[path = "command/files.rs"]
mod files;
#[path = "command/linearize.rs"]
mod linearize;
#[path = "command/mistakes.rs"]
mod mistakes;
#[path = "command/modes.rs"]
mod modes;
#[path = "command/pages.rs"]
mod pages;
#[path = "command/plots.rs"]
mod plots;
#[path = "command/profiles.rs"]
mod profiles;
#[path = "command/samples.rs"]
mod samples;
#[path = "command/shown.rs"]
mod shown;
#[path = "command/streams.rs"]
mod streams;
#[path = "command/studies.rs"]
mod studies;
#[path = "command/units.rs"]
mod units;
#[path = "command/unknowns.rs"]
mod unknowns;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a call of the binary printed and how it ended.
struct Answer {
    code: i32,
    out: String,
    err: String,
}

fn cdl(arguments: &[&str]) -> Answer {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_cdl"))
        .args(arguments)
        .current_dir(root)
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary starts");
    Answer {
        code: status.code().expect("the command is not killed"),
        out: String::from_utf8(stdout).expect("UTF-8"),
        err: String::from_utf8(stderr).expect("UTF-8"),
    }
}

/// What the script of a page reads.
fn page_data(page: &str) -> serde_json::Value {
    let data = page.split("id=\"data\">").nth(1).expect("data").split("</script>").next();
    serde_json::from_str(data.expect("data")).expect("JSON")
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder for the test");
    path
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the file is written");
    path.to_str().expect("UTF-8").to_owned()
}

const BROKEN: &str = "\
model Broken {
  body ball { mass = 3 m; start = { position = [0, 0, 1] m } }
  record ball.positon
}
experiment drop = Broken() { simulate 1 s with rk4(step = 1 ms) }
";

#[test]
fn a_good_model_checks_with_0_and_a_wrong_one_with_1() {
    assert_eq!(cdl(&["check", "examples/tether.cdl"]).code, 0);
    let path = file(&folder("check"), "broken.cdl", BROKEN);
    let answer = cdl(&["check", &path]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("E0301") && answer.err.contains("E0209"), "{}", answer.err);
    assert!(answer.err.contains("2 errors"), "{}", answer.err);
}

#[test]
fn programs_get_one_json_object_per_line() {
    let path = file(&folder("json"), "broken.cdl", BROKEN);
    let answer = cdl(&["check", &path, "--message-format", "json"]);
    assert_eq!(answer.code, 1);
    let lines: Vec<serde_json::Value> = answer
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    assert_eq!(lines.len(), 2, "{}", answer.out);
    let codes: Vec<_> = lines.iter().map(|line| line["code"].as_str().expect("a code")).collect();
    assert_eq!(codes, ["E0301", "E0209"]);
}

#[test]
fn wrong_usage_ends_with_64() {
    assert_eq!(cdl(&["chek", "examples/tether.cdl"]).code, 64);
    assert_eq!(cdl(&["run"]).code, 64);
    assert_eq!(cdl(&["check", "there/is/no/such.cdl"]).code, 64);
    assert_eq!(cdl(&["run", "examples/tether.cdl", "--set", "links"]).code, 64);
    assert_eq!(cdl(&["explain", "E9999"]).code, 64);
    assert_eq!(cdl(&["reference", "spaceship"]).code, 64);
    assert_eq!(cdl(&["graph", "examples/tether.cdl", "--stage", "nowhere"]).code, 64);
    assert_eq!(cdl(&["--help"]).code, 0);
}

#[test]
fn a_run_leaves_results_a_page_a_picture_and_a_summary() {
    let out = folder("run");
    let answer = cdl(&[
        "run",
        "examples/tether.cdl",
        "--set",
        "links=8",
        "--out",
        out.to_str().expect("UTF-8"),
    ]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let csv = std::fs::read_to_string(out.join("results.csv")).expect("results.csv");
    let mut lines = csv.lines();
    let header = lines.next().expect("a header");
    assert!(header.starts_with("time [s],"), "{header}");
    assert!(header.contains("tether.end.position.x [m]"), "{header}");
    assert_eq!(lines.count(), 1001);
    let page = std::fs::read_to_string(out.join("report.html")).expect("report.html");
    assert!(page.contains("Content-Security-Policy"), "nothing forbids the page the network");
    assert!(!page.contains("<script src="), "the page loads a script");
    assert!(out.join("picture.svg").exists());
    let summary = std::fs::read_to_string(out.join("summary.json")).expect("summary.json");
    serde_json::from_str::<serde_json::Value>(&summary).expect("the summary is JSON");
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let run = |name: &str| {
        let out = folder(name);
        let answer =
            cdl(&["run", "examples/double_pendulum.cdl", "--out", out.to_str().expect("UTF-8")]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        std::fs::read(out.join("results.csv")).expect("results.csv")
    };
    assert!(run("same_a") == run("same_b"));
}

#[test]
fn a_run_that_fails_ends_with_2_keeps_its_rows_and_names_the_source_line() {
    let text = "\
model Fails {
  body ball { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2; start = { position = [0, 0, 1] m } }
  force push on ball = [1, 0, 0] N / (1 - time / 0.5 s)
  record ball.position
}
experiment push = Fails() { simulate 1 s with rk4(step = 1 ms), every 10 ms }
";
    let out = folder("fault");
    let path = file(&out, "fails.cdl", text);
    let answer = cdl(&["run", &path, "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 2, "{}", answer.err);
    assert!(answer.err.contains("E0501") && answer.err.contains("push"), "{}", answer.err);
    assert!(answer.err.contains("fails.cdl:3"), "{}", answer.err);
    let csv = std::fs::read_to_string(out.join("results.csv")).expect("results.csv");
    assert!(csv.lines().count() > 40, "rows until the fault are kept");
}

/// The run goes to its end, its results are kept and marked, and it is a failure unless that is allowed.
#[test]
fn a_run_whose_energy_ledger_does_not_close_ends_with_2() {
    let model = "tests/models/right_numbers/verdict.cdl";
    let run = |experiment: &str, more: &[&str]| {
        let out = folder(&format!("verdict-{experiment}-{}", more.len()));
        let path = out.to_str().expect("UTF-8").to_owned();
        let mut arguments = vec!["run", model, "--experiment", experiment, "--out", &path];
        arguments.extend(more);
        let answer = cdl(&arguments);
        let summary = std::fs::read_to_string(out.join("summary.json")).expect("summary.json");
        let page = std::fs::read_to_string(out.join("report.html")).expect("report.html");
        let rows = std::fs::read_to_string(out.join("results.csv")).expect("results.csv");
        let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
        (answer, summary, page, rows.lines().count())
    };
    let (failed, summary, page, rows) = run("cord", &[]);
    assert_eq!(failed.code, 2, "{}", failed.err);
    assert!(
        failed.err.contains("error[E0509]") && failed.err.contains("exchanged ("),
        "{}",
        failed.err
    );
    // Before the run, at the line of the spring.
    assert!(
        failed.err.contains("warning[W0511]") && failed.err.contains("verdict.cdl:11"),
        "{}",
        failed.err
    );
    assert!(failed.err.find("W0511") < failed.err.find("E0509"), "{}", failed.err);
    assert_eq!(summary["outcome"]["kind"], "unbalanced");
    assert_eq!(summary["energy"]["verdict"], "failed");
    assert!(summary["energy"]["ratio"].as_f64().is_some_and(|ratio| ratio > 0.5), "{summary}");
    assert!(
        summary["warnings"][0].as_str().is_some_and(|text| text.contains("`cord`")),
        "{summary}"
    );
    assert!(page.contains("role=\"alert\">These results are not to be used"));
    assert_eq!(rows, 252);

    let (allowed, summary, page, _) = run("cord", &["--allow-imbalance"]);
    assert_eq!(allowed.code, 0, "{}", allowed.err);
    assert!(allowed.err.contains("warning[W0510]"), "{}", allowed.err);
    assert_eq!(summary["outcome"]["kind"], "completed");
    assert_eq!(summary["energy"]["verdict"], "failed");
    assert!(page.contains("Warning: the energy ledger does not close"));

    let (quiet, ..) = run("cord", &["--quiet", "--color", "never"]);
    assert_eq!(quiet.code, 2);
    assert!(quiet.err.starts_with("error[E0509]"), "{}", quiet.err);

    // What is no number is never allowed.
    let (flooded, summary, ..) = run("flooded", &["--allow-imbalance"]);
    assert_eq!(flooded.code, 2, "{}", flooded.err);
    assert_eq!(summary["energy"]["verdict"], "not_finite");

    let (coarse, summary, page, _) = run("coarse", &[]);
    assert_eq!(coarse.code, 0, "{}", coarse.err);
    assert!(coarse.err.contains("warning[W0510]"), "{}", coarse.err);
    assert_eq!(summary["energy"]["verdict"], "open");
    assert!(page.contains("Warning: the energy ledger is open"));

    let (fine, summary, ..) = run("fine", &[]);
    assert_eq!((fine.code, fine.err.contains("warning")), (0, false), "{}", fine.err);
    assert_eq!(
        (&summary["energy"]["verdict"], &summary["warnings"]),
        (&"closed".into(), &serde_json::Value::Null)
    );
}

#[test]
fn a_parameter_is_set_with_its_unit_and_checked() {
    let out = folder("set");
    let out = out.to_str().expect("UTF-8");
    let good = cdl(&["run", "examples/crane.cdl", "--set", "payload=500 kg", "--out", out]);
    assert_eq!(good.code, 0, "{}", good.err);
    let wrong = cdl(&["run", "examples/crane.cdl", "--set", "payload=500 m", "--out", out]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("E0301"), "{}", wrong.err);
    let unknown = cdl(&["run", "examples/crane.cdl", "--set", "paylod=500 kg", "--out", out]);
    assert_eq!(unknown.code, 1);
    assert!(unknown.err.contains("payload"), "{}", unknown.err);
}

#[test]
fn formatting_is_checked_and_done() {
    let path = file(&folder("fmt"), "ugly.cdl", "model  M{\nlet a=2   m\n}\n");
    assert_eq!(cdl(&["fmt", "--check", &path]).code, 1);
    assert_eq!(cdl(&["fmt", &path]).code, 0);
    assert_eq!(cdl(&["fmt", "--check", &path]).code, 0);
    let broken = file(&folder("fmt_broken"), "broken.cdl", "model M { let a = }\n");
    let answer = cdl(&["fmt", &broken]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("E0101"), "{}", answer.err);
}

#[test]
fn examples_are_in_the_standard_layout() {
    for example in std::fs::read_dir("examples").expect("examples").flatten() {
        let path = example.path();
        if path.extension().is_some_and(|extension| extension == "cdl") {
            let answer = cdl(&["fmt", "--check", path.to_str().expect("UTF-8")]);
            assert_eq!(answer.code, 0, "{}", answer.out);
        }
    }
}

/// The bars are too short for the crank to turn all round: at 1.3 m the rocker's and the rod's 1.5 m
/// reach for a part of the turn only. Where it ends they lie on one line, which is a singular position,
/// too.
#[test]
fn a_mechanism_that_jams_names_the_joint_and_the_time() {
    for (experiment, codes) in
        [("turn", &["E0506", "E0507"][..]), ("constrained", &["E0505", "E0506"])]
    {
        let out = folder(&format!("jams-{experiment}"));
        let answer = cdl(&[
            "run",
            "examples/crank_rocker.cdl",
            "--experiment",
            experiment,
            "--set",
            "base=1.3 m",
            "--out",
            out.to_str().expect("UTF-8"),
        ]);
        assert_eq!(answer.code, 2, "{}", answer.err);
        assert!(codes.iter().any(|code| answer.err.contains(code)), "{}", answer.err);
        for expected in ["Stopped at 0.", "examples/crank_rocker.cdl:"] {
            assert!(answer.err.contains(expected), "{expected}: {}", answer.err);
        }
    }
}

/// As in `cdl graph FILE | head`, where the reader has gone before all is written.
#[test]
fn a_reader_that_goes_away_has_seen_enough() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cdl"))
        .args(["graph", "examples/crane.cdl"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let Output { status, stderr, .. } = child.wait_with_output().expect("it ends");
    assert_eq!((status.code(), String::from_utf8_lossy(&stderr).as_ref()), (Some(0), ""));
}

#[test]
fn the_graph_prints_at_every_stage_and_in_every_format() {
    let stages = cdl(&["graph", "examples/crane.cdl", "--stage", "list"]);
    assert_eq!(stages.code, 0, "{}", stages.err);
    for stage in stages.out.lines() {
        let answer = cdl(&["graph", "examples/crane.cdl", "--stage", stage]);
        assert_eq!(answer.code, 0, "{stage}: {}", answer.err);
        assert!(answer.out.lines().count() > 10, "{stage}: {}", answer.out);
    }
    let dot = cdl(&["graph", "examples/crane.cdl", "--format", "dot"]);
    assert!(dot.out.starts_with("digraph"), "{}", dot.out);
    let json = cdl(&["graph", "examples/crane.cdl", "--format", "json"]);
    serde_json::from_str::<serde_json::Value>(&json.out).expect("JSON");
}

#[test]
fn codes_are_explained_and_kinds_described() {
    let page = cdl(&["explain", "E0301"]);
    assert_eq!(page.code, 0);
    assert!(page.out.contains("E0301"), "{}", page.out);
    let list = cdl(&["explain"]);
    for line in list.out.lines().filter(|line| line.starts_with('E')) {
        let code = line.split_whitespace().next().expect("a code");
        assert_eq!(cdl(&["explain", code]).code, 0, "{code}");
    }
    let cable = cdl(&["reference", "cable"]);
    assert!(cable.out.contains("rigid_links") && cable.out.contains("tension"), "{}", cable.out);
}

/// Variants lead to their kind, and words of other programs to how it is written here.
#[test]
fn what_is_no_kind_leads_to_what_comes_nearest() {
    for (name, expected) in [
        ("revolute", "one of `joint`"),
        ("drum", "`winch`"),
        ("print", "`record`"),
        ("boddy", "Did you mean `body`?"),
    ] {
        let answer = cdl(&["reference", name]);
        assert_eq!(answer.code, 64);
        assert!(answer.err.contains(expected), "{name}: {}", answer.err);
    }
}

#[test]
fn completions_are_written_for_the_shells() {
    for shell in ["bash", "zsh", "fish"] {
        let answer = cdl(&["completions", shell]);
        assert_eq!(answer.code, 0);
        assert!(answer.out.contains("cdl"));
    }
}

#[test]
fn files_that_are_no_text_are_wrong_usage() {
    let folder = folder("no_text");
    let path = folder.join("bytes.cdl");
    std::fs::write(&path, b"model M {\n \xff }").expect("written");
    let bytes = path.to_str().expect("UTF-8");
    for (path, expected) in [(bytes, "not UTF-8 text (line 2)"), ("examples", "it is a folder")] {
        for command in ["check", "run", "graph", "fmt"] {
            let answer = cdl(&[command, path]);
            assert_eq!(answer.code, 64, "{command} {path}: {}", answer.err);
            assert!(answer.err.contains(expected), "{command} {path}: {}", answer.err);
        }
    }
}

#[test]
fn a_byte_order_mark_and_line_ends_of_windows_change_nothing() {
    let tether = std::fs::read_to_string("examples/tether.cdl").expect("the example");
    let text = format!("\u{feff}{}", tether.replace('\n', "\r\n"));
    let answer = cdl(&["check", &file(&folder("mark"), "mark.cdl", &text)]);
    assert_eq!(answer.code, 0, "{}", answer.err);
}

#[test]
fn a_model_without_experiment_is_not_run() {
    let path = file(&folder("bare"), "bare.cdl", "const length = 3 m\n");
    let answer = cdl(&["run", &path]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("E0214") && answer.err.contains("experiment"), "{}", answer.err);
}

#[test]
fn results_that_cannot_be_written_are_one_message() {
    let taken = file(&folder("taken"), "taken", "");
    let answer = cdl(&["run", "examples/tether.cdl", "--out", &taken]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("cannot write results to"), "{}", answer.err);
    assert!(answer.err.lines().count() <= 2, "{}", answer.err);
}

#[test]
fn a_value_to_set_is_one_expression() {
    for value in ["links=(", "links=4;5", "links=4 }", "links=1e12", "links=1000000000000"] {
        let answer = cdl(&["run", "examples/tether.cdl", "--set", value]);
        assert_eq!(answer.code, 1, "{value}: {}", answer.err);
        assert!(answer.err.contains("error["), "{value}: {}", answer.err);
    }
}

/// As for what a shell starts in the background: programs leave that as it is, so another signal has to end them.
#[cfg(unix)]
fn is_interrupt_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & (1 << 1) != 0)
}

/// Ctrl-C: the rows so far are kept, with a page and a summary.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_it_has() {
    let out = folder("interrupted");
    let text = std::fs::read_to_string("examples/tether.cdl")
        .expect("the example")
        .replace("simulate 10 s", "simulate 1e6 s");
    let path = file(&out, "long.cdl", &text);
    let child = Command::new(env!("CARGO_BIN_EXE_cdl"))
        .args(["run", &path, "--out", out.to_str().expect("UTF-8")])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let csv = out.join("results.csv");
    let begun = || std::fs::metadata(&csv).is_ok_and(|metadata| metadata.len() > 0);
    for _ in 0..600 {
        if begun() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let signal = if is_interrupt_ignored() { "-TERM" } else { "-INT" };
    let signal = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(signal.expect("kill").success());
    let answer = child.wait_with_output().expect("it ends");
    assert_eq!(answer.status.code(), Some(2));
    let err = String::from_utf8_lossy(&answer.stderr);
    assert!(err.contains("interrupted at"), "{err}");
    assert!(begun() && out.join("report.html").exists() && out.join("summary.json").exists());
}
