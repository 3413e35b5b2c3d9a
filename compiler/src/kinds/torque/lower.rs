//! `torque`: a vector on a body.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Load, LoadKind};

use crate::lower::{Fields, Lowering, relation};
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    pub(crate) fn torque(&mut self, element: &Element) -> Option<()> {
        let Handle::Load(id) = element.handle else { return None };
        let on = self.frame_of(element, relation(element, RelationWord::On)?, "on")?;
        let value = Fields::Element(element).vector("law")?;
        let axes = match relation(element, RelationWord::In) {
            Some(axes) => Some(self.frame_of(element, axes, "in")?),
            None => None,
        };
        let kind = LoadKind::Torque { on, value, axes };
        *self.loads.get_mut(id.index())? = Some(Load { path: element.path.clone(), kind });
        Some(())
    }
}
