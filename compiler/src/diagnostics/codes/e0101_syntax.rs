//! E0101: this text cannot be read. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// What could not be read, as the grammar says it.
pub fn syntax_error(place: Place, error: &cdl_grammar::syntax::SyntaxError) -> Diagnostic {
    build::error("E0101", error.message.clone(), place).label("here").note_if(error.help.clone())
}
