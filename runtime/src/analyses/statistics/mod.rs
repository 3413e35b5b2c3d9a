//! Statistics of signals over a run.
//!
//! Signals are read at the end of each step, and just after events. Where three of these say that something larger than
//! the largest so far may lie in between, or that the signal is not smooth, the step is looked into: the course is read
//! at instants within it, as it is for rows, so what is found is that of the solution and not of the rows. Nothing of
//! this has any influence on the steps.

mod distribution;
mod extreme;
mod gauge;
mod integral;
mod parts;
mod point;
mod sum;

use std::sync::Arc;

use cdl_graph::{Analysis, NodeId};

use super::formulation::Formulation;
use crate::mechanism::Mechanism;
use crate::model::Model;
use gauge::{Gauge, Within};
use point::Point;

/// How long before the end of a step its end from inside is looked at, as a share of it.
const JUST_BEFORE: f64 = 1e-6;

/// All statistics that are asked for.
#[derive(Clone, Debug)]
pub(super) struct Statistics {
    /// Where they begin, s.
    from: f64,
    /// By their number; absent for what is about the whole.
    gauges: Vec<Option<Gauge>>,
    /// Of those whose signal was no finite number, why.
    reasons: Vec<Option<String>>,
    /// Of the last sample, s.
    last: Option<f64>,
    mechanism: Arc<Mechanism>,
}

impl Statistics {
    /// Nothing where nothing is asked for.
    pub(super) fn new(model: &Model) -> Option<Self> {
        let mechanism = &model.mechanism;
        let gauges: Vec<Option<Gauge>> = mechanism
            .graph
            .statistics
            .iter()
            .map(|own| {
                let share = own.share.map_or(0.0, |share| mechanism.scalar(share));
                Gauge::new(own, own.of?, share)
            })
            .collect();
        let from = match &mechanism.graph.analysis {
            Analysis::Simulate(own) => own.discard.map_or(0.0, |discard| mechanism.scalar(discard)),
            Analysis::Equilibrium(_)
            | Analysis::Modes(_)
            | Analysis::Response(_)
            | Analysis::None => 0.0,
        };
        let (last, mechanism) = (None, mechanism.clone());
        let reasons = vec![None; gauges.len()];
        let is_asked = gauges.iter().any(Option::is_some);
        is_asked.then_some(Self { from, gauges, reasons, last, mechanism })
    }

    /// The run goes on with another model, which asks for the same.
    pub(super) fn go_on(&mut self, model: &Model) {
        self.mechanism = model.mechanism.clone();
        for (gauge, own) in self.gauges.iter_mut().zip(&model.mechanism.graph.statistics) {
            if let (Some(gauge), Some(node)) = (gauge, own.of) {
                gauge.node = node;
            }
        }
    }

    /// Where the course is: at a start, or where something has just been set.
    pub(super) fn begin(&mut self, course: &mut dyn Formulation) {
        let time = course.time();
        if time < self.from - course.crumb() {
            return;
        }
        course.read(time, f64::INFINITY);
        self.begin_at(time, course);
    }

    fn begin_at(&mut self, at: f64, course: &dyn Formulation) {
        for gauge in self.gauges.iter_mut().flatten() {
            gauge.begin(Point { at, value: course.values().scalar(gauge.node) });
        }
        self.note_reasons(course);
        self.last = Some(at);
    }

