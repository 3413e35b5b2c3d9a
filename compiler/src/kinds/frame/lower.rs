//! `frame`: on a body, on another frame, or in the world.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::FrameId;

use super::schema::ATTITUDE;
use crate::diagnostics;
use crate::lower::{Fields, Lowered, Lowering, Unlowered, optional_relation};
use crate::symbolic::Pose;
use crate::typed::{Element, ElementId, Target};

impl Lowering<'_> {
    /// Places a frame, and before it those that it stands on.
    pub(crate) fn place_frame(&mut self, frame: FrameId, element: ElementId) -> Lowered<()> {
        // A frame may stand on one that is declared further down, so the way to one that is placed is
        // walked first. It has an end, or comes back to where it has been.
        let mut way: Vec<(FrameId, ElementId)> = Vec::new();
        let (mut frame, mut element) = (frame, element);
        while self.frames.get(frame.index()).ok_or(Unlowered)?.is_none() {
            if let Some(start) = way.iter().position(|(walked, _)| *walked == frame) {
                self.frames_in_a_circle(way.get(start..).unwrap_or_default());
                return Err(Unlowered);
            }
            way.push((frame, element));
            let found = self.element(element)?;
            let base = self.base(found)?;
            let next = self.frame_elements.get(&base).copied();
            match next {
                Some(next) => (frame, element) = (base, next),
                None => break,
            }
        }
        while let Some((frame, element)) = way.pop() {
            let element = self.element(element)?;
            let base = self.base(element)?;
            let inner = self.offset(element)?;
            let placed =
                self.placed_on((element.path.to_string(), element.origin()), base, inner)?;
            *self.frames.get_mut(frame.index()).ok_or(Unlowered)? = Some(placed);
        }
        Ok(())
    }

    /// What a frame stands on.
    fn base(&self, element: &Element) -> Lowered<FrameId> {
        if let Some(on) = optional_relation(element, RelationWord::On) {
            return match on.target {
                Target::World => Ok(FrameId::WORLD),
                Target::Element(id) => self.element(id)?.handle.frame().ok_or(Unlowered),
                Target::Free | Target::Cable { .. } | Target::Position(_) => Err(Unlowered),
            };
        }
        match element.parent() {
            None => Ok(FrameId::WORLD),
            Some(parent) => self.element(parent)?.handle.frame().ok_or(Unlowered),
        }
    }

    /// Its pose in the axes of what it stands on.
    fn offset(&mut self, element: &Element) -> Lowered<Pose> {
        let level = self.level();
        let at = optional_relation(element, RelationWord::At)
            .or(optional_relation(element, RelationWord::On));
        let position = match at {
            None => level.position,
            Some(at) => match at.target {
                Target::Position(position) => position,
                _ => at.at.unwrap_or(level.position),
            },
        };
        let attitude = Fields::Element(element).value(&ATTITUDE)?;
        Ok(Pose { position, attitude })
    }

    fn frames_in_a_circle(&mut self, way: &[(FrameId, ElementId)]) {
        let elements = way.iter().filter_map(|(_, element)| self.element(*element).ok());
        let chain: Vec<_> =
            elements.map(|element| (element.path.as_str(), element.place)).collect();
        let found = diagnostics::cyclic_definition(&chain, self.model.place);
        // Each of the frames comes back to the same circle.
        if !self.diagnostics.iter().any(|known| {
            known.code == found.code && chain.iter().any(|(_, place)| known.primary.place == *place)
        }) {
            self.diagnostics.push(found);
        }
    }
}
