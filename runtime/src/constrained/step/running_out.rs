//! Ropes of which a step leaves far less than there was, or far more, and such that run by more than their pieces can take along.
//!
//! Steps see the mean of the free length at both their ends. What follows it stays right to 0.2 % where that changes by an eighth, and to a
//! tenth where it is halved: the torque of a twisted rope that is hauled in to its end.

use nalgebra::Vector3;

use crate::constrained::cable::payout::{PaidOut, Through};
use crate::constrained::data::State;
use crate::constrained::model::ConstrainedModel;
use crate::results::rounded;

/// Of the longer of both free lengths: a larger change is told.
const MOST_CHANGE: f64 = 0.2;

/// The most of something, and when that was, s.
#[derive(Clone, Copy, Debug)]
struct Most {
    amount: f64,
    time: f64,
}

impl Most {
    /// Keeps the larger one.
    fn see(most: &mut Option<Most>, amount: f64, time: f64) {
        if most.is_none_or(|own| amount > own.amount) {
            *most = Some(Most { amount, time });
        }
    }
}

#[derive(Clone, Debug)]
struct Rope {
    /// Of the graph.
    cable: usize,
    pieces: usize,
    /// Whether it remembers how it was pulled or twisted.
    relaxes: bool,
    /// Of the longer free length.
    change: Option<Most>,
    /// What runs through an end in a step, in pieces.
    run: Option<Most>,
}

/// What has been seen of all ropes that run through their ends.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct RunningOut {
    ropes: Vec<Rope>,
}

impl RunningOut {
    /// Only where there are such.
    pub(in crate::constrained) fn new(model: &ConstrainedModel) -> Option<Self> {
        let rope = |own: &PaidOut| {
            let cable = &model.mechanism.cables[own.cable];
            Rope {
                cable: own.cable,
                pieces: cable.links().lengths().len(),
                relaxes: cable.creep() + cable.section_creep() > 0,
                change: None,
                run: None,
            }
        };
        let ropes: Vec<Rope> = model.paid_out.iter().map(rope).collect();
        (!ropes.is_empty()).then_some(Self { ropes })
    }

    /// Looks at both ends of a step that has been accepted.
    pub(in crate::constrained) fn follow(
        &mut self,
        model: &ConstrainedModel,
        [before, after]: [&State; 2],
    ) {
        let (time, step) = (after.time, after.time - before.time);
        for (rope, own) in self.ropes.iter_mut().zip(&model.paid_out) {
            let length = |positions: &[Vector3<f64>]| own.length(&model.vectors, positions);
            let [from, to] = [before, after].map(|state| length(&state.positions));
            let change = (to - from).abs();
            if change > MOST_CHANGE * from.max(to) {
                Most::see(&mut rope.change, change / from.max(to), time);
            }
            let (through, ends) = match own.payout.flows {
                Through::Start | Through::End => (change, 1.0),
                Through::Both { come } => {
                    let rates =
                        [before, after].map(|state| model.vectors.value(come, &state.velocities).x);
                    let come = 0.5 * step * (rates[0] + rates[1]);
                    (come.abs().max((to - from - come).abs()), 2.0)
                }
            };
            let pieces = through * rope.pieces as f64 / from.min(to);
            if rope.relaxes && ends * pieces > 1.0 {
                Most::see(&mut rope.run, pieces, time);
            }
        }
    }

    /// For the reader of the results.
    pub(in crate::constrained) fn notes<'a>(
        &'a self,
        model: &'a ConstrainedModel,
    ) -> impl Iterator<Item = String> + 'a {
        self.ropes.iter().flat_map(|rope| {
            let path = &model.mechanism.graph.cables[rope.cable].path;
            let change = rope.change.map(|Most { amount, time }| {
                format!(
                    "a step changed the free length of `{path}` by {} %, to {} s: what follows it, as a torque, may be wrong by some percent there; \
                     shorter steps follow it better",
                    rounded(100.0 * amount, 2),
                    rounded(time, 6)
                )
            });
            let run = rope.run.map(|Most { amount, time }| {
                format!(
                    "`{path}` ran by {} of its {} pieces in a step, to {} s: that is more than a piece takes up, so rope remembers longer where it was; \
                     shorter steps or fewer `elements` help",
                    rounded(amount, 2),
                    rope.pieces,
                    rounded(time, 6)
                )
            });
            [change, run].into_iter().flatten()
        })
    }
}
