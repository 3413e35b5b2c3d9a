//! Suites: Markdown in, what is not as it says out.

mod assertion;
mod markdown;

use cdl_compiler::diagnostics::{Diagnostic, Severity};
use cdl_compiler::elaborate::Revealed;
use cdl_compiler::schema::Variability;
use cdl_compiler::{Compiler, Nothing, View};

use assertion::{Assertion, Claim, assertions_of};
pub use markdown::{Test, tests_of};

/// The first value that is named on a line.
fn named_value(view: &View, file: &markdown::File, line: usize) -> Option<Revealed> {
    let mut lines = file.text.split_inclusive('\n');
    let start: usize = lines.by_ref().take(line - 1).map(str::len).sum();
    let end = start + lines.next()?.len();
    let found = view.reveal_in(&file.path, start..end).into_iter();
    found
        .filter(|own| view.declaration(own.place).is_some())
        .find(|own| view.locate(own.place).is_some_and(|at| (start..end).contains(&at.range.start)))
}

/// A diagnostic with the line that it is about.
struct Found<T> {
    file: String,
    /// From 1, in its file.
    line: usize,
    what: T,
    met: bool,
}

/// What a test claims that is not so, and what it does not claim but is: one entry each.
pub fn failures(test: &Test) -> Vec<String> {
    let mut compiler = Compiler::new(Nothing);
    for file in &test.files {
        compiler.set_file(&file.path, &file.text);
    }
    let mut claims: Vec<(&markdown::File, Assertion)> = Vec::new();
    let mut failures = Vec::new();
    for file in &test.files {
        match assertions_of(&file.text) {
            Ok(all) => claims.extend(all.into_iter().map(|claim| (file, claim))),
            Err((line, reason)) => failures.push(test.failure(&file.path, line, &reason)),
        }
    }
    let mut diagnostics: Vec<Found<Diagnostic>> = compiler
        .check(&test.main)
        .into_iter()
        // Nobody reads the names of a fragment, as there is nobody.
        .filter(|found| !(test.is_fragment && found.code == "W0411"))
        .map(|found| {
            let (file, line) = line_of(&compiler, found.primary.place);
            Found { file, line, what: found, met: false }
        })
        .collect();
    let view = compiler.view();

    for (file, assertion) in claims {
        let fail = |reason: String| test.failure(&file.path, assertion.line, &reason);
        match &assertion.claim {
            Claim::Diagnostic { severity, code, text } => {
                let here = |found: &Found<Diagnostic>| {
                    !found.met && found.file == file.path && found.line == assertion.line
                };
                let matching = diagnostics.iter_mut().find(|found| {
                    here(found)
                        && found.what.severity == *severity
                        && found.what.code == code
                        && text.as_ref().is_none_or(|text| says(&found.what, text))
                });
                match matching {
                    Some(found) => found.met = true,
                    None => failures.push(fail(format!(
                        "expected {} {code}{}, which is not reported",
                        word(*severity),
                        text.as_ref().map_or_else(String::new, |text| format!(" {text:?}")),
                    ))),
                }
            }
            Claim::Reveals { variability, ty, value } => {
                let Some(what) = named_value(&view, file, assertion.line) else {
                    failures.push(fail(format!("expected the type {ty}, found no named value")));
                    continue;
                };
                if what.ty != *ty {
                    failures.push(fail(format!("expected the type {ty}, found {}", what.ty)));
                }
                if let Some(expected) = variability
                    && what.variability != *expected
                {
                    failures.push(fail(format!(
                        "expected a {expected:?}, found a {:?}",
                        what.variability
                    )));
                }
                if let Some(expected) = value
                    && what.value.as_ref() != Some(expected)
                {
                    let found = what.value.as_deref().unwrap_or("none that is known");
                    failures.push(fail(format!("expected the value {expected}, found {found}")));
                }
            }
        }
    }
    for found in diagnostics.iter().filter(|found| !found.met) {
        failures.push(test.failure(&found.file, found.line, &shown(&found.what)));
    }
    failures
}

/// Whether a message, one of its labels, notes or proposals contains a text.
fn says(found: &Diagnostic, text: &str) -> bool {
    let labels = std::iter::once(&found.primary).chain(&found.related).map(|label| &label.text);
    std::iter::once(&found.message)
        .chain(labels)
        .chain(&found.notes)
        .chain(found.fix.iter().map(|fix| &fix.title))
        .any(|part| part.contains(text))
}

fn shown(found: &Diagnostic) -> String {
    let mut text = format!(
        "unexpected {} {}: {}\n        at the place: {}",
        word(found.severity),
        found.code,
        found.message,
        found.primary.text
    );
    for label in &found.related {
        text.push_str(&format!("\n        elsewhere: {}", label.text));
    }
    for note in &found.notes {
        text.push_str(&format!("\n        note: {note}"));
    }
    if let Some(fix) = &found.fix {
        text.push_str(&format!("\n        help: {}", fix.title));
    }
    text
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error:",
        Severity::Warning => "warning:",
    }
}

/// The file of a place and its line, from 1.
fn line_of(compiler: &Compiler, place: cdl_compiler::place::Place) -> (String, usize) {
    let Some(location) = compiler.locate(place) else { return (String::new(), 0) };
    let text = compiler.text(&location.path).unwrap_or_default();
    let before = text.as_bytes().iter().take(location.range.start);
    (location.path, 1 + before.filter(|byte| **byte == b'\n').count())
}

/// `const`, `param` or `signal`.
fn variability_named(word: &str) -> Option<Variability> {
    match word {
        "const" => Some(Variability::Const),
        "param" => Some(Variability::Param),
        "signal" => Some(Variability::Signal),
        _ => None,
    }
}
