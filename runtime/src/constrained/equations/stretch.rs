//! The stretch of a piece of a spline: moments of it that vanish, or that a tension belongs to.
//!
//! `φₘ = l Σ w Pₘ (|a| - 1) = 0`, m, for a rope that does not stretch; minus the multiplier is the part of the tension
//! along Legendre's polynomial `Pₘ`, N. A rope that stretches has `φₘ = l Nₘ / ((2m + 1) EA)` in its place, in a step
//! with the mean of both ends, so that what it stores changes by what the tension does: the multipliers then are no
//! forces of constraints, but take part in the iteration as if they were, which takes as many of them for steel as for
//! rubber. With damping `Nₘ = (2m + 1)/l (EA φₘ + η dφₘ/dt)`; with branches `EA` is what they make of it in a step, and
//! moments count from what they remember (`cable/tension.rs`).
//!
//! The third moment of a rope's first piece vanishes also where it stretches: one stretching of the whole rope, by the
//! slopes of all nodes together, is held by nothing else, so its multiplier gathers what all pieces leave open. A
//! compliance there would make an error of order 2 of that.

mod winch;

use std::sync::Arc;

use nalgebra::Vector3;

use super::constraint::{Constraint, Kind, Measure, Tolerances};
use super::user_data::UserData;
use crate::constrained::balance::Wanted;
use crate::constrained::cable::payout::{Payout, PayoutWires};
use crate::constrained::cable::tension::{Bowed, Elastic, Tension};
use crate::constrained::coordinate::Coordinate;
use crate::constrained::matrix::{Coupler, Filling, Multiplier, Wirer, Wires};
use crate::constrained::seen::{Now, Step};
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, VectorValues, Vectors};
use crate::laws::spline::{
    DEGREES, GaussPoint, INNER, MomentGradients, NODAL, Shapes, Strains, Stretch, directions,
    legendre, moment_gradients, moment_rates, moments, strained,
};

/// Moments that can be told apart at the Gauss points.
const MOST: usize = 3;

/// Some moments of one piece.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct StretchMoments {
    /// Place and slope of both nodes.
    pub(in crate::constrained) nodal: [VectorId; NODAL],
    /// Polynomials at the Gauss points.
    shapes: Arc<Shapes>,
    /// None where it does not stretch.
    axial: Option<Tension>,
    /// Where a winch changes its length: that, and places for each multiplier.
    payout: Option<(Payout, [Wires; MOST])>,
    /// Where derivatives by the free length go in the matrix.
    lengths: PayoutWires,
    /// Of the polynomials; there are as many multipliers.
    degrees: &'static [usize],
    /// Of each degree: minus that moment of the tension.
    pub(in crate::constrained) multipliers: [Multiplier; MOST],
    /// Of the multipliers, among all unknowns.
    unknowns: [usize; MOST],
    /// Of each multiplier: where its gradient goes in the matrix.
    wires: [Wires; MOST],
    /// Of each pair of a multiplier with itself, for what the rope gives way.
    diagonals: [Wires; MOST],
    /// Where derivatives of the forces by the nodal vectors go.
    stiffness: Wires,
}

impl StretchMoments {
    /// Multipliers and places are still missing.
    pub(in crate::constrained) fn new(
        nodal: [VectorId; NODAL],
        shapes: Arc<Shapes>,
        axial: Option<Tension>,
        degrees: &'static [usize],
    ) -> Self {
        Self {
            nodal,
            shapes,
            axial,
            payout: None,
            lengths: PayoutWires::default(),
            degrees,
            multipliers: [Multiplier { group: 0, row: 0 }; MOST],
            unknowns: [0; MOST],
            wires: [Wires::default(); MOST],
            diagonals: [Wires::default(); MOST],
            stiffness: Wires::default(),
        }
    }

    /// The same where a winch changes the length.
    pub(in crate::constrained) fn paid_out(self, payout: Option<Payout>) -> Self {
        let payout = payout.map(|payout| (payout.ratio_only(), [Wires::default(); MOST]));
        Self { payout, ..self }
    }

    /// N
    pub(in crate::constrained) fn mean_tension(&self, multipliers: &[f64]) -> f64 {
        -multipliers[self.unknowns[0]]
    }

    /// At whichever end of the piece it is larger, N.
    pub(in crate::constrained) fn largest_tension(&self, multipliers: &[f64]) -> f64 {
        let [start, end] = [0.0, 1.0].map(|x| -self.pull(&legendre(x), multipliers));
        start.max(end)
    }

