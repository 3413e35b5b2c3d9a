//! The list of all kinds of elements, and what is done with all of them.
//!
//! The order of the table is that of all sums, so changing it changes rounding.

use nalgebra::Vector3;

use super::element::{Acted, Element, Stored};
use crate::constrained::cable::bending::{BentJoint, Joint};
use crate::constrained::cable::bspline::BSplineSpan;
use crate::constrained::cable::carried::Carried;
use crate::constrained::cable::clump::ClumpOn;
use crate::constrained::cable::control::ControlledSegment;
use crate::constrained::cable::curled::CurledJoint;
use crate::constrained::cable::directed::DirectedPiece;
use crate::constrained::cable::drum::Drum;
use crate::constrained::cable::edge::RopeOnEdge;
use crate::constrained::cable::flowing_fluid::FlowInFluid;
use crate::constrained::cable::fluid::PieceInFluid;
use crate::constrained::cable::held_section::HeldSection;
use crate::constrained::cable::reel::Reel;
use crate::constrained::cable::segment::Segment;
use crate::constrained::cable::spline::SplinePiece;
use crate::constrained::cable::twisted::TwistedPiece;
use crate::constrained::data::StepPower;
use crate::constrained::elements::axis::AxisOn;
use crate::constrained::elements::ball::BallOn;
use crate::constrained::elements::load::LoadOn;
use crate::constrained::elements::mass::LinkMass;
use crate::constrained::lists::lists;
use crate::constrained::matrix::{Coupler, Filling, Wirer};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::laws::Layers;
use crate::mechanism::Energies;
use crate::wide::wide;

lists! {
    ($)
    /// Everything that acts in a model.
    struct Elements, ElementSpans;
    macro each;
    link_masses: LinkMass [
        /// Those that are not of plain links, which have loops of their own.
        other_masses
    ],
    clumps: ClumpOn,
    axes: AxisOn,
    balls: BallOn,
    bent_joints: BentJoint,
    curled_joints: CurledJoint,
    pieces_in_fluid: PieceInFluid,
    controlled_segments: ControlledSegment,
    segments: Segment,
    spline_pieces: SplinePiece,
    bspline_spans: BSplineSpan,
    twisted_pieces: TwistedPiece,
    directed_pieces: DirectedPiece,
    held_sections: HeldSection,
    carried: Carried,
    reels: Reel,
    drums: Drum,
    flows_in_fluid: FlowInFluid,
    ropes_on_edges: RopeOnEdge,
    loads: LoadOn,
}

impl Elements {
    /// Makes all that bends a cable where its pieces meet.
    pub(in crate::constrained) fn bend(&mut self, joint: &Joint<'_>) {
        self.bent_joints.push(BentJoint::of(joint));
        self.curled_joints.extend(CurledJoint::of(joint));
    }

    /// Tells which groups of unknowns elements couple.
    pub(in crate::constrained) fn couple(&self, coupler: &mut Coupler<'_>) {
        each!(self, each => each.couple(coupler));
    }

    /// Finds the places of all in the matrix.
    pub(in crate::constrained) fn wire(&mut self, wirer: &mut Wirer<'_>) {
        each!(mut self, each => each.wire(wirer));
    }

    /// Adds all forces over a step to the blocks, and their powers.
    pub(in crate::constrained) fn act(
        &self,
        step: &Step<'_>,
        acted: &mut Acted<'_>,
        power: &mut StepPower,
    ) {
        wide(
            #[inline(always)]
            || {
                each!(iterated self, each => {
                    let own = each.act(step, acted);
                    power.dissipated += own.dissipated;
                    power.work += own.work;
                });
            },
        );
    }

    /// Adds the derivatives of all forces but those by accelerations.
    pub(in crate::constrained) fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        wide(
            #[inline(always)]
            || {
                each!(iterated self, each => each.slopes(step, filling));
            },
        );
    }

    /// Adds the inertia forces for accelerations of the blocks.
    pub(in crate::constrained) fn add_inertia(
        &self,
        vectors: &Vectors,
        accelerations: &[Vector3<f64>],
        blocks: &mut [Vector3<f64>],
    ) {
        wide(
            #[inline(always)]
            || {
                each!(iterated self, each => each.add_inertia(vectors, accelerations, blocks));
            },
        );
    }

    /// Adds what resists accelerations.
    pub(in crate::constrained) fn fill_inertia(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        wide(
            #[inline(always)]
            || {
                each!(iterated self, each => each.fill_inertia(step, filling));
            },
        );
    }

    /// The same of what moves with elements, which has its part in [`Self::act`] too.
    pub(in crate::constrained) fn add_carried_inertia(
        &self,
        step: &Step<'_>,
        blocks: &mut [Vector3<f64>],
    ) {
        each!(iterated self, each => each.add_carried_inertia(step, blocks));
    }

    /// Adds what added mass has in the matrix, of elements that iterations look at.
    pub(in crate::constrained) fn fill_carried_inertia(
        &self,
        step: &Step<'_>,
        filling: &mut Filling<'_>,
    ) {
        each!(iterated self, each => each.fill_carried_inertia(step, filling));
    }

    /// Adds derivatives of what multipliers press on, such as friction.
    pub(in crate::constrained) fn fill_by_multipliers(
        &self,
        step: &Step<'_>,
        filling: &mut Filling<'_>,
    ) {
        each!(iterated self, each => each.fill_by_multipliers(step, filling));
    }

    /// Tells of vectors with which mass they resist when they are accelerated alone, kg, by elements.
    pub(in crate::constrained) fn weigh(&self, each: &mut dyn FnMut(VectorId, f64)) {
        each!(self, element => element.weigh(each));
    }

    /// Of all elements, kg.
    pub(in crate::constrained) fn mass(&self) -> f64 {
        let mut sum = 0.0;
        each!(self, each => sum += each.mass());
        sum
    }

    /// Adds the kinetic energy, J.
    pub(in crate::constrained) fn add_kinetic(&self, motion: &Motion<'_>, sum: &mut f64) {
        each!(self, each => each.add_kinetic(motion, sum));
    }

    /// The same of what moves with elements.
    pub(in crate::constrained) fn add_carried_kinetic(
        &self,
        motion: &Motion<'_>,
        layers: &Layers,
        sum: &mut f64,
    ) {
        each!(self, each => each.add_carried_kinetic(motion, layers, sum));
    }

    /// Adds the momentum, and the angular one about the world's origin.
    pub(in crate::constrained) fn add_momentum(
        &self,
        motion: &Motion<'_>,
        linear: &mut Vector3<f64>,
        angular: &mut Vector3<f64>,
    ) {
        each!(self, each => each.add_momentum(motion, linear, angular));
    }

    /// Adds what is stored: elastic and gravity, J.
    pub(in crate::constrained) fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        each!(self, each => each.add_stored(stored, energies));
    }

    /// The largest of what elements pull or push with where nothing moves, N.
    pub(in crate::constrained) fn strength(&self, step: &Step<'_>, extent: f64) -> f64 {
        let mut largest: f64 = 0.0;
        each!(self, each => largest = largest.max(each.strength(step, extent)));
        largest
    }

    /// The lines that elements keep to a length, with that, m.
    pub(in crate::constrained) fn lines(&self, mut each: impl FnMut(VectorId, f64)) {
        each!(self, element => {
            if let Some((vector, length)) = element.line() {
                each(vector, length);
            }
        });
    }
}
