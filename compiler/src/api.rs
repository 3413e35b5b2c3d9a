//! What the command and the language server use: plain data in, plain data out.

use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use cdl_graph::{Graph, Origin, Owner};

use crate::diagnostics::Diagnostic;
use crate::place::Place;
use crate::resolve::Referent;
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
    /// What its graph does not say.
    pub model: typed::Declared,
    /// With all elements, where [`Compiler::compile_by_stages`] was asked.
    ///
    /// [`Compiler::compile_by_stages`]: crate::Compiler::compile_by_stages
    pub unfolded: Option<Arc<typed::Model>>,
    /// The graph after all passes, at the end. Before it, where [`Compiler::compile_by_stages`] was asked,
    /// the graph as it was lowered and after each pass.
    ///
    /// [`Compiler::compile_by_stages`]: crate::Compiler::compile_by_stages
    pub stages: Vec<Stage>,
    /// Warnings; a compilation has no errors.
    pub warnings: Vec<Diagnostic>,
    /// For the summary, such as why this experiment was chosen.
    pub notes: Vec<String>,
}

/// The graph after one step of the compiler.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Of the step that made it, such as `lower` or `fold_constants`.
    pub name: &'static str,
    pub graph: Arc<Graph>,
}

impl Compilation {
    /// The graph after all passes.
    pub fn graph(&self) -> Option<&Arc<Graph>> {
        self.stages.last().map(|stage| &stage.graph)
    }

    /// Where an element of the [graph](Self::graph) was written: the name in its declaration. The experiment's
    /// name for what is about the whole, and nothing where there is no experiment either.
    pub fn place(&self, owner: Owner) -> Option<Place> {
        let origin = self.graph().and_then(|graph| graph.origin(owner));
        let experiment = self.model.experiment.as_ref();
        origin.and_then(|origin| self.model.place(origin)).or(experiment.map(|own| own.place))
    }

    /// Where something was written that is no element of the graph.
    pub fn written(&self, origin: Origin) -> Option<Place> {
        self.model.place(origin)
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

/// A name in a file and what it refers to.
#[derive(Clone, Debug)]
pub struct NameUse {
    /// Bytes in the file.
    pub range: Range<usize>,
    pub referent: Referent,
    /// It is the name in the declaration itself.
    pub is_declaration: bool,
    /// It is the name of an argument, which gives it a value.
    pub is_argument: bool,
}

/// The files have changed while an answer was being found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outdated;

/// A larger file is not read: it is no text that a person wrote, and places in it are 32-bit numbers.
const LARGEST_FILE: u64 = 256 << 20;

/// Nor is a larger model, whose tree and elements take some thirty times as much memory: docs/performance.md.
const LARGEST_MODEL: u64 = 64 << 20;

/// How large a file of this name may be.
fn largest(path: &Path) -> u64 {
    if path.extension().is_some_and(|own| own == "cdl") { LARGEST_MODEL } else { LARGEST_FILE }
}

impl Files for Disk {
    fn read(&self, path: &str) -> Result<String, String> {
        // What a model names may be a link that somebody else has made; of what it leads to, lines would be quoted.
        let leads_to = std::fs::canonicalize(path).map_err(|error| error.to_string())?;
        let kind = |path: &Path| path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        if kind(&leads_to) != kind(Path::new(path)) {
            return Err("it is a link to a file of another kind".to_owned());
        }
        read_regular(path)
    }
}

/// A regular file, whatever it is called.
///
/// # Errors
/// One line for a person: as [`read_text`], or that it is a folder, a pipe or a device.
pub fn read_regular(path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    // Asked before it is opened, which would wait for whoever writes to a pipe.
    let metadata = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if metadata.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !metadata.is_file() {
        return Err(NO_FILE.to_owned());
    }
    if metadata.len() > largest(path) {
        return Err(too_large(largest(path)));
    }
    let file = open(path).map_err(|error| error.to_string())?;
    // It may have been replaced since.
    if !file.metadata().is_ok_and(|own| own.is_file()) {
        return Err(NO_FILE.to_owned());
    }
    read_text(file)
}

const NO_FILE: &str = "it is no regular file but a pipe or a device";

/// To read what is there, and to wait for nobody: a log of the system calls itself a regular file.
fn open(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    options.open(path)
}

fn too_large(largest: u64) -> String {
    format!("it is larger than {} MiB", largest >> 20)
}

/// All that comes, as text, without the byte order mark that some editors write.
///
/// # Errors
/// One line for a person: it cannot be read, is too large, or is not UTF-8.
pub fn read_text(stream: impl Read) -> Result<String, String> {
    // It may go on for ever, so the size is counted while reading.
    let mut bytes = Vec::new();
    stream.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::WouldBlock => NO_FILE.to_owned(),
        _ => error.to_string(),
    })?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(too_large(LARGEST_FILE));
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = error.as_bytes().iter().take(at);
        let line = before.filter(|&&byte| byte == b'\n').count() + 1;
        format!("it is not UTF-8 text (line {line})")
    })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

impl Files for Nothing {
    fn read(&self, _path: &str) -> Result<String, String> {
        Err("no such file".to_owned())
    }
}
