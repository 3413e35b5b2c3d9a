//! A piece of a spline: its inertia, and what bends it. Its tension is an unknown
//! ([`crate::constrained::equations`]'s moments of the stretch).
//! What bending does at a Gauss point stands in `curving.rs`.

use std::sync::Arc;

use nalgebra::Vector3;

use super::curving::Section;
use super::flowing::FlowOn;
use super::tension::Tension;
use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, VectorValues, Vectors};
use crate::laws::spline::{
    Bent, DEGREES, GaussPoint, INNER, Inner, NODAL, Shapes, Strains, moment_rates, moments,
    square_gradient, strained, strains,
};
use crate::mechanism::Energies;

/// Between two nodes, from the one nearer to the cable's start.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct SplinePiece {
    /// Place and slope of both.
    pub(in crate::constrained) nodal: [VectorId; NODAL],
    /// Polynomials at the Gauss points.
    pub(in crate::constrained) shapes: Arc<Shapes>,
    /// kg/m
    pub(in crate::constrained) mass: f64,
    /// EI, N m².
    pub(in crate::constrained) stiffness: f64,
    /// N m² s
    pub(in crate::constrained) damping: f64,
    /// None where it does not stretch.
    pub(in crate::constrained) axial: Option<Tension>,
    /// Where a winch changes its length.
    pub(in crate::constrained) flow: Option<Box<FlowOn>>,
    /// Where the derivatives go in the matrix.
    pub(in crate::constrained) wires: Wires,
}

/// Where the pieces of a cable are, among those of all; so are their stretches.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Spline {
    /// Its index in the graph.
    pub(in crate::constrained) cable: usize,
    /// From the cable's start to its end.
    pub(in crate::constrained) pieces: std::ops::Range<usize>,
}

/// Values of the nodal vectors.
type Nodal = [Vector3<f64>; NODAL];

/// How the piece is bent at a Gauss point, at the start and at the end of the step.
#[inline(always)]
fn bent(point: &GaussPoint, [start, end]: &[Nodal; 2]) -> [Bent; 2] {
    [Bent::of(point, start), Bent::of(point, end)]
}

impl SplinePiece {
    /// What it carries without going aside by itself where both its ends are hinged: Euler's load, N.
    pub(in crate::constrained) fn buckles_at(&self) -> f64 {
        let waves = std::f64::consts::PI / self.shapes.length;
        self.stiffness * waves * waves
    }

    /// Whether anything resists bending at all.
    pub(super) fn bends(&self) -> bool {
        self.stiffness != 0.0 || self.damping != 0.0
    }

    /// Bending at another length stores and loses less for the same `a` and `b`.
    fn section(&self, step: &Step<'_>) -> Section {
        let Self { stiffness, damping, .. } = *self;
        let length = self.shapes.length;
        let section = Section { stiffness, damping, length };
        match &self.flow {
            None => section,
            Some(flow) => {
                let ratios = flow.ratios(step);
                let (stiffness, damping) = (stiffness * ratios.over(), damping / ratios.mean());
                Section { stiffness, damping, ..section }
            }
        }
    }

    /// The nodal vectors of the two configurations between which the energy changes; of the balance twice where forces
    /// are no discrete gradients.
    #[inline(always)]
    fn between(&self, step: &Step<'_>) -> [Nodal; 2] {
        if step.scheme.discrete {
            [step.at.start.all(&self.nodal), step.at.end.all(&self.nodal)]
        } else {
            [step.at.balance.all(&self.nodal); 2]
        }
    }

    /// Of what changes at a Gauss point in the balance, 1/s.
    fn rate(&self, step: &Step<'_>, point: &GaussPoint) -> Bent {
        let q = step.vectors.all(&self.nodal, step.velocities);
        Bent::of(point, &q)
    }

    /// The forces of bending on place and slope of both nodes, N and N m, and what is lost, W.
    #[inline(always)]
    pub(in crate::constrained) fn forces(&self, step: &Step<'_>) -> ([Vector3<f64>; NODAL], f64) {
        self.forces_of(step, &self.section(step))
    }

