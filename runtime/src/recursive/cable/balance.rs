//! What a cable transmits where its accelerations are known: the balance of forces from the tip on, without any elimination.
//!
//! Bending is a pair of forces on each piece, so it has no part in that, whatever digits it has: the force across a section is what acts on all beyond it,
//! less what that takes to be accelerated.
//!
//! In a state of rest and beside it that is the force of [`crate::chain::section`], which takes it from the tension and the bending of the piece. Where motions
//! are differences, it is not: links of a clamped cable are stiff by the square of their number, and what their shear has lost in rounding is as large as the
//! force from some thousand links on.

use nalgebra::Vector3;

use super::rooms::CableState;
use super::{CableData, CableModel};

impl CableModel {
    /// Accelerations of all nodes, m/s², from those of the velocity state and of the points that hold the ends; at rest.
    pub(in crate::recursive) fn accelerate(
        &self,
        data: &mut CableData,
        ends: [Option<Vector3<f64>>; 2],
        dv: &[f64],
    ) {
        data.now.pieces_mut().accelerate(self, ends, dv);
    }

    /// What the support exerts on the cable at its root, N, where the cable exerts `at_tip` on what it carries or what holds it there. From here on forces
    /// across sections are those of this balance. After all loads, and [`Self::accelerate`].
    pub(in crate::recursive) fn balance(
        &self,
        data: &mut CableData,
        state: CableState<'_>,
        at_tip: Vector3<f64>,
    ) -> Vector3<f64> {
        let count = self.links().count();
        let mut across = vec![Vector3::zeros(); count];
        let mut beyond = -at_tip;
        for link in (0..count).rev() {
            let [start, end] =
                self.section_of(data, state, (link, 0.0)).own(&self.loads, &data.medium);
            beyond += start + end;
            let points = data.point_forces.iter().filter(|own| own.link == link);
            beyond += points.map(|own| own.force).sum::<Vector3<f64>>();
            across[link] = beyond;
        }
        data.across = across;
        -beyond
    }
}
