//! What was solved, how, and how well: for a terminal and for summary.json.

use std::time::Duration;

use cdl_compiler::Compilation;
use cdl_compiler::diagnostics::Severity;
use cdl_compiler::typed;
use cdl_graph::Graph;
use cdl_runtime::results::Column;
use cdl_runtime::results::summary::{
    ComparedValues, CriterionLine, CriterionVerdict, EnergyLedger, EnergyPart, ModeLine, Parameter,
    PeakLine, RecordedValue, RunOutcome, SensitivityLine, Setting, Summary, WallTime,
};
use cdl_runtime::{
    Conclusion, Energies, Judged, Mode, ModesReport, Outcome, Peak, ResponseReport, Ruling,
    RunReport, Still, Verdict,
};

use crate::blame::Blame;
use crate::fnv1a::Fnv1a;
use crate::given::Given;
use crate::report::Report;
use crate::sensitivity::Sensitivity;

/// What there is to say before the first step.
pub(crate) fn begun(compilation: &Compilation, given: &Given) -> Summary {
    let graph = compilation.graph();
    let experiment = compilation.model.experiment.as_ref();
    Summary {
        model: compilation.model.name.clone(),
        experiment: experiment.map_or(String::new(), |own| own.name.clone()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        model_hash: graph.map_or(String::new(), |graph| hash(graph)),
        outcome: RunOutcome::Running { process: std::process::id() },
        statistics: Vec::new(),
        extremes: Vec::new(),
        criteria: Vec::new(),
        overrides: given.overrides().to_vec(),
        parameters: compilation.model.parameters.iter().map(parameter).collect(),
        solver: Vec::new(),
        counts: Vec::new(),
        energy: None,
        warnings: Vec::new(),
        constraint_error: None,
        modes: Vec::new(),
        peaks: Vec::new(),
        sensitivities: Vec::new(),
        recorded: Vec::new(),
        wall: WallTime::default(),
    }
}

/// Of the whole graph, which has the tables and the settings, too.
fn hash(graph: &Graph) -> String {
    let mut hash = Fnv1a::new();
    match cdl_graph::write_json(graph, &mut hash) {
        Ok(()) => format!("{:016x}", hash.finish()),
        Err(_) => String::new(),
    }
}

/// `begun` is the summary before the first step, `total` the time from start to end with everything that was written.
pub(crate) fn summary(
    Report { run: report, ledger, sensitivities, .. }: &Report,
    begun: Summary,
    total: Duration,
) -> Summary {
    let ledger = ledger.as_ref();
    let solved = report.solved();
    let Analysis { still, simulated, planned, first, last } = analysis(report);
    let unbalanced = ledger.filter(|found| found.severity == Severity::Error);
    let still_found = still.filter(|_| solved.outcome == Outcome::Finished);
    let at_rest = still_found.is_some();
    let failed = |message: String| RunOutcome::Failed { simulated, planned, message };
    let size = solved.size;
    let counts = [
        ("bodies", size.bodies as u64),
        ("prescribed bodies", size.prescribed as u64),
        ("joints", size.joints as u64),
        ("winches", size.winches as u64),
        ("sheaves", size.sheaves as u64),
        ("cables", size.cables as u64),
        ("links and segments", size.links as u64),
        ("degrees of freedom", size.freedoms),
        ("steps", solved.effort.steps),
        ("rejected steps", solved.effort.rejected),
        ("events", solved.events),
        ("evaluations", solved.effort.evaluations),
        ("rows", if at_rest { 0 } else { solved.rows }),
    ];
    let method = if still.is_some() { "method" } else { "integrator" };
    let mut solver = vec![(method.to_owned(), Setting::Word(solved.method.clone()))];
    if let Some(value) = still.and_then(|own| own.residual) {
        let residual = Setting::Quantity { value, unit: String::new() };
        solver.push(("force left over, of the largest".to_owned(), residual));
    }
    if !solved.reasons.is_empty() {
        solver.push(("formulation".to_owned(), Setting::Word(solved.reasons.join("; "))));
    }
    let part = |name: &str, start, end| EnergyPart { name: name.to_owned(), start, end };
    // A model in which nothing happens needs no line that says so.
    let of_which = |name: &str, end: f64| (end != 0.0).then(|| part(name, 0.0, end));
    Summary {
        outcome: match &solved.outcome {
            Outcome::Finished => match unbalanced {
                Some(found) => RunOutcome::Unbalanced { simulated, message: found.message.clone() },
                None if at_rest => RunOutcome::AtRest,
                None => RunOutcome::Completed { simulated },
            },
            Outcome::Stopped(why) => match unbalanced {
                Some(found) => RunOutcome::Unbalanced { simulated, message: found.message.clone() },
                None => RunOutcome::Stopped { simulated, planned, why: why.clone() },
            },
            Outcome::Cancelled => RunOutcome::Interrupted { simulated, planned },
            Outcome::Fault(fault) => failed(fault.to_string()),
            Outcome::NotWritten(error) => failed(format!("results could not be written: {error}")),
        },
        statistics: solved.conclusion.findings.iter().map(|(own, at)| value((own, *at))).collect(),
        criteria: criteria(&solved.conclusion),
        solver,
        // A model without cables needs no line that says so.
        counts: counts
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| (name.to_owned(), count))
            .collect(),
        // The ledger begins where everything is at rest.
        energy: (!at_rest).then(|| EnergyLedger {
            parts: [
                Some(part("kinetic", first.kinetic, last.kinetic)),
                Some(part("gravity", first.gravity, last.gravity)),
                Some(part("elastic", first.elastic, last.elastic)),
                Some(part("dissipated", first.dissipated, last.dissipated)),
                of_which("of which impacts", last.by_events.impacts),
                Some(part("work", first.work, last.work)),
                of_which("of which events", last.by_events.work),
            ]
            .into_iter()
            .flatten()
            .collect(),
            largest_imbalance: solved.judgement.imbalance,
            scale: solved.judgement.exchanged,
            ratio: solved.judgement.ratio(),
            verdict: match solved.judgement.verdict {
                Verdict::Closed => "closed",
                Verdict::Open => "open",
                Verdict::Failed => "failed",
                Verdict::NotFinite { .. } => "not_finite",
            },
            rounding: solved.judgement.rounding,
        }),
        warnings: warnings(report, ledger, unbalanced.is_some()),
        constraint_error: solved.constraint_error,
        modes: report.modes().map_or_else(Vec::new, |own| own.modes.iter().map(mode).collect()),
        sensitivities: sensitivities.iter().map(sensitivity).collect(),
        peaks: report.response().map_or_else(Vec::new, peaks),
        recorded: still_found.map_or_else(Vec::new, |own| {
            own.recorded.iter().map(|(own, at)| value((own, *at))).collect()
        }),
        wall: WallTime { solver: solved.solver_time.as_secs_f64(), total: total.as_secs_f64() },
        ..begun
    }
}

