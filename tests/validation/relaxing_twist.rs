//! Ropes whose torque relaxes, and that go over winches and sheaves: what they remember of their twist goes along with the rope.
//! Against a chain of cells with a memory each, closed forms, and other integrators.
//!
//! Under a torque `M` a metre is twisted by `τ = (M + E α)/(GJ + E)` with `dα/dt = (M - GJ α)/((GJ + E) T)`.

use std::f64::consts::TAU;

use super::rows::{closes_its_ledger, fault, largest, largest_difference, run};
use super::small_motions::a_winch_holds_still_as_a_clamp;

const MODELS: &str = "tests/models/relaxing_twist.cdl";
/// GJ, N m²
const LASTING: f64 = 80.0;
/// N m²
const BRANCH: f64 = 60.0;
/// s
const TIME: f64 = 4.0;
/// m
const LENGTH: f64 = 20.0;
/// rad
const TWIST: f64 = 3.0 * TAU;

/// The torque of a rope of cells between ends that do not turn, every half second, N m. What is hauled in takes its twist along and keeps
/// that and what it remembers; rope that never was out has none.
fn torques_of_cells(until: f64) -> Vec<f64> {
    const CELL: f64 = 0.01;
    const STEPS: usize = 250;
    let h = 0.5 / STEPS as f64;
    let length = |t: f64| LENGTH + 6.0 * (0.2 * t).sin().powi(3);
    let both = LASTING + BRANCH;
    // By the distance from the load: strains of dampers, and twists of what lies on the winch, rad/m.
    let density = TWIST / LENGTH;
    let begins = |k: i32| if f64::from(k) * CELL < LENGTH - 1e-9 { density } else { 0.0 };
    let mut crept: Vec<f64> = (0..3000).map(begins).collect();
    let mut wound = crept.clone();
    let (mut twist, mut torque, mut free) = (TWIST, LASTING * density, LENGTH);
    let mut rows = vec![torque];
    let fades = (-h * LASTING / (both * TIME)).exp();
    for step in 1..=(until / h).round() as usize {
        let exit = (length((step as f64 - 0.5) * h) / CELL) as usize;
        let came = length(step as f64 * h) - free;
        if came < 0.0 {
            wound[exit] = (torque + BRANCH * crept[exit]) / both;
        }
        twist += wound[exit] * came;
        free += came;
        let out = (free / CELL) as usize;
        let part = free / CELL - out as f64;
        let remembered = CELL * (crept[..out].iter().sum::<f64>() + part * crept[out]);
        torque = (both * twist - BRANCH * remembered) / free;
        for (cell, own) in crept[..=out].iter_mut().enumerate() {
            let share = if cell == out { part } else { 1.0 };
            *own += share * (1.0 - fades) * (torque / LASTING - *own);
        }
        if step % STEPS == 0 {
            rows.push(torque);
        }
    }
    rows
}

/// Sections turn as twisted rope flows past them from the first instant on, however many branches remember that; one that did not
/// would send waves of twist along the rope, of 0.15 N m here.
#[test]
fn hauled_in_at_once_it_keeps_its_torque() {
    let expected = LASTING * TWIST / LENGTH;
    for stiffer in ["0", "1", "1e3"] {
        let rows = run(MODELS, "at_once", &[("stiffer", stiffer)]);
        for name in ["rope.start.torque", "rope.end.torque"] {
            let off = rows.column(name).iter().map(|own| own - expected);
            let worst = off.fold(0.0_f64, |most, own| most.max(own.abs()));
            println!("branches of {stiffer}, {name}: {worst:.1e} N m of {expected:.1}");
            assert!(worst < 2e-3, "branches of {stiffer}, {name}: {worst}");
        }
    }
}

/// What leaves takes along its twist and the strains of its dampers at one instant: with those of the start of the step a branch of a hundred
/// times what lasts lost 22 % of the torque in steps of 100 ms. Most of what is lost goes at once, as rope is mixed, which is told.
#[test]
fn long_steps_lose_no_torque_to_stiff_branches() {
    for experiment in ["out_and_in", "out_and_in_by_midpoint", "out_and_in_by_alpha"] {
        let [short, long] =
            ["5 ms", "100 ms"].map(|step| run(MODELS, experiment, &[("step", step)]));
        let worst =
            largest_difference(short.column("rope.end.torque"), long.column("rope.end.torque"));
        println!("{experiment}: {worst:.2} N m of {:.1}", short.last("rope.end.torque"));
        assert!(worst < 0.5, "{experiment}: {worst}");
        let told = |own: &String| own.contains("were lost at once, where rope that remembers");
        assert!(short.report.warnings.iter().any(told), "{:?}", short.report.warnings);
    }
}

