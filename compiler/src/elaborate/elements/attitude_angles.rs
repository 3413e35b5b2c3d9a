//! Roll, pitch and yaw of a frame: the angles of `euler(roll, pitch, yaw)` that give its attitude.

use cdl_graph::{BinaryOp, FrameId, FrameQuantity, NodeId, Sensor, UnaryOp};

use super::Unfolding;
use crate::schema::AttitudeAngle;
use crate::symbolic::{Scalars, attitude};

impl Unfolding<'_, '_> {
    /// rad. From the matrix of R = Rz(yaw) Ry(pitch) Rx(roll), whose last row and first column are
    ///
    /// ```text
    /// R20 = -sin(pitch)   R21 = cos(pitch) sin(roll)   R22 = cos(pitch) cos(roll)
    /// R10 = cos(pitch) sin(yaw)                        R00 = cos(pitch) cos(yaw)
    /// ```
    ///
    /// Each is an arc tangent of two of them, so rounding is never beyond what has an angle.
    pub(super) fn attitude_angle(&mut self, frame: FrameId, angle: AttitudeAngle) -> NodeId {
        let nodes = &mut self.values.nodes;
        let sensor = Sensor::Frame { frame, quantity: FrameQuantity::Attitude };
        let q = [0, 1, 2, 3].map(|component| nodes.sensor(sensor, component));
        let mut axis = |k: usize| {
            let mut unit = [0.0; 3];
            unit[k] = 1.0;
            let unit = nodes.constant_vector(unit);
            attitude::rotate(nodes, q, unit)
        };
        let [x, y, z] = [0, 1, 2].map(&mut axis);
        match angle {
            AttitudeAngle::Roll => nodes.binary(BinaryOp::Atan2, y[2], z[2]),
            AttitudeAngle::Pitch => {
                let squares = [y[2], z[2]].map(|own| nodes.times(own, own));
                let square = nodes.plus(squares[0], squares[1]);
                let level = nodes.unary(UnaryOp::Sqrt, square);
                let sine = nodes.negate(x[2]);
                nodes.binary(BinaryOp::Atan2, sine, level)
            }
            AttitudeAngle::Yaw => nodes.binary(BinaryOp::Atan2, x[1], x[0]),
        }
    }
}
