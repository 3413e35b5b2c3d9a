//! A study on the command line: all variants, a bar, and what they have come to.

use std::path::Path;
use std::time::Duration;

use cdl_session::{CriterionVerdict, Runnable, Session, Studied, StudySettings, VariantEnd};
use indicatif::ProgressBar;

use super::bar::style;
use super::interrupt;
use crate::arguments::RunArguments;
use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::output::{err, tell};

/// Variants that are named one by one.
const MOST_NAMED: usize = 10;

pub fn run(
    session: &mut Session,
    runnable: &Runnable,
    out: &Path,
    (arguments, messages): (&RunArguments, &Messages),
) -> Outcome {
    let bar = match arguments.quiet {
        true => ProgressBar::hidden(),
        false => ProgressBar::new(runnable.variants() as u64),
    };
    bar.set_style(style("  {bar:30} {pos} of {len} variants  {left}"));
    bar.enable_steady_tick(Duration::from_millis(200));
    let studied = runnable.study(
        session,
        &StudySettings {
            folder: Some(out),
            jobs: arguments.jobs,
            cancel: interrupt::flag(),
            progress: &|done, _| bar.set_position(done as u64),
        },
    );
    bar.finish_and_clear();
    if let Err(error) = &studied.files {
        tell!("cannot write results to {}: {error}", out.display());
        if studied.table.rows.is_empty() {
            return Outcome::RunFailed;
        }
    }
    if !arguments.quiet {
        err(format_args!("{}", text(&studied)));
        if let Ok(Some(files)) = &studied.files {
            super::told(out, files.page.as_deref());
        }
    }
    if let (Ok(Some(files)), true) = (&studied.files, arguments.open) {
        crate::viewer::show(files.page.as_deref(), messages);
    }
    for note in studied.table.notes() {
        messages.note(&format!("warning: {note}"));
    }
    failures(&studied);
    if studied.is_cancelled {
        let missing = studied.table.missing;
        messages.note(&format!(
            "interrupted, {missing} variants have not been run; the same call goes on from here"
        ));
    }
    let is_written = if studied.files.is_ok() { Outcome::Good } else { Outcome::RunFailed };
    outcome(&studied).unless_good(is_written)
}

/// What a study has come to, by its worst variant.
pub fn outcome(studied: &Studied) -> Outcome {
    let table = &studied.table;
    let count = |ended| table.count(ended);
    let failed = count(VariantEnd::Failed) + count(VariantEnd::Unbalanced);
    let is_met = (0..table.criteria.len()).all(|own| table.met(own) == table.variants());
    match (failed + table.missing, is_met) {
        (0, true) => Outcome::Good,
        (0, false) => Outcome::CriteriaFailed,
        (_, _) => Outcome::RunFailed,
    }
}

fn text(studied: &Studied) -> String {
    let Studied { table, summary, compiled, .. } = studied;
    let mut lines = summary.lines(table);
    if summary.reused > 0 {
        lines.push(("computed before".to_owned(), summary.reused.to_string()));
    }
    if *compiled > 0 {
        lines.push(("compiled".to_owned(), compiled.to_string()));
    }
    lines.push(("total time".to_owned(), format!("{:.2} s", summary.wall.total)));
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{}: {}\n", summary.model, summary.experiment);
    for (name, value) in lines {
        text.push_str(&format!("  {name:<width$}  {value}\n"));
    }
    text
}

fn failures(studied: &Studied) {
    let table = &studied.table;
    let is_bad = |ended| matches!(ended, VariantEnd::Failed | VariantEnd::Unbalanced);
    let failed: Vec<_> = table.rows.iter().filter(|row| is_bad(row.ended)).collect();
    for row in failed.iter().take(MOST_NAMED) {
        tell!("error: with {}: {}", table.variant(row), row.message);
    }
    if failed.len() > MOST_NAMED {
        tell!("and {} more, which results.csv names", failed.len() - MOST_NAMED);
    }
    let mut missed = Vec::new();
    for (index, name) in table.criteria.iter().enumerate() {
        for row in table.rows.iter().filter(|row| row.ended.is_good()) {
            if let Some(verdict) = row.verdicts.get(index).filter(|own| !own.is_met()) {
                missed.push((name, row, *verdict));
            }
        }
    }
    for (name, row, verdict) in missed.iter().take(MOST_NAMED) {
        let what = match verdict {
            CriterionVerdict::NotJudged => "cannot be judged",
            CriterionVerdict::Met | CriterionVerdict::Failed => "is not met",
        };
        tell!("error: with {}: `{name}` {what}", table.variant(row));
    }
    if missed.len() > MOST_NAMED {
        tell!("and {} more, which results.csv names", missed.len() - MOST_NAMED);
    }
}
