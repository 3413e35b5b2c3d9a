//! What further loads do: accelerations are affine in forces, so with the articulated inertias of the
//! last inward pass the answer to wrenches on bodies and efforts in joints costs two short passes,
//! in which neither velocities nor prescribed accelerations occur.

use super::{FrameRate, Joint, Parent, Tree, TreeData};
use crate::spatial::{Articulated, Vec3, transposed_times};

/// A moment (N m) and a force (N) on a body, world axes, at its reference point.
/// What acts on the body from outside, positive along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wrench {
    pub moment: Vec3,
    pub force: Vec3,
}

impl Wrench {
    pub(crate) const ZERO: Wrench =
        Wrench { moment: Vec3::new(0.0, 0.0, 0.0), force: Vec3::new(0.0, 0.0, 0.0) };
}

/// Loads beyond those of the last evaluation, and what they change.
/// Cleared body by body, so that short paths cost little in large trees.
#[derive(Clone, Debug)]
pub(crate) struct TreeResponse {
    /// Input: on each body. The inward pass adds what its children pass on.
    pub wrenches: Vec<Wrench>,
    /// Input: along all rates, as [`TreeData::effort`].
    pub efforts: Vec<f64>,
    /// Input of the outward pass: accelerations of cable tips that carry bodies, m/s^2.
    pub anchors: Vec<Vec3>,
    /// After the inward pass: what bodies pass on to the cable tips that carry them, N.
    pub anchor_forces: Vec<Vec3>,
    /// After the outward pass: changes of the derivatives of the velocity state.
    pub rates: Vec<f64>,
    accelerations: Vec<FrameRate>,
    /// Of each scalar coordinate and of each spherical joint: the acceleration with the parent at rest.
    offsets: Vec<f64>,
    ball_offsets: Vec<Vec3>,
}

const REST: FrameRate =
    FrameRate { angular: Vec3::new(0.0, 0.0, 0.0), linear: Vec3::new(0.0, 0.0, 0.0) };

impl TreeResponse {
    /// No loads, no answers.
    pub(crate) fn new(tree: &Tree) -> TreeResponse {
        let zero = Vec3::zeros();
        TreeResponse {
            wrenches: vec![Wrench::ZERO; tree.bodies()],
            efforts: vec![0.0; tree.rates()],
            anchors: vec![zero; tree.anchors],
            anchor_forces: vec![zero; tree.anchors],
            rates: vec![0.0; tree.rates()],
            accelerations: vec![REST; tree.bodies()],
            offsets: vec![0.0; tree.coordinates()],
            ball_offsets: vec![zero; tree.balls],
        }
    }

    /// Of the body's reference point and axes.
    #[inline]
    pub(crate) fn acceleration(&self, body: usize) -> FrameRate {
        self.accelerations[body]
    }
}

impl Tree {
    /// Forgets all loads on `body` and in its joint, and its answer.
    pub(crate) fn clear_response(&self, body: usize, response: &mut TreeResponse) {
        let link = &self.links[body];
        response.wrenches[body] = Wrench::ZERO;
        response.accelerations[body] = REST;
        response.efforts[self.rate_range(body)].fill(0.0);
        response.rates[self.rate_range(body)].fill(0.0);
        response.offsets[self.coordinate_range(body)].fill(0.0);
        if let Joint::Spherical = link.joint {
            response.ball_offsets[link.gain] = Vec3::zeros();
        }
        if let Parent::Anchor(anchor) = link.parent {
            response.anchors[anchor] = Vec3::zeros();
            response.anchor_forces[anchor] = Vec3::zeros();
        }
    }

