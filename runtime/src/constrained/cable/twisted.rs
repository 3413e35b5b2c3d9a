//! What twists a piece of a spline.
//!
//! Between two nodes of a rope that resists twisting there is the energy `GJ ψ²/2l`, and `η ψ̇²/l` is lost, beside what
//! branches store and lose that relax ([`super::remembered`]); the twist `ψ`
//! ([`crate::laws::spline::twist`]) is that of axes across the rope at both nodes. Those of an end are axes of the body that
//! clamps it, and those between are axes of a unit that is a body: it has the inertia of the rope's section there, and
//! its third axis is kept along the slope; half a piece's at an end turns with what clamps it. Turns are counted like those of joints' angles, among the coordinates of the
//! state. A body's axes have nothing to do with how the rope lay when it was clamped, so beside them stands, for each
//! such rope, the angle that counts as no twist.

use nalgebra::Vector3;

use super::brought::What;
use super::directed::DirectedPiece;
use super::framed::{Pair, Parts};
use super::payout::PayoutWires;
use super::remembered::Remembered;
use super::twist_flow::{Flowed, TwistFlow, shares};
use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, VectorValues};
use crate::laws::spline::{
    ACROSS, INNER_ROWS, NODAL, Sections, TWISTED, TwistSlopes, Twisting, blocks, spread, turn,
    twist,
};
use crate::mechanism::Energies;

/// Between two nodes, from the one nearer to the cable's start.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct TwistedPiece {
    /// Of the graph.
    pub(in crate::constrained) cable: usize,
    /// Across the rope at its start, then at its end.
    pub(in crate::constrained) axes: [VectorId; ACROSS],
    /// Place and slope of both nodes.
    pub(in crate::constrained) nodal: [VectorId; NODAL],
    /// What the slope in the middle has of these, 1/m of places.
    pub(in crate::constrained) middle: [f64; NODAL],
    /// Of its turn, among the coordinates of the state.
    pub(in crate::constrained) turn: usize,
    /// Of the angles that count as none at its start and its end, where there are such: at the cable's end, and where rope goes
    /// through the start.
    pub(in crate::constrained) untwisted: [Option<usize>; 2],
    /// `GJ/l`, N m.
    pub(in crate::constrained) stiffness: f64,
    /// N m s
    pub(in crate::constrained) damping: f64,
    /// What of its moment relaxes: by its twist, N m, or where rope flows for each length, N m².
    pub(in crate::constrained) branches: Remembered,
    /// Where rope goes through an end of the cable.
    pub(in crate::constrained) flow: Option<Box<TwistFlow>>,
    /// Where the derivatives go in the matrix: by the nodal vectors where both nodes have axes of their own, otherwise by [`Self::vectors`].
    pub(in crate::constrained) wires: Wires,
}

/// Over a step, or at an instant where there is none.
struct Found {
    /// The change of the twist over the step, with its gradient.
    twisting: Twisting,
    /// N m, positive where it resists a turn of the end to the right.
    moment: f64,
    /// rad/s
    rate: f64,
    /// The twist at the start and at the end, rad; both zero where it remembers nothing.
    ends: [f64; 2],
}

impl TwistedPiece {
    /// What decides the twist in one configuration, in the order of [`TWISTED`]; differences of places come first, so that they
    /// may be far from the origin. Loops, as closures over arrays are not always inlined.
    #[inline(always)]
    fn at(&self, of: impl Fn(VectorId) -> Vector3<f64>) -> Sections {
        let mut all = [Vector3::zeros(); TWISTED];
        for (slot, id) in all.iter_mut().zip(&self.axes) {
            *slot = of(*id);
        }
        let [_, by_first, way, by_second] = self.middle;
        let [place, first, next, second] = self.nodal;
        let line = of(next) - of(place);
        let (first, second) = (of(first), of(second));
        all[ACROSS] = first;
        all[MIDDLE] = line * way + first * by_first + second * by_second;
        all[MIDDLE + 1] = second;
        all
    }

    /// All that it names: the axes, then the nodal vectors.
    pub(super) fn vectors(&self) -> [VectorId; ALL] {
        let ([a, b, c, d], [place, first, next, second]) = (self.axes, self.nodal);
        [a, b, c, d, place, first, next, second]
    }

    /// The turn of its axes, rad: that which is nearest to another one.
    pub(in crate::constrained) fn turn(
        &self,
        of: impl Fn(VectorId) -> Vector3<f64>,
        near: f64,
    ) -> f64 {
        turn(&self.at(of), near)
    }

