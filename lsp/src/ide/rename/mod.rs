//! Gives a declared name another name everywhere, if that changes nothing else.

mod compare;
mod files;
#[cfg(test)]
mod tests;
mod untold;

pub use files::rename_files;

use std::collections::BTreeMap;
use std::ops::Range;

use cdl_compiler::place::Place;
use cdl_compiler::resolve::{Declared, Referent};
use cdl_compiler::{NameUse, View};

use super::edit::Edit;

/// A name that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamable {
    pub range: Range<usize>,
    /// As it is now.
    pub name: String,
}

/// Why a name cannot be changed, or not to that: one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

/// The edits of each file, by its path, in the order of the text.
pub type FileEdits = BTreeMap<String, Vec<Edit>>;

/// The name at an offset.
///
/// # Errors
/// There is none, or it is not one that these files declare.
pub fn prepare_rename(view: &View, path: &str, offset: usize) -> Result<Renamable, Refusal> {
    found(view, path, offset).map(|(own, _, name)| Renamable { range: own.range, name })
}

/// The edits that give what the name at an offset refers to the name `new`: its declarations, both of
/// an `if` with two branches too, and whatever refers to it in the files that are known.
///
/// # Errors
/// The name cannot be changed, `new` is no name, or another name is in the way: then something would
/// refer to something else afterwards.
pub fn rename(view: &View, path: &str, offset: usize, new: &str) -> Result<FileEdits, Refusal> {
    let (_, place, old) = found(view, path, offset)?;
    if cdl_grammar::is_reserved(new) {
        return Err(Refusal(format!("`{new}` is a word of the language")));
    }
    if !cdl_grammar::is_name(new) {
        return Err(Refusal(format!(
            "`{new}` is no name: a name has letters, digits and `_`, and no digit first"
        )));
    }
    let mut edits = FileEdits::new();
    if old == new {
        return Ok(edits);
    }
    for (at, _) in view.references(place) {
        let text = view.text(&at.path).unwrap_or_default();
        // What an import binds without an alias is written in a path, which stays.
        if text.get(at.range.clone()) == Some(old.as_str()) {
            edits.entry(at.path).or_default().push(Edit::new(at.range, new));
        }
    }
    compare::compare(view, place, new, &edits)?;
    untold::with_untold(view, place, new, edits)
}

fn found(view: &View, path: &str, offset: usize) -> Result<(NameUse, Place, String), Refusal> {
    let text = view.text(path).unwrap_or_default();
    let Some(own) = view.use_at(path, offset) else {
        return Err(match word_at(&text, offset) {
            Some(word) if cdl_grammar::keywords().contains(&word) => {
                Refusal(format!("`{word}` is a word of the language"))
            }
            _ => Refusal("there is no name here that a declaration gives".to_owned()),
        });
    };
    let word = text.get(own.range.clone()).unwrap_or_default();
    let of_the_schema = |what: &str| Refusal(format!("`{word}` is {what}; its name is fixed"));
    let place = match own.referent {
        Referent::Declared(place) => place,
        Referent::Kind(_) => return Err(of_the_schema("a word of the language")),
        Referent::Variant(_) => return Err(of_the_schema("a variant that the language defines")),
        Referent::Field(_) => return Err(of_the_schema("a field that the language defines")),
        Referent::Quantity(_) | Referent::Component => {
            return Err(of_the_schema("a quantity that the language defines"));
        }
        Referent::Function(_) => return Err(of_the_schema("a function of the language")),
        Referent::Parameter(function, _) => {
            return Err(of_the_schema(&format!("a parameter of the function `{}`", function.name)));
        }
        Referent::Constant(_) => return Err(of_the_schema("a name of the language")),
        Referent::Type => return Err(of_the_schema("a type of the language")),
        Referent::Unit => return Err(of_the_schema("a unit")),
        Referent::Untold => {
            return Err(Refusal(format!("what `{word}` refers to is known with values only")));
        }
        Referent::Unknown => return Err(Refusal(format!("nothing here is called `{word}`"))),
    };
    let (Some(declaration), Some(at)) = (view.declaration(place), view.locate(place)) else {
        return Err(Refusal(format!("nothing here is called `{word}`")));
    };
    let name = declaration.name.to_string();
    if View::is_library(&at.path) {
        return Err(Refusal(format!("`{name}` is declared in the standard library")));
    }
    if matches!(declaration.meaning, Declared::Import) {
        let declared = view.text(&at.path).unwrap_or_default();
        if declared.get(at.range) != Some(name.as_str()) {
            return Err(Refusal(format!(
                "`{name}` is the name of the imported file; `as` after the path gives it another here"
            )));
        }
    }
    Ok((own, place, name))
}

fn word_at(text: &str, offset: usize) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (before, after) = (text.get(..offset)?, text.get(offset..)?);
    let start = before.trim_end_matches(is_part).len();
    let end = offset + after.len() - after.trim_start_matches(is_part).len();
    text.get(start..end).filter(|word| !word.is_empty())
}

/// A line for a person, who looks at the file `here`.
fn line(view: &View, path: &str, offset: usize, here: &str) -> String {
    let text = view.text(path).unwrap_or_default();
    let number = text.get(..offset).map_or(0, |before| before.matches('\n').count()) + 1;
    if path == here { format!("line {number}") } else { format!("{path}:{number}") }
}
