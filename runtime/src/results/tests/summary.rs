//! `summary.json`.

use super::samples::summary;
use crate::results::summary::{RunOutcome, WallTime};

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
