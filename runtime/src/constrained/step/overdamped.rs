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
//! the derivative of forces by velocities at `v̄`, on the constraints.
//!
//! Right after a jump that is known beforehand or an event nothing was before. What dampers ask for moves meanwhile, as springs that act
//! beside them give way, from `v̄ - C⁻¹ M a` in the middle to `v̄ + C⁻¹ F₁`, with the forces `F₁` at the end where it moved by `v̄` there;
//! without that, `v₁` is as much on the one side of it as `v₀` was on the other:
//!
//! ```text
//! A = v₁ - v̄ - C⁻¹ (F₁ - M a),    S A = (M + h C)⁻¹ (h C (v₁ - v̄) - h (F₁ - M a))
//! ```
//!
//! A motion that dampers slow down with the rate `λ` loses the part `(hλ/(1 + hλ))²` of `A`: all where they are too fast for the step,
//! nothing that counts where they are not; where nothing follows velocities nothing happens. The second `S` makes the one and the other
//! more so. What is smooth loses nothing in the order of the scheme, and only what is abrupt is in `A`.
//! Of `C` only the symmetric part counts: what remains damps nothing, as in rope that runs along itself.

use nalgebra::Vector3;

use crate::constrained::data::ConstrainedData;
use crate::constrained::model::ConstrainedModel;
use taking::{Found, Look, Taken, Work};

mod taking;

/// Of what turns round in `A` from step to step: where what stays is smaller, it does. Once, so does all that passes zero.
const TURNED: f64 = 0.2;
/// Displacements of this part of the model's extent, or of the length of a director, are due to rounding, and to where Newton's method
/// stops.
const ROUNDING: f64 = 1e-10;
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
    /// For such a row: of blocks, what is abrupt.
    aside: Vec<(usize, Vector3<f64>)>,
    work: Work,
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
}

/// Of steps so far.
#[derive(Clone, Debug)]
struct Seen {
    /// Of each block.
    blocks: Vec<Last>,
    /// Whether the next step begins after a jump or an event.
    is_after_jump: bool,
    /// The ledger at the end of the last step, J.
    dissipated: f64,
    /// How many steps are left without a look, and how many there will be after the next one that finds nothing.
    wait: u32,
    pause: u32,
}

/// Of one block, m/s or 1/s.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    /// Of its velocity over the last step.
    change: Vector3<f64>,
    /// How much more that was than in the step before.
    more: Vector3<f64>,
    /// Whether that turned round.
    turned: bool,
    /// `A`, where the last step is looked into for it.
    abrupt: Option<Vector3<f64>>,
    /// Of what was taken in the last step, the change over the step before it.
    before: Option<Vector3<f64>>,
}

impl Last {
    /// After one more step with this change, of which less than `felt` is rounding.
    fn see(&mut self, change: Vector3<f64>, felt: f64, is_after_jump: bool) {
        let more = change - self.change;
        let turned = (more + self.more).norm() < TURNED * (more - self.more).norm();
        let abrupt = if is_after_jump {
            Some(change * 0.5)
        } else {
            (turned && self.turned).then_some(more * 0.25)
        };
        let abrupt = abrupt.filter(|own| own.norm() > felt);
        *self = Self { change, more, turned, abrupt, before: abrupt.map(|_| self.change) };
    }
}

impl Seen {
    fn copy_from(&mut self, other: &Seen) {
        self.blocks.copy_from_slice(&other.blocks);
        (self.is_after_jump, self.dissipated) = (other.is_after_jump, other.dissipated);
        (self.wait, self.pause) = (other.wait, other.pause);
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
            is_after_jump: true,
            dissipated: data.state.dissipated,
            wait: 0,
            pause: 0,
        };
        let has_events = !model.mechanism.graph.events.is_empty();
        let before = has_events.then(|| now.clone());
        let (last, aside, work) = Default::default();
        Self { blocks, before, now, last, aside, work }
    }

    /// After an event has changed something.
    pub(in crate::constrained) fn expect_jump(&mut self) {
        self.now.is_after_jump = true;
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
        self.last = Latest {
            taken: None,
            step_before: self.last.step,
            step,
            dissipated: self.now.dissipated,
        };
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
        let Some(taken) = self.last.taken else { return };
        let before = self.last.step_before;
        self.aside.clear();
        let blocks = self.blocks.iter().zip(&self.now.blocks);
        self.aside.extend(blocks.filter_map(|(&(block, _), last)| {
            let (mean, earlier) = (data.last_accelerations[block], last.before? / before);
            let abrupt = match taken {
                Taken::AfterJump => mean * (0.5 * step),
                // As of whole steps, where this one is not as long as the one before.
                Taken::Turned => (mean - earlier) * (0.5 * before * step / (before + step)),
            };
            Some((block, abrupt))
        }));
        let look = Look { why: taken, step, dissipated: self.last.dissipated };
        self.work.slow_down(model, data, look, self.aside.iter().copied());
    }

    fn look(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> Option<Taken> {
        let is_after_jump = self.now.is_after_jump;
        for (&(block, still), last) in self.blocks.iter().zip(&mut self.now.blocks) {
            last.see(data.last_accelerations[block] * step, still / step, is_after_jump);
        }
        // Where the next one begins.
        let [before, after] = data.jump;
        self.now.is_after_jump = before < after;
        if !self.now.blocks.iter().any(|last| last.abrupt.is_some()) {
            return None;
        }
        let seen = &mut self.now;
        if seen.wait > 0 && !is_after_jump {
            seen.wait -= 1;
            return None;
        }
        let why = if is_after_jump { Taken::AfterJump } else { Taken::Turned };
        let blocks = self.blocks.iter().zip(&seen.blocks);
        let abrupt = blocks.filter_map(|(&(block, _), last)| Some((block, last.abrupt?)));
        let look = Look { why, step, dissipated: seen.dissipated };
        match self.work.slow_down(model, data, look, abrupt) {
            Found::Taken => {
                (seen.wait, seen.pause) = (0, 0);
                for (&(block, _), last) in self.blocks.iter().zip(&mut seen.blocks) {
                    let change = data.last_accelerations[block] * step;
                    *last = Last { change, before: last.before, ..Last::default() };
                }
                Some(why)
            }
            Found::TooEarly => None,
            Found::Nothing => {
                seen.wait = seen.pause;
                seen.pause = (2 * seen.pause + 1).min(LONGEST_PAUSE);
                None
            }
        }
    }
}
