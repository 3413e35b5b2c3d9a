//! Velocities that dampers should have brought down within a step, and that turn round from step to step instead.
//!
//! A midpoint step finds its mean velocity `v̄`, and ends with `v₁ = 2 v̄ - v₀`. What strong dampers hold has forgotten `v₀` long before
//! the end, so its `v̄` is right whatever `v₀` was; but an error of `v₀`, as everything abrupt leaves one, stays in `v` with one sign
//! and the other for ever, as it moves nothing and has next to no energy. What is read of dampers is made of it all the same.
//!
//! Where velocities turn round from step to step, by `A` about what is smooth,
//!
//! ```text
//! A = v₁ - v̄ - (v̄ - v̄₋)/2 = (h a - h₋ a₋)/4,    v₁ ← v₁ - S S A,    (M + h C) S = h C
//! ```
//!
//! with the mean velocity `v̄` and the mean acceleration `a` of this step, `v̄₋` and `a₋` of the one before, the mass matrix `M`, and `C`
//! the derivative of forces by velocities at `v̄`, on the constraints. Of `A` counts what dampers see that turned round twice and that `S`
//! takes nearly all of (`overdamped/turning.rs`): what moves across them, as a rope that swings fast, hides nothing.
//!
//! A rope that swings lies in another direction at the end than over the step, and that alone changes what its velocities stretch. So
//! where a law has an equation of its own, `C A` is what its dampers exert at the end, `D₁`, less what goes on from this step's mean `D̄`
//! and that of the one before:
//!
//! ```text
//! C A = D₁ - D̄ - (D̄ - D̄₋) h/(h + h₋)
//! ```
//!
//! Right after a jump that is known beforehand or an event nothing was before. What dampers hold moves at the end as the forces `F₁`
//! there ask for, those of dampers with them, and has the mean acceleration by then, as it was there long before:
//!
//! ```text
//! C A = M a - F₁,    S A = (M + h C)⁻¹ h (M a - F₁)
//! ```
//!
//! Where springs are too fast for forces at the end to tell where dampers lead, that does not slow anything down, and `A = v₁ - v̄`.
//! Joints that stop in their dry friction within a step are stopped before any of that (`overdamped/caught.rs`).
//!
//! A motion that dampers slow down with the rate `λ` loses the part `(hλ/(1 + hλ))²` of `A`: all where they are too fast for the step,
//! nothing that counts where they are not; where nothing follows velocities nothing happens. The second `S` makes the one and the other
//! more so. What is smooth loses nothing in the order of the scheme, and only what is abrupt is in `A`.
//! Of `C` only the symmetric part counts: what remains damps nothing, as in rope that runs along itself.

use nalgebra::Vector3;

use crate::constrained::data::ConstrainedData;
use crate::constrained::model::ConstrainedModel;
use after_event::Stopped;
use caught::Friction;
use settling::{HEAVIER, Inertia};
use taking::{Blocks, Found, Look, Taken, Work};

mod after_event;
mod caught;
mod places;
mod settling;
mod taking;
mod turning;

/// Displacements of this part of the model's extent, or of the length of a director, are due to rounding, and to where Newton's method
/// stops.
const ROUNDING: f64 = 1e-10;
/// A step that is as long but for rounding is whole.
const WHOLE: f64 = 1.0 - 1e-9;
/// Of joints that stop in their friction, so many in a step are looked at: each costs as much as a correction.
const MOST_STOPS: usize = 8;
/// Looks that find nothing are followed by twice as many steps without one, up to so many.
const LONGEST_PAUSE: u32 = 31;

