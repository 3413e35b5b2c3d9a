//! Equations that contradict each other end a run, whenever they begin to.

use cdl_session::{Fault, FaultKind, Session};

use crate::rows::{fault, path, run};

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
        ("equations_rk4", "l", "`k`"),
        ("drives", "i", "drive of `j`"),
        ("angles", "i", "drive of `j`"),
        ("speeds", "l", "`k`"),
        ("speeds_rk4", "l", "`k`"),
        ("mixed", "k", "drive of `j`"),
        ("crank", "k", "drive of `one`"),
    ];
    for (experiment, element, partner) in cases {
        let fault = contradiction(experiment, &[]);
        assert_eq!(fault.element, element, "{fault}");
        assert!(fault.why.contains(partner), "{fault}");
        assert_eq!(fault.partners().len(), 1, "{fault}");
        assert!(fault.time > 0.5 && fault.time <= 0.520_001, "{fault}");
    }
    let fault = contradiction("lifted_rk4", &[]);
    assert!((0.5..0.511).contains(&fault.time), "{fault}");
    assert!(fault.why.contains("what is driven does not allow it (`j`)"), "{fault}");
    assert_eq!(fault.partners().len(), 1, "{fault}");
}

/// After a step of 10 ms the drive is 3 s² - 2 s³ of its way, s = 0.02: 1.184 mm.
#[test]
fn the_amount_comes_with_its_unit() {
    assert!(contradiction("lifted", &[]).why.contains("1.184e-3 m are left"));
    assert!(contradiction("angles", &[]).why.contains("1.184e-3 rad are left"));
}

/// Large and small ones. Of the largest the first step that ends where the drive begins shows it, by what an ulp of time leaves open.
#[test]
fn contradictions_have_no_smallest_size() {
    for amplitude in ["1e-9 m", "1e-6 m", "1e-3 m", "1e3 m", "1e6 m"] {
        let fault = contradiction("lifted", &[("a", amplitude)]);
        assert!(fault.time >= 0.5 && fault.time < 0.51 + 1e-9, "{amplitude}: {fault}");
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

/// What stops it before the run: the code, the message, and how many places are shown.
fn refused(experiment: &str, case: &str) -> (String, String, usize) {
    let mut session = Session::open(path(FILE)).expect("a file of the repository");
    let found = match session.experiment(Some(experiment), &[("case", case)]) {
        Ok(_) => panic!("`{experiment}` starts"),
        Err(found) => found,
    };
    (found[0].code.clone(), found[0].message.clone(), found[0].labels.len())
}

/// At the start all that contradict each other are named, each with its place, and nothing that is beside them; what is left has its unit.
#[test]
fn contradictions_at_the_start_name_all_that_take_part() {
    for experiment in ["held", "held_midpoint"] {
        let cases = [
            ("0", "holds, it is open by 2 m", 2),
            ("1", "hold, it is open by 2 m", 3),
            ("2", "holds, it opens at a rate of 2 m/s", 2),
        ];
        for (case, said, places) in cases {
            let (code, message, shown) = refused(experiment, case);
            assert_eq!(code, "E0420");
            assert!(message.contains(said), "{message}");
            assert!(message.contains("contradict each other") && !message.contains("beside"));
            assert_eq!(shown, places, "{message}");
        }
    }
}

/// Among fifty bodies that equations hold at their places, too, with a closing each.
#[test]
fn partners_are_found_among_many_others() {
    let (code, message, shown) = refused("crowd", "0");
    assert_eq!(code, "E0420");
    assert!(message.contains("`high`") && message.contains("`low`"), "{message}");
    assert!(!message.contains("held"), "{message}");
    assert_eq!(shown, 2, "{message}");
}

/// An equation that has no value where it starts says what has none; it was open "at a rate of NaN m/s".
#[test]
fn what_has_no_value_at_the_start_is_named() {
    for experiment in ["nowhere", "nowhere_midpoint"] {
        let (code, message, _) = refused(experiment, "0");
        assert_eq!(code, "E0309", "{message}");
        assert!(
            message.contains("`c`") && message.contains("at the start, division by zero"),
            "{message}"
        );
    }
}

/// A winch that has hauled in all there is, with ends that stay, is what is looked at, not the length.
#[test]
fn a_winch_that_hauls_in_too_much_is_named() {
    let fault = fault(FILE, "hauled", &[]);
    assert!(fault.why.contains("look at what `w` hauls in"), "{fault}");
    assert!((fault.time - 1.0).abs() < 0.02, "{fault}");
}

/// Two joints of the same two bodies that leave nothing between them stood still without a word.
#[test]
fn joints_that_leave_nothing_are_told() {
    let told = |set: &[(&str, &str)]| {
        let warnings = run(FILE, "crossed", set).report.warnings;
        warnings
            .iter()
            .any(|own| own.contains("nothing can move: `j` and `k` join the same two bodies"))
    };
    assert!(told(&[]));
    assert!(!told(&[("hinges", "true")]));
}
