//! Ends of cables that rope goes through, and the coordinates that say how much: of winches and of sheaves.
//!
//! Such a coordinate is a prismatic joint from the world to a body that is nowhere: so drives, motors, stops, brakes and
//! what is read are those of joints.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{
    Body, BodyId, CableId, Discretization, Frame, FrameId, Guide, Joint, JointId, JointKind,
    JointStart, Motion, NodeId, Start, StartWeight, Station,
};

use crate::diagnostics::{self, NoWinch};
use crate::kinds::joint::{CoordinateFields, LOCKED};
use crate::lower::{Fields, Lowered, Lowering, Unlowered, relation};
use crate::symbolic::Scalars;
use crate::typed::{Element, Handle, Target};

/// A coordinate that is a length of rope.
pub(crate) struct Travel {
    pub(crate) fields: &'static [CoordinateFields],
    /// m
    pub(crate) begins: NodeId,
    /// Where one is written, m/s.
    pub(crate) rate: Option<NodeId>,
    /// Whether what is given as its effort is against it.
    pub(crate) pulls_back: bool,
    /// kg
    pub(crate) mass: NodeId,
}

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
            let variant = found.discretization.name();
            return self.no_winch(element, cable, NoWinch::NoSpline { variant });
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

    /// Makes the joint of a winch or a sheave.
    pub(crate) fn travels(
        &mut self,
        element: &Element,
        id: JointId,
        travel: Travel,
    ) -> Lowered<()> {
        let Travel { fields, begins, rate, pulls_back, mass } = travel;
        let child = self.stands_for(element, mass);
        let (zero, one) = (self.constant(0.0), self.constant(1.0));
        let start = JointStart {
            coordinates: vec![begins],
            attitude: None,
            rates: vec![rate.unwrap_or(zero)],
            coordinate_weight: StartWeight::Exact,
            rate_weight: if rate.is_some() { StartWeight::Exact } else { StartWeight::Free },
        };
        let mut coordinates = self.joint_axes(Fields::Element(element), fields)?;
        if pulls_back {
            for axis in &mut coordinates {
                // Rope is not pushed out.
                let pull = self.at_least_zero(axis.effort);
                axis.effort = self.negate(pull);
            }
        }
        self.resisted(element, id, fields, &start, &mut coordinates)?;
        let (path, origin) = (element.path.to_string(), element.origin());
        let kind = JointKind::Prismatic { axis: [one, zero, zero] };
        let (parent, isotropic) = (FrameId::WORLD, None);
        *self.joints.get_mut(id.index()).ok_or(Unlowered)? =
            Some(Joint { path, origin, kind, parent, child, coordinates, isotropic, start });
        Ok(())
    }

    /// After its guides are set: a brake that is closed.
    pub(crate) fn locked_from_the_start(&mut self, element: &Element) -> Lowered<()> {
        if Fields::Element(element).value(&LOCKED)? {
            self.lockable_joint(element.id, true, element.place_of(LOCKED.field.name))?;
        }
        Ok(())
    }

    /// A body that is a length of rope; gives its frame.
    fn stands_for(&mut self, element: &Element, mass: NodeId) -> FrameId {
        let (zero, one) = (self.constant(0.0), self.constant(1.0));
        let level = self.level();
        let (body, frame) = (BodyId(self.bodies.len() as u32), FrameId(self.frames.len() as u32));
        let (path, origin) = (element.path.to_string(), element.origin());
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
