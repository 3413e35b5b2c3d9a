//! A sheave is a prismatic joint from the world to a body that is nowhere, as a winch; two cables have it.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Edge, FrameId, Guide, Joint, JointKind, JointStart, Side, StartWeight};

use super::schema::{COORDINATES, EDGE, EDGE_FRICTION, EDGE_SPEED, MASS, RATE, START};
use crate::diagnostics::NoWinch;
use crate::kinds::joint::LOCKED;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    /// After all cables and winches.
    pub(crate) fn sheave(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Joint(id) = element.handle else { return Err(Unlowered) };
        let from = self.guided_end(element, RelationWord::Between)?;
        let to = self.guided_end(element, RelationWord::And)?;
        if from == to {
            return self.no_winch(element, to.0, NoWinch::Itself);
        }
        let fields = Fields::Element(element);
        let child = self.stands_for(element, fields.value(&MASS)?);
        let zero = self.constant(0.0);
        let rate = fields.given(&START).unwrap_or(Fields::Nothing).given(&RATE);
        let start = JointStart {
            coordinates: vec![zero],
            attitude: None,
            rates: vec![rate.unwrap_or(zero)],
            coordinate_weight: StartWeight::Exact,
            rate_weight: if rate.is_some() { StartWeight::Exact } else { StartWeight::Free },
        };
        let mut coordinates = self.joint_axes(fields, COORDINATES)?;
        self.resisted(element, id, COORDINATES, &start, &mut coordinates)?;
        let (path, origin) = (element.path.clone(), element.origin());
        let one = self.constant(1.0);
        let kind = JointKind::Prismatic { axis: [one, zero, zero] };
        let (parent, isotropic) = (FrameId::WORLD, None);
        *self.joints.get_mut(id.index()).ok_or(Unlowered)? =
            Some(Joint { path, origin, kind, parent, child, coordinates, isotropic, start });
        let edge = match fields.given(&EDGE) {
            Some(given) => Some(Edge {
                friction: given.value(&EDGE_FRICTION)?,
                speed: given.value(&EDGE_SPEED)?,
            }),
            None => None,
        };
        for ((cable, end), side) in [(from, Side::From), (to, Side::To)] {
            self.guide(cable, end, Guide::Sheave { joint: id, side, edge })?;
        }
        if fields.value(&LOCKED)? {
            self.lockable_joint(element.id, true, element.place_of(LOCKED.field.name))?;
        }
        Ok(())
    }
}
