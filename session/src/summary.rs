//! What was solved, how, and how well: for a terminal and for summary.json.

use std::time::Duration;

use cdl_compiler::Compilation;
use cdl_compiler::diagnostics::Severity;
use cdl_graph::Analysis;
use cdl_runtime::results::Column;
use cdl_runtime::results::summary::{
    EnergyLedger, EnergyPart, ParameterValue, RunOutcome, Setting, Summary, WallTime,
};
use cdl_runtime::{Outcome, RunReport, Verdict};

use crate::blame::Blame;
use crate::report::Report;

/// `latest` are the recorded quantities at the latest row, `total` the time from start to end with everything that
/// was written.
pub(crate) fn summary<'a>(
    Report { run: report, ledger, .. }: &Report,
    compilation: &Compilation,
    latest: impl Iterator<Item = (&'a Column, f64)>,
    total: Duration,
) -> Summary {
    let graph = compilation.graph();
    let ledger = ledger.as_ref();
    let is_equilibrium =
        graph.is_some_and(|graph| matches!(graph.analysis, Analysis::Equilibrium(_)));
    let unbalanced = ledger.filter(|found| found.severity == Severity::Error);
    let at_rest = is_equilibrium && report.outcome == Outcome::Finished;
    let simulated = report.reached;
    let planned = report.duration;
    let failed = |message: String| RunOutcome::Failed { simulated, planned, message };
    let size = report.size;
    let counts = [
        ("bodies", size.bodies as u64),
        ("prescribed bodies", size.prescribed as u64),
        ("joints", size.joints as u64),
        ("cables", size.cables as u64),
        ("links and segments", size.links as u64),
        ("degrees of freedom", size.freedoms),
        ("steps", report.effort.steps),
        ("rejected steps", report.effort.rejected),
        ("evaluations", report.effort.evaluations),
        ("rows", if at_rest { 0 } else { report.rows }),
    ];
    let method = if is_equilibrium { "method" } else { "integrator" };
    let mut solver = vec![(method.to_owned(), Setting::Word(report.integrator.clone()))];
    if let Some(value) = report.residual {
        let residual = Setting::Quantity { value, unit: String::new() };
        solver.push(("force left over, of the largest".to_owned(), residual));
    }
    if !report.reasons.is_empty() {
        solver.push(("formulation".to_owned(), Setting::Word(report.reasons.join("; "))));
    }
    let (first, last) = (&report.first, &report.last);
    let part = |name: &str, start, end| EnergyPart { name: name.to_owned(), start, end };
    Summary {
        model: report.model.clone(),
        experiment: report.experiment.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        outcome: match &report.outcome {
            Outcome::Finished => match unbalanced {
                Some(found) => RunOutcome::Unbalanced { simulated, message: found.message.clone() },
                None if at_rest => RunOutcome::AtRest,
                None => RunOutcome::Completed { simulated },
            },
            Outcome::Cancelled => RunOutcome::Interrupted { simulated, planned },
            Outcome::Fault(fault) => failed(fault.to_string()),
            Outcome::NotWritten(error) => failed(format!("results could not be written: {error}")),
        },
        parameters: graph
            .iter()
            .flat_map(|graph| &graph.signals.params)
            .map(|param| ParameterValue {
                name: param.path.clone(),
                value: param.value,
                unit: String::new(),
            })
            .collect(),
        solver,
        // A model without cables needs no line that says so.
        counts: counts
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| (name.to_owned(), count))
            .collect(),
        // The ledger begins where everything is at rest.
        energy: (!at_rest).then(|| EnergyLedger {
            parts: vec![
                part("kinetic", first.kinetic, last.kinetic),
                part("gravity", first.gravity, last.gravity),
                part("elastic", first.elastic, last.elastic),
                part("dissipated", first.dissipated, last.dissipated),
                part("work", first.work, last.work),
            ],
            largest_imbalance: report.largest_imbalance,
            scale: report.energy_scale,
            ratio: report.judgement.ratio(),
            verdict: match report.judgement.verdict {
                Verdict::Closed => "closed",
                Verdict::Open => "open",
                Verdict::Failed => "failed",
                Verdict::NotFinite { .. } => "not_finite",
            },
            rounding: report.judgement.rounding,
        }),
        warnings: warnings(report, ledger, unbalanced.is_some()),
        constraint_error: report.constraint_error,
        recorded: if at_rest { latest.map(value).collect() } else { Vec::new() },
        wall: WallTime { solver: report.solver_time.as_secs_f64(), total: total.as_secs_f64() },
    }
}

/// All that a reader should know and that is not the outcome.
fn warnings(report: &RunReport, ledger: Option<&Blame>, unbalanced: bool) -> Vec<String> {
    let caution = report.caution.as_ref().map(|found| format!("{found}; {}", found.advice()));
    let said = unbalanced && report.outcome == Outcome::Finished;
    let ledger = ledger.filter(|_| !said).map(|found| found.message.clone());
    caution.into_iter().chain(ledger).chain(report.warnings.iter().cloned()).collect()
}

fn value((column, value): (&Column, f64)) -> ParameterValue {
    ParameterValue { name: column.name.clone(), value, unit: column.unit.clone() }
}