    /// Those that damp.
    pub(super) fn resisting(&self, step: &Step<'_>) -> [Vector3<f64>; NODAL] {
        self.forces_of(step, &Section { stiffness: 0.0, ..self.section(step) }).0
    }

    /// On the nodal vectors (N, and N m for slopes), and what bending loses, W.
    #[inline(always)]
    fn forces_of(&self, step: &Step<'_>, section: &Section) -> ([Vector3<f64>; NODAL], f64) {
        let (mut forces, mut lost) = ([Vector3::zeros(); NODAL], 0.0);
        if self.bends() {
            let ends = self.between(step);
            for point in &self.shapes.points {
                let found = section.loaded(step, &bent(point, &ends), || self.rate(step, point));
                let (slope, bend) = (&point.slope, &point.bend);
                for k in 1..NODAL {
                    forces[k] -= found.by[0] * (point.weight * slope[k])
                        + found.by[1] * (point.weight * bend[k]);
                }
                lost += point.weight * found.lost;
            }
            // Places count by their difference.
            forces[0] = -forces[2];
        }
        (forces, lost)
    }

    /// Adds derivatives of the forces of bending, by slopes and the way between places.
    #[inline(always)]
    fn add_bending_slopes(&self, step: &Step<'_>, inner: &mut Inner) {
        let section = self.section(step);
        let ends = self.between(step);
        for point in &self.shapes.points {
            let between = bent(point, &ends);
            let scale = point.weight * section.elastic(step);
            let [[aa, ab], [ba, bb]] = square_gradient(&between[0], &between[1]).1();
            let damped = section.damped_resistance(step, &between, || self.rate(step, point));
            let damped = damped.map(|all| all.map(|row| row.map(|entry| entry * point.weight)));
            for l in 0..3 {
                let (by_slope, by_bend) = (point.slope[l + 1], point.bend[l + 1]);
                let (slope, bend) = (by_slope * scale, by_bend * scale);
                let mut on_a = aa * slope + ab * bend;
                let mut on_b = ba * slope + bb * bend;
                if let Some([[aa, ab], [ba, bb]]) = &damped {
                    on_a += aa * by_slope + ab * by_bend;
                    on_b += ba * by_slope + bb * by_bend;
                }
                for (k, row) in inner.iter_mut().enumerate() {
                    row[l] += on_a * point.slope[k + 1] + on_b * point.bend[k + 1];
                }
            }
        }
    }

    /// Those at one instant.
    pub(in crate::constrained) fn instant_forces(
        &self,
        motion: &Motion<'_>,
    ) -> [Vector3<f64>; NODAL] {
        let mut forces = [Vector3::zeros(); NODAL];
        if !self.bends() {
            return forces;
        }
        let q = motion.positions(&self.nodal);
        let rates = motion.velocities(&self.nodal);
        let over = self.flow.as_ref().map_or(1.0, |flow| 1.0 / flow.payout.ratio_in(motion));
        let (stiffness, damping) = (self.stiffness * over, self.damping * over);
        let section = Section { stiffness, damping, length: self.shapes.length };
        for point in &self.shapes.points {
            let bent = Bent::of(point, &q);
            let by = section.at_instant(&bent, &Bent::of(point, &rates));
            for (k, force) in forces.iter_mut().enumerate() {
                *force -= (by[0] * point.slope[k] + by[1] * point.bend[k]) * point.weight;
            }
        }
        forces
    }

    /// W, of the axial damping.
    fn lost_by_stretching(&self, step: &Step<'_>) -> f64 {
        let Some(Tension { damping, .. }) = self.axial else { return 0.0 };
        if damping == 0.0 {
            return 0.0;
        }
        let rates = self.stretch_rates(step);
        let ratio = self.flow.as_ref().map_or(1.0, |flow| flow.ratios(step).mean());
        let over = damping * ratio / self.shapes.length;
        let each = rates.iter().zip(DEGREES);
        each.map(|(rate, degree)| over * degree * rate * rate).sum()
    }

