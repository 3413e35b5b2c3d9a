//! What events close and open: `attach`, `detach`, `lock` and `release`.
//!
//! Each connection of that sort becomes a latch with a state that says whether it is closed. Latches of joints that a field
//! mentions are made with the joint, all others when the first event names them; events themselves are lowered at last.

use cdl_grammar::syntax::Verb;
use cdl_graph::{
    Assignment, CableEnd, CableId, FrameId, Held, JointId, JointKind, Latch, LatchId, Latching,
    Node, NodeId, Origin,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Lowered, Lowering, Unlowered};
use crate::diagnostics;
use crate::place::Place;
use crate::symbolic::Scalars;
use crate::typed::{Action, Element, ElementId, Handle, Subject, Target};

/// Those that have been made.
#[derive(Default)]
pub(crate) struct Latches {
    attached: FxHashMap<JointId, LatchId>,
    locked: FxHashMap<JointId, LatchId>,
    constraints: FxHashMap<ElementId, LatchId>,
    ends: FxHashMap<(CableId, u8), Ends>,
    /// What cannot be done with a joint, said already.
    refused: FxHashSet<(ElementId, &'static str)>,
}

/// Of one end of a cable: that of its declaration comes first.
#[derive(Default)]
struct Ends {
    is_declared: bool,
    latches: Vec<(FrameId, LatchId)>,
}

impl<'a> Lowering<'a> {
    /// The latches of all that an event closes or opens.
    pub(super) fn latches_of_event(&mut self, element: &Element) -> Lowered<()> {
        let mut actions = element.parts().iter().flat_map(|part| &part.actions);
        actions.try_for_each(|action| match (action.verb, action.subject) {
            (Verb::Attach | Verb::Detach, Subject::Joint(id)) => {
                self.attachable_joint(id, true, action.place).map(drop)
            }
            (Verb::Lock | Verb::Release, Subject::Joint(id)) => {
                self.lockable_joint(id, false, action.place).map(drop)
            }
            (Verb::Attach | Verb::Detach, Subject::Constraint(id)) => {
                self.detachable_grip(id, true).map(drop)
            }
            (Verb::Lock | Verb::Release, Subject::Constraint(id)) => {
                self.lockable_constraint(id, true).map(drop)
            }
            (_, Subject::CableEnd { cable, end }) => self.attachable_end(action, cable, end),
        })
    }

    /// What an event does to latches, with the values that they keep.
    pub(crate) fn latching(
        &mut self,
        actions: &[Action],
    ) -> Lowered<(Vec<Latching>, Vec<Assignment>)> {
        let (mut latching, mut assignments) = (Vec::new(), Vec::new());
        let zero = self.constant(0.0);
        for action in actions {
            let latches = self.latches_of_action(action)?;
            if let (Verb::Lock, Subject::Joint(id)) = (action.verb, action.subject) {
                let joint = self.joint_of(id)?;
                let kept = latches.iter().flat_map(|latch| self.kept(joint, *latch));
                assignments.extend(kept);
            }
            latching.push(match action.verb {
                Verb::Attach | Verb::Lock => Latching::Close {
                    latch: *latches.first().ok_or(Unlowered)?,
                    within: action.within.unwrap_or(zero),
                    turned: action.turned.unwrap_or(zero),
                },
                Verb::Detach | Verb::Release => Latching::Open { latches },
            });
        }
        Ok((latching, assignments))
    }

    /// The one that an action closes, or those of which it opens one.
    fn latches_of_action(&mut self, action: &Action) -> Lowered<Vec<LatchId>> {
        let made = &self.latches_made;
        match (action.verb, action.subject) {
            (Verb::Attach | Verb::Detach, Subject::Joint(id)) => {
                Ok(vec![one_of(&made.attached, self.joint_of(id)?)?])
            }
            (Verb::Lock | Verb::Release, Subject::Joint(id)) => {
                Ok(vec![one_of(&made.locked, self.joint_of(id)?)?])
            }
            (_, Subject::Constraint(id)) => Ok(vec![one_of(&made.constraints, id)?]),
            (verb, Subject::CableEnd { cable, end }) => {
                let cable = self.cable_of(cable)?;
                let ends = made.ends.get(&(cable, end)).ok_or(Unlowered)?;
                if verb == Verb::Attach {
                    let to = match action.to {
                        Some((target, _)) => self.target_frame(target)?,
                        None => ends.latches.first().ok_or(Unlowered)?.0,
                    };
                    let found = ends.latches.iter().find(|(frame, _)| *frame == to);
                    return Ok(vec![found.ok_or(Unlowered)?.1]);
                }
                if ends.latches.is_empty() {
                    let why = "it is free in the cable, and nothing attaches it";
                    let path = format!("{}.{}", self.cable_path(cable), end_name(end));
                    let report = diagnostics::no_latch(action.place, "detached", &path, why);
                    self.diagnostics.push(report);
                    return Err(Unlowered);
                }
                Ok(ends.latches.iter().map(|(_, latch)| *latch).collect())
            }
        }
    }

