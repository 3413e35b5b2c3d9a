//! `winch`: a coordinate that is the free length of a cable.
//!
//! It is a prismatic joint from the world to a body that is nowhere: so drives, motors, stops, brakes and what is read
//! are those of joints.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{
    self as graph, Body, BodyId, Discretization, Frame, FrameId, Joint, JointKind, JointStart,
    Motion, Side, Start, StartWeight, Station, UnaryOp, Winch,
};

use super::schema::{COORDINATES, MASS, RATE, START};
use crate::diagnostics::{self, NoWinch};
use crate::kinds::joint::LOCKED;
use crate::lower::{Fields, Lowered, Lowering, Unlowered, relation};
use crate::symbolic::Scalars;
use crate::typed::{Element, Handle, Target};

impl Lowering<'_> {
    /// After all cables.
    pub(crate) fn winch(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Joint(id) = element.handle else { return Err(Unlowered) };
        let on = relation(element, RelationWord::On)?;
        let Target::Cable { cable: of, station } = on.target else { return Err(Unlowered) };
        let Handle::Cable(cable) = self.element(of)?.handle else { return Err(Unlowered) };
        let end = match station {
            Station::Start => Side::Start,
            Station::End => Side::End,
            Station::ArcLength(_) => return self.no_winch(element, cable, NoWinch::Between),
        };
        let found = self.cables.get(cable.index()).and_then(Option::as_ref).ok_or(Unlowered)?;
        let length = found.length;
        if !matches!(found.discretization, Discretization::Spline { .. }) {
            return self.no_winch(element, cable, NoWinch::NoSpline);
        }
        let held = &found.ends[match end {
            Side::Start => 0,
            Side::End => 1,
        }];
        if held.is_free() {
            return self.no_winch(element, cable, NoWinch::NotHeld);
        }
        if found.winch.is_some() {
            return self.no_winch(element, cable, NoWinch::Second);
        }
        let fields = Fields::Element(element);
        let child = self.stands_for(element, fields.value(&MASS)?);
        let start = fields.given(&START).unwrap_or(Fields::Nothing);
        let zero = self.constant(0.0);
        let rate = start.given(&RATE);
        let start = JointStart {
            coordinates: vec![length],
            attitude: None,
            rates: vec![rate.unwrap_or(zero)],
            coordinate_weight: StartWeight::Exact,
            rate_weight: if rate.is_some() { StartWeight::Exact } else { StartWeight::Free },
        };
        let mut coordinates = self.joint_axes(fields, COORDINATES)?;
        for axis in &mut coordinates {
            // A tension pulls in.
            axis.effort = self.unary(UnaryOp::Neg, axis.effort);
        }
        self.resisted(element, id, COORDINATES, &start, &mut coordinates)?;
        let (path, origin) = (element.path.clone(), element.origin());
        let one = self.constant(1.0);
        let kind = JointKind::Prismatic { axis: [one, zero, zero] };
        let (parent, isotropic) = (FrameId::WORLD, None);
        *self.joints.get_mut(id.index()).ok_or(Unlowered)? =
            Some(Joint { path, origin, kind, parent, child, coordinates, isotropic, start });
        let cable = self.cables.get_mut(cable.index()).and_then(Option::as_mut);
        cable.ok_or(Unlowered)?.winch = Some(Winch { end, joint: id });
        if fields.value(&LOCKED)? {
            self.lockable_joint(element.id, true, element.place_of(LOCKED.field.name))?;
        }
        Ok(())
    }

    /// A body that is the length of the rope; gives its frame.
    fn stands_for(&mut self, element: &Element, mass: graph::NodeId) -> FrameId {
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

    fn no_winch(&mut self, element: &Element, cable: graph::CableId, why: NoWinch) -> Lowered<()> {
        let found = self.cables.get(cable.index()).and_then(Option::as_ref).ok_or(Unlowered)?;
        self.diagnostics.push(diagnostics::no_winch(
            element.place,
            &element.path,
            &found.path,
            why,
        ));
        Err(Unlowered)
    }
}
