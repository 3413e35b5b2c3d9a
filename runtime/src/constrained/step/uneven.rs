//! B-splines whose spans are too few for their shape: a curve that cannot follow it is stretched at one place of a span and
//! pressed together at another, and stores what no rope would. So a span in which the stretch differs by much is told.

use std::ops::Range;

use crate::constrained::cable::place::PulledBy;
use crate::constrained::data::State;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::sources::Motion;

/// Between places of one span. What a rope's own weight or a wave does within a span is far less.
const MOST: f64 = 0.05;

/// The largest difference of one rope.
#[derive(Clone, Copy, Debug)]
struct Difference {
    /// Of the stretch, without unit.
    amount: f64,
    /// Counted from the cable's start.
    span: usize,
    /// s
    time: f64,
}

#[derive(Clone, Debug)]
struct Rope {
    /// Of the graph.
    cable: usize,
    /// Among all of the model.
    spans: Range<usize>,
    most: Option<Difference>,
}

/// What has been seen of all B-splines of a model.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Uneven {
    ropes: Vec<Rope>,
}

impl Uneven {
    /// Only where there are such.
    pub(in crate::constrained) fn new(model: &ConstrainedModel) -> Option<Self> {
        let ropes = model.pieces.iter().enumerate().filter_map(|(cable, pieces)| {
            let &[PulledBy::Span(first), ..] = &pieces[..] else { return None };
            Some(Rope { cable, spans: first..first + pieces.len(), most: None })
        });
        let ropes: Vec<Rope> = ropes.collect();
        (!ropes.is_empty()).then_some(Self { ropes })
    }

    /// Looks at a state that has been accepted.
    pub(in crate::constrained) fn follow(&mut self, model: &ConstrainedModel, state: &State) {
        let (positions, velocities) = (&state.positions, &state.velocities);
        let motion = Motion { vectors: &model.vectors, positions, velocities };
        for rope in &mut self.ropes {
            for (span, own) in model.elements.bspline_spans[rope.spans.clone()].iter().enumerate() {
                let [least, most] = own.stretches(&motion);
                let amount = most - least;
                if amount > rope.most.map_or(MOST, |most| most.amount) {
                    rope.most = Some(Difference { amount, span, time: state.time });
                }
            }
        }
    }

    /// For the reader of the results.
    pub(in crate::constrained) fn notes<'a>(
        &'a self,
        model: &'a ConstrainedModel,
    ) -> impl Iterator<Item = String> + 'a {
        self.ropes.iter().filter_map(|rope| {
            let path = &model.mechanism.graph.cables[rope.cable].path;
            let Difference { amount, span, time } = rope.most?;
            Some(format!(
                "`{path}` was stretched by {:.1} % more at one place of a span than at another (number {} of {}, at {time:.6} s): \
                 its curve is too coarse for its shape, and stores energy that no rope would; more `spans` follow it",
                100.0 * amount,
                span + 1,
                rope.spans.len()
            ))
        })
    }
}
