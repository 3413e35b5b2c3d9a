//! What is held while a state of rest is looked for, before the events of a run could close it: a motor that stands still.

use cdl_graph::{Held, JointKind};
use nalgebra::Vector3;

use super::ConstrainedCourse;
use crate::analyses::Formulation;
use crate::assembly::Owner;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::units::{Unit, UnitKind};
use crate::constrained::{dependence, latches};
use crate::events::{EventOf, LatchingOf, TriggerOf};
use crate::fault::{Fault, FaultKind};
use crate::results::rounded;

/// Of the size of everything: what is held by less than it takes has moved if it is farther away than this.
const MOVED: f64 = 1e-6;

/// States that were changed for a search by their index, with the values before.
#[derive(Default)]
pub(super) struct HeldAtRest {
    before: Vec<(usize, f64)>,
}

/// What had to give way, and where everything was until then.
pub(super) struct TooWeak {
    positions: Vec<Vector3<f64>>,
    pub(super) fault: Fault,
}

impl ConstrainedCourse<'_> {
    /// Closes what holds where everything rests.
    pub(super) fn hold_at_rest(&mut self) -> HeldAtRest {
        let mut held = HeldAtRest::default();
        let events = &self.model.mechanism.events;
        if !events.iter().any(|own| matches!(own.trigger, TriggerOf::AtRest(_))) {
            return held;
        }
        self.memory.show_state();
        self.show_events();
        let due = events.iter().filter(|own| self.is_due(own) && opens(own).is_none());
        let due: Vec<&EventOf> = due.collect();
        self.apply(&due, &mut held);
        held
    }

    /// At rest: the first of what is held there by more than there is gives way, and pushes as far as it can. Gives what that was.
    pub(super) fn give_way(&mut self, held: &mut HeldAtRest) -> Option<TooWeak> {
        if held.before.is_empty() {
            return None;
        }
        self.memory.show_state();
        self.show_events();
        let events = &self.model.mechanism.events;
        let event = events.iter().find(|own| self.is_due(own) && opens(own).is_some())?;
        let fault = self.too_weak(opens(event)?);
        let positions = self.memory.data().state.positions.clone();
        self.apply(&[event], held);
        Some(TooWeak { positions, fault })
    }

    /// Whether anything has gone on from where something had to give way.
    pub(super) fn has_moved(&self, from: &TooWeak) -> bool {
        farthest(self.model, [&from.positions, &self.memory.data().state.positions]) > MOVED
    }

    /// Opens it again, for the events of a run to close it.
    pub(super) fn let_go_of(&mut self, held: &HeldAtRest) {
        if held.before.is_empty() {
            return;
        }
        let data = self.memory.work();
        for &(state, value) in held.before.iter().rev() {
            data.state.states[state] = value;
        }
        self.latches_have_changed();
    }

    /// By signals as events see them.
    fn is_due(&self, event: &EventOf) -> bool {
        match event.trigger {
            TriggerOf::AtRest(condition) => self.values().scalar(condition) == 1.0,
            TriggerOf::At(_)
            | TriggerOf::Every(_)
            | TriggerOf::When { .. }
            | TriggerOf::Changes { .. } => false,
        }
    }

    /// What events do, and notes how it was before.
    fn apply(&mut self, due: &[&EventOf], held: &mut HeldAtRest) {
        let graph = &self.model.mechanism.graph;
        let state_of = |latch: usize| graph.latches[latch].state.index();
        let data = self.memory.work();
        let mut now = Vec::new();
        for part in due.iter().flat_map(|event| &event.parts) {
            now.extend(part.sets.iter().map(|&(state, node)| (state, data.values.scalar(node))));
            for latching in &part.latching {
                match latching {
                    LatchingOf::Close { latch, .. } => now.push((state_of(*latch), 1.0)),
                    LatchingOf::Open(opened) => {
                        now.extend(opened.iter().map(|&latch| (state_of(latch), 0.0)));
                    }
                    LatchingOf::Bounce(_) => {}
                }
            }
        }
        for (state, value) in now {
            held.before.push((state, data.state.states[state]));
            data.state.states[state] = value;
        }
        self.latches_have_changed();
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
}

/// How far any body or node is from where it was, over the size of everything; turns of bodies count by that, and slopes say what their nodes do.
pub(super) fn farthest(model: &ConstrainedModel, [before, after]: [&[Vector3<f64>]; 2]) -> f64 {
    let moved = |block: usize| (after[block] - before[block]).norm();
    let far = |unit: &Unit| match unit.kind {
        UnitKind::Node => moved(unit.block) / model.extent,
        UnitKind::Body { .. } => (1..4)
            .map(|axis| moved(unit.block + axis))
            .fold(moved(unit.block) / model.extent, f64::max),
        UnitKind::Slope | UnitKind::SlopeAlong { .. } => 0.0,
    };
    model.units.iter().map(far).fold(0.0, f64::max)
}

/// The latch that it opens, if it does.
fn opens(event: &EventOf) -> Option<usize> {
    let mut latching = event.parts.iter().flat_map(|part| &part.latching);
    latching.find_map(|own| match own {
        LatchingOf::Open(opened) => opened.first().copied(),
        LatchingOf::Close { .. } | LatchingOf::Bounce(_) => None,
    })
}
