//! For a terminal: the source with what is wrong underlined, by codespan-reporting.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use codespan_reporting::diagnostic::{self as codespan, LabelStyle};
use codespan_reporting::term::termcolor::{Buffer, ColorSpec};
use codespan_reporting::term::{self, Config, Styles, StylesWriter};

use super::excerpt::{Excerpt, Excerpts};
use super::lines::{Marks, clamped};
use super::{Located, Severity};
use cdl_graph::{in_place, named};

/// The texts that diagnostics point into, read once.
#[derive(Debug, Default)]
pub struct Sources {
    texts: BTreeMap<String, Source>,
}

#[derive(Debug)]
struct Source {
    text: Arc<str>,
    /// Made when the first line is asked for.
    marks: OnceCell<Marks>,
}

impl Sources {
    /// The texts of all files that `diagnostics` mention; a file that `read` does not know is left out.
    pub fn new<'a>(
        diagnostics: impl IntoIterator<Item = &'a Located>,
        mut read: impl FnMut(&str) -> Option<Arc<str>>,
    ) -> Self {
        let mut texts = BTreeMap::new();
        for diagnostic in diagnostics {
            let of_fix = diagnostic.fix.iter().map(|fix| &fix.path);
            for path in diagnostic.labels.iter().map(|label| &label.path).chain(of_fix) {
                if !texts.contains_key(path)
                    && let Some(text) = read(path)
                {
                    let text = match in_place(&text) {
                        Cow::Borrowed(_) => text,
                        Cow::Owned(shown) => shown.into(),
                    };
                    texts.insert(path.clone(), Source { text, marks: OnceCell::new() });
                }
            }
        }
        Self { texts }
    }

    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(|source| &*source.text)
    }

    /// From 1; of a file that is not known, its start.
    pub(super) fn line_and_column(&self, path: &str, position: usize) -> (usize, usize) {
        let Some(Source { text, marks }) = self.texts.get(path) else { return (1, 1) };
        marks.get_or_init(|| Marks::new(text)).line_and_column(text, position)
    }
}

/// The message with its source lines, ending in an empty line; with ANSI colours where wanted.
pub fn rich(diagnostic: &Located, sources: &Sources, colour: bool) -> String {
    let (files, labels) = pointed_at(diagnostic, sources);
    let report = codespan::Diagnostic {
        severity: match diagnostic.severity {
            Severity::Error => codespan::Severity::Error,
            Severity::Warning => codespan::Severity::Warning,
        },
        code: Some(diagnostic.code.clone()),
        message: named(&diagnostic.message).into_owned(),
        labels,
        notes: notes(diagnostic),
    };
    let mut buffer = if colour { Buffer::ansi() } else { Buffer::no_color() };
    let styles = styles();
    let mut writer = StylesWriter::new(&mut buffer, &styles);
    let config = Config::default();
    match term::emit_to_write_style(&mut writer, &config, &files, &report) {
        Ok(()) => String::from_utf8_lossy(buffer.as_slice()).into_owned(),
        // Only a range outside its file gets here, and all are clamped; the message must not be lost.
        Err(_) => format!(
            "{}[{}]: {}\n\n",
            diagnostic.severity.name(),
            diagnostic.code,
            named(&diagnostic.message)
        ),
    }
}

/// The files that a message points into, and where.
fn pointed_at<'a>(
    diagnostic: &Located,
    sources: &'a Sources,
) -> (Excerpts<'a>, Vec<codespan::Label<usize>>) {
    let mut ranges: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    let known = diagnostic.labels.iter().filter_map(|label| {
        let range = clamped(sources.text(&label.path)?, &label.range);
        ranges.entry(&label.path).or_default().push(range.clone());
        Some((label, range))
    });
    let known: Vec<_> = known.collect();
    let of_path = |(path, source): (&'a String, &'a Source)| {
        Some(Excerpt::new(path, &source.text, ranges.get(path.as_str())?))
    };
    let files = Excerpts(sources.texts.iter().filter_map(of_path).collect());
    let labels = known.into_iter().filter_map(|(label, range)| {
        let (file_id, file) = files.of(&label.path)?;
        let style = if label.primary { LabelStyle::Primary } else { LabelStyle::Secondary };
        let (range, message) = (file.shown(&range), named(&label.text).into_owned());
        Some(codespan::Label { style, file_id, range, message })
    });
    let labels = labels.collect();
    (files, labels)
}

/// The proposal first, unless the message has made it already.
fn notes(diagnostic: &Located) -> Vec<String> {
    let proposal = diagnostic
        .fix
        .iter()
        .filter(|fix| !diagnostic.message.contains(&fix.title))
        .map(|fix| format!("help: {}", fix.title));
    let notes = proposal.chain(diagnostic.notes.iter().cloned());
    notes.map(|note| named(&note).into_owned()).collect()
}

/// The defaults, but with the same blue on every system.
fn styles() -> Styles {
    let mut styles = Styles::default();
    let mut blue = ColorSpec::new();
    blue.set_fg(Some(codespan_reporting::term::termcolor::Color::Blue)).set_intense(true);
    styles.secondary_label = blue.clone();
    styles.line_number = blue.clone();
    styles.source_border = blue.clone();
    styles.note_bullet = blue;
    styles
}