/// What is smooth, and shakes by nothing that anybody sees, is not said to turn round.
#[test]
fn a_winch_that_begins_smoothly_shakes_nothing() {
    let rows = run(MODELS, "out_and_in", &[("smoothly", "true")]);
    let turns = |own: &String| own.contains("turned round");
    assert!(!rows.report.warnings.iter().any(turns), "{:?}", rows.report.warnings);
}

/// A winch that is locked moves to and fro by rounding. Steps took its rope now to come and now to leave, and all were divided.
#[test]
fn a_locked_winch_divides_no_step() {
    let rows = run(MODELS, "locked", &[]);
    let length = rows.column("hoist.length");
    assert!((length[40] - rows.last("hoist.length")).abs() < 1e-12);
    let is_divided = |own: &String| own.contains("were divided");
    assert!(!rows.report.warnings.iter().any(is_divided), "{:?}", rows.report.warnings);
}

/// What comes is mixed within a piece, so the error falls with their length. Cells on a winch that forgets are wrong by 34 N m, those that
/// come out twisted by 17, and those that relax while they lie there by 1.4.
#[test]
fn a_winch_remembers_what_relaxed() {
    let expected = torques_of_cells(60.0);
    for (experiment, elements, allowed) in [
        ("to_and_fro", "8", 1.3),
        ("to_and_fro", "32", 0.55),
        ("to_and_fro", "128", 0.25),
        ("by_midpoint", "8", 1.3),
        ("by_alpha", "8", 1.3),
    ] {
        let rows = run(MODELS, experiment, &[("elements", elements)]);
        for name in ["rope.start.torque", "rope.end.torque"] {
            let worst = largest_difference(rows.column(name), &expected);
            println!("{experiment} of {elements}, {name}: {worst:.2} N m of {:.1}", expected[0]);
            assert!(worst < allowed, "{experiment} of {elements}, {name}: {worst}");
        }
        if experiment == "to_and_fro" {
            closes_its_ledger(&rows, &format!("{elements} pieces"));
        }
    }
}

/// Where all begins relaxed and fresh rope comes, springs of branches are twisted by nothing in the sum, so a rope of which all
/// is under one torque has `GJ ψ/L`, however stiff and slow these are, while each part gives way.
#[test]
fn branches_that_hold_nothing_do_not_pull() {
    for (stiffer, lasts) in
        [("1", "5 s"), ("1e3", "5 s"), ("1e6", "5 s"), ("1e6", "1e6 s"), ("1", "1e-6 s")]
    {
        for (experiment, allowed) in
            [("slowly", 1e-4), ("slowly_in_long_steps", 1e-3), ("slowly_by_alpha", 1e-4)]
        {
            let rows = run(MODELS, experiment, &[("stiffer", stiffer), ("lasts", lasts)]);
            for name in ["rope.start.torque", "rope.end.torque"] {
                let found = rows.column(name).iter().zip(rows.column("hoist.length"));
                let errors = found.map(|(own, length)| own * length / (40.0 * 2.0 * TAU) - 1.0);
                let worst = largest(&errors.collect::<Vec<_>>());
                println!("{stiffer} for {lasts}, {experiment}, {name}: {worst:.1e}");
                assert!(worst < allowed, "{stiffer} for {lasts}, {experiment}, {name}: {worst}");
            }
        }
    }
}

/// The last of it ends the run, and no piece is shorter than nothing before.
#[test]
fn all_of_it_may_be_hauled_in() {
    let settings = [("change", "-20 m")];
    for experiment in ["slowly", "slowly_by_midpoint", "slowly_by_alpha"] {
        let fault = fault(MODELS, experiment, &settings).to_string();
        println!("{experiment}: {fault}");
        assert!(fault.contains("has taken the rest"), "{experiment}: {fault}");
    }
}

