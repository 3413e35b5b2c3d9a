//! Whether all names mean after a change what they mean before.

use std::collections::BTreeSet;
use std::mem::discriminant;

use cdl_compiler::place::Place;
use cdl_compiler::resolve::Referent;
use cdl_compiler::{Compiler, Location, NameUse, Nothing, View};

use super::super::edit::{Edit, applied};
use super::{FileEdits, Refusal, line};

/// The files that are known, as they are after edits; `None` where the edits do not fit.
pub(super) fn changed(view: &View, edits: &FileEdits) -> Option<Compiler> {
    let mut compiler = Compiler::new(Nothing);
    for path in view.paths() {
        let Some(text) = view.text(&path).filter(|_| !View::is_library(&path)) else { continue };
        view.give_way();
        match edits.get(&*path) {
            Some(edits) => compiler.set_file(&path, &applied(&text, edits)?),
            None => compiler.set_file(&path, &text),
        }
    }
    Some(compiler)
}

/// Reads the files again with the edits that rename what is declared at `place`.
///
/// # Errors
/// Some name would mean something else.
pub(super) fn compare(
    view: &View,
    place: Place,
    new: &str,
    edits: &FileEdits,
) -> Result<(), Refusal> {
    let failed = || Refusal("the text could not be read again after the change".to_owned());
    let mut compiler = changed(view, edits).ok_or_else(failed)?;
    let declared = view.locate(place).ok_or_else(failed)?;
    let declared = moved(&declared, edits);
    let (after, place) = loop {
        let view = compiler.view();
        let own = view.use_at(&declared.path, declared.range.start);
        let place = match own.map(|own| own.referent) {
            Some(Referent::Declared(place)) => place,
            _ => return Err(failed()),
        };
        view.references(place);
        drop(view);
        if !compiler.read_wanted() {
            break (compiler.view(), place);
        }
    };
    let key = |at: Location| (at.path, at.range.start);
    let expected: BTreeSet<_> = edits
        .iter()
        .flat_map(|(path, edits)| edits.iter().map(move |edit| (path.clone(), edit.range())))
        .map(|(path, range)| key(moved(&Location { path, range }, edits)))
        .collect();
    let present: Vec<(Location, NameUse)> = after.references(place);
    let line = |path: &str, offset: usize| line(&after, path, offset, &declared.path);
    let strange = |declares: bool| {
        present.iter().find(|(at, own)| {
            own.is_declaration == declares && !expected.contains(&key(at.clone()))
        })
    };
    if let Some((at, _)) = strange(true) {
        let line = line(&at.path, at.range.start);
        return Err(Refusal(format!("`{new}` is declared already, in {line}")));
    }
    let still: BTreeSet<_> = present.iter().map(|(at, _)| key(at.clone())).collect();
    if let Some((path, start)) = expected.difference(&still).next() {
        let other = match after.use_at(path, *start).map(|own| own.referent) {
            Some(Referent::Declared(other)) => after.locate(other),
            _ => None,
        };
        let here = line(path, *start);
        return Err(Refusal(match other {
            Some(other) => {
                let there = line(&other.path, other.range.start);
                format!("in {here} `{new}` would mean the one that is declared in {there}")
            }
            None => format!("in {here} `{new}` would mean something else"),
        }));
    }
    if let Some((at, _)) = strange(false) {
        let line = line(&at.path, at.range.start);
        return Err(Refusal(format!(
            "`{new}` in {line} means something else, and would mean this"
        )));
    }
    for path in edits.keys() {
        let read = |view: &View, edits: &FileEdits| -> Vec<_> {
            let uses = view.uses(path).into_iter();
            uses.map(|own| {
                let at = Location { path: path.clone(), range: own.range };
                (moved(&at, edits).range.start, discriminant(&own.referent))
            })
            .collect()
        };
        let (before, now) = (read(view, edits), read(&after, &FileEdits::new()));
        if before != now {
            let differs = before.iter().zip(&now).find(|(before, now)| before != now);
            let at = differs.map_or(0, |(_, now)| now.0);
            return Err(Refusal(format!("{} would be read as something else", line(path, at))));
        }
    }
    Ok(())
}

/// Where a name is after the edits.
fn moved(at: &Location, edits: &FileEdits) -> Location {
    let edits = edits.get(&at.path).map_or(&[] as &[Edit], Vec::as_slice);
    let before = edits.iter().take_while(|edit| edit.end <= at.range.start);
    let (added, removed) = before.fold((0, 0), |(added, removed), edit| {
        (added + edit.text.len(), removed + edit.end - edit.start)
    });
    let shift = |offset: usize| offset + added - removed;
    Location { path: at.path.clone(), range: shift(at.range.start)..shift(at.range.end) }
}
