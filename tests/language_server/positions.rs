//! Positions as the protocol means them, written apart from the server's own: lines end with `\n`,
//! `\r\n` or `\r`, and a column counts UTF-16 code units.

use std::ops::Range;

use serde_json::{Value, json};

/// The byte ranges of the lines without what ends them; there is always one.
pub fn lines(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let length = match bytes[at] {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
            b'\r' | b'\n' => 1,
            _ => 0,
        };
        if length == 0 {
            at += 1;
        } else {
            lines.push(start..at);
            at += length;
            start = at;
        }
    }
    lines.push(start..at);
    lines
}

/// The position of a byte offset; one between `\r` and `\n` is the end of the line.
pub fn position(text: &str, offset: usize) -> Value {
    let mut start = 0;
    let mut line = 0;
    for (number, range) in lines(text).into_iter().enumerate() {
        if range.start > offset {
            break;
        }
        (line, start) = (number, range.start);
    }
    let content = lines(text)[line].end;
    let character = text[start..offset.min(content)].encode_utf16().count();
    json!({ "line": line, "character": character })
}

pub fn range(text: &str, range: Range<usize>) -> Value {
    json!({ "start": position(text, range.start), "end": position(text, range.end) })
}

/// The byte offset of a position; `None` beyond the text or its line, and inside of a character.
pub fn offset(text: &str, position: &Value) -> Option<usize> {
    let line = lines(text).into_iter().nth(position["line"].as_u64()? as usize)?;
    let wanted = position["character"].as_u64()?;
    let mut column = 0;
    for (at, character) in text[line.clone()].char_indices() {
        if column == wanted {
            return Some(line.start + at);
        }
        column += character.len_utf16() as u64;
    }
    (column == wanted).then_some(line.end)
}

/// The byte offset that a server takes for any position: beyond a line its end, beyond the text its
/// end, and inside of a character its start.
pub fn clamped(text: &str, line: u64, column: u64) -> usize {
    let Some(range) = lines(text).into_iter().nth(line as usize) else { return text.len() };
    let mut at = 0;
    for (offset, character) in text[range.clone()].char_indices() {
        at += character.len_utf16() as u64;
        if at > column {
            return range.start + offset;
        }
    }
    range.end
}

/// The bytes of a range that lies in the text, its ends between characters and in order.
pub fn bytes(text: &str, range: &Value) -> Option<Range<usize>> {
    let found = offset(text, &range["start"])?..offset(text, &range["end"])?;
    (found.start <= found.end).then_some(found)
}

#[test]
fn columns_count_utf16_and_lines_end_in_three_ways() {
    let text = "a\u{1f600}e\u{301}\r\nb\rc\n";
    assert_eq!(lines(text).len(), 4);
    for (offset_, _) in text.char_indices().filter(|(at, _)| text.as_bytes()[*at] != b'\n') {
        assert_eq!(offset(text, &position(text, offset_)), Some(offset_));
    }
    assert_eq!(offset(text, &json!({ "line": 0, "character": 2 })), None, "inside of a pair");
    assert_eq!(offset(text, &json!({ "line": 0, "character": 3 })), Some(5));
    assert_eq!(offset(text, &json!({ "line": 1, "character": 2 })), None, "beyond the line");
    assert_eq!(offset(text, &json!({ "line": 3, "character": 0 })), Some(text.len()));
    assert_eq!(offset(text, &json!({ "line": 4, "character": 0 })), None, "beyond the text");
    assert_eq!(clamped(text, 0, 2), 1, "inside of a pair");
    assert_eq!(clamped(text, 0, 3), 5);
    assert_eq!(clamped(text, 1, 9), lines(text)[1].end);
    assert_eq!(clamped(text, 9, 9), text.len());
}
