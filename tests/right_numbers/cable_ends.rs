//! Tensions at the ends of cables, of second order in the number of segments, and forces there that are
//! in balance with what they hold.

use nalgebra::{Matrix3, Vector3};

use crate::balance::{Balance, Body, vector};
use crate::rows::{Rows, run};

const FILE: &str = "tests/models/right_numbers/cable_ends.cdl";

/// An elastic catenary of the weight `w` (N/m): horizontal force and vertical force at its upper end, N,
/// from the closed form (Irvine, Cable Structures, 1981, section 1.3) by Newton's method.
fn catenary(w: f64, length: f64, stiffness: f64, across: f64, up: f64) -> [f64; 2] {
    let reach = |[h, v]: [f64; 2]| {
        let low = v - w * length;
        let x = h * length / stiffness + h / w * ((v / h).asinh() - (low / h).asinh());
        let z = (v - 0.5 * w * length) * length / stiffness + (h.hypot(v) - h.hypot(low)) / w;
        [x - across, z - up]
    };
    let mut at = [0.4 * w * length, 0.7 * w * length];
    for _ in 0..100 {
        let left = reach(at);
        let step = 1e-4;
        let by_h = reach([at[0] + step, at[1]]).map(|value| value / step);
        let by_v = reach([at[0], at[1] + step]).map(|value| value / step);
        let [a, c] = [by_h[0] - left[0] / step, by_h[1] - left[1] / step];
        let [b, d] = [by_v[0] - left[0] / step, by_v[1] - left[1] / step];
        let determinant = a * d - b * c;
        at[0] -= (d * left[0] - b * left[1]) / determinant;
        at[1] -= (a * left[1] - c * left[0]) / determinant;
    }
    at
}

/// Relative errors at the end, at the start and 40 m from the start: of the tension, and of the force.
fn errors(experiment: &str, segments: u32) -> [f64; 6] {
    let (w, length) = (881.05, 130.0);
    let [h, v] = catenary(w, length, 7.51e8, 89.9, 59.2);
    assert!(
        (h.hypot(v) - 93_318.043).abs() < 1e-2
            && (h.hypot(v - w * length) - 41_164.553).abs() < 1e-2
    );
    let rows = run(FILE, experiment, &[("nodes", &(segments + 1).to_string())]);
    let place = |arc: f64| Vector3::new(h, 0.0, v - w * (length - arc));
    let both = |tension: &str, force: &str, arc: f64| {
        let force = vector(&rows, force, 0);
        let tension = rows.column(tension)[0];
        let exact = place(arc);
        if arc != 40.0 {
            assert!((tension - force.norm()).abs() < 1e-12 * tension, "{tension} {force}");
        }
        [(tension / exact.norm() - 1.0).abs(), (force - exact).norm() / exact.norm()]
    };
    let end = both("line.end.tension", "line.end.force", length);
    let start = both("line.start.tension", "line.start.force", 0.0);
    let within = both("within", "force_within", 40.0);
    [end[0], start[0], within[0], end[1], start[1], within[1]]
}

/// Reference: the closed form of the elastic catenary. The errors fall by four with twice as many segments.
#[test]
fn tensions_of_lumped_cables_are_of_second_order() {
    for experiment in ["rest", "recursive", "constrained"] {
        let counts: &[u32] = if experiment == "rest" { &[20, 40, 80, 160, 320] } else { &[40, 80] };
        let all: Vec<[f64; 6]> = counts.iter().map(|&count| errors(experiment, count)).collect();
        for (which, finest) in all[all.len() - 1].iter().enumerate() {
            let coarsest = all[0][which];
            let order = (coarsest / finest).log2() / (all.len() - 1) as f64;
            assert!(order > 1.9, "{experiment}, {which}: order {order}, {all:?}");
        }
        let at_80 = all[counts.iter().position(|&count| count == 80).expect("80 segments")];
        assert!(at_80.iter().all(|error| *error < 2e-4), "{experiment}: {at_80:?}");
    }
}

fn weight(name: &str) -> Body {
    Body {
        name: format!("{name}.b"),
        mass: 3.0,
        centre: Vector3::new(0.1, 0.05, -0.2),
        inertia: Matrix3::from_diagonal(&Vector3::new(0.2, 0.3, 0.25)),
    }
}

const EYE: [f64; 3] = [0.1, 0.0, 0.2];
const FOOT: [f64; 3] = [0.0, -0.1, -0.2];

