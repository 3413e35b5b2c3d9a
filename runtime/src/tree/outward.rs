//! The third pass, parents before children: accelerations.
//!
//! A body's acceleration begins as that of its parent's material point at the body's reference
//! point, plus the biases of the kinematic pass. Each freedom of the joint then adds its own, `q''
//! = offset - angular · α - linear · a`, with the gains that the inward pass has left and the
//! acceleration `(α, a)` before it.

use std::ops::Range;

use super::{Joint, Tree, TreeData};
use crate::spatial::{is_cleared, transposed_times};

impl Tree {
    /// Accelerations of `bodies`, and the derivatives `dv` of the velocity state (of the whole tree;
    /// the slots of `bodies` are written). A driven coordinate gets its prescribed acceleration.
    /// The inward pass, what stands before the range and the anchors' accelerations must be there.
    pub fn outward(&self, bodies: Range<usize>, data: &mut TreeData, dv: &mut [f64]) {
        for body in bodies {
            let link = &self.links[body];
            let motion = &data.motions[body];
            let parent = data.parent_acceleration(link.parent);
            let mut now = parent;
            now.alpha += motion.bias_alpha;
            now.linear += parent.alpha.cross(&motion.arm) + motion.bias_acceleration;
            match link.joint {
                Joint::Spherical => {
                    let gain = &data.ball_gains[link.gain];
                    let alpha = gain.offset - gain.linear * now.linear;
                    let rates = transposed_times(&motion.rotation, &(alpha - now.alpha));
                    now.alpha = alpha;
                    dv[link.rate..link.rate + 3].copy_from_slice(rates.as_slice());
                }
                Joint::Free => {
                    let [alpha, linear] = data.free_accelerations[link.gain];
                    let turning = transposed_times(&motion.rotation, &(alpha - now.alpha));
                    let moving = transposed_times(&motion.rotation, &(linear - now.linear));
                    now.alpha = alpha;
                    now.linear = linear;
                    dv[link.rate..link.rate + 3].copy_from_slice(turning.as_slice());
                    dv[link.rate + 3..link.rate + 6].copy_from_slice(moving.as_slice());
                }
                Joint::Fixed
                | Joint::Revolute { .. }
                | Joint::Prismatic { .. }
                | Joint::Universal { .. }
                | Joint::Cylindrical { .. }
                | Joint::Planar { .. } => {
                    // The coordinate that was eliminated last does not know the others.
                    for k in (0..link.joint.coordinates()).rev() {
                        let index = link.coordinate + k;
                        if link.is_driven(k) {
                            dv[link.rate + k] = data.drives[index].acceleration;
                            continue;
                        }
                        let gain = &data.axis_gains[index];
                        let acceleration = gain.offset
                            - gain.angular.dot(&now.alpha)
                            - gain.linear.dot(&now.linear);
                        dv[link.rate + k] = acceleration;
                        let step = data.axes[index] * acceleration;
                        if link.joint.turns(k) {
                            now.alpha += step;
                        } else {
                            now.linear += step;
                        }
                    }
                }
            }
            if is_cleared(body) {
                now = now.without_tiny();
            }
            data.accelerations[body] = now;
        }
    }
}