    /// The unknown and the degree of each multiplier.
    fn each(&self) -> impl Iterator<Item = (usize, usize)> {
        self.unknowns.into_iter().zip(self.degrees.iter().copied())
    }

    /// What the multipliers pull with where the polynomials have these values.
    fn pull(&self, polynomials: &[f64; MOST], multipliers: &[f64]) -> f64 {
        self.each().map(|(unknown, degree)| multipliers[unknown] * polynomials[degree]).sum()
    }

    /// Place and slope of both nodes in one configuration.
    fn at(&self, values: &VectorValues) -> [Vector3<f64>; NODAL] {
        values.all(&self.nodal)
    }

    /// Of the strain, in one configuration; zero where the rope is as long as it is made for.
    fn moments(&self, values: &VectorValues) -> [f64; MOST] {
        self.longer(moments(&self.shapes, &self.at(values)), self.ratio(values) - 1.0)
    }

    /// Of what there is of the piece, in one configuration.
    fn strains(&self, values: &VectorValues) -> Strains {
        strained(&self.shapes, &self.at(values), self.ratio(values))
    }

    /// What was measured beyond the stiffness, over a step.
    fn bowed(&self, axial: &Tension, step: &Step<'_>) -> Option<Bowed> {
        axial.bowed(step, |values| self.strains(values))
    }

    /// Of the moments by the length that there is, in the balance, m/s.
    fn strain_rates(&self, step: &Step<'_>) -> [f64; MOST] {
        let rates = step.vectors.all(&self.nodal, step.velocities);
        let at = self.at(&step.at.balance);
        let rate = self.ratio_rate(step.vectors, step.velocities);
        let ratio = self.ratios(step).end;
        let now = self.longer(moment_rates(&self.shapes, &at, &rates), rate);
        let all = self.moments(&step.at.balance);
        std::array::from_fn(|m| (now[m] - all[m] * rate / ratio) / ratio)
    }

    /// The stretch of a step at each Gauss point, whose direction the tension has.
    fn stretches(&self, step: &Step<'_>) -> [Stretch; MOST] {
        let (start, end) = if step.scheme.discrete {
            (self.at(&step.at.start), self.at(&step.at.end))
        } else {
            let balance = self.at(&step.at.balance);
            (balance, balance)
        };
        let of =
            |point: &GaussPoint| Stretch::between(point.slope_of(&start), point.slope_of(&end));
        let [first, second, third] = &self.shapes.points;
        [of(first), of(second), of(third)]
    }

    /// Of all moments by the nodal vectors.
    fn gradients_at(&self, at: &[Vector3<f64>; NODAL]) -> MomentGradients {
        moment_gradients(&self.shapes, directions(&self.shapes, at))
    }

    /// The same of a motion at an instant.
    fn instant_gradients(&self, motion: &Motion<'_>) -> MomentGradients {
        self.gradients_at(&motion.positions(&self.nodal))
    }

    /// `l / ((2m + 1) EA)`, m/N, and the ratio of damping to stiffness, s.
    fn compliance(&self, degree: usize, axial: &Tension, stiffness: f64) -> (f64, f64) {
        (self.shapes.length / (DEGREES[degree] * stiffness), axial.damping / stiffness)
    }

    /// What part of the stiffness branches have over a step.
    fn relaxing(&self, axial: &Tension, step: &Step<'_>) -> f64 {
        if axial.relaxes() { 1.0 - axial.stiffness / axial.stiffness(step) } else { 0.0 }
    }

    /// What a moment counts from, m.
    fn origin(&self, degree: usize, elastic: &Elastic) -> f64 {
        elastic.origin[degree] * self.shapes.length / DEGREES[degree]
    }

    /// What the rows of a step are the derivatives of the moments at the end times, and what the multiplier's
    /// diagonal is.
    fn slopes(&self, degree: usize, axial: &Tension, step: &Step<'_>) -> (f64, f64) {
        let (compliance, delay) = self.compliance(degree, axial, axial.stiffness(step));
        let ratios = self.ratios(step);
        if step.scheme.discrete {
            let damped = 2.0 * delay / step.duration * ratios.mean() / ratios.end;
            let relaxing =
                self.relaxing(axial, step) * (ratios.even() / ratios.end - ratios.over());
            ((1.0 + damped) * ratios.over() + relaxing, 2.0 * compliance)
        } else {
            let rate = self.ratio_rate(step.vectors, step.velocities);
            let longer = 1.0 - delay * rate / ratios.end;
            (step.scheme.balance / ratios.end * longer, compliance)
        }
    }

