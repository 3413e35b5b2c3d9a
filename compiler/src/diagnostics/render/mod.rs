//! Diagnostics for people (a terminal, a snapshot) and for programs (JSON lines).

mod excerpt;
mod json;
mod lines;
mod text;

use std::ops::Range;

use super::{Diagnostic, Severity};
use crate::api::Location;
use crate::place::Place;

pub use cdl_graph::{escaped, named};
pub use json::json_line;
pub use text::{Sources, rich};

/// A diagnostic whose places have become files and byte ranges. Also what the command builds for a
/// fault during a run, which has a code but never was a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    pub code: String,
    pub severity: Severity,
    pub message: String,
    /// The place of the mistake first, then those that play a part. A place that is gone is left out.
    pub labels: Vec<LocatedLabel>,
    pub notes: Vec<String>,
    pub fix: Option<LocatedFix>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedLabel {
    pub path: String,
    /// Bytes in the text of the file.
    pub range: Range<usize>,
    pub text: String,
    pub primary: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedFix {
    pub title: String,
    pub path: String,
    pub range: Range<usize>,
    pub replacement: String,
}

/// Resolves every place by `locate`.
pub fn located(
    diagnostic: &Diagnostic,
    mut locate: impl FnMut(Place) -> Option<Location>,
) -> Located {
    let primary = std::iter::once((&diagnostic.primary, true));
    let labels = primary
        .chain(diagnostic.related.iter().map(|label| (label, false)))
        .filter_map(|(label, primary)| {
            let Location { path, range } = locate(label.place)?;
            Some(LocatedLabel { path, range, text: label.text.clone(), primary })
        })
        .collect();
    let fix = diagnostic.fix.as_ref().and_then(|fix| {
        let Location { path, range } = locate(fix.place)?;
        let (title, replacement) = (fix.title.clone(), fix.replacement.clone());
        Some(LocatedFix { title, path, range, replacement })
    });
    Located {
        code: diagnostic.code.to_owned(),
        severity: diagnostic.severity,
        message: diagnostic.message.clone(),
        labels,
        notes: diagnostic.notes.clone(),
        fix,
    }
}

impl Located {
    /// The file and byte at which it is sorted and counted; `None` without any place.
    pub fn position(&self) -> Option<(&str, usize)> {
        let label = self.labels.iter().find(|label| label.primary).or(self.labels.first())?;
        Some((&label.path, label.range.start))
    }
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}
