//! A span of a B-spline: its inertia, and what stretches and bends it.
//!
//! At each Gauss point the stretch `λ = |a|` stores `½ EA (λ - 1)²` for each length, and what the curvature stores stands in
//! `curving.rs`. Over a step the pull is `EA (½(λ₀ + λ₁) - 1) + η (λ₁ - λ₀)/h` along the discrete gradient of `λ`, so that what is
//! stored changes by what it does, and `η (λ₁ - λ₀)²/h²` is lost, exactly. Tempel (2019, sections 3.4 to 3.6) has these energies
//! without damping, and takes as many Gauss points.

use nalgebra::{Matrix3, Vector3};

use super::curving::{Loaded, Resistance, Section};
use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::laws::bspline::{MOST, SpanPoint};
use crate::laws::spline::{Bent, Stretch, square_gradient};
use crate::mechanism::{AxialStiffness, Energies};

/// Between two knots.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct BSplineSpan {
    /// Those that count in it, from the one nearest to the rope's start.
    control: Box<[VectorId]>,
    /// Of Gauss.
    points: Box<[SpanPoint]>,
    /// `∫ N N' ds` times the mass per length, kg.
    inertia: Box<[[f64; MOST]; MOST]>,
    /// EA (N) and its damping (N s).
    axial: AxialStiffness,
    /// Against bending.
    section: Section,
    /// Of straight rope, between the first of its control points and the next ones, m.
    reaches: [f64; MOST],
    /// Where the derivatives go in the matrix.
    wires: Wires,
}

/// Of its control points; what a lower degree does not have is zero.
pub(super) type Control = [Vector3<f64>; MOST];

/// `a` and `b` of these control points, by what they are away from the first, so that it may be far from the origin.
#[inline(always)]
fn bent(point: &SpanPoint, q: &[Vector3<f64>]) -> Bent {
    let (mut a, mut b) = (Vector3::zeros(), Vector3::zeros());
    for (k, own) in q.iter().enumerate().skip(1) {
        let line = own - q[0];
        a += line * point.slope[k];
        b += line * point.bend[k];
    }
    Bent { a, b }
}

impl BSplineSpan {
    /// `mass` by length, kg/m; stiffness (N m²) and damping (N m² s) of `bending`. `reaches` are those of the straight rope's
    /// control points. Wires are still missing.
    pub(in crate::constrained) fn new(
        control: Box<[VectorId]>,
        points: Box<[SpanPoint]>,
        reaches: &[f64],
        mass: f64,
        axial: AxialStiffness,
        bending: [f64; 2],
    ) -> Self {
        let mut inertia = Box::new([[0.0; MOST]; MOST]);
        for point in &points {
            for (row, first) in inertia.iter_mut().zip(point.place) {
                for (entry, second) in row.iter_mut().zip(point.place) {
                    *entry += mass * point.weight * first * second;
                }
            }
        }
        let [stiffness, damping] = bending;
        let length = points.iter().map(|point| point.weight).sum();
        let section = Section { stiffness, damping, length };
        let reaches = std::array::from_fn(|k| reaches.get(k).map_or(0.0, |own| own - reaches[0]));
        let wires = Wires::default();
        Self { control, points, inertia, axial, section, reaches, wires }
    }

    /// Lines between neighbouring control points, and how long they are where it is not stretched, m.
    pub(in crate::constrained) fn legs(&self) -> impl Iterator<Item = ([VectorId; 2], f64)> {
        let pairs = self.control.windows(2).zip(self.reaches.windows(2));
        pairs.map(|(ids, reaches)| ([ids[0], ids[1]], reaches[1] - reaches[0]))
    }

    /// Values of its control points.
    #[inline(always)]
    fn gathered(&self, of: impl Fn(VectorId) -> Vector3<f64>) -> Control {
        let mut all = [Vector3::zeros(); MOST];
        for (slot, &id) in all.iter_mut().zip(&self.control) {
            *slot = of(id);
        }
        all
    }