/// What is known of the latest steps.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Overdamped {
    /// Of each block that moves by itself: its index, and what is no displacement of it, m; or of a director or a slope.
    blocks: Vec<(usize, f64)>,
    now: Seen,
    /// The same where the last step began, in a model with events, whose steps are taken again.
    before: Option<Seen>,
    /// What was found in the last step, for rows within it.
    last: Latest,
    /// Of blocks: `A`, where it is no rounding.
    abrupt: Vec<(usize, Vector3<f64>)>,
    /// Of all blocks: the mean velocity of the step before the last.
    earlier: Vec<Vector3<f64>>,
    work: Work,
    stopped: Stopped,
    /// Whether something has been found in the last step that is left in velocities.
    is_left: bool,
    /// Whether an event has changed something since the last step.
    is_changed: bool,
}

/// Of the last step.
#[derive(Clone, Copy, Debug, Default)]
struct Latest {
    /// Where something was taken.
    taken: Option<Taken>,
    /// Of the step before it, s.
    step_before: f64,
    /// Of that step, s.
    step: f64,
    /// The ledger where it began, J.
    dissipated: f64,
    /// When an event has changed something for the last time, s.
    event: f64,
    /// Whether something has stopped in its friction within it.
    has_stopped: bool,
}

/// Of steps so far.
#[derive(Clone, Debug)]
struct Seen {
    /// Of each block.
    blocks: Vec<Last>,
    /// Of all blocks, whether they move by themselves or not: the mean velocity of the last step.
    means: Vec<Vector3<f64>>,
    /// Joints with dry friction.
    frictions: Vec<Friction>,
    /// Whether the next step begins after a jump or an event.
    is_after_jump: bool,
    /// The ledger at the end of the last step, J.
    dissipated: f64,
    /// Whether something turned round in the last step that was looked at.
    takes: bool,
    /// How many steps are left without a look, and how many there will be after the next one that finds nothing.
    wait: u32,
    pause: u32,
}

/// Of one block, m/s or 1/s, the latest first.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    /// Of its velocity over a step.
    changes: [Vector3<f64>; 2],
    /// How much more that was than in the step before.
    mores: [Vector3<f64>; 3],
}

impl Last {
    fn see(&mut self, change: Vector3<f64>) {
        let [before, _] = self.changes;
        let [more, earlier, _] = self.mores;
        *self = Self { changes: [change, before], mores: [change - before, more, earlier] };
    }

    /// Whether anything of it turned round twice, by more than `felt`: where there is nothing of that kind, nothing else has to be
    /// looked into.
    fn may_turn(&self, felt: f64) -> bool {
        let [now, before, earlier] = &self.mores;
        let components = now.iter().zip(before).zip(earlier);
        components.into_iter().any(|((now, before), earlier)| {
            now * before < 0.0 && before * earlier < 0.0 && now.abs() > 4.0 * felt
        })
    }
}

impl Seen {
    fn copy_from(&mut self, other: &Seen) {
        self.blocks.copy_from_slice(&other.blocks);
        self.means.copy_from_slice(&other.means);
        self.frictions.copy_from_slice(&other.frictions);
        (self.is_after_jump, self.dissipated) = (other.is_after_jump, other.dissipated);
        (self.takes, self.wait, self.pause) = (other.takes, other.wait, other.pause);
    }
}

impl Overdamped {
    /// Before the first step.
    pub(in crate::constrained) fn new(model: &ConstrainedModel, data: &ConstrainedData) -> Self {
        let still = ROUNDING * model.extent;
        let moving = model.units.iter().filter(|unit| unit.group.is_some());
        let blocks: Vec<_> = moving
            .flat_map(|unit| {
                let place = if unit.is_place() { still } else { ROUNDING };
                let others = (1..unit.blocks()).map(|k| (unit.block + k, ROUNDING));
                std::iter::once((unit.block, place)).chain(others)
            })
            .collect();
        let last = vec![Last::default(); blocks.len()];
        let now = Seen {
            blocks: last,
            means: data.state.velocities.clone(),
            frictions: Friction::all(model, data),
            is_after_jump: true,
            dissipated: data.state.dissipated,
            takes: false,
            wait: 0,
            pause: 0,
        };
        let has_events = !model.mechanism.graph.events.is_empty();
        let before = has_events.then(|| now.clone());
        let (abrupt, work, stopped) = Default::default();
        let last = Latest { event: f64::NEG_INFINITY, ..Latest::default() };
        let earlier = now.means.clone();
        let (is_left, is_changed) = (false, false);
        Self { blocks, before, now, last, abrupt, earlier, work, stopped, is_left, is_changed }
    }