    /// Of the moments of the stretch, by the length that there is, m/s.
    fn stretch_rates(&self, step: &Step<'_>) -> [f64; 3] {
        let length = self.shapes.length;
        let by_ratio = |mut all: [f64; 3], ratio: f64| {
            all[0] -= length * (ratio - 1.0);
            all.map(|moment| moment / ratio)
        };
        let ratios = self.flow.as_ref().map(|flow| flow.ratios(step));
        if step.scheme.discrete {
            let of = |values: &VectorValues| moments(&self.shapes, &values.all(&self.nodal));
            let [mut first, mut last] = [of(&step.at.start), of(&step.at.end)];
            if let Some(ratios) = ratios {
                (first, last) = (by_ratio(first, ratios.start), by_ratio(last, ratios.end));
            }
            return [0, 1, 2].map(|m| (last[m] - first[m]) / step.duration);
        }
        let balance = step.at.balance.all(&self.nodal);
        let velocities = step.vectors.all(&self.nodal, step.velocities);
        let mut rates = moment_rates(&self.shapes, &balance, &velocities);
        if let Some(flow) = &self.flow {
            let ratio = flow.payout.ratio(&step.at.balance);
            let rate = flow.payout.rate(step.vectors, step.velocities);
            let all = by_ratio(moments(&self.shapes, &balance), ratio);
            rates[0] -= length * rate;
            rates = std::array::from_fn(|m| (rates[m] - all[m] * rate) / ratio);
        }
        rates
    }
}

