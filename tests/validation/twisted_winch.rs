//! Ropes that resist being twisted and go over winches and sheaves: twist goes along with the rope. Against closed forms, and an
//! equation of motion with a memory of its own.

use std::f64::consts::TAU;

use super::rows::{Rows, largest, largest_change, run};
use super::small_motions::a_winch_holds_still_as_a_clamp;

const MODELS: &str = "tests/models/twisted_winch.cdl";
/// GJ of the models, N m².
const RIGIDITY: f64 = 80.0;
/// m
const LENGTH: f64 = 20.0;

/// `I φ'' = -GJ ψ/L` for the load, and `ψ' = φ' + τ L'` for the twist of all that is free: `τ = ψ/L` of what is hauled in, and
/// when that is paid out what it was then, which is noted here for each millimetre; rope that never was out has none. By the midpoint
/// rule with steps of 50 us. What is found is the turn of the load (rad) every 0.1 s.
fn turns_of_the_load(until: f64) -> Vec<f64> {
    const CELL: f64 = 1e-3;
    let steps_of_a_row = 2000;
    let h = 0.1 / f64::from(steps_of_a_row);
    let length = |t: f64| LENGTH + 4.0 * (0.3 * t).sin().powi(3);
    let mut wound = vec![0.0; 40_000];
    let (mut angle, mut rate, mut twist) = (0.0, 0.2, 0.0);
    let mut rows = vec![angle];
    let count = (until / 0.1).round() as i32 * steps_of_a_row;
    for step in 0..count {
        let t = f64::from(step) * h;
        let (free, middle) = (length(t), length(t + 0.5 * h));
        let came = length(t + h) - free;
        let cell = (middle / CELL) as usize;
        let density = if came > 0.0 { wound[cell] } else { twist / free };
        if came < 0.0 {
            wound[cell] = density;
        }
        // The twist in the middle of the step, by the rate there.
        let about = twist + 0.5 * (h * rate + density * came);
        let moment = RIGIDITY * about / middle;
        let before = rate;
        rate -= h * moment / 20.0;
        angle += 0.5 * h * (before + rate);
        twist += 0.5 * h * (before + rate) + density * came;
        if (step + 1) % steps_of_a_row == 0 {
            rows.push(angle);
        }
    }
    rows
}

#[test]
fn a_load_turns_on_a_rope_that_comes_and_goes() {
    let expected = turns_of_the_load(60.0);
    // Until what was hauled in is paid out again; from there on 16 cm of it, which a winch does not tell apart, are mixed.
    let first = 150;
    for experiment in ["turning", "by_midpoint", "by_alpha"] {
        let rows = run(MODELS, experiment, &[]);
        let found = rows.column("guide.angle");
        assert_eq!(found.len(), expected.len());
        let errors: Vec<f64> =
            found.iter().zip(&expected).map(|(own, other)| own - other).collect();
        let (before, all) = (largest(&errors[..first]), largest(&errors));
        println!("{experiment}: {before:.1e} and {all:.1e} rad of {:.2}", largest(found));
        assert!(before < 3e-5 && all < 3e-4, "{experiment}: {before} {all}");
        // Rope without twist would have turned it otherwise by far.
        assert!(largest(found) > 0.3);
    }
}

/// A winch that hauls takes twist along, so the torque stays `GJ ψ/L` of the start from the first step on: no section has to
/// be set turning first, which would leave waves where nothing dampens them (1.7 N m here).
#[test]
fn a_run_sets_off_with_sections_that_turn() {
    let expected = RIGIDITY * 3.0 * TAU / LENGTH;
    let within = [("hauled", 2e-3), ("hauled_by_midpoint", 1e-4), ("hauled_by_alpha", 1e-9)];
    for (experiment, tolerance) in within {
        let rows = run(MODELS, experiment, &[]);
        for column in ["rope.start.torque", "rope.end.torque"] {
            let errors: Vec<f64> = rows.column(column).iter().map(|own| own - expected).collect();
            let worst = largest(&errors) / expected;
            println!("{experiment}, {column}: {worst:.1e} of {expected:.1} N m");
            assert!(worst < tolerance, "{experiment}, {column}: {worst}");
        }
    }
}

