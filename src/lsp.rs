//! `cdl lsp`: the language server, which editors start.

use std::io;
use std::path::Path;

use cdl_lsp::{Commands, Ended, Ending, Failure, Progress, Run};
use cdl_session::{Blame, Compilation, News, RunOutcome, Runnable, Summary};

use crate::outcome::Outcome;
use crate::output::tell;
use crate::run::bar;

/// Speaks the language server protocol over standard input and output.
pub fn lsp() -> Outcome {
    match cdl_lsp::serve(Commands { run, graph, keep }) {
        Ok(Ending::Orderly) => Outcome::Good,
        // The protocol wants 1.
        Ok(Ending::Abrupt) => Outcome::WrongModel,
        Err(error) => {
            tell!("the language server cannot start: {error}");
            Outcome::RunFailed
        }
    }
}

fn graph(compilation: &Compilation) -> Option<String> {
    compilation.graph().map(|graph| cdl_graph::text(graph))
}

fn keep(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    cdl_session::replace(file, text.as_bytes())
}

/// As `cdl run` does, but for what is printed.
fn run(run: &Run<'_>, progress: &mut dyn FnMut(Progress)) -> Ended {
    let nothing = |failures| Ended {
        folder: None,
        page: None,
        outcome: String::new(),
        is_complete: false,
        failures,
        warnings: Vec::new(),
    };
    let runnable = match Runnable::new(run.compilation.clone()) {
        Ok(runnable) if runnable.is_study() => {
            let why = "this is a study, which varies parameters: `cdl run` in a terminal runs all its variants";
            return nothing(vec![no_place(why)]);
        }
        Ok(runnable) => runnable,
        Err(refusals) => return nothing(refusals.into_iter().map(failure).collect()),
    };
    let out = run.folder.join(runnable.default_folder(run.file));
    let mut done = runnable.leave(&out, run.cancel, |news| match news {
        // It is among the warnings at the end.
        News::Caution(_) => {}
        News::Progress(own) => {
            progress(Progress { message: bar::message(own), part: bar::part(own) });
        }
    });
    let mut failures: Vec<Failure> = done.report.fault.take().map(failure).into_iter().collect();
    let warnings = done.summary.warnings.clone();
    if let RunOutcome::Unbalanced { .. } = &done.summary.outcome {
        failures.extend(done.report.ledger.take().map(failure));
    }
    failures.extend(std::mem::take(&mut done.report.criteria).into_iter().map(failure));
    if let Some(error) = done.not_written() {
        failures.push(no_place(format!("cannot write results to {}: {error}", out.display())));
    } else if let cdl_session::Outcome::NotWritten(error) = &done.report.run.solved().outcome {
        failures.push(no_place(format!("cannot write results: {error}")));
    }
    let duration = done.report.run.simulation().map_or(0.0, |run| run.duration);
    let outcome = headline(&done.summary, duration);
    let is_complete = done.report.is_complete();
    let page = done.files.ok().flatten().and_then(|files| files.page);
    let folder = page.is_some().then_some(out);
    Ended { folder, page, outcome, is_complete, failures, warnings }
}

/// `duration` is that of the whole run, s.
fn headline(summary: &Summary, duration: f64) -> String {
    let took = format!("in {:.1} s", summary.wall.total);
    match &summary.outcome {
        RunOutcome::Completed { .. } => format!("{duration} s simulated {took}"),
        RunOutcome::Unbalanced { .. } => "the energy ledger does not close".to_owned(),
        RunOutcome::AtRest => format!("at rest, found {took}"),
        other => uncapitalized(&other.notice().unwrap_or_default()),
    }
}

/// A sentence as a part of another.
fn uncapitalized(sentence: &str) -> String {
    let mut rest = sentence.trim_end_matches('.').chars();
    rest.next().map(|first| first.to_lowercase().chain(rest).collect()).unwrap_or_default()
}

fn failure(blame: Blame) -> Failure {
    Failure {
        code: Some(blame.code),
        message: blame.message,
        place: blame.place,
        notes: blame.notes,
    }
}

fn no_place(message: impl Into<String>) -> Failure {
    Failure { code: None, message: message.into(), place: None, notes: Vec::new() }
}
