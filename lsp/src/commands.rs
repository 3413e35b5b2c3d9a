//! What the server cannot do itself, because it knows only the compiler: the program that starts it
//! hands it in.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cdl_compiler::Compilation;
use cdl_compiler::place::Place;

#[derive(Clone, Copy, Debug)]
pub struct Commands {
    /// Runs an experiment until it has ended or is cancelled, and leaves its results in a folder. It
    /// reports its progress a few times in a second.
    pub run: fn(&Run<'_>, &mut dyn FnMut(Progress)) -> Ended,
    /// The graph of a model after all passes, as text.
    pub graph: fn(&Compilation) -> Option<String>,
    /// Leaves a text in a file, whose folder is made. One that is there keeps its old text or gets the new one.
    pub keep: fn(&Path, &str) -> io::Result<()>,
}

/// An experiment to be run.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    pub compilation: &'a Arc<Compilation>,
    /// Where its text is from; for the name of the results.
    pub file: &'a Path,
    /// In it the results get a folder of their own.
    pub folder: &'a Path,
    pub cancel: &'a AtomicBool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Such as `3.20 s of 10 s`.
    pub message: String,
    /// From 0 to 1, where one can say.
    pub part: Option<f64>,
}

/// What a run has come to.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Where its results are; `None` if there are none.
    pub folder: Option<PathBuf>,
    /// What shows them.
    pub page: Option<PathBuf>,
    /// One line, such as `completed: 10 s`.
    pub outcome: String,
    /// Whether it got to its end.
    pub is_complete: bool,
    /// Why it did not; empty if it did, or was cancelled.
    pub failures: Vec<Failure>,
    /// What its results are to be read with; one sentence each.
    pub warnings: Vec<String>,
}

/// Something that the run found wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What explains it; `None` where it is not about the model.
    pub code: Option<&'static str>,
    pub message: String,
    /// Of the element that it is about.
    pub place: Option<Place>,
    pub notes: Vec<String>,
}
