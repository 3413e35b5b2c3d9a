//! How many digits of its acceleration a body in compliance form has lost.
//!
//! What a body does is what it would do alone under the forces in its joints, and these may be far larger than what it takes to move it: a light
//! body between the ground and a heavy one hardly yields to its weight. What is left is then a difference, and rounding of the forces stays in it.
//!
//! What is lost is told beside the largest acceleration that the body has had, or that its weight and its other loads would give it: nothing
//! is lost of what hangs at rest.

use super::data::TransferData;
use super::model::Transfer;
use super::{Vec6, halves};
use crate::spatial::{Doubt, Vec3};

/// How many of them come together, about: of 1195 random trees with a heavy body that were told so one in a hundred had lost more, and none seven
/// times as much; a tenth is usual.
const ROUNDINGS: f64 = 8.0;

/// The largest of all evaluations so far, squared; both in one measure, in which a body alone has neither a direction nor a unit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lost {
    /// What the wrench of its joint alone would make of it.
    summed: f64,
    /// What it does, or would do under its own loads alone.
    left: f64,
}

impl Lost {
    /// An acceleration `before` others act on the body and `after` that; `sizes` are those of its compliance alone.
    pub(super) fn note(&mut self, [before, after]: [&Vec6; 2], wrench: &Vec6, sizes: [f64; 2]) {
        let [moment, force] = halves(wrench);
        let [turning, moving] = sizes;
        self.summed =
            self.summed.max(turning * moment.norm_squared() + moving * force.norm_squared());
        for acceleration in [before, after] {
            let [alpha, linear] = halves(acceleration);
            let own = alpha.norm_squared() / turning + linear.norm_squared() / moving;
            self.left = self.left.max(own);
        }
    }

    /// The same of a body on ball joints: accelerations of its mass centre, m/s², `lightness` is one over its mass.
    #[inline(always)]
    pub(super) fn note_force(&mut self, [before, after]: [&Vec3; 2], force: &Vec3, lightness: f64) {
        let own = before.norm_squared().max(after.norm_squared());
        self.summed = self.summed.max(lightness * lightness * force.norm_squared());
        self.left = self.left.max(own);
    }

    fn ratio(&self) -> f64 {
        if self.left > 0.0 { ROUNDINGS * (self.summed / self.left).sqrt() } else { 0.0 }
    }
}

impl Transfer {
    /// The body of which most is lost.
    pub(crate) fn lost(&self, data: &TransferData) -> Doubt {
        let mut worst = Doubt::default();
        for (body, station) in self.stations.iter().enumerate() {
            let lost = match station.bead {
                Some(bead) => &data.beads[bead].bead.lost,
                None if station.ball.is_some() => continue,
                None => &data.nodes[station.node].lost,
            };
            worst.note(lost.ratio(), body);
        }
        worst
    }
}