    /// rad, where its turn is among these coordinates.
    fn twist(&self, at: &Sections, coordinates: &[f64]) -> f64 {
        twist(at, coordinates[self.turn]) - self.untwisted(coordinates)
    }

    /// The twist for each length at the start of a step where rope flows through it, rad/m.
    pub(super) fn density(
        &self,
        of: impl Fn(VectorId) -> Vector3<f64>,
        coordinates: &[f64],
    ) -> f64 {
        let twist = self.twist(&self.at(&of), coordinates);
        self.flow.as_ref().map_or(0.0, |flow| flow.density(twist, &of(flow.payout.at)))
    }

    /// What goes along with its rope, at the start of a step, rad/m; of what it remembers as well.
    pub(super) fn held(
        &self,
        what: What,
        of: impl Fn(VectorId) -> Vector3<f64>,
        (coordinates, creep): (&[f64], &[f64]),
    ) -> f64 {
        let density = self.density(of, coordinates);
        match what {
            What::Twist => density,
            What::Sprung { branch } => {
                let place = self.branches.each(0).nth(branch).map(|(_, place)| place);
                place.map_or(0.0, |place| density - creep[place])
            }
        }
    }

    /// Whether rope goes through one end of it only.
    pub(super) fn leaves_by_one_end(&self) -> bool {
        self.flow.as_ref().is_some_and(|flow| flow.brings.iter().flatten().count() == 1)
    }

    /// The same over a step that keeps energies, at whose end the coordinates have the turns there already; `came` (m) is negative,
    /// and what leaves is twisted by more.
    pub(super) fn density_over_step(
        &self,
        at: [&dyn Fn(VectorId) -> Vector3<f64>; 2],
        coordinates: (&[f64], &[f64]),
        (came, excess): (f64, f64),
    ) -> f64 {
        let Some(flow) = &self.flow else { return 0.0 };
        let first = self.twist(&self.at(at[0]), coordinates.0);
        let last = twist(&self.at(at[1]), coordinates.1[self.turn]) - self.untwisted(coordinates.0);
        let last = last + excess * came;
        flow.density_over_step([first, last], at.map(|at| at(flow.payout.at)), came)
    }

    /// By how much more it is twisted at its start or its end (1) than in its middle, where moments turn its sections, rad/m.
    pub(super) fn twisted_more(
        &self,
        end: usize,
        sides: &DirectedPiece,
        of: impl Fn(VectorId) -> Vector3<f64>,
        coordinates: &[f64],
    ) -> f64 {
        let rigidity = self.flow.as_ref().map_or(0.0, |flow| self.stiffness * flow.length);
        if rigidity == 0.0 || !self.branches.is_empty() {
            return 0.0;
        }
        sides.lasting_torques(of, coordinates)[end] / rigidity
    }

    /// rad, by the turn that is nearest to the one among these coordinates.
    pub(super) fn near(&self, at: &Sections, coordinates: &[f64]) -> f64 {
        twist(at, turn(at, coordinates[self.turn])) - self.untwisted(coordinates)
    }

    /// rad, to the right.
    pub(in crate::constrained) fn twisted_by(
        &self,
        motion: &Motion<'_>,
        coordinates: &[f64],
    ) -> f64 {
        self.twist(&self.at(|id| motion.position(id)), coordinates)
    }

    /// N m, positive where it is twisted to the right.
    pub(in crate::constrained) fn moment(
        &self,
        motion: &Motion<'_>,
        coordinates: &[f64],
        creep: &[f64],
    ) -> f64 {
        self.instant(motion, coordinates, creep).0
    }

    /// By the motion of axes and tangents, rad/s.
    pub(super) fn twist_rate(&self, motion: &Motion<'_>) -> f64 {
        self.turning(motion).1
    }

    /// What decides the twist, the rate of that by axes and tangents (rad/s), and its gradient.
    fn turning(&self, motion: &Motion<'_>) -> (Sections, f64, Sections) {
        let at = self.at(|id| motion.position(id));
        let gradient = Twisting::between(&at, &at).end_gradient();
        (at, dot(&gradient, &self.at(|id| motion.velocity(id))), gradient)
    }

