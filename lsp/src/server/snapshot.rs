//! One moment of all files, with what it takes to speak about them in the protocol's words.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use cdl_compiler::View;
use tower_lsp::lsp_types::{self as lsp, Url};

use super::capabilities::Client;
use super::commands::Fault;
use super::document::Document;
use super::library::Library;
use super::positions::{Encoding, Text};
use super::state::Documents;
use super::uris;

pub(crate) struct Snapshot {
    pub(crate) view: View,
    pub(crate) documents: Arc<Documents>,
    encoding: Encoding,
    pub(crate) library: Arc<Library>,
    pub(crate) client: Client,
    pub(super) faults: Arc<Vec<Fault>>,
    /// The lines of files that are not open, as far as somebody needed them.
    read: RefCell<BTreeMap<String, Option<Arc<Text>>>>,
}

impl Snapshot {
    pub(super) fn new(
        view: View,
        documents: Arc<Documents>,
        encoding: Encoding,
        library: Arc<Library>,
        client: Client,
        faults: Arc<Vec<Fault>>,
    ) -> Self {
        Self { view, documents, encoding, library, client, faults, read: RefCell::default() }
    }

    pub(crate) fn path(&self, uri: &Url) -> String {
        uris::path(uri, &self.library)
    }

    pub(crate) fn uri(&self, path: &str) -> Option<Url> {
        match self.documents.get(path) {
            Some(document) => Some(document.uri.clone()),
            None => uris::uri(path, &self.library),
        }
    }

    pub(crate) fn document(&self, uri: &Url) -> Option<(String, &Document)> {
        let path = self.path(uri);
        let document = self.documents.get(&path)?;
        Some((path, document))
    }

    /// The byte of a position in an open document, with the document's path.
    pub(crate) fn place(&self, at: &lsp::TextDocumentPositionParams) -> Option<(String, usize)> {
        let (path, document) = self.document(&at.text_document.uri)?;
        Some((path, document.text.offset(at.position, self.encoding)))
    }

    /// The bytes of a range in an open document, with the document's path.
    pub(crate) fn bytes(&self, uri: &Url, range: lsp::Range) -> Option<(String, Range<usize>)> {
        let (path, document) = self.document(uri)?;
        Some((path, document.text.bytes(range, self.encoding)))
    }

    pub(crate) fn range(&self, path: &str, bytes: Range<usize>) -> Option<lsp::Range> {
        if let Some(document) = self.documents.get(path) {
            return Some(document.text.range(bytes, self.encoding));
        }
        let mut read = self.read.borrow_mut();
        let text = read
            .entry(path.to_owned())
            .or_insert_with(|| Some(Arc::new(Text::new(self.view.text(path)?))));
        Some(text.as_ref()?.range(bytes, self.encoding))
    }

    pub(crate) fn location(&self, path: &str, bytes: Range<usize>) -> Option<lsp::Location> {
        Some(lsp::Location { uri: self.uri(path)?, range: self.range(path, bytes)? })
    }
}
