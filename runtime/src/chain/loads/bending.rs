//! What the joints of a cable that bends do to its nodes; the law is [`Bending`].
//!
//! A joint lies between neighbouring pieces, and between a clamp and the piece that it holds. Its
//! moment becomes a couple of forces on each piece, across it at both its nodes, so that neither the
//! sum of the forces nor that of their moments is changed but for what the clamps take.

use nalgebra::Vector3;

use crate::chain::clamped::OnClamps;
use crate::chain::line::Line;
use crate::laws::bending::{Bending, Moments};

/// What meets in a joint.
#[derive(Clone, Copy)]
struct Side {
    /// A unit vector from the cable's start to its end.
    direction: Vector3<f64>,
    /// 1/s
    rate: Vector3<f64>,
    /// m; none of a clamp.
    length: f64,
}

/// The j-th, if there is one.
#[inline(always)]
fn piece(line: &Line<'_>, j: usize) -> Option<Side> {
    Some(Side {
        direction: Vector3::from(*line.directions.get(j)?),
        rate: Vector3::from(*line.rates.get(j)?),
        length: *line.lengths.get(j)?,
    })
}

/// At an end (0 or 1), if there is one.
fn clamp(line: &Line<'_>, end: usize) -> Option<Side> {
    let heading = line.clamped.ends[end]?;
    Some(Side { direction: heading.direction, rate: heading.rate, length: 0.0 })
}

/// The joint at a node, between what stands before and after it. None at an end that is not clamped.
fn sides(line: &Line<'_>, node: usize) -> Option<[Side; 2]> {
    let count = line.lengths.len();
    let before = if node == 0 { clamp(line, 0) } else { piece(line, node - 1) };
    let after = if node == count { clamp(line, 1) } else { piece(line, node) };
    Some([before?, after?])
}

/// On both sides of a joint, N m.
#[inline(always)]
fn moments(bending: &Bending, damped: bool, normal: &Vector3<f64>, sides: &[Side; 2]) -> Moments {
    let [first, second] = sides;
    let (u1, u2) = (first.direction, second.direction);
    let turning = damped.then(|| u2.cross(&second.rate) - u1.cross(&first.rate));
    let joint = bending.between([first.length, second.length]);
    joint.moments([&u1, &u2], turning.as_ref(), normal)
}

/// The arm of the forces on a piece, m: the piece as it is; only lumped ones change their length.
#[inline(always)]
fn arm(line: &Line<'_>, j: usize) -> f64 {
    if line.lumped { (line.positions[j + 1] - line.positions[j]).norm() } else { line.lengths[j] }
}

/// Adds nodal forces, N. Returns the power of the damping, W, never positive.
pub(super) fn add_forces(bending: &Bending, line: Line<'_>, forces: &mut [Vector3<f64>]) -> f64 {
    let mut power = 0.0;
    let damped = bending.is_damped();
    let normal = line.clamped.normal;
    let count = line.lengths.len();
    for j in 0..count.saturating_sub(1) {
        let (Some(before), Some(after)) = (piece(&line, j), piece(&line, j + 1)) else { break };
        let Some(nodes) = forces.get_mut(j..j + 3) else { break };
        let Moments { on, lost, .. } = moments(bending, damped, &normal, &[before, after]);
        power -= lost;
        let first = on[0].cross(&before.direction) / arm(&line, j);
        let second = on[1].cross(&after.direction) / arm(&line, j + 1);
        nodes[0] -= first;
        nodes[1] += first - second;
        nodes[2] += second;
    }
    for (node, side, piece) in [(0, 1, 0), (count, 0, count.saturating_sub(1))] {
        let clamped = line.clamped.ends[1 - side].and_then(|_| sides(&line, node));
        let (Some(sides), Some(nodes)) = (clamped, forces.get_mut(piece..piece + 2)) else {
            continue;
        };
        let Moments { on, lost, .. } = moments(bending, damped, &normal, &sides);
        power -= lost;
        let force = on[side].cross(&sides[side].direction) / arm(&line, piece);
        nodes[0] -= force;
        nodes[1] += force;
    }
    power
}

/// What clamps get of the moments in the joints.
pub(super) fn on_clamps(bending: &Bending, line: Line<'_>) -> OnClamps {
    let damped = bending.is_damped();
    let normal = line.clamped.normal;
    let mut sum = OnClamps::default();
    let last = line.lengths.len();
    let everywhere = bending.acts_on_clamps();
    for node in 0..=last {
        let at_end = node == 0 || node == last;
        let Some(sides) = (at_end || everywhere).then(|| sides(&line, node)).flatten() else {
            continue;
        };
        let Moments { on, on_normal, .. } = moments(bending, damped, &normal, &sides);
        sum.normal += on_normal;
        if node == 0 {
            sum.ends[0] += on[0];
        } else if node == last {
            sum.ends[1] += on[1];
        }
    }
    sum
}

/// The force at the end of a piece that the moments in both its joints make, N; at its start stands the
/// opposite.
pub(super) fn on_piece(bending: &Bending, line: Line<'_>, index: usize) -> Vector3<f64> {
    let damped = bending.is_damped();
    let normal = line.clamped.normal;
    let of_joint = |node: usize, side: usize| {
        let sides = sides(&line, node);
        sides.map_or(Vector3::zeros(), |sides| moments(bending, damped, &normal, &sides).on[side])
    };
    let moment = of_joint(index + 1, 0) + of_joint(index, 1);
    let Some(direction) = line.directions.get(index) else { return Vector3::zeros() };
    moment.cross(&Vector3::from(*direction)) / arm(&line, index)
}

/// Elastic energy of all joints, J.
pub(super) fn energy(bending: &Bending, line: Line<'_>) -> f64 {
    if bending.stiffness == 0.0 {
        return 0.0;
    }
    let mut energy = 0.0;
    for node in 0..=line.lengths.len() {
        let Some([first, second]) = sides(&line, node) else { continue };
        let joint = bending.between([first.length, second.length]);
        let directions = [&first.direction, &second.direction];
        joint.add_stored(directions, &line.clamped.normal, &mut energy);
    }
    energy
}
