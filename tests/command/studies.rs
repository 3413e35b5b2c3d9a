//! Studies: grids, bytes that do not depend on threads, interruptions, variants that fail.

use std::path::Path;

use crate::{cdl, file, folder};

/// At rest the spring is longer by the force over its stiffness.
const SPRINGS: &str = "\
model Spring(pull: Force = 1 N, stiffness: Stiffness = 100 N/m, links: Int = 1) {
  body mass { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to mass { stiffness = stiffness }
  force load on mass = pull * x
  cable tail: rigid_links(count = links) from world at [0, 3, 0] m to free { length = 1 m; mass = 1 kg }
}
experiment grid = Spring() {
  vary pull = 0 N .. 2 kN { count = 5 }
  vary stiffness = [2, 5] kN/m
  equilibrium
  record rail.displacement as stretch
  require short: rail.displacement < 0.45 m
}
experiment divided = Spring() {
  vary links = [1, 2, 5]
  simulate 100 ms with rk4(step = 1 ms)
  record tail.end.position.z as low, maximum(tail.start.tension) as peak
}
experiment tilted = Tilted() {
  vary tilt = 0 deg .. 60 deg { count = 3 }
  equilibrium
  record mass.position.x as x
}
model Tilted(tilt: Angle = 10 deg) {
  body mass { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = [cos(tilt), 0, -sin(tilt)]) from world to mass { stiffness = 981 N/m }
}
experiment hard = Spring() {
  vary stiffness = [1 kN/m, 0 N/m, 2 kN/m]
  vary pull = [1, 2] N
  equilibrium
  record rail.displacement as stretch
}
experiment refused = Spring() {
  vary pull = [1, 2] N
  vary stiffness = [1, -2, 3] kN/m
  equilibrium
  record rail.displacement as stretch
}
";

struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(folder: &Path) -> Self {
        let text = std::fs::read_to_string(folder.join("results.csv")).expect("a table");
        let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect());
        Self { header: lines.next().expect("a header"), rows: lines.collect() }
    }

    fn numbers(&self, name: &str) -> Vec<f64> {
        self.words(name).iter().map(|word| word.parse().expect("a number")).collect()
    }

    fn words(&self, name: &str) -> Vec<String> {
        let place = self.header.iter().position(|own| own == name);
        let place = place.unwrap_or_else(|| panic!("no {name} in {:?}", self.header));
        self.rows.iter().map(|row| row[place].clone()).collect()
    }
}

#[test]
fn a_grid_is_one_table_with_the_closed_form_in_it() {
    let folder = folder("grid");
    let path = file(&folder, "springs.cdl", SPRINGS);
    let out = folder.join("out");
    let answer =
        cdl(&["run", &path, "--experiment", "grid", "--out", out.to_str().expect("UTF-8")]);
    // 2 kN over 2 kN/m is 1 m, so the criterion is not met everywhere.
    assert_eq!(answer.code, 3, "{}", answer.err);
    let table = Table::read(&out);
    assert_eq!(
        table.header,
        [
            "pull [N]",
            "stiffness [kN/m]",
            "stretch [m]",
            "require short",
            "outcome",
            "message",
            "notes"
        ]
    );
    assert_eq!(table.rows.len(), 10);
    let [pull, stiffness, stretch] =
        ["pull [N]", "stiffness [kN/m]", "stretch [m]"].map(|own| table.numbers(own));
    assert_eq!(pull[..4], [0.0, 0.0, 500.0, 500.0]);
    assert_eq!(stiffness[..4], [2.0, 5.0, 2.0, 5.0]);
    for row in 0..10 {
        let expected = pull[row] / (1e3 * stiffness[row]);
        assert!((stretch[row] - expected).abs() < 1e-9, "{row}: {}", stretch[row]);
        let verdict = if expected < 0.45 { "met" } else { "failed" };
        assert_eq!(table.words("require short")[row], verdict, "{row}");
    }
    let page = std::fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(page.contains("stiffness = 5 kN/m"), "a curve for each stiffness");
    let summary = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!(summary["variants"].as_array().expect("a list").len(), 10);
    assert_eq!(summary["outcome"], serde_json::json!({ "kind": "completed" }));
    assert_eq!(summary["overrides"], serde_json::json!({}));
    assert_eq!(summary["varied"][1]["unit"], "kN/m");
    assert!(!answer.err.contains("compiled"), "numbers need no compiler: {}", answer.err);
}

