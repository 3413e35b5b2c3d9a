//! E0309: the result is not a number. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `reason` such as `division by zero`.
pub fn not_a_number(place: Place, reason: &str) -> Diagnostic {
    build::error("E0309", "this has no finite value", place).label(reason)
}