    /// The moment, and the gradient of the twist.
    fn instant(&self, motion: &Motion<'_>, coordinates: &[f64], creep: &[f64]) -> (f64, Sections) {
        let (at, rate, gradient) = self.turning(motion);
        let twist = self.twist(&at, coordinates);
        if let Some(flow) = &self.flow {
            let moment = flow.moment(self, motion, [twist, rate], (coordinates, creep));
            return (moment, gradient);
        }
        let stiffness = self.stiffness + self.branches.whole();
        let elastic = stiffness * twist - self.branches.crept(0, creep);
        (elastic + self.damping * rate, gradient)
    }

    /// The angle that counts as no twist, rad.
    pub(super) fn untwisted(&self, coordinates: &[f64]) -> f64 {
        self.untwisted.iter().flatten().map(|&index| coordinates[index]).sum()
    }

    /// What decides the twist at both ends of the step, or twice in the balance.
    #[inline(always)]
    fn between(&self, step: &Step<'_>) -> [Sections; 2] {
        let of = |values: &VectorValues| self.at(|id| values.of(id));
        if step.scheme.discrete {
            [of(&step.at.start), of(&step.at.end)]
        } else {
            [of(&step.at.balance); 2]
        }
    }

    /// The twist's change, moment and rate: over the step by a discrete gradient, or in the balance.
    #[inline(always)]
    fn found(&self, step: &Step<'_>) -> Found {
        let of = |values: &VectorValues| self.at(|id| values.of(id));
        let stiffness = self.stiffness + self.branches.stiffness(step);
        // One place where it is made, as all of it is inlined there.
        let [start, at] = self.between(step);
        let twisting = Twisting::between(&start, &at);
        if step.scheme.discrete {
            let rate = twisting.change / step.duration;
            let begun = &step.start.coordinates;
            let first = twisting.start(begun[self.turn]) - self.untwisted(begun);
            let mean = first + 0.5 * twisting.change;
            let elastic = stiffness * mean - self.branches.offset(step, 0, first);
            let moment = elastic + self.damping * rate;
            let ends = [first, first + twisting.change];
            return Found { twisting, moment, rate, ends };
        }
        let rate = dot(&twisting.gradient, &self.rates(step));
        let near_to = |at: &Sections| self.near(at, step.balance_coordinates);
        let mut moment = stiffness * near_to(&at) + self.damping * rate;
        let mut ends = [0.0; 2];
        if !self.branches.is_empty() {
            let start = self.twist(&of(&step.at.start), &step.start.coordinates);
            ends = [start, near_to(&of(&step.at.end))];
            moment -= self.branches.offset(step, 0, ends[0]);
        }
        Found { twisting, moment, rate, ends }
    }

    /// Of what decides the twist, in the balance.
    pub(super) fn rates(&self, step: &Step<'_>) -> Sections {
        self.at(|id| step.vectors.value(id, step.velocities))
    }

    /// By what decides the twist at the end, of something that depends so on the twist and on the rate at which that turns.
    #[inline(always)]
    pub(super) fn slopes_of(
        &self,
        step: &Step<'_>,
        twisting: &Twisting,
        [by_twist, by_rate]: [f64; 2],
        second: impl FnOnce() -> TwistSlopes,
    ) -> Sections {
        let (share, rate) = shares(step);
        let factor = by_twist * share + by_rate * rate;
        let mut slopes = twisting.end_gradient().map(|own| own * factor);
        if !step.scheme.discrete && by_rate != 0.0 {
            // Twice the slopes are the second derivatives, as start and end are the same.
            let rates = self.rates(step);
            let factor = 2.0 * step.scheme.balance * by_rate;
            for (slope, row) in slopes.iter_mut().zip(&second()) {
                for (block, rate) in row.iter().zip(&rates) {
                    *slope += block * rate * factor;
                }
            }
        }
        slopes
    }

    /// Puts strains of dampers where they are when it has long been twisted so.
    pub(in crate::constrained) fn forget(
        &self,
        motion: &Motion<'_>,
        coordinates: &[f64],
        creep: &mut [f64],
    ) {
        if self.branches.is_empty() {
            return;
        }
        let at = match &self.flow {
            Some(_) => self.density(|id| motion.position(id), coordinates),
            None => self.twisted_by(motion, coordinates),
        };
        self.branches.forget(0, at, creep);
    }