    /// Children before parents; after the inward pass of an evaluation.
    ///
    /// What is left of the wrench goes to the parent, at the parent's reference point; a body on an
    /// anchor leaves its force there.
    pub(crate) fn respond_inward(&self, body: usize, data: &TreeData, response: &mut TreeResponse) {
        let link = &self.links[body];
        let motion = &data.motions[body];
        let mut wrench = response.wrenches[body];
        match link.joint {
            Joint::Spherical => {
                let e = &response.efforts[link.rate..link.rate + 3];
                let effort = motion.rotation * Vec3::new(e[0], e[1], e[2]);
                let moment = effort + wrench.moment;
                // It has been factored before with success.
                let answer = data.articulated[body].rotation.factor();
                response.ball_offsets[link.gain] =
                    answer.map_or(Vec3::repeat(f64::NAN), |factor| factor.solve(&moment));
                wrench.force -= transposed_times(&data.ball_gains[link.gain].linear, &moment);
                wrench.moment = -effort;
            }
            Joint::Free => {
                let e = &response.efforts[link.rate..link.rate + 6];
                let moment = motion.rotation * Vec3::new(e[0], e[1], e[2]);
                let force = motion.rotation * Vec3::new(e[3], e[4], e[5]);
                let loaded = Articulated {
                    bias_moment: -wrench.moment,
                    bias_force: -wrench.force,
                    ..data.articulated[body]
                };
                let nan = Vec3::repeat(f64::NAN);
                let (angular, linear) = loaded.solve(&moment, &force).unwrap_or((nan, nan));
                response.accelerations[body] = FrameRate { angular, linear };
                wrench = Wrench { moment: -moment, force: -force };
            }
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => {
                for k in 0..link.joint.coordinates() {
                    let index = link.coordinate + k;
                    if link.is_driven(k) {
                        continue;
                    }
                    let axis = &data.axes[index];
                    let along = if link.joint.turns(k) {
                        axis.dot(&wrench.moment)
                    } else {
                        axis.dot(&wrench.force)
                    };
                    let effort = response.efforts[link.rate + k] + along;
                    let gain = &data.axis_gains[index];
                    response.offsets[index] = effort * gain.compliance;
                    wrench.moment -= gain.angular * effort;
                    wrench.force -= gain.linear * effort;
                }
            }
        }
        match link.parent {
            Parent::Body(parent) => {
                let on_parent = &mut response.wrenches[parent];
                on_parent.force += wrench.force;
                on_parent.moment += wrench.moment + motion.arm.cross(&wrench.force);
            }
            Parent::Anchor(anchor) => response.anchor_forces[anchor] = wrench.force,
            Parent::World | Parent::Base(_) => {}
        }
    }

    /// Parents before children; after [`Tree::respond_inward`] of all bodies with loads beyond them.
    ///
    /// Prescribed coordinates do not answer.
    pub(crate) fn respond_outward(
        &self,
        body: usize,
        data: &TreeData,
        response: &mut TreeResponse,
    ) {
        let link = &self.links[body];
        let motion = &data.motions[body];
        let mut now = match link.parent {
            Parent::Body(parent) => response.accelerations[parent],
            Parent::Anchor(anchor) => {
                FrameRate { angular: Vec3::zeros(), linear: response.anchors[anchor] }
            }
            Parent::World | Parent::Base(_) => REST,
        };
        now.linear += now.angular.cross(&motion.arm);
        match link.joint {
            Joint::Spherical => {
                let gain = &data.ball_gains[link.gain];
                let alpha = response.ball_offsets[link.gain] - gain.linear * now.linear;
                let rates = transposed_times(&motion.rotation, &(alpha - now.angular));
                now.angular = alpha;
                response.rates[link.rate..link.rate + 3].copy_from_slice(rates.as_slice());
            }
            Joint::Free => {
                let own = response.accelerations[body];
                let turning = transposed_times(&motion.rotation, &(own.angular - now.angular));
                let moving = transposed_times(&motion.rotation, &(own.linear - now.linear));
                now = own;
                response.rates[link.rate..link.rate + 3].copy_from_slice(turning.as_slice());
                response.rates[link.rate + 3..link.rate + 6].copy_from_slice(moving.as_slice());
            }
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => {
                for k in (0..link.joint.coordinates()).rev() {
                    let index = link.coordinate + k;
                    if link.is_driven(k) {
                        continue;
                    }
                    let gain = &data.axis_gains[index];
                    let rate = response.offsets[index]
                        - gain.angular.dot(&now.angular)
                        - gain.linear.dot(&now.linear);
                    response.rates[link.rate + k] = rate;
                    let step = data.axes[index] * rate;
                    if link.joint.turns(k) {
                        now.angular += step;
                    } else {
                        now.linear += step;
                    }
                }
            }
        }
        response.accelerations[body] = now;
    }

