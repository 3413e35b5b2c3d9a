//! What is told where a user does not wait for all that was asked for around a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cdl_session::{Observer, Outcome, Report, Row, Ruling, Session};

use super::rows::path;

/// Cancels when the run is at an instant, s.
struct Impatient<'a> {
    cancel: &'a AtomicBool,
    at: f64,
}

impl Observer for Impatient<'_> {
    fn row(&mut self, row: &Row<'_>) -> std::io::Result<()> {
        self.cancel.fetch_or(row.at >= self.at, Ordering::Relaxed);
        Ok(())
    }
}

fn run(experiment: &str, cancel: &AtomicBool, at: f64) -> Report {
    let mut session = Session::open(path("tests/models/interrupted.cdl")).expect("a file");
    let runnable = session.experiment(Some(experiment), &[]).expect("it can be run");
    runnable.run(&mut Impatient { cancel, at }, cancel)
}

fn told(report: &Report) -> String {
    report.run.solved().warnings.join("; ")
}

/// The run itself has come to its end, and its numbers stand.
#[test]
fn sensitivities_that_were_not_waited_for_are_missing() {
    let cancel = AtomicBool::new(false);
    let report = run("slopes", &cancel, 2.0);
    assert!(report.sensitivities.is_empty());
    assert_eq!(report.run.solved().outcome, Outcome::Cancelled);
    let told = told(&report);
    assert!(told.contains("those to `l`, `m`, `rope`, `tilt` are missing"), "{told}");
    assert_eq!(report.run.solved().conclusion.findings.len(), 1);
}

/// Nothing was found, so nothing is shown as found, and no run is shown as one with it.
#[test]
fn searches_that_were_not_waited_for_found_nothing() {
    for experiment in ["chosen", "found"] {
        let cancel = AtomicBool::new(false);
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                cancel.store(true, Ordering::Relaxed);
            });
            run(experiment, &cancel, f64::INFINITY)
        });
        let solved = report.run.solved();
        assert_eq!(solved.outcome, Outcome::Cancelled, "{experiment}");
        assert!(told(&report).contains("while `l` was looked for: nothing is found"));
        assert!(report.found.is_empty() && report.fault.is_none());
        assert!(solved.conclusion.findings.is_empty(), "{:?}", solved.conclusion);
        let judged = &solved.conclusion.criteria;
        assert!(judged.iter().all(|own| own.ruling == Ruling::NotJudged), "{judged:?}");
    }
}