/// A step that takes a third of what is left is told, as the torque is 3 % off there; one that takes a tenth is not.
#[test]
fn steps_that_leave_little_of_a_rope_are_told() {
    let expected = RIGIDITY * 3.0 * TAU / LENGTH;
    let rows = run(MODELS, "hauled_out", &[]);
    let off = (rows.last("rope.start.torque") / expected - 1.0).abs();
    println!("{off:.1e} of the torque");
    assert!((1e-3..0.1).contains(&off), "{off:e}");
    let told = |rows: &Rows| -> Option<String> {
        let mut warnings = rows.report.warnings.iter();
        warnings.find(|own| own.contains("changed the free length of `rope`")).cloned()
    };
    assert!(told(&rows).is_some_and(|own| own.contains("by 33 %, to 4.98 s")), "{:?}", told(&rows));
    assert_eq!(told(&run(MODELS, "hauled", &[])), None);
}

/// A load that cannot turn: rope that is paid out brings no twist, so the torque falls with the length; what is hauled in takes
/// its own along, so it stays. What is hauled in and paid out again brings that back.
#[test]
fn the_torque_of_what_is_paid_out_is_that_of_its_length() {
    let twist = ("twist", "3 rev");
    let rows = run(MODELS, "still", &[twist]);
    let (torque, length) = (rows.column("rope.start.torque"), rows.column("hoist.length"));
    let mut worst: f64 = 0.0;
    for (row, own) in torque.iter().enumerate() {
        // The first time out to 24 m; never farther.
        let is_out = rows.time[row] > TAU / 4.0 / 0.3;
        let longest = if is_out { 24.0 } else { length[row] };
        worst = worst.max((own - RIGIDITY * 3.0 * TAU / longest).abs());
    }
    println!("{worst:.1e} N m");
    assert!(worst < 2e-3, "{worst}");
    assert!(largest(rows.column("energy.balance")) < 1e-11 * largest(rows.column("energy.work")));
}

/// Dampers of a second (damping over stiffness): what comes in is twisted within a metre, and no sooner, but the ends do not turn, so
/// the torque is `GJ ψ/L` all the same. The winch feels nothing of it, and all that the rope had stored and has no more is lost,
/// `½ GJ ψ² (1/2 m - 1/L)`, in many pieces as in few: 4e-3 where steps move a tenth of a piece of 5 cm, 8e-4 with 8 pieces. (Where dampers took what passes nodes for a strain the winch was pushed by 877 N of
/// 2989 N, and the torque was 12 % too small, with 40 pieces.)
#[test]
fn fresh_rope_is_twisted_under_dampers() {
    let twist = 3.0 * TAU;
    for elements in ["1", "2", "8", "40"] {
        let pieces = ("elements", elements);
        let rows = run(MODELS, "fresh", &[pieces]);
        let plain = run(MODELS, "fresh", &[pieces, ("twist", "0 rev")]);
        let (length, force) = (rows.column("hoist.length"), rows.column("hoist.force"));
        let (mut pulled, mut turned): (f64, f64) = (0.0, 0.0);
        for (row, length) in length.iter().enumerate().skip(4) {
            let without = plain.column("hoist.force")[row];
            pulled = pulled.max((force[row] / without - 1.0).abs());
            let expected = RIGIDITY * twist / length;
            for name in ["rope.start.torque", "rope.end.torque"] {
                turned = turned.max((rows.column(name)[row] / expected - 1.0).abs());
            }
        }
        let end = length.last().expect("rows");
        let lost = 0.5 * RIGIDITY * twist * twist * (0.5 - 1.0 / end);
        let apart = rows.last("energy.dissipated") / lost - 1.0;
        println!("{elements}: {pulled:.1e} {turned:.1e} {apart:.1e}");
        assert!(pulled < 5e-3 && turned < 5e-3, "{elements}: {pulled} {turned}");
        assert!(apart.abs() < 4e-3, "{elements}: {apart}");
    }
}

/// A winch that goes to and fro by 9 m/s alternates about its rate by a millimetre a second, as a driven coordinate does, and light
/// sections with it; that is no error that dampers should take, with 1.9 J of the winch's at each step. Against steps of a fifth with a method that
/// has nothing of the kind.
#[test]
fn a_fast_winch_is_not_braked_by_dampers_of_twist() {
    let [found, fine] =
        ["fast", "fast_by_alpha"].map(|own| run(MODELS, own, &[]).last("energy.dissipated"));
    println!("{found} {fine}");
    assert!((found / fine - 1.0).abs() < 1e-2, "{found} {fine}");
    assert!(fine > 250.0);
}

