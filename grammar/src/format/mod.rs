//! The formatter.
//!
//! It works on lexemes and their brackets, not on the syntax tree: so no comment can get lost, and
//! what is written in one of two ways (such as `use` and `part`) stays as it is. Rules:
//!
//! - two blanks for each level; at most 100 columns where that is possible;
//! - a block or structure that was written in one line stays in one line if it fits, every other has
//!   one field or member in each line;
//! - lists and arguments stand in one line if they fit, otherwise each in a line of its own;
//! - one blank line at most is kept, and none at the start and end of a block.

mod entries;
mod printer;
mod spacing;
mod tokens;

use crate::parse::errors;
use crate::syntax::SyntaxError;

/// The text in its standard form. Formatting that again changes nothing, and both have the same
/// syntax tree but for spans. A text with syntax errors is not formatted; they are returned.
pub fn format(text: &str) -> Result<String, Vec<SyntaxError>> {
    let errors = errors(text);
    match errors.is_empty() {
        true => Ok(format_parsed(text)),
        false => Err(errors),
    }
}

/// The same of a text that is known to have no syntax errors. Of others, pieces may get lost.
pub fn format_parsed(text: &str) -> String {
    printer::print(&tokens::tokens(text))
}
