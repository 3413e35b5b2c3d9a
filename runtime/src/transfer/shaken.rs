//! Rounding made visible ([`Shake`]): how far what the sweeps find moves with their numbers changed in the last digits.
//!
//! An evaluation by such numbers is made now and then beside the one that a run goes by, at the same state (`recursive/digits_lost.rs`); how far accelerations, and forces and
//! moments of joints, move is what is told (`tree/digits.rs`).
//!
//! | what | size of the terms |
//! |---|---|
//! | what a body yields or opposes | before inputs were taken from it, and after |
//! | what a joint leaves of it | the whole body, along what the joint holds |
//! | forces and accelerations on the way out | products of the numbers that they are sums of |
//!
//! Each number is changed by roundings of the terms that it is the sum of, so that zeros of directions that have nothing to do with each other stay, and nothing
//! is told of rods that hang on one line; what one has lost shows in all that follow from it.

use nalgebra::SMatrix;

use super::ball::Ball;
use super::bead::{Bead, Given, Tip};
use super::data::{BeadNow, Cut, Node};
use super::{Mat6, Vec6};
use crate::spatial::{Articulated, Doubt, Mat3, Shake, Vec3};
use crate::tree::{Joint, Tree};

/// Of what resists across the line of a body beside what resists about it: from here on a body is slim.
const SLIM: f64 = 1e5;

/// What no shaking shows, as it is in constants: a slim body between joints that have axes of their own opposes so much less about its line than across it that turning
/// by these axes leaves roundings of the one in the other, and a load multiplies them. At the most, by the body that is the slimmest.
pub(crate) fn note_slim(tree: &Tree, doubt: &mut Doubt) {
    let has_axes = |body: usize| !matches!(tree.joint(body), Joint::Spherical | Joint::Free);
    if !(0..tree.bodies()).any(has_axes) {
        return;
    }
    let masses = || (0..tree.bodies()).map(|body| tree.mass(body)).filter(|mass| *mass > 0.0);
    let (heaviest, lightest) = (masses().fold(0.0, f64::max), masses().fold(f64::MAX, f64::min));
    for body in 0..tree.bodies() {
        let Some(inverse) = tree.inverse_inertia(body) else { continue };
        let slenderness = tree.about_centre(body).trace() * inverse.trace();
        if slenderness > SLIM {
            doubt.note(slenderness * (heaviest / lightest), body);
        }
    }
}

/// As symmetric as it was.
pub(super) fn shake_symmetric(own: &mut Mat6, shake: &mut Shake, size: &Mat6) {
    let mut change = Mat6::zeros();
    shake.matrix(&mut change, size);
    *own += (change + change.transpose()) * 0.5;
}

/// Of vectors in space: a component that is nothing stays so, others have roundings of the whole.
fn spread(own: &Vec3, size: f64) -> Vec3 {
    own.map(|own| if own == 0.0 { 0.0 } else { size })
}

/// `Σ |a_i b_j|` of a cross product's components.
fn crossed(a: &Vec3, b: &Vec3) -> Vec3 {
    let (a, b) = (a.abs(), b.abs());
    Vec3::new(a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x)
}

impl Ball {
    /// After its elimination from `own`.
    pub(super) fn shake(&mut self, mut shake: Shake, own: &Articulated) {
        let mass = own.mass;
        shake.symmetric(&mut self.load.mass, &mass);
        let size = own.bias_force.abs() + self.load.bias.abs();
        shake.matrix(&mut self.load.bias, &size);
        let (linear, offset) = (self.gain.linear, self.gain.offset);
        shake.matrix(&mut self.gain.linear, &linear);
        shake.matrix(&mut self.gain.offset, &offset);
    }
}

impl BeadNow {
    /// After its sweep inward: what it hands on, and what it remembers for the way out.
    pub(super) fn shake(&mut self, mut shake: Shake, given: &Given, tip: Option<&Tip>) {
        let size = self.yielding.compliance;
        shake.symmetric(&mut self.yielding.compliance, &size);
        let passed = tip.map_or(0.0, |tip| tip.yielding.offset.norm());
        let size = self.yielding.offset.norm() + given.bias.norm() + passed;
        let size = spread(&self.yielding.offset, size);
        shake.matrix(&mut self.yielding.offset, &size);
        let Bead { gain, shift, .. } = self.bead;
        shake.matrix(&mut self.bead.gain, &gain);
        shake.matrix(&mut self.bead.shift, &shift);
    }
}

impl Bead {
    /// After its sweep outward, for the force in its own joint.
    pub(super) fn shake_answer(
        &self,
        mut shake: Shake,
        force: &Vec3,
        (passed, alpha): (&mut Vec3, &mut Vec3),
    ) {
        let size = self.gain.abs() * force.abs() + self.shift.abs();
        shake.matrix(passed, &size);
        let moment = crossed(&self.root, force) + crossed(&self.tip, passed);
        let turning: Mat3 = self.turning.to_matrix().abs();
        shake.matrix(alpha, &(turning * moment + self.alpha.abs()));
    }
}

impl Node {
    /// After its inputs: what it is the difference of `before` the last of them.
    pub(super) fn shake(&mut self, mut shake: Shake, before: &Mat6) {
        let size = before.abs() + self.relation.abs();
        shake_symmetric(&mut self.relation, &mut shake, &size);
        let size: Vec6 = self.offset;
        shake.matrix(&mut self.offset, &size);
    }
}

impl<const N: usize> Cut<N> {
    /// After its joint has been passed: `is_left` says that it is what elimination has left of the body.
    pub(super) fn shake(&mut self, mut shake: Shake, node: &Node, is_left: bool) {
        let mut size: SMatrix<f64, N, N> = self.relation;
        let mut offset = self.offset;
        if is_left {
            let held = self.held.abs();
            size = held.transpose() * node.relation.abs() * held;
            offset = offset.abs() + held.transpose() * node.offset.abs();
        }
        shake.matrix(&mut self.relation, &size);
        shake.matrix(&mut self.offset, &offset);
    }
}
