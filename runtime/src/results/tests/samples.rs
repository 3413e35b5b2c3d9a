//! Motions in closed form, and a place for files.

use std::path::PathBuf;

use crate::results::film::Film;
use crate::results::history::History;
use crate::results::page::Report;
use crate::results::plots::{PlotGroup, plot_groups};
use crate::results::scene::{Pose, Scene, SceneBody, SceneCable, SceneFrame, SceneShape};
use crate::results::summary::{
    EnergyLedger, EnergyPart, Parameter, RunOutcome, Setting, Summary, WallTime,
};
use crate::results::{At, Column, Extremes};

/// A folder of its own below the system's temporary one, removed with the value.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cdl-results-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A pendulum of 2 m: a rod and a ball on a cable from a fixed block, with an angle of
/// 0.5 rad cos(2 t); the cable bends a little.
pub fn pendulum_columns() -> Vec<Column> {
    let mut columns = Vec::new();
    for axis in ["x", "y", "z"] {
        columns.push(Column::new(format!("ball.position.{axis}"), "m"));
    }
    columns.push(Column::new("swing.angle", "deg"));
    columns.push(Column::new("cable.stretch", ""));
    for part in ["kinetic", "gravity", "dissipated"] {
        columns.push(Column::new(format!("energy.{part}"), "J"));
    }
    columns.push(Column::new("energy.balance", "J"));
    columns
}

pub fn pendulum_row(time: f64) -> Vec<f64> {
    let angle = 0.5 * (2.0 * time).cos();
    let rate = -(2.0 * time).sin();
    let (sin, cos) = angle.sin_cos();
    let kinetic = 0.5 * 4.0 * rate * rate;
    let gravity = 9.81 * 2.0 * (1.0 - cos);
    let balance = 1e-9 * (7.0 * time).sin();
    vec![
        2.0 * sin,
        0.0,
        -2.0 * cos,
        angle.to_degrees(),
        1e-6,
        kinetic,
        gravity,
        0.1 * time,
        balance,
    ]
}

pub fn pendulum_scene() -> Scene {
    let body = |path: &str, shape| SceneBody { path: path.into(), shape };
    let cable = |path: &str| SceneCable { path: path.into(), diameter: 0.02 };
    Scene {
        bodies: vec![
            body("block", Some(SceneShape::Box { size: [0.6, 0.4, 0.2], centre: [0.0, 0.0, 0.1] })),
            body("ball", Some(SceneShape::Sphere { diameter: 0.3, centre: [0.0; 3] })),
            body(
                "rod",
                Some(SceneShape::Cylinder {
                    diameter: 0.1,
                    start: [0.0; 3],
                    end: [0.0, 0.0, -1.0],
                }),
            ),
            body("bare", None),
        ],
        cables: vec![cable("cable")],
        wheels: vec![],
        loads: vec![],
    }
}

pub fn pendulum_frame(time: f64) -> SceneFrame {
    let angle = 0.5 * (2.0 * time).cos();
    let (sin, cos) = angle.sin_cos();
    // A rotation by -angle about y takes the rod's -z to the pendulum's direction.
    let attitude = [(angle / 2.0).cos(), 0.0, -(angle / 2.0).sin(), 0.0];
    let still = [1.0, 0.0, 0.0, 0.0];
    let along = |s: f64, bend: f64| [2.0 * s * sin + bend * cos, 0.0, -2.0 * s * cos + bend * sin];
    let bend = |s: f64| 0.15 * (std::f64::consts::PI * s).sin() * (2.0 * time).sin();
    SceneFrame {
        at: time,
        poses: vec![
            Pose { position: [0.0; 3], attitude: still },
            Pose { position: along(1.0, 0.0), attitude },
            Pose { position: [0.8, 0.0, 0.0], attitude },
            Pose { position: [-0.8, 0.0, -1.0 + 0.3 * (3.0 * time).sin()], attitude },
        ],
        polylines: vec![(0..=16).map(|k| f64::from(k) / 16.0).map(|s| along(s, bend(s))).collect()],
        tensions: vec![(0..=16).map(|k| 40.0 - f64::from(k) + time).collect()],
        ..SceneFrame::default()
    }
}

