//! Modes from the command: the table, the terminal, the page, and what a study makes of them.

use std::path::Path;

use crate::{cdl, file, folder};

const MODEL: &str = "\
model Spring(stiffness: Stiffness = 100 N/m) {
  body mass { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to mass { stiffness = stiffness }
  body loose { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint along: prismatic(axis = y) from world to loose
  force load on mass = 50 N * x
  record rail.displacement
}
experiment shapes = Spring() {
  modes(count = 5)
  require held: rail.displacement < 0.6 m
}
experiment stiffer = Spring() {
  vary stiffness = [100, 400] N/m
  modes
}
model Controlled {
  body mass { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to mass { stiffness = 100 N/m }
  state filtered: Length = 0 m { rate = (rail.displacement - filtered) / 1 s }
  force back on mass = -filtered * 10 N/m * x
}
experiment held = Controlled() { modes }
experiment falls = Spring() { modes(about = start) }
";

fn rows(folder: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join("results.csv")).expect("a table");
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn modes_are_a_table_and_a_page() {
    let folder = folder("modes");
    let path = file(&folder, "spring.cdl", MODEL);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "shapes", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let told = answer.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("free motions 1"), "{told}");
    assert!(told.contains("1.59155 Hz, period 0.628319 s, residual "), "{told}");
    assert!(told.contains("; mass moves most"), "{told}");
    // Recorded in the state, where 50 N stretch it by half a metre; and judged there.
    assert!(told.contains("rail.displacement 0.5 m"), "{told}");
    assert!(told.contains("met, 0.5 m < 0.6 m"), "{told}");
    let rows = rows(&out);
    assert_eq!(
        rows[0],
        [
            "mode [1]",
            "frequency [Hz]",
            "period [s]",
            "damping_ratio [1]",
            "damped_frequency [Hz]",
            "growth_rate [1/s]",
            "residual [1]"
        ]
    );
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1][..2], ["1", "0"]);
    let frequency: f64 = rows[2][1].parse().expect("a number");
    assert!((frequency - 10.0 / std::f64::consts::TAU).abs() < 1e-14, "{frequency}");
    let summary = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
    assert!(summary.contains("\"moves\": \"mass\""), "{summary}");
    // Two turns, each from one number to the next.
    let page = std::fs::read_to_string(out.join("report.html")).expect("a page");
    let scene = &crate::page_data(&page)["scene"];
    assert!(scene["times"].as_array().expect("a list").len() > 20, "{scene}");
    assert!(scene["poses"].as_str().expect("text").len() > 500, "{scene}");
}

#[test]
fn a_study_has_a_column_for_each_mode() {
    let folder = folder("modes_of_variants");
    let path = file(&folder, "spring.cdl", MODEL);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "stiffer", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let rows = rows(&out);
    assert_eq!(
        rows[0][..6],
        [
            "stiffness [N/m]",
            "rail.displacement [m]",
            "mode[1].frequency [Hz]",
            "mode[1].damping_ratio [1]",
            "mode[2].frequency [Hz]",
            "mode[2].damping_ratio [1]"
        ]
    );
    let frequency = |row: usize| -> f64 { rows[row][4].parse().expect("a number") };
    assert!((frequency(2) / frequency(1) - 2.0).abs() < 1e-13);
}

#[test]
fn what_has_no_part_is_told_and_what_moves_is_refused() {
    let folder = folder("modes_refused");
    let path = file(&folder, "spring.cdl", MODEL);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", "held", "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.err.contains("`filtered` stays as it is"), "{}", answer.err);
    let answer = cdl(&["run", &path, "--experiment", "falls", "--out", to]);
    assert_eq!(answer.code, 2, "{}", answer.err);
    assert!(
        answer.err.contains("E0522") && answer.err.contains("begins to move"),
        "{}",
        answer.err
    );
}
