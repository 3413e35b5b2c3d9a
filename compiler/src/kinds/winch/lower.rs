//! `winch`: a coordinate that is the free length of a cable.
//!
//! It is a prismatic joint from the world to a body that is nowhere: so drives, motors, stops, brakes and what is read
//! are those of joints.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{
    CableId, Drum, Evaluation, FrameId, Guide, Joint, JointKind, JointStart, Node, NodeId,
    StartWeight, UnaryOp,
};

use super::drum::{DRUM, DrumOf, FLANGE, WIDTH};
use super::schema::{COORDINATES, MASS, RATE, START};
use crate::diagnostics::{self, NoDrum};
use crate::kinds::joint::LOCKED;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::symbolic::Scalars;
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    /// After all cables.
    pub(crate) fn winch(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Joint(id) = element.handle else { return Err(Unlowered) };
        let (cable, end) = self.guided_end(element, RelationWord::On)?;
        let found = self.cables.get(cable.index()).and_then(Option::as_ref).ok_or(Unlowered)?;
        let length = found.length;
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
        let drum = self.drum(element, cable)?;
        self.guide(cable, end, Guide::Winch { joint: id, drum })?;
        if fields.value(&LOCKED)? {
            self.lockable_joint(element.id, true, element.place_of(LOCKED.field.name))?;
        }
        Ok(())
    }

    fn drum(&mut self, element: &Element, cable: CableId) -> Lowered<Option<Drum>> {
        let Some(block) = Fields::Element(element).given(&DRUM) else { return Ok(None) };
        let found = self.cables.get(cable.index()).and_then(Option::as_ref).ok_or(Unlowered)?;
        let (path, length, diameter) = (found.path.clone(), found.length, found.diameter);
        let is_thin = || self.node(diameter) == Node::Constant(0.0);
        let wrong = match (block.given(&WIDTH), block.has(&FLANGE)) {
            (None, true) => Some(NoDrum::OneLayer),
            (Some(_), _) if is_thin() => Some(NoDrum::WithoutDiameter),
            (Some(width), _) => self.too_narrow([width, diameter]),
            (None, false) => None,
        };
        if let Some(why) = wrong {
            let place = element.place_of(DRUM.field.name);
            self.diagnostics.push(diagnostics::no_drum(place, &element.path, &path, why));
            return Err(Unlowered);
        }
        let own = DrumOf::new(self, block, [length, diameter]).ok_or(Unlowered)?;
        let DrumOf { radius, growth, inertia, whole, capacity } = own;
        Ok(Some(Drum { radius, growth, inertia, whole, capacity }))
    }

    /// Whether not one turn of the rope has room between the flanges.
    fn too_narrow(&self, sizes: [NodeId; 2]) -> Option<NoDrum> {
        let mut at_start = Evaluation::new(&self.signals, 0.0, |_, _| f64::NAN);
        let [width, diameter] = sizes.map(|size| at_start.value(size));
        (width < diameter).then_some(NoDrum::TooNarrow { width, diameter })
    }
}
