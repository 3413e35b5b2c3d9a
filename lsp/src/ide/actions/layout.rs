//! Where new text goes, laid out as the formatter would.

use std::ops::Range;

use crate::ide::edit::Edit;

const WIDTH: usize = 100;
const INDENT: &str = "  ";

/// The blanks at the start of the line of an offset.
pub(super) fn indent(text: &str, offset: usize) -> &str {
    let line = text.get(line_start(text, offset)..).unwrap_or("");
    line.get(..line.len() - line.trim_start_matches([' ', '\t']).len()).unwrap_or("")
}

pub(super) fn line_start(text: &str, offset: usize) -> usize {
    text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1)
}

fn line_end(text: &str, offset: usize) -> usize {
    text.get(offset..).and_then(|after| after.find('\n')).map_or(text.len(), |at| offset + at)
}

/// Whether something stands before an offset in its line.
pub(super) fn is_in_line(text: &str, offset: usize) -> bool {
    text.get(line_start(text, offset)..offset).is_some_and(|before| !before.trim().is_empty())
}

/// New fields for the element that covers `element` and starts in a line of its own or not; `body` is
/// its block with the braces, if it has one.
pub(super) fn add_fields(
    text: &str,
    element: &Range<usize>,
    body: Option<&Range<usize>>,
    fields: &[String],
) -> Edit {
    let around = indent(text, element.start);
    let lines = |fields: &mut dyn Iterator<Item = &str>| -> String {
        fields.map(|field| format!("\n{around}{INDENT}{field}")).collect()
    };
    let mut new = fields.iter().map(String::as_str);
    let Some(body) = body else {
        let line = format!(" {{ {} }}", fields.join("; "));
        let text = match is_in_line(text, element.start) {
            true => line,
            false => format!(" {{{}\n{around}}}", lines(&mut new)),
        };
        return Edit::new(element.end..element.end, text);
    };
    let inner = body.start + 1..body.end.saturating_sub(1).max(body.start + 1);
    let content = text.get(inner.clone()).unwrap_or("");
    if content.contains('\n') {
        // What stands behind the brace in its line stays there.
        let first_line = content.split('\n').next().unwrap_or("");
        let at = match first_line.trim().is_empty() {
            true => inner.start,
            false => inner.start + content.trim_end().len(),
        };
        return Edit::new(at..at, lines(&mut new));
    }
    let joined = fields.join("; ");
    let old = content.trim();
    let whole = if old.is_empty() { format!(" {joined} ") } else { format!(" {joined}; {old} ") };
    let line = line_start(text, body.start)..line_end(text, body.end);
    let width = text.get(line).map_or(0, |line| line.chars().count());
    let fits = width + whole.chars().count() <= WIDTH + content.chars().count();
    if fits || content.contains("/*") || is_in_line(text, element.start) {
        return Edit::new(inner, whole);
    }
    let mut all = new.chain(entries(old));
    Edit::new(inner, format!("{}\n{around}", lines(&mut all)))
}

/// The entries of a block in one line.
fn entries(content: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let entries = content.split(move |c: char| {
        depth += i32::from(matches!(c, '(' | '[' | '{'));
        depth -= i32::from(matches!(c, ')' | ']' | '}'));
        c == ';' && depth == 0
    });
    entries.map(str::trim).filter(|entry| !entry.is_empty())
}

/// New arguments for a call or variant that covers `call`, with arguments that cover `given`.
pub(super) fn add_arguments(
    text: &str,
    call: &Range<usize>,
    given: &[Range<usize>],
    arguments: &[String],
) -> Option<Edit> {
    let joined = arguments.join(", ");
    if let Some(last) = given.last() {
        return Some(Edit::new(last.end..last.end, format!(", {joined}")));
    }
    let own = text.get(call.clone())?;
    Some(match own.rfind(')') {
        Some(close) => Edit::new(call.start + close..call.start + close, joined),
        None => Edit::new(call.end..call.end, format!("({joined})")),
    })
}
