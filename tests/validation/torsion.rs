//! Ropes that resist being twisted, against closed forms and a rod's equations by shooting.

use std::f64::consts::TAU;

use super::rod::{Rod, RodEnd, cross};
use super::rows::{keeps_energy_and_momenta, largest, largest_change, run};
use super::small_motions::modes_of;

const MODELS: &str = "tests/models/torsion.cdl";

/// 4.1.3 of the Ship Mechanical Systems report: `T = 2π √(L I / GJ)`, which is 6.2832 s (report: 6.2864 s). Steps of the length
/// `h` make it longer by `h²/12`, and the inertia of the cable's sections by 2e-6, of which 1e-4 s are left after a minute.
#[test]
fn a_payload_turns_on_its_cable() {
    let rows = run(MODELS, "turning_payload", &[]);
    let found = rows.column("payload.angular_velocity.z");
    let slower = 1.0 - 0.02_f64.powi(2) / 12.0;
    let expected = rows.time.iter().map(|t| 0.2 * (slower * t).cos());
    let errors: Vec<f64> = found.iter().zip(expected).map(|(own, other)| own - other).collect();
    println!("{:.1e}", largest(&errors));
    assert!(largest(&errors) < 4e-5, "{}", largest(&errors));
    // Nothing but the twist is moved.
    assert!(largest(rows.column("payload.angular_velocity.x")) < 1e-12);
}

/// The twist (rad) at which the lowest frequency vanishes: by its square at three twists below.
fn critical(experiment: &str, elements: &str, below: [f64; 3]) -> f64 {
    let squares = below.map(|twist| {
        let twist_text = format!("{twist} rad");
        let settings = [("elements", elements), ("twist", twist_text.as_str())];
        let modes = modes_of(MODELS, experiment, &settings);
        let lowest = modes.iter().find(|mode| !mode.is_free()).expect("a mode that swings");
        assert!(lowest.growth == 0.0, "{twist}: {lowest:?}");
        lowest.frequency().powi(2)
    });
    // Lagrange's polynomial of the twist by the square, at zero.
    (0..3)
        .map(|k| {
            let others = (0..3).filter(|&l| l != k);
            below[k] * others.map(|l| squares[l] / (squares[l] - squares[k])).product::<f64>()
        })
        .sum()
}

/// A shaft that is clamped at both ends, and free to become shorter, buckles where `M L / EI` is twice the first root of
/// `tan x = x`, 8.98681892 (Greenhill 1883). Here `GJ` is 0.7 EI. Of order 4: 2.2e-3 with 8 elements by a prototype.
#[test]
fn a_shaft_buckles_where_it_is_twisted() {
    let expected = 8.986_818_92 / 0.7;
    let [coarse, fine] = ["8", "16"]
        .map(|elements| critical("shaft", elements, [12.6, 12.7, 12.8]) / expected - 1.0);
    println!("{coarse:.2e} {fine:.2e}");
    assert!(coarse.abs() < 3e-3 && fine.abs() < 2e-4, "{coarse} {fine}");
    assert!((coarse / fine).log2() > 3.7, "{coarse} {fine}");
}

/// The same shaft without a twist is a beam that is clamped at both ends, `(βL)² = 22.37328545`, whatever the number of its
/// elements: nothing pulls and nothing swings, so only its stiffness says how fast it may be. (Where that was not asked, 12
/// elements had 1.24 Hz in place of 3.561 Hz.)
#[test]
fn a_shaft_that_is_not_twisted_is_a_beam() {
    for elements in ["5", "8", "12", "20", "31", "60", "100"] {
        let modes = modes_of(MODELS, "shaft", &[("elements", elements)]);
        for mode in &modes[..2] {
            let found = TAU * mode.frequency();
            assert!((found / 22.373_285_45 - 1.0).abs() < 6e-4, "{elements}: {found}");
        }
    }
}

