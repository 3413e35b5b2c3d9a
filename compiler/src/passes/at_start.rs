//! Values at the start of a run, as far as they are known before it.

use cdl_graph::{Evaluation, Graph, Sensor};

/// Nothing is known of the motion: what depends on it is NaN.
pub(super) type AtStart<'a> = Evaluation<'a, fn(Sensor, u8) -> f64>;

pub(super) fn at_start(graph: &Graph) -> AtStart<'_> {
    Evaluation::new(&graph.signals, 0.0, |_, _| f64::NAN)
}

/// To six digits, for a message.
pub(super) fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}