    /// How what was measured changes by the nodal vectors at the end, where the moments' `gradients` are known.
    fn add_bowed_slopes(
        &self,
        axial: &Tension,
        step: &Step<'_>,
        gradients: &MomentGradients,
        rows: &mut MomentGradients,
    ) {
        let Some(bowed) = self.bowed(axial, step) else { return };
        let (stiffness, ratios) = (axial.stiffness(step), self.ratios(step));
        let share = if step.scheme.discrete { 2.0 } else { step.scheme.balance };
        let share = share * ratios.even() / ratios.end;
        for (degree, slopes) in bowed.slopes.iter().enumerate() {
            let (compliance, _) = self.compliance(degree, axial, stiffness);
            for (by, slope) in slopes.iter().enumerate() {
                let factor = share * compliance * slope * DEGREES[by] / self.shapes.length;
                for (entry, gradient) in rows[degree].iter_mut().zip(&gradients[by]) {
                    *entry += gradient * factor;
                }
            }
        }
    }

    /// How rates of the moments in the balance change by the nodal vectors at the end, times the delay.
    fn add_rate_slopes(&self, delay: f64, step: &Step<'_>, rows: &mut MomentGradients) {
        if delay == 0.0 || step.scheme.discrete {
            return;
        }
        let at = self.at(&step.at.balance);
        let rates = step.vectors.all(&self.nodal, step.velocities);
        let changes = self.shapes.points.map(|point| {
            let (a, rate) = (point.slope_of(&at), point.slope_of(&rates));
            let direction = a.normalize();
            let across = (rate - direction * direction.dot(&rate)) / a.norm();
            (direction * step.scheme.rate + across * step.scheme.balance) * delay
        });
        for (row, change) in rows.iter_mut().zip(moment_gradients(&self.shapes, changes)) {
            row.iter_mut().zip(change).for_each(|(entry, change)| *entry += change);
        }
    }
}

impl Constraint for StretchMoments {
    const KIND: Kind = Kind::Structure;
    const PULLS: bool = true;

    fn unknowns(&self) -> &[usize] {
        &self.unknowns[..self.degrees.len()]
    }

    fn is_law(&self) -> bool {
        self.axial.is_some()
    }

    fn couple(&self, coupler: &mut Coupler<'_>) {
        for &multiplier in &self.multipliers[..self.degrees.len()] {
            coupler.constraint(&self.nodal, multiplier);
            if let Some((payout, _)) = &self.payout {
                coupler.multiplier_along(multiplier, payout.at);
            }
        }
        coupler.stiffness(&self.nodal);
        if let Some((payout, _)) = &self.payout {
            PayoutWires::couple(payout, &self.nodal, coupler);
        }
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        for (row, &multiplier) in self.multipliers[..self.degrees.len()].iter().enumerate() {
            self.unknowns[row] = wirer.unknown(multiplier);
            self.wires[row] = wirer.constraint(&self.nodal, multiplier);
            self.diagonals[row] = wirer.diagonal(multiplier);
            if let Some((payout, wires)) = &mut self.payout {
                wires[row] = wirer.multiplier_along(multiplier, payout.at);
            }
        }
        self.stiffness = wirer.stiffness(&self.nodal);
        if let Some((payout, _)) = &self.payout {
            self.lengths = PayoutWires::wire(payout, &self.nodal, wirer);
        }
    }

