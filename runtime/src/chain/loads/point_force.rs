//! Forces from outside at one point of a cable.

use nalgebra::Vector3;

/// A force at a fraction of a link; see [`crate::chain::Links::locate`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PointForce {
    pub link: usize,
    /// Of the link's length, 0 to 1.
    pub fraction: f64,
    /// N, world axes.
    pub force: Vector3<f64>,
}

/// Adds each force to its link's two nodes, like a load spread over no length. Returns the power,
/// W. A force on a link that does not exist is left out.
pub(crate) fn add_point_forces(
    point_forces: &[PointForce],
    velocities: &[Vector3<f64>],
    forces: &mut [Vector3<f64>],
) -> f64 {
    let mut power = 0.0;
    for PointForce { link, fraction, force } in point_forces {
        let nodes = forces.get_mut(*link..link + 2);
        if let (Some([start, end]), Some([v0, v1])) = (nodes, velocities.get(*link..link + 2)) {
            *start += force * (1.0 - fraction);
            *end += force * *fraction;
            power += force.dot(&(v0 * (1.0 - fraction) + v1 * *fraction));
        }
    }
    power
}
