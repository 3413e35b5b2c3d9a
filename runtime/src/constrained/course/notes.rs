//! What a reader should know of a run.

use super::way::Way;
use super::{ConstrainedCourse, straight, untwisted};
use crate::assembly::Owner;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::step::alternating::Alternation;
use crate::constrained::step::ringing::Ringing;
use crate::constrained::step::substeps::Substeps;
use crate::results::rounded;

/// From here on a reader is told how far bodies turn in a step, rad. About ten degrees.
const NOTABLE_TURN: f64 = 0.175;

impl ConstrainedCourse<'_> {
    pub(super) fn all_notes(&self) -> Vec<String> {
        let mut notes = self.notes.clone();
        notes.extend(self.unstable());
        let steps = self.pace.as_ref().map_or(0, |pace| pace.clock.count());
        notes.extend(divided(&self.substeps, steps));
        notes.extend(self.pace.as_ref().and_then(|pace| pace.clock.passed_over()));
        match self.way {
            Way::Midpoint { .. } | Way::Adaptive { .. } => {
                notes.extend(lag(self.model, self.farthest_turn));
            }
            // Turns by the rate itself.
            Way::GeneralizedAlpha(_) | Way::Rest(_) => {}
        }
        notes.extend(parting(self.branches.passed));
        notes.extend(self.alternation.as_ref().and_then(Alternation::note));
        notes.extend(given_up(self.let_go, self.most_kinetic));
        let state = &self.memory.data().state;
        notes.extend(mixed(state.mixed, state.dissipated));
        notes.extend(self.ringing.as_ref().and_then(Ringing::note));
        notes.extend(self.holding.iter().flat_map(|holding| holding.notes(self.model)));
        let uneven = self.uneven.clone().map(|mut uneven| {
            // A state of rest is no end of a step.
            uneven.follow(self.model, &self.memory.data().state);
            uneven
        });
        let coarse = |cable| uneven.as_ref().is_some_and(|uneven| uneven.tells_of(cable));
        notes.extend(self.pushing.iter().flat_map(|pushing| pushing.notes(self.model, coarse)));
        if let Way::Rest(_) = &self.way {
            notes.extend(untwisted::notes(self.model, &self.memory.data().state));
        } else {
            notes.extend(straight::notes(self.model, &self.memory.data().state));
        }
        if let Some(mut bends) = self.bends.clone() {
            // A state of rest is no end of a step.
            bends.follow(self.model, &self.memory.data().state);
            notes.extend(bends.notes(self.model));
        }
        if let Some(mut doubled) = self.doubled.clone() {
            doubled.follow(self.model, &self.memory.data().state);
            notes.extend(doubled.notes(self.model));
        }
        if let Some(mut coarse) = self.coarse.clone() {
            coarse.follow(self.model, &self.memory.data().state);
            notes.extend(coarse.notes(self.model));
        }
        notes.extend(self.running_out.iter().flat_map(|own| own.notes(self.model)));
        notes.extend(uneven.iter().flat_map(|uneven| uneven.notes(self.model)));
        notes
    }

    /// Of an equilibrium that falls away, or may do so.
    pub(super) fn unstable(&self) -> Option<String> {
        let Way::Rest(Some(rest)) = &self.way else { return None };
        match rest.stands {
            Some(false) => Some("the equilibrium is unstable: the smallest push makes it move away; a start farther from it leads to another one".to_owned()),
            None => Some("whether the equilibrium is stable is not known: of so many short pieces, or of parts that differ so much in stiffness, rounding leaves nothing of what would make it fall; fewer pieces tell it".to_owned()),
            Some(true) => None,
        }
    }
}

/// What a reader should know of positions from which there are two ways on.
fn parting(passed: u64) -> Option<String> {
    let times = match passed {
        0 => return None,
        1 => "once".to_owned(),
        more => format!("{more} times"),
    };
    Some(format!(
        "{times} the motion went straight through a singular position, from which constraints allow two ways on, or so close \
         by one that 1/512 of a step does not tell them apart"
    ))
}

/// Of the largest kinetic energy: what was taken away at releases, and is told.
const NOTABLE_LOSS: f64 = 1e-6;

/// What velocities across the constraints held where something was let go, J, beside the largest kinetic energy.
fn given_up(taken: f64, kinetic: f64) -> Option<String> {
    (taken > NOTABLE_LOSS * kinetic).then(|| {
        format!(
            "where something was let go, velocities across the constraints were taken away, {taken:.2e} J in all, counted as dissipated; \
             shorter steps leave less of them"
        )
    })
}

/// Of what is dissipated: what rope loses as it is mixed, and is told. Of that a third (one piece) to a quarter (12 and 100) was too much in runs against a rope of
/// which each metre is followed.
const NOTABLE_MIXING: f64 = 0.3;

/// Of what is dissipated, J, what rope lost as it was mixed.
fn mixed(mixed: f64, dissipated: f64) -> Option<String> {
    (mixed > NOTABLE_MIXING * dissipated).then(|| {
        format!(
            "of {} J that are dissipated {} J were lost at once, where rope that remembers different things met within a piece: a continuous rope \
             loses less of these, and its winches give less, a third less with branches like what lasts, most of it with far stiffer ones; \
             more `elements`, and steps that are short beside time constants, leave less of it",
            rounded(dissipated, 3),
            rounded(mixed.min(dissipated), 2)
        )
    })
}

/// What a reader should know of steps that were divided.
fn divided(substeps: &Substeps, of: u64) -> Option<String> {
    (substeps.steps > 0).then(|| {
        format!(
            "{} of {of} steps were divided, into parts of down to 1/{} of one, where something turns or snaps too \
             fast for a whole step, or passes close by a singular position",
            substeps.steps,
            1_u64 << substeps.deepest
        )
    })
}

/// And of bodies that turn far in a step of a midpoint rule: `θ = 2 atan(ω h/2)` in place of `ω h`.
/// `None` below [`NOTABLE_TURN`].
fn lag(model: &ConstrainedModel, (turn, unit): (f64, usize)) -> Option<String> {
    let should = 2.0 * (0.5 * turn).tan();
    let share = 1.0 - turn / should;
    (turn > NOTABLE_TURN).then(|| {
        let owner = model.unit_owners[unit];
        let name = model.mechanism.paths.of(owner);
        let part = if matches!(owner, Owner::Cable(_)) { "a section of " } else { "" };
        format!(
            "{part}`{name}` turns by up to {:.0} degrees in a step: its angle lags by up to {:.1} % of what it turns; shorter \
             steps follow it better",
            turn.to_degrees(),
            100.0 * share
        )
    })
}
