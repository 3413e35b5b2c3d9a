//! What another sweep over the tree than that of articulated inertias needs to know, and where its answers go.

use std::ops::Range;

use super::{BodyFrame, Joint, Parent, Reaction, Tree, TreeData};
use crate::spatial::{Articulated, Mat3, Sym3, Vec3, is_cleared, transposed_times};

/// A smaller principal moment, relative to the largest, counts as none.
const LEAST: f64 = 1e-12;

impl TreeData {
    /// Of a scalar coordinate, among those of the whole tree; of length one.
    #[inline]
    pub(crate) fn axis(&self, coordinate: usize) -> &Vec3 {
        &self.axes[coordinate]
    }

    /// Turns joint axes into world axes.
    #[inline]
    pub(crate) fn rotation(&self, body: usize) -> &Mat3 {
        &self.motions[body].rotation
    }

    /// From the reference point of what carries the body to its own, m.
    #[inline]
    pub(crate) fn arm_to(&self, body: usize) -> &Vec3 {
        &self.motions[body].arm
    }

    /// What the accelerations have beyond those of the carrier's material point and the joint's unknown ones.
    #[inline]
    pub(crate) fn bias(&self, body: usize) -> [Vec3; 2] {
        let motion = &self.motions[body];
        [motion.bias_alpha, motion.bias_acceleration]
    }

    /// The largest component of any angular velocity of these bodies, rad/s: as sums of rates they are known to its rounding.
    pub(crate) fn fastest_turn(&self, bodies: Range<usize>) -> f64 {
        self.motions[bodies].iter().fold(0.0, |most, own| most.max(own.omega.amax()))
    }

    /// Of a body or what carries it, whichever turns faster, rad/s.
    #[inline]
    pub(crate) fn turn_of(&self, tree: &Tree, body: usize) -> f64 {
        let carrier = self.parent_motion(tree.links[body].parent).omega;
        carrier.amax().max(self.motions[body].omega.amax())
    }

    /// Before any inward pass: the body with its loads and the cables that hang on it.
    #[inline]
    pub(crate) fn opposed(&self, body: usize) -> &Articulated {
        &self.articulated[body]
    }

    /// Angular, and of the carrier's reference point, m/s^2.
    #[inline]
    pub(crate) fn carrier_acceleration(&self, tree: &Tree, body: usize) -> [Vec3; 2] {
        let carrier = self.parent_acceleration(tree.links[body].parent);
        [carrier.alpha, carrier.linear]
    }

    /// From here on reactions are what is told of each body.
    pub(crate) fn expect_connections(&mut self) {
        self.connections = vec![Reaction::NOTHING; self.motions.len()];
    }

    /// The same before each sum of what joints transmit, [`Tree::gather`].
    pub(crate) fn forget_connections(&mut self) {
        self.connections.fill(Reaction::NOTHING);
    }

    /// Adds what a body exerts at a place on it to what its joint transmits, N.
    pub(crate) fn give(&mut self, frame: &BodyFrame, force: &Vec3) {
        let arm = self.arm(frame);
        let own = &mut self.connections[frame.body];
        own.moment += arm.cross(force);
        own.force += force;
    }

    /// The answer for one body.
    #[inline]
    pub(crate) fn find(&mut self, body: usize, alpha: Vec3, linear: Vec3, connection: Reaction) {
        let own = super::data::BodyAcceleration { alpha, linear };
        self.accelerations[body] = if is_cleared(body) { own.without_tiny() } else { own };
        self.connections[body] = connection;
    }
}

impl Tree {
    /// Of the centre of mass, joint axes, m.
    #[inline]
    pub(crate) fn centre(&self, body: usize) -> &Vec3 {
        &self.inertias[body].centre
    }

    /// From the carrier's reference point to where the body's joint is when it does not slide, the carrier's joint axes, m.
    pub(crate) fn offset(&self, body: usize) -> Vec3 {
        self.links[body].offset
    }

    /// The inertia about the centre of mass, joint axes, kg m^2.
    #[inline]
    pub(crate) fn about_centre(&self, body: usize) -> &Sym3 {
        &self.inertias[body].about_centre
    }

