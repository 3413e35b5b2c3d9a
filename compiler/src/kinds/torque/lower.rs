//! `torque`: a vector on a body.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Load, LoadKind};

use crate::lower::{Fields, Lowered, Lowering, Unlowered, optional_relation, relation};
use crate::schema::key::Vector;
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    pub(crate) fn torque(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Load(id) = element.handle else { return Err(Unlowered) };
        let on = self.frame_of(element, relation(element, RelationWord::On)?, "on")?;
        let value = Fields::Element(element).law::<Vector>()?;
        let axes = match optional_relation(element, RelationWord::In) {
            Some(axes) => Some(self.frame_of(element, axes, "in")?),
            None => None,
        };
        let kind = LoadKind::Torque { on, value, axes };
        *self.loads.get_mut(id.index()).ok_or(Unlowered)? =
            Some(Load { path: element.path.to_string(), origin: element.origin(), kind });
        Ok(())
    }
}
