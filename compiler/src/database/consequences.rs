//! What follows from another mistake is not said: one mistake, one message.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::astray::{self, Above};
use super::unread::{self, At, Unread, is_unread, starts_unknown};
use crate::diagnostics::{self, Diagnostic};

/// What is wrong, in the order of files and texts, without what follows from the rest of it.
pub(super) fn left_out(
    found: Vec<(At, Diagnostic)>,
    text_of: impl Fn(&str) -> Option<Arc<str>>,
) -> Vec<Diagnostic> {
    if !found.iter().any(|(_, own)| is_unread(own) || starts_unknown(own)) {
        return found.into_iter().map(|(_, own)| own).collect();
    }
    let files: BTreeSet<&str> =
        found.iter().filter_map(|(at, _)| Some(at.as_ref()?.0.as_str())).collect();
    let files: Vec<(String, Arc<str>)> =
        files.into_iter().filter_map(|path| Some((path.to_owned(), text_of(path)?))).collect();
    let files: Vec<Unread<'_>> =
        files.iter().map(|(path, text)| Unread::new(path, text, &found)).collect();
    let names: BTreeSet<&str> = files.iter().flat_map(|own| own.names()).collect();
    // Wherever a word stands that somebody has tried to give to something.
    let reserved: BTreeSet<&str> = found
        .iter()
        .filter(|(_, own)| is_reserved_as_name(own))
        .filter_map(|(at, _)| {
            let (path, start, end) = at.as_ref()?;
            files.iter().find(|own| own.path == path)?.text.get(*start..*end)
        })
        .collect();
    let has_end: BTreeSet<&str> = found
        .iter()
        .filter(|(_, own)| own.code == "E0203" && own.message.ends_with("called `end`"))
        .filter_map(|(at, _)| Some(at.as_ref()?.0.as_str()))
        .collect();
    let mut above: Vec<Above<'_>> = files.iter().map(|own| Above::new(own.text)).collect();
    let mut said = BTreeSet::new();
    // What was told last, which may stand in another file.
    let mut last: Option<(&String, &Diagnostic, usize)> = None;
    let mut left = Vec::with_capacity(found.len());
    for (at, own) in &found {
        let index =
            at.as_ref().and_then(|(path, ..)| files.iter().position(|own| own.path == path));
        let (Some((path, start, end)), Some(index)) = (at, index) else {
            left.push(own.clone());
            continue;
        };
        let file = &files[index];
        let name = file.text.get(*start..*end).unwrap_or("");
        let follows = match own.code {
            // What could not be read may be what uses it.
            "W0411" => true,
            // It may be declared there.
            "E0201" => names.contains(name),
            "E0101" => {
                file.is_behind_unknown(*start)
                    || file.is_equation(*start)
                    // Its block is in no braces either.
                    || own.message == NO_NAME_OF_MODEL && file.is_followed_by_colon(*end)
                    || !said.insert((path, *start, *end))
                    || reserved.contains(name) && !is_reserved_as_name(own)
                    || unread::word_before_block(own).is_some_and(|word| reserved.contains(word))
                    || own.message == NEVER_CLOSED && has_end.contains(path.as_str())
                    || own.message == MODEL_AS_FIELD && file.has_headless_experiment
            }
            // Arguments that nobody knows may be what is missing.
            "E0212" => {
                file.is_behind_unknown(*start)
                    || file.is_opened_at(*end)
                    || file.is_followed_by_unread(*end)
            }
            "E0203" => file.is_equation(*start),
            // `force f on b = 3 N in z`: the value is of the wrong type, with the unit that it is asked in.
            "E0215" if own.message.starts_with("`in ") => {
                last.is_some_and(|(before, other, at)| {
                    let end = file.line(at).end;
                    before == path && other.code == "E0303" && at <= *start && *start <= end
                })
            }
            "E0213" if own.message.ends_with("needs a variant") => file.unread_in_block_at(*start),
            "E0202" => {
                own.notes.iter().any(|note| diagnostics::is_of_head(note))
                    && file.is_beside_relation(*start)
            }
            "E0304" if own.message.ends_with("needs the field `rate`") => {
                file.rates.contains(name)
                    || file.is_set_outside(name, "rate")
                    || file.unread_in_block_at(*start)
            }
            "E0303" => file.unread_in_block_at(*start),
            "E0304" => file.misread_in_block_at(*start),
            _ => false,
        };
        if follows || file.is_in_suite(*start) || file.is_in_open_bracket(*start) {
            continue;
        }
        let repeats = last.is_some_and(|(file_before, before, at)| {
            file_before == path && file.is_repeated((before, at), (own, *start))
        });
        last = Some((path, own, *start));
        match astray::is_outside(own) {
            _ if repeats => {}
            true => {
                let line = file.line(*start).start;
                left.extend(above[index].told((line, *start), own));
            }
            false => left.push(own.clone()),
        }
    }
    left
}

/// Said of a block that ends with the word `end`, of which that is told as well.
const NEVER_CLOSED: &str = "this `{` is never closed";

/// Said of a model that an experiment names in its block, where its head says that it lacks one.
const MODEL_AS_FIELD: &str = "the field `model` stands outside of any element";

const NO_NAME_OF_MODEL: &str = "expected a name after `model`";

/// Whether it says that something cannot be called by a reserved word.
fn is_reserved_as_name(own: &Diagnostic) -> bool {
    own.code == "E0101" && own.message.ends_with("is a reserved word and cannot be a name")
}
