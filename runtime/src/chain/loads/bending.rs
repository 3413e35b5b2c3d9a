//! What the joints of a cable that bends do to its nodes; the law is [`Bending`].
//!
//! A joint lies between neighbouring pieces. Its moment becomes a couple of forces on each piece,
//! across it at both its nodes, so that neither the sum of the forces nor that of their moments is
//! changed.

use nalgebra::Vector3;

use crate::chain::line::Line;
use crate::laws::bending::{Bending, angle};

/// The moment in the joint after piece `j`, N m: that piece gets it, the next one the opposite; and what
/// its damping loses, W.
#[inline(always)]
fn moment(
    bending: &Bending,
    damped: bool,
    line: Line<'_>,
    j: usize,
) -> Option<(Vector3<f64>, f64)> {
    let (&[l1, l2], [u1, u2]) = (line.lengths.get(j..j + 2)?, line.directions.get(j..j + 2)?)
    else {
        return None;
    };
    let (u1, u2) = (Vector3::from(*u1), Vector3::from(*u2));
    let normal = u1.cross(&u2);
    let joint = bending.between([l1, l2]);
    let mut moment = joint.elastic(&normal, u1.dot(&u2));
    let mut lost = 0.0;
    if damped && let [w1, w2] = line.rates.get(j..j + 2)? {
        let turning = u2.cross(&Vector3::from(*w2)) - u1.cross(&Vector3::from(*w1));
        let (resistance, taken) = joint.damped(&normal, &turning);
        moment += resistance;
        lost = taken;
    }
    Some((moment, lost))
}

/// The arm of the forces on a piece, m: the piece as it is; only lumped ones change their length.
#[inline(always)]
fn arm(line: Line<'_>, j: usize) -> f64 {
    if line.lumped { (line.positions[j + 1] - line.positions[j]).norm() } else { line.lengths[j] }
}

/// Adds nodal forces, N. Returns the power of the damping, W, never positive.
pub(super) fn add_forces(bending: &Bending, line: Line<'_>, forces: &mut [Vector3<f64>]) -> f64 {
    let mut power = 0.0;
    let damped = bending.is_damped();
    for j in 0..line.lengths.len().saturating_sub(1) {
        let Some((moment, lost)) = moment(bending, damped, line, j) else { break };
        let Some(nodes) = forces.get_mut(j..j + 3) else { break };
        power -= lost;
        let (u1, u2) = (Vector3::from(line.directions[j]), Vector3::from(line.directions[j + 1]));
        let first = moment.cross(&u1) / arm(line, j);
        let second = u2.cross(&moment) / arm(line, j + 1);
        nodes[0] -= first;
        nodes[1] += first - second;
        nodes[2] += second;
    }
    power
}

/// The force at the end of a piece that the moments in both its joints make, N; at its start stands the
/// opposite.
pub(super) fn on_piece(bending: &Bending, line: Line<'_>, index: usize) -> Vector3<f64> {
    let damped = bending.is_damped();
    let of_joint = |j: usize| moment(bending, damped, line, j).map_or(Vector3::zeros(), |(m, _)| m);
    let before = index.checked_sub(1).map_or(Vector3::zeros(), of_joint);
    let moment = of_joint(index) - before;
    let Some(direction) = line.directions.get(index) else { return Vector3::zeros() };
    moment.cross(&Vector3::from(*direction)) / arm(line, index)
}

/// Elastic energy of all joints, J.
pub(super) fn energy(bending: &Bending, line: Line<'_>) -> f64 {
    if bending.stiffness == 0.0 {
        return 0.0;
    }
    let mut energy = 0.0;
    for (u, lengths) in line.directions.windows(2).zip(line.lengths.windows(2)) {
        let angle = angle(&Vector3::from(u[0]), &Vector3::from(u[1]));
        energy += bending.between([lengths[0], lengths[1]]).energy(angle);
    }
    energy
}