impl Element for SplinePiece {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.nodal);
        if let Some(flow) = &self.flow {
            flow.couple(self, coupler);
        }
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&self.nodal);
        if let Some(flow) = &mut self.flow {
            flow.wire(&self.nodal, wirer);
        }
    }

    #[inline(always)]
    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let mut dissipated = self.lost_by_stretching(step);
        if let Some(tension) = self.axial.as_ref().filter(|tension| tension.relaxes()) {
            let ends = [&step.at.start, &step.at.end].map(|at| self.strains(|id| at.of(id)));
            let longer = self.flow.as_ref().map_or(1.0, |flow| flow.ratios(step).mean());
            let length = longer * self.shapes.length;
            *acted.relaxed += tension.relax(step, length, ends, acted.creep);
        }
        if self.bends() {
            let (forces, lost) = self.forces(step);
            for (&id, force) in self.nodal.iter().zip(&forces) {
                step.vectors.add_force(id, force, acted.forces);
            }
            dissipated += lost;
        }
        if let Some(flow) = &self.flow {
            flow.act(self, step, acted);
        }
        StepPower { dissipated, work: 0.0 }
    }

    #[inline(always)]
    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let mut inner = match &self.flow {
            Some(flow) => flow.slopes(self, step, filling),
            None if self.bends() => INNER,
            None => return,
        };
        if self.bends() {
            self.add_bending_slopes(step, &mut inner);
        }
        filling.piece(&self.nodal, self.wires, &inner);
    }

    #[inline(always)]
    fn add_inertia(
        &self,
        vectors: &Vectors,
        accelerations: &[Vector3<f64>],
        blocks: &mut [Vector3<f64>],
    ) {
        if self.flow.is_some() {
            return;
        }
        let own = vectors.all(&self.nodal, accelerations);
        for (&id, force) in self.nodal.iter().zip(self.times_mass(&own)) {
            vectors.add_force(id, &force, blocks);
        }
    }

    #[inline(always)]
    fn fill_inertia(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        if self.flow.is_some() {
            return;
        }
        let factor = step.scheme.inertia * self.mass;
        let mut all = self.shapes.products;
        all.iter_mut().flatten().for_each(|entry| *entry *= factor);
        filling.piece_multiples(&self.nodal, self.wires, &all);
    }

    /// That of what flows depends on where it is.
    fn add_carried_inertia(&self, step: &Step<'_>, blocks: &mut [Vector3<f64>]) {
        if let Some(flow) = &self.flow {
            flow.add_inertia(self, step, blocks);
        }
    }

    fn fill_carried_inertia(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        if let Some(flow) = &self.flow {
            flow.fill_inertia(self, step, filling);
        }
    }

    fn weigh(&self, each: &mut dyn FnMut(VectorId, f64)) {
        let products = self.shapes.products;
        let nodal = self.nodal.iter().enumerate();
        nodal.for_each(|(k, &id)| each(id, self.mass * products[k][k]));
    }

    fn mass(&self) -> f64 {
        self.mass * self.shapes.length
    }

    fn add_kinetic(&self, motion: &Motion<'_>, sum: &mut f64) {
        if let Some(flow) = &self.flow {
            *sum += flow.kinetic(self, motion);
            return;
        }
        let own = motion.velocities(&self.nodal);
        let momenta = self.times_mass(&own);
        *sum += 0.5 * own.iter().zip(&momenta).map(|(v, p)| v.dot(p)).sum::<f64>();
    }

    fn add_momentum(
        &self,
        motion: &Motion<'_>,
        linear: &mut Vector3<f64>,
        angular: &mut Vector3<f64>,
    ) {
        let momenta = match &self.flow {
            None => self.times_mass(&motion.velocities(&self.nodal)),
            Some(flow) => flow.momenta(self, motion),
        };
        let at = motion.positions(&self.nodal);
        // What moves all of it moves no slope.
        *linear += momenta[0] + momenta[2];
        *angular += at.iter().zip(&momenta).map(|(q, p)| q.cross(p)).sum::<Vector3<f64>>();
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        let q = stored.motion.positions(&self.nodal);
        let ratio = self.flow.as_ref().map_or(1.0, |flow| flow.payout.ratio_in(stored.motion));
        energies.elastic += self.bending_energy(&q) / ratio;
        if let Some(tension) = &self.axial {
            let over = 0.5 * tension.stiffness / (self.shapes.length * ratio);
            let mut all = moments(&self.shapes, &q);
            all[0] -= self.shapes.length * (ratio - 1.0);
            let (length, own) = (ratio * self.shapes.length, strains(&self.shapes, all));
            let own = own.map(|strain| strain / ratio);
            energies.elastic += length * tension.stored_beyond(own);
            energies.elastic += tension.stored_by_branches(length, own, stored.creep);
            for (moment, degree) in all.iter().zip(DEGREES) {
                energies.elastic += over * degree * moment * moment;
            }
        }
        if let Some(flow) = &self.flow {
            energies.gravity += flow.potential(self, stored.motion);
        }
    }

    fn strength(&self, step: &Step<'_>, extent: f64) -> f64 {
        let q = step.at.balance.all(&self.nodal);
        let moment = |point: &GaussPoint| {
            let bent = Bent::of(point, &q);
            self.stiffness * bent.square().sqrt() / extent
        };
        self.shapes.points.iter().map(moment).fold(0.0, f64::max)
    }
}

impl SplinePiece {
    /// Puts strains of dampers in branches where they are when everything has long been here.
    pub(in crate::constrained) fn forget(&self, motion: &Motion<'_>, creep: &mut [f64]) {
        if let Some(tension) = &self.axial {
            tension.forget(self.strains(|id| motion.position(id)), creep);
        }
    }

    /// Of what there is of it, in one configuration.
    pub(super) fn strains(&self, of: impl Fn(VectorId) -> Vector3<f64>) -> Strains {
        let ratio = self.flow.as_ref().map_or(1.0, |flow| flow.payout.of(&of(flow.payout.at)));
        strained(&self.shapes, &self.nodal.map(of), ratio)
    }

    /// The mass matrix times nodal vectors.
    #[inline(always)]
    pub(in crate::constrained) fn times_mass(
        &self,
        own: &[Vector3<f64>; NODAL],
    ) -> [Vector3<f64>; NODAL] {
        let mut all = [Vector3::zeros(); NODAL];
        for (sum, row) in all.iter_mut().zip(&self.shapes.products) {
            for (entry, own) in row.iter().zip(own) {
                *sum += own * (entry * self.mass);
            }
        }
        all
    }
}
