//! Bodies whose motion is given.

use cdl_graph::NodeId;
use nalgebra::Vector3;

use crate::signals::Values;
use crate::tree::{BaseMotion, Placement};

/// A prescribed body.
/// Nodes are functions of time: m, and a quaternion `[w, x, y, z]` from body axes to the world's.
/// Second derivatives come from the compiler, as forces on what hangs there need accelerations.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// Of its frame, m.
    pub(crate) position: [NodeId; 3],
    /// Of its frame.
    pub(crate) attitude: [NodeId; 4],
    /// Absent where the motion does not depend on time.
    pub(crate) rates: Option<cdl_graph::PrescribedRates>,
}

impl Base {
    /// From a position, a quaternion `q` of any length and their derivatives. With `w = q' q^-1` the
    /// angular velocity is `2 Im(w)` and the angular acceleration `2 Im(q'' q^-1 - w w)`; the length of
    /// the quaternion and its derivatives drop out.
    pub(crate) fn motion(&self, values: &Values) -> BaseMotion {
        let q = values.array(self.attitude);
        let pose = Placement::new(values.array(self.position), q);
        let Some(rates) = &self.rates else { return BaseMotion::at_rest(pose) };
        let square: f64 = q.iter().map(|x| x * x).sum();
        let inverse = [q[0] / square, -q[1] / square, -q[2] / square, -q[3] / square];
        let first = product(values.array(rates.attitude_rate), inverse);
        let second = product(values.array(rates.attitude_acceleration), inverse);
        let turning = Vector3::new(first[1], first[2], first[3]);
        let bending = Vector3::new(second[1], second[2], second[3]);
        BaseMotion {
            pose,
            omega: turning * 2.0,
            velocity: values.array(rates.velocity).into(),
            alpha: bending * 2.0 - turning * (4.0 * first[0]),
            acceleration: values.array(rates.acceleration).into(),
        }
    }
}

/// Of two quaternions, `[w, x, y, z]`.
fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use cdl_graph::{PrescribedRates, Signals};

    /// A quaternion of varying length that turns about a fixed axis by the angle t^2 at t = 0.7:
    /// the rate must be 2 t and the acceleration 2 along the axis (closed form, 1e-12).
    #[test]
    fn quaternion_derivatives_give_angular_velocity_and_acceleration() {
        let t: f64 = 0.7;
        let axis = Vector3::new(1.0, 2.0, 2.0) / 3.0;
        // q = s u with s = 1 + t, u = [cos(t^2 / 2), sin(t^2 / 2) axis].
        let (s, ds) = (1.0 + t, 1.0);
        let (a, da, dda) = (0.5 * t * t, t, 1.0);
        let u = [a.cos(), a.sin()];
        let du = [-a.sin() * da, a.cos() * da];
        let ddu = [-a.cos() * da * da - a.sin() * dda, -a.sin() * da * da + a.cos() * dda];
        let q: Vec<f64> = (0..2).map(|k| s * u[k]).collect();
        let dq: Vec<f64> = (0..2).map(|k| ds * u[k] + s * du[k]).collect();
        let ddq: Vec<f64> = (0..2).map(|k| 2.0 * ds * du[k] + s * ddu[k]).collect();
        let mut signals = Signals::default();
        let mut quaternion = |c: &[f64]| {
            [c[0], c[1] * axis.x, c[1] * axis.y, c[1] * axis.z].map(|x| signals.constant(x))
        };
        let attitude = quaternion(&q);
        let attitude_rate = quaternion(&dq);
        let attitude_acceleration = quaternion(&ddq);
        let zero = signals.constant(0.0);
        let base = Base {
            position: [zero; 3],
            attitude,
            rates: Some(PrescribedRates {
                velocity: [zero; 3],
                attitude_rate,
                acceleration: [zero; 3],
                attitude_acceleration,
            }),
        };
        let (_, values) =
            crate::signals::schedule(&signals, &[], &crate::signals::Wanted::default()).unwrap();
        let motion = base.motion(&values);
        assert!((motion.omega - axis * 2.0 * t).norm() < 1e-12);
        assert!((motion.alpha - axis * 2.0).norm() < 1e-12);
    }
}
