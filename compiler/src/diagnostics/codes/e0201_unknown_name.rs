//! E0201: unknown name. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `name` is not declared; `candidates` are the names in scope.
pub fn unknown_name(place: Place, name: &str, candidates: &[&str]) -> Diagnostic {
    build::error("E0201", format!("there is nothing called `{name}` here"), place)
        .label("not declared")
        .did_you_mean(name, place, candidates, "in scope are")
}