    /// What it does to the place of the first node, N: the tangent in the middle depends on it.
    pub(in crate::constrained) fn on_first(
        &self,
        motion: &Motion<'_>,
        coordinates: &[f64],
        creep: &[f64],
    ) -> Vector3<f64> {
        let (moment, gradient) = self.instant(motion, coordinates, creep);
        gradient[MIDDLE] * (-moment * self.middle[0])
    }
}

impl TwistedPiece {
    /// Between two nodes that have axes; the moment is that times its share of the end (N m), and what follows are its changes by
    /// twist and rate.
    #[inline(always)]
    fn fill_pair(
        &self,
        step: &Step<'_>,
        twisting: &Twisting,
        (moment, changes): (f64, [f64; 2]),
        filling: &mut Filling<'_>,
    ) {
        let axes = |values: &VectorValues| -> [Vector3<f64>; ACROSS] {
            std::array::from_fn(|k| values.of(self.axes[k]))
        };
        let (levers, arms) = (axes(&step.at.balance), axes(&step.at.end));
        let frames = filling.frames(&self.nodal);
        let mut pair = Pair::ZERO;
        let [_, first, way, second] = self.middle;
        let mut rows = filling.take_gathered(&self.nodal);
        twisting.add_tangent_slopes([first, way, second], moment, &mut rows);
        pair.add_inner(&frames, &rows);
        pair.add_turns(&twisting.turn_slopes(&levers, &arms), moment);
        let turning = twisting.turning(&levers);
        let rows = self.parts(&twisting.gradient, [turning, -turning]);
        let by = self.slopes_of(step, twisting, changes, || twisting.slopes());
        let turned = |k: usize| arms[k].cross(&by[k]) + arms[k + 1].cross(&by[k + 1]);
        let columns = frames.columns(&self.parts(&by, [turned(0), turned(2)]));
        pair.add_product(&frames.rows(&rows), &columns);
        filling.pair(self.wires, &pair);
    }

    /// Of a gradient by what decides the twist; `turns` are those of the axes.
    #[inline(always)]
    fn parts(&self, gradient: &Sections, turns: [Vector3<f64>; 2]) -> Parts {
        Parts { nodal: self.by_nodal(gradient), turns }
    }

    /// What the nodal vectors have of such a gradient.
    #[inline(always)]
    fn by_nodal(&self, gradient: &Sections) -> [Vector3<f64>; NODAL] {
        let [.., first, middle, second] = gradient;
        let mut nodal = [Vector3::zeros(); NODAL];
        for (slot, by) in nodal.iter_mut().zip(self.middle) {
            *slot = middle * by;
        }
        nodal[1] += first;
        nodal[3] += second;
        nodal
    }

    /// The same in the order of [`Self::vectors`].
    pub(super) fn by_vectors(&self, gradient: &Sections) -> [Vector3<f64>; ALL] {
        let ([a, b, c, d, ..], [place, first, next, second]) = (*gradient, self.by_nodal(gradient));
        [a, b, c, d, place, first, next, second]
    }

    /// The same where something else holds the axes of a node.
    fn fill_vectors(
        &self,
        step: &Step<'_>,
        twisting: &Twisting,
        (moment, changes): (f64, [f64; 2]),
        filling: &mut Filling<'_>,
    ) {
        let slopes = twisting.slopes();
        let own = self.by_vectors(&twisting.gradient);
        let by = self.by_vectors(&self.slopes_of(step, twisting, changes, || slopes));
        let [_, first, way, second] = self.middle;
        let mut rows = INNER_ROWS;
        twisting.add_tangent_slopes([first, way, second], moment, &mut rows);
        let nodal = spread(&blocks(&rows));
        let mut all = own.map(|own| by.map(|by| own * by.transpose()));
        for k in 0..ACROSS {
            for l in 0..ACROSS {
                all[k][l] += slopes[k][l] * moment;
                all[ACROSS + k][ACROSS + l] += nodal[k][l];
            }
        }
        filling.stiffness(&self.vectors(), self.wires, &all);
    }
}

/// The tangent in the middle among what decides the twist.
const MIDDLE: usize = 5;
/// Axes and nodal vectors.
pub(super) const ALL: usize = ACROSS + NODAL;

/// Of vectors and what they are multiplied by, as gradients and rates.
pub(super) fn dot<const N: usize>(a: &[Vector3<f64>; N], b: &[Vector3<f64>; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(b)).sum()
}