    /// Adds the answer of `body` to what the evaluation has found, so that reactions count it.
    pub(crate) fn add_response(
        &self,
        body: usize,
        response: &TreeResponse,
        data: &mut TreeData,
        dv: &mut [f64],
    ) {
        let change = &response.accelerations[body];
        let now = &mut data.accelerations[body];
        now.alpha += change.angular;
        now.linear += change.linear;
        let wrench = &response.wrenches[body];
        let articulated = &mut data.articulated[body];
        articulated.bias_moment -= wrench.moment;
        articulated.bias_force -= wrench.force;
        for rate in self.rate_range(body) {
            dv[rate] += response.rates[rate];
        }
    }
}

impl TreeData {
    /// Of the body's reference point and axes, world axes; after the kinematic pass.
    #[inline]
    pub(crate) fn reference_velocity(&self, body: usize) -> FrameRate {
        let motion = &self.motions[body];
        FrameRate { angular: motion.omega, linear: motion.velocity }
    }

    /// Where the body's reference point is, m.
    #[inline]
    pub(crate) fn reference_position(&self, body: usize) -> &Vec3 {
        &self.motions[body].position
    }

    /// The same for the acceleration; after the outward pass.
    #[inline]
    pub(crate) fn reference_acceleration(&self, body: usize) -> FrameRate {
        let now = &self.accelerations[body];
        FrameRate { angular: now.alpha, linear: now.linear }
    }

    /// How far a wrench would accelerate its own point if the body and all that hangs on it were
    /// free: the measure against which a joint's compliance is zero. Means of the principal values.
    pub(crate) fn free_compliance(&self, body: usize, wrench: &Wrench) -> f64 {
        let articulated = &self.articulated[body];
        let part = |square: f64, trace: f64| {
            if trace > 0.0 { 3.0 * square / trace } else { 0.0 }
        };
        part(wrench.force.norm_squared(), articulated.mass.trace())
            + part(wrench.moment.norm_squared(), articulated.rotation.trace())
    }
}

impl Tree {
    /// What a wrench on `body` does along the rates of its joint (`out` is of the whole tree; driven
    /// coordinates get zero), and what it does on the parent: virtual work, without any inertia. On
    /// an anchor only the force counts.
    pub(crate) fn generalized_force(
        &self,
        body: usize,
        data: &TreeData,
        wrench: &Wrench,
        out: &mut [f64],
    ) -> Wrench {
        let link = &self.links[body];
        let motion = &data.motions[body];
        let r = link.rate;
        match link.joint {
            Joint::Spherical => {
                let turning = transposed_times(&motion.rotation, &wrench.moment);
                out[r..r + 3].copy_from_slice(turning.as_slice());
            }
            Joint::Free => {
                let turning = transposed_times(&motion.rotation, &wrench.moment);
                let moving = transposed_times(&motion.rotation, &wrench.force);
                out[r..r + 3].copy_from_slice(turning.as_slice());
                out[r + 3..r + 6].copy_from_slice(moving.as_slice());
            }
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => {
                for k in 0..link.joint.coordinates() {
                    let axis = &data.axes[link.coordinate + k];
                    out[r + k] = match (link.is_driven(k), link.joint.turns(k)) {
                        (true, _) => 0.0,
                        (false, true) => axis.dot(&wrench.moment),
                        (false, false) => axis.dot(&wrench.force),
                    };
                }
            }
        }
        Wrench { moment: wrench.moment + motion.arm.cross(&wrench.force), force: wrench.force }
    }
}