/// The winch feels nothing of the twist, whatever rope remembers of it.
#[test]
fn a_winch_does_not_feel_what_is_twisted() {
    for elements in ["1", "8", "40"] {
        let elements = ("elements", elements);
        let twisted = run(MODELS, "to_and_fro", &[elements]);
        let plain = run(MODELS, "to_and_fro", &[elements, ("twist", "0 rev")]);
        let apart = largest_difference(twisted.column("hoist.force"), plain.column("hoist.force"));
        println!("{elements:?}: {apart:.1e} N");
        assert!(apart < 1e-2, "{elements:?}: {apart}");
    }
}

/// Rope that has relaxed takes its share of the twist along: the torque stays, to what the last of five metres makes of sections that turn.
#[test]
fn what_is_hauled_in_keeps_the_torque() {
    let expected = LASTING * TWIST / LENGTH;
    let rows = run(MODELS, "hauled", &[]);
    for name in ["rope.start.torque", "rope.end.torque"] {
        let errors: Vec<f64> = rows.column(name).iter().map(|own| own - expected).collect();
        println!("{name}: {:.1e} of {expected:.1} N m", largest(&errors));
        assert!(largest(&errors) < 2e-3 * expected, "{name}: {}", largest(&errors));
    }
}

/// At rest all has relaxed, and stays so.
#[test]
fn rest_has_forgotten_its_twist() {
    let expected = LASTING * TWIST / LENGTH;
    let rows = run(MODELS, "rests", &[]);
    assert!((rows.last("rope.end.torque") / expected - 1.0).abs() < 1e-9);
    let rows = run(MODELS, "from_rest", &[]);
    let errors: Vec<f64> =
        rows.column("rope.end.torque").iter().map(|own| own / expected - 1.0).collect();
    println!("{:.1e}", largest(&errors));
    assert!(largest(&errors) < 1e-9, "{}", largest(&errors));
    assert!(rows.last("energy.dissipated").abs() < 1e-9);
}

/// What comes into the second part is twisted as the first one was; once both have relaxed their torques are those of the turns that each
/// has, and none is lost.
#[test]
fn turns_that_relax_go_over_a_sheave() {
    let (density, travel) = (TWIST / LENGTH, 8.0);
    for experiment in ["over", "over_by_alpha"] {
        let rows = run(MODELS, experiment, &[]);
        let expected = [density, density * travel / (LENGTH + travel)].map(|own| LASTING * own);
        let found = ["first.start.torque", "second.end.torque"].map(|name| rows.last(name));
        println!("{experiment}: {found:?} for {expected:?}");
        for (own, other) in found.iter().zip(expected) {
            assert!((own - other).abs() < 2e-3, "{experiment}: {own} {other}");
        }
        if experiment == "over" {
            closes_its_ledger(&rows, experiment);
        }
    }
}

#[test]
fn what_swings_and_relaxes_on_a_winch_keeps_its_ledger() {
    let rows = run(MODELS, "wild", &[]);
    assert_eq!(rows.time.len(), 501);
    closes_its_ledger(&rows, "wild");
    assert!(rows.last("energy.dissipated") > 1.0);
}

/// As many pieces as one likes, with and without dampers beside: another integrator with a fifth of the step. (What rope remembers was taken
/// for a damper, which braked the winch of 48 pieces by 22 cm until 14 s; and sections swung by half of what a step mixes, which in the
/// end hauled it by metres.)
#[test]
fn a_winch_that_keeps_a_tension_goes_on_as_it_should() {
    let expected = run(MODELS, "kept_by_alpha", &[]);
    for (elements, damped) in [("6", "0"), ("24", "0"), ("48", "0"), ("48", "0.5")] {
        let rows = run(MODELS, "kept", &[("elements", elements), ("damped", damped)]);
        let apart =
            largest_difference(rows.column("hoist.length"), expected.column("hoist.length"));
        println!("{elements} {damped}: {apart:.1e} m");
        assert!(apart < 5e-3, "{elements} {damped}: {apart}");
        closes_its_ledger(&rows, elements);
        // Waves of twist stay small.
        let spread =
            largest_difference(rows.column("rope.start.torque"), rows.column("rope.end.torque"));
        assert!(spread < 0.5, "{elements} {damped}: {spread}");
    }
}

/// Where a winch holds still branches pull like those of a rope that is clamped there.
#[test]
fn a_winch_that_holds_still_holds_what_relaxes() {
    a_winch_holds_still_as_a_clamp(MODELS);
}
