//! For programs: one JSON object per line.
//!
//! ```text
//! {"code":"E0202","severity":"error","message":"...","file":"a.cdl",
//!  "start":52,"end":60,"line":4,"column":5,"end_line":4,"end_column":13,
//!  "label":"unknown field",
//!  "related":[{"file":"a.cdl","start":...,"end":...,"line":...,"column":...,
//!              "end_line":...,"end_column":...,"label":"..."}],
//!  "notes":["..."],
//!  "fix":{"title":"...","file":"a.cdl","start":52,"end":60,"replacement":"diameter"}}
//! ```
//!
//! `start` and `end` are bytes of the file's UTF-8 text, `end` exclusive; lines and columns count from
//! 1, columns in characters. Control characters and marks of direction are escaped (`\u202e`). `file` to `label` are absent where no place is known, `fix` where there
//! is none. Fields may be added in later versions; none is removed or changes its meaning.

use serde::Serialize;

use super::{Located, LocatedLabel, Sources};
use cdl_graph::escaped;

#[derive(Serialize)]
struct Line<'a> {
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    primary: Option<Span<'a>>,
    related: Vec<Span<'a>>,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Fix<'a>>,
}

#[derive(Serialize)]
struct Span<'a> {
    file: &'a str,
    start: usize,
    end: usize,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    label: &'a str,
}

#[derive(Serialize)]
struct Fix<'a> {
    title: &'a str,
    file: &'a str,
    start: usize,
    end: usize,
    replacement: &'a str,
}

/// One line without a newline at its end.
pub fn json_line(diagnostic: &Located, sources: &Sources) -> String {
    let span = |label| span(label, sources);
    let line = Line {
        code: &diagnostic.code,
        severity: diagnostic.severity.name(),
        message: &diagnostic.message,
        primary: diagnostic.labels.iter().find(|label| label.primary).map(span),
        related: diagnostic.labels.iter().filter(|label| !label.primary).map(span).collect(),
        notes: &diagnostic.notes,
        fix: diagnostic.fix.as_ref().map(|fix| Fix {
            title: &fix.title,
            file: &fix.path,
            start: fix.range.start,
            end: fix.range.end,
            replacement: &fix.replacement,
        }),
    };
    // Strings and integers always serialize; an empty line would be the least harm.
    escaped(&serde_json::to_string(&line).unwrap_or_default()).into_owned()
}

fn span<'a>(label: &'a LocatedLabel, sources: &Sources) -> Span<'a> {
    let (line, column) = sources.line_and_column(&label.path, label.range.start);
    let (end_line, end_column) = sources.line_and_column(&label.path, label.range.end);
    Span {
        file: &label.path,
        start: label.range.start,
        end: label.range.end,
        line,
        column,
        end_line,
        end_column,
        label: &label.text,
    }
}
