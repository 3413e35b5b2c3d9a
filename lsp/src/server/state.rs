//! What the server knows, behind one lock.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use cdl_compiler::Compiler;
use tower_lsp::lsp_types::Url;

use super::capabilities::Client;
use super::commands::Fault;
use super::convert::Given;
use super::document::Document;
use super::library::{self, Library};
use super::on_disk::OnDisk;
use super::positions::Encoding;
use super::snapshot::Snapshot;
use super::uris;

pub(crate) type Documents = BTreeMap<String, Arc<Document>>;

pub(crate) struct State {
    pub(super) compiler: Compiler,
    /// Where the compiler reads files.
    pub(super) on_disk: OnDisk,
    /// What is open, by path.
    pub(super) documents: Arc<Documents>,
    /// How many documents have been opened so far.
    pub(super) openings: u64,
    pub(super) encoding: Encoding,
    pub(super) library: Arc<Library>,
    pub(super) client: Client,
    /// What runs have found wrong.
    pub(super) faults: Arc<Vec<Fault>>,
    pub(super) given: Arc<Given>,
    /// The folders that the user works in.
    pub(super) folders: Vec<PathBuf>,
}

impl State {
    pub(super) fn new() -> Self {
        let on_disk = OnDisk::default();
        Self {
            compiler: Compiler::new(on_disk.clone()),
            on_disk,
            documents: Arc::default(),
            openings: 0,
            encoding: Encoding::default(),
            library: Arc::new(Library::new()),
            client: Client::default(),
            faults: Arc::default(),
            given: Arc::default(),
            folders: Vec::new(),
        }
    }

    /// Everything as it is now. An edit waits until it is gone, so it is not kept.
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot::new(
            self.compiler.view(),
            self.documents.clone(),
            self.encoding,
            self.library.clone(),
            self.client,
            self.faults.clone(),
            self.given.clone(),
        )
    }

    pub(super) fn path(&self, uri: &Url) -> String {
        uris::path(uri, &self.library)
    }

    pub(super) fn document(&self, path: &str) -> Option<&Arc<Document>> {
        self.documents.get(path)
    }

    /// Takes over a document that was opened or changed.
    pub(super) fn put(&mut self, path: String, document: Document) {
        // A module of the standard library is what the program says, whatever an editor does to it.
        if !library::is_module(&path) {
            self.compiler.set_file(&path, document.text.as_str());
        }
        if self.faults.iter().any(|fault| fault.path() == Some(&path)) {
            Arc::make_mut(&mut self.faults).retain(|fault| fault.path() != Some(&path));
        }
        Arc::make_mut(&mut self.documents).insert(path, Arc::new(document));
    }

    /// What was typed is meant to be finished.
    pub(super) fn saved(&mut self, path: &str) {
        if let Some(document) = Arc::make_mut(&mut self.documents).get_mut(path) {
            Arc::make_mut(document).typed = None;
        }
    }

    /// From now on the file is what is on disk.
    pub(super) fn close(&mut self, path: &str) {
        self.given.tokens.forget(path);
        if Arc::make_mut(&mut self.documents).remove(path).is_some() && !library::is_module(path) {
            self.compiler.close_file(path);
        }
    }
}