/// The pendulum over 5 s.
pub struct Pendulum {
    pub axis: Column,
    pub columns: Vec<Column>,
    pub groups: Vec<PlotGroup>,
    pub history: History,
    pub film: Film,
    pub lines: Vec<(String, String)>,
}

impl Pendulum {
    pub fn new() -> Self {
        let columns = pendulum_columns();
        let mut history = History::new(columns.len());
        let mut film = Film::new(pendulum_scene());
        for step in 0..=500 {
            let time = f64::from(step) / 100.0;
            history.push(time, &pendulum_row(time));
            film.push(pendulum_frame(time));
        }
        let groups = plot_groups(&columns);
        let (axis, lines) = (Column::time(), summary().lines());
        Pendulum { axis, columns, groups, history, film, lines }
    }

    pub fn report(&self) -> Report<'_> {
        Report {
            title: "Pendulum",
            of: ("experiment", "swing"),
            version: "0.1.0",
            numbers: "results.csv",
            shares_script: false,
            views: &[],
            notice: None,
            warnings: &[],
            left_out: &[],
            summary: &self.lines,
            axis: &self.axis,
            drawings: &[],
            profiles: &[],
            groups: &self.groups,
            history: &self.history,
            film: &self.film,
            events: (&[], 0),
        }
    }
}

pub fn summary() -> Summary {
    let quantity = |value: f64, unit: &str| Setting::Quantity { value, unit: unit.into() };
    let parameter = |name: &str, text: &str, numbers: &[f64], unit: &str| {
        let (name, text, unit) = (name.into(), text.into(), unit.into());
        Parameter { name, text, numbers: numbers.to_vec(), unit }
    };
    Summary {
        statistics: Vec::new(),
        extremes: vec![Extremes {
            name: "cable.start.tension".into(),
            smallest: At { value: 12.25, time: Some(0.0), along: None },
            largest: At { value: 786.305_4, time: Some(5.0 / 3.0), along: None },
            unit: "N".into(),
        }],
        criteria: Vec::new(),
        model: "Pendulum".into(),
        experiment: "swing".into(),
        version: "0.1.0".into(),
        model_hash: "9f86d081884c7d65".into(),
        overrides: vec![("length".into(), "200 cm".into())],
        outcome: RunOutcome::Completed { simulated: 5.0 },
        parameters: vec![
            parameter("length", "200 cm", &[2.0], "m"),
            parameter("links", "16", &[16.0], ""),
            parameter("payload", "1.2 t", &[1200.0], "kg"),
            parameter("hook", "[0, 0, -1.5] m", &[0.0, 0.0, -1.5], "m"),
            parameter("is_wet", "false", &[], ""),
        ],
        solver: vec![
            ("integrator".into(), Setting::Word("rk4".into())),
            ("step".into(), quantity(0.005, "s")),
            ("iterations".into(), Setting::Count(3)),
        ],
        counts: vec![
            ("bodies".into(), 4),
            ("steps".into(), 1000),
            ("evaluations".into(), 1_234_567),
        ],
        energy: Some(EnergyLedger {
            parts: vec![
                EnergyPart { name: "kinetic".into(), start: 0.0, end: 0.5 },
                EnergyPart { name: "gravity".into(), start: 2.401_78, end: 1.9 },
            ],
            largest_imbalance: 1e-9,
            scale: 2.401_78,
            ratio: 4.2e-10,
            verdict: "closed",
            rounding: false,
        }),
        warnings: Vec::new(),
        constraint_error: None,
        modes: Vec::new(),
        peaks: Vec::new(),
        sensitivities: Vec::new(),
        recorded: Vec::new(),
        wall: WallTime { solver: 0.0123, total: 0.0456 },
    }
}
