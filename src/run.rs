//! `cdl run`: compile, simulate, leave results.

pub mod bar;
pub mod interrupt;
pub mod study;
mod summary;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use cdl_session::{
    Besides, Blame, Done, FoundValue, News, Outcome as Ending, RunReport, Runnable, Session,
    Severity,
};

use crate::arguments::{Numbers, RunArguments, Shown};
use crate::compile::{borrowed, compile, open};
use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::output::{err, tell};
use crate::source;

pub fn run(arguments: &RunArguments, messages: &Messages) -> Outcome {
    if arguments.open && arguments.report == Shown::None {
        tell!("`--open` shows the page, and `--report none` leaves none");
        return Outcome::Usage;
    }
    let mut session = match open(&arguments.file, messages) {
        Ok(session) => session,
        Err(outcome) => return outcome,
    };
    if !arguments.all {
        let named = arguments.experiment.as_deref().or(arguments.named.as_deref());
        return run_one(&mut session, arguments, (named, arguments.out.clone()), messages);
    }
    let experiments = session.experiments();
    if experiments.is_empty() {
        // Says what is wrong, or that there is nothing to run.
        return run_one(&mut session, arguments, (None, arguments.out.clone()), messages);
    }
    let mut worst = Outcome::Good;
    for experiment in &experiments {
        let out = arguments.out.as_ref().map(|out| out.join(experiment));
        let ended = run_one(&mut session, arguments, (Some(experiment), out), messages);
        worst = worst.or_worse(ended);
        if interrupt::flag().load(Ordering::Relaxed) {
            break;
        }
    }
    worst
}

/// `(experiment, out)`: by its name, and where its results go.
fn run_one(
    session: &mut Session,
    arguments: &RunArguments,
    (experiment, out): (Option<&str>, Option<PathBuf>),
    messages: &Messages,
) -> Outcome {
    match runnable(session, experiment, arguments, messages) {
        Ok(runnable) if runnable.is_study() => {
            let out =
                out.unwrap_or_else(|| runnable.default_folder(&source::name(&arguments.file)));
            study::run(session, &runnable, &out, (arguments, messages))
        }
        Ok(runnable) => {
            let reporter = Reporter { messages, session };
            let (outcome, found) = simulate(&runnable, arguments, out, &reporter);
            refused(session, experiment, (arguments, &found), messages).unwrap_or(outcome)
        }
        Err(outcome) => outcome,
    }
}

/// Whether a value that was looked for and found may not be written, such as a stiffness below zero. The search knows numbers only.
fn refused(
    session: &mut Session,
    experiment: Option<&str>,
    (arguments, found): (&RunArguments, &[FoundValue]),
    messages: &Messages,
) -> Option<Outcome> {
    if found.is_empty() {
        return None;
    }
    let found = found.iter().map(|own| (own.name.as_str(), own.text.as_str()));
    let given: Vec<(&str, &str)> =
        borrowed(&arguments.overrides).into_iter().chain(found).collect();
    let wrong = session.compile(experiment, &given).err()?;
    tell!("what was found cannot be:");
    messages.write(session, &wrong);
    Some(Outcome::WrongModel)
}

/// Where results are.
fn told(out: &Path, page: Option<&Path>) {
    match page {
        Some(page) => tell!("results are in {}; open {}", out.display(), page.display()),
        None => tell!("results are in {}", out.display()),
    }
}

/// What was asked for, ready to run.
fn runnable(
    session: &mut Session,
    experiment: Option<&str>,
    arguments: &RunArguments,
    messages: &Messages,
) -> Result<Runnable, Outcome> {
    let compilation = compile(session, experiment, &arguments.overrides, messages)?;
    let runnable = session.assemble(compilation).map_err(|found| {
        messages.report(session, &found);
        Outcome::WrongModel
    })?;
    if !arguments.quiet {
        for note in &runnable.compilation().notes {
            messages.note(note);
        }
    }
    let runnable = runnable.given(&borrowed(&arguments.overrides));
    let runnable = runnable.showing(arguments.report == Shown::Page).sharing_script(arguments.all);
    let runnable = runnable.writing(match arguments.format {
        Numbers::Csv => None,
        Numbers::Arrow => Some(Besides::Arrow),
        Numbers::Parquet => Some(Besides::Parquet),
    });
    Ok(runnable.allowing_imbalance(arguments.allow_imbalance))
}

