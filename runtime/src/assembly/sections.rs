//! How the sections of ropes that resist being twisted are turned at the start: as clamps hold the start, and from there
//! on evenly, up to the twist that is written.

use super::Assembly;
use crate::laws::spline::{Bent, Sections, bends, mixed, shares, turn, twist};
use crate::mechanism::{CableOf, Clamp, Curve, RelaxingSections, State, Torsion};
use crate::spatial::{Mat3, Vec3};

/// Two axes across a rope.
pub(super) type Axes = [Vec3; 2];

/// Adds sections and turns to the curve of a cable; after its slopes have been found.
pub(super) fn turned(assembly: &Assembly<'_>, index: usize, state: &mut State) {
    let cable = &assembly.mechanism.cables[index];
    let (Some(torsion), [Some(start), Some(end)]) = (cable.torsion, cable.clamps) else { return };
    let [(first, spin), (last, last_spin)] =
        [start, end].map(|clamp| held(assembly, state, &clamp));
    let length = cable.links().length() / cable.links().count() as f64;
    let curve = &state.curves[index];
    let (sections, mut turns) = evenly(curve, length, [first, last], &torsion);
    turns.resize(cable.turns(), 0.0);
    if cable.flows {
        let nodes = cable.turns_from(0).nodes();
        turns[nodes].fill(torsion.turned / cable.links().length());
    }
    let spins = spins(curve, [spin, last_spin]);
    let curve = &mut state.curves[index];
    (curve.sections, curve.turns, curve.spins) = (sections, turns, spins);
    curve.section_creep = crept(cable, curve, [first, last], &torsion);
}

/// Two axes across a clamped end, with the angular velocity of what holds them, rad/s.
pub(super) fn held(assembly: &Assembly<'_>, state: &State, clamp: &Clamp) -> (Axes, Vec3) {
    let moving = clamp.moving(assembly.mechanism, &state.bodies);
    (clamp.across().map(|axis| moving.attitude * axis), moving.angular_velocity)
}

/// Strains of the dampers in branches of sections: those of what has long been bent and twisted so. Where nothing of a torque
/// lasts it has just been twisted.
fn crept(cable: &CableOf, curve: &Curve, [first, last]: [Axes; 2], torsion: &Torsion) -> Vec<f64> {
    let RelaxingSections { bending, torsion: twisting } = &cable.relaxing;
    let mut creep = Vec::with_capacity(cable.section_creep());
    let count = cable.links().count();
    // Where rope flows it is counted for each length.
    let over = if cable.flows { cable.links().length() } else { count as f64 };
    let twist = if torsion.stiffness > 0.0 { torsion.turned / over } else { 0.0 };
    for (piece, shapes) in cable.shapes().iter().enumerate() {
        creep.extend(std::iter::repeat_n(twist, twisting.len()));
        if bending.is_empty() {
            continue;
        }
        let (places, slopes) = (&curve.positions[piece..], &curve.slopes[piece..]);
        let nodal = [places[0], slopes[0], places[1], slopes[1]];
        let axes = [piece, piece + 1].map(|node| match node.checked_sub(1) {
            None => first,
            Some(_) if node == count => last,
            Some(between) => [0, 1].map(|k| curve.sections[between].column(k).into_owned()),
        });
        let untwisted = if piece + 1 == count { curve.turns[count] } else { 0.0 };
        for point in &shapes.points {
            let bent = Bent::of(point, &nodal);
            let x = 0.5 * (point.legendre[1] + 1.0);
            let seen = [0, 1].map(|node| {
                let [one, other] = axes[node];
                bends(&[bent.a, bent.b, slopes[node], one, other])
            });
            let own = mixed(&shares(x, [None, Some(untwisted)]), &seen);
            creep.extend(own.into_iter().flat_map(|z| std::iter::repeat_n(z, bending.len())));
        }
    }
    creep.extend(std::iter::repeat_n(0.0, cable.carrying()));
    creep
}

/// Attitudes between the ends, and turns of all pieces with the one of the last that counts as none.
fn evenly(
    curve: &Curve,
    length: f64,
    [first, last]: [Axes; 2],
    torsion: &Torsion,
) -> (Vec<Mat3>, Vec<f64>) {
    let count = curve.slopes.len() - 1;
    let each = torsion.turned / count as f64;
    let (mut sections, mut turns) = (Vec::with_capacity(count), Vec::with_capacity(count + 1));
    let mut axes = first;
    for piece in 0..count {
        let to = curve.slopes[piece + 1];
        let u = |[c, d]: Axes| -> Sections {
            let [a, b] = axes;
            [a, b, c, d, curve.slopes[piece], middle(curve, piece, length), to]
        };
        if piece + 1 == count {
            let own = u(last);
            let found = turn(&own, 0.0);
            turns.extend([found, twist(&own, found) - each]);
            break;
        }
        let along = to.normalize();
        let carried = carried(&axes[0], &curve.slopes[piece].normalize(), &along);
        let carried = [carried, along.cross(&carried)];
        // Carried by the smallest rotation it has no turn, but some twist.
        let found = each - twist(&u(carried), 0.0);
        let (sine, cosine) = found.sin_cos();
        let across = carried[0] * cosine + carried[1] * sine;
        axes = [across, along.cross(&across)];
        sections.push(Mat3::from_columns(&[axes[0], axes[1], along]));
        turns.push(found);
    }
    (sections, turns)
}

/// The slope in the middle of a piece.
fn middle(curve: &Curve, piece: usize, length: f64) -> Vec3 {
    let (places, slopes) = (&curve.positions[piece..], &curve.slopes[piece..]);
    Bent::at(&[places[0], slopes[0], places[1], slopes[1]], 0.5, length).a
}

/// By the smallest rotation from one direction to another.
pub(super) fn carried(axis: &Vec3, from: &Vec3, to: &Vec3) -> Vec3 {
    axis - (from + to) * (axis.dot(to) / (1.0 + from.dot(to)))
}

/// As slopes turn, and about them as both ends do.
fn spins(curve: &Curve, [start, end]: [Vec3; 2]) -> Vec<Vec3> {
    let count = curve.slopes.len() - 1;
    let spin = |node: usize| {
        let (slope, rate) = (curve.slopes[node], curve.slope_rates[node]);
        let x = node as f64 / count as f64;
        let along = slope.normalize();
        let about = along.dot(&(start * (1.0 - x) + end * x));
        slope.cross(&rate) / slope.norm_squared() + along * about
    };
    (1..count).map(spin).collect()
}
