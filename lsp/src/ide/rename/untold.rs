//! Names that may refer to what is renamed, such as `eye` in `base.eye` where `base` is a parameter
//! without a type. What they refer to depends on values, so elaboration is asked whether they do.

use cdl_compiler::place::Place;
use cdl_compiler::resolve::{Declared, Referent, ScopeIndex};
use cdl_compiler::{Location, View};

use super::super::edit::Edit;
use super::compare::changed;
use super::{FileEdits, Refusal, line};

/// The edits, and those of names that follow by elaboration alone.
///
/// # Errors
/// With such names and without them something would be wrong that is not now.
pub(super) fn with_untold(
    view: &View,
    place: Place,
    new: &str,
    edits: FileEdits,
) -> Result<FileEdits, Refusal> {
    let untold = untold(view, place);
    let Some(first) = untold.first() else { return Ok(edits) };
    let mut all = edits.clone();
    for at in &untold {
        all.entry(at.path.clone()).or_default().push(Edit::new(at.range.clone(), new));
    }
    all.values_mut().for_each(|edits| edits.sort());
    let paths: Vec<&str> = all.keys().map(String::as_str).collect();
    let before = wrong(&paths, |path| view.check(path));
    for edits in [&edits, &all] {
        let Some(mut compiler) = changed(view, edits) else { continue };
        view.give_way();
        if wrong(&paths, |path| compiler.check(path)) == before {
            return Ok(edits.clone());
        }
    }
    let old = view.declaration(place).map(|own| own.name.clone()).unwrap_or_default();
    let here = view.locate(place).map(|at| at.path).unwrap_or_default();
    let line = line(view, &first.path, first.range.start, &here);
    let why =
        format!("what `{old}` in {line} refers to is known with values only, and it may be this");
    Err(Refusal(why))
}

/// Names behind a dot of which only elaboration knows what they refer to, and that may refer to what is
/// declared at a place: something inside of an element, or what a component shows.
fn untold(view: &View, place: Place) -> Vec<Location> {
    let Some(declaration) = view.declaration(place) else { return Vec::new() };
    let is_seen_behind_a_dot = match declaration.meaning {
        Declared::Let { .. } | Declared::Part { .. } | Declared::Element { .. } => {
            declaration.public || declaration.scope != ScopeIndex::ITEM
        }
        // By its bare name, beside something of which nobody says what it is.
        Declared::EnumValue { .. } => true,
        // What a file declares stands behind the file's name, which is known.
        Declared::Import
        | Declared::Const { .. }
        | Declared::Recorded { .. }
        | Declared::Function
        | Declared::Model
        | Declared::Component
        | Declared::Enum { .. }
        | Declared::Experiment
        | Declared::Parameter { .. }
        | Declared::LoopIndex { .. } => false,
    };
    if !is_seen_behind_a_dot {
        return Vec::new();
    }
    let mut found = Vec::new();
    for path in view.paths() {
        if !path.ends_with(".cdl") || View::is_library(&path) {
            continue;
        }
        let uses = view.uses_of_word(&path, &declaration.name).into_iter();
        let untold = uses.filter(|own| {
            matches!(own.referent, Referent::Untold) && own.range.len() == declaration.name.len()
        });
        found.extend(untold.map(|own| Location { path: path.to_string(), range: own.range }));
    }
    found
}

/// What is wrong in files, by codes: texts change with names.
fn wrong(
    paths: &[&str],
    mut check: impl FnMut(&str) -> Vec<cdl_compiler::diagnostics::Diagnostic>,
) -> Vec<&'static str> {
    let mut codes: Vec<_> = paths.iter().flat_map(|path| check(path)).map(|own| own.code).collect();
    codes.sort_unstable();
    codes
}