    /// The two configurations between which the energy changes; of the balance twice where forces are no discrete gradients.
    #[inline(always)]
    fn between(&self, step: &Step<'_>) -> [Control; 2] {
        if step.scheme.discrete {
            [self.gathered(|id| step.at.start.of(id)), self.gathered(|id| step.at.end.of(id))]
        } else {
            [self.gathered(|id| step.at.balance.of(id)); 2]
        }
    }

    /// Rates of control points in the balance; only where something damps.
    #[inline(always)]
    fn rates(&self, step: &Step<'_>) -> Control {
        if step.scheme.discrete || !self.damps() {
            return [Vector3::zeros(); MOST];
        }
        self.gathered(|id| step.vectors.value(id, step.velocities))
    }

    fn damps(&self) -> bool {
        self.axial.damping != 0.0 || self.section.damping != 0.0
    }

    /// Whether anything resists bending at all.
    pub(super) fn bends(&self) -> bool {
        self.section.stiffness != 0.0 || self.section.damping != 0.0
    }

    /// What pulls at a Gauss point, N, and what that loses, W/m.
    #[inline(always)]
    fn pull(&self, step: &Step<'_>, [start, end]: &[Bent; 2], rate: &Bent) -> (f64, f64) {
        let AxialStiffness { stiffness, damping } = self.axial;
        let last = end.a.norm();
        let (mean, growth) = if step.scheme.discrete {
            let first = start.a.norm();
            let growth = if damping == 0.0 { 0.0 } else { (last - first) / step.duration };
            (0.5 * (first + last), growth)
        } else {
            (last, end.a.dot(&rate.a) / last)
        };
        (stiffness * (mean - 1.0) + damping * growth, damping * growth * growth)
    }

    #[inline(always)]
    fn loaded(&self, step: &Step<'_>, between: &[Bent; 2], rate: &Bent) -> Loaded {
        let (pull, mut lost) = self.pull(step, between, rate);
        let along = Stretch::between(between[0].a, between[1].a).direction;
        let mut by = [along * pull, Vector3::zeros()];
        if self.bends() {
            let bending = self.section.loaded(step, between, || *rate);
            by = [by[0] + bending.by[0], bending.by[1]];
            lost += bending.lost;
        }
        Loaded { by, lost }
    }

    /// Derivatives of what a Gauss point is loaded with, by `a` and `b` at the end of the step.
    #[inline(always)]
    fn resistance(&self, step: &Step<'_>, between: &[Bent; 2], rate: &Bent) -> Resistance {
        let scheme = step.scheme;
        let AxialStiffness { stiffness, damping } = self.axial;
        // Everything is symmetric in start and end, so where both are the balance each counts.
        let share = if scheme.discrete { 1.0 } else { 2.0 * scheme.balance };
        let stretch = Stretch::between(between[0].a, between[1].a);
        let (pull, _) = self.pull(step, between, rate);
        let by_end = if scheme.discrete {
            let damped = if damping == 0.0 { 0.0 } else { damping / step.duration };
            stretch.end() * (0.5 * stiffness + damped)
        } else {
            let along = stretch.end();
            let across = (rate.a - along * along.dot(&rate.a)) / between[1].a.norm();
            along * (stiffness * scheme.balance + damping * scheme.rate)
                + across * (damping * scheme.balance)
        };
        let on_a = stretch.direction * by_end.transpose() + stretch.slope() * (pull * share);
        let zero = Matrix3::zeros();
        if !self.bends() {
            return [[on_a, zero], [zero, zero]];
        }
        let elastic = self.section.elastic(step);
        let hessian = square_gradient(&between[0], &between[1]).1();
        let mut all = hessian.map(|row| row.map(|entry| entry * elastic));
        all[0][0] += on_a;
        if let Some(damped) = self.section.damped_resistance(step, between, || *rate) {
            for (own, by) in all.iter_mut().flatten().zip(damped.iter().flatten()) {
                *own += by;
            }
        }
        all
    }

