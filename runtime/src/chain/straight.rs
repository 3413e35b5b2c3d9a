//! A straight chain that turns as one body.

use nalgebra::Vector3;

/// Fills directions and rates: along `direction` (normalised here) with the angular velocity in
/// rad/s, world axes; its part along the chain is spin and left out. A direction of no length or
/// with NaN gives NaN.
pub(crate) fn straight(
    direction: Vector3<f64>,
    angular_velocity: Vector3<f64>,
    directions: &mut [[f64; 3]],
    rates: &mut [[f64; 3]],
) {
    let u = direction.normalize();
    directions.fill(u.into());
    rates.fill(angular_velocity.cross(&u).into());
}
