//! One moment of all files, with what it takes to speak about them in the protocol's words.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use cdl_compiler::View;
use tower_lsp::lsp_types::{self as lsp, Url};

use super::capabilities::Client;
use super::commands::Fault;
use super::convert::Given;
use super::document::Document;
use super::library::Library;
use super::positions::{Encoding, Text};
use super::state::Documents;
use super::typing::Typed;
use super::uris;
use crate::ide::edit::Edit;

pub(crate) struct Snapshot {
    pub(crate) view: View,
    pub(crate) documents: Arc<Documents>,
    encoding: Encoding,
    pub(crate) library: Arc<Library>,
    pub(crate) client: Client,
    pub(super) faults: Arc<Vec<Fault>>,
    pub(super) given: Arc<Given>,
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
        given: Arc<Given>,
    ) -> Self {
        Self { view, documents, encoding, library, client, faults, given, read: RefCell::default() }
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
        self.with_text(path, |text| text.range(bytes, self.encoding))
    }

    /// The lines of the heads of the blocks in which somebody types.
    pub(super) fn heads(&self, typed: Typed, text: &Text) -> Vec<Range<u32>> {
        typed.heads(text, self.encoding)
    }

    fn with_text<T>(&self, path: &str, then: impl FnOnce(&Text) -> T) -> Option<T> {
        if let Some(document) = self.documents.get(path) {
            return Some(then(&document.text));
        }
        let mut read = self.read.borrow_mut();
        let text = read
            .entry(path.to_owned())
            .or_insert_with(|| Some(Arc::new(Text::new(self.view.text(path)?))));
        text.as_deref().map(then)
    }

    pub(crate) fn edit(&self, path: &str, edit: Edit) -> Option<lsp::TextEdit> {
        self.with_text(path, |text| lsp::TextEdit {
            range: text.range(edit.range(), self.encoding),
            new_text: text.with_own_line_ends(edit.text),
        })
    }

    /// Edits of several files by their paths, with the versions that they are for.
    pub(crate) fn workspace_edit(&self, edits: BTreeMap<String, Vec<Edit>>) -> lsp::WorkspaceEdit {
        let files = edits.into_iter().filter_map(|(path, edits)| {
            let edits = edits.into_iter().filter_map(|edit| self.edit(&path, edit));
            let version = self.documents.get(&path).map(|document| document.version);
            Some((self.uri(&path)?, version, edits.collect::<Vec<_>>()))
        });
        if !self.client.versioned_edits {
            let changes = files.map(|(uri, _, edits)| (uri, edits)).collect();
            return lsp::WorkspaceEdit { changes: Some(changes), ..Default::default() };
        }
        let documents = files.map(|(uri, version, edits)| lsp::TextDocumentEdit {
            text_document: lsp::OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(lsp::OneOf::Left).collect(),
        });
        let documents = lsp::DocumentChanges::Edits(documents.collect());
        lsp::WorkspaceEdit { document_changes: Some(documents), ..Default::default() }
    }

    pub(crate) fn location(&self, path: &str, bytes: Range<usize>) -> Option<lsp::Location> {
        Some(lsp::Location { uri: self.uri(path)?, range: self.range(path, bytes)? })
    }
}
