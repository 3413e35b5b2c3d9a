//! Materials by their names: those of the standard library, and how to have others.

use std::sync::Arc;

use cdl_grammar::syntax::{Expr, ExprKind};

use super::types::Ty;
use crate::elaborate::expression_text;
use crate::schema::KindId;
use crate::typed::Value;

/// What is called so, and what it is in `std.materials`.
const NAMES: &[(&[&str], &str)] = &[
    (&["steel", "iron"], "steel"),
    (&["stainless", "inox"], "stainless"),
    (&["aluminium", "aluminum", "alu"], "aluminium"),
    (&["titanium"], "titanium"),
    (&["copper"], "copper"),
    (&["lead"], "lead"),
    (&["concrete"], "concrete"),
    (&["softwood", "wood", "timber"], "softwood"),
    (&["polyester"], "polyester"),
    (&["polyamide", "nylon"], "polyamide"),
    (&["polypropylene"], "polypropylene"),
    (&["hmpe", "dyneema", "spectra"], "hmpe"),
    (&["aramid", "kevlar"], "aramid"),
    (&["carbon"], "carbon"),
];

/// For who writes the name of a material that the library has, without asking it.
pub(super) fn of_library(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let (_, found) = NAMES.iter().find(|(names, _)| names.contains(&name.as_str()))?;
    Some(format!(
        "materials stand in the standard library: `import std.materials` at the top, then `density = materials.{found}.density`"
    ))
}

/// For who writes an unknown name where a material is asked for.
pub(super) fn unknown(expr: &Expr, ty: &Ty) -> Option<String> {
    let (ExprKind::Name(name), Ty::Entity([KindId::Material])) = (&expr.kind, ty) else {
        return None;
    };
    Some(format!(
        "a material of your own is an element, `material {name} {{ density = 1000 kg/m^3 }}`; `import std.materials` has {}, each with a \
         `density`: `density = materials.steel.density`",
        all()
    ))
}

/// For who gives a record of the library in place of its density.
pub(super) fn of_record(
    expr: &Expr,
    field: &str,
    ty: &Ty,
    entries: &[(Arc<str>, Value)],
) -> Option<String> {
    let is_asked = matches!(ty, Ty::Entity([KindId::Material])) || field == "density";
    let has_density = entries.iter().any(|(name, _)| **name == *"density");
    let text = expression_text::text(expr);
    (is_asked && has_density).then(|| format!("its density is meant: `density = {text}.density`"))
}

/// `steel`, `stainless`, ...
fn all() -> String {
    let names: Vec<&str> = NAMES.iter().map(|(_, name)| *name).collect();
    crate::diagnostics::list(&names).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::NAMES;

    #[test]
    fn the_library_has_what_is_named() {
        let modules = crate::database::library_modules();
        let text: String = modules.map(|(_, text)| text).collect();
        for (_, name) in NAMES {
            assert!(text.contains(&format!("\nconst {name} = {{ density")), "{name}");
        }
    }
}
