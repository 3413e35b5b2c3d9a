//! `winch`: a coordinate that is the free length of a cable.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{CableId, Drum, Evaluation, Guide, Node, NodeId};

use super::drum::{self, DRUM, FLANGE, WIDTH};
use super::guided::Travel;
use super::schema::{COORDINATES, MASS, RATE, START};
use crate::diagnostics::{self, NoDrum};
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::symbolic::Scalars;
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    /// After all cables.
    pub(crate) fn winch(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Joint(id) = element.handle else { return Err(Unlowered) };
        let (cable, end) = self.guided_end(element, RelationWord::On)?;
        let found = self.cables.get(cable.index()).and_then(Option::as_ref).ok_or(Unlowered)?;
        let fields = Fields::Element(element);
        let coordinate = Travel {
            fields: COORDINATES,
            begins: found.length,
            rate: fields.given(&START).unwrap_or(Fields::Nothing).given(&RATE),
            // A tension pulls in.
            pulls_back: true,
            mass: fields.value(&MASS)?,
        };
        self.travels(element, id, coordinate)?;
        let drum = self.drum(element, cable)?;
        self.guide(cable, end, Guide::Winch { joint: id, drum })?;
        self.locked_from_the_start(element)
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
        drum::drum(self, block, [length, diameter]).map(Some)
    }

    /// Whether not one turn of the rope has room between the flanges.
    fn too_narrow(&self, sizes: [NodeId; 2]) -> Option<NoDrum> {
        let mut at_start = Evaluation::new(&self.signals, 0.0, |_, _| f64::NAN);
        let [width, diameter] = sizes.map(|size| at_start.value(size));
        (width < diameter).then_some(NoDrum::TooNarrow { width, diameter })
    }
}
