//! Running a model from its text and reading what it records.
#![allow(dead_code, reason = "two suites use it, each a part")]

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use cdl_session::{Fault, Happened, Outcome, Recorded, Session, SimulationReport, Solved};

/// Everything a run recorded.
pub struct Rows {
    pub time: Vec<f64>,
    /// What all reports say.
    pub report: Solved,
    recorded: Recorded,
}

impl Rows {
    /// A recorded quantity, in the unit in which it is recorded.
    pub fn column(&self, name: &str) -> &[f64] {
        self.recorded.column(name).unwrap_or_else(|| {
            panic!("no column {name} among {:?}", self.names().collect::<Vec<_>>())
        })
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.recorded.columns().map(|column| column.name.as_str())
    }

    /// What a simulation says besides.
    pub fn simulation(&self) -> &SimulationReport {
        self.recorded.report.run.simulation().expect("a simulation")
    }

    /// What happened at instants, in order.
    pub fn events(&self) -> &[Happened] {
        &self.recorded.events
    }

    /// A number that is recorded once, in the unit in which it is recorded.
    pub fn found(&self, name: &str) -> f64 {
        let all = &self.report.conclusion.findings;
        let found = all.iter().find(|(column, _)| column.name == name);
        found.unwrap_or_else(|| panic!("no {name} among {all:?}")).1
    }

    pub fn last(&self, name: &str) -> f64 {
        *self.column(name).last().expect("a row")
    }
}

/// Of a file of the repository.
pub fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// Runs an experiment of a file of the repository with some parameters set, to its end.
pub fn run(file: &str, experiment: &str, overrides: &[(&str, &str)]) -> Rows {
    let rows = attempt(file, experiment, overrides);
    assert_eq!(rows.report.outcome, Outcome::Finished, "{file}: {experiment}");
    rows
}

/// The same, however the run ends.
pub fn attempt(file: &str, experiment: &str, overrides: &[(&str, &str)]) -> Rows {
    let mut session = Session::open(path(file)).expect("a file of the repository");
    let runnable = session.experiment(Some(experiment), overrides).unwrap_or_else(|found| {
        let text: Vec<String> =
            found.iter().map(|each| format!("{}: {}", each.code, each.message)).collect();
        panic!("{file} cannot be run:\n{}", text.join("\n"))
    });
    let recorded = runnable.record(&AtomicBool::new(false));
    Rows { time: recorded.times.clone(), report: recorded.report.run.solved().clone(), recorded }
}

/// What ends a run that goes wrong.
#[track_caller]
pub fn fault(file: &str, experiment: &str, overrides: &[(&str, &str)]) -> Fault {
    match attempt(file, experiment, overrides).report.outcome {
        Outcome::Fault(fault) => fault,
        other => panic!("{file}: {experiment}: {other:?}"),
    }
}

/// How far a column is from where it begins, at most.
pub fn largest_change(rows: &Rows, name: &str) -> f64 {
    let column = rows.column(name);
    column.iter().map(|value| (value - column[0]).abs()).fold(0.0, f64::max)
}

/// The largest distance between two columns.
pub fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

pub fn largest(values: &[f64]) -> f64 {
    values.iter().map(|value| value.abs()).fold(0.0, f64::max)
}

/// To 1e-11 of all that is exchanged the ledger of a run is closed, and what is lost never falls.
pub fn closes_its_ledger(rows: &Rows, name: &str) {
    let work = rows.column("energy.work").windows(2).map(|pair| (pair[1] - pair[0]).abs());
    let exchanged: f64 = work.sum();
    let balance = largest(rows.column("energy.balance"));
    println!("{name}: {balance:.1e} of {exchanged:.0} J");
    assert!(balance < 1e-11 * exchanged, "{name}: {balance} of {exchanged}");
    let lost = rows.column("energy.dissipated");
    assert!(lost.windows(2).all(|pair| pair[1] >= pair[0]), "{name}");
}

/// What flies by itself keeps its energy, its momentum and its angular momentum.
pub fn keeps_energy_and_momenta(rows: &Rows) {
    let energy = largest_change(rows, "energy.total");
    println!("energy {energy:.1e}");
    assert!(energy < 1e-10, "{energy}");
    for (what, bound) in [("momentum", 1e-10), ("angular_momentum", 1e-9)] {
        for axis in ["x", "y", "z"] {
            let change = largest_change(rows, &format!("{what}.{axis}"));
            println!("{what}.{axis} {change:.1e}");
            assert!(change < bound, "{what}.{axis}: {change}");
        }
    }
}
