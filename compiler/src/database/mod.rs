//! The incremental database, the only part that knows salsa.

use std::sync::Arc;

use crate::api::{Compilation, Files, Location, Request, Runnable};
use crate::diagnostics::Diagnostic;
use crate::place::Place;

/// Everything that is known about a set of files.
pub struct Compiler {
    files: Box<dyn Files>,
}

impl Compiler {
    /// Files that are not set are read through `files` when they are needed, once.
    pub fn new(files: impl Files + 'static) -> Self {
        Self { files: Box::new(files) }
    }

    /// Opens a file or changes its text.
    pub fn set_file(&mut self, _path: &str, _text: &str) {
        let _ = &self.files;
    }

    /// Forgets what was set; the file is read again when it is needed.
    pub fn close_file(&mut self, _path: &str) {}

    /// The present text of a file, as diagnostics refer to it.
    pub fn text(&self, _path: &str) -> Option<Arc<str>> {
        None
    }

    /// Everything that is wrong in a file, also in what nobody uses, in the order of the text.
    pub fn check(&mut self, _path: &str) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Elaborates, lowers and plans one experiment. The errors are those of the file and of what the
    /// experiment needs from others.
    pub fn compile(
        &mut self,
        _path: &str,
        _request: &Request,
    ) -> Result<Compilation, Vec<Diagnostic>> {
        Err(Vec::new())
    }

    /// The models and experiments of a file, in the order of the text.
    pub fn runnables(&mut self, _path: &str) -> Vec<Runnable> {
        Vec::new()
    }

    /// The file and byte range of a place; `None` for one that is gone.
    pub fn locate(&self, _place: Place) -> Option<Location> {
        None
    }
}
