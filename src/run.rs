//! `cdl run`: compile, simulate, leave results.

pub mod bar;
pub mod blame;
pub mod carry_out;
mod interrupt;
pub mod observer;
mod summary;

use std::path::Path;

use cdl_compiler::diagnostics::Severity;
use cdl_compiler::diagnostics::render::{Located, LocatedLabel};
use cdl_compiler::{Compilation, Compiler, Disk};
use cdl_graph::Graph;
use cdl_runtime::Model;

use crate::arguments::RunArguments;
use crate::compile::compile;
use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::source;

use blame::Blame;
use carry_out::{Done, carry_out, default_folder};
use observer::News;

pub fn run(arguments: &RunArguments, messages: &Messages) -> Outcome {
    if let Err(error) = source::read(&arguments.file) {
        messages.unreadable(&arguments.file, &error);
        return Outcome::Usage;
    }
    let mut compiler = Compiler::new(Disk);
    let source = (&arguments.file, &arguments.experiment, &arguments.overrides);
    let Some(compilation) = compile(&mut compiler, source, messages) else {
        return Outcome::WrongModel;
    };
    let report = Reporter { messages, compiler: &compiler, compilation: &compilation };
    let Some(graph) = compilation.graph() else {
        eprintln!("the compiler gave no graph; this is a bug of cdl");
        return Outcome::RunFailed;
    };
    let model = match cdl_runtime::assemble(graph) {
        Ok(model) => model,
        Err(errors) => {
            let errors: Vec<Blame> = errors.iter().map(blame::assembly).collect();
            report.blame(&errors);
            return Outcome::WrongModel;
        }
    };
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => default_folder(&arguments.file, &compilation),
    };
    if !arguments.quiet {
        for note in &compilation.notes {
            messages.note(note);
        }
    }
    simulate(&model, graph, &out, arguments, &report)
}

fn simulate(
    model: &Model,
    graph: &Graph,
    out: &Path,
    arguments: &RunArguments,
    reporter: &Reporter,
) -> Outcome {
    let quiet = arguments.quiet;
    let bar = bar::bar(quiet);
    let done =
        carry_out(
            model,
            graph,
            out,
            arguments.allow_imbalance,
            interrupt::flag(),
            |news| match news {
                News::Caution(_) if quiet => {}
                News::Caution(caution) => {
                    bar.suspend(|| reporter.blame(&[blame::caution(caution)]))
                }
                News::Progress(progress) => bar::show(&bar, progress),
            },
        );
    bar.finish_and_clear();
    let not_written = done.not_written();
    let has_begun = !matches!(done.files, Ok(None));
    if !quiet && (has_begun || not_written.is_none()) {
        eprint!("{}", summary::text(&done.summary));
        for warning in &done.report.warnings {
            reporter.messages.note(&format!("warning: {warning}"));
        }
    }
    if let Some(error) = not_written {
        eprintln!("cannot write results to {}: {error}", out.display());
        return Outcome::RunFailed;
    }
    if let (Ok(Some(files)), false) = (&done.files, quiet) {
        eprintln!("results are in {}; open {}", out.display(), files.page.display());
    }
    outcome(&done, quiet, reporter)
}

fn outcome(done: &Done, quiet: bool, reporter: &Reporter) -> Outcome {
    let report = &done.report;
    let unbalanced = done.ledger.as_ref().filter(|found| found.severity == Severity::Error);
    // What stopped a run says more than what its ledger became by that.
    let stopped = matches!(report.outcome, cdl_runtime::Outcome::Fault(_));
    if let Some(found) = &done.ledger
        && !stopped
        && (unbalanced.is_some() || !quiet)
    {
        reporter.blame(std::slice::from_ref(found));
    }
    match &report.outcome {
        cdl_runtime::Outcome::Finished if unbalanced.is_some() => Outcome::RunFailed,
        cdl_runtime::Outcome::Finished => Outcome::Good,
        cdl_runtime::Outcome::Cancelled => {
            reporter.messages.note(&match report.duration {
                0.0 => "interrupted before an equilibrium was found".to_owned(),
                duration => format!(
                    "interrupted at {:?} s of {duration:?} s; everything computed until then is kept",
                    report.reached
                ),
            });
            Outcome::RunFailed
        }
        cdl_runtime::Outcome::Fault(fault) => {
            reporter.blame(&[blame::fault(fault, report.rows)]);
            Outcome::RunFailed
        }
        cdl_runtime::Outcome::NotWritten(error) => {
            eprintln!("cannot write results: {error}");
            Outcome::RunFailed
        }
    }
}

/// Puts what the runtime says in terms of element paths where the elements were written.
struct Reporter<'a> {
    messages: &'a Messages,
    compiler: &'a Compiler,
    compilation: &'a Compilation,
}

impl Reporter<'_> {
    fn blame(&self, errors: &[Blame]) {
        let located: Vec<Located> = errors.iter().map(|error| self.located(error)).collect();
        self.messages.write(self.compiler, &located);
    }

    fn located(&self, error: &Blame) -> Located {
        let place = blame::place(&error.element, self.compilation);
        let labels =
            place.and_then(|place| self.compiler.locate(place)).map(|location| LocatedLabel {
                path: location.path,
                range: location.range,
                text: error.label.clone(),
                primary: true,
            });
        Located {
            code: error.code.to_owned(),
            severity: error.severity,
            message: error.message.clone(),
            labels: labels.into_iter().collect(),
            notes: error.notes.clone(),
            fix: None,
        }
    }
}
