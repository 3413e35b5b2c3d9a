//! `summary.json`: what was solved, how, and how well.

use std::path::Path;

use cdl_graph::escaped;
use serde::{Deserialize, Serialize, Serializer};

use super::ResultsError;
use super::arrow::Of;
use super::extremes::Extremes;
use super::number::{rounded, rounded_up};
use super::replace;

mod lines;

/// The summary of a run. Its JSON has the fields below in this order; numbers that are not finite
/// become `null`. All but `wall` is the same bytes on every run of the same input.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Its name.
    pub model: String,
    /// Its name.
    pub experiment: String,
    /// Of `cdl`.
    pub version: String,
    /// Of everything that is solved: model, parameters, tables and settings, whatever the text looks like.
    pub model_hash: String,
    /// How it ended.
    pub outcome: RunOutcome,
    /// What was recorded once, when the run was over: statistics, and what follows from them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub statistics: Vec<RecordedValue>,
    /// Of a simulation, between which values each column of the rows was: the first thousand columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extremes: Vec<Extremes>,
    /// What the run had to show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<CriterionLine>,
    /// Parameters that were set from outside, by name, as they were written.
    #[serde(serialize_with = "as_map")]
    pub overrides: Vec<(String, String)>,
    /// Values of the model's parameters, in their order.
    pub parameters: Vec<Parameter>,
    /// The integrator and the formulation with their settings, in words and numbers, in the order in
    /// which they are shown.
    #[serde(serialize_with = "as_map")]
    pub solver: Vec<(String, Setting)>,
    /// Bodies, links, states, steps, evaluations, rows and what else was counted.
    #[serde(serialize_with = "as_map")]
    pub counts: Vec<(String, u64)>,
    /// None where no energies are counted.
    pub energy: Option<EnergyLedger>,
    /// What a reader should know of a run that has come to its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The largest residual of a position constraint at the end of any step, m; for directions without
    /// a unit. Absent where no constraint is solved for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint_error: Option<f64>,
    /// Small motions, the slowest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<ModeLine>,
    /// Of a response, the largest swing of each quantity.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub peaks: Vec<PeakLine>,
    /// Derivatives of numbers by parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sensitivities: Vec<SensitivityLine>,
    /// The recorded quantities of an equilibrium, which are one row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recorded: Vec<RecordedValue>,
    /// Depends on the machine and its load.
    pub wall: WallTime,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RunOutcome {
    /// It goes on, or was killed; the number of the process.
    Running { process: u32 },
    /// It reached its end; s.
    Completed { simulated: f64 },
    /// An event has ended it; s, and why.
    Stopped { simulated: f64, planned: f64, why: String },
    /// It reached its end, and its energy ledger does not close: the results are not to be used; s.
    Unbalanced { simulated: f64, message: String },
    /// An equilibrium was found.
    AtRest,
    /// Somebody stopped it; s.
    Interrupted { simulated: f64, planned: f64 },
    /// It could not go on; s, and what happened where.
    Failed { simulated: f64, planned: f64, message: String },
}

/// A parameter of the model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    pub name: String,
    /// With its unit, as it was written.
    pub text: String,
    /// A number, or a list of those of a vector; absent for what is no quantity.
    #[serde(rename = "value", serialize_with = "as_number", skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<f64>,
    /// The symbol of the unit that the numbers are in; empty for pure numbers.
    pub unit: String,
}

/// A number with its unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordedValue {
    pub name: String,
    pub value: f64,
    /// The symbol of the unit that the value is in; empty for a pure number.
    pub unit: String,
}

/// A small motion by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModeLine {
    /// Hz: what it would be without damping.
    pub frequency: f64,
    /// s, of the oscillation as it is.
    pub period: f64,
    pub damping_ratio: f64,
    /// 1/s; negative for what decays.
    pub growth_rate: f64,
    /// Forces left over, as a share of those of inertia and damping.
    pub residual: f64,
    /// The element that moves most.
    pub moves: String,
}