    /// Forces of stretching and bending on the control points at one instant, N.
    pub(in crate::constrained) fn instant_forces(&self, motion: &Motion<'_>) -> Control {
        let (q, rates) =
            (self.gathered(|id| motion.position(id)), self.gathered(|id| motion.velocity(id)));
        let (q, rates) = (&q[..self.count()], &rates[..self.count()]);
        let mut forces = [Vector3::zeros(); MOST];
        for point in &self.points {
            let (now, rate) = (bent(point, q), bent(point, rates));
            let mut by = [self.instant_pull(&now, &rate), Vector3::zeros()];
            if self.bends() {
                let bending = self.section.at_instant(&now, &rate);
                by = [by[0] + bending[0], bending[1]];
            }
            for (k, force) in forces.iter_mut().enumerate() {
                *force -= (by[0] * point.slope[k] + by[1] * point.bend[k]) * point.weight;
            }
        }
        forces
    }

    /// N, along the rope.
    fn instant_pull(&self, now: &Bent, rate: &Bent) -> Vector3<f64> {
        let stretch = now.a.norm();
        let along = now.a / stretch;
        let AxialStiffness { stiffness, damping } = self.axial;
        along * (stiffness * (stretch - 1.0) + damping * along.dot(&rate.a))
    }

    /// Of the span, N.
    pub(in crate::constrained) fn mean_tension(&self, motion: &Motion<'_>) -> f64 {
        let (q, rates) =
            (self.gathered(|id| motion.position(id)), self.gathered(|id| motion.velocity(id)));
        let (q, rates) = (&q[..self.count()], &rates[..self.count()]);
        let (mut pull, mut length) = (0.0, 0.0);
        for point in &self.points {
            let (now, rate) = (bent(point, q), bent(point, rates));
            pull += point.weight * now.a.normalize().dot(&self.instant_pull(&now, &rate));
            length += point.weight;
        }
        pull / length
    }

    /// Of each Gauss point the length that it stands for and its arc length from the first control point, m, and the strain.
    pub(in crate::constrained) fn strains(
        &self,
        motion: &Motion<'_>,
    ) -> impl Iterator<Item = [f64; 3]> + Clone {
        let q = self.gathered(|id| motion.position(id));
        self.points.iter().map(move |point| {
            let at = point.place.iter().zip(self.reaches).map(|(own, reach)| own * reach).sum();
            [point.weight, at, bent(point, &q[..self.count()]).a.norm() - 1.0]
        })
    }

    /// Between its slopes at the first and the last Gauss point, rad.
    pub(in crate::constrained) fn turn(&self, motion: &Motion<'_>) -> f64 {
        let q = self.gathered(|id| motion.position(id));
        let along = |point: &SpanPoint| bent(point, &q[..self.count()]).a;
        along(&self.points[0]).angle(&along(&self.points[self.points.len() - 1]))
    }

    /// How many points control it.
    #[inline(always)]
    pub(in crate::constrained) fn count(&self) -> usize {
        self.control.len()
    }

    /// How the rope is bent at a place of the span, and how that changes.
    pub(super) fn bend_at(&self, motion: &Motion<'_>, at: &SpanPoint) -> [Bent; 2] {
        let (q, rates) =
            (self.gathered(|id| motion.position(id)), self.gathered(|id| motion.velocity(id)));
        [bent(at, &q[..self.count()]), bent(at, &rates[..self.count()])]
    }

    /// N m of this bend and its rate.
    pub(super) fn moment(&self, [now, rate]: &[Bent; 2]) -> f64 {
        self.section.moment(now, rate)
    }

    /// The mass matrix times values of the control points.
    pub(super) fn times_mass(&self, own: &Control) -> Control {
        self.inertia.map(|row| row.iter().zip(own).map(|(m, a)| a * *m).sum::<Vector3<f64>>())
    }

    /// What it carries without going aside by itself where both its ends are hinged: Euler's load, N.
    pub(in crate::constrained) fn buckles_at(&self) -> f64 {
        let length: f64 = self.points.iter().map(|point| point.weight).sum();
        let waves = std::f64::consts::PI / length;
        self.section.stiffness * waves * waves
    }

    /// Its control points, from the one nearest to the rope's start.
    pub(super) fn control(&self) -> &[VectorId] {
        &self.control
    }
}

