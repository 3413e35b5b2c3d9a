//! What is given as a function of time and jumps: nothing can follow it, and no run may pretend to.

use std::sync::atomic::AtomicBool;

use cdl_session::Session;

use super::rows::path;

const MODELS: &str = "tests/models/right_numbers/given.cdl";

/// What stops it, or its warnings.
fn said(experiment: &str, overrides: &[(&str, &str)]) -> Result<Vec<String>, (String, String)> {
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    match session.experiment(Some(experiment), overrides) {
        Ok(runnable) => {
            Ok(runnable.record(&AtomicBool::new(false)).report.run.solved().warnings.clone())
        }
        Err(found) => Err((found[0].code.clone(), found[0].message.clone())),
    }
}

/// A metre in no time is no work in the ledger, and was none without a word.
#[test]
fn places_that_jump_are_refused() {
    let (code, message) = said("driven", &[]).expect_err("it jumps");
    assert_eq!(code, "E0407");
    assert!(message.contains("jumps from 0 to 1 in SI units at 0.5 s"), "{message}");
    // Of a body, by what repeats.
    let (code, message) = said("moved", &[]).expect_err("it jumps");
    assert_eq!(code, "E0407");
    assert!(message.contains("`base`") && message.contains("at 0.7 s"), "{message}");
}

#[test]
fn speeds_that_jump_are_told() {
    let warnings = said("driven", &[("case", "1")]).expect("it runs");
    let about: Vec<&String> = warnings.iter().filter(|own| own.contains("its speed")).collect();
    assert_eq!(about.len(), 1, "{warnings:?}");
    assert!(about[0].contains("from 1 to 0 in SI units at 0.5 s"), "{about:?}");
}

/// After the run, along a smooth way, or by whole turns of an angle that is counted anew.
#[test]
fn what_does_not_jump_in_the_run_is_not_told() {
    for (experiment, overrides) in
        [("driven", &[("case", "2")][..]), ("driven", &[("case", "3")]), ("turning", &[])]
    {
        let warnings = said(experiment, overrides).expect("it runs");
        assert!(warnings.iter().all(|own| !own.contains("jumps")), "{experiment}: {warnings:?}");
    }
}
