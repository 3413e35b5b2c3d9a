//! Takes from velocities what dampers should have over one step, with the equations of [`super`].

use nalgebra::Vector3;

use crate::constrained::balance::Wanted;
use crate::constrained::damping::{Moving, dampers_of_laws, fill_damping, fill_linear};
use crate::constrained::data::ConstrainedData;
use crate::constrained::instant;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::refined;
use crate::constrained::scheme::Scheme;
use crate::constrained::step::alternating::rates_at_state;
use crate::constrained::velocities::{taken, velocities_of_known};

use super::places::{Law, Places};
use super::turning::Turning;
use super::{Last, means};

/// When something is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Right after a jump.
    AfterJump,
    /// Where velocities turned round.
    Turned,
}

/// Right after a jump, where nothing has to be smooth: of `A`, in any block where something is abrupt. Where dampers take as much, that is
/// overdamped.
const ENOUGH: f64 = 0.5;
/// Of the way from velocities over a step to those at its end: so near dampers are linear.
const NEAR: f64 = 1.0 / (1 << 20) as f64;
/// Of what a rope pulls with at most, or of what dampers exert by the velocities there are: what turns round by less is left alone.
const FELT: f64 = 1e-4;

/// A step that is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<'a> {
    pub(super) why: Taken,
    /// s
    pub(super) step: f64,
    /// The step before it, s.
    pub(super) before: f64,
    /// What the ledger has at least afterwards, J.
    pub(super) dissipated: f64,
    /// `A` of some blocks, in order.
    pub(super) abrupt: &'a [(usize, Vector3<f64>)],
    /// Of all blocks: the mean velocity of the step before it.
    pub(super) earlier: &'a [Vector3<f64>],
}

/// All blocks that move by themselves, and what the latest steps changed of their velocities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks<'a> {
    pub(super) blocks: &'a [(usize, f64)],
    pub(super) last: &'a [Last],
}

/// What a look finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Velocities are without what dampers take, and the ledger has it.
    Taken,
    /// Velocities are too small by what turns round, and so little has been lost in this step that it would not be made up for: they
    /// are too large after the next one, and only read without it.
    TooEarly,
    /// Nothing is overdamped.
    Nothing,
}

/// Memory for looks; empty before the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// In the places of the matrix.
    pub(super) damping: Vec<f64>,
    turning: Turning,
    /// The mass matrix.
    pub(super) masses: Vec<f64>,
    /// What `damping` has in equations of laws, where that does not count.
    pub(super) of_laws: Vec<f64>,
    /// Of all unknowns, right after a jump: `h (M a - F₁)`; to read them, that over `h`.
    pub(super) drift: Vec<f64>,
    /// Of all unknowns: what is not read of their velocities.
    pub(super) settled: Vec<f64>,
    /// Of all unknowns, right after an event: accelerations, and those that dampers leave.
    pub(super) accelerates: Vec<f64>,
    pub(super) held: Vec<f64>,
    pub(super) places: Places,
    /// Of all blocks: `v̄`, then what is taken.
    velocities: Vec<Vector3<f64>>,
    /// Of all blocks: what of their velocities is across the constraints.
    pub(super) across: Vec<Vector3<f64>>,
    /// Of all blocks: `A`, accelerations, or velocities at the end.
    pub(super) moved: Vec<Vector3<f64>>,
    /// Of all unknowns: `A` and what becomes of it, and `|C| |x|`.
    pub(super) unknowns: Vec<f64>,
    pub(super) magnitudes: Vec<f64>,
    /// Of all unknowns: what dampers see of `A`, and the least that they have to see.
    seen: Vec<f64>,
    least: Vec<f64>,
    /// Of laws with an equation of their own: `h C A`, by what their dampers exert.
    differs: Vec<f64>,
    dampers: Vec<f64>,
}

impl Work {
    /// After a jump nothing is known to turn round.
    pub(super) fn forget(&mut self) {
        self.turning.forget();
    }

    /// What was found in the last look, of all blocks: m/s, or 1/s.
    pub(super) fn found(&self) -> &[Vector3<f64>] {
        &self.velocities
    }

    /// Takes away what dampers should have over a step; of what turned round as `seen` tells, or as in the last look.
    pub(super) fn slow_down(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        look: Look<'_>,
        seen: Option<Blocks<'_>>,
    ) -> Found {
        means(data, look.step, &mut self.velocities);
        if !self.follow_velocities(model, data) {
            return Found::Nothing;
        }
        match look.why {
            Taken::AfterJump => self.slow_down_after_jump(model, data, look),
            Taken::Turned => {
                if seen.is_some_and(|seen| !self.see(model, data, seen)) {
                    return Found::Nothing;
                }
                if !self.factor(model, data, (look.step, false)) {
                    return Found::Nothing;
                }
                self.find_across(model, data);
                self.differ(model, data, look);
                if !self.find_turned(model, data, look, seen.is_some()) {
                    return Found::Nothing;
                }
                self.take(model, data, look)
            }
        }
    }

