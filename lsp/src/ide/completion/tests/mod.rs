mod broken;
mod examples;
mod latency;
mod nested;
mod places;
mod templates;

use super::{Completions, completions};
use crate::ide::fixture::Fixture;

/// At the mark.
fn at(text: &str) -> Completions {
    let fixture = Fixture::new(text);
    completions(&fixture.view(), &fixture.path, fixture.offset())
}

/// The labels at the mark, in order.
fn labels(text: &str) -> Vec<String> {
    at(text).items.into_iter().map(|own| own.label).collect()
}