    /// A joint that events attach and detach; `closed` where it begins attached.
    pub(crate) fn attachable_joint(
        &mut self,
        id: ElementId,
        closed: bool,
        place: Place,
    ) -> Lowered<LatchId> {
        let joint = self.joint_of(id)?;
        if let Some(known) = self.latches_made.attached.get(&joint) {
            return Ok(*known);
        }
        let element = self.fit_for(id, (place, "detached"), Self::why_not_attachable)?;
        let latch = self.latch(element, "attached", Held::Joint(joint), closed)?;
        self.latches_made.attached.insert(joint, latch);
        Ok(latch)
    }

    /// A joint with which something can be done, or the message why it cannot.
    fn fit_for(
        &mut self,
        id: ElementId,
        (place, done): (Place, &'static str),
        why_not: fn(&Self, JointId, &Element) -> Option<&'static str>,
    ) -> Lowered<&'a Element> {
        let (joint, element) = (self.joint_of(id)?, self.element(id)?);
        let Some(why) = why_not(self, joint, element) else { return Ok(element) };
        // Who locks it releases it as well, by the same mistake.
        if self.latches_made.refused.insert((id, done)) {
            self.diagnostics.push(diagnostics::no_latch(place, done, &element.path, why));
        }
        Err(Unlowered)
    }

    /// What acts along a joint would act while it is let go.
    fn why_not_attachable(&self, joint: JointId, element: &Element) -> Option<&'static str> {
        let joint = self.joints.get(joint.index())?.as_ref()?;
        if joint.kind == JointKind::Free {
            return Some("a free joint holds nothing");
        }
        let zero = |node: NodeId| Scalars::node(self, node) == Node::Constant(0.0);
        let acts = joint.coordinates.iter().chain(joint.isotropic.as_deref()).any(|axis| {
            let efforts = [axis.stiffness, axis.damping, axis.friction, axis.effort];
            axis.drive.is_some() || !efforts.into_iter().all(zero)
        });
        // Hard stops are no effort, and motors are made when all joints are.
        let acts = acts || ["limits", "motor"].iter().any(|own| element.field(own).is_some());
        acts.then_some(
            "a joint that events let go cannot have stiffness, damping, friction, a drive, a motor, limits or an effort, which \
             would act on bodies that are apart",
        )
    }

