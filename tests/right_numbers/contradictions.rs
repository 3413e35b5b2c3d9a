//! Equations that contradict each other end a run, whenever they begin to.

use cdl_session::{Fault, FaultKind};

use crate::rows::{fault, run};

const FILE: &str = "tests/models/right_numbers/contradictions.cdl";

#[track_caller]
fn contradiction(experiment: &str, set: &[(&str, &str)]) -> Fault {
    let fault = fault(FILE, experiment, set);
    println!("{fault}");
    assert_eq!(fault.kind, FaultKind::LoopOpen, "{fault}");
    fault
}

/// They agree until 0.5 s, so the run ends there or within the step that begins there, in the recursive formulation as in
/// the constrained one; both partners are named.
#[test]
fn what_begins_to_contradict_is_named_with_its_partner_and_its_time() {
    let cases = [
        ("lifted", "k", "drive of `j`"),
        ("lifted_adaptive", "k", "drive of `j`"),
        ("lifted_midpoint", "k", "drive of `j`"),
        ("lifted_alpha", "k", "drive of `j`"),
        ("equations", "l", "`k`"),
        ("drives", "i", "drive of `j`"),
        ("angles", "i", "drive of `j`"),
        ("speeds", "l", "`k`"),
        ("mixed", "k", "drive of `j`"),
        ("crank", "k", "drive of `one`"),
    ];
    for (experiment, element, partner) in cases {
        let fault = contradiction(experiment, &[]);
        assert_eq!(fault.element, element, "{fault}");
        assert!(fault.why.contains(partner), "{fault}");
        assert!(fault.time > 0.5 && fault.time <= 0.520_001, "{fault}");
    }
    let time = contradiction("lifted_rk4", &[]).time;
    assert!((0.5..0.511).contains(&time), "{time}");
}

/// After a step of 10 ms the drive is 3 s² - 2 s³ of its way, s = 0.02: 1.184 mm.
#[test]
fn the_amount_comes_with_its_unit() {
    assert!(contradiction("lifted", &[]).why.contains("1.184e-3 m are left"));
    assert!(contradiction("angles", &[]).why.contains("1.184e-3 rad are left"));
}

/// Large and small ones.
#[test]
fn contradictions_have_no_smallest_size() {
    for amplitude in ["1e-9 m", "1e-6 m", "1e-3 m", "1e3 m", "1e6 m"] {
        let fault = contradiction("lifted", &[("a", amplitude)]);
        assert!((fault.time - 0.51).abs() < 1e-9, "{amplitude}: {fault}");
    }
}

/// What agrees goes on: a motion that is written down three times follows it, a crank and the height of its end, and a
/// twenty thousand steps of two hinges in one line keep their energy.
#[test]
fn what_agrees_is_let_go_on() {
    for experiment in ["agree", "agree_alpha"] {
        let rows = run(FILE, experiment, &[]);
        for (time, z) in rows.time.iter().zip(rows.column("z")) {
            // The speed is one at the middle of steps: order 2, 1e-6 in a step of 1 ms.
            assert!((z - (3.0 * time).sin()).abs() < 1e-5, "{time} {z}");
        }
    }
    let rows = run(FILE, "crank", &[("wrong", "0 m")]);
    assert!(rows.report.constraint_error.is_some_and(|error| error < 1e-12));
    let rows = run(FILE, "hinges", &[]);
    let balance = rows.column("energy.balance");
    assert!(balance.iter().all(|left| left.abs() < 1e-8), "{balance:?}");
    assert!(rows.report.constraint_error.is_some_and(|error| error < 1e-11));
}
