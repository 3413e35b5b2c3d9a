//! Types as they are stated in the text.

use cdl_grammar::syntax::TypeExpr;

use super::Values;
use super::types::{TYPE_NAMES, Ty, type_named};
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::schema::kinds_of_type;
use crate::units::{self, Dimension};

impl Values<'_> {
    /// What a stated type means; `None` after reporting that it means nothing.
    pub(in crate::elaborate) fn stated_type(
        &mut self,
        context: Context,
        ty: &TypeExpr,
    ) -> Option<Ty> {
        let quantity = |name: &str| {
            let unit = type_named(name)?.unit;
            Some((units::unit_named(unit).ok()?.dimension, unit))
        };
        let name: &str = &ty.name.text;
        if let Some(found) = self.enum_named(context, &ty.name) {
            self.no_type_arguments(context, ty);
            return found;
        }
        if let Some((dimension, unit)) = quantity(name) {
            self.no_type_arguments(context, ty);
            return Some(Ty::Scalar { dimension, unit });
        }
        let simple = match name {
            "Int" => Some(Ty::Int),
            "Bool" => Some(Ty::Bool),
            "Text" => Some(Ty::Text),
            "Direction" => Some(Ty::Direction),
            "Attitude" => Some(Ty::Attitude),
            "Table" => Some(Ty::Table),
            name => kinds_of_type(name).map(Ty::Entity),
        };
        if let Some(simple) = simple {
            self.no_type_arguments(context, ty);
            return Some(simple);
        }
        match (name, ty.arguments.as_slice()) {
            ("Array", [element]) => Some(Ty::Array(Box::new(self.stated_type(context, element)?))),
            ("Vector" | "Matrix", []) => {
                let (dimension, unit) = (Dimension::NONE, "1");
                Some(if name == "Vector" {
                    Ty::Vector { dimension, unit }
                } else {
                    Ty::Matrix { dimension, unit }
                })
            }
            ("Vector" | "Matrix", [element]) => match self.stated_type(context, element)? {
                Ty::Scalar { dimension, unit } if name == "Vector" => {
                    Some(Ty::Vector { dimension, unit })
                }
                Ty::Scalar { dimension, unit } => Some(Ty::Matrix { dimension, unit }),
                _ => {
                    let place = context.place(element.span);
                    self.report(context, report::not_a_quantity_type(place, name));
                    None
                }
            },
            ("Array" | "Vector" | "Matrix", _) => {
                let place = context.place(ty.span);
                self.report(context, report::type_arguments(place, name, 1));
                None
            }
            _ => {
                let names = units::QUANTITY_TYPES
                    .iter()
                    .map(|ty| ty.name)
                    .chain(TYPE_NAMES.iter().map(|(name, _)| *name));
                let enums = self.enums_in_sight(context);
                let enums = enums.iter().map(|of| of.name.as_ref());
                let names: Vec<&str> = enums.chain(names).collect();
                let place = context.place(ty.name.span);
                self.report(context, report::unknown_type(place, name, &names));
                None
            }
        }
    }

    fn no_type_arguments(&mut self, context: Context, ty: &TypeExpr) {
        if !ty.arguments.is_empty() {
            let place = context.place(ty.span);
            self.report(context, report::type_arguments(place, &ty.name.text, 0));
        }
    }
}