impl ModeLine {
    /// Such as `0.0354 Hz, period 28.3 s, damping 1.2 %, residual 3e-14; buoy moves most`.
    fn shown(&self) -> String {
        if self.frequency == 0.0 {
            return format!("moves freely; {} moves most", self.moves);
        }
        let motion = if self.period.is_finite() {
            let mut text =
                format!("{} Hz, period {} s", rounded(self.frequency, 6), rounded(self.period, 6));
            if self.damping_ratio != 0.0 {
                text.push_str(&format!(", damping {} %", rounded(100.0 * self.damping_ratio, 4)));
            }
            text
        } else {
            let way = if self.growth_rate > 0.0 { "grows by" } else { "decays by" };
            format!("{way} {} 1/s without swinging", rounded(self.growth_rate.abs(), 6))
        };
        format!("{motion}, residual {}; {} moves most", rounded(self.residual, 2), self.moves)
    }
}

/// A derivative with how well it is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SensitivityLine {
    /// `d(NUMBER)/d(PARAMETER)`
    pub name: String,
    /// In the unit.
    pub value: f64,
    /// By how much it may be off; zero for what is exact.
    pub error: f64,
    pub unit: String,
    /// How it was had.
    pub method: DerivedBy,
}

/// How a derivative was had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DerivedBy {
    /// The rules of calculus: the number follows from parameters alone.
    Exact,
    /// Whole runs with other values of the parameter.
    Differences,
}

impl SensitivityLine {
    /// Such as `-4.905 mm/t, by differences, known to 2e-9`; it is not known any better than that.
    fn shown(&self) -> String {
        let value = with_unit(self.value, &self.unit);
        match self.method {
            DerivedBy::Exact => format!("{value}, exact"),
            DerivedBy::Differences => {
                format!("{value}, by differences, known to {}", rounded_up(self.error))
            }
        }
    }
}

/// The largest swing of a quantity.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PeakLine {
    pub name: String,
    /// The amplitude, in the unit.
    pub value: f64,
    pub unit: String,
    /// `period` or `frequency`, s or Hz.
    pub axis: String,
    /// Where on the axis.
    pub at: f64,
    pub unit_of_axis: String,
    /// Whether it may grow on beyond what was looked at.
    pub is_at_an_end: bool,
}

impl PeakLine {
    /// Such as `2.31 m/m at a period of 6.34 s`.
    fn shown(&self) -> String {
        let (value, at) =
            (with_unit(self.value, &self.unit), with_unit(self.at, &self.unit_of_axis));
        if self.value.is_infinite() {
            return format!("without bounds at a {} of {at}: nothing resists", self.axis);
        }
        let end = if self.is_at_an_end { ", an end of what was looked at" } else { "" };
        format!("{value} at most, at a {} of {at}{end}", self.axis)
    }
}

/// What the run had to show, and whether it did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CriterionLine {
    pub name: String,
    /// As it was written.
    pub text: String,
    /// What it means where it is not met, in the user's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What became of it.
    pub verdict: CriterionVerdict,
    /// Why it cannot be judged although the run is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// With the numbers of this run.
    pub compared: Vec<ComparedValues>,
}

/// What became of a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CriterionVerdict {
    /// It holds.
    Met,
    /// It does not.
    Failed,
    /// The run has not come to its end, or something that is compared is no finite number.
    NotJudged,
}

/// `left OPERATION right`
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedValues {
    pub left: f64,
    /// Such as `<`.
    pub operation: &'static str,
    pub right: f64,
    pub unit: String,
}

impl CriterionVerdict {
    /// As files say it.
    pub fn name(self) -> &'static str {
        match self {
            CriterionVerdict::Met => "met",
            CriterionVerdict::Failed => "failed",
            CriterionVerdict::NotJudged => "not_judged",
        }
    }

    /// Whether it holds.
    pub fn is_met(self) -> bool {
        self == CriterionVerdict::Met
    }
}

impl CriterionLine {
    /// Such as `failed: 0.7 MN < 0.6 MN (line 0 is overloaded)`.
    pub fn shown(&self) -> String {
        let verdict = match self.verdict {
            CriterionVerdict::Met => "met",
            CriterionVerdict::Failed => "FAILED",
            CriterionVerdict::NotJudged => "NOT JUDGED",
        };
        let numbers = self.numbers().unwrap_or_else(|| self.text.clone());
        let note = match (&self.note, self.verdict) {
            (Some(note), CriterionVerdict::Failed) => format!(": {note}"),
            _ => String::new(),
        };
        format!("{verdict}, {numbers}{note}")
    }

