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
    assert!(message.contains("jumps from 0 m to 1 m at 0.5 s"), "{message}");
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
    assert!(about[0].contains("from 1 m/s to 0 m/s at 0.5 s"), "{about:?}");
}

/// A condition need not be linear in time: it is looked for before the run, where `sin(3 t)` is zero, at 1.0472 s.
#[test]
fn conditions_that_are_no_lines_are_looked_at_too() {
    let (code, message) = said("swung", &[]).expect_err("it jumps");
    assert_eq!(code, "E0407");
    assert!(message.contains("jumps from 0 m to 1 m at 1.0472 s"), "{message}");
    let warnings = said("swung", &[("case", "1")]).expect("it runs");
    let about: Vec<&String> = warnings.iter().filter(|own| own.contains("its speed")).collect();
    assert_eq!(about.len(), 1, "{warnings:?}");
    assert!(about[0].contains("from -3 m/s to 3 m/s at 1.0472 s"), "{about:?}");
    let (_, message) = said("swung", &[("case", "2")]).expect_err("it jumps");
    assert!(message.contains("at 0.707107 s"), "{message}");
}

/// What a constraint demands is followed no better than a drive; a speed that it demands takes an impulse.
#[test]
fn what_constraints_demand_may_not_jump() {
    for experiment in ["demanded", "demanded_midpoint"] {
        let (code, message) = said(experiment, &[]).expect_err("it jumps");
        assert_eq!(code, "E0407");
        assert!(
            message.contains("`place`: what it demands jumps") && message.contains("at 0.5 s"),
            "{message}"
        );
        let warnings = said(experiment, &[("case", "1")]).expect("it runs");
        assert!(
            warnings.iter().any(|own| own.contains("what `place` demands jumps in its speed")),
            "{warnings:?}"
        );
        for case in ["2", "3"] {
            let warnings = said(experiment, &[("case", case)]).expect("it runs");
            assert!(warnings.iter().all(|own| !own.contains("jumps")), "{case}: {warnings:?}");
        }
    }
    let warnings = said("sped", &[]).expect("it runs");
    assert!(
        warnings.iter().any(|own| own.contains("what `speed` demands jumps in its speed")),
        "{warnings:?}"
    );
}

/// A factor that jumps makes the product jump, by which a body was moved 5 mm in no time, without a word.
#[test]
fn factors_of_what_constraints_demand_may_not_jump() {
    let (code, message) = said("geared", &[]).expect_err("it jumps");
    assert_eq!(code, "E0407");
    assert!(
        message.contains("`place`: what it demands jumps from 0 to 0.01 at 0.5 s"),
        "{message}"
    );
    let warnings = said("geared", &[("case", "1")]).expect("it runs");
    assert!(warnings.iter().all(|own| !own.contains("jumps")), "{warnings:?}");
}

/// After the run, along a smooth way, by whole turns of an angle that is counted anew, or by what rounding leaves.
#[test]
fn what_does_not_jump_in_the_run_is_not_told() {
    for (experiment, overrides) in [
        ("driven", &[("case", "2")][..]),
        ("driven", &[("case", "3")]),
        ("turning", &[]),
        ("ends", &[]),
    ] {
        let warnings = said(experiment, overrides).expect("it runs");
        assert!(warnings.iter().all(|own| !own.contains("jumps")), "{experiment}: {warnings:?}");
    }
}

/// What passes zero at the end of a ramp goes on by its speed from one instant to the next: it was taken for a jump where that is 1e-12 m.
#[test]
fn what_passes_zero_where_it_may_jump_does_not() {
    for heave in ["1 mm", "2 m", "3 m", "6 m", "1 km"] {
        for period in ["0.5 s", "2 s", "4 s", "5 s"] {
            let sets = [("heave", heave), ("period", period)];
            let warnings = said("heaved", &sets).unwrap_or_else(|(_, message)| panic!("{message}"));
            assert!(warnings.iter().all(|own| !own.contains("jumps")), "{sets:?}: {warnings:?}");
        }
    }
}
