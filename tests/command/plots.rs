//! Plots that are asked for, on pages of runs and of studies.

use std::path::Path;

use crate::{cdl, file, folder};

const MODEL: &str = "\
model Swing(pull: Force = 1 N, stiffness: Stiffness = 100 N/m) {
  body mass { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to mass { stiffness = stiffness }
  force load on mass = pull * x
  record rail.displacement
}
experiment run = Swing() {
  simulate 1 s with rk4(step = 1 ms), every 10 ms
  plot phase = rail.rate { over = rail.displacement }
  plot places = [mass.position.x, mass.position.z]
}
experiment study = Swing() {
  vary pull = 0 N .. 20 N { count = 3 }
  vary stiffness = [100, 200] N/m
  equilibrium
  plot stretch = rail.displacement { over = stiffness }
}
";

/// What the page has to plot.
fn curves(out: &Path) -> serde_json::Value {
    let page = std::fs::read_to_string(out.join("report.html")).expect("a page");
    crate::page_data(&page)["figures"].clone()
}

fn numbers(value: &serde_json::Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().filter_map(serde_json::Value::as_f64).collect()
}

fn run(name: &str, experiment: &str) -> serde_json::Value {
    let folder = folder(name);
    let path = file(&folder, "swing.cdl", MODEL);
    let out = folder.join("out");
    let to = out.to_str().expect("UTF-8");
    let answer = cdl(&["run", &path, "--experiment", experiment, "--out", to]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    curves(&out)
}

/// Over a quantity: an ellipse about 1 cm, `(x - 0.01)² + (v/10)² = 0.01²`, with the units of both axes.
#[test]
fn a_run_has_the_plots_that_are_asked_for() {
    let curves = run("plots_of_a_run", "run");
    let phase = &curves[0];
    assert_eq!(phase["across"], true);
    assert_eq!(phase["over"], "rail.displacement [m]");
    assert_eq!(phase["values"], "phase [m/s]");
    let (x, y) = (numbers(&phase["curves"][0]["x"]), numbers(&phase["curves"][0]["y"]));
    assert_eq!((x.len(), y.len()), (101, 101));
    for (x, v) in x.iter().zip(&y) {
        let left = (x - 0.01).powi(2) + (v / 10.0).powi(2) - 1e-4;
        assert!(left.abs() < 1e-10, "{x} {v}");
    }
    // Where on the way in time each point is, for whoever moves the scene.
    assert_eq!(numbers(&phase["at"])[..3], [0.0, 0.01, 0.02]);
    // Then those over time, then what is recorded besides and drawn nowhere else.
    let places = &curves[1];
    assert!(places["across"].is_null());
    assert_eq!(places["curves"].as_array().expect("curves").len(), 2);
    assert_eq!(places["curves"][0]["name"], "mass.position.x");
    assert_eq!(places["values"], "places [m]");
    assert_eq!(curves[2]["curves"][0]["name"], "displacement");
    assert_eq!(curves.as_array().expect("plots").len(), 3);
}

/// Over the second parameter, with a curve for each value of the first: `x = F/k`.
#[test]
fn a_study_plots_over_what_it_varies() {
    let curves = run("plots_of_a_study", "study");
    let stretch = &curves[0];
    assert_eq!(stretch["over"], "stiffness [N/m]");
    let lines = stretch["curves"].as_array().expect("curves");
    assert_eq!(lines.len(), 3);
    for (line, pull) in lines.iter().zip([0.0, 10.0, 20.0]) {
        assert_eq!(line["name"], format!("pull = {pull} N"));
        assert_eq!(numbers(&line["x"]), [100.0, 200.0]);
        for (found, stiffness) in numbers(&line["y"]).iter().zip([100.0, 200.0]) {
            assert!((found - pull / stiffness).abs() < 1e-9, "{found}");
        }
    }
    // What is recorded besides, over the first one.
    assert_eq!(curves[1]["over"], "pull [N]");
    assert_eq!(curves.as_array().expect("plots").len(), 2);
}
