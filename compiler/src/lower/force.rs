//! `force`: given by an expression, or by a spring between two points.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{FrameId, Load, LoadKind};

use super::fields::Fields;
use super::frame::relation;
use super::{Lowering, set};
use crate::typed::{Element, Handle};

pub(super) fn force(lowering: &mut Lowering, element: &Element) {
    let Handle::Load(id) = element.handle else { return };
    let Some(kind) = kind(lowering, element) else { return };
    set(&mut lowering.loads, id.index(), Load { path: element.path.clone(), kind });
}

fn kind(lowering: &mut Lowering, element: &Element) -> Option<LoadKind> {
    let mut point = |word| {
        let relation = relation(element, word)?;
        lowering.related_point(element, relation)
    };
    if element.variant == Some("spring") {
        let between = [point(RelationWord::Between)?, point(RelationWord::And)?];
        return Some(LoadKind::Spring {
            between,
            stiffness: element.scalar("stiffness")?,
            damping: element.scalar("damping").unwrap_or(lowering.zero),
            length: element.scalar("length")?,
            tension_only: element.truth("tension_only").unwrap_or(false),
        });
    }
    let on = point(RelationWord::On)?;
    let value = element.vector("law")?;
    Some(LoadKind::Force { on, value, axes: axes(lowering, element) })
}

/// The frame after `in`, whose axes the components are in.
pub(super) fn axes(lowering: &mut Lowering, element: &Element) -> Option<FrameId> {
    let relation = relation(element, RelationWord::In)?;
    lowering.related_frame(element, relation)
}
