//! What the editor has open.

use std::sync::Arc;
use std::time::Instant;

use tower_lsp::lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Url};

use super::positions::{Encoding, Text};
use super::typing::Typed;

#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// As the client writes it.
    pub(crate) uri: Url,
    pub(crate) version: i32,
    /// Which of all openings it is: what is opened again begins with the same version.
    pub(crate) opening: u64,
    /// Whether it is written in our language; tables of data may be open, too.
    pub(crate) is_model: bool,
    pub(crate) text: Text,
    /// The last edit, unless it was saved since.
    pub(crate) typed: Option<Typed>,
}

impl Document {
    pub(crate) fn new(item: TextDocumentItem, opening: u64) -> Self {
        let TextDocumentItem { uri, language_id, version, text } = item;
        let is_model = language_id == "cdl" || uri.path().ends_with(".cdl");
        Self { uri, version, opening, is_model, text: Text::new(text.into()), typed: None }
    }

    /// The document after changes, each of which is seen from the text that the one before has left.
    pub(crate) fn changed(
        &self,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) -> Self {
        // Nothing before a change of the whole text matters.
        let whole = changes.iter().rposition(|change| change.range.is_none());
        let (start, rest) = match whole.and_then(|at| changes.split_at_checked(at)) {
            Some((_, [whole, rest @ ..])) => (Text::new(Arc::from(whole.text.as_str())), rest),
            _ => (self.text.clone(), changes),
        };
        let text = rest.iter().fold(start, |text, change| match change.range {
            Some(range) => text.replaced(text.bytes(range, encoding), &change.text),
            None => text,
        });
        let typed = Typed::last(changes, Instant::now());
        Self { uri: self.uri.clone(), version, text, typed, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tower_lsp::lsp_types::{Position, Range};

    fn change(range: Option<[u32; 4]>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|[line, column, end, end_column]| Range {
            start: Position::new(line, column),
            end: Position::new(end, end_column),
        });
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    fn after(text: &str, changes: &[TextDocumentContentChangeEvent]) -> String {
        let uri = Url::parse("untitled:a").unwrap();
        let item = TextDocumentItem::new(uri, "cdl".to_owned(), 1, text.to_owned());
        let document = Document::new(item, 1).changed(2, changes, Encoding::Utf16);
        assert_eq!(document.version, 2);
        document.text.as_str().to_owned()
    }

    #[test]
    fn changes_follow_one_another() {
        let changes = [change(Some([0, 1, 0, 2]), "é😀"), change(Some([0, 4, 1, 0]), "!")];
        assert_eq!(after("abc\ndef", &changes), "aé😀!def");
    }

    #[test]
    fn a_whole_text_replaces_all_before() {
        let changes = [
            change(Some([0, 0, 9, 9]), "x"),
            change(None, "new\r\ntext"),
            change(Some([1, 0, 1, 1]), "T"),
        ];
        assert_eq!(after("old", &changes), "new\r\nText");
    }

    #[test]
    fn ranges_beyond_the_text_and_backwards_do_no_harm() {
        assert_eq!(after("ab\ncd", &[change(Some([7, 3, 9, 9]), "!")]), "ab\ncd!");
        assert_eq!(after("ab\ncd", &[change(Some([0, 99, 1, 0]), " ")]), "ab cd");
        assert_eq!(after("ab\ncd", &[change(Some([1, 1, 0, 1]), "")]), "ad");
        assert_eq!(after("😀", &[change(Some([0, 1, 0, 1]), "x")]), "x😀");
    }
}
