//! What another sweep over the tree than that of articulated inertias needs to know, and where its answers go.

use super::{Reaction, Tree, TreeData};
use crate::spatial::{Articulated, Mat3, Sym3, Vec3};

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
        let zero = Vec3::zeros();
        self.connections = vec![Reaction { moment: zero, force: zero }; self.motions.len()];
    }

    /// The answer for one body.
    #[inline]
    pub(crate) fn find(&mut self, body: usize, alpha: Vec3, linear: Vec3, connection: Reaction) {
        self.accelerations[body] = super::data::BodyAcceleration { alpha, linear };
        self.connections[body] = connection;
    }
}

impl Tree {
    /// Of the centre of mass, joint axes, m.
    #[inline]
    pub(crate) fn centre(&self, body: usize) -> &Vec3 {
        &self.inertias[body].centre
    }

    /// The inertia about the centre of mass, joint axes, kg m^2.
    #[inline]
    pub(crate) fn about_centre(&self, body: usize) -> &Sym3 {
        &self.inertias[body].about_centre
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
