//! `cdl compare`: how far results are from those of another run, the largest difference first; also as a page.

mod difference;
mod findings;
mod page;
mod pairs;
mod results;
mod sizes;
mod units;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cdl_session::replace;
use difference::{Compared, Difference, compared, profile};
use findings::Apart;
use page::Other;
use results::Results;
use units::in_units_of;

use crate::outcome::Outcome;
use crate::output::{print, tell};

/// Differences that are shown of each pair; `--all` shows the others.
const MOST_SHOWN: usize = 12;

/// Compares each folder with the first one. `page`: where to write one that draws them over each other.
pub fn compare(folders: &[PathBuf], (tolerance, all): (f64, bool), page: Option<&Path>) -> Outcome {
    let [first, others @ ..] = folders else { return Outcome::Usage };
    if !(tolerance.is_finite() && tolerance >= 0.0) {
        tell!("a tolerance is a share, such as 1e-6, and not negative");
        return Outcome::Usage;
    }
    let reference = match read(first) {
        Ok(reference) => reference,
        Err(outcome) => return outcome,
    };
    let mut outcome = Outcome::Good;
    let mut drawn = Vec::new();
    for folder in others {
        let other = match read(folder) {
            Ok(other) => other,
            Err(outcome) => return outcome,
        };
        let found = compared(&reference, other.clone());
        let apart = reference.findings.compared(&other.findings, tolerance);
        let is_same = found.is_within(tolerance) && !apart.is_beyond;
        print(&text((first, folder), (&found, &apart), tolerance, all));
        if !is_same {
            outcome = Outcome::Different;
        }
        if page.is_some() {
            let (results, _) = in_units_of(&reference, other);
            drawn.push(Other { folder: folder.clone(), results, apart, found });
        }
    }
    let Some(path) = page else { return outcome };
    match replace(path, page::page((first, &reference), &drawn).as_bytes()) {
        Ok(()) => outcome,
        Err(error) => {
            tell!("cannot write {}: {error}", path.display());
            Outcome::RunFailed
        }
    }
}

fn read(folder: &Path) -> Result<Results, Outcome> {
    Results::read(folder).map_err(|why| {
        tell!("cannot compare {}: {why}", folder.display());
        Outcome::Usage
    })
}

fn text(
    (a, b): (&Path, &Path),
    (found, apart): (&Compared, &Apart),
    tolerance: f64,
    all: bool,
) -> String {
    let mut text = format!("{} and {}\n", a.display(), b.display());
    let mut line = |words: &str| text.push_str(&format!("  {words}\n"));
    found.notes.iter().for_each(|note| line(note));
    found.mismatches.iter().for_each(|note| line(note));
    apart.lines.iter().for_each(|(name, words)| line(&format!("{name}: {words}")));
    let beyond = found.differences.iter().filter(|own| own.share > tolerance).count();
    let differ: Vec<&Difference> = found.differences.iter().filter(|own| own.share > 0.0).collect();
    if differ.is_empty() && found.mismatches.is_empty() {
        let rows = if apart.lines.is_empty() { "the same" } else { "the rows are the same" };
        line(&format!("{rows}: {} columns, {} rows", found.differences.len(), found.rows));
        return text;
    }
    let count = differ.len();
    let differ = if all { differ } else { worst_places(differ, found) };
    let width = differ.iter().map(|own| own.name.chars().count()).max().unwrap_or(0);
    let shown = if all { differ.len() } else { MOST_SHOWN.min(differ.len()) };
    for own in differ.iter().take(shown) {
        let mark = if own.share > tolerance { "" } else { ", within" };
        line(&format!("{:<width$}  {}{mark}", own.name, own.shown(&found.axis)));
    }
    if count > shown {
        line(&format!("and {} more, which `--all` shows", count - shown));
    }
    let far = match tolerance {
        0.0 => String::new(),
        share => format!(" by more than {share:e} of their largest value"),
    };
    line(&format!(
        "{beyond} of {} columns differ{far}, in {} rows",
        found.differences.len(),
        found.rows
    ));
    text
}

/// Of each curve along a cable the place that differs most alone: its neighbours differ nearly as much.
fn worst_places<'d>(differ: Vec<&'d Difference>, found: &Compared) -> Vec<&'d Difference> {
    let names = || found.differences.iter().map(|own| own.name.as_str());
    let mut seen = BTreeSet::new();
    let is_first = |own: &&Difference| match profile(&own.name, names()) {
        Some(curve) => seen.insert(curve.to_owned()),
        None => true,
    };
    differ.into_iter().filter(is_first).collect()
}
