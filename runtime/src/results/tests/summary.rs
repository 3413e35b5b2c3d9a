//! `summary.json`.

use super::samples::summary;
use crate::results::summary::{ParameterValue, RunOutcome, WallTime};

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
    failed.parameters[0].value = f64::NAN;
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

/// An equilibrium has values instead of curves, and no time.
#[test]
fn an_equilibrium() {
    let mut found = summary();
    found.outcome = RunOutcome::AtRest;
    found.energy = None;
    found.counts.clear();
    found.recorded = vec![ParameterValue {
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