fn simulate(
    runnable: &Runnable,
    arguments: &RunArguments,
    out: Option<PathBuf>,
    reporter: &Reporter,
) -> (Outcome, Vec<FoundValue>) {
    let out = out.unwrap_or_else(|| runnable.default_folder(&source::name(&arguments.file)));
    let quiet = arguments.quiet;
    let bar = bar::bar(quiet);
    let done = runnable.leave(&out, interrupt::flag(), |news| match news {
        News::Caution(_) if quiet => {}
        News::Caution(caution) => bar.suspend(|| reporter.blame(&caution)),
        News::Progress(progress) => bar::show(&bar, progress),
    });
    bar.finish_and_clear();
    let not_written = done.not_written();
    let has_begun = !matches!(done.files, Ok(None));
    if !quiet && (has_begun || not_written.is_none()) {
        err(format_args!("{}", summary::text(&done.summary)));
        for warning in &done.report.run.solved().warnings {
            reporter.messages.note(&format!("warning: {warning}"));
        }
    }
    if let Some(error) = not_written {
        let run = match &done.report.run.solved().outcome {
            // That is the same reason.
            Ending::NotWritten(_) => Outcome::RunFailed,
            _ => outcome(&done, quiet, reporter),
        };
        tell!("cannot write results to {}: {error}", out.display());
        return (run.unless_good(Outcome::RunFailed), Vec::new());
    }
    if let (Ok(Some(files)), false) = (&done.files, quiet) {
        for words in &files.left_out {
            reporter.messages.note(words);
        }
        told(&out, files.page.as_deref());
    }
    if let (Ok(Some(files)), true) = (&done.files, arguments.open) {
        crate::viewer::show(files.page.as_deref(), reporter.messages);
    }
    let outcome = outcome(&done, quiet, reporter);
    if !quiet && !has_begun && out.join("summary.json").is_file() {
        // Whoever looks there would take them for those of this one.
        let words = format!("what is in {} is of an earlier run", out.display());
        reporter.messages.note(&words);
    }
    (outcome, done.report.found)
}

fn outcome(done: &Done, quiet: bool, reporter: &Reporter) -> Outcome {
    let report = &done.report;
    let unbalanced = report.ledger.as_ref().filter(|found| found.severity == Severity::Error);
    // What stopped a run says more than what its ledger became by that.
    if let Some(found) = &report.ledger
        && report.fault.is_none()
        && (unbalanced.is_some() || !quiet)
    {
        reporter.blame(found);
    }
    if let Some(fault) = &report.fault {
        reporter.blame(fault);
    }
    for criterion in &report.criteria {
        reporter.blame(criterion);
    }
    match &report.run.solved().outcome {
        Ending::Finished | Ending::Stopped(_) if unbalanced.is_some() => Outcome::RunFailed,
        // Of a run to its end that is a choice for which there was nothing.
        Ending::Finished | Ending::Stopped(_) if report.fault.is_some() => Outcome::CriteriaFailed,
        Ending::Finished | Ending::Stopped(_) if !report.criteria.is_empty() => {
            Outcome::CriteriaFailed
        }
        Ending::Finished | Ending::Stopped(_) => Outcome::Good,
        Ending::Cancelled => {
            reporter.messages.note(&match &report.run {
                RunReport::Modes(_) => "interrupted before the modes were found".to_owned(),
                RunReport::Response(_) => "interrupted; the rows until then are kept".to_owned(),
                RunReport::Equilibrium(_) => {
                    "interrupted before an equilibrium was found".to_owned()
                }
                RunReport::Simulation(run) => format!(
                    "interrupted at {:?} s of {:?} s; everything computed until then is kept",
                    run.reached, run.duration
                ),
            });
            Outcome::RunFailed
        }
        Ending::Fault(_) => Outcome::RunFailed,
        Ending::NotWritten(error) => {
            tell!("cannot write results: {error}");
            Outcome::RunFailed
        }
    }
}

/// Says what the runtime found wrong, where it was written.
struct Reporter<'a> {
    messages: &'a Messages,
    session: &'a Session,
}

impl Reporter<'_> {
    fn blame(&self, blame: &Blame) {
        self.messages.write(self.session, &[self.session.locate(blame)]);
    }
}