    fn slow_down_after_jump(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        look: Look<'_>,
    ) -> Found {
        let abrupt = look.abrupt;
        let drifts = self.accelerate(model, data);
        if !self.factor(model, data, (look.step, drifts)) {
            return Found::Nothing;
        }
        self.find(model, data, abrupt, None);
        let velocities = &self.velocities;
        let mut shares = abrupt.iter().map(|&(block, own)| velocities[block].norm() / own.norm());
        if !shares.any(|share| share > ENOUGH) {
            return Found::Nothing;
        }
        self.find_across(model, data);
        if drifts {
            // Where that would not slow anything down, springs are too fast for forces at the end to tell where dampers lead.
            let drift = std::mem::take(&mut self.drift);
            self.find(model, data, abrupt, Some(&drift));
            self.drift = drift;
            let slower = Look { dissipated: data.state.dissipated, ..look };
            let found = self.take(model, data, slower);
            if found != Found::TooEarly {
                return found;
            }
        }
        self.find(model, data, abrupt, None);
        self.take(model, data, look)
    }

    /// Finds the dampers that see something turn round twice, before anything has been factored. Not where there are none.
    fn see(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        Blocks { blocks, last }: Blocks<'_>,
    ) -> bool {
        for back in 0..3 {
            let mores =
                blocks.iter().zip(last).map(|(&(block, _), last)| (block, last.mores[back]));
            self.collect(model, data, mores);
            self.see_unknowns(model, data);
            self.turning.remember(back, &data.right_side, &self.magnitudes);
        }
        self.turning.turned()
    }

    /// Puts into `differs` how much less dampers of laws with an equation of their own exert at the end of the step than what goes on
    /// from this step and the one before, times the step.
    fn differ(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData, look: Look<'_>) {
        let Self { velocities: means, moved: carried, across, places, differs, dampers, .. } = self;
        data.velocities_before.copy_from_slice(&data.state.velocities);
        velocities_of_known(model, data);
        let fitting = data.state.velocities.iter().zip(&*across);
        carried.clear();
        carried.extend(fitting.map(|(velocity, across)| velocity - across));
        data.state.velocities.copy_from_slice(&data.velocities_before);
        let (step, before) = (look.step, look.before);
        let onwards = step / (step + before);
        let end = carried.iter().map(|velocity| (Vector3::zeros(), *velocity));
        let unknowns = places.laws.iter().map(|law| law.unknown);
        dampers_of_laws(model, data, unknowns.clone(), end, differs);
        let middle = means.iter().map(|mean| (mean * (-0.5 * step), *mean));
        dampers_of_laws(model, data, unknowns.clone(), middle, dampers);
        let over = differs.iter_mut().zip(&*dampers);
        over.for_each(|(differs, mean)| *differs = mean * (1.0 + onwards) - *differs);
        let both = means.iter().zip(look.earlier);
        let earlier =
            both.map(|(mean, earlier)| (mean * -step - earlier * (0.5 * before), *earlier));
        dampers_of_laws(model, data, unknowns, earlier, dampers);
        let over = differs.iter_mut().zip(&*dampers);
        over.for_each(|(differs, earlier)| *differs = (*differs - earlier * onwards) * step);
    }

    /// Puts what is taken of what turned round into `velocities`, once `M + h C` has been factored. Not where dampers do not outweigh what
    /// moves under them, which is asked for only in steps that are looked at.
    fn find_turned(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        look: Look<'_>,
        is_asked: bool,
    ) -> bool {
        if is_asked {
            self.find_least(model, data, look.step);
            self.turning.keep_all();
        }
        self.find_kept(model, data, look.abrupt);
        self.see_unknowns(model, data);
        if is_asked {
            let going = &data.right_side;
            let [is_felt, are_all] = self.turning.keep_strong(&self.seen, going, &self.least);
            if !is_felt {
                return false;
            }
            if !are_all {
                self.find_kept(model, data, look.abrupt);
                self.see_unknowns(model, data);
            }
        }
        self.solve(model, data);
        self.velocities.fill(Vector3::zeros());
        move_by(model, data, &self.unknowns, &mut self.velocities);
        true
    }

    /// Puts into `least` what dampers have to see, once `M + h C` has been factored.
    fn find_least(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData, step: f64) {
        self.moved.copy_from_slice(&data.state.velocities);
        self.project(model, data);
        self.see_unknowns(model, data);
        for (least, seen) in self.least.iter_mut().zip(&self.magnitudes) {
            *least = FELT * seen;
        }
        let pulls = &data.state.multipliers;
        for rope in self.places.laws.chunk_by(|one, other| one.owner == other.owner) {
            let most = rope.iter().fold(0.0_f64, |most, law| most.max(pulls[law.unknown].abs()));
            for law in rope {
                self.least[law.unknown] = FELT * most * step * data.matrix[law.diagonal].abs();
            }
        }
    }

