//! What a run leaves to be looked at.

use std::path::Path;
use std::process::{Command, Output};

use super::{cdl, file, folder};

const MODEL: &str = "model Fall(height: Length = 2 m) {
  body ball { mass = 1 kg; shape = sphere(diameter = 10 cm); start = { position = [0, 0, 1] * height } }
  joint drop: free from world to ball
  record ball.position.z as place
}
experiment once = Fall() { simulate 0.1 s with rk4(step = 1 ms), every 10 ms }
experiment often = Fall() {
  simulate 0.1 s with rk4(step = 1 ms)
  vary height = [1, 2, 3] m
}
";

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Numbers alone, of runs and of studies, also where an older run has left a page there.
#[test]
fn a_run_without_a_page_leaves_numbers() {
    let folder = folder("shown_nothing");
    let path = file(&folder, "fall.cdl", MODEL);
    for (experiment, page, numbers) in [
        (
            "once",
            &["picture.svg", "report.html", "results.csv", "summary.json"][..],
            &["results.csv", "summary.json"][..],
        ),
        (
            "often",
            &["report.html", "results.csv", "summary.json", "variants.jsonl"],
            &["results.csv", "summary.json", "variants.jsonl"],
        ),
    ] {
        let out = folder.join(experiment);
        let to = out.to_str().expect("UTF-8");
        let run = ["run", &path, "--experiment", experiment, "--out", to];
        let answer = cdl(&run);
        assert_eq!((answer.code, names(&out)), (0, page.map_names()), "{}", answer.err);
        assert!(answer.err.contains("open ") && answer.err.contains("report.html"));
        let rows = std::fs::read(out.join("results.csv")).expect("rows");
        let answer = cdl(&[&run[..], &["--report", "none"]].concat());
        assert_eq!((answer.code, names(&out)), (0, numbers.map_names()), "{}", answer.err);
        assert!(!answer.err.contains("report.html"), "{}", answer.err);
        assert_eq!(std::fs::read(out.join("results.csv")).expect("rows"), rows);
    }
    let answer = cdl(&["run", &path, "--report", "none", "--open"]);
    assert_eq!(answer.code, 64, "{}", answer.err);
}

trait Names {
    fn map_names(&self) -> Vec<String>;
}

impl Names for [&str] {
    fn map_names(&self) -> Vec<String> {
        self.iter().map(|&name| name.to_owned()).collect()
    }
}

