//! What is held while a state of rest is looked for, before the events of a run could close it: a motor whose command is zero.

use cdl_graph::{Held, JointKind};

use super::ConstrainedCourse;
use crate::analyses::{Formulation, Outcome};
use crate::assembly::Owner;
use crate::constrained::{dependence, latches};
use crate::events::{EventOf, LatchingOf, TriggerOf};
use crate::fault::{Fault, FaultKind};
use crate::results::rounded;
use crate::signals::Stage;

/// What has been closed for a search, and how it was.
pub(super) struct HeldAtRest {
    latches: Vec<usize>,
    /// States by their index, with the values before.
    before: Vec<(usize, f64)>,
}

impl ConstrainedCourse<'_> {
    /// Closes what holds where everything rests.
    pub(super) fn hold_at_rest(&mut self) -> HeldAtRest {
        let mut held = HeldAtRest { latches: Vec::new(), before: Vec::new() };
        let mechanism = &self.model.mechanism;
        let is_there = |own: &EventOf| matches!(own.trigger, TriggerOf::AtRest(_));
        if !mechanism.events.iter().any(is_there) {
            return held;
        }
        self.evaluate_for_events();
        let data = self.memory.work();
        let mut now = Vec::new();
        for event in &mechanism.events {
            let TriggerOf::AtRest(condition) = event.trigger else { continue };
            if data.values.scalar(condition) != 1.0 {
                continue;
            }
            for part in &event.parts {
                let sets = part.sets.iter();
                now.extend(sets.map(|&(state, node)| (state, data.values.scalar(node))));
                for latching in &part.latching {
                    if let LatchingOf::Close { latch, .. } = latching {
                        now.push((mechanism.graph.latches[*latch].state.index(), 1.0));
                        held.latches.push(*latch);
                    }
                }
            }
        }
        for (state, value) in now {
            held.before.push((state, data.state.states[state]));
            data.state.states[state] = value;
        }
        self.latches_have_changed();
        held
    }

    /// Opens it again, for the events of a run to close it.
    pub(super) fn let_go_of(&mut self, held: &HeldAtRest) {
        let data = self.memory.work();
        for &(state, value) in &held.before {
            data.state.states[state] = value;
        }
        self.latches_have_changed();
    }

    /// At rest: nothing is held there that an event would let go at once, as it takes too much.
    pub(super) fn see_what_holds(&mut self, held: &HeldAtRest) -> Result<(), Outcome> {
        if held.latches.is_empty() {
            return Ok(());
        }
        self.evaluate_for_events();
        let (model, values) = (self.model, self.values());
        let opens = |event: &EventOf, latch: usize| {
            let mut latching = event.parts.iter().flat_map(|part| &part.latching);
            latching.any(|own| matches!(own, LatchingOf::Open(opened) if opened.contains(&latch)))
        };
        let lets_go = |latch: usize| {
            model.mechanism.events.iter().any(|event| match event.trigger {
                TriggerOf::When { condition, .. } => {
                    values.scalar(condition) == 1.0 && opens(event, latch)
                }
                TriggerOf::At(_)
                | TriggerOf::Every(_)
                | TriggerOf::Changes { .. }
                | TriggerOf::AtRest(_) => false,
            })
        };
        match held.latches.iter().find(|latch| lets_go(**latch)) {
            Some(&latch) => Err(Outcome::Fault(self.too_weak(latch))),
            None => Ok(()),
        }
    }

    fn too_weak(&self, latch: usize) -> Fault {
        let (model, data) = (self.model, self.memory.data());
        let own = &model.mechanism.graph.latches[latch];
        let on = model.latches.iter().find(|on| on.state == own.state.index());
        let unknown = on.and_then(|on| on.unknowns.first().copied());
        let owner = unknown.map_or(Owner::Experiment, |unknown| model.owner_of_unknown(unknown));
        let effort = unknown.map_or(f64::NAN, |unknown| data.multipliers[unknown].abs());
        let graph = &model.mechanism.graph;
        let coordinates = graph.held_coordinates();
        let turns = coordinates.iter().any(|held| {
            let is_own = matches!(own.holds, Held::Constraint { constraint, .. } if constraint == held.constraint);
            is_own && matches!(graph.joints[held.joint.index()].kind, JointKind::Revolute { .. })
        });
        let unit = if turns { "N m" } else { "N" };
        let why = format!(
            "its motor would have to hold {} {unit}, which is more than its `effort`; give it more, or let something else carry that",
            rounded(effort, 6)
        );
        let kind = FaultKind::NoRest;
        Fault::new(&model.mechanism.paths, kind, data.state.time, owner, "equilibrium", why)
    }

    fn latches_have_changed(&mut self) {
        let (model, data) = (self.model, self.memory.work());
        data.open = latches::open(model, &data.state.states);
        dependence::soften(model, data);
    }

    /// Signals as events see them, but for what accelerations would say.
    fn evaluate_for_events(&mut self) {
        let time = self.memory.data().state.time;
        self.memory.show_state();
        let mut values = self.memory.take_values();
        self.model.mechanism.tape.run(Stage::Time, time, &mut values);
        self.evaluate_shown(time, &mut values);
        self.memory.put_values(values);
    }
}
