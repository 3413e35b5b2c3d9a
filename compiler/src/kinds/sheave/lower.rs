//! `sheave`: a coordinate that two cables have.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Edge, Guide, Side};

use super::schema::{COORDINATES, EDGE, EDGE_FRICTION, EDGE_SPEED, RATE, START};
use crate::diagnostics::NoWinch;
use crate::kinds::winch::{MASS, Travel};
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
        let coordinate = Travel {
            fields: COORDINATES,
            begins: self.constant(0.0),
            rate: fields.given(&START).unwrap_or(Fields::Nothing).given(&RATE),
            pulls_back: false,
            mass: fields.value(&MASS)?,
        };
        self.travels(element, id, coordinate)?;
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
        self.locked_from_the_start(element)
    }
}