/// With what the system has for that; where it has nothing, that is said, and the run has ended well.
#[cfg(target_os = "linux")]
#[test]
fn a_page_is_opened_where_that_is_asked_for() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("shown_opened");
    let path = file(&folder, "fall.cdl", MODEL);
    let run = |programs: &Path| -> Output {
        let out = folder.join("out");
        Command::new(env!("CARGO_BIN_EXE_cdl"))
            .args(["run", &path, "--open", "--out"])
            .arg(&out)
            .env("PATH", programs)
            .output()
            .expect("the binary starts")
    };
    let programs = folder.join("programs");
    std::fs::create_dir_all(&programs).expect("a folder");
    let answer = run(&programs);
    let said = String::from_utf8_lossy(&answer.stderr).into_owned();
    assert!(answer.status.success() && said.contains("the page cannot be opened"), "{said}");
    let opened = folder.join("opened");
    let program = programs.join("xdg-open");
    std::fs::write(&program, format!("#!/bin/sh\necho \"$1\" > {}\n", opened.display()))
        .expect("a program");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("runs");
    let answer = run(&programs);
    assert!(answer.status.success());
    let wait = || {
        // It is not waited for.
        for _ in 0..200 {
            let is_there = std::fs::read_to_string(&opened).is_ok_and(|own| !own.is_empty());
            if is_there {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        std::fs::read_to_string(&opened).expect("opened")
    };
    let page = wait();
    assert!(page.trim().ends_with("out/report.html"), "{page}");
    std::fs::remove_file(&opened).expect("removed");
    let compared = folder.join("compared.html");
    let answer = Command::new(env!("CARGO_BIN_EXE_cdl"))
        .args(["compare", "--open", "--page"])
        .args([&compared, &folder.join("out"), &folder.join("out")])
        .env("PATH", &programs)
        .output()
        .expect("the binary starts");
    assert!(answer.status.success());
    assert!(wait().trim().ends_with("compared.html"));
    assert_eq!(cdl(&["compare", &path, &path, "--open"]).code, 64, "without a page");
}

/// First what was found, then whether it can be trusted, then how it was solved; extremes are those of the rows.
#[test]
fn a_summary_begins_with_what_was_found() {
    let folder = folder("shown_first");
    let text = "model Swing(length: Length = 2 m) {
  body bob { mass = 1 kg; shape = sphere(diameter = 10 cm, centre = [0 m, 0 m, -length]) }
  joint pin: revolute(axis = y) from world to bob { start = { angle = 30 deg } }
  record pin.angle in deg as swing, energy.kinetic in mJ
}
experiment once = Swing() {
  simulate 2 s with energy_momentum(step = 1 ms), every 10 ms
  record maximum(pin.rate) as fastest
  require slow: fastest < 1 MHz * 1 rad
}
";
    let path = file(&folder, "swing.cdl", text);
    let out = folder.join("out");
    let answer = cdl(&["run", &path, "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let place = |word: &str| {
        let mut lines = answer.err.lines();
        let found = lines.position(|line| line.trim_start().starts_with(word));
        found.unwrap_or_else(|| panic!("no {word}: {}", answer.err))
    };
    let order = [
        "fastest",
        "swing ",
        "energy.kinetic ",
        "slow ",
        "length ",
        "energy ledger ",
        "steps ",
        "integrator ",
        "size ",
        "solver time ",
    ];
    assert!(order.map(place).is_sorted(), "{}", answer.err);
    let mut table = csv::Reader::from_path(out.join("results.csv")).expect("rows");
    let rows: Vec<[f64; 2]> = table
        .records()
        .map(|row| [0, 1].map(|k| row.as_ref().expect("a row")[k].parse().expect("a number")))
        .collect();
    let lowest = rows.iter().min_by(|a, b| a[1].total_cmp(&b[1])).expect("a row");
    let summary = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    let swing = &summary["extremes"][0];
    assert_eq!((swing["name"].as_str(), swing["unit"].as_str()), (Some("swing"), Some("deg")));
    assert_eq!(swing["smallest"]["time"].as_f64(), Some(lowest[0]));
    assert_eq!(swing["smallest"]["value"].as_f64(), Some(lowest[1]));
    assert_eq!(swing["largest"]["time"].as_f64(), Some(0.0));
    assert_eq!(summary["extremes"].as_array().map(Vec::len), Some(2));
}

/// A page that cannot be written does not hide how the run ended: both are told, and its exit code stays.
#[cfg(unix)]
#[test]
fn what_ended_a_run_is_told_beside_a_page_that_cannot_be_written() {
    let folder = folder("no_page");
    let model = "model Fall(mass: Mass = 1 kg) {
  body ball { mass = mass; shape = sphere(diameter = 10 cm) }
  joint drop: free from world to ball
  force f on ball = [0, 0, 1] * 1 N.s / (0.05 s - floor(time / 10 ms) * 10 ms)
  record ball.position.z as place
}
experiment faulty = Fall() { simulate 0.1 s with rk4(step = 1 ms), every 10 ms }
experiment missed = Fall() { simulate 0.04 s with rk4(step = 1 ms); require high: maximum(ball.position.z) > 1 km }
experiment often = Fall() { simulate 0.1 s with rk4(step = 1 ms), every 10 ms; vary mass = [1, 2] kg }
experiment good = Fall() { simulate 0.04 s with rk4(step = 1 ms) }
";
    let path = file(&folder, "fall.cdl", model);
    for (experiment, code, said) in [
        ("faulty", 2, "error[E0501]"),
        ("missed", 3, "error[E0521]"),
        ("often", 2, "error: with mass = 2 kg: E0501"),
        ("good", 2, ""),
    ] {
        // There is room for rows, and none for a page.
        let script = format!(
            "ulimit -f 40; exec {} run {path} --experiment {experiment} --out {}",
            env!("CARGO_BIN_EXE_cdl"),
            folder.join(experiment).to_str().expect("UTF-8")
        );
        let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{experiment}: {err}");
        assert!(err.contains(said), "{experiment}: {err}");
        let unwritten = err.lines().filter(|line| line.starts_with("cannot write results to"));
        assert_eq!(unwritten.count(), 1, "{experiment}: {err}");
    }
}