/// A ring leaves its plane where its ends were turned by `2π √3 EI/GJ` before they were joined (Michell 1889, Zajac 1962).
/// That tells the sign of what tangents do to the twist, which a straight rod does not.
#[test]
fn a_ring_leaves_its_plane_where_it_is_twisted() {
    let expected = TAU * 3.0_f64.sqrt() / 0.7;
    let [coarse, fine] =
        ["4", "8"].map(|elements| critical("ring", elements, [14.8, 15.1, 15.4]) / expected - 1.0);
    println!("{coarse:.2e} {fine:.2e}");
    assert!(coarse.abs() < 3e-3 && fine.abs() < 2e-4, "{coarse} {fine}");
    assert!((coarse / fine).log2() > 3.0, "{coarse} {fine}");
}

/// Ten thousand steps of a rope that flies, twisted by one turn, between two bodies that spin against each other.
#[test]
fn what_flies_twisted_keeps_what_it_has() {
    let rows = run(MODELS, "flight", &[]);
    keeps_energy_and_momenta(&rows);
    // It does exchange.
    assert!(largest_change(&rows, "rope.end.torque") > 0.05);
}

/// Three turns of one end, and back: `GJ φ/L` there, and nothing after it, without a jump in between.
#[test]
fn turns_of_an_end_are_counted() {
    let rows = run(MODELS, "turned", &[]);
    let torque = |time: f64| {
        let row = rows.time.iter().position(|own| (own - time).abs() < 1e-9).expect("a row");
        [rows.column("wire.start.torque")[row], rows.column("wire.end.torque")[row]]
    };
    for (time, turns) in [(6.0, 3.0), (12.0, 0.0)] {
        for found in torque(time) {
            assert!((found - 2.0 * TAU * turns).abs() < 1e-6, "{time}: {found}");
        }
    }
    // While it turns the damping acts as well: 0.001 N m² s.
    let angle = rows.column("angle");
    for (row, own) in rows.column("wire.end.torque").iter().enumerate() {
        assert!((own - 2.0 * angle[row]).abs() < 0.03, "{row}: {own}");
    }
}

/// A rope with an inertia about its own axis of `ρI L`, 0.25 kg m², that is held at one end and has a body with `J`, 1e-4 kg m²,
/// at the other: `x tan x = ρI L/J` with `ω = x/L √(GJ/ρI)`, so 1.99920 Hz. Sections are lumped at nodes: of order 2.
#[test]
fn waves_of_twist_run_along_a_rope() {
    let (inertia, stiffness, length) = (0.05, 80.0_f64, 5.0);
    // x tan x = 2500, near a quarter of a turn.
    let x = (0..60).fold(1.5_f64, |x, _| x + 0.5 * ((2500.0 / x).atan() - x));
    let expected = x / length * (stiffness / inertia).sqrt() / TAU;
    assert!((expected - 1.999_20).abs() < 1e-5, "{expected}");
    let errors = ["4", "8", "16", "32"].map(|elements| {
        let modes = modes_of(MODELS, "twist_waves", &[("elements", elements)]);
        let apart = modes.iter().map(|mode| (mode.frequency() / expected - 1.0).abs());
        apart.fold(f64::INFINITY, f64::min)
    });
    println!("{errors:?}");
    assert!(errors[3] < 2e-4, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1]).log2() > 1.9, "{errors:?}");
    }
}

/// Under 30 N a rope with four turns in it cannot rest straight, and one that nothing keeps out of itself comes to rest with
/// two: that is said, and nothing of the kind where all turns stay.
#[test]
fn turns_that_are_lost_are_told() {
    let told = |twist: &str| {
        let rows = run(MODELS, "overtwisted", &[("twist", twist)]);
        let lost = rows.report.warnings.iter().any(|note| note.contains("began with a twist"));
        (rows.last("rope.start.torque") / (8.0 * TAU / 4.0), lost)
    };
    for twist in ["1 rev", "2.5 rev"] {
        let (turns, lost) = told(twist);
        let given: f64 = twist.trim_end_matches(" rev").parse().expect("a number");
        assert!(!lost && (turns - given).abs() < 1e-6, "{twist}: {turns} {lost}");
    }
    let (turns, lost) = told("4 rev");
    assert!(lost && (turns - 2.0).abs() < 1e-3, "{turns} {lost}");
}

