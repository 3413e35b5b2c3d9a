//! `force`: a vector on a point, or a spring between two.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Load, LoadKind};

use crate::lower::{Fields, Lowering, relation};
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    pub(crate) fn force(&mut self, element: &Element) -> Option<()> {
        let Handle::Load(id) = element.handle else { return None };
        let fields = Fields::Element(element);
        let kind = match element.variant {
            Some("spring") => {
                let first = relation(element, RelationWord::Between)?;
                let second = relation(element, RelationWord::And)?;
                let between = [
                    self.point_of(element, first, "between")?,
                    self.point_of(element, second, "and")?,
                ];
                let zero = self.constant(0.0);
                LoadKind::Spring {
                    between,
                    stiffness: fields.scalar("stiffness")?,
                    damping: fields.scalar("damping").unwrap_or(zero),
                    length: fields.scalar("length")?,
                    tension_only: fields.boolean("tension_only").unwrap_or(false),
                }
            }
            _ => LoadKind::Force {
                on: self.point_of(element, relation(element, RelationWord::On)?, "on")?,
                value: fields.vector("law")?,
                axes: match relation(element, RelationWord::In) {
                    Some(axes) => Some(self.frame_of(element, axes, "in")?),
                    None => None,
                },
            },
        };
        *self.loads.get_mut(id.index())? = Some(Load { path: element.path.clone(), kind });
        Some(())
    }
}
