//! `cdl test`: runs everything that has a `require`, and says what became of it.

mod find;
mod junit;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cdl_session::{
    CriterionLine, CriterionVerdict, Observer, Session, Severity, Studied, StudyRow, StudySettings,
    StudyTable, criteria,
};

use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::output::{say, tell};
use crate::run::interrupt;
use crate::source;
use find::models;

/// What a file is called beside its experiments.
const WHOLE: &str = "the file";

/// An experiment with criteria, and what became of it.
struct Case {
    file: PathBuf,
    experiment: String,
    ended: Ended,
    took: Duration,
}

enum Ended {
    /// It ran to its end.
    Judged(Vec<CriterionLine>),
    /// Its run failed, and why.
    Failed(String),
    /// It cannot be run, and why.
    Wrong(String),
}

impl Case {
    fn outcome(&self) -> Outcome {
        match &self.ended {
            Ended::Wrong(_) => Outcome::WrongModel,
            Ended::Failed(_) => Outcome::RunFailed,
            Ended::Judged(all) if all.iter().all(|own| own.verdict.is_met()) => Outcome::Good,
            Ended::Judged(_) => Outcome::CriteriaFailed,
        }
    }

    /// Of how many of its criteria this is known.
    fn count(&self, verdict: CriterionVerdict) -> usize {
        match &self.ended {
            Ended::Judged(all) => all.iter().filter(|own| own.verdict == verdict).count(),
            Ended::Failed(_) | Ended::Wrong(_) => 0,
        }
    }

    /// Nothing is known to be missed, and not all to be met.
    fn is_unjudged(&self) -> bool {
        self.count(CriterionVerdict::Failed) == 0 && self.count(CriterionVerdict::NotJudged) > 0
    }
}

/// Everything in the models of these files and folders.
pub fn test(paths: &[PathBuf], report: Option<&Path>, messages: &Messages) -> Outcome {
    let files = match models(paths) {
        Ok(files) => files,
        Err((path, error)) => {
            messages.unreadable(&path, &error.to_string());
            return Outcome::Usage;
        }
    };
    let mut cases = Vec::new();
    for file in &files {
        if interrupt::flag().load(std::sync::atomic::Ordering::Relaxed) {
            tell!("interrupted");
            return Outcome::RunFailed;
        }
        if let Err(outcome) = test_file(file, messages, &mut cases) {
            return outcome;
        }
    }
    if cases.is_empty() {
        match files.len() {
            1 => tell!("nothing in 1 model has a `require`"),
            several => tell!("nothing in {several} models has a `require`"),
        }
        return Outcome::Usage;
    }
    let count = |wanted| cases.iter().filter(|case| case.outcome() == wanted).count();
    let [met, failed, broken, wrong] =
        [Outcome::Good, Outcome::CriteriaFailed, Outcome::RunFailed, Outcome::WrongModel]
            .map(count);
    let unjudged = cases.iter().filter(|case| case.is_unjudged()).count();
    let mut told = vec![format!("{met} passed"), format!("{} failed", failed - unjudged)];
    if unjudged > 0 {
        told.push(format!("{unjudged} could not be judged"));
    }
    if broken > 0 {
        told.push(format!("{broken} did not come to their end"));
    }
    if wrong > 0 {
        told.push(format!("{wrong} are wrong"));
    }
    say!("{}", told.join(", "));
    if let Some(path) = report
        && let Err(error) = cdl_session::replace(path, junit::text(&cases).as_bytes())
    {
        tell!("cannot write {}: {error}", path.display());
        return Outcome::RunFailed;
    }
    match (wrong, broken, failed) {
        (0, 0, 0) => Outcome::Good,
        (0, 0, _) => Outcome::CriteriaFailed,
        (0, _, _) => Outcome::RunFailed,
        (_, _, _) => Outcome::WrongModel,
    }
}

/// The experiments of a file that have criteria.
fn test_file(file: &Path, messages: &Messages, cases: &mut Vec<Case>) -> Result<(), Outcome> {
    let source = source::read(file).map_err(|error| {
        messages.unreadable(file, &error);
        Outcome::Usage
    })?;
    let mut session = Session::on_disk();
    session.take(&source.path, source.text.clone());
    let (mut is_told, mut is_wrong) = (false, false);
    for experiment in session.experiments() {
        let began = Instant::now();
        let ended = match session.compile(Some(&experiment), &[]) {
            Ok(compilation) if compilation.graph().is_some_and(|own| own.criteria.is_empty()) => {
                continue;
            }
            Ok(compilation) => match session.assemble(compilation) {
                Ok(runnable) if runnable.is_study() => study(&mut session, &runnable),
                Ok(runnable) => run(&runnable),
                Err(found) => {
                    messages.write_once(&session, &found);
                    Ended::Wrong(first_message(&found))
                }
            },
            // Nobody knows whether it would have demanded something.
            Err(found) => {
                messages.write_once(&session, &found);
                Ended::Wrong(first_message(&found))
            }
        };
        if !std::mem::replace(&mut is_told, true) {
            say!("{}", file.display());
        }
        let case = Case { file: file.to_owned(), experiment, ended, took: began.elapsed() };
        tell_case(&case);
        is_wrong |= matches!(case.ended, Ended::Wrong(_));
        cases.push(case);
    }
    if !is_wrong && let Some(ended) = wrong(&mut session, messages) {
        if !is_told {
            say!("{}", file.display());
        }
        let (experiment, took) = (WHOLE.to_owned(), Duration::ZERO);
        let case = Case { file: file.to_owned(), experiment, ended, took };
        tell_case(&case);
        cases.push(case);
    }
    Ok(())
}