    /// Puts `S A` into `unknowns` as far as dampers are kept, and what these see of `A` into `seen`.
    fn find_kept(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        abrupt: &[(usize, Vector3<f64>)],
    ) {
        self.turning.choose(&model.structure, &self.damping);
        self.collect(model, data, abrupt.iter().copied());
        self.turning.only(&mut self.unknowns);
        self.see_unknowns(model, data);
        for (&Law { unknown, .. }, &differs) in self.places.laws.iter().zip(&self.differs) {
            data.right_side[unknown] = if self.turning.keeps(unknown) { differs } else { 0.0 };
        }
        self.seen.copy_from_slice(&data.right_side);
        self.solve(model, data);
    }

    /// Puts `S S A` into `velocities`, once `M + h C` has been factored; with `A` of some blocks, in order, or of forces at the end, where
    /// `drift` gives these.
    fn find(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        abrupt: &[(usize, Vector3<f64>)],
        drift: Option<&[f64]>,
    ) {
        match drift {
            Some(drift) => data.right_side.copy_from_slice(drift),
            None => {
                self.collect(model, data, abrupt.iter().copied());
                self.see_unknowns(model, data);
            }
        }
        self.solve(model, data);
        self.see_unknowns(model, data);
        self.solve(model, data);
        self.velocities.fill(Vector3::zeros());
        move_by(model, data, &self.unknowns, &mut self.velocities);
    }

    /// Puts `h C x`, or `C x` before anything has been factored, of `unknowns` into the right side.
    pub(super) fn see_unknowns(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) {
        let product = &mut data.right_side;
        model.structure.multiply(&self.damping, &self.unknowns, product, &mut self.magnitudes);
    }

    /// Puts the velocities that the right side asks for into `unknowns`.
    pub(super) fn solve(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) {
        refined::solve(model, data);
        self.unknowns.copy_from_slice(&data.right_side);
        model.multipliers.iter().for_each(|&(_, unknown, _)| self.unknowns[unknown] = 0.0);
    }

    /// Puts what velocities have across the constraints into `across`, once `M + h C` has been factored: in this metric and no other.
    fn find_across(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) {
        rates_at_state(model, data);
        self.unknowns.fill(0.0);
        for &(_, unknown, _) in &model.multipliers {
            self.unknowns[unknown] = -data.right_side[unknown];
        }
        data.right_side.copy_from_slice(&self.unknowns);
        refined::solve(model, data);
        self.unknowns.copy_from_slice(&data.right_side);
        self.across.fill(Vector3::zeros());
        move_by(model, data, &self.unknowns, &mut self.across);
    }

    /// Takes what has been found from velocities, and what is across the constraints.
    fn take(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        look: Look<'_>,
    ) -> Found {
        // A winch that is driven is as much too fast at the end of one step as it is too slow at that of the next, and so are sections
        // that turn along with its rope: taken whenever these are, that would brake the winch at every other step.
        if model.brought.is_empty() {
            let across = self.velocities.iter_mut().zip(&self.across);
            across.for_each(|(own, across)| *own += across);
        }
        let taken_away = &self.velocities;
        if !taken_away.iter().all(|own| own.iter().all(|value| value.is_finite())) {
            return Found::Nothing;
        }
        data.velocities_before.copy_from_slice(&data.state.velocities);
        for (velocity, by) in data.state.velocities.iter_mut().zip(taken_away) {
            *velocity -= by;
        }
        let taken = taken(model, data);
        let lost = taken.dissipated - taken.work;
        if data.state.dissipated + lost < look.dissipated {
            data.state.velocities.copy_from_slice(&data.velocities_before);
            return Found::TooEarly;
        }
        data.state.dissipated += lost;
        for (mean, by) in data.last_accelerations.iter_mut().zip(taken_away) {
            *mean -= *by * (2.0 / look.step);
        }
        Found::Taken
    }

    /// Puts `C` at the mean velocities into `damping`. Not where nothing follows velocities.
    fn follow_velocities(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) -> bool {
        if self.unknowns.is_empty() {
            self.make_room(model);
        }
        fill_damping(model, data, Moving::By(&self.velocities));
        self.keep_damping(data)
    }