    fn why_not_lockable(&self, joint: JointId, element: &Element) -> Option<&'static str> {
        let joint = self.joints.get(joint.index())?.as_ref()?;
        if joint.coordinates.is_empty() {
            return Some(
                "only joints with coordinates can be locked: revolute, prismatic, cylindrical, planar and universal ones",
            );
        }
        if element.field("motor").is_some() {
            return Some("its motor says how it moves; let its command be zero instead");
        }
        let is_driven = joint.coordinates.iter().any(|axis| axis.drive.is_some());
        is_driven.then_some("its drive says where it is; let the drive stand still instead")
    }

    /// A joint whose coordinates events hold; `closed` where they are held from the start.
    pub(crate) fn lockable_joint(
        &mut self,
        id: ElementId,
        closed: bool,
        place: Place,
    ) -> Lowered<LatchId> {
        let joint = self.joint_of(id)?;
        if let Some(known) = self.latches_made.locked.get(&joint) {
            return Ok(*known);
        }
        let element = self.fit_for(id, (place, "locked"), Self::why_not_lockable)?;
        let found = self.joints.get(joint.index()).and_then(Option::as_ref).ok_or(Unlowered)?;
        let starts: Vec<_> = (0_u8..).zip(found.start.coordinates.iter().copied()).collect();
        let latch = self.hold(element, "locked", starts, closed)?;
        self.latches_made.locked.insert(joint, latch);
        Ok(latch)
    }

    /// A constraint that events demand and release; `closed` where it holds from the start.
    pub(crate) fn lockable_constraint(&mut self, id: ElementId, closed: bool) -> Lowered<LatchId> {
        self.latched_constraint(id, "locked", closed)
    }

    /// A grip that events attach and detach; `closed` where it holds from the start.
    pub(crate) fn detachable_grip(&mut self, id: ElementId, closed: bool) -> Lowered<LatchId> {
        self.latched_constraint(id, "attached", closed)
    }

    fn latched_constraint(
        &mut self,
        id: ElementId,
        closed_in_words: &str,
        closed: bool,
    ) -> Lowered<LatchId> {
        if let Some(known) = self.latches_made.constraints.get(&id) {
            return Ok(*known);
        }
        let element = self.element(id)?;
        let constraint = *self.constraint_of.get(&id).ok_or(Unlowered)?;
        let holds = Held::Constraint { constraint, is_effort: false, memory: Vec::new() };
        let latch = self.latch(element, closed_in_words, holds, closed)?;
        self.latches_made.constraints.insert(id, latch);
        Ok(latch)
    }

    /// An end of a cable: where its declaration holds it, and where an event attaches it.
    fn attachable_end(&mut self, action: &Action, id: ElementId, end: u8) -> Lowered<()> {
        let cable = self.cable_of(id)?;
        let element = self.element(id)?;
        let path = format!("{}.{}", element.path, end_name(end));
        let own = self.cables.get_mut(cable.index()).and_then(Option::as_mut).ok_or(Unlowered)?;
        let declared = own.ends.get_mut(usize::from(end)).ok_or(Unlowered)?;
        match *declared {
            CableEnd::Free => {}
            CableEnd::Pinned(frame) => {
                *declared = CableEnd::Free;
                let latch = self.latch_of_end(element, &path, (cable, end, frame), true)?;
                let ends = self.latches_made.ends.entry((cable, end)).or_default();
                ends.is_declared = true;
                ends.latches.push((frame, latch));
            }
            CableEnd::Clamped { .. } => {
                let why = "it is clamped; only an end that is pinned can be let go";
                self.diagnostics.push(diagnostics::no_latch(action.place, "detached", &path, why));
                return Err(Unlowered);
            }
        }
        let known = self.latches_made.ends.entry((cable, end)).or_default();
        let Some((target, _)) = action.to else {
            if action.verb == Verb::Attach && !known.is_declared {
                let why = "it is free in the cable, so write what it is attached to: `attach CABLE.end to FRAME`";
                self.diagnostics.push(diagnostics::no_latch(action.place, "attached", &path, why));
                return Err(Unlowered);
            }
            return Ok(());
        };
        let frame = self.target_frame(target)?;
        let known = self.latches_made.ends.entry((cable, end)).or_default();
        if known.latches.iter().all(|(on, _)| *on != frame) {
            let latch = self.latch_of_end(element, &path, (cable, end, frame), false)?;
            let ends = self.latches_made.ends.entry((cable, end)).or_default();
            ends.latches.push((frame, latch));
        }
        Ok(())
    }

    fn latch_of_end(
        &mut self,
        element: &Element,
        path: &str,
        (cable, end, frame): (CableId, u8, FrameId),
        closed: bool,
    ) -> Lowered<LatchId> {
        let on = self.frames.get(frame.index()).and_then(Option::as_ref).ok_or(Unlowered)?;
        let closed_in_words = format!("on {}", on.path);
        let holds = Held::CableEnd { cable, end, frame };
        self.new_latch(path.to_owned(), closed_in_words, element.origin(), holds, closed)
    }

    pub(super) fn latch(
        &mut self,
        element: &Element,
        closed_in_words: &str,
        holds: Held,
        closed: bool,
    ) -> Lowered<LatchId> {
        let (path, origin) = (element.path.to_string(), element.origin());
        self.new_latch(path, closed_in_words.to_owned(), origin, holds, closed)
    }

    fn new_latch(
        &mut self,
        path: String,
        closed_in_words: String,
        origin: Option<Origin>,
        holds: Held,
        closed: bool,
    ) -> Lowered<LatchId> {
        let name = format!("{path} {closed_in_words}");
        let closed = self.constant(if closed { 1.0 } else { 0.0 });
        let state = self.state_of_events(name, origin, closed)?;
        let id = LatchId(u32::try_from(self.latches.len()).map_err(|_| Unlowered)?);
        let tears = None;
        self.latches.push(Latch { path, closed: closed_in_words, origin, holds, state, tears });
        Ok(id)
    }

    pub(super) fn joint_of(&self, id: ElementId) -> Lowered<JointId> {
        match self.element(id)?.handle {
            Handle::Joint(joint) => Ok(joint),
            _ => Err(Unlowered),
        }
    }

    fn cable_of(&self, id: ElementId) -> Lowered<CableId> {
        match self.element(id)?.handle {
            Handle::Cable(cable) => Ok(cable),
            _ => Err(Unlowered),
        }
    }

    fn cable_path(&self, cable: CableId) -> &str {
        let cable = self.cables.get(cable.index()).and_then(Option::as_ref);
        cable.map_or("?", |cable| cable.path.as_str())
    }

    fn target_frame(&self, target: Target) -> Lowered<FrameId> {
        match target {
            Target::World => Ok(FrameId::WORLD),
            Target::Element(id) => self.element(id)?.handle.frame().ok_or(Unlowered),
            Target::Free | Target::Cable { .. } | Target::Position(_) => Err(Unlowered),
        }
    }
}

fn one_of<K: std::hash::Hash + Eq>(of: &FxHashMap<K, LatchId>, subject: K) -> Lowered<LatchId> {
    of.get(&subject).copied().ok_or(Unlowered)
}

fn end_name(end: u8) -> &'static str {
    if end == 0 { "start" } else { "end" }
}