    #[inline(always)]
    fn residual(&self, step: &Step<'_>, right_side: &mut [f64]) {
        let end = self.moments(&step.at.end);
        let Some(axial) = &self.axial else {
            self.each().for_each(|(unknown, degree)| right_side[unknown] = end[degree]);
            return;
        };
        let ratios = self.ratios(step);
        let elastic = axial.elastic(step, || self.strains(&step.at.start));
        let bowed = self.bowed(axial, step);
        let beyond = bowed.map_or(Strains::default(), |bowed| bowed.tensions);
        if step.scheme.discrete {
            let start = self.moments(&step.at.start);
            let (even, relaxing) = (ratios.even(), self.relaxing(axial, step));
            for (unknown, degree) in self.each() {
                let (compliance, delay) = self.compliance(degree, axial, elastic.stiffness);
                let ends = [start[degree] / ratios.start, end[degree] / ratios.end];
                let change = (ends[1] - ends[0]) * ratios.mean();
                let both = end[degree] + start[degree];
                right_side[unknown] = (both + 2.0 * delay / step.duration * change) * ratios.over()
                    + relaxing * ((ends[0] + ends[1]) * even - both * ratios.over())
                    - 2.0 * even * self.origin(degree, &elastic)
                    + 2.0 * compliance * (step.multipliers[unknown] + even * beyond[degree]);
            }
            return;
        }
        let balance = self.moments(&step.at.balance);
        let rates = self.strain_rates(step);
        for (unknown, degree) in self.each() {
            let (compliance, delay) = self.compliance(degree, axial, elastic.stiffness);
            right_side[unknown] = balance[degree] / ratios.end - self.origin(degree, &elastic)
                + delay * rates[degree]
                + compliance * (step.multipliers[unknown] + beyond[degree]);
        }
    }

    #[inline(always)]
    fn add_force(&self, step: &Step<'_>, blocks: &mut [Vector3<f64>], _work: &mut f64) {
        let stretches = self.stretches(step);
        let mut forces = [Vector3::zeros(); NODAL];
        for (point, stretch) in self.shapes.points.iter().zip(&stretches) {
            let pull = self.pull(&point.legendre, step.multipliers);
            let along = stretch.direction * (point.weight * pull);
            let slope = &point.slope;
            for k in 1..NODAL {
                forces[k] += along * slope[k];
            }
        }
        // Places count by their difference.
        forces[0] = -forces[2];
        for (&id, force) in self.nodal.iter().zip(&forces) {
            step.vectors.add_force(id, force, blocks);
        }
        if let Some((payout, _)) = &self.payout {
            let by = self.each().map(|(own, m)| step.multipliers[own] * self.by_ratio(m));
            let on_ratio = by.sum::<f64>() + self.configurational(step);
            payout.add_force(step.vectors, on_ratio, blocks);
        }
    }

    #[inline(always)]
    fn fill(&self, step: &Step<'_>, wanted: Wanted, filling: &mut Filling<'_>) {
        let stretches = self.stretches(step);
        let [first, second, third] = &stretches;
        let columns =
            moment_gradients(&self.shapes, [first.direction, second.direction, third.direction]);
        let mut rows = match (&self.axial, step.scheme.discrete) {
            (Some(_), false) => columns,
            (_, true) => moment_gradients(&self.shapes, [first.end(), second.end(), third.end()]),
            (None, false) => self.gradients_at(&self.at(&step.at.end)),
        };
        if let Some(axial) = &self.axial {
            let gradients = rows;
            for (&degree, wires) in self.degrees.iter().zip(self.diagonals) {
                let (factor, diagonal) = self.slopes(degree, axial, step);
                // At an instant the tension is known.
                let factor = if wanted == Wanted::Newton { factor } else { 0.0 };
                rows[degree].iter_mut().for_each(|entry| *entry *= factor);
                filling.diagonal(wires, -diagonal);
            }
            if wanted == Wanted::Newton {
                let delay = axial.damping / axial.stiffness(step) / self.ratios(step).end;
                self.add_rate_slopes(delay, step, &mut rows);
                self.add_bowed_slopes(axial, step, &gradients, &mut rows);
            }
        }
        for (&degree, wires) in self.degrees.iter().zip(self.wires) {
            filling.constraint(&self.nodal, wires, &columns[degree], &rows[degree]);
        }
        self.fill_payout(step, wanted, filling);
        if wanted == Wanted::Accelerations {
            return;
        }
        let share = if step.scheme.discrete { 1.0 } else { 2.0 * step.scheme.balance };
        let mut inner = INNER;
        for (point, stretch) in self.shapes.points.iter().zip(&stretches) {
            let pull = self.pull(&point.legendre, step.multipliers);
            let bend = stretch.slope() * (-share * point.weight * pull);
            let [_, first, way, second] = point.slope;
            inner[0][0] += bend * (first * first);
            inner[0][1] += bend * (first * way);
            inner[0][2] += bend * (first * second);
            inner[1][1] += bend * (way * way);
            inner[1][2] += bend * (way * second);
            inner[2][2] += bend * (second * second);
        }
        // As much by the one as by the other.
        (inner[1][0], inner[2][0], inner[2][1]) = (inner[0][1], inner[0][2], inner[1][2]);
        filling.piece(&self.nodal, self.stiffness, &inner);
    }

