//! E0211: unknown type. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

pub fn unknown_type(place: Place, name: &str, candidates: &[&str]) -> Diagnostic {
    let unit = crate::units::unit_named(name).is_ok().then(|| {
        format!("`{name}` is a unit, which stands with a value; a type is a quantity: `size: Length = 3 m`")
    });
    build::error("E0211", format!("there is no type called `{name}`"), place)
        .label("unknown type")
        .note_if(unit)
        .did_you_mean(name, place, candidates, "the types are")
}