    /// Before an event changes something, with velocities as they fit the constraints and as they are read.
    pub(in crate::constrained) fn expect_event(
        &mut self,
        fitting: &[Vector3<f64>],
        read: &[Vector3<f64>],
    ) {
        self.stopped.expect(fitting, read);
    }

    /// After an event has changed something.
    pub(in crate::constrained) fn expect_jump(&mut self) {
        self.now.is_after_jump = true;
        (self.is_left, self.is_changed) = (false, true);
    }

    /// Takes from velocities at the end of the last step, to read them, what has been found and could not be taken from the motion.
    pub(in crate::constrained) fn read(&self, velocities: &mut [Vector3<f64>]) {
        if self.is_left {
            velocities.iter_mut().zip(self.work.found()).for_each(|(own, by)| *own -= by);
        }
    }

    /// Brings velocities at the end of a step of `step` seconds, to read them, to where dampers hold what forces ask for there; right after
    /// [`Self::over`] of that step. At a jump, `here` being the end of the last step, these are the forces before it, as accelerations
    /// over the step are. Right after an event, sooner after it than the `longest` step takes, and where something has stopped,
    /// nothing is known of these: see [`Work::settle_after_event`], over that step.
    pub(in crate::constrained) fn settle(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        [step, longest]: [f64; 2],
        here: bool,
    ) {
        let since = data.state.time - self.last.event;
        let is_abrupt = (here && self.is_changed) || since < WHOLE * longest;
        if is_abrupt || self.last.has_stopped {
            if longest > 0.0 {
                self.stopped.look(data, (&self.blocks, longest));
                if here && self.is_changed && self.stopped.keep(data) {
                    return;
                }
                let inertia = match self.last.has_stopped {
                    true => Inertia::of_all(HEAVIER),
                    false => self.stopped.heavier(data.state.time, longest),
                };
                self.work.settle_after_event(model, data, (longest, inertia));
            }
            return;
        }
        if step <= 0.0 {
            return;
        }
        let time = data.state.time;
        if here && self.now.is_after_jump {
            data.state.time = data.jump[0];
        }
        self.work.settle(model, data, step);
        data.state.time = time;
    }

