//! E0101: this text cannot be read. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// Said of a mistake that lost nothing of the text.
pub const READ_ON: &str = "read as if it were `{`";

/// What could not be read, as the grammar says it.
pub fn syntax_error(place: Place, error: &cdl_grammar::syntax::SyntaxError) -> Diagnostic {
    let report = build::error("E0101", error.message.clone(), place).label(if error.is_read {
        READ_ON
    } else {
        "here"
    });
    match &error.fix {
        // What to write instead is shown there, in the words of the help.
        Some(fix) => {
            let title =
                error.help.clone().unwrap_or_else(|| format!("write `{}`", fix.replacement));
            report.fix(title, Place { span: fix.span, ..place }, fix.replacement.clone())
        }
        None => report.note_if(error.help.clone()),
    }
}
