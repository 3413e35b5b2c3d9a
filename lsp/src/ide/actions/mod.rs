//! Changes that the editor offers at a place: one file for each.

mod add_arguments;
mod add_fields;
mod add_import;
mod add_joint;
mod add_mass;
mod add_unit;
mod add_variant;
mod apply_fix;
mod arguments;
mod convert_unit;
mod extract_let;
mod extract_parameter;
mod inline_let;
mod layout;
mod loops;
mod naming;
mod remove_field;
mod remove_unused;
mod repeated;
mod reverse_joint;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use cdl_compiler::View;
use cdl_compiler::diagnostics::Diagnostic;

use super::edit::Edit;
use super::tree::{self, Spot};

/// A change that the author may want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Imperative, such as ``Write `5 m` ``.
    pub title: String,
    pub kind: ActionKind,
    /// The diagnostics that it removes.
    pub fixes: Vec<Fixed>,
    /// In the file that was asked about.
    pub edits: Vec<Edit>,
    /// Whether it is what one most probably wants.
    pub is_preferred: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    QuickFix,
    Extract,
    Inline,
    Rewrite,
}

/// A diagnostic that a client asks about, by code and place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    pub code: String,
    pub range: Range<usize>,
}

/// A diagnostic, by code and place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    pub code: &'static str,
    pub range: Range<usize>,
}

/// Everything that is offered for a place or a selection, quick fixes first; those for the diagnostics `about`, too,
/// wherever they stand.
pub fn actions(view: &View, path: &str, range: Range<usize>, about: &[About]) -> Vec<Action> {
    let Some(text) = view.text(path) else { return Vec::new() };
    if text.get(range.clone()).is_none() {
        return Vec::new();
    }
    let own = |diagnostic: Diagnostic| {
        let at = view.locate(diagnostic.primary.place)?;
        (at.path == path).then_some(Found { diagnostic, range: at.range })
    };
    let asked = Asked {
        view,
        path,
        text,
        chain: tree::chain(view, path, &range),
        diagnostics: view.check(path).into_iter().filter_map(own).collect(),
        range,
        about,
    };
    let mut actions = Vec::new();
    apply_fix::add(&asked, &mut actions);
    add_unit::add(&asked, &mut actions);
    add_fields::add(&asked, &mut actions);
    add_arguments::add(&asked, &mut actions);
    add_variant::add(&asked, &mut actions);
    add_import::add(&asked, &mut actions);
    add_joint::add(&asked, &mut actions);
    add_mass::add(&asked, &mut actions);
    reverse_joint::add(&asked, &mut actions);
    remove_field::add(&asked, &mut actions);
    remove_unused::add(&asked, &mut actions);
    convert_unit::add(&asked, &mut actions);
    extract_let::add(&asked, &mut actions);
    extract_parameter::add(&asked, &mut actions);
    inline_let::add(&asked, &mut actions);
    actions
}

/// What the actions are asked about.
struct Asked<'v> {
    view: &'v View,
    path: &'v str,
    text: Arc<str>,
    range: Range<usize>,
    about: &'v [About],
    /// The nodes around the range, from its item inwards.
    chain: Vec<Spot<'v>>,
    /// Those of the file.
    diagnostics: Vec<Found>,
}

struct Found {
    diagnostic: Diagnostic,
    range: Range<usize>,
}

impl Found {
    fn code(&self) -> &'static str {
        self.diagnostic.code
    }

    fn fixed(&self) -> Fixed {
        Fixed { code: self.code(), range: self.range.clone() }
    }
}

impl<'v> Asked<'v> {
    /// The diagnostics with one of these codes that touch the range, or are asked about.
    fn here<'s>(&'s self, codes: &'s [&str]) -> impl Iterator<Item = &'s Found> {
        let Range { start, end } = self.range;
        let is_asked = |own: &Found| {
            self.about.iter().any(|about| about.code == own.code() && about.range == own.range)
        };
        let touching = self
            .diagnostics
            .iter()
            .filter(move |own| own.range.start <= end && start <= own.range.end || is_asked(own));
        touching.filter(|own| codes.is_empty() || codes.contains(&own.code()))
    }

    /// The nodes around another range.
    fn chain_at(&self, range: &Range<usize>) -> Vec<Spot<'v>> {
        tree::chain(self.view, self.path, range)
    }

    fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }
}
