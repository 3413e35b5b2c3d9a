//! Ropes that resist being twisted, against closed forms and a rod's equations by shooting.

use std::f64::consts::TAU;

use super::reference::{integrate, solve};
use super::rows::{largest, largest_change, run};
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
    let energy = largest_change(&rows, "energy.total");
    println!("energy {energy:.1e}");
    assert!(energy < 1e-10, "{energy}");
    for (what, bound) in [("momentum", 1e-10), ("angular_momentum", 1e-9)] {
        for axis in ["x", "y", "z"] {
            let change = largest_change(&rows, &format!("{what}.{axis}"));
            println!("{what}.{axis} {change:.1e}");
            assert!(change < bound, "{what}.{axis}: {change}");
        }
    }
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

/// A rope that is drawn with 200 N and does not move: what the ledger is open by is rounding of what it carries, however little
/// is exchanged (it was refused for 1.6e-18 J).
#[test]
fn a_rope_at_rest_has_nothing_to_close() {
    for pull in ["0 N", "200 N", "20 kN"] {
        let rows = run(MODELS, "drawn", &[("pull", pull)]);
        assert!(largest_change(&rows, "rope.start.torque") < 1e-9);
    }
}

/// What a rod from the origin along x does that has this moment there and carries `force` at the end: place, tangent, an axis
/// across and moment at its end; `EI = 1`, `GJ = 0.8`.
fn shot(moment: [f64; 3], force: [f64; 3]) -> [f64; 12] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let rates = |y: [f64; 12]| {
        let part = |k: usize| [y[3 * k], y[3 * k + 1], y[3 * k + 2]];
        let (t, d, m) = (part(1), part(2), part(3));
        let about: f64 = (0..3).map(|k| t[k] * m[k]).sum();
        let turning = [0, 1, 2].map(|k| m[k] - about * t[k] + about / 0.8 * t[k]);
        let (dt, dd, dm) = (cross(turning, t), cross(turning, d), cross(force, t));
        std::array::from_fn(|k| [t, dt, dd, dm][k / 3][k % 3])
    };
    let mut start = [0.0; 12];
    (start[3], start[7]) = (1.0, 1.0);
    start[9..].copy_from_slice(&moment);
    let times: Vec<f64> = (0..=100).map(|k| f64::from(k) / 100.0).collect();
    *integrate(start, &times, 2, rates).last().expect("an end")
}

/// A rod that a load aside of its end bends and twists, against Kirchhoff's equations by shooting.
#[test]
fn a_rod_is_bent_and_twisted_at_once() {
    let force = [0.0, 0.0, -1.0];
    // The moment at the end is that of the load at the lever, half a metre along the axis across.
    let missed = |moment: [f64; 3]| {
        let y = shot(moment, force);
        let arm = [6, 7, 8].map(|k| 0.5 * y[k]);
        let wanted = [arm[1] * force[2], -arm[0] * force[2], 0.0];
        [0, 1, 2].map(|k| y[9 + k] - wanted[k])
    };
    let mut moment = [-0.5, 1.0, 0.0];
    for _ in 0..20 {
        let now = missed(moment);
        let mut slopes = [[0.0; 3]; 3];
        for column in 0..3 {
            let mut other = moment;
            other[column] += 1e-6;
            let beside = missed(other);
            for row in 0..3 {
                slopes[row][column] = (beside[row] - now[row]) / 1e-6;
            }
        }
        let step = solve(slopes, now);
        for (own, by) in moment.iter_mut().zip(step) {
            *own -= by;
        }
    }
    assert!(largest(&missed(moment)) < 1e-10);
    let end = shot(moment, force);
    let errors = ["4", "8", "16"].map(|elements| {
        let rows = run(MODELS, "cranked", &[("elements", elements)]);
        let torque = rows.last("rod.start.torque");
        assert!((torque - moment[0]).abs() < 1e-3, "{elements}: {torque} {}", moment[0]);
        let place = ["x", "y", "z"].map(|axis| rows.last(&format!("lever.position.{axis}")));
        let apart = [0, 1, 2].map(|k| place[k] - end[k]);
        largest(&apart)
    });
    println!("{errors:?}");
    assert!(errors[1] < 1e-5, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1]).log2() > 3.5, "{errors:?}");
    }
}