    /// What dampers add to the inertia over a step, at the velocities of the state. Empty where nothing follows velocities.
    pub(super) fn over(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> &[f64] {
        if self.unknowns.is_empty() {
            means(data, step, &mut self.velocities);
            self.make_room(model);
        }
        fill_damping(model, data, Moving::AsItDoes);
        if !self.keep_damping(data) {
            return &[];
        }
        self.damping.iter_mut().for_each(|own| *own *= step);
        &self.damping
    }

    /// Keeps `C` of the matrix. Whether it is not zero.
    fn keep_damping(&mut self, data: &ConstrainedData) -> bool {
        self.damping.clear();
        self.damping.extend_from_slice(&data.matrix);
        self.places.others.iter().for_each(|&place| self.damping[place] = 0.0);
        for &[one, other] in &self.places.pairs {
            let mean = 0.5 * (self.damping[one] + self.damping[other]);
            (self.damping[one], self.damping[other]) = (mean, mean);
        }
        self.damping.iter().any(|value| *value != 0.0)
    }

    /// Makes `h C` of `C` and factors `M + h C`; not in a singular position. Where `a - M⁻¹ F₁` is in `unknowns`, puts `h (M a - F₁)`
    /// into `drift`.
    fn factor(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        (step, drifts): (f64, bool),
    ) -> bool {
        let scheme = Scheme::instant();
        fill_linear(model, data, Moving::By(&self.velocities), &scheme, Wanted::Accelerations);
        if drifts {
            self.masses.copy_from_slice(&data.matrix);
            self.find_drift(model, step);
        }
        for (value, damping) in data.matrix.iter_mut().zip(&mut self.damping) {
            *damping *= step;
            *value += *damping;
        }
        refined::factor(model, data, &scheme).is_ok()
    }

    /// Puts `masses` times `unknowns` and a factor into `drift`.
    pub(super) fn find_drift(&mut self, model: &ConstrainedModel, factor: f64) {
        let Self { masses, unknowns, drift, magnitudes, .. } = self;
        model.structure.multiply(masses, unknowns, drift, magnitudes);
        model.multipliers.iter().for_each(|&(_, unknown, _)| drift[unknown] = 0.0);
        drift.iter_mut().for_each(|own| *own *= factor);
    }

    /// Puts `a - M⁻¹ F₁` into `unknowns`: how much less than over the step it is accelerated at its end, where dampers go on from what they
    /// exert by `v̄` as they do there. What moves as it is told moves so. Not in a singular position.
    fn accelerate(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) -> bool {
        data.velocities_before.copy_from_slice(&data.state.velocities);
        velocities_of_known(model, data);
        for (velocity, mean) in data.state.velocities.iter_mut().zip(&self.velocities) {
            *velocity = mean + (*velocity - mean) * NEAR;
        }
        let mut found = instant::accelerations(model, data);
        self.moved.copy_from_slice(&data.accelerations);
        data.state.velocities.copy_from_slice(&self.velocities);
        found &= instant::accelerations(model, data);
        data.state.velocities.copy_from_slice(&data.velocities_before);
        let all = self.moved.iter_mut().zip(&data.accelerations).zip(&data.last_accelerations);
        for ((near, at), mean) in all {
            *near = mean - (at + (*near - at) * (1.0 / NEAR));
        }
        self.project(model, data);
        found
    }

    fn make_room(&mut self, model: &ConstrainedModel) {
        let unknowns = model.structure.unknowns();
        let Self { unknowns: own, magnitudes, drift, settled, seen, least, .. } = self;
        let (accelerates, held) = (&mut self.accelerates, &mut self.held);
        for own in [own, magnitudes, drift, settled, seen, least, accelerates, held] {
            *own = vec![0.0; unknowns];
        }
        self.masses = vec![0.0; model.structure.values()];
        self.turning.make_room(unknowns);
        self.moved = self.velocities.clone();
        self.across = self.velocities.clone();
        self.places = Places::new(model);
        self.differs = vec![0.0; self.places.laws.len()];
        self.dampers = self.differs.clone();
    }

    /// Puts `A` of some blocks, in order, into `unknowns`.
    fn collect(
        &mut self,
        model: &ConstrainedModel,
        data: &ConstrainedData,
        abrupt: impl Iterator<Item = (usize, Vector3<f64>)>,
    ) {
        self.moved.fill(Vector3::zeros());
        abrupt.for_each(|(block, own)| self.moved[block] = own);
        self.project(model, data);
    }

    /// What moves blocks becomes what moves unknowns.
    pub(super) fn project(&mut self, model: &ConstrainedModel, data: &ConstrainedData) {
        self.unknowns.fill(0.0);
        for unit in &model.units {
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let own = unit.moving(&data.state.positions, &self.moved);
            self.unknowns[at..at + unit.unknowns()].copy_from_slice(&own[..unit.unknowns()]);
        }
    }
}

/// Adds what blocks move by where these are the unknowns.
pub(super) fn move_by(
    model: &ConstrainedModel,
    data: &ConstrainedData,
    unknowns: &[f64],
    blocks: &mut [Vector3<f64>],
) {
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        unit.moved((at, unknowns), &data.state.positions, |block, by| blocks[block] += by);
    }
}