/// What ropes are twisted by: the index of each that resists it among the cables, and the sum of all its pieces, rad.
pub(in crate::constrained) fn twists<'a>(
    pieces: &'a [TwistedPiece],
    motion: &'a Motion<'a>,
    coordinates: &'a [f64],
) -> impl Iterator<Item = (usize, f64)> + 'a {
    pieces.chunk_by(|a, b| a.cable == b.cable).map(move |pieces| {
        let twist = |own: &TwistedPiece| own.twisted_by(motion, coordinates);
        (pieces[0].cable, pieces.iter().map(twist).sum())
    })
}

impl TwistedPiece {
    /// Adds what a moment (N m) does.
    #[inline(always)]
    fn pull(&self, step: &Step<'_>, twisting: &Twisting, moment: f64, acted: &mut Acted<'_>) {
        let mut pull = |id, gradient: &Vector3<f64>| {
            step.vectors.add_force(id, &(gradient * -moment), acted.forces);
        };
        self.axes.iter().zip(&twisting.gradient).for_each(|(&id, own)| pull(id, own));
        let nodal = self.by_nodal(&twisting.gradient);
        self.nodal.iter().zip(&nodal).for_each(|(&id, own)| pull(id, own));
    }

    /// Adds the derivatives by all vectors of what a moment does that changes so with twist and rate.
    #[inline(always)]
    fn fill(
        &self,
        step: &Step<'_>,
        twisting: &Twisting,
        (moment, changes): (f64, [f64; 2]),
        filling: &mut Filling<'_>,
    ) {
        let share = if step.scheme.discrete { 1.0 } else { 2.0 * step.scheme.balance };
        if self.wires.is_framed() {
            self.fill_pair(step, twisting, (moment * share, changes), filling);
        } else {
            self.fill_vectors(step, twisting, (moment * share, changes), filling);
        }
    }

    /// Where rope flows through it.
    fn flowed(&self, flow: &TwistFlow, step: &Step<'_>) -> (Twisting, Flowed) {
        let [start, at] = self.between(step);
        let twisting = Twisting::between(&start, &at);
        let flowed = flow.found(self, step, &twisting, &at);
        (twisting, flowed)
    }
}

impl Element for TwistedPiece {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.vectors());
        if let Some(flow) = &self.flow {
            PayoutWires::couple(&flow.payout, &self.vectors(), coupler);
        }
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&self.nodal);
        if !self.wires.is_framed() {
            self.wires = wirer.stiffness(&self.vectors());
        }
        let vectors = self.vectors();
        if let Some(flow) = &mut self.flow {
            flow.wires = PayoutWires::wire(&flow.payout, &vectors, wirer);
        }
    }

    #[inline(always)]
    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        if let Some(flow) = &self.flow {
            let (twisting, flowed) = self.flowed(flow, step);
            self.pull(step, &twisting, flowed.acts.moment, acted);
            flow.act(&flowed, step, acted);
            flow.relax(self, &flowed, step, acted);
            return flowed.power;
        }
        let Found { twisting, moment, rate, ends } = self.found(step);
        self.pull(step, &twisting, moment, acted);
        *acted.relaxed += self.branches.relax(step, 0, ends, acted.creep);
        StepPower { dissipated: self.damping * rate * rate, work: 0.0 }
    }

    #[inline(always)]
    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        if let Some(flow) = &self.flow {
            let (twisting, flowed) = self.flowed(flow, step);
            let by_vectors = flowed.by_vectors(self, step);
            let changes = by_vectors.map(|acts| acts.moment);
            self.fill(step, &twisting, (flowed.acts.moment, changes), filling);
            flow.fill(self, (&flowed, by_vectors), (step, &twisting), filling);
            return;
        }
        let Found { twisting, moment, rate: _, ends: _ } = self.found(step);
        let changes = [self.stiffness + self.branches.stiffness(step), self.damping];
        self.fill(step, &twisting, (moment, changes), filling);
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        let at = self.at(|id| stored.motion.position(id));
        let own = self.twist(&at, stored.coordinates);
        energies.elastic += match &self.flow {
            Some(flow) => flow.stored(self, stored.motion, own, stored.creep),
            None => 0.5 * self.stiffness * own * own + self.branches.stored(0, own, stored.creep),
        };
    }

    fn strength(&self, step: &Step<'_>, extent: f64) -> f64 {
        let moment = match &self.flow {
            Some(flow) => self.flowed(flow, step).1.acts.moment,
            None => self.found(step).moment,
        };
        moment.abs() / extent
    }
}
