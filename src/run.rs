//! `cdl run`: compile, simulate, leave results.

mod interrupt;
mod observer;
mod summary;

use std::path::{Path, PathBuf};
use std::time::Instant;

use cdl_compiler::diagnostics::Severity;
use cdl_compiler::diagnostics::render::{Located, LocatedLabel};
use cdl_compiler::{Compilation, Compiler, Disk};
use cdl_graph::Graph;
use cdl_runtime::{AssemblyError, Fault, FaultKind, Model, Problem, RunReport};

use crate::arguments::RunArguments;
use crate::compile::compile;
use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::source;
use observer::RunObserver;

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
            report.assembly(&errors);
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
    simulate(&model, graph, &out, arguments.quiet, &report)
}

fn simulate(model: &Model, graph: &Graph, out: &Path, quiet: bool, reporter: &Reporter) -> Outcome {
    let clock = Instant::now();
    let mut observer = RunObserver::new(out, quiet);
    let report = cdl_runtime::simulate(model, &mut observer, interrupt::flag());
    let summary = summary::summary(&report, graph, observer.latest(), clock.elapsed());
    let began = observer.has_begun();
    let written = observer.finish(&summary);
    if let (cdl_runtime::Outcome::NotWritten(error), false) = (&report.outcome, began) {
        eprintln!("cannot write results to {}: {error}", out.display());
        return Outcome::RunFailed;
    }
    if !quiet {
        eprint!("{}", summary::text(&summary));
        for warning in &report.warnings {
            reporter.messages.note(&format!("warning: {warning}"));
        }
    }
    match written {
        Err(error) => {
            eprintln!("cannot write results to {}: {error}", out.display());
            return Outcome::RunFailed;
        }
        Ok(Some(files)) if !quiet => {
            eprintln!("results are in {}; open {}", out.display(), files.page.display());
        }
        Ok(_) => {}
    }
    outcome(&report, reporter)
}

fn outcome(report: &RunReport, reporter: &Reporter) -> Outcome {
    match &report.outcome {
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
            reporter.fault(fault, report.rows);
            Outcome::RunFailed
        }
        cdl_runtime::Outcome::NotWritten(error) => {
            eprintln!("cannot write results: {error}");
            Outcome::RunFailed
        }
    }
}

/// `results/tether-release` for the experiment `release` of `examples/tether.cdl`.
fn default_folder(file: &Path, compilation: &Compilation) -> PathBuf {
    let stem = file.file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy());
    let name = match &compilation.model.experiment {
        Some(experiment) => format!("{stem}-{}", experiment.name),
        None => stem.into_owned(),
    };
    Path::new("results").join(name)
}

/// The code of the compiler's that fits.
fn code(problem: &Problem) -> &'static str {
    match problem {
        Problem::OutOfRange { .. } => "E0306",
        Problem::NotFinite { .. } => "E0309",
        Problem::VariesTooMuch { .. } => "E0305",
        Problem::Table(_) => "E0308",
        Problem::NotPlanned
        | Problem::NoEquation
        | Problem::Body(_)
        | Problem::Cable(_)
        | Problem::StartContradictory(_)
        | Problem::Unsupported(_) => "E0406",
    }
}

fn fault_code(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::NotFinite => "E0501",
        FaultKind::StepTooShort => "E0502",
        FaultKind::WithoutInertia => "E0503",
        FaultKind::AlgebraicLoop => "E0504",
        FaultKind::NoConvergence => "E0505",
        FaultKind::SingularPosition => "E0506",
        FaultKind::LoopOpen => "E0507",
        FaultKind::NoRest => "E0508",
    }
}

/// Puts what the runtime says in terms of element paths where the elements were written.
struct Reporter<'a> {
    messages: &'a Messages,
    compiler: &'a Compiler,
    compilation: &'a Compilation,
}

impl Reporter<'_> {
    fn assembly(&self, errors: &[AssemblyError]) {
        let located: Vec<Located> = errors
            .iter()
            .map(|error| {
                self.located(
                    code(&error.problem),
                    error.to_string(),
                    &error.element,
                    "declared here",
                    Vec::new(),
                )
            })
            .collect();
        self.messages.write(self.compiler, &located);
    }

    /// `rows` have been written before it.
    fn fault(&self, fault: &Fault, rows: u64) {
        let kept = "everything computed until then is kept; the last rows of results.csv show how it \
                    came to this";
        let notes = if rows > 0 { vec![kept.to_owned()] } else { Vec::new() };
        let label = format!("its {}: {}", fault.term, fault.why);
        let located =
            self.located(fault_code(fault.kind), fault.to_string(), &fault.element, &label, notes);
        self.messages.write(self.compiler, &[located]);
    }

    fn located(
        &self,
        code: &str,
        message: String,
        element: &str,
        label: &str,
        notes: Vec<String>,
    ) -> Located {
        let labels =
            self.compilation.origin(element).and_then(|place| self.compiler.locate(place)).map(
                |location| LocatedLabel {
                    path: location.path,
                    range: location.range,
                    text: label.to_owned(),
                    primary: true,
                },
            );
        Located {
            code: code.to_owned(),
            severity: Severity::Error,
            message,
            labels: labels.into_iter().collect(),
            notes,
            fix: None,
        }
    }
}
