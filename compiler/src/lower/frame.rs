//! `frame`, and the frames that relations point at.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{BodyId, CableId, Frame, FrameId, Point};

use super::fields::Fields;
use super::{Lowering, set};
use crate::diagnostics;
use crate::symbolic::{Vector, attitude, vector};
use crate::typed::{Element, ElementId, Handle, Relation, Target};

/// Numbers of relations to look up before a chain of frames must be a circle.
const DEEPEST: usize = 1000;

/// Fills in the own frames of bodies and all frames with a name.
pub(super) fn frames(lowering: &mut Lowering) {
    let model = lowering.model;
    for element in &model.elements {
        if let Handle::Body { body, frame } = element.handle {
            let own = Frame {
                path: element.path.clone(),
                body,
                position: lowering.origin(),
                attitude: lowering.level,
            };
            set(&mut lowering.frames, frame.index(), own);
        }
    }
    for element in &model.elements {
        if let Handle::Frame(_) = element.handle {
            resolve(lowering, element, 0);
        }
    }
}

/// Where a frame stands on its body; frames may stand on frames that are declared later.
fn resolve(lowering: &mut Lowering, element: &Element, depth: usize) -> Option<FrameId> {
    let id = match element.handle {
        Handle::Body { frame, .. } => return Some(frame),
        Handle::Frame(id) => id,
        Handle::Joint(_) | Handle::Cable(_) | Handle::Load(_) | Handle::None => return None,
    };
    if lowering.frames.get(id.index()).is_some_and(Option::is_some) {
        return Some(id);
    }
    if depth > DEEPEST {
        lowering.report(diagnostics::cyclic_definition(
            &[(&element.path, element.place)],
            element.place,
        ));
        // Filled in, so that the circle is reported once.
        let stand_in = frame_on(lowering, element.path.clone(), FrameId::WORLD, None);
        set(&mut lowering.frames, id.index(), stand_in);
        return Some(id);
    }
    let on = element.relations.iter().find(|relation| relation.word == RelationWord::On);
    let at = element.relations.iter().find_map(|relation| match relation.target {
        Target::Position(position) => Some(position),
        _ => relation.at,
    });
    let base = match (on.map(|relation| relation.target), element.parent) {
        (Some(Target::Element(target)), _) | (None, Some(target)) => {
            let target = lowering.element(target)?;
            resolve(lowering, target, depth + 1)?
        }
        _ => FrameId::WORLD,
    };
    let mut frame = frame_on(lowering, element.path.clone(), base, at);
    if let Some(turned) = element.attitude("attitude") {
        frame.attitude = attitude::product(&mut lowering.signals, frame.attitude, turned);
    }
    set(&mut lowering.frames, id.index(), frame);
    Some(id)
}

/// A frame at `offset` (in the axes of `base`) from another one.
fn frame_on(lowering: &mut Lowering, path: String, base: FrameId, offset: Option<Vector>) -> Frame {
    let (body, position, turned) = match lowering.frames.get(base.index()).and_then(Option::as_ref)
    {
        Some(frame) => (frame.body, frame.position, frame.attitude),
        None => (BodyId::WORLD, lowering.origin(), lowering.level),
    };
    let position = match offset {
        None => position,
        Some(offset) => {
            let arm = attitude::rotate(&mut lowering.signals, turned, offset);
            vector::sum(&mut lowering.signals, position, arm)
        }
    };
    Frame { path, body, position, attitude: turned }
}

impl Lowering<'_> {
    /// The frame an element stands for.
    pub(super) fn frame_of(&self, id: ElementId) -> Option<FrameId> {
        match self.element(id)?.handle {
            Handle::Body { frame, .. } | Handle::Frame(frame) => Some(frame),
            Handle::Joint(_) | Handle::Cable(_) | Handle::Load(_) | Handle::None => None,
        }
    }

    /// The body that a relation leads to.
    pub(super) fn related_body(&self, relation: &Relation) -> Option<BodyId> {
        match relation.target {
            Target::World | Target::Position(_) => Some(BodyId::WORLD),
            Target::Element(id) => {
                let frame = self.frame_of(id)?;
                self.frames.get(frame.index())?.as_ref().map(|frame| frame.body)
            }
            Target::Free | Target::Cable { .. } => None,
        }
    }

    /// The frame a relation points at; an inline offset makes a new one.
    pub(super) fn related_frame(
        &mut self,
        element: &Element,
        relation: &Relation,
    ) -> Option<FrameId> {
        let (base, offset) = match relation.target {
            Target::World => (FrameId::WORLD, relation.at),
            Target::Element(id) => (self.frame_of(id)?, relation.at),
            Target::Position(position) => (FrameId::WORLD, Some(position)),
            Target::Free | Target::Cable { .. } => return None,
        };
        if offset.is_none() {
            return Some(base);
        }
        let path = format!("{}.{}", element.path, word(relation.word));
        let frame = frame_on(self, path, base, offset);
        let id = FrameId(self.frames.len() as u32);
        self.frames.push(Some(frame));
        Some(id)
    }

    /// The point a load acts on.
    pub(super) fn related_point(
        &mut self,
        element: &Element,
        relation: &Relation,
    ) -> Option<Point> {
        match relation.target {
            Target::Cable { cable, station } => {
                Some(Point::Cable { cable: self.cable_of(cable)?, station })
            }
            _ => Some(Point::Frame(self.related_frame(element, relation)?)),
        }
    }

    fn cable_of(&self, id: ElementId) -> Option<CableId> {
        match self.element(id)?.handle {
            Handle::Cable(cable) => Some(cable),
            _ => None,
        }
    }
}

/// Which joints connect each body.
pub(super) fn joints_by_body(lowering: &Lowering) -> Vec<Vec<ElementId>> {
    let mut joints = vec![Vec::new(); lowering.bodies.len()];
    for (index, element) in lowering.model.elements.iter().enumerate() {
        if element.kind != "joint" {
            continue;
        }
        for relation in &element.relations {
            let Some(body) = lowering.related_body(relation) else { continue };
            if let Some(joints) = joints.get_mut(body.index()) {
                joints.push(ElementId(index as u32));
            }
        }
    }
    joints
}

/// The first relation with a word.
pub(super) fn relation(element: &Element, word: RelationWord) -> Option<&Relation> {
    element.relations.iter().find(|relation| relation.word == word)
}

fn word(word: RelationWord) -> &'static str {
    match word {
        RelationWord::From => "from",
        RelationWord::To => "to",
        RelationWord::On => "on",
        RelationWord::At => "at",
        RelationWord::Between => "between",
        RelationWord::And => "and",
        RelationWord::In => "in",
    }
}
