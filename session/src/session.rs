//! Texts, and the questions that are asked about them.

use std::path::Path;
use std::sync::Arc;

use cdl_compiler::diagnostics::Diagnostic;
use cdl_compiler::diagnostics::render::{Located, located};
use cdl_compiler::{Compilation, Compiler, Disk, Files, Nothing, Request, RunnableKind};

use crate::blame::Blame;
use crate::runnable::Runnable;

/// A file, what it imports, and everything that is known about them. After an edit only what it touches is found
/// anew.
pub struct Session {
    compiler: Compiler,
    /// The file in hand.
    path: String,
    read: fn(&str) -> Result<String, String>,
}

impl Session {
    /// Takes a file of the file system in hand. What it imports is read when it is needed, once.
    ///
    /// # Errors
    /// One line for a person: the file is not there, is a folder, is not UTF-8.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, String> {
        let mut session = Self::on_disk();
        session.turn_to(&path.as_ref().to_string_lossy())?;
        Ok(session)
    }

    /// With no file in hand yet, and those of the file system to [turn to](Self::turn_to).
    pub fn on_disk() -> Self {
        let compiler = Compiler::packing(Disk);
        Self { compiler, path: String::new(), read: |path| Disk.read(path) }
    }

    /// Takes a text in hand, as if it stood in a file at `path`. It can import the standard library and what is
    /// [set](Self::set_file); no file is read.
    pub fn from_text(path: &str, text: &str) -> Self {
        let mut compiler = Compiler::packing(Nothing);
        compiler.set_file(path, text);
        Self { compiler, path: path.to_owned(), read: |path| Nothing.read(path) }
    }

    /// Gives a file a text, whatever is on the disk: the one in hand, one that it imports, a data file.
    pub fn set_file(&mut self, path: &str, text: &str) {
        self.compiler.set_file(path, text);
    }

    /// Takes another file in hand. What both import is not looked at twice.
    ///
    /// # Errors
    /// As [`Self::open`]; the file in hand stays.
    pub fn turn_to(&mut self, path: &str) -> Result<(), String> {
        if self.compiler.text(path).is_none() {
            self.compiler.set_file(path, &(self.read)(path)?);
        }
        path.clone_into(&mut self.path);
        Ok(())
    }

    /// Takes a text in hand, as if it stood in a file at `path`; other files are read as before.
    pub fn take(&mut self, path: &str, text: impl Into<Arc<str>>) {
        self.compiler.share_file(path, text.into());
        path.clone_into(&mut self.path);
    }

    /// The text of a file as it is known, which the bytes of a [`Located`] count.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        self.compiler.text(path)
    }

    /// Everything that is wrong in the file in hand and in what it imports, also in what nobody uses.
    pub fn check(&mut self) -> Vec<Located> {
        let found = self.compiler.check(&self.path);
        self.located(&found)
    }

    /// The names of the experiments in the file in hand, in the order of the text.
    pub fn experiments(&mut self) -> Vec<String> {
        let all = self.compiler.runnables(&self.path).into_iter();
        let experiments = all.filter(|each| each.kind == RunnableKind::Experiment);
        experiments.map(|each| each.name).collect()
    }

    /// An experiment with some parameters set, each by an expression such as `12 m`, ready to run. Without a
    /// name it is the only one.
    ///
    /// # Errors
    /// What is wrong with the model, by the compiler or by the runtime; never an empty list.
    pub fn experiment(
        &mut self,
        name: Option<&str>,
        overrides: &[(&str, &str)],
    ) -> Result<Runnable, Vec<Located>> {
        let compilation = self.compile(name, overrides)?;
        self.assemble(compilation).map(|runnable| runnable.given(overrides))
    }

    /// The same as far as the compiler goes: the graph, and [warnings](Self::located). Without experiments it
    /// is the model, which can be looked at but not run.
    ///
    /// # Errors
    /// What is wrong with the model; never an empty list.
    pub fn compile(
        &mut self,
        name: Option<&str>,
        overrides: &[(&str, &str)],
    ) -> Result<Arc<Compilation>, Vec<Located>> {
        let compiled = self.compiler.compile(&self.path, &request(name, overrides));
        compiled.map(Arc::new).map_err(|found| self.located(&found))
    }

    /// The same with the graph after each pass.
    ///
    /// # Errors
    /// As [`Self::compile`].
    pub fn compile_by_stages(
        &mut self,
        name: Option<&str>,
        overrides: &[(&str, &str)],
    ) -> Result<Arc<Compilation>, Vec<Located>> {
        let compiled = self.compiler.compile_by_stages(&self.path, &request(name, overrides));
        compiled.map(Arc::new).map_err(|found| self.located(&found))
    }

    /// And from there on.
    ///
    /// # Errors
    /// Why it cannot be run; never an empty list.
    pub fn assemble(&self, compilation: Arc<Compilation>) -> Result<Runnable, Vec<Located>> {
        Runnable::new(compilation)
            .map_err(|refusals| refusals.iter().map(|each| self.locate(each)).collect())
    }

    /// Diagnostics of the compiler with files and bytes.
    pub fn located(&self, found: &[Diagnostic]) -> Vec<Located> {
        found.iter().map(|each| located(each, |place| self.compiler.locate(place))).collect()
    }

    /// What the runtime found wrong, where it stands now.
    pub fn locate(&self, blame: &Blame) -> Located {
        blame.located(|place| self.compiler.locate(place))
    }
}

fn request(name: Option<&str>, overrides: &[(&str, &str)]) -> Request {
    let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    Request {
        experiment: name.map(str::to_owned),
        overrides: overrides.iter().map(owned).collect(),
    }
}