/// What the analyses say each in its own way.
struct Analysis<'a> {
    /// Where no time passes.
    still: Option<&'a Still>,
    /// s; zero where no time passes.
    simulated: f64,
    planned: f64,
    first: Energies,
    last: Energies,
}

fn analysis(report: &RunReport) -> Analysis<'_> {
    match report {
        RunReport::Simulation(own) => Analysis {
            still: None,
            simulated: own.reached,
            planned: own.duration,
            first: own.first,
            last: own.last,
        },
        RunReport::Equilibrium(still)
        | RunReport::Modes(ModesReport { still, .. })
        | RunReport::Response(ResponseReport { still, .. }) => Analysis {
            still: Some(still),
            simulated: 0.0,
            planned: 0.0,
            first: still.energies,
            last: still.energies,
        },
    }
}

/// All that a reader should know and that is not the outcome.
pub(crate) fn warnings(
    report: &RunReport,
    ledger: Option<&Blame>,
    unbalanced: bool,
) -> Vec<String> {
    let caution = report.simulation().and_then(|own| own.caution.as_ref());
    let caution = caution.map(|found| format!("{found}; {}", found.advice()));
    let said = unbalanced && report.solved().outcome == Outcome::Finished;
    let ledger = ledger.filter(|_| !said).map(|found| found.message.clone());
    caution.into_iter().chain(ledger).chain(report.solved().warnings.iter().cloned()).collect()
}

fn parameter(own: &typed::Parameter) -> Parameter {
    let unit = if own.unit == "1" { String::new() } else { own.unit.clone() };
    let (name, text) = (own.name.clone(), own.text.clone());
    Parameter { name, text, numbers: own.numbers.clone(), unit }
}

/// What became of the criteria of a run.
pub fn criteria(conclusion: &Conclusion) -> Vec<CriterionLine> {
    conclusion.criteria.iter().map(criterion).collect()
}

fn criterion(own: &Judged) -> CriterionLine {
    let compared = own.compared.iter().map(|own| ComparedValues {
        left: own.left,
        operation: own.operation,
        right: own.right,
        unit: own.unit.clone(),
    });
    CriterionLine {
        name: own.name.clone(),
        text: own.text.clone(),
        note: own.message.clone(),
        verdict: match own.ruling {
            Ruling::Met => CriterionVerdict::Met,
            Ruling::Failed => CriterionVerdict::Failed,
            Ruling::NotJudged => CriterionVerdict::NotJudged,
        },
        why: own.why.clone(),
        compared: compared.collect(),
    }
}

fn peaks(report: &ResponseReport) -> Vec<PeakLine> {
    let line = |own: &Peak| PeakLine {
        name: own.column.name.clone(),
        value: own.amplitude,
        unit: own.column.unit.clone(),
        axis: report.axis.name.clone(),
        at: own.at,
        unit_of_axis: report.axis.unit.clone(),
        is_at_an_end: own.is_at_an_end,
    };
    report.peaks.iter().map(line).collect()
}

fn sensitivity(own: &Sensitivity) -> SensitivityLine {
    let Sensitivity { column, parameter: _, slope, error, by } = own;
    let (name, unit) = (column.name.clone(), column.unit.clone());
    SensitivityLine { name, value: *slope, error: *error, unit, method: *by }
}

fn mode(own: &Mode) -> ModeLine {
    ModeLine {
        frequency: own.frequency(),
        period: own.period(),
        damping_ratio: own.damping_ratio(),
        growth_rate: own.growth,
        residual: own.residual,
        moves: own.moves.clone(),
    }
}

fn value((column, value): (&Column, f64)) -> RecordedValue {
    RecordedValue { name: column.name.clone(), value, unit: column.unit.clone() }
}
