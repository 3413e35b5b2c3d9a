//! `cdl.runExperiment`: on a thread of its own, from the text as it is in the editor.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cdl_compiler::Compilation;
use cdl_compiler::diagnostics::render::{Located, LocatedLabel};
use cdl_compiler::diagnostics::{Diagnostic, Severity};
use tower_lsp::lsp_types::{MessageType, ProgressToken, Url};

use super::Target;
use super::places::{file_name, places, show_document};
use crate::commands::{Ended, Failure, Run};
use crate::server::STACK;
use crate::server::on_disk::look_again;
use crate::server::progress::Reporting;
use crate::server::shared::Shared;
use crate::server::state::Documents;

/// File and experiment.
type Key = (String, Option<String>);

/// What is running. There is one run of an experiment at a time: its results have one place.
#[derive(Debug, Default)]
pub(in crate::server) struct Runs {
    running: Mutex<Running>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct Running {
    next: i32,
    /// By the number of the run, which is its progress token.
    runs: BTreeMap<i32, (Key, Arc<AtomicBool>)>,
}

/// Something a run found wrong, to be shown until the file is edited or the experiment is run again.
#[derive(Clone, Debug)]
pub(in crate::server) struct Fault {
    key: Key,
    pub(in crate::server) located: Located,
}

impl Fault {
    /// The file that it is shown in.
    pub(in crate::server) fn path(&self) -> Option<&str> {
        self.located.position().map(|(path, _)| path)
    }
}

impl Runs {
    fn lock(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cancels older runs of the same.
    fn begin(&self, key: &Key) -> (i32, Arc<AtomicBool>) {
        let cancel = Arc::new(AtomicBool::new(false));
        let mut running = self.lock();
        running.next += 1;
        let number = running.next;
        for (other, older) in running.runs.values() {
            if other == key {
                older.store(true, Ordering::Relaxed);
            }
        }
        running.runs.insert(number, (key.clone(), cancel.clone()));
        (number, cancel)
    }

    /// Waits until older runs of the same have left their folder.
    fn wait_for_older(&self, number: i32, key: &Key) {
        let older = |running: &mut Running| {
            running.runs.iter().any(|(own, (other, _))| *own < number && other == key)
        };
        drop(self.ended.wait_while(self.lock(), older));
    }

    fn end(&self, number: i32) {
        self.lock().runs.remove(&number);
        self.ended.notify_all();
    }

    fn cancel(&self, number: i32) {
        if let Some((_, cancel)) = self.lock().runs.get(&number) {
            cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Cancels all and waits, but not for long, until they have written what they have.
    pub(in crate::server) fn stop(&self, patience: Duration) {
        let running = self.lock();
        for (_, cancel) in running.runs.values() {
            cancel.store(true, Ordering::Relaxed);
        }
        drop(self.ended.wait_timeout_while(running, patience, |own| !own.runs.is_empty()));
    }
}

/// `window/workDoneProgress/cancel`.
pub(in crate::server) fn cancel_progress(shared: &Shared, token: &ProgressToken) {
    if let ProgressToken::String(token) = token
        && let Some(number) = token.strip_prefix(TOKEN).and_then(|number| number.parse().ok())
    {
        shared.runs.cancel(number);
    }
}

const TOKEN: &str = "cdl-run-";

pub(super) fn start(shared: &Arc<Shared>, target: Target) {
    let shared = shared.clone();
    let runtime = tokio::runtime::Handle::current();
    let key = (shared.lock().path(&target.uri), target.experiment);
    let (number, cancel) = shared.runs.begin(&key);
    let of_error = shared.clone();
    let thread = std::thread::Builder::new().name("run".to_owned()).stack_size(STACK);
    let spawned = thread.spawn(move || {
        shared.runs.wait_for_older(number, &key);
        let job = Job { shared: &shared, runtime: &runtime, key: &key, cancel: &cancel };
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job.run(number)));
        shared.runs.end(number);
        if outcome.is_err() {
            let text = "the run ended by a bug of cdl; the language server's log says where";
            job.say(MessageType::ERROR, text.to_owned());
        }
    });
    if let Err(error) = spawned {
        eprintln!("the experiment cannot be run: {error}");
        of_error.runs.end(number);
    }
}

/// One run, on its own thread.
struct Job<'a> {
    shared: &'a Arc<Shared>,
    runtime: &'a tokio::runtime::Handle,
    key: &'a Key,
    cancel: &'a AtomicBool,
}

impl Job<'_> {
    fn run(&self, number: i32) {
        let (path, experiment) = self.key;
        self.forget_faults();
        let name = experiment.as_deref().unwrap_or_else(|| file_name(path)).to_owned();
        let token = ProgressToken::String(format!("{TOKEN}{number}"));
        let title = format!("Running {name}");
        let mut progress = Reporting::begin(self.shared, self.runtime, token, title);
        if look_again(self.shared) {
            self.shared.refresh();
        }
        let compiled = self.compile();
        let ended = match &compiled {
            Ok((compilation, _)) => {
                let (file, folder) = places(self.shared, &self.key.0);
                let run = Run { compilation, file: &file, folder: &folder, cancel: self.cancel };
                (self.shared.commands.run)(&run, &mut |own| progress.report(own))
            }
            Err(problem) => {
                progress.end("does not compile");
                self.say(MessageType::ERROR, format!("{name} does not compile: {problem}"));
                return;
            }
        };
        progress.end(&ended.outcome);
        if let Ok((compilation, documents)) = &compiled {
            let warnings = compilation.warnings.len();
            self.tell(&name, &ended, documents, warnings);
        }
    }

