//! What the command and the language server use: plain data in, plain data out.

use std::collections::BTreeMap;
use std::ops::Range;

use cdl_graph::Graph;

use crate::diagnostics::Diagnostic;
use crate::place::Place;
use crate::typed;

/// Reads files that nobody has opened.
pub trait Files: Send {
    /// The text of the file at a path; the error is one line for a person.
    fn read(&self, path: &str) -> Result<String, String>;
}

/// Files of the file system, by paths as the system understands them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

/// No files but those that are set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

/// What to compile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Request {
    /// The experiment's name. Without one: the only experiment of the file, else its first; in a file
    /// without experiments the only or last model, to be compiled but not run.
    pub experiment: Option<String>,
    /// Parameters of the model by name, and an expression such as `12 m` for each.
    pub overrides: Vec<(String, String)>,
}

/// A model that is ready to run.
#[derive(Clone, Debug)]
pub struct Compilation {
    pub model: typed::Model,
    /// The graph as it was lowered, then after each pass; at least one.
    pub stages: Vec<Stage>,
    /// Warnings; a compilation has no errors.
    pub warnings: Vec<Diagnostic>,
    /// For the summary, such as why this experiment was chosen.
    pub notes: Vec<String>,
    pub(crate) origins: BTreeMap<String, Place>,
}

/// The graph after one step of the compiler.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Of the step that made it, such as `lower` or `fold_constants`.
    pub name: &'static str,
    pub graph: Graph,
}

impl Compilation {
    /// The graph after all passes.
    pub fn graph(&self) -> Option<&Graph> {
        self.stages.last().map(|stage| &stage.graph)
    }

    /// Where the element with a path such as `crane.luff` was declared.
    pub fn origin(&self, path: &str) -> Option<Place> {
        self.origins.get(path).copied()
    }
}

/// Something in a file that can be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runnable {
    pub kind: RunnableKind,
    pub name: String,
    /// The name in the declaration.
    pub place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunnableKind {
    Model,
    Experiment,
}

/// A range of bytes in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub path: String,
    pub range: Range<usize>,
}

impl Files for Disk {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    }
}

impl Files for Nothing {
    fn read(&self, _path: &str) -> Result<String, String> {
        Err("no such file".to_owned())
    }
}