/// What none of its experiments shows: nobody knows what would stand there otherwise.
fn wrong(session: &mut Session, messages: &Messages) -> Option<Ended> {
    let found = session.check();
    if found.iter().all(|own| own.severity != Severity::Error) {
        return None;
    }
    messages.write_once(session, &found);
    Some(Ended::Wrong(first_message(&found)))
}

fn first_message(found: &[cdl_session::Located]) -> String {
    let error = found.iter().find(|own| own.severity == Severity::Error).or(found.first());
    error.map_or(String::new(), |own| format!("{}: {}", own.code, own.message))
}

/// Without anything written down.
fn run(runnable: &cdl_session::Runnable) -> Ended {
    struct Nobody;
    impl Observer for Nobody {}
    let report = runnable.run(&mut Nobody, interrupt::flag());
    let unbalanced = report.ledger.as_ref().filter(|own| own.severity == Severity::Error);
    match (&report.fault, unbalanced, report.is_complete()) {
        (Some(blame), _, _) | (None, Some(blame), _) => {
            Ended::Failed(format!("{}: {}", blame.code, blame.message))
        }
        (None, None, false) => Ended::Failed("interrupted".to_owned()),
        (None, None, true) => Ended::Judged(criteria(&report.run.solved().conclusion)),
    }
}

/// All variants, of which each has to meet each criterion.
fn study(session: &mut Session, runnable: &cdl_session::Runnable) -> Ended {
    let settings =
        StudySettings { folder: None, jobs: None, cancel: interrupt::flag(), progress: &|_, _| {} };
    let Studied { table, .. } = runnable.study(session, &settings);
    if let Some(row) = table.rows.iter().find(|row| !row.ended.is_good()) {
        let ended = row.ended.name().replace('_', " ");
        return Ended::Failed(format!("with {}: {ended} {}", table.variant(row), row.message));
    }
    Ended::Judged((0..table.criteria.len()).map(|index| over_variants(&table, index)).collect())
}

/// A criterion of a study, by its place: missed where a variant misses it, and not judged where that is the worst.
fn over_variants(table: &StudyTable, index: usize) -> CriterionLine {
    let missed = table.with_verdict(index, CriterionVerdict::Failed);
    let unjudged = table.with_verdict(index, CriterionVerdict::NotJudged);
    let count = table.rows.len();
    let these = |rows: &[&StudyRow]| {
        let first = table.variant(rows.first()?);
        let which = if rows.len() > 1 { "first with" } else { "with" };
        Some(format!("in {} of {count} variants, {which} {first}", rows.len()))
    };
    let (verdict, text) = match (these(&missed), these(&unjudged)) {
        (None, None) => (CriterionVerdict::Met, format!("all {count} variants")),
        (None, Some(unjudged)) => (CriterionVerdict::NotJudged, unjudged),
        (Some(missed), None) => (CriterionVerdict::Failed, missed),
        (Some(missed), Some(unjudged)) => {
            (CriterionVerdict::Failed, format!("{missed}; not judged {unjudged}"))
        }
    };
    CriterionLine {
        name: table.criteria[index].clone(),
        text,
        note: None,
        verdict,
        why: unjudged.first().map(|row| row.notes.join("; ")).filter(|why| !why.is_empty()),
        compared: Vec::new(),
    }
}

fn tell_case(case: &Case) {
    let took = format!("{:.2} s", case.took.as_secs_f64());
    let name = &case.experiment;
    match &case.ended {
        Ended::Judged(all) => {
            let [failed, unjudged] =
                [CriterionVerdict::Failed, CriterionVerdict::NotJudged].map(|own| case.count(own));
            let count = all.len();
            match (failed, unjudged) {
                (0, 0) => say!("  {name}: ok, {count} met ({took})"),
                (0, _) => say!("  {name}: NOT JUDGED, {unjudged} of {count} ({took})"),
                (_, 0) => say!("  {name}: FAILED, {failed} of {count} ({took})"),
                (_, _) => say!(
                    "  {name}: FAILED, {failed} of {count}, and {unjudged} not judged ({took})"
                ),
            }
            for own in all.iter().filter(|own| !own.verdict.is_met()) {
                say!("    {}: {}", own.name, with_reason(own));
            }
        }
        Ended::Failed(why) => say!("  {name}: FAILED, its run did not come to its end\n    {why}"),
        Ended::Wrong(why) => say!("  {name}: WRONG\n    {why}"),
    }
}

/// As it stands in a summary, and why it could not be judged.
fn with_reason(own: &CriterionLine) -> String {
    match &own.why {
        Some(why) => format!("{}: {why}", own.shown()),
        None => own.shown(),
    }
}