/// A rope that nothing pushes aside stays straight however far it is twisted, which is said from a tenth beyond what a clamped one
/// bears (Greenhill, by the determinant of the conditions of its ends), 38.4 N m; not where it is pushed, and leaves its line. Under
/// its weight a rope bears by the pull at its upper end, 971 N m, with one piece as with twelve.
#[test]
fn a_rope_that_stays_straight_beyond_its_torque_is_told() {
    let told = |changes: &[(&str, &str)]| {
        let rows = run(MODELS, "straight", changes);
        rows.report.warnings.iter().find(|note| note.contains("ends straight")).cloned()
    };
    let note = told(&[]).expect("62.8 N m are told");
    assert!(note.contains("62.8 N m") && note.contains("38.4 N m"), "{note}");
    // 45.2 and 40.2 N m, then 62.8 under a pull that lets it bear 66.
    assert!(told(&[("twist", "3.6 rev")]).is_some());
    assert_eq!(told(&[("twist", "3.2 rev")]), None);
    assert_eq!(told(&[("twist", "-5 rev"), ("pull", "100 N")]), None);
    assert!(told(&[("twist", "-5 rev")]).is_some());
    assert_eq!(told(&[("aside", "0.1 m/s^2")]), None);
    // What damps bending lasts for nothing.
    assert!(told(&[("damped", "30 ms")]).is_some());
    for elements in ["1", "12"] {
        let rows = run(MODELS, "hanging_twisted", &[("elements", elements)]);
        let told = rows.report.warnings.iter().any(|note| note.contains("bears 971 N m"));
        assert!(told, "{elements}: {:?}", rows.report.warnings);
    }
}

/// A rope that is drawn with 200 N and does not move: what the ledger is open by is rounding of what it carries, however little
/// is exchanged (it was refused for 1.6e-18 J).
#[test]
fn a_rope_at_rest_has_nothing_to_close() {
    for pull in ["0 N", "200 N", "20 kN"] {
        let rows = run(MODELS, "drawn", &[("pull", pull)]);
        assert!(largest_change(&rows, "rope.start.torque") < 1e-9);
    }
}

/// A rod that a load aside of its end bends and twists, against Kirchhoff's equations by shooting.
#[test]
fn a_rod_is_bent_and_twisted_at_once() {
    let rod = Rod {
        length: 1.0,
        side: [0.0, 1.0, 0.0],
        stiffness: [1.0, 1.0, 0.8],
        relaxed: [0.0; 2],
        axial: f64::INFINITY,
    };
    // The moment at the end is that of the load at the lever, half a metre along the axis across.
    let lever = |end: &RodEnd, force: [f64; 3]| cross(end.side.map(|own| 0.5 * own), force);
    let (moment, end) = rod.held_by([0.0, 0.0, -1.0], lever);
    let errors = ["4", "8", "16"].map(|elements| {
        let rows = run(MODELS, "cranked", &[("elements", elements)]);
        let torque = rows.last("rod.start.torque");
        assert!((torque - moment[0]).abs() < 1e-3, "{elements}: {torque} {}", moment[0]);
        let place = ["x", "y", "z"].map(|axis| rows.last(&format!("lever.position.{axis}")));
        let apart = [0, 1, 2].map(|k| place[k] - end.place[k]);
        largest(&apart)
    });
    println!("{errors:?}");
    assert!(errors[1] < 1e-5, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1]).log2() > 3.5, "{errors:?}");
    }
}
