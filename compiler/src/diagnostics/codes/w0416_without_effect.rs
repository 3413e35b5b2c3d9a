//! W0416: a field has no effect. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `why` such as `no spring pulls there: `stiffness` is not given`.
pub fn without_effect(place: Place, field: &str, why: &str) -> Diagnostic {
    build::warning("W0416", format!("`{field}` has no effect"), place).label(why)
}
