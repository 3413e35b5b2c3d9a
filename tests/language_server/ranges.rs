//! Whether what an answer points at is there: every position in it, wherever it stands.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use crate::positions;

/// Panics where a position or range in an answer is not in the text of its document. `uri` is the
/// document that was asked about, `what` the question; what points into files that are not among `texts` is not looked at.
pub fn check(what: &str, answer: &Value, uri: &str, texts: &BTreeMap<String, &str>) {
    match answer {
        Value::Array(values) => values.iter().for_each(|value| check(what, value, uri, texts)),
        Value::Object(fields) => {
            let has = |a: &str, b: &str| fields.contains_key(a) && fields.contains_key(b);
            let text = texts.get(uri).copied();
            if has("line", "character") {
                if let Some(text) = text {
                    let at = positions::offset(text, answer);
                    assert!(at.is_some(), "{what}: {answer} is not in\n{text:?}");
                }
                return;
            }
            if has("start", "end") && fields["start"].is_object() {
                if let Some(text) = text {
                    let bytes = positions::bytes(text, answer);
                    assert!(bytes.is_some(), "{what}: {answer} is not in\n{text:?}");
                }
                return;
            }
            if has("startLine", "endLine")
                && let Some(text) = text
            {
                let last = positions::lines(text).len() as u64 - 1;
                let line = |name: &str| fields[name].as_u64().expect("a line");
                assert!(line("startLine") <= line("endLine"), "{what}: {answer}");
                assert!(line("endLine") <= last, "{what}: {answer} in {} lines", last + 1);
            }
            let own = |name: &str| fields.get(name).and_then(Value::as_str);
            let nested = fields.get("textDocument").and_then(|own| own["uri"].as_str());
            let here = own("uri").or(own("targetUri")).or(nested).unwrap_or(uri);
            for (name, value) in fields {
                // What the server keeps for itself need not be positions of the document.
                if name == "data" {
                    continue;
                }
                let at = match name.as_str() {
                    "originSelectionRange" => uri,
                    _ if texts.contains_key(name) => name,
                    _ if name.contains("://") => continue,
                    _ => here,
                };
                check(what, value, at, texts);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The tokens of a semantic answer as pieces of the text, in order.
///
/// # Panics
/// One is not in the text, or begins before the one before has ended.
pub fn tokens<'t>(text: &'t str, answer: &Value) -> Vec<(&'t str, u64)> {
    let numbers: Vec<u64> =
        answer["data"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let lines = positions::lines(text);
    let (mut line, mut column) = (0, 0);
    let mut columns = columns_of(text, lines.first().cloned());
    let mut last = 0;
    let mut tokens = Vec::new();
    for token in numbers.chunks(5) {
        let &[lines_on, columns_on, length, kind, _] = token else { panic!("five numbers each") };
        if lines_on > 0 {
            line += lines_on as usize;
            column = 0;
            columns = columns_of(text, lines.get(line).cloned());
        }
        column += columns_on as usize;
        let at = |column: usize| {
            let found = columns.get(column).copied().flatten();
            found.unwrap_or_else(|| panic!("{line}:{column} is not in\n{text:?}"))
        };
        let (start, end) = (at(column), at(column + length as usize));
        assert!(last <= start && start < end, "tokens overlap at {line}:{column}");
        last = end;
        tokens.push((&text[start..end], kind));
    }
    tokens
}

/// The byte offset of each column of a line, where there is one, up to the line's end.
fn columns_of(text: &str, line: Option<Range<usize>>) -> Vec<Option<usize>> {
    let Some(line) = line else { return Vec::new() };
    let mut columns = Vec::new();
    for (at, character) in text[line.clone()].char_indices() {
        columns.push(Some(line.start + at));
        columns.resize(columns.len() + character.len_utf16() - 1, None);
    }
    columns.push(Some(line.end));
    columns
}