    /// What dampers add to the inertia over `step` seconds at the state of `data`: `h C`, in the places of Newton's matrix. Empty where
    /// nothing follows velocities.
    pub(in crate::constrained) fn over(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> &[f64] {
        self.work.over(model, data, step)
    }

    /// After the last step has been taken back.
    pub(in crate::constrained) fn go_back(&mut self) {
        if let Some(before) = &self.before {
            self.now.copy_from(before);
        }
        self.last.step = self.last.step_before;
    }

    /// Looks at a step of `step` seconds that has been accepted, and takes away what dampers should have.
    pub(in crate::constrained) fn follow(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) {
        if let Some(before) = &mut self.before {
            before.copy_from(&self.now);
        }
        let begin = data.state.time - step;
        self.last = Latest {
            taken: None,
            step_before: self.last.step,
            step,
            dissipated: self.now.dissipated,
            event: if self.is_changed { begin } else { self.last.event },
            has_stopped: false,
        };
        (self.is_left, self.is_changed) = (false, false);
        let mut looks = 0;
        for friction in &mut self.now.frictions {
            if friction.follow(model, data, self.now.is_after_jump) && looks < MOST_STOPS {
                looks += 1;
                if friction.stop(model, data, step, &mut self.work.across) {
                    friction.note_stop(model, data);
                    self.last.has_stopped = true;
                }
            }
        }
        std::mem::swap(&mut self.earlier, &mut self.now.means);
        means(data, step, &mut self.now.means);
        self.last.taken = self.look(model, data, step);
        self.now.dissipated = data.state.dissipated;
    }

    /// Takes away from a step of `step` seconds to a row within the last one what was taken from that.
    pub(in crate::constrained) fn follow_aside(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) {
        for friction in &self.now.frictions {
            friction.stop(model, data, step, &mut self.work.across);
        }
        let Some(taken) = self.last.taken else { return };
        let before = self.last.step_before;
        self.abrupt.clear();
        let blocks = self.blocks.iter().zip(&self.now.blocks);
        self.abrupt.extend(blocks.map(|(&(block, _), last)| {
            let (mean, earlier) = (data.last_accelerations[block], last.changes[1] / before);
            let abrupt = match taken {
                Taken::AfterJump => mean * (0.5 * step),
                // As of whole steps, where this one is not as long as the one before.
                Taken::Turned => (mean - earlier) * (0.5 * before * step / (before + step)),
            };
            (block, abrupt)
        }));
        let look = Look {
            why: taken,
            step,
            before,
            dissipated: self.last.dissipated,
            abrupt: &self.abrupt,
            earlier: &self.earlier,
        };
        self.work.slow_down(model, data, look, None);
    }

    fn look(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> Option<Taken> {
        let seen = &mut self.now;
        let is_after_jump = seen.is_after_jump;
        // Where the next one begins.
        let [before, after] = data.jump;
        seen.is_after_jump = before < after;
        if is_after_jump {
            seen.takes = false;
            self.work.forget();
        }
        let mut may_turn = false;
        self.abrupt.clear();
        for (&(block, still), last) in self.blocks.iter().zip(&mut seen.blocks) {
            last.see(data.last_accelerations[block] * step);
            if is_after_jump {
                // What jumped does not turn round.
                last.mores = Default::default();
            }
            let felt = still / step;
            may_turn |= last.may_turn(felt);
            let abrupt = if is_after_jump { last.changes[0] * 0.5 } else { last.mores[0] * 0.25 };
            if abrupt.norm() > felt {
                self.abrupt.push((block, abrupt));
            }
        }
        if self.abrupt.is_empty() || !(is_after_jump || seen.takes || may_turn) {
            return None;
        }
        if seen.is_after_jump && !is_after_jump {
            // What is prescribed jumps at the end of this step, and velocities with it.
            return None;
        }
        if seen.wait > 0 && !is_after_jump {
            seen.wait -= 1;
            return None;
        }
        let why = if is_after_jump { Taken::AfterJump } else { Taken::Turned };
        let look = Look {
            why,
            step,
            before: self.last.step_before,
            dissipated: seen.dissipated,
            abrupt: &self.abrupt,
            earlier: &self.earlier,
        };
        let last = Some(Blocks { blocks: &self.blocks, last: &seen.blocks });
        let found = self.work.slow_down(model, data, look, last);
        seen.takes = found != Found::Nothing;
        self.is_left = found == Found::TooEarly;
        match found {
            Found::Taken => {
                (seen.wait, seen.pause) = (0, 0);
                for (&(block, _), last) in self.blocks.iter().zip(&mut seen.blocks) {
                    last.changes[0] = data.last_accelerations[block] * step;
                }
                Some(why)
            }
            Found::TooEarly => None,
            Found::Nothing => {
                self.work.forget();
                seen.wait = seen.pause;
                seen.pause = (2 * seen.pause + 1).min(LONGEST_PAUSE);
                None
            }
        }
    }
}

/// Of all blocks, over a step that has just been taken.
fn means(data: &ConstrainedData, step: f64, into: &mut Vec<Vector3<f64>>) {
    let after = data.state.velocities.iter().zip(&data.last_accelerations);
    into.clear();
    into.extend(after.map(|(after, acceleration)| after - acceleration * (0.5 * step)));
}
