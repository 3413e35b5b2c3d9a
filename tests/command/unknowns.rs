//! What was looked for, from the command: where it stands, and what is said where there is none.

use crate::{cdl, file, folder};

const MODEL: &str = "\
model Spring(pull: Force = 1 N, stiffness: Stiffness = 100 N/m) {
  body mass { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to mass { stiffness = stiffness }
  force load on mass = pull * x
  record rail.displacement
}
experiment stiff = Spring() {
  equilibrium
  find stiffness: rail.displacement == 5 mm
}
experiment never = Spring(pull = 0 N) {
  equilibrium
  find stiffness: rail.displacement == 5 mm
}
experiment pushed = Spring() {
  equilibrium
  find stiffness: rail.displacement == -5 mm
}
experiment pushed_study = Spring() {
  vary pull = [1, 3] N
  equilibrium
  find stiffness: rail.displacement == -5 mm
}
experiment study = Spring() {
  vary pull = [1, 3] N
  equilibrium
  find stiffness: rail.displacement == 5 mm
}
";

fn summary(out: &std::path::Path) -> serde_json::Value {
    let text = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn what_is_found_stands_where_parameters_stand() {
    let folder = folder("unknowns");
    let path = file(&folder, "spring.cdl", MODEL);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "stiff", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let told = answer.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("find stiffness met, 5 mm == 5 mm"), "{told}");
    let summary = summary(&out);
    let text = summary["overrides"]["stiffness"].as_str().expect("a text");
    assert_eq!(summary["parameters"][1]["text"], text);
    let value = summary["parameters"][1]["value"].as_f64().expect("a number");
    assert!((value - 200.0).abs() < 1e-6, "{value}");
    assert!(text.ends_with(" N/m"), "{text}");
    // What is set is not looked for.
    let set = ["run", &path, "--experiment", "stiff", "--out", to, "--set", "stiffness=50N/m"];
    let answer = cdl(&set);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(!answer.err.contains("find stiffness"), "{}", answer.err);
}

#[test]
fn what_is_not_found_is_not_met() {
    let folder = folder("unknowns_never");
    let path = file(&folder, "spring.cdl", MODEL);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "never", "--out", to]);
    assert_eq!(answer.code, 3, "{}", answer.err);
    assert!(answer.err.contains("no value of `stiffness` was found"), "{}", answer.err);
    let answer = cdl(&["run", &path, "--experiment", "study", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let text = std::fs::read_to_string(out.join("results.csv")).expect("a table");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines[0][..2], ["pull [N]", "stiffness [N/m]"]);
    assert_eq!(lines[0][3], "find stiffness");
    for (line, expected) in lines[1..].iter().zip([200.0, 600.0]) {
        let found: f64 = line[1].parse().expect("a number");
        assert!((found - expected).abs() < 1e-5, "{found}");
    }
}

/// Only a stiffness below zero would hold it there; the search knows numbers, and the language does not let that be.
#[test]
fn what_may_not_be_written_is_not_found() {
    let folder = folder("unknowns_refused");
    let path = file(&folder, "spring.cdl", MODEL);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "pushed", "--out", to]);
    assert!(answer.code == 1 || answer.code == 3, "{} {}", answer.code, answer.err);
    let answer = cdl(&["run", &path, "--experiment", "pushed_study", "--out", to]);
    assert_ne!(answer.code, 0, "{}", answer.err);
    // It swings by 20 cm about the middle, and away with a stiffness of -55 N/m.
    let swing = "\
model Swing(stiffness: Stiffness = 100 N/m) {
  body mass { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to mass { stiffness = stiffness; start = { rate = 2 m/s } }
}
experiment away = Swing() {
  simulate 1 s with rk4(step = 1 ms)
  find stiffness: rail.displacement == 3 m
}
";
    let path = file(&folder, "swing.cdl", swing);
    let answer = cdl(&["run", &path, "--out", to]);
    // With next to no stiffness it is at 2 m.
    assert_eq!(answer.code, 3, "{}", answer.err);
    assert!(answer.err.contains("no value of `stiffness` was found"), "{}", answer.err);
    assert!(answer.err.contains("1.99") && answer.err.contains("== 3 m"), "{}", answer.err);
}

/// Of two unknowns one has no influence: the other is found all the same, and a note names it.
#[test]
fn an_unknown_that_does_not_matter_is_named() {
    let folder = folder("idle_unknown");
    let model = MODEL
        .replace(
            "stiffness: Stiffness = 100 N/m)",
            "stiffness: Stiffness = 100 N/m, idle: Mass = 1 kg)",
        )
        .replace("body mass { mass = 1 kg;", "body mass { mass = idle;")
        .replace(
            "experiment stiff = Spring() {",
            "experiment stiff = Spring() {\n  find idle: rail.displacement / 5 mm == 1",
        );
    let path = file(&folder, "spring.cdl", &model);
    let out = folder.join("out");
    let answer =
        cdl(&["run", &path, "--experiment", "stiff", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(
        answer.err.contains("warning: `idle` is looked for, and no equation"),
        "{}",
        answer.err
    );
    assert!(!answer.err.contains("`stiffness` is looked for"), "{}", answer.err);
    let told = answer.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("find stiffness met"), "{told}");
}

const ALIKE: &str = "\
model Springs(upper: Force = 1 N, lower: Force = 3 N) {
  body mass { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to mass { stiffness = 100 N/m }
  force one on mass = upper * x
  force two on mass = lower * x
  record rail.displacement
}
experiment alike = Springs() {
  equilibrium
  find upper: rail.displacement == 50 mm
  find lower: 1e6 * rail.displacement == 50 km
}
experiment contradictory = Springs() {
  equilibrium
  find upper: rail.displacement == 50 mm
  find lower: rail.displacement == 60 mm
}
";

/// Both equations ask for a sum of 5 N. In shares of themselves the shortest way from 1 and 3 N moves one by a tenth and the other by three.
#[test]
fn equations_that_ask_the_same_are_fulfilled_and_told() {
    let folder = folder("unknowns_alike");
    let path = file(&folder, "springs.cdl", ALIKE);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "alike", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let said = "the equations do not tell `upper`, `lower` apart";
    assert!(answer.err.contains(said), "{}", answer.err);
    let summary = summary(&out);
    let value = |index: usize| summary["parameters"][index]["value"].as_f64().expect("a number");
    assert!((value(0) + value(1) - 5.0).abs() < 1e-6, "{} {}", value(0), value(1));
    // In shares of themselves: the shortest way.
    assert!((value(0) - 1.1).abs() < 1e-3 && (value(1) - 3.9).abs() < 1e-3, "{}", value(0));
    let answer = cdl(&["run", &path, "--experiment", "contradictory", "--out", to]);
    assert_eq!(answer.code, 3, "{}", answer.err);
    assert!(!answer.err.contains("do not tell"), "{}", answer.err);
}