    /// After a step, before anything happens at its end.
    pub(super) fn step(&mut self, course: &mut dyn Formulation) {
        let (time, crumb) = (course.time(), course.crumb());
        if time < self.from - crumb {
            return;
        }
        if self.last.is_none() && time > self.from + crumb {
            course.read(self.from, 0.0);
            self.begin_at(self.from, course);
        }
        course.read(time, f64::INFINITY);
        let Some(last) = self.last else { return self.begin_at(time, course) };
        if time <= last {
            return;
        }
        let ends: Vec<Option<Point>> = self
            .gauges
            .iter()
            .map(|gauge| Some(sample(gauge.as_ref()?.node, time, course)))
            .collect();
        self.note_reasons(course);
        let mut is_asked = false;
        for (gauge, end) in self.gauges.iter_mut().zip(&ends) {
            if let (Some(gauge), Some(end)) = (gauge, end) {
                is_asked |= gauge.asks(*end);
            }
        }
        let mut inside = Inside::new(&self.gauges, (last, time));
        // Extremes first: what they find in the step, averages of the same signal must not miss.
        let mut tops: Vec<(NodeId, Point)> = Vec::new();
        for is_first in [true, false] {
            let own = self.gauges.iter_mut().zip(&ends).enumerate();
            for (index, (gauge, end)) in own {
                let (Some(gauge), Some(end)) = (gauge, end) else { continue };
                if gauge.is_extreme() != is_first {
                    continue;
                }
                let within = is_asked.then(|| inside.within(index, course));
                let node = gauge.node;
                gauge.step(*end, within, &tops, |at| inside.value(index, at, course));
                tops.extend(gauge.top_within((last, time)).map(|top| (node, top)));
            }
        }
        if is_asked {
            // What happens next is of the step's end.
            course.read(time, f64::INFINITY);
        }
        self.last = Some(time);
    }

    /// Of signals that are no finite numbers where the course is read.
    fn note_reasons(&mut self, course: &dyn Formulation) {
        for (gauge, reason) in self.gauges.iter().zip(&mut self.reasons) {
            if let (Some(gauge), None) = (gauge, &reason) {
                *reason = self.mechanism.tape.explain(gauge.node, course.values());
            }
        }
    }

    /// Of one whose signal was no finite number, when that was, s, and why.
    pub(super) fn broken(&self, index: usize) -> Option<(f64, &str)> {
        let at = self.gauges.get(index)?.as_ref()?.broken()?;
        Some((at, self.reasons.get(index)?.as_deref().unwrap_or("it has no value")))
    }

    /// By their number, what is told of those that are not known well.
    pub(super) fn doubts(&self) -> impl Iterator<Item = (usize, f64)> {
        let gauges = self.gauges.iter().enumerate();
        gauges.filter_map(|(index, gauge)| Some((index, gauge.as_ref()?.doubt()?)))
    }

    /// Whether nothing has been sampled.
    pub(super) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Of one by its number; nothing where it is about the whole.
    pub(super) fn value(&self, index: usize) -> Option<f64> {
        self.gauges.get(index)?.as_ref().map(Gauge::value)
    }
}

/// What is seen within one step, of all gauges at once: to read the course there takes a step, and several ask for the same
/// instants.
struct Inside {
    /// s
    step: (f64, f64),
    /// By the number of the gauge.
    nodes: Vec<Option<NodeId>>,
    /// s, and values by that number.
    seen: Vec<(f64, Vec<f64>)>,
}

impl Inside {
    /// Nothing has been looked at.
    fn new(gauges: &[Option<Gauge>], step: (f64, f64)) -> Self {
        let nodes = gauges.iter().map(|gauge| gauge.as_ref().map(|own| own.node)).collect();
        Self { step, nodes, seen: Vec::new() }
    }

    /// Of one gauge at an instant, s.
    fn value(&mut self, index: usize, at: f64, course: &mut dyn Formulation) -> f64 {
        if let Some((_, values)) = self.seen.iter().find(|(time, _)| *time == at) {
            return values[index];
        }
        course.read(at, 0.0);
        let of = |node: &Option<NodeId>| node.map_or(f64::NAN, |own| course.values().scalar(own));
        let values: Vec<f64> = self.nodes.iter().map(of).collect();
        let value = values[index];
        self.seen.push((at, values));
        value
    }

    /// Of one gauge, what it begins with.
    fn within(&mut self, index: usize, course: &mut dyn Formulation) -> Within {
        let (from, to) = self.step;
        let [middle, before_end] = [0.5 * (from + to), to - JUST_BEFORE * (to - from)]
            .map(|at| Point { at, value: self.value(index, at, course) });
        Within { middle, before_end }
    }
}

/// Of a signal where the course is.
fn sample(node: NodeId, at: f64, course: &dyn Formulation) -> Point {
    Point { at, value: course.values().scalar(node) }
}
