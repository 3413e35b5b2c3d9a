//! Why the hinge of the paper is not used: its equation (10) closes the matrix of a hinge by the moment equation of the body on its root side, and what Riccati's form
//! then inverts is singular in positions that are nothing special.

use nalgebra::{Matrix3, SMatrix, Vector2, Vector3};

use super::masses::errors;
use super::precise::Rods;
use crate::tree::tests::reference::difference;

/// Of `(a_x, a_y, α, m, q_x, q_y, 1)`.
type Transfer = SMatrix<f64, 7, 7>;

/// A rod from its lower end to its upper one.
fn rod(rods: &Rods, k: usize) -> Transfer {
    let (mass, length) = (rods.masses[k], rods.length);
    let (sin, cos) = rods.angles[k].sin_cos();
    let whole = Vector2::new(-sin, cos) * length;
    let (centre, rate) = (0.5 * whole, rods.rates[k]);
    let across = |arm: &Vector2<f64>| Vector2::new(-arm.y, arm.x);
    let weight = Vector2::new(0.0, -rods.gravity * mass);
    let centripetal = weight + centre * (mass * rate * rate);
    let mut own = Transfer::identity();
    for i in 0..2 {
        own[(i, 2)] = across(&whole)[i];
        own[(i, 6)] = -rate * rate * whole[i];
        own[(4 + i, i)] = -mass;
        own[(4 + i, 2)] = -mass * across(&centre)[i];
        own[(4 + i, 6)] = centripetal[i];
        own[(3, i)] = mass * (across(&centre)[i] - across(&whole)[i]);
        own[(3, 4 + i)] = across(&whole)[i];
    }
    own[(3, 2)] = mass * length * length / 3.0 - mass * across(&whole).dot(&across(&centre));
    own[(3, 6)] = across(&whole).dot(&centripetal) - across(&centre).dot(&weight);
    own
}

/// Equation (10), with the moment equation of the rod that comes next.
fn hinge(next: &Transfer) -> Transfer {
    let mut own = Transfer::identity();
    for k in 0..7 {
        own[(2, k)] = if k == 2 { 0.0 } else { -next[(3, k)] / next[(3, 2)] };
    }
    own
}

/// One step of equations (24), (29), (30), (33): `S`, `e`, and `P`, `q` of `z_b = P z_b' + P q`.
struct Step {
    stiffness: Matrix3<f64>,
    offset: Vector3<f64>,
    inverse: Matrix3<f64>,
    shift: Vector3<f64>,
}

fn step(transfer: &Transfer, stiffness: &Matrix3<f64>, offset: &Vector3<f64>) -> Step {
    let block = |i: usize, j: usize| transfer.fixed_view::<3, 3>(i, j).into_owned();
    let constant = |i: usize| transfer.fixed_view::<3, 1>(i, 6).into_owned();
    let whole = block(0, 3) * stiffness + block(0, 0);
    let inverse = whole.try_inverse().unwrap_or_else(|| Matrix3::repeat(f64::NAN));
    let shift = -(block(0, 3) * offset + constant(0));
    let next = (block(3, 3) * stiffness + block(3, 0)) * inverse;
    let offset = block(3, 3) * offset + constant(3) + next * shift;
    Step { stiffness: next, offset, inverse, shift }
}

/// Two rods, with the condition that the paper leaves out: no moment in the hinge between them.
fn by_the_paper(rods: &Rods) -> Vec<f64> {
    let upper = rod(rods, 0);
    let tip = step(&rod(rods, 1), &Matrix3::zeros(), &Vector3::zeros());
    let joint = step(&hinge(&upper), &tip.stiffness, &tip.offset);
    let root = step(&upper, &joint.stiffness, &joint.offset);
    let moment = joint.stiffness.row(0) * root.inverse;
    // The upper end stands still: `(0, 0, α)`.
    let known = (moment * root.shift)[0] + joint.offset[0];
    let alpha = -known / moment[2];
    let below = root.inverse * (Vector3::new(0.0, 0.0, alpha) + root.shift);
    let beyond: Vector3<f64> = joint.inverse * (below + joint.shift);
    vec![alpha, beyond[2]]
}

fn two(between: f64) -> Rods {
    Rods {
        length: 1.0,
        gravity: 9.81,
        angles: vec![0.7, 0.7 + between],
        rates: vec![-1.0, 2.0],
        masses: vec![1.0; 2],
    }
}

/// Right where the angle between both is anything but `arccos(-2/3)`, and as many digits gone as it is near there. Sweeps that eliminate
/// the joint have nothing there.
#[test]
fn the_hinge_of_the_paper_has_poles_in_regular_positions() {
    let pole = (-2.0_f64 / 3.0).acos();
    for between in [0.0, 0.5, 1.0, 2.0, 3.0] {
        let rods = two(between);
        let apart = difference(&by_the_paper(&rods), &rods.accelerations());
        assert!(apart < 1e-13, "{between}: {apart:e}");
    }
    for (beside, bounds) in [
        (1e-3, [1e-15, 1e-11]),
        (1e-6, [1e-12, 1e-8]),
        (1e-9, [1e-9, 1e-4]),
        (1e-12, [1e-6, f64::INFINITY]),
    ] {
        let rods = two(pole - beside);
        let apart = difference(&by_the_paper(&rods), &rods.accelerations());
        let [own, _] = errors(&rods);
        println!("{beside:e} beside: {apart:.0e} by equation (10), {own:.0e} by sweeps");
        assert!(bounds[0] < apart && (apart < bounds[1]), "{beside:e}: {apart:e}");
        assert!(own < 1e-14, "{beside:e}: {own:e}");
    }
}
