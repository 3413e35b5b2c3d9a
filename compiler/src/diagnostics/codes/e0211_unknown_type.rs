//! E0211: unknown type. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

pub fn unknown_type(place: Place, name: &str, candidates: &[&str]) -> Diagnostic {
    build::error("E0211", format!("there is no type called `{name}`"), place)
        .label("unknown type")
        .did_you_mean(name, place, candidates, "the types are")
}