/// Reference: the laws of Newton and Euler for the bodies that hold the cables, in motion and in water.
#[test]
fn forces_at_the_ends_move_the_bodies_there() {
    for (experiment, tolerance) in
        [("recursive_strung", 1e-12), ("constrained_strung", 1e-9), ("recursive_slack", 1e-12)]
    {
        let rows = run(FILE, experiment, &[]);
        for row in 0..rows.time.len() {
            let read = |name: &str| vector(&rows, name, row);
            let mut hung = Balance::new(&rows, row, &weight("hung"));
            hung.push(EYE, -read("a.end.force"));
            hung.push(FOOT, read("b.start.force"));
            let mut low = Balance::new(&rows, row, &weight("low"));
            low.push(EYE, -read("b.end.force"));
            let mut arm = Balance::new(&rows, row, &weight("arm"));
            arm.push(EYE, read("pivot.force"));
            arm.turn(read("pivot.torque_vector"));
            arm.push(FOOT, read("c.start.force"));
            arm.push(FOOT, read("f.start.force"));
            let mut swing = Balance::new(&rows, row, &weight("swing"));
            swing.push(EYE, read("pin.force"));
            swing.turn(read("pin.torque"));
            swing.push(FOOT, -read("f.end.force"));
            for (name, balance) in
                [("hung", &hung), ("low", &low), ("arm", &arm), ("swing", &swing)]
            {
                let left = balance.left();
                assert!(left < tolerance, "{experiment}, {name}, row {row}: {left:e}");
            }
            // A hinge without friction; and nothing beyond a free end but the load on it.
            assert!(read("pivot.torque_vector").y.abs() < 1e-10, "{}", read("pivot.torque_vector"));
            assert!((read("d.end.force") - Vector3::new(0.5, 0.0, -1.0)).norm() < 1e-7);
            assert!(read("e.start.force").norm() < 1e-7, "{}", read("e.start.force"));
            // A force of the user's is beyond its place.
            let load = read("d_at_load") - read("d_after_load");
            assert!((load - Vector3::new(1.0, 2.0, 3.0)).norm() < 1e-3, "{load}");
            let load = read("d_at_node") - read("d_after_node");
            assert!((load - Vector3::new(-1.0, 1.0, 0.5)).norm() < 1e-3, "{load}");
            let load = read("e_at_node") - read("e_after_node");
            assert!((load - Vector3::new(-1.0, 1.0, 0.5)).norm() < 1e-3, "{load}");
        }
    }
}

fn largest_force(rows: &Rows) -> f64 {
    let forces = rows.names().filter(|name| name.contains("force"));
    forces.flat_map(|name| rows.column(name).iter()).fold(0.0, |most, value| most.max(value.abs()))
}

/// Both formulations begin in one state; what they read there is the same. Tolerance: what the constrained
/// one leaves of its multipliers.
pub fn same_at_the_start(
    file: &str,
    [one, other]: [&str; 2],
    overrides: &[(&str, &str)],
    tolerance: f64,
) {
    let (one, other) = (run(file, one, overrides), run(file, other, overrides));
    let scale = largest_force(&one);
    let mut compared = 0;
    for name in one.names() {
        let difference = (one.column(name)[0] - other.column(name)[0]).abs();
        assert!(
            difference < tolerance * scale,
            "{name}: {difference:e} beside {scale}, {overrides:?}"
        );
        compared += 1;
    }
    assert!(compared > 10);
}

#[test]
fn both_formulations_say_the_same() {
    same_at_the_start(FILE, ["recursive_strung", "constrained_strung"], &[], 1e-8);
    same_at_the_start(FILE, ["recursive_controlled", "constrained_controlled"], &[], 1e-8);
    same_at_the_start(FILE, ["recursive_nailed", "constrained_nailed"], &[], 1e-6);
}

/// What an equation exerts on a place within a link or at a node is the step of the force there: along z, and
/// along y and z alike. Beyond a free end there is nothing.
#[test]
fn equations_are_steps_of_the_force() {
    for experiment in ["recursive_nailed", "constrained_nailed"] {
        let rows = run(FILE, experiment, &[]);
        for row in 0..rows.time.len() {
            let step = |at: &str, after: &str| vector(&rows, at, row) - vector(&rows, after, row);
            let nail = step("at_nail", "after_nail");
            assert!(nail.z > 1.0 && nail.xy().norm() < 1e-4, "{experiment}: {nail}");
            let level = step("at_node", "after_node");
            assert!(level.z > 1.0 && (level.y - level.z).abs() < 1e-4, "{experiment}: {level}");
            assert!(vector(&rows, "c.end.force", row).norm() < 1e-8);
        }
    }
}

/// Without bending the tension of a lumped cable is the size of the force, at every place.
#[test]
fn without_bending_the_tension_is_the_force() {
    let rows = run(FILE, "recursive_slack", &[]);
    for row in 0..rows.time.len() {
        for (tension, force) in [
            ("a.start.tension", "a.start.force"),
            ("a.end.tension", "a.end.force"),
            ("c.start.tension", "c.start.force"),
            ("c_tension", "c_within"),
        ] {
            let (tension, force) = (rows.column(tension)[row], vector(&rows, force, row));
            assert!(
                (tension.abs() - force.norm()).abs() < 1e-12 * force.norm(),
                "{tension} {force}"
            );
        }
    }
}

/// Reference: the laws of Newton and Euler for the load.
#[test]
fn controlled_segments_too() {
    for (experiment, tolerance) in
        [("recursive_controlled", 1e-12), ("constrained_controlled", 1e-9)]
    {
        let rows = run(FILE, experiment, &[]);
        for row in 0..rows.time.len() {
            let mut load = Balance::new(&rows, row, &weight("load"));
            load.push(EYE, -vector(&rows, "c.end.force", row));
            assert!(load.left() < tolerance, "{experiment}, row {row}: {:e}", load.left());
        }
    }
}
