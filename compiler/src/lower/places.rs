//! What relations such as `from`, `on` and `at` point at.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{CableEnd, FrameId, Point};

use super::{Lowered, Lowering, Unlowered};
use crate::symbolic::Pose;
use crate::typed::{Element, Handle, Relation, Target};

impl Lowering<'_> {
    /// The frame that a relation leads to; one more where an offset is given. `role` names that one.
    pub(crate) fn frame_of(
        &mut self,
        element: &Element,
        relation: &Relation,
        role: &str,
    ) -> Lowered<FrameId> {
        let (base, at) = match relation.target {
            Target::World => (FrameId::WORLD, relation.at),
            Target::Position(position) => (FrameId::WORLD, Some(position)),
            Target::Element(id) => {
                (self.element(id)?.handle.frame().ok_or(Unlowered)?, relation.at)
            }
            Target::Free | Target::Cable { .. } => return Err(Unlowered),
        };
        let Some(position) = at else { return Ok(base) };
        let inner = Pose { position, ..self.level() };
        let named = (format!("{}.{role}", element.path), element.origin());
        let frame = self.placed_on(named, base, inner)?;
        self.frames.push(Some(frame));
        Ok(FrameId(self.frames.len() as u32 - 1))
    }

    /// A frame or a point of a cable.
    pub(crate) fn point_of(
        &mut self,
        element: &Element,
        relation: &Relation,
        role: &str,
    ) -> Lowered<Point> {
        if let Target::Cable { cable, station } = relation.target {
            let Handle::Cable(cable) = self.element(cable)?.handle else { return Err(Unlowered) };
            return Ok(Point::Cable { cable, station });
        }
        self.frame_of(element, relation, role).map(Point::Frame)
    }

    /// A frame or nothing.
    pub(crate) fn end_of(
        &mut self,
        element: &Element,
        relation: &Relation,
        role: &str,
    ) -> Lowered<CableEnd> {
        match relation.target {
            Target::Free => Ok(CableEnd::Free),
            _ => self.frame_of(element, relation, role).map(CableEnd::Pinned),
        }
    }
}

/// The relation with this word.
pub(crate) fn relation(element: &Element, word: RelationWord) -> Lowered<&Relation> {
    optional_relation(element, word).ok_or(Unlowered)
}

/// The relation with this word, where it may be left out.
pub(crate) fn optional_relation(element: &Element, word: RelationWord) -> Option<&Relation> {
    element.relations.iter().find(|relation| relation.word == word)
}