    /// The model as the editor has it, and the documents it is from.
    fn compile(&self) -> Result<(Arc<Compilation>, Arc<Documents>), String> {
        let (path, experiment) = self.key;
        let is_cancelled = |_: &_| self.cancel.load(Ordering::Relaxed);
        let answer = self.shared.answer(is_cancelled, |snapshot| {
            let compiled = snapshot.view.compile(path, experiment.as_deref());
            compiled.map(|own| (Arc::new(own), snapshot.documents.clone()))
        });
        match answer {
            Ok(compiled) => compiled.map_err(|errors| errors_text(&errors)),
            Err(_) => Err("it was cancelled".to_owned()),
        }
    }

    fn tell(&self, name: &str, ended: &Ended, documents: &Arc<Documents>, warnings: usize) {
        // Results that are not to be used are shown too: the page says so first.
        if ended.is_complete
            && self.shared.lock().client.show_document
            && let Some(page) = &ended.page
            && let Ok(uri) = Url::from_file_path(page)
        {
            // Whether it is shown changes nothing here.
            let _ = self.runtime.block_on(show_document(self.shared, uri, true));
        }
        let mut text = match ended.failures.first() {
            Some(failure) => format!("{name}: {}", failure.message),
            None => format!("{name}: {}", ended.outcome),
        };
        if let Some(folder) = &ended.folder {
            text.push_str(&format!("; results are in {}", folder.display()));
        }
        if warnings > 0 {
            let plural = if warnings == 1 { "" } else { "s" };
            text.push_str(&format!(" ({warnings} warning{plural})"));
        }
        for warning in &ended.warnings {
            text.push_str(&format!("; warning: {warning}"));
        }
        let kind = match (ended.failures.is_empty(), ended.warnings.is_empty()) {
            (true, true) => MessageType::INFO,
            (true, false) => MessageType::WARNING,
            (false, _) => MessageType::ERROR,
        };
        self.show_faults(&ended.failures, documents);
        self.say(kind, text);
    }

    fn forget_faults(&self) {
        let mut state = self.shared.lock();
        let before = state.faults.len();
        Arc::make_mut(&mut state.faults).retain(|fault| fault.key != *self.key);
        let changed = state.faults.len() != before;
        drop(state);
        if changed {
            self.shared.refresh();
        }
    }

    /// Shows failures where they have a place in a text that is still the one that was run.
    fn show_faults(&self, failures: &[Failure], documents: &Arc<Documents>) {
        if failures.is_empty() {
            return;
        }
        let located = self.shared.answer(
            |_| false,
            |snapshot| {
                let version = |documents: &Documents, path: &str| {
                    documents.get(path).map(|document| document.version)
                };
                let mut found = Vec::new();
                for failure in failures {
                    let at = failure.place.and_then(|place| snapshot.view.locate(place));
                    let Some((code, at)) = failure.code.zip(at) else { continue };
                    if version(&snapshot.documents, &at.path) == version(documents, &at.path) {
                        found.push(Fault {
                            key: self.key.clone(),
                            located: located(failure, code, at),
                        });
                    }
                }
                found
            },
        );
        let Ok(found) = located else { return };
        Arc::make_mut(&mut self.shared.lock().faults).extend(found);
        self.shared.refresh();
    }

    fn say(&self, kind: MessageType, text: String) {
        self.runtime.block_on(self.shared.protocol.show_message(kind, text));
    }
}

fn located(failure: &Failure, code: &str, at: cdl_compiler::Location) -> Located {
    let label = LocatedLabel { path: at.path, range: at.range, text: String::new(), primary: true };
    Located {
        code: code.to_owned(),
        severity: Severity::Error,
        message: failure.message.clone(),
        labels: vec![label],
        notes: failure.notes.clone(),
        fix: None,
    }
}

/// The first error, and how many there are.
pub(super) fn errors_text(found: &[Diagnostic]) -> String {
    let errors: Vec<_> = found.iter().filter(|own| own.severity == Severity::Error).collect();
    let Some(first) = errors.first() else {
        return "the file is not there".to_owned();
    };
    let text = format!("{} ({})", first.message, first.code);
    match errors.len() - 1 {
        0 => text,
        1 => format!("{text}, and 1 more error"),
        more => format!("{text}, and {more} more errors"),
    }
}