    /// Such as `0.7 MN < 0.6 MN`, where it compares numbers.
    pub fn numbers(&self) -> Option<String> {
        let compared: Vec<String> = self.compared.iter().map(ComparedValues::shown).collect();
        (!compared.is_empty()).then(|| compared.join(", "))
    }
}

impl ComparedValues {
    /// For people: what has not been found has no number.
    fn shown(&self) -> String {
        let Self { left, operation, right, unit } = self;
        let side = |value: f64| {
            if value.is_nan() { "no value".to_owned() } else { with_unit(value, unit) }
        };
        format!("{} {operation} {}", side(*left), side(*right))
    }
}

/// A setting of the solver.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Setting {
    /// A choice.
    Word(String),
    /// A whole number.
    Count(u64),
    /// A number and the symbol of its unit, empty for a pure number.
    Quantity { value: f64, unit: String },
}

/// Where the energy was and went, J.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EnergyLedger {
    /// Kinetic, gravity, elastic, dissipated, work of loads, ...
    pub parts: Vec<EnergyPart>,
    /// The largest distance of the ledger from closing, over all accepted steps.
    pub largest_imbalance: f64,
    /// What that is compared with: the largest exchange between the parts.
    pub scale: f64,
    /// The one over the other; not finite where something came from nothing.
    pub ratio: f64,
    /// `closed`, `open`, `failed` or `not_finite`.
    pub verdict: &'static str,
    /// The imbalance is no more than rounding, whatever the ratio.
    pub rounding: bool,
}

/// One kind of energy, J.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EnergyPart {
    pub name: String,
    pub start: f64,
    pub end: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct WallTime {
    /// In the solver alone, s.
    pub solver: f64,
    /// With the writing of results, s.
    pub total: f64,
}