/// On a slope of 981 N/m the mass hangs at 9.81 N sin(tilt) / 981 N/m along it.
#[test]
fn angles_are_varied_in_degrees() {
    let folder = folder("angles");
    let path = file(&folder, "springs.cdl", SPRINGS);
    let out = folder.join("out");
    let answer =
        cdl(&["run", &path, "--experiment", "tilted", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(!answer.err.contains("compiled"), "{}", answer.err);
    let table = Table::read(&out);
    assert_eq!(table.numbers("tilt [deg]"), [0.0, 30.0, 60.0]);
    for (x, tilt) in table.numbers("x [m]").iter().zip([0.0_f64, 30.0, 60.0]) {
        let tilt = tilt.to_radians();
        assert!((x - 0.01 * tilt.sin() * tilt.cos()).abs() < 1e-12, "{x}");
    }
}

/// The folder says that the study goes on, and by which process; one that was killed says so for ever.
#[cfg(unix)]
#[test]
fn a_study_that_is_killed_says_that_it_runs() {
    let folder = folder("killed-study");
    let text = SPRINGS.replace("simulate 100 ms", "simulate 1e6 s");
    let (path, out) = (file(&folder, "springs.cdl", &text), folder.join("out"));
    let out_text = out.to_str().expect("UTF-8");
    let arguments =
        ["run", &path, "--experiment", "divided", "--out", out_text, "--set", "pull=3 N"];
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cdl"))
        .args(arguments)
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the binary starts");
    let summary = || -> Option<serde_json::Value> {
        serde_json::from_str(&std::fs::read_to_string(out.join("summary.json")).ok()?).ok()
    };
    while summary().is_none() {
        assert!(child.try_wait().expect("a process").is_none(), "it ended");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let refused = cdl(&arguments);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(refused.err.contains(&format!("(process {})", child.id())), "{}", refused.err);
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let summary = summary().expect("a summary");
    assert_eq!(summary["outcome"], serde_json::json!({ "kind": "running", "process": child.id() }));
    assert_eq!(summary["overrides"], serde_json::json!({ "pull": "3 N" }));
    assert!(!out.join("report.html").exists());
}

#[test]
fn bytes_do_not_depend_on_threads_nor_on_interruptions() {
    let folder = folder("threads");
    let path = file(&folder, "springs.cdl", SPRINGS);
    let run = |name: &str, jobs: &str| {
        let out = folder.join(name);
        let shown = out.to_str().expect("UTF-8").to_owned();
        cdl(&["run", &path, "--experiment", "grid", "--out", &shown, "--jobs", jobs]);
        (std::fs::read(out.join("results.csv")).expect("a table"), out)
    };
    let (one, out) = run("one", "1");
    let (many, _) = run("many", "4");
    assert_eq!(one, many);
    // As if it had been interrupted after three variants, the fourth being written.
    let journal = out.join("variants.jsonl");
    let text = std::fs::read_to_string(&journal).expect("a journal");
    assert_eq!(text.lines().count(), 10);
    let kept: Vec<&str> = text.lines().take(4).collect();
    let torn = kept.join("\n");
    std::fs::write(&journal, &torn[..torn.len() - 20]).expect("written");
    let shown = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "grid", "--out", shown]);
    assert!(answer.err.contains("computed before") && answer.err.contains("  3"), "{}", answer.err);
    assert_eq!(std::fs::read(out.join("results.csv")).expect("a table"), one);
    // Another model is computed anew.
    std::fs::write(&path, SPRINGS.replace("mass = 1 kg; inertia", "mass = 2 kg; inertia"))
        .expect("written");
    let answer = cdl(&["run", &path, "--experiment", "grid", "--out", shown]);
    assert!(!answer.err.contains("computed before"), "{}", answer.err);
}

#[test]
fn what_changes_the_structure_is_compiled_for_each_variant() {
    let folder = folder("structure");
    let path = file(&folder, "springs.cdl", SPRINGS);
    let out = folder.join("out");
    let shown = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "divided", "--out", shown]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.err.contains("compiled  "), "{}", answer.err);
    let table = Table::read(&out);
    assert_eq!(table.numbers("links [1]"), [1.0, 2.0, 5.0]);
    // A variant is the experiment with its parameters set.
    for (row, links) in ["1", "2", "5"].iter().enumerate() {
        let alone = folder.join(links);
        let set = format!("links={links}");
        let answer = cdl(&[
            "run",
            &path,
            "--experiment",
            "divided",
            "--set",
            &set,
            "--out",
            alone.to_str().expect("UTF-8"),
        ]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        let summary = std::fs::read_to_string(alone.join("summary.json")).expect("a summary");
        let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
        let peak = summary["statistics"][0]["value"].as_f64().expect("a number");
        // Rows that nobody wants are not computed, which is a matter of rounding.
        assert!((table.numbers("peak [N]")[row] / peak - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_variant_that_fails_is_a_row_and_stops_no_other() {
    let folder = folder("failing");
    let path = file(&folder, "springs.cdl", SPRINGS);
    let out = folder.join("out");
    let answer =
        cdl(&["run", &path, "--experiment", "hard", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 2, "{}", answer.err);
    let table = Table::read(&out);
    assert_eq!(
        table.words("outcome"),
        ["completed", "completed", "failed", "failed", "completed", "completed"]
    );
    let stretch = table.words("stretch [m]");
    assert_eq!((stretch[2].as_str(), stretch[3].as_str()), ("NaN", "NaN"));
    assert!(table.words("message")[2].contains("E0508"), "{:?}", table.words("message"));
    assert!(answer.err.contains("with stiffness = 0"), "{}", answer.err);
}

/// As it is with `--set`: nothing is computed with a number that a field does not take, in the midst of others.
#[test]
fn a_variant_that_the_language_refuses_has_failed() {
    let folder = folder("refused");
    let path = file(&folder, "springs.cdl", SPRINGS);
    let out = folder.join("out");
    let answer =
        cdl(&["run", &path, "--experiment", "refused", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 2, "{}", answer.err);
    let table = Table::read(&out);
    let each = ["completed", "failed", "completed"];
    assert_eq!(table.words("outcome"), [each, each].concat());
    assert!(table.words("message")[4].contains("E0306"), "{:?}", table.words("message"));
    assert!((table.words("stretch [m]")[3].parse::<f64>().expect("a number") - 2e-3).abs() < 1e-12);
}

/// What a field takes stands in the graph: neither the first of many variants nor one in their midst runs with what it does not take,
/// and no other one is compiled for that.
#[test]
fn numbers_that_a_field_does_not_take_are_refused_wherever_they_are() {
    let folder = folder("refused_within");
    let model = "model P(share: Real = 0) {
  body bob { mass = 2 kg; shape = sphere(diameter = 10 cm) }
  joint rail: prismatic(axis = z) from world to bob {
    stiffness = (1 - 4.8 * share * (1 - share)) * 100 N/m
    damping = 1 N.s/m
  }
  record rail.displacement
}
experiment within = P() { vary share = [0, 0.5, 1]; simulate 1 s with rk4(step = 10 ms) }
model Q(m: Mass = 1 kg) {
  body bob { mass = m; shape = sphere(diameter = 10 cm) }
  joint rail: prismatic(axis = z) from world to bob { stiffness = 10 N/m }
  record rail.displacement
}
experiment first = Q() { vary m = -1 kg .. 100 kg { count = 102 }; equilibrium }
";
    let path = file(&folder, "refused.cdl", model);
    let out = folder.join("out");
    let run = |name: &str| {
        cdl(&["run", &path, "--experiment", name, "--out", out.to_str().expect("UTF-8")])
    };
    let answer = run("within");
    assert_eq!(answer.code, 2, "{}", answer.err);
    let table = Table::read(&out);
    assert_eq!(table.words("outcome"), ["completed", "failed", "completed"]);
    assert!(
        answer.err.contains("with share = 0.5: E0306: the field `stiffness` must not be negative"),
        "{}",
        answer.err
    );
    let answer = run("first");
    assert_eq!(answer.code, 2, "{}", answer.err);
    let table = Table::read(&out);
    let outcome = table.words("outcome");
    // -1 kg and 0 kg.
    assert_eq!(outcome[..3], ["failed", "failed", "completed"]);
    assert_eq!(outcome.iter().filter(|own| **own == "completed").count(), 100);
    assert!(!answer.err.contains("compiled"), "{}", answer.err);
}

#[test]
fn a_study_is_a_test_too() {
    let path = file(&folder("study_test"), "springs.cdl", SPRINGS);
    let answer = cdl(&["test", &path]);
    assert_eq!(answer.code, 3, "{}", answer.out);
    assert!(answer.out.contains("grid: FAILED, 1 of 1"), "{}", answer.out);
    assert!(
        answer.out.contains("FAILED, in 3 of ")
            && answer.out.contains(" variants, first with pull = 1000 N, stiffness = 2 kN/m"),
        "{}",
        answer.out
    );
    let list = cdl(&["list", &path]);
    assert!(list.out.contains("varied") && list.out.contains("5 values"), "{}", list.out);
}

/// As they were written, and not in rad.
#[test]
fn a_list_has_values_in_their_units() {
    let model = "model P(angle: Angle = 30 deg) {
  body bob { mass = 1 kg; shape = sphere(diameter = 10 cm, centre = [0, 0, -1] m) }
  joint pin: revolute(axis = y) from world to bob { start = { angle = angle } }
}
experiment all = P() {
  vary angle = 1 deg .. 99 deg { count = 99 }
  simulate 1 s with rk4(step = 10 ms)
  record maximum(pin.rate) as fastest
}
";
    let path = file(&folder("list_units"), "pendulum.cdl", model);
    let list = cdl(&["list", &path]);
    assert!(list.out.contains("1 deg ... 99 deg"), "{}", list.out);
    let list = cdl(&["list", &path, "--json"]);
    assert!(list.out.contains("\"57 deg\""), "{}", list.out);
}

/// What a run of its own would say, of each variant: states that stay, motors that let go, and what grows.
const NOTED: &str = "\
model Cart(push: Force = 0 N, damping: Real = 1, stiffness: Stiffness = 100 N/m) {
  body cart { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to cart { stiffness = stiffness }
  force load on cart = (push - damping * 1 N.s/m * rail.rate) * x
  state heat: Real = 0 { rate = rail.rate / 1 m }
  record rail.displacement
}
experiment swing = Cart() {
  vary damping = [1, -1]
  response(over = periods(1 s, 2 s, count = 2))
  input push
}
experiment shapes = Cart() {
  vary damping = [1, -1]
  modes(count = 1)
}
experiment plant = Cart() {
  vary stiffness = [1, 4] N/m
  linearize
  input push
}
";

#[test]
fn notes_of_variants_are_told() {
    let folder = folder("notes");
    let path = file(&folder, "cart.cdl", NOTED);
    for (experiment, grows) in [("swing", "grow by themselves"), ("shapes", "grows by itself")] {
        let out = folder.join(experiment);
        let to = out.to_str().expect("UTF-8");
        let answer = cdl(&["run", &path, "--experiment", experiment, "--out", to]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        assert!(answer.err.contains("small motions (all variants)"), "{}", answer.err);
        let line = answer.err.lines().find(|line| line.contains(grows)).expect("a line");
        assert!(line.ends_with("(with damping = -1)"), "{line}");
        let notes = Table::read(&out).words("notes");
        assert!(notes[0].contains("`heat` stays") && !notes[0].contains(grows), "{notes:?}");
        assert!(notes[1].contains("`heat` stays") && notes[1].contains(grows), "{notes:?}");
        for name in ["summary.json", "report.html"] {
            let text = std::fs::read_to_string(out.join(name)).expect("a file");
            assert!(text.contains(grows), "{name}");
        }
        // From an earlier call they are the same.
        let again = cdl(&["run", &path, "--experiment", experiment, "--out", to]);
        assert!(again.err.contains("computed before") && again.err.contains(line), "{}", again.err);
        assert_eq!(Table::read(&out).words("notes"), notes);
    }
}

/// `x'' = -k x + push` for each stiffness, also where an interruption has left only a part of them.
#[test]
fn each_variant_has_its_matrices() {
    let folder = folder("matrices");
    let path = file(&folder, "cart.cdl", NOTED);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let stiffness = |variant: &str| {
        let text = std::fs::read_to_string(out.join("variants").join(variant).join("A.csv"));
        let last = text.expect("a matrix").lines().last().expect("a row").to_owned();
        -last.split(',').nth(1).expect("a cell").parse::<f64>().expect("a number")
    };
    let arguments = ["run", &path, "--experiment", "plant", "--out", to];
    for lost in [None, Some("variants/2/D.csv"), Some("variants/2/key.txt"), Some("variants")] {
        if let Some(lost) = lost {
            let lost = out.join(lost);
            let mark = out.join("variants/2/key.txt");
            let taken = if lost.is_dir() {
                std::fs::remove_dir_all(&lost)
            } else {
                std::fs::remove_file(&lost)
            };
            taken.expect("it was there");
            let _ = std::fs::remove_file(mark);
        }
        assert_eq!(cdl(&arguments).code, 0);
        assert_eq!([stiffness("1"), stiffness("2")], [1.0, 4.0], "{lost:?}");
        assert!(out.join("variants/2/D.csv").exists(), "{lost:?}");
    }
    let there = |name: &str| out.join("variants").join(name).exists();
    let refused = file(&folder, "refused.cdl", &NOTED.replace("[1, 4] N/m", "[1, -4] N/m"));
    assert_ne!(cdl(&["run", &refused, "--experiment", "plant", "--out", to]).code, 0);
    assert!(Table::read(&out).words("message")[1].contains("E0306"));
    assert_eq!(["1", "2"].map(there), [true, false]);
    // A study of fewer variants leaves none of those that it has not, also beyond one that was missing, and nothing else of whoever
    // wrote there.
    for other in ["variants/7", "variants/mine"] {
        std::fs::create_dir_all(out.join(other)).expect("a folder");
    }
    let fewer = file(&folder, "fewer.cdl", &NOTED.replace("[1, 4] N/m", "[9] N/m"));
    assert_eq!(cdl(&["run", &fewer, "--experiment", "plant", "--out", to]).code, 0);
    assert_eq!(stiffness("1"), 9.0);
    assert_eq!(["1", "2", "7", "mine"].map(there), [true, false, false, true]);
    // An experiment that makes none has none, also where all of it comes from the journal.
    for _ in 0..2 {
        std::fs::create_dir_all(out.join("variants/1")).expect("a folder");
        assert_eq!(cdl(&["run", &path, "--experiment", "shapes", "--out", to]).code, 0);
        assert!(!there("1") && there("mine"));
    }
}

/// Where some fail, the line of a criterion says how many were not judged.
#[test]
fn what_was_not_judged_is_not_called_missed() {
    let folder = folder("not_judged");
    let path = file(&folder, "springs.cdl", &SPRINGS.replace(
        "vary stiffness = [1 kN/m, 0 N/m, 2 kN/m]\n  vary pull = [1, 2] N",
        "vary stiffness = [1 kN/m, 0 N/m, 2 kN/m]\n  vary pull = [1, 2] N\n  require short: rail.displacement < 1.5 mm",
    ));
    let out = folder.join("out");
    let answer =
        cdl(&["run", &path, "--experiment", "hard", "--out", out.to_str().expect("UTF-8")]);
    let told = "FAILED: met by 3 of 6 variants, missed by 1, not judged in 2";
    assert!(answer.err.contains(told), "{}", answer.err);
}
