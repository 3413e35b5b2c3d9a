//! Putting a diagnostic together, step by step.

use super::{Diagnostic, Fix, Label, Severity};
use crate::place::Place;
use crate::schema::KindId;

pub(super) fn error(code: &'static str, message: impl Into<String>, place: Place) -> Diagnostic {
    Diagnostic {
        code,
        severity: Severity::Error,
        message: message.into(),
        primary: Label { place, text: String::new() },
        related: Vec::new(),
        notes: Vec::new(),
        fix: None,
    }
}

pub(super) fn warning(code: &'static str, message: impl Into<String>, place: Place) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..error(code, message, place) }
}

impl Diagnostic {
    /// The text at the place of the mistake.
    pub(super) fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Another place that plays a part.
    pub fn related(mut self, place: Place, text: impl Into<String>) -> Self {
        self.related.push(Label { place, text: text.into() });
        self
    }

    /// A sentence or two below the source.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    pub(super) fn note_if(self, text: Option<String>) -> Self {
        match text {
            Some(text) => self.note(text),
            None => self,
        }
    }

    /// What to write instead of the text at `place`.
    pub fn fix(
        mut self,
        title: impl Into<String>,
        place: Place,
        replacement: impl Into<String>,
    ) -> Self {
        self.fix = Some(Fix { title: title.into(), place, replacement: replacement.into() });
        self
    }

    /// Proposes the candidate that was probably meant; without one, lists what there is.
    pub(super) fn did_you_mean(
        self,
        name: &str,
        place: Place,
        candidates: &[&str],
        listed_as: &str,
    ) -> Self {
        if let Some(meant) = super::nearest(name, candidates.iter().copied()) {
            // The number would be wrong by a factor of two.
            if name.eq_ignore_ascii_case("radius") && meant == "diameter" {
                return self.note("write `diameter`, which is twice the radius");
            }
            return self.fix(format!("did you mean `{meant}`?"), place, meant);
        }
        match list(candidates) {
            Some(list) => self.note(format!("{listed_as}: {list}")),
            None => self,
        }
    }
}

/// `a`, `b` and `c`; at most twelve. `None` for an empty list.
pub(crate) fn list(names: &[&str]) -> Option<String> {
    const LONGEST: usize = 12;
    let quoted: Vec<_> = names.iter().take(LONGEST).map(|name| format!("`{name}`")).collect();
    let (last, rest) = quoted.split_last()?;
    Some(if names.len() > LONGEST {
        format!("{}, ...", quoted.join(", "))
    } else if rest.is_empty() {
        last.clone()
    } else {
        format!("{} and {last}", rest.join(", "))
    })
}

/// `a cable`, `an environment`; nothing is added where an article stands already, to an analysis, or
/// to what is more than one.
pub(super) fn article(noun: &str) -> String {
    let id = crate::schema::kind(noun).map(|kind| kind.id);
    if id.is_some_and(|id| id.is_analysis() || id == KindId::Cases) {
        return format!("`{noun}`");
    }
    if noun.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return noun.to_owned();
    }
    if ["a ", "an ", "the ", "one of "].iter().any(|start| noun.starts_with(start)) {
        noun.to_owned()
    } else {
        crate::units::with_article(noun)
    }
}

/// A number for a message: six significant digits, without trailing zeros.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.5e}");
    let rounded: f64 = text.parse().unwrap_or(value);
    let magnitude = rounded.abs();
    if magnitude != 0.0 && !(1e-4..1e7).contains(&magnitude) {
        format!("{rounded:e}")
    } else {
        format!("{rounded}")
    }
}
