//! Ends of cables that rope goes through, and what stands for a length of it: of winches and of sheaves.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{
    self as graph, Body, BodyId, CableId, Discretization, Frame, FrameId, Guide, Motion, Start,
    StartWeight, Station,
};

use crate::diagnostics::{self, NoWinch};
use crate::lower::{Lowered, Lowering, Unlowered, relation};
use crate::typed::{Element, Handle, Target};

impl Lowering<'_> {
    /// The cable that a relation is about and which of its ends, if rope can go through that.
    pub(crate) fn guided_end(
        &mut self,
        element: &Element,
        word: RelationWord,
    ) -> Lowered<(CableId, usize)> {
        let on = relation(element, word)?;
        let Target::Cable { cable: of, station } = on.target else { return Err(Unlowered) };
        let Handle::Cable(cable) = self.element(of)?.handle else { return Err(Unlowered) };
        let end = match station {
            Station::Start => 0,
            Station::End => 1,
            Station::ArcLength(_) => return self.no_winch(element, cable, NoWinch::Between),
        };
        let found = self.cables.get(cable.index()).and_then(Option::as_ref).ok_or(Unlowered)?;
        if !matches!(found.discretization, Discretization::Spline { .. }) {
            return self.no_winch(element, cable, NoWinch::NoSpline);
        }
        if found.ends[end].is_free() {
            return self.no_winch(element, cable, NoWinch::NotHeld);
        }
        if let Some(guide) = found.guides[end] {
            let joint = self.joints.get(guide.joint().index()).and_then(Option::as_ref);
            let by = joint.ok_or(Unlowered)?.path.clone();
            return self.no_winch(element, cable, NoWinch::Second { by: &by });
        }
        Ok((cable, end))
    }

    pub(crate) fn guide(&mut self, cable: CableId, end: usize, guide: Guide) -> Lowered<()> {
        let cable = self.cables.get_mut(cable.index()).and_then(Option::as_mut);
        cable.ok_or(Unlowered)?.guides[end] = Some(guide);
        Ok(())
    }

    /// A body that is a length of rope; gives its frame.
    pub(crate) fn stands_for(&mut self, element: &Element, mass: graph::NodeId) -> FrameId {
        let (zero, one) = (self.constant(0.0), self.constant(1.0));
        let level = self.level();
        let (body, frame) = (BodyId(self.bodies.len() as u32), FrameId(self.frames.len() as u32));
        let (path, origin) = (element.path.clone(), element.origin());
        self.frames.push(Some(Frame {
            path: path.clone(),
            origin,
            body,
            position: level.position,
            attitude: level.attitude,
        }));
        let start = Start {
            position: None,
            attitude: level.attitude,
            pose_weight: StartWeight::Free,
            velocity: [zero; 3],
            angular_velocity: [zero; 3],
            velocity_weight: StartWeight::Free,
        };
        // It never turns, so any inertia does.
        self.bodies.push(Some(Body {
            path,
            origin,
            motion: Motion::Dynamic { start },
            mass,
            centre_of_mass: [zero; 3],
            inertia: [one, one, one, zero, zero, zero],
            frame,
            shape: None,
            in_space: false,
        }));
        frame
    }

    pub(crate) fn no_winch<T>(
        &mut self,
        element: &Element,
        cable: CableId,
        why: NoWinch<'_>,
    ) -> Lowered<T> {
        let found = self.cables.get(cable.index()).and_then(Option::as_ref).ok_or(Unlowered)?;
        self.diagnostics.push(diagnostics::no_winch(
            element.place,
            (element.kind.name(), &element.path),
            &found.path,
            why,
        ));
        Err(Unlowered)
    }
}