/// Over a sheave: what comes into the second part is twisted as the first one was. Back again comes what is in the second part
/// then. No turn is lost in all.
#[test]
fn turns_go_over_a_sheave_with_the_rope() {
    for (experiment, bound) in [("over", 2e-3), ("over_by_alpha", 2e-3)] {
        let rows = run(MODELS, experiment, &[]);
        let (first, second) = (rows.column("first.start.torque"), rows.column("second.end.torque"));
        let (mut all, mut worst): (f64, f64) = (0.0, 0.0);
        for (row, travel) in rows.column("top.travel").iter().enumerate() {
            let turns =
                (first[row] * (LENGTH - travel) + second[row] * (LENGTH + travel)) / RIGIDITY;
            all = all.max((turns - 3.0 * TAU).abs());
            // Until it turns back, and from there on by the density of the second part, which stays.
            let density = 3.0 * TAU / LENGTH;
            let turned = density * 10.0 / (LENGTH + 10.0);
            let there = rows.time[row] < TAU / 0.4;
            let expected = if there { density * travel / (LENGTH + travel) } else { turned };
            if rows.time[row] < TAU / 0.2 {
                worst = worst.max((second[row] - RIGIDITY * expected).abs());
            }
        }
        println!("{experiment}: {all:.1e} rad, {worst:.1e} N m");
        assert!(all < bound && worst < 10.0 * bound, "{experiment}: {all} {worst}");
    }
    let rows = run(MODELS, "over", &[]);
    assert!(largest(rows.column("energy.balance")) < 1e-11 * largest(rows.column("energy.work")));
}

/// Ten thousand steps of a rope that swings about, is hauled in and paid out: its ledger closes.
#[test]
fn what_swings_twisted_on_a_winch_keeps_its_ledger() {
    let rows = run(MODELS, "wild", &[]);
    assert_eq!(rows.time.len(), 501);
    let (open, work) =
        (largest(rows.column("energy.balance")), largest(rows.column("energy.work")));
    println!("{open:.1e} J of {work:.1} J");
    assert!(open < 1e-11 * work, "{open} {work}");
    assert!(largest_change(&rows, "rope.end.torque") > 0.05);
}

/// Where a winch holds still a rope swings and turns as one that is clamped there.
#[test]
fn a_winch_that_holds_still_holds_the_twist() {
    a_winch_holds_still_as_a_clamp(MODELS);
}

/// Dampers of bending that are far faster than the steps see what a driven winch has too much at the end of one step and too little at
/// that of the next: rows are those of an eighth of the step. They alternated by 10 N, after the jump of the drive too, and the rope's
/// middle by 250 m/s². Errors of velocities that are of the order of the step squared then made 0.85 N and 66 m/s² of that; what is read is
/// in balance at the end.
#[test]
fn rows_beside_a_winch_do_not_alternate_under_strong_dampers() {
    let [own, fine] = ["20 ms", "2.5 ms"].map(|step| run(MODELS, "damped", &[("step", step)]));
    for (name, most) in [
        ("hoist.force", 0.03),
        ("rope.start.tension", 0.03),
        ("rope.end.tension", 0.03),
        ("rope.mid.position.x", 4e-6),
        ("rope.mid.acceleration.x", 2.0),
    ] {
        let both = own.column(name).iter().zip(fine.column(name));
        let off = both.fold(0.0_f64, |most, (own, other)| most.max((own - other).abs()));
        println!("{name}: {off}");
        assert!(off < most, "{name}: {off}");
    }
    let turns = |own: &[f64]| {
        let mores: Vec<f64> = own.windows(2).map(|own| own[1] - own[0]).collect();
        mores.windows(2).filter(|own| own[0] * own[1] < 0.0).count()
    };
    // To and fro, twice each.
    assert!(turns(own.column("hoist.force")) <= 8, "{:?}", own.column("hoist.force"));
}

/// The torque of a rope that is let down, twisted and strongly damped, is nearly the same all along it: what is read is in balance with itself, and with
/// the twist that rope brings at that instant. Beside the winch it was read as 75 N m, and by turns as 48 and 99 after the jump of the
/// drive; with a quarter of the step as 55.
#[test]
fn torques_beside_a_winch_are_in_balance_under_strong_dampers() {
    let [own, fine] = ["20 ms", "5 ms"].map(|step| run(MODELS, "viscous", &[("step", step)]));
    for name in ["rope.start.torque", "second", "third"] {
        let both = own.column(name).iter().zip(fine.column(name));
        let off = both.fold(0.0_f64, |most, (own, other)| most.max((own - other).abs()));
        println!("{name}: {off} of {} N m", own.last(name));
        assert!(off < 0.15, "{name}: {off}");
    }
    let torques = own.column("rope.start.torque").iter().zip(own.column("third"));
    let apart = torques.fold(0.0_f64, |most, (start, third)| most.max((start - third).abs()));
    println!("from piece to piece: {apart}");
    assert!(apart < 0.02, "{apart}");
}
