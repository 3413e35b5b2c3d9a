//! Which arguments a call lacks, with values that could stand there.

use cdl_compiler::resolve::Referent;
use cdl_compiler::schema::{self, Presence};
use cdl_compiler::units::QUANTITY_TYPES;
use cdl_grammar::syntax::{Argument, ItemKind, Param, TypeExpr};

use super::Asked;

/// The name and a value of each argument that is needed and not given; `None` where nothing can be
/// said about one of them.
pub(super) fn missing(
    asked: &Asked<'_>,
    callee: &Referent,
    given: &[Argument],
) -> Option<Vec<(String, String)>> {
    let parameters: Vec<(String, bool, Option<String>)> = match callee {
        Referent::Variant(variant) => variant
            .arguments
            .iter()
            .map(|field| {
                let needed = field.presence == Presence::Required;
                (field.name.to_owned(), needed, Some(schema::example_value(field)))
            })
            .collect(),
        Referent::Declared(place) => {
            let at = asked.view.locate(*place)?;
            let items = asked.view.items(&at.path);
            let item = items.iter().find(|item| item.key == place.item)?;
            let params: &[Param] = match &item.item.kind {
                ItemKind::Function(own) => &own.params,
                ItemKind::Model(own) | ItemKind::Component(own) => &own.params,
                ItemKind::Import(_)
                | ItemKind::Const(_)
                | ItemKind::Enum(_)
                | ItemKind::Experiment(_) => return None,
            };
            params
                .iter()
                .map(|param| {
                    let value = param.ty.as_ref().and_then(value);
                    (param.name.text.to_string(), param.default.is_none(), value)
                })
                .collect()
        }
        _ => return None,
    };
    let positional = given.iter().filter(|argument| argument.name.is_none()).count();
    let is_named = |name: &str| {
        given.iter().any(|own| own.name.as_ref().is_some_and(|own| *own.text == *name))
    };
    let names = given.iter().filter_map(|own| own.name.as_ref());
    let is_known = |name: &str| parameters.iter().any(|(own, ..)| own == name);
    // Something that is given may be meant to be what is missing.
    if positional > parameters.len() || !names.into_iter().all(|name| is_known(&name.text)) {
        return None;
    }
    let lacking = parameters
        .into_iter()
        .skip(positional)
        .filter(|(name, needed, _)| *needed && !is_named(name));
    lacking.map(|(name, _, value)| Some((name, value?))).collect()
}

/// A value of a type.
fn value(ty: &TypeExpr) -> Option<String> {
    let of = ty.arguments.first().map_or("Real", |of| &of.name.text);
    let with_unit = |number: &str, name: &str| {
        let unit = QUANTITY_TYPES.iter().find(|own| own.name == name)?.unit;
        Some(if unit == "1" { number.to_owned() } else { format!("{number} {unit}") })
    };
    match ty.name.text.as_ref() {
        "Int" => Some("1".to_owned()),
        "Bool" => Some("true".to_owned()),
        "Text" => Some("\"...\"".to_owned()),
        "Direction" => Some("z".to_owned()),
        "Attitude" => Some("level".to_owned()),
        "Frame" => Some("world".to_owned()),
        "Vector" => with_unit("[0, 0, 1]", of),
        "Matrix" => with_unit("diag(1, 1, 1)", of),
        "Array" => ty.arguments.first().and_then(value).map(|value| format!("[{value}]")),
        name => with_unit("1", name),
    }
}