/// What is computed is worth more than its page: a folder where the page belongs is said at the end, of runs and studies.
#[test]
fn a_folder_in_the_place_of_a_page_does_not_stop_a_run() {
    let folder = folder("page-is-a-folder");
    let text = "model Fall(mass: Mass = 1 kg) {
  body ball { mass = mass; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = z) from world to ball
  record rail.displacement
}
experiment one = Fall() { simulate 1 s with rk4(step = 10 ms), every 100 ms }
experiment many = Fall() { vary mass = [1, 2] kg; simulate 1 s with rk4(step = 10 ms) }
";
    let path = file(&folder, "fall.cdl", text);
    for experiment in ["one", "many"] {
        let out = folder.join(experiment);
        std::fs::create_dir_all(out.join("report.html/inner")).expect("a folder");
        let to = out.to_str().expect("UTF-8");
        let answer = cdl(&["run", &path, "--experiment", experiment, "--out", to]);
        assert_eq!(answer.code, 2, "{}", answer.err);
        assert!(answer.err.contains("report.html"), "{}", answer.err);
        let rows = std::fs::read_to_string(out.join("results.csv")).expect("rows");
        assert!(rows.lines().count() > 2, "{rows}");
        let summary = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
        assert!(summary.contains("\"completed\""), "{summary}");
        // Who asks for no page is told of none.
        let quiet = ["run", &path, "--experiment", experiment, "--out", to, "--report", "none"];
        assert_eq!(cdl(&quiet).code, 0);
    }
}

/// What a text parameter is, as it would be written in a model: programs read it back, and a terminal that shows the file obeys nothing.
#[test]
fn texts_in_json_have_nothing_that_a_terminal_would_obey() {
    let folder = folder("texts-in-json");
    let text = "model T(word: Text = \"plain\") {
  body b { mass = 1 kg }
  joint j: prismatic(axis = z) from world to b
  record b.position
}
experiment one = T(word = \"a\u{202e}b\u{1b}[31mc\\\"d\\n\") { simulate 1 s with rk4(step = 100 ms) }
experiment many = T() {
  vary word = [\"a\u{202e}b\u{1b}[31mc\\\"d\\n\", \"e\"]
  simulate 1 s with rk4(step = 100 ms)
}
";
    let path = file(&folder, "texts.cdl", text);
    let run = |experiment: &str| {
        let out = folder.join(experiment);
        let to = out.to_str().expect("UTF-8");
        assert_eq!(cdl(&["run", &path, "--experiment", experiment, "--out", to]).code, 0);
        let page = std::fs::read_to_string(out.join("report.html")).expect("a page");
        assert!(!page.contains(['\u{202e}', '\u{1b}']), "the page is not turned");
        std::fs::read_to_string(out.join("summary.json")).expect("a summary")
    };
    let (one, many) = (run("one"), run("many"));
    let listed = cdl(&["list", &path, "--json"]).out;
    let graph = cdl(&["graph", &path, "--format", "json"]).out;
    for json in [&one, &many, &listed, &graph] {
        assert!(!json.contains(['\u{202e}', '\u{1b}']), "{json}");
    }
    let value = |json: &str| serde_json::from_str::<serde_json::Value>(json).expect("JSON");
    let word = "a\u{202e}b\u{1b}[31mc\"d\n";
    let written = "\"a\u{202e}b\u{1b}[31mc\\\"d\\n\"";
    assert_eq!(value(&one)["parameters"][0]["text"], written);
    assert_eq!(value(&listed)["experiments"][0]["parameters"][0]["text"], written);
    assert_eq!(value(&many)["variants"][0]["varied"][0], word);
}