    fn rate(&self, now: &Now<'_>, right_side: &mut [f64]) {
        if self.is_law() {
            self.unknowns().iter().for_each(|&unknown| right_side[unknown] = 0.0);
            return;
        }
        let at = now.motion.positions(&self.nodal);
        let rates = now.motion.velocities(&self.nodal);
        let longer = self.ratio_rate(now.motion.vectors, now.motion.velocities);
        let all = self.longer(moment_rates(&self.shapes, &at, &rates), longer);
        self.each().for_each(|(unknown, degree)| right_side[unknown] = all[degree]);
    }

    fn second_derivative(&self, now: &Now<'_>, right_side: &mut [f64]) {
        let motion = &now.motion;
        let at = motion.positions(&self.nodal);
        let rates = motion.velocities(&self.nodal);
        if let Some(axial) = &self.axial {
            // The tension at this instant.
            let (ratio, rate) =
                (self.ratio_in(motion), self.ratio_rate(motion.vectors, motion.velocities));
            let of = self.longer(moments(&self.shapes, &at), ratio - 1.0);
            let by = self.longer(moment_rates(&self.shapes, &at, &rates), rate);
            let elastic = axial.held(now.creep);
            let bowed = axial.bowed_now(strained(&self.shapes, &at, ratio));
            let beyond = bowed.map_or(Strains::default(), |bowed| bowed.tensions);
            for (unknown, degree) in self.each() {
                let (compliance, delay) = self.compliance(degree, axial, elastic.stiffness);
                let strained = by[degree] - of[degree] * rate / ratio;
                right_side[unknown] = (of[degree] + delay * strained) / ratio
                    - self.origin(degree, &elastic)
                    + compliance * beyond[degree];
            }
            return;
        }
        let second = motion.vectors.all(&self.nodal, now.accelerations);
        let longer = self.ratio_rate(motion.vectors, now.accelerations);
        let mut all = self.longer([0.0; MOST], longer);
        for point in &self.shapes.points {
            let (a, da) = (point.slope_of(&at), point.slope_of(&rates));
            let length = a.norm();
            let direction = a / length;
            let along = direction.dot(&da);
            let turning = (da.norm_squared() - along * along) / length;
            let change = point.weight * (direction.dot(&point.slope_of(&second)) + turning);
            for (sum, polynomial) in all.iter_mut().zip(point.legendre) {
                *sum += change * polynomial;
            }
        }
        self.each().for_each(|(unknown, degree)| right_side[unknown] = all[degree]);
    }

    fn rows(&self, motion: &Motion<'_>, mut each: impl FnMut(usize, &[(VectorId, Vector3<f64>)])) {
        let gradients = self.instant_gradients(motion);
        for (unknown, degree) in self.each() {
            let own = |k: usize| (self.nodal[k], gradients[degree][k]);
            match &self.payout {
                None => each(unknown, &[own(0), own(1), own(2), own(3)]),
                Some((payout, _)) => {
                    let length = (payout.at, payout.gradient(self.by_ratio(degree)));
                    each(unknown, &[own(0), own(1), own(2), own(3), length]);
                }
            }
        }
    }

    fn forces(
        &self,
        motion: &Motion<'_>,
        multipliers: &[f64],
        mut each: impl FnMut(VectorId, Vector3<f64>),
    ) {
        let gradients = self.instant_gradients(motion);
        for (k, &id) in self.nodal.iter().enumerate() {
            let parts = self.each();
            each(id, parts.map(|(unknown, m)| gradients[m][k] * multipliers[unknown]).sum());
        }
        if let Some((payout, _)) = &self.payout {
            let parts = self.each();
            let sum = parts.map(|(unknown, m)| self.by_ratio(m) * multipliers[unknown]).sum();
            each(payout.at, payout.gradient(sum));
        }
    }

    fn measure(&self, _vectors: &Vectors) -> Option<Measure> {
        Some(Measure::Metre)
    }

    /// What a law says of an instant is no gap.
    fn tolerance(
        &self,
        _vectors: &Vectors,
        _coordinates: &[Coordinate],
        _user: &UserData,
        tolerances: &Tolerances,
    ) -> f64 {
        if self.is_law() { f64::MAX } else { tolerances.length }
    }
}
