//! Criteria, lists of what there is, and runs of all of it.

use crate::{cdl, file, folder};

const MODEL: &str = "\
model Swing(angle: Angle = 30 deg, length: Length = 1 m) {
  body bob { mass = 1 kg; shape = sphere(diameter = 10 cm, centre = [0, 0, -1] * length) }
  joint hinge: revolute(axis = y) from world to bob { start = { angle = angle } }
  record hinge.angle
}
experiment small = Swing(angle = 5 deg) {
  simulate 2 s with rk4(step = 5 ms), every 1 s
  record maximum(hinge.rate) as fastest
  require slow: fastest < 1 rad/s
  require ledger: energy.imbalance < 1e-6
}
experiment large = Swing(angle = 60 deg) {
  simulate 2 s with rk4(step = 5 ms), every 1 s
  record maximum(hinge.rate) as fastest
  require slow: fastest < 1 rad/s { note = \"it swings too fast\" }
}
experiment plain = Swing() { simulate 1 s with rk4(step = 5 ms), every 1 s }
";

#[test]
fn a_criterion_that_is_not_met_ends_with_3() {
    let folder = folder("criteria");
    let path = file(&folder, "swing.cdl", MODEL);
    let out = folder.join("out");
    let out = out.to_str().expect("UTF-8");
    let good = cdl(&["run", &path, "--experiment", "small", "--out", out]);
    assert_eq!(good.code, 0, "{}", good.err);
    assert!(good.err.contains("slow") && good.err.contains("met, 0.2"), "{}", good.err);
    let failed = cdl(&["run", &path, "--experiment", "large", "--out", out]);
    assert_eq!(failed.code, 3, "{}", failed.err);
    assert!(
        failed.err.contains("E0521") && failed.err.contains("it swings too fast"),
        "{}",
        failed.err
    );
    assert!(failed.err.contains("FAILED, 3.1"), "{}", failed.err);
    let summary = std::fs::read_to_string(format!("{out}/summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!(summary["criteria"][0]["verdict"], "failed");
    assert_eq!(summary["criteria"][0]["compared"][0]["right"], 1.0);
    let fastest = summary["statistics"][0]["value"].as_f64().expect("a number");
    // sqrt(2 g (1 - cos 60 deg) / l) for a point; the sphere's inertia takes 1e-3 of the square.
    assert!((fastest - (9.81_f64 / 1.001).sqrt()).abs() < 1e-5, "{fastest}");
    let page = std::fs::read_to_string(format!("{out}/report.html")).expect("a page");
    assert!(page.contains("Not met: slow."), "the page says it");
}

#[test]
fn what_a_file_has_is_listed() {
    let path = file(&folder("list"), "swing.cdl", MODEL);
    let text = cdl(&["list", &path]);
    assert_eq!(text.code, 0, "{}", text.err);
    for wanted in ["small: simulate Swing", "default 30 deg", "hinge.angle", "fastest < 1 rad/s"] {
        assert!(text.out.contains(wanted), "{wanted}: {}", text.out);
    }
    let json = cdl(&["list", &path, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["experiments"].as_array().expect("a list").len(), 3);
    let large = &json["experiments"][1];
    assert_eq!(large["parameters"][0]["name"], "angle");
    assert_eq!(large["parameters"][0]["text"], "60 deg");
    assert_eq!(large["parameters"][0]["default"], "30 deg");
    assert_eq!(large["statistics"][0]["unit"], "rad/s");
    assert_eq!(large["criteria"][0]["name"], "slow");
}

/// Also where it stands behind the file, and by the names that others would type.
#[test]
fn an_experiment_may_stand_behind_its_file() {
    let folder = folder("behind");
    let path = file(&folder, "swing.cdl", MODEL);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    for word in ["run", "study"] {
        let answer = cdl(&[word, &path, "plain", "--out", to, "--report", "none"]);
        assert!(answer.code == 0 && answer.err.contains("Swing: plain"), "{}", answer.err);
    }
    assert_eq!(cdl(&["diff", to, to]).code, 0);
    for wrong in
        [&["run", &path, "plain", "--experiment", "plain"][..], &["run", &path, "plain", "--all"]]
    {
        assert_eq!(cdl(wrong).code, 64, "{wrong:?}");
    }
    let answer = cdl(&["run", &path, "small.cdl"]);
    assert!(answer.code == 1 && answer.err.contains("small"), "{} {}", answer.code, answer.err);
}

/// In the unit in which it is demanded, whatever it is recorded in.
#[test]
fn demands_are_judged_in_their_own_units() {
    let text = MODEL.replace(
        "  require ledger: energy.imbalance < 1e-6\n",
        "  require lean: maximum(hinge.angle) < 0.1 deg + 5 deg
  require pull: maximum(norm(hinge.force)) < 0.02 kN
  require ledger: energy.imbalance < 1 %
",
    );
    let folder = folder("own_units");
    let path = file(&folder, "swing.cdl", &text);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "small", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    for wanted in ["met, 5 deg < 5.1 deg", "kN < 0.02 kN", "% < 1 %"] {
        assert!(answer.err.contains(wanted), "{wanted}: {}", answer.err);
    }
    let summary = std::fs::read_to_string(format!("{to}/summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!(summary["criteria"][1]["compared"][0]["unit"], "deg");
}

/// Which number has no value, since when, and why; each is told once.
#[test]
fn numbers_without_a_value_say_why() {
    let text = MODEL.replace(
        "experiment plain = Swing() { simulate 1 s with rk4(step = 5 ms), every 1 s }",
        "experiment plain = Swing() {
  simulate 1 s with rk4(step = 5 ms), every 1 s
  record average(sqrt(0.1 - time / 1 s)) as middle, maximum(hinge.rate) as fastest
  require known: maximum(ln(0.25 - time / 1 s)) < 3
  require at_the_end: 1 rad / (hinge.angle - hinge.angle) > 2
}",
    );
    let folder = folder("valueless");
    let path = file(&folder, "swing.cdl", &text);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "plain", "--out", to]);
    assert_eq!(answer.code, 3, "{}", answer.err);
    for wanted in [
        "warning: `middle` has no value: what it is the average of is no finite number at 0.105 s: square root of the negative number -0.005",
        "= what it is the maximum of is no finite number at 0.25 s: logarithm of 0, which is not positive",
        "= division by zero",
    ] {
        assert_eq!(answer.err.matches(wanted).count(), 1, "{wanted}: {}", answer.err);
    }
    assert!(!answer.err.contains("`fastest` has no value"), "{}", answer.err);
}

/// What acts, over which range, what is chosen and by what numbers are derived.
#[test]
fn a_list_says_what_an_experiment_asks_for_besides() {
    let text = MODEL.to_owned()
        + "model Driven(force: Force = 0 N, stiffness: Stiffness = 10 N/m) {
  body cart { mass = 1 kg }
  joint rail: prismatic(axis = x) from world to cart { stiffness = stiffness; damping = 1 N.s/m }
  force push on cart = force * x
  record rail.displacement
}
experiment swing = Driven() { response(over = periods(1 s, 20 s, count = 9)); input force }
experiment best = Swing() {
  simulate 1 s with rk4(step = 10 ms), every 1 s
  choose length = 80 cm .. 2 m { minimize = maximum(hinge.rate) }
}
experiment slope = Swing() { modes(count = 1); sensitivity length }
";
    let path = file(&folder("list-besides"), "swing.cdl", &text);
    let list = cdl(&["list", &path]);
    for wanted in [
        "inputs       force  N\n  over         period  1 s .. 20 s  9 rows",
        "chosen       length  80 cm .. 200 cm",
        "sensitivity  length",
    ] {
        assert!(list.out.contains(wanted), "{wanted}: {}", list.out);
    }
    let json = cdl(&["list", &path, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    let of = |name: &str| {
        let all = json["experiments"].as_array().expect("a list");
        all.iter().find(|own| own["name"] == name).expect("it is there").clone()
    };
    assert_eq!(of("swing")["over"]["last"], 20.0);
    assert_eq!(of("best")["chosen"][0]["high"], 200.0);
    assert_eq!(of("slope")["sensitivity"][0], "length");
}

#[test]
fn all_experiments_run_and_the_worst_counts() {
    let folder = folder("all");
    let path = file(&folder, "swing.cdl", MODEL);
    let out = folder.join("out");
    let answer = cdl(&["run", &path, "--all", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 3, "{}", answer.err);
    // Their pages have what draws scenes in common.
    let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("a file");
    assert!(read("cdl-three-0.187.0.js").contains("Copyright"));
    for experiment in ["small", "large", "plain"] {
        assert!(out.join(experiment).join("results.csv").exists(), "{experiment}");
        let page = read(&format!("{experiment}/report.html"));
        assert!(page.contains("src=\"../cdl-three-0.187.0.js\"") && page.len() < 400_000);
    }
    assert_eq!(cdl(&["run", &path, "--all", "--experiment", "small"]).code, 64);
}

/// A row without a name, which looks like one whose name is a condition.
#[test]
fn a_criterion_without_a_name_is_said_to_need_one() {
    let text = MODEL.replace("require slow: fastest < 1 rad/s { note", "require 1 N < 2 N { note");
    let path = file(&folder("no-name"), "swing.cdl", &text);
    let answer = cdl(&["check", &path]);
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(answer.err.contains("E0215") && answer.err.contains("needs a name"), "{}", answer.err);
}

/// Three experiments that cannot be read for one reason.
#[test]
fn what_is_wrong_in_all_experiments_is_said_once() {
    let text = MODEL.replace("mass = 1 kg", "mass = 1 m");
    let path = file(&folder("all-wrong"), "swing.cdl", &text);
    for arguments in [["run", &path, "--all"].as_slice(), &["test", &path]] {
        let answer = cdl(arguments);
        assert_eq!(answer.code, 1, "{}", answer.err);
        assert_eq!(answer.err.matches("error[E0301]").count(), 1, "{}", answer.err);
    }
    let told = cdl(&["run", &path, "--all"]).err;
    assert_eq!(told.matches("1 error, as above").count(), 2, "{told}");
}

/// A cart on a rail has one mode, so nobody knows a third; a study has a variant with three carts.
#[test]
fn what_cannot_be_judged_is_said_to_be_and_does_not_pass() {
    let text = "\
model Carts(count: Int = 1) {
  for i in 0..count {
    body cart { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
    joint rail: prismatic(axis = x) from world at [0, 1, 0] m * i to cart { stiffness = 10 N/m * (1 + i) }
  }
}
experiment one = Carts() {
  modes(count = 3)
  require third: mode_frequency(3) > 1 mHz
  require first: mode_frequency(1) > 1 mHz
}
experiment few = Carts() {
  vary count = [1, 2, 3]
  modes(count = 3)
  require third: mode_frequency(3) > 1 mHz
}
experiment fast = Carts() {
  vary count = [1, 3]
  modes(count = 3)
  require third: mode_frequency(3) > 1 kHz
}
";
    let folder = folder("not-judged");
    let path = file(&folder, "carts.cdl", text);
    let report = folder.join("report.xml");
    let answer = cdl(&["test", &path, "--junit", report.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 3, "{} {}", answer.out, answer.err);
    for wanted in [
        "one: NOT JUDGED, 1 of 2",
        "third: NOT JUDGED, no value ",
        "few: NOT JUDGED, 1 of 1",
        "third: NOT JUDGED, in 2 of 3 variants, first with count = 1",
        "fast: FAILED, 1 of 1",
        "third: FAILED, in 1 of 2 variants, with count = 3; not judged in 1 of 2 variants, with count = 1",
        "0 passed, 1 failed, 2 could not be judged",
    ] {
        assert!(answer.out.contains(wanted), "{wanted}: {}", answer.out);
    }
    let xml = std::fs::read_to_string(report).expect("a report");
    assert!(xml.contains("tests=\"4\" failures=\"1\" errors=\"2\""), "{xml}");
    assert_eq!(xml.matches("<error message=\"NOT JUDGED, ").count(), 2, "{xml}");
    assert!(!answer.out.contains("NaN"), "{}", answer.out);
    let why = "no mode 3 has been found";
    assert!(answer.out.contains(why) && xml.contains(why), "{} {xml}", answer.out);

    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "fast", "--out", to]);
    assert_eq!(answer.code, 3, "{}", answer.err);
    let page = std::fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(
        page.contains("third is not met: with count = 3. third is not judged: with count = 1."),
        "the page says which is which"
    );
    assert!(answer.err.contains("`third` cannot be judged: "), "{}", answer.err);
}

#[test]
fn tests_are_run_and_reported() {
    let folder = folder("test");
    std::fs::create_dir(folder.join("inner")).expect("a folder");
    file(&folder, "swing.cdl", MODEL);
    file(
        &folder.join("inner"),
        "wrong.cdl",
        "model M { body b { mass = 3 m } }\nexperiment e = M() { equilibrium }\n",
    );
    let report = folder.join("report.xml");
    let report = report.to_str().expect("UTF-8");
    let answer = cdl(&["test", folder.to_str().expect("UTF-8"), "--junit", report]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    for wanted in [
        "small: ok, 2 met",
        "large: FAILED, 1 of 1",
        "it swings too fast",
        "1 passed, 1 failed, 1 are wrong",
    ] {
        assert!(answer.out.contains(wanted), "{wanted}: {}", answer.out);
    }
    let xml = std::fs::read_to_string(report).expect("a report");
    for wanted in [
        "classname=\"swing.small\" name=\"ledger\"",
        "<failure message=\"FAILED, 3.1",
        "tests=\"3\" failures=\"1\" errors=\"0\"",
        "<error message=\"E0301",
    ] {
        assert!(xml.contains(wanted), "{wanted}: {xml}");
    }
    // What has no experiment may have lost it by a mistake.
    file(&folder, "broken.cdl", "model X { boddy a }\n");
    let answer = cdl(&["test", folder.join("broken.cdl").to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    assert!(
        answer.out.contains("the file: WRONG") && answer.err.contains("boddy"),
        "{}",
        answer.out
    );
    let path = folder.join("swing.cdl");
    assert_eq!(cdl(&["test", path.to_str().expect("UTF-8")]).code, 3);
    assert_eq!(cdl(&["test", "examples/tether.cdl"]).code, 64);
    assert_eq!(cdl(&["test", "there/is/none"]).code, 64);
}