/// Names as keys.
pub(super) fn as_map<S: Serializer, V: Serialize>(
    pairs: &[(String, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

/// A single number without brackets.
fn as_number<S: Serializer>(numbers: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    match numbers {
        [number] => serializer.serialize_f64(*number),
        numbers => serializer.collect_seq(numbers),
    }
}

impl Summary {
    /// What tells the run from others.
    pub(super) fn identity(&self) -> Of<'_> {
        Of {
            model: &self.model,
            experiment: &self.experiment,
            version: &self.version,
            model_hash: &self.model_hash,
            parameters: &self.parameters,
        }
    }

    /// What was run, and what became of it, alone: no longer than what stood there before the first row, by some words.
    pub(super) fn ending(&self) -> Self {
        Self {
            statistics: Vec::new(),
            extremes: Vec::new(),
            criteria: Vec::new(),
            solver: Vec::new(),
            counts: Vec::new(),
            energy: None,
            warnings: Vec::new(),
            constraint_error: None,
            modes: Vec::new(),
            peaks: Vec::new(),
            sensitivities: Vec::new(),
            recorded: Vec::new(),
            ..self.clone()
        }
    }

    /// Where not all rows could be written, those are counted that were.
    pub fn set_rows(&mut self, rows: u64) {
        let counted = self.counts.iter_mut().find(|(name, _)| name == "rows");
        counted.into_iter().for_each(|(_, count)| *count = rows);
    }
}

impl RunOutcome {
    /// The time reached, s.
    pub fn simulated(&self) -> f64 {
        match *self {
            RunOutcome::AtRest | RunOutcome::Running { .. } => 0.0,
            RunOutcome::Completed { simulated }
            | RunOutcome::Stopped { simulated, .. }
            | RunOutcome::Unbalanced { simulated, .. }
            | RunOutcome::Interrupted { simulated, .. }
            | RunOutcome::Failed { simulated, .. } => simulated,
        }
    }

    /// What a reader must know before looking at the results: nothing for a completed run.
    pub fn notice(&self) -> Option<String> {
        match self {
            RunOutcome::Completed { .. } | RunOutcome::AtRest => None,
            RunOutcome::Running { .. } => Some("This run has not come to its end.".to_owned()),
            RunOutcome::Unbalanced { message, .. } => {
                Some(format!("These results are not to be used: {message}"))
            }
            // An equilibrium that was not found.
            RunOutcome::Interrupted { planned: 0.0, .. } => Some("Interrupted.".to_owned()),
            RunOutcome::Failed { planned: 0.0, message, .. } => Some(message.clone()),
            RunOutcome::Interrupted { simulated, planned } => Some(format!(
                "Interrupted at {} s of {} s.",
                rounded(*simulated, 6),
                rounded(*planned, 6)
            )),
            RunOutcome::Stopped { simulated, planned, why } => Some(format!(
                "Ended by an event at {} s of {} s: {why}",
                rounded(*simulated, 6),
                rounded(*planned, 6)
            )),
            RunOutcome::Failed { simulated, planned, message } => {
                Some(format!("{}: {message}", stopped(*simulated, *planned)))
            }
        }
    }

    /// The same where an error says below why a run failed.
    fn notice_above_error(&self) -> Option<String> {
        match self {
            RunOutcome::Failed { planned: 0.0, .. } => None,
            RunOutcome::Failed { simulated, planned, .. } => Some(stopped(*simulated, *planned)),
            RunOutcome::Completed { .. }
            | RunOutcome::AtRest
            | RunOutcome::Running { .. }
            | RunOutcome::Unbalanced { .. }
            | RunOutcome::Interrupted { .. }
            | RunOutcome::Stopped { .. } => self.notice(),
        }
    }
}

fn stopped(simulated: f64, planned: f64) -> String {
    format!("Stopped at {} s of {} s", rounded(simulated, 6), rounded(planned, 6))
}

impl Setting {
    /// For people.
    fn shown(&self) -> String {
        match self {
            Setting::Word(word) => word.clone(),
            Setting::Count(count) => count.to_string(),
            Setting::Quantity { value, unit } => with_unit(*value, unit),
        }
    }
}

/// Rounded to six digits.
fn with_unit(value: f64, unit: &str) -> String {
    let number = rounded(value, 6);
    if unit.is_empty() || unit == "1" {
        number
    } else {
        format!("{number} {}", super::quantity::typeset_unit(unit))
    }
}

impl Summary {
    /// What a reader must know before looking at the results.
    pub fn notice(&self) -> Option<String> {
        self.with_verdicts(self.outcome.notice())
    }

    /// The same where an error says below why the run failed.
    pub fn notice_above_error(&self) -> Option<String> {
        self.with_verdicts(self.outcome.notice_above_error())
    }

    fn with_verdicts(&self, told: Option<String>) -> Option<String> {
        let told = told.map(|told| match told.ends_with('.') {
            true => told,
            false => told + ".",
        });
        let named = |verdict: CriterionVerdict, word: &str| {
            let own = self.criteria.iter().filter(|own| own.verdict == verdict);
            let names: Vec<&str> = own.map(|own| own.name.as_str()).collect();
            (!names.is_empty()).then(|| format!("{word}: {}.", names.join(", ")))
        };
        let criteria = match &self.outcome {
            // Of a run that goes on nothing is known yet.
            RunOutcome::Running { .. } => [None, None],
            _ => [
                named(CriterionVerdict::Failed, "Not met"),
                named(CriterionVerdict::NotJudged, "Not judged"),
            ],
        };
        let all: Vec<String> = told.into_iter().chain(criteria.into_iter().flatten()).collect();
        (!all.is_empty()).then(|| all.join(" "))
    }

    /// The JSON text, indented, ending with a line end.
    pub fn json(&self) -> String {
        // Serializing a tree of strings and numbers into memory cannot fail; an empty object says
        // so if it ever does.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_else(|_| "{}".to_owned());
        text.push('\n');
        escaped(&text).into_owned()
    }

    /// Writes [`Summary::json`] to a file.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub fn write(&self, path: &Path) -> Result<(), ResultsError> {
        replace(path, self.json().as_bytes())
            .map_err(|error| ResultsError::file(path, "write", error))
    }
}
