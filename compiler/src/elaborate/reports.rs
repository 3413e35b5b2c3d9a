//! What elaboration has found wrong so far; and how often it says it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::context::Context;
use super::names::Names;
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::place::Place;

/// Codes that depend on the value of an argument. They are not reported where arguments are made up.
const ABOUT_VALUES: [&str; 3] = ["E0207", "E0306", "E0309"];

/// Diagnostics of one elaboration.
const MANY: usize = 200;

/// So many of one code are kept; of those beyond, the last of them says how many there are. Each takes some 500 bytes,
/// and nobody reads them.
const MOST: usize = 1000;

#[derive(Default)]
pub(in crate::elaborate) struct Reports {
    diagnostics: Vec<Diagnostic>,
    of_code: FxHashMap<&'static str, Reported>,
    /// Arguments were made up, so what depends on their values must not be reported.
    has_placeholders: bool,
    is_too_much: bool,
    /// What is too large is said of the model that it is a part of.
    is_part: bool,
}

/// What has been said with one code.
#[derive(Default)]
struct Reported {
    places: FxHashSet<Place>,
    /// The last diagnostic that is kept.
    last: usize,
}

impl Reports {
    /// Takes a diagnostic in, unless the same has been said.
    pub(in crate::elaborate) fn add(
        &mut self,
        names: &Names,
        context: Context,
        diagnostic: Diagnostic,
    ) {
        if self.has_placeholders && ABOUT_VALUES.contains(&diagnostic.code) {
            return;
        }
        let of_code = self.of_code.entry(diagnostic.code).or_default();
        if of_code.places.insert(diagnostic.primary.place) && of_code.places.len() <= MOST {
            of_code.last = self.diagnostics.len();
            self.diagnostics.push(names.with_origin(context, diagnostic));
        }
    }

    /// Whether something of this code has been said of a place, so that it is not said again.
    pub(in crate::elaborate) fn have(&self, code: &str, place: Place) -> bool {
        self.of_code.get(code).is_some_and(|of_code| of_code.places.contains(&place))
    }

    /// What has just been said, if it is of this code and place, for who knows more of it.
    pub(in crate::elaborate) fn last_at(
        &mut self,
        code: &str,
        place: Place,
    ) -> Option<&mut Diagnostic> {
        self.diagnostics.last_mut().filter(|own| own.code == code && own.primary.place == place)
    }

    /// The model unfolds to more than anybody could want.
    pub(in crate::elaborate) fn add_too_much(
        &mut self,
        names: &Names,
        context: Context,
        place: Place,
    ) {
        if !std::mem::replace(&mut self.is_too_much, true) && !self.is_part {
            let message = "this model unfolds to more than can be compiled";
            let label = "here it gets too much";
            self.add(names, context, diagnostics::impossible_value(place, message, label));
        }
    }

    /// What is too large has been named; that the whole is too large by that is not said as well.
    pub(in crate::elaborate) fn expect_no_more(&mut self) {
        self.is_too_much = true;
    }

    /// From now on it is a component by itself.
    pub(in crate::elaborate) fn leave_sizes_to_models(&mut self) {
        self.is_part = true;
    }

    /// Whether that has been said, or would have been of a model: nothing that is still to be done would be looked at.
    pub(in crate::elaborate) fn is_too_much(&self) -> bool {
        self.is_too_much
    }

    /// From now on some values are made up.
    pub(in crate::elaborate) fn expect_placeholders(&mut self) {
        self.has_placeholders = true;
    }

    pub(in crate::elaborate) fn has_placeholders(&self) -> bool {
        self.has_placeholders
    }

    /// Whether so much is wrong that nobody reads what each of it probably meant.
    pub(in crate::elaborate) fn are_many(&self) -> bool {
        self.diagnostics.len() > MANY
    }

    /// How many are kept.
    pub(in crate::elaborate) fn count(&self) -> usize {
        self.diagnostics.len()
    }

    pub(in crate::elaborate) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|own| own.severity == Severity::Error)
    }

    pub(in crate::elaborate) fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    pub(in crate::elaborate) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        for (code, Reported { places, last }) in self.of_code {
            if let (Some(more @ 1..), Some(own)) =
                (places.len().checked_sub(MOST), self.diagnostics.get_mut(last))
            {
                own.notes.push(format!("{more} more {code} are not listed"));
            }
        }
        self.diagnostics
    }
}
