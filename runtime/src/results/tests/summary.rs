//! `summary.json`.

use super::samples::summary;
use crate::results::summary::{RecordedValue, RunOutcome, WallTime};

#[test]
fn json() {
    insta::assert_snapshot!(summary().json());
}

#[test]
fn lines() {
    let lines = summary().lines().into_iter().map(|(name, text)| format!("{name}: {text}\n"));
    insta::assert_snapshot!(lines.collect::<String>());
}

/// Only `wall` may differ between two runs, and numbers that are not finite leave the JSON valid.
#[test]
fn a_failed_run() {
    let mut failed = summary();
    failed.outcome = RunOutcome::Failed {
        simulated: 1.25,
        planned: 5.0,
        message: "link 7 of cable: \"acceleration\" is NaN".into(),
    };
    failed.parameters[0].numbers = vec![f64::NAN];
    let before: serde_json::Value = serde_json::from_str(&failed.json()).expect("valid JSON");
    assert!(before["parameters"][0]["value"].is_null());
    assert_eq!(before["outcome"]["kind"], "failed");
    let notice = failed.outcome.notice().expect("a failed run has a notice");
    assert!(notice.starts_with("Stopped at 1.25 s of 5 s: link 7"), "{notice}");
    failed.wall = WallTime { solver: 9.0, total: 9.9 };
    let mut after: serde_json::Value = serde_json::from_str(&failed.json()).expect("valid JSON");
    assert_ne!(before, after);
    after["wall"] = before["wall"].clone();
    assert_eq!(before, after);
}

/// Whoever opens the results of a run that is not to be believed is told first; what is no number stays
/// visible.
#[test]
fn an_unbalanced_run() {
    let mut found = summary();
    found.outcome =
        RunOutcome::Unbalanced { simulated: 5.0, message: "the energy ledger is open".into() };
    let energy = found.energy.as_mut().expect("a ledger");
    (energy.largest_imbalance, energy.ratio) = (f64::NAN, f64::NAN);
    energy.verdict = "not_finite";
    let notice = found.outcome.notice().expect("a notice");
    assert!(notice.contains("not to be used") && notice.contains("is open"), "{notice}");
    let json: serde_json::Value = serde_json::from_str(&found.json()).expect("valid JSON");
    assert_eq!(json["outcome"]["kind"], "unbalanced");
    assert_eq!(json["energy"]["verdict"], "not_finite");
    assert!(json["energy"]["largest_imbalance"].is_null());
    let lines = found.lines();
    let line = lines.iter().find(|(name, _)| name == "energy ledger").expect("the line");
    assert_eq!(line.1, "NOT FINITE: NaN J of 2.4 J exchanged (NaN)");
}

/// Neither the ratio nor the smallest or largest energies vanish in print.
#[test]
fn the_ratio_is_always_printed() {
    let mut found = summary();
    let mut printed = |imbalance: f64, scale: f64| {
        let energy = found.energy.as_mut().expect("a ledger");
        (energy.largest_imbalance, energy.scale, energy.ratio) =
            (imbalance, scale, imbalance / scale);
        let lines = found.lines();
        lines.into_iter().find(|(name, _)| name == "energy ledger").expect("the line").1
    };
    assert_eq!(printed(3e-20, 2e-20), "closed to 3e-20 J of 2e-20 J exchanged (1.5)");
    assert_eq!(printed(1.4e25, 1e20), "closed to 1.4e25 J of 1e20 J exchanged (140000)");
    assert_eq!(printed(2.0, 0.0), "closed to 2 J of 0 J exchanged (inf)");
}

/// An equilibrium has values instead of curves, and no time.
#[test]
fn an_equilibrium() {
    let mut found = summary();
    found.outcome = RunOutcome::AtRest;
    found.energy = None;
    found.counts.clear();
    found.recorded = vec![RecordedValue {
        name: "cable.start.tension".into(),
        value: 812.345_678,
        unit: "N".into(),
    }];
    let lines: Vec<_> = found.lines();
    assert_eq!(lines[0], ("cable.start.tension".into(), "812.346 N".into()));
    assert!(!lines.iter().any(|(name, _)| name == "simulated"), "{lines:?}");
    let json: serde_json::Value = serde_json::from_str(&found.json()).expect("valid JSON");
    assert_eq!(json["outcome"]["kind"], "at_rest");
    assert_eq!(json["recorded"][0]["value"], 812.345_678);
    found.outcome =
        RunOutcome::Failed { simulated: 0.0, planned: 0.0, message: "no equilibrium".into() };
    assert_eq!(found.outcome.notice().as_deref(), Some("no equilibrium"));
}
