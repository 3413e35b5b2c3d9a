//! `force`: a vector on a point, or a scalar or a spring between two.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::{Load, LoadKind, Point, SpringLaw};

use super::schema::{self as force, ForceLaw};
use crate::lower::{Fields, Lowered, Lowering, Unlowered, optional_relation, relation};
use crate::schema::key::{Choice, Scalar, Vector};
use crate::typed::{Element, Handle};

impl Lowering<'_> {
    pub(crate) fn force(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Load(id) = element.handle else { return Err(Unlowered) };
        let fields = Fields::Element(element);
        let law = element.variant().map(|name| ForceLaw::named(name).ok_or(Unlowered));
        let kind = match law.transpose()? {
            Some(law) => {
                LoadKind::Spring { between: self.between(element)?, law: self.spring(law, fields)? }
            }
            None if optional_relation(element, RelationWord::Between).is_some() => {
                LoadKind::Spring {
                    between: self.between(element)?,
                    law: SpringLaw::Given { force: fields.law::<Scalar>()? },
                }
            }
            None => LoadKind::Force {
                on: self.point_of(element, relation(element, RelationWord::On)?, "on")?,
                value: fields.law::<Vector>()?,
                axes: match optional_relation(element, RelationWord::In) {
                    Some(axes) => Some(self.frame_of(element, axes, "in")?),
                    None => None,
                },
            },
        };
        *self.loads.get_mut(id.index()).ok_or(Unlowered)? =
            Some(Load { path: element.path.to_string(), origin: element.origin(), kind });
        Ok(())
    }

    fn between(&mut self, element: &Element) -> Lowered<[Point; 2]> {
        let first = relation(element, RelationWord::Between)?;
        let second = relation(element, RelationWord::And)?;
        Ok([self.point_of(element, first, "between")?, self.point_of(element, second, "and")?])
    }

    fn spring(&self, law: ForceLaw, fields: Fields<'_>) -> Lowered<SpringLaw> {
        Ok(match law {
            ForceLaw::Spring => SpringLaw::Linear {
                stiffness: fields.value(&force::SPRING_STIFFNESS)?,
                damping: fields.value(&force::SPRING_DAMPING)?,
                length: fields.value(&force::SPRING_LENGTH)?,
                tension_only: fields.value(&force::SPRING_TENSION_ONLY)?,
            },
            ForceLaw::TableSpring => {
                let table = fields.value(&force::TABLE_SPRING_FORCE)?;
                SpringLaw::Table {
                    force: self.signals.tables.get(table.index()).cloned().ok_or(Unlowered)?,
                    damping: fields.value(&force::TABLE_SPRING_DAMPING)?,
                }
            }
        })
    }
}
