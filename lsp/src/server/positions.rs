//! Bytes of a text, and the lines and columns of the protocol.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use line_index::{LineCol, LineIndex, TextRange, WideEncoding, WideLineCol};
use tower_lsp::lsp_types as lsp;

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// What every client understands.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The first that is known of those that a client offers, which are in the order of its liking.
    pub(crate) fn negotiated(offered: Option<&[lsp::PositionEncodingKind]>) -> Self {
        let known = [Self::Utf8, Self::Utf16, Self::Utf32];
        let offered = offered.unwrap_or_default().iter();
        let mut found =
            offered.filter_map(|kind| known.into_iter().find(|own| own.kind() == *kind));
        found.next().unwrap_or_default()
    }

    pub(crate) fn kind(self) -> lsp::PositionEncodingKind {
        match self {
            Self::Utf8 => lsp::PositionEncodingKind::UTF8,
            Self::Utf16 => lsp::PositionEncodingKind::UTF16,
            Self::Utf32 => lsp::PositionEncodingKind::UTF32,
        }
    }

    fn wide(self) -> Option<WideEncoding> {
        match self {
            Self::Utf8 => None,
            Self::Utf16 => Some(WideEncoding::Utf16),
            Self::Utf32 => Some(WideEncoding::Utf32),
        }
    }
}

/// A text with its lines. Lines end with LF, CR LF or CR.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    text: Arc<str>,
    lines: LineIndex,
    has_crlf: bool,
}

impl Text {
    pub(crate) fn new(text: Arc<str>) -> Self {
        let lines = LineIndex::new(&with_newlines(&text));
        let has_crlf = text.contains("\r\n");
        Self { text, lines, has_crlf }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The byte of a position. One beyond the end of a line means that end, one beyond the last line
    /// the end of the text, one inside a character its start.
    pub(crate) fn offset(&self, position: lsp::Position, encoding: Encoding) -> usize {
        let Some(line) = self.lines.line(position.line) else { return self.text.len() };
        let column = match encoding.wide() {
            None => Some(position.character),
            Some(wide) => {
                let at = WideLineCol { line: position.line, col: position.character };
                self.lines.to_utf8(wide, at).map(|at| at.col)
            }
        };
        let content = self.content(line);
        let length = (content.end - content.start) as u32;
        let offset = content.start + column.unwrap_or(length).min(length) as usize;
        self.text.floor_char_boundary(offset)
    }

    /// The position of a byte. One inside a character means its start, one inside the end of a line
    /// its beginning.
    pub(crate) fn position(&self, offset: usize, encoding: Encoding) -> lsp::Position {
        let offset = self.text.floor_char_boundary(offset);
        let at = u32::try_from(offset)
            .ok()
            .and_then(|offset| self.lines.try_line_col(offset.into()))
            .unwrap_or(LineCol { line: 0, col: 0 });
        let content = self.lines.line(at.line).map_or(0..0, |line| self.content(line));
        let col = at.col.min((content.end - content.start) as u32);
        let at = LineCol { col, ..at };
        let character = match encoding.wide() {
            None => at.col,
            Some(wide) => self.lines.to_wide(wide, at).map_or(0, |at| at.col),
        };
        lsp::Position { line: at.line, character }
    }

    /// The bytes of a range; one that is written backwards means the same as forwards.
    pub(crate) fn bytes(&self, range: lsp::Range, encoding: Encoding) -> Range<usize> {
        let (a, b) = (self.offset(range.start, encoding), self.offset(range.end, encoding));
        a.min(b)..a.max(b)
    }

    pub(crate) fn range(&self, bytes: Range<usize>, encoding: Encoding) -> lsp::Range {
        lsp::Range {
            start: self.position(bytes.start, encoding),
            end: self.position(bytes.end.max(bytes.start), encoding),
        }
    }

    /// The text with a part of it replaced.
    pub(crate) fn replaced(&self, bytes: Range<usize>, new: &str) -> Self {
        let before = self.text.get(..bytes.start).unwrap_or("");
        let after = self.text.get(bytes.end..).unwrap_or("");
        Self::new([before, new, after].concat().into())
    }

    /// New text with the line ends that this one has.
    pub(crate) fn with_own_line_ends(&self, new: String) -> String {
        if self.has_crlf && new.contains('\n') {
            return new.replace("\r\n", "\n").replace('\n', "\r\n");
        }
        new
    }

    /// A line without its end.
    fn content(&self, line: TextRange) -> Range<usize> {
        let start = usize::from(line.start());
        let text = self.text.get(start..usize::from(line.end())).unwrap_or("");
        start..start + text.trim_end_matches(['\n', '\r']).len()
    }
}

/// The same bytes, with LF for each CR that stands alone: the index of lines knows no other.
fn with_newlines(text: &str) -> Cow<'_, str> {
    let is_alone = |at: usize| {
        text.as_bytes().get(at) == Some(&b'\r') && text.as_bytes().get(at + 1) != Some(&b'\n')
    };
    let alone: Vec<usize> =
        text.match_indices('\r').map(|(at, _)| at).filter(|&at| is_alone(at)).collect();
    if alone.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut new = String::with_capacity(text.len());
    let mut from = 0;
    for at in alone {
        new.push_str(text.get(from..at).unwrap_or(""));
        new.push('\n');
        from = at + 1;
    }
    new.push_str(text.get(from..).unwrap_or(""));
    Cow::Owned(new)
}

#[cfg(test)]
mod tests;
