//! All numbers that a run comes to.

use cdl_runtime::results::Column;
use cdl_runtime::{ModesReport, ResponseReport, RunReport};

use crate::last_row::LastRow;

/// What is recorded at the end or in a state, modes, peaks, and statistics.
pub(crate) fn numbers(report: &RunReport, last: LastRow) -> Vec<(Column, f64)> {
    let rows = match report {
        RunReport::Modes(own) => of_modes(own),
        RunReport::Response(own) => of_response(own),
        RunReport::Simulation(_) | RunReport::Equilibrium(_) => Vec::new(),
    };
    let findings = report.solved().conclusion.findings.iter().cloned();
    last.of(report).into_iter().chain(rows).chain(findings).collect()
}

/// Of each mode its frequency and its damping.
fn of_modes(report: &ModesReport) -> Vec<(Column, f64)> {
    let modes = report.modes.iter().enumerate().flat_map(|(index, mode)| {
        let named =
            |name: &str, unit: &str| Column::new(format!("mode[{}].{name}", index + 1), unit);
        [
            (named("frequency", "Hz"), mode.frequency()),
            (named("damping_ratio", ""), mode.damping_ratio()),
        ]
    });
    modes.collect()
}

/// Of each quantity its largest swing and where that is.
fn of_response(report: &ResponseReport) -> Vec<(Column, f64)> {
    let peaks = report.peaks.iter().flat_map(|own| {
        let at = Column::new(
            format!("{}.{}", own.column.name, report.axis.name),
            report.axis.unit.clone(),
        );
        [(own.column.clone(), own.amplitude), (at, own.at)]
    });
    peaks.collect()
}