    /// Accelerations of some bodies by those of their rates and of what carries them; `dv` gets those of driven coordinates. After the kinematic pass.
    pub(crate) fn advance(&self, bodies: Range<usize>, dv: &mut [f64], data: &mut TreeData) {
        for body in bodies {
            let link = &self.links[body];
            let motion = &data.motions[body];
            let parent = data.parent_acceleration(link.parent);
            let mut alpha = parent.alpha + motion.bias_alpha;
            let mut linear =
                parent.linear + parent.alpha.cross(&motion.arm) + motion.bias_acceleration;
            let r = link.rate;
            let three = |own: &[f64]| motion.rotation * Vec3::from_column_slice(own);
            match link.joint {
                Joint::Spherical => alpha += three(&dv[r..r + 3]),
                Joint::Free => {
                    alpha += three(&dv[r..r + 3]);
                    linear += three(&dv[r + 3..r + 6]);
                }
                Joint::Fixed
                | Joint::Revolute { .. }
                | Joint::Prismatic { .. }
                | Joint::Universal { .. }
                | Joint::Cylindrical { .. }
                | Joint::Planar { .. } => {
                    for k in 0..link.joint.coordinates() {
                        // In the biases already.
                        if link.is_driven(k) {
                            dv[r + k] = data.drives[link.coordinate + k].acceleration;
                            continue;
                        }
                        let step = data.axes[link.coordinate + k] * dv[r + k];
                        match link.joint.turns(k) {
                            true => alpha += step,
                            false => linear += step,
                        }
                    }
                }
            }
            data.accelerations[body] = super::data::BodyAcceleration { alpha, linear };
        }
    }

    /// What each joint of some bodies has to transmit for their accelerations: Newton's and Euler's equations from the tips on. After all loads, with no
    /// inward pass behind them, and after those of all that these bodies carry.
    pub(crate) fn gather(&self, bodies: Range<usize>, data: &mut TreeData) {
        for body in bodies.rev() {
            let now = &data.accelerations[body];
            let (moment, force) = data.articulated[body].wrench(&now.alpha, &now.linear);
            let own = &mut data.connections[body];
            own.moment += moment;
            own.force += force;
            let own = *own;
            if let Parent::Body(carrier) = self.links[body].parent {
                let arm = data.motions[body].arm;
                let carried = &mut data.connections[carrier];
                carried.moment += own.moment + arm.cross(&own.force);
                carried.force += own.force;
            }
        }
    }

    /// For each free coordinate of a body's joint, in the order and the axes of [`Self::rates_of`]: the effort along it, what it takes to hold the
    /// body, N m or N, and whether it turns. After [`Self::gather`].
    pub(crate) fn held(&self, body: usize, data: &TreeData, mut see: impl FnMut(f64, f64, bool)) {
        let link = &self.links[body];
        let Reaction { moment, force } = data.connections[body];
        let efforts = &data.effort[self.rate_range(body)];
        match link.joint {
            Joint::Spherical | Joint::Free => {
                for (own, (needed, turns)) in
                    efforts.chunks_exact(3).zip([(moment, true), (force, false)])
                {
                    let own = data.motions[body].rotation * Vec3::from_column_slice(own);
                    own.iter().zip(&needed).for_each(|(own, needed)| see(*own, *needed, turns));
                }
            }
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => {
                for k in (0..link.joint.coordinates()).filter(|&k| !link.is_driven(k)) {
                    let (axis, turns) = (data.axes[link.coordinate + k], link.joint.turns(k));
                    see(efforts[k], axis.dot(if turns { &moment } else { &force }), turns);
                }
            }
        }
    }

    /// Turns of a body about world axes and shifts along these, or along its joint's own axes, as rates of its joint: for each free coordinate one.
    pub(crate) fn rates_of(&self, body: usize, along: &[f64], data: &TreeData, rates: &mut [f64]) {
        let link = &self.links[body];
        match link.joint {
            Joint::Spherical | Joint::Free => {
                for (k, three) in along.chunks_exact(3).enumerate() {
                    let own = transposed_times(
                        &data.motions[body].rotation,
                        &Vec3::from_column_slice(three),
                    );
                    let at = link.rate + 3 * k;
                    rates[at..at + 3].copy_from_slice(own.as_slice());
                }
            }
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => {
                let free = (0..link.joint.coordinates()).filter(|&k| !link.is_driven(k));
                free.zip(along).for_each(|(k, own)| rates[link.rate + k] = *own);
            }
        }
    }

    /// The inverse of the inertia about the centre of mass, joint axes; none where the body has no mass, or could turn about some axis without
    /// any inertia.
    pub(crate) fn inverse_inertia(&self, body: usize) -> Option<Sym3> {
        let own = &self.inertias[body];
        let about_centre = own.about_centre.to_matrix();
        let moments = about_centre.symmetric_eigenvalues();
        let can = own.mass > 0.0 && moments.min() > LEAST * moments.max();
        can.then(|| about_centre.try_inverse().map(|inverse| Sym3::from_matrix(&inverse)))?
    }
}
