//! `torque`: a moment on a body, given by an expression.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Load, LoadKind};

use super::fields::Fields;
use super::force::axes;
use super::frame::relation;
use super::{Lowering, set};
use crate::typed::{Element, Handle};

pub(super) fn torque(lowering: &mut Lowering, element: &Element) {
    let Handle::Load(id) = element.handle else { return };
    let Some(on) = relation(element, RelationWord::On)
        .and_then(|relation| lowering.related_frame(element, relation))
    else {
        return;
    };
    let Some(value) = element.vector("law") else { return };
    let kind = LoadKind::Torque { on, value, axes: axes(lowering, element) };
    set(&mut lowering.loads, id.index(), Load { path: element.path.clone(), kind });
}
