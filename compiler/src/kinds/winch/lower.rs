//! `winch`: a coordinate that is the free length of a cable.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{CableId, Drum, Guide, Node};

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
        let wrong = match (block.has(&WIDTH), block.has(&FLANGE)) {
            (false, true) => Some(NoDrum::OneLayer),
            (true, _) if is_thin() => Some(NoDrum::WithoutDiameter),
            (true, _) | (false, false) => None,
        };
        if let Some(why) = wrong {
            let place = element.place_of(DRUM.field.name);
            self.diagnostics.push(diagnostics::no_drum(place, &element.path, &path, why));
            return Err(Unlowered);
        }
        drum::drum(self, block, [length, diameter]).map(Some)
    }
}
