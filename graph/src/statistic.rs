//! Numbers that a run has when it is over: statistics of signals, and what is concluded from them.

use crate::slot::{fixed, needed, visit};
use crate::text::{Expressions, section};
use crate::{Graph, NodeId, Origin, Output, Stage};

/// One number about the whole of a run. A [`Sensor::Statistic`](crate::Sensor) reads it in what is concluded.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Statistic {
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub measure: Measure,
    /// The signal that it is about; absent where it is about the whole.
    pub of: Option<NodeId>,
    /// Of a [`Measure::Percentile`]: the share of the time, from 0 to 1.
    pub share: Option<NodeId>,
}

/// What is to be known of a signal over a run, or of the run itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Measure {
    Maximum,
    Minimum,
    /// s
    TimeOfMaximum,
    /// s
    TimeOfMinimum,
    /// The integral over time, by the time.
    Average,
    /// The root of the average of the square.
    Rms,
    /// The root of the average of the square of what it is apart from its average.
    Deviation,
    /// What the signal is not above for a share of the time.
    Percentile,
    /// How often it becomes true.
    Count,
    /// The largest imbalance of the energy ledger, by what was exchanged.
    Imbalance,
    /// Of a mode by its number, of which 1 is the slowest: Hz.
    ModeFrequency(u32),
    /// The share of the critical damping, of a mode by its number.
    ModeDamping(u32),
    /// Of what a response records: its largest amplitude for each unit of the input.
    LargestAmplitude,
}

impl Measure {
    pub fn name(self) -> &'static str {
        match self {
            Measure::Maximum => "maximum",
            Measure::Minimum => "minimum",
            Measure::TimeOfMaximum => "time_of_maximum",
            Measure::TimeOfMinimum => "time_of_minimum",
            Measure::Average => "average",
            Measure::Rms => "rms",
            Measure::Deviation => "deviation",
            Measure::Percentile => "percentile",
            Measure::Count => "count",
            Measure::Imbalance => "imbalance",
            Measure::ModeFrequency(_) => "mode_frequency",
            Measure::ModeDamping(_) => "mode_damping",
            Measure::LargestAmplitude => "largest_amplitude",
        }
    }

    /// The number of the mode that it is about.
    pub fn mode(self) -> Option<u32> {
        match self {
            Measure::ModeFrequency(number) | Measure::ModeDamping(number) => Some(number),
            Measure::Maximum
            | Measure::Minimum
            | Measure::TimeOfMaximum
            | Measure::TimeOfMinimum
            | Measure::Average
            | Measure::Rms
            | Measure::Deviation
            | Measure::Percentile
            | Measure::Count
            | Measure::Imbalance
            | Measure::LargestAmplitude => None,
        }
    }
}

visit!(Statistic, |statistic, see| {
    let Statistic { origin: _, measure: _, of, share } = statistic;
    needed("value", Some(Stage::Output)).each(of, see);
    fixed("share").within(crate::Range::Between(0.0, 1.0)).each(share, see);
});

/// What is recorded once, at the end of a run: statistics, and what follows from them.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Finding(pub Output);

visit!(Finding, |finding, see| {
    let Finding(Output { name: _, origin: _, unit: _, nodes }) = finding;
    needed("value", Some(Stage::Conclusion)).each(nodes, see);
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let statistics = graph.statistics.iter().enumerate().map(|(index, own)| {
        let Statistic { origin: _, measure, of, share } = own;
        let of = of.iter().chain(share).map(|node| expressions.scalar(*node));
        let number = measure.mode().map(|number| number.to_string());
        let all: Vec<String> = of.chain(number).collect();
        format!("#{index} {}({})", measure.name(), all.join(", "))
    });
    let findings = graph.findings.iter().map(|Finding(output)| {
        let nodes: Vec<String> = output.nodes.iter().map(|&n| expressions.scalar(n)).collect();
        format!("{} [{}] = {}", output.name, output.unit.symbol, nodes.join(", "))
    });
    section("statistics", statistics) + &section("findings", findings)
}