impl Element for BSplineSpan {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.control);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&self.control);
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let (ends, rates) = (self.between(step), self.rates(step));
        let count = self.count();
        let mut forces = [Vector3::zeros(); MOST];
        let mut dissipated = 0.0;
        for point in &self.points {
            let between = [bent(point, &ends[0][..count]), bent(point, &ends[1][..count])];
            let rate = bent(point, &rates[..count]);
            let Loaded { by, lost } = self.loaded(step, &between, &rate);
            for (k, force) in forces.iter_mut().enumerate().take(count) {
                *force -= (by[0] * point.slope[k] + by[1] * point.bend[k]) * point.weight;
            }
            dissipated += lost * point.weight;
        }
        for (&id, force) in self.control.iter().zip(&forces) {
            step.vectors.add_force(id, force, acted.forces);
        }
        StepPower { dissipated, work: 0.0 }
    }

    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let (ends, rates) = (self.between(step), self.rates(step));
        let count = self.count();
        let mut stiffness = [[Matrix3::zeros(); MOST]; MOST];
        for point in &self.points {
            let between = [bent(point, &ends[0][..count]), bent(point, &ends[1][..count])];
            let rate = bent(point, &rates[..count]);
            let [[aa, ab], [ba, bb]] = self.resistance(step, &between, &rate);
            for l in 0..count {
                let (by_slope, by_bend) =
                    (point.slope[l] * point.weight, point.bend[l] * point.weight);
                let on_a = aa * by_slope + ab * by_bend;
                let on_b = ba * by_slope + bb * by_bend;
                for (k, row) in stiffness.iter_mut().enumerate().take(count) {
                    row[l] += on_a * point.slope[k] + on_b * point.bend[k];
                }
            }
        }
        filling.square(&self.control, self.wires, &stiffness);
    }

    fn add_inertia(
        &self,
        vectors: &Vectors,
        accelerations: &[Vector3<f64>],
        blocks: &mut [Vector3<f64>],
    ) {
        let own = self.gathered(|id| vectors.value(id, accelerations));
        for (&id, force) in self.control.iter().zip(self.times_mass(&own)) {
            vectors.add_force(id, &force, blocks);
        }
    }

    fn fill_inertia(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let of = |own: f64| Matrix3::from_diagonal_element(own * step.scheme.inertia);
        filling.square(&self.control, self.wires, &self.inertia.map(|row| row.map(of)));
    }

    fn weigh(&self, each: &mut dyn FnMut(VectorId, f64)) {
        self.control.iter().enumerate().for_each(|(k, &id)| each(id, self.inertia[k][k]));
    }

    fn mass(&self) -> f64 {
        self.inertia.iter().flatten().sum()
    }

    fn add_kinetic(&self, motion: &Motion<'_>, sum: &mut f64) {
        let own = self.gathered(|id| motion.velocity(id));
        let momenta = self.times_mass(&own);
        *sum += 0.5 * own.iter().zip(&momenta).map(|(v, p)| v.dot(p)).sum::<f64>();
    }

    fn add_momentum(
        &self,
        motion: &Motion<'_>,
        linear: &mut Vector3<f64>,
        angular: &mut Vector3<f64>,
    ) {
        let momenta = self.times_mass(&self.gathered(|id| motion.velocity(id)));
        let at = self.gathered(|id| motion.position(id));
        *linear += momenta.iter().sum::<Vector3<f64>>();
        *angular += at.iter().zip(&momenta).map(|(q, p)| q.cross(p)).sum::<Vector3<f64>>();
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        let q = self.gathered(|id| stored.motion.position(id));
        for point in &self.points {
            let now = bent(point, &q[..self.count()]);
            let strain = now.a.norm() - 1.0;
            let stored = self.axial.stiffness * strain * strain
                + if self.bends() { self.section.stiffness * now.square() } else { 0.0 };
            energies.elastic += 0.5 * point.weight * stored;
        }
    }

    fn strength(&self, step: &Step<'_>, extent: f64) -> f64 {
        let q = self.gathered(|id| step.at.balance.of(id));
        let strong = |point: &SpanPoint| {
            let now = bent(point, &q[..self.count()]);
            let pull = self.axial.stiffness * (now.a.norm() - 1.0).abs();
            let moment =
                if self.bends() { self.section.stiffness * now.square().sqrt() } else { 0.0 };
            pull.max(moment / extent)
        };
        self.points.iter().map(strong).fold(0.0, f64::max)
    }
}
