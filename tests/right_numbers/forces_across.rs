//! Forces and torques across joints, and forces at the ends and along cables.

use nalgebra::{Matrix3, Vector3};

use crate::balance::{Balance, Body, rotation, vector};
use crate::cable_ends::same_at_the_start;
use crate::rows::{Rows, run};

const FILE: &str = "tests/models/right_numbers/forces_across.cdl";

const NEAR: [f64; 3] = [-0.3, 0.1, 0.0];
const FAR: [f64; 3] = [0.4, 0.2, -0.1];

fn piece(index: usize) -> Body {
    Body {
        name: format!("p[{index}].b"),
        mass: 2.0,
        centre: Vector3::new(0.1, -0.2, 0.15),
        inertia: Matrix3::from_diagonal(&Vector3::new(0.3, 0.4, 0.5)),
    }
}

/// Where a place of a piece is.
fn place(rows: &Rows, row: usize, index: usize, place: [f64; 3]) -> Vector3<f64> {
    let name = format!("p[{index}].b");
    vector(rows, &format!("{name}.position"), row)
        + rotation(rows, &name, row) * Vector3::from(place)
}

/// Names of force and torque of a joint, the pieces on its `from` and `to` sides (else the ground), and
/// where it is on the latter, or else in the world.
type Joint = ([&'static str; 2], Option<usize>, Option<usize>, [f64; 3]);

const TREE: &[Joint] = &[
    (["ja.force", "ja.torque_vector"], None, Some(0), NEAR),
    (["jb.force_vector", "jb.torque"], Some(0), Some(1), NEAR),
    (["jc.force", "jc.torque"], Some(1), Some(2), NEAR),
    (["jd.force", "jd.torque"], Some(2), Some(3), NEAR),
    (["je.force", "je.torque"], Some(3), Some(4), NEAR),
    (["jf.force", "jf.torque"], Some(4), Some(5), NEAR),
    (["jg.force", "jg.torque"], Some(5), Some(6), NEAR),
    (["jh.force", "jh.torque_vector"], Some(7), Some(1), FAR),
    (["ji.force_vector", "ji.torque"], Some(8), Some(7), FAR),
    (["jk.force", "jk.torque"], Some(9), Some(8), FAR),
    (["jl.force", "jl.torque"], Some(10), Some(9), FAR),
    (["jm.force", "jm.torque"], Some(11), Some(10), FAR),
    (["jn.force", "jn.torque"], Some(12), Some(11), FAR),
    (["jo.force", "jo.torque"], None, Some(13), [0.0; 3]),
];

const CLOSED: &[Joint] = &[
    (["slide.force", "slide.torque"], None, Some(0), NEAR),
    (["ball.force", "ball.torque"], Some(0), Some(1), NEAR),
    (["across", "turning"], None, Some(1), FAR),
];

const FOUR_BAR: &[Joint] = &[
    (["ha.force", "ha.torque_vector"], None, Some(0), NEAR),
    (["hb.force", "hb.torque_vector"], Some(0), Some(1), NEAR),
    (["hc.force", "hc.torque_vector"], Some(1), Some(2), NEAR),
    (["hd.force", "hd.torque_vector"], Some(2), None, [1.2, 0.3, 0.0]),
];

/// What the laws of Newton and Euler leave of all pieces in a row, the largest.
fn left(
    rows: &Rows,
    row: usize,
    pieces: usize,
    joints: &[Joint],
    loaded: &[(usize, [Vector3<f64>; 2])],
) -> f64 {
    let mut all: Vec<Balance> =
        (0..pieces).map(|index| Balance::new(rows, row, &piece(index))).collect();
    for &([force, torque], from, to, on_to) in joints {
        let (force, torque) = (vector(rows, force, row), vector(rows, torque, row));
        let at = to.map_or(on_to.into(), |to| place(rows, row, to, on_to));
        for (side, sign) in [(to, 1.0), (from, -1.0)] {
            let Some(index) = side else { continue };
            let arm = at - vector(rows, &format!("p[{index}].b.position"), row);
            all[index].push_from(arm, force * sign);
            all[index].turn(torque * sign);
        }
    }
    for (index, [force, torque]) in loaded {
        all[*index].push([0.0; 3], *force);
        all[*index].turn(*torque);
    }
    all.iter()
        .map(Balance::left)
        .fold(0.0, |most, left| if left > most || left.is_nan() { left } else { most })
}

/// Reference: the laws of Newton and Euler for every body. Tolerances: rounding, and what the constrained
/// formulation leaves of its multipliers.
#[test]
fn all_kinds_in_a_tree_balance_every_body() {
    let zero = Vector3::zeros();
    let loaded =
        [(3, [Vector3::new(3.0, 4.0, 5.0), zero]), (8, [zero, Vector3::new(0.5, -0.4, 0.3)])];
    for (experiment, tolerance) in [("recursive_tree", 1e-12), ("constrained_tree", 1e-8)] {
        let rows = run(FILE, experiment, &[]);
        for row in 0..rows.time.len() {
            let left = left(&rows, row, 14, TREE, &loaded);
            assert!(left < tolerance, "{experiment}, row {row}: {left:e}");
        }
    }
}

/// The scalar of a hinge or a slide is the part of the vector along its axis, which is fixed in the `from`
/// frame.
#[test]
fn scalars_are_parts_along_the_axis() {
    let rows = run(FILE, "recursive_tree", &[]);
    for row in 0..rows.time.len() {
        for (scalar, of, from, axis) in [
            ("jb.force", "jb.force_vector", 0, [1.0, 1.0, 0.0]),
            ("jh.torque", "jh.torque_vector", 7, [1.0, 0.0, 1.0]),
            ("ji.force", "ji.force_vector", 8, [0.0, 1.0, 0.0]),
        ] {
            let axis =
                rotation(&rows, &format!("p[{from}].b"), row) * Vector3::from(axis).normalize();
            let (scalar, along) = (rows.column(scalar)[row], axis.dot(&vector(&rows, of, row)));
            assert!((scalar - along).abs() < 1e-10, "{of}: {scalar} {along}");
        }
    }
    let axis = Vector3::new(0.0, 0.6, 0.8);
    let (scalar, along) =
        (rows.column("ja.torque")[0], axis.dot(&vector(&rows, "ja.torque_vector", 0)));
    assert!((scalar - along).abs() < 1e-10, "{scalar} {along}");
    // Nothing acts across a free joint.
    assert_eq!(vector(&rows, "jo.force", 1), Vector3::zeros());
}

const KINDS: [&str; 6] =
    ["revolute", "prismatic", "universal", "cylindrical", "spherical", "planar"];

/// Reference: the laws of Newton and Euler for both bodies.
#[test]
fn cut_joints_of_all_kinds_balance_every_body() {
    let loaded = [(1, [Vector3::new(3.0, 4.0, 5.0), Vector3::zeros()])];
    for kind in KINDS {
        for (experiment, tolerance) in [
            ("projection", 1e-10),
            ("partitioning", 1e-10),
            ("gear_gupta_leimkuhler", 1e-10),
            ("baumgarte", 1e-10),
            ("penalty", 1e-10),
            ("augmented_lagrangian", 1e-10),
            ("shaken", 1e-10),
            ("constrained", 1e-8),
            ("shaken_constrained", 1e-8),
        ] {
            let rows = run(FILE, experiment, &[("kind", &format!("\"{kind}\""))]);
            for row in 0..rows.time.len() {
                let left = left(&rows, row, 2, CLOSED, &loaded);
                assert!(left < tolerance, "{kind}, {experiment}, row {row}: {left:e}");
            }
        }
    }
}

/// Forces that redundant joints leave open are in balance with the motion, and the run says that there are
/// such; the others are the same in both formulations. Reference: the laws of Newton and Euler.
#[test]
fn redundant_joints_balance_every_body() {
    for (experiment, tolerance, carried) in [
        ("four_bar", 1e-10, "is taken as zero in these equations"),
        ("four_bar_constrained", 1e-8, "is spread over all joints of the loop"),
    ] {
        let rows = run(FILE, experiment, &[]);
        let said = rows.report.reasons.join("\n");
        let note = "3 of the 5 equations that close loops bind what the others bind already (in `h";
        assert!(said.contains(note) && said.contains(carried), "{experiment}: {said}");
        for row in 0..rows.time.len() {
            let left = left(&rows, row, 3, FOUR_BAR, &[]);
            assert!(left < tolerance, "{experiment}, row {row}: {left:e}");
        }
    }
    let [one, other] = ["four_bar", "four_bar_constrained"].map(|name| run(FILE, name, &[]));
    for joint in ["ha", "hb", "hc", "hd"] {
        for part in ["force.x", "force.z", "torque_vector.y"] {
            let name = format!("{joint}.{part}");
            let [a, b] = [&one, &other].map(|rows| rows.column(&name)[0]);
            assert!((a - b).abs() < 1e-8 * 30.0, "{name}: {a} {b}");
        }
    }
}

#[test]
fn both_formulations_say_the_same() {
    same_at_the_start(FILE, ["recursive_tree", "constrained_tree"], &[], 1e-8);
    for kind in KINDS {
        same_at_the_start(
            FILE,
            ["projection", "constrained"],
            &[("kind", &format!("\"{kind}\""))],
            1e-8,
        );
        same_at_the_start(
            FILE,
            ["shaken", "shaken_constrained"],
            &[("kind", &format!("\"{kind}\""))],
            1e-8,
        );
    }
}
