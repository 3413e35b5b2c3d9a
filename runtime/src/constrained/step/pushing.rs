//! Ropes that push: splines whose pieces carry compression that no rope does.
//!
//! Rope goes slack because it buckles, and a spline does so too; but one that is straight, and that nothing moves to a
//! side, stays straight whatever pushes it. So a piece that carries more than the load at which it would buckle by itself
//! is told.

use std::ops::Range;

use crate::constrained::cable::place::PulledBy;
use crate::constrained::data::{ConstrainedData, State};
use crate::constrained::model::ConstrainedModel;
use crate::mechanism::CableOf;
use crate::results::rounded;

/// Of the largest tension in the same rope: less than this is what any rope that moves has.
const SHARE: f64 = 0.1;

/// Of what a rope weighs, and of EA for a spline and for a B-spline, whose curve has other errors than rounding: less is
/// nothing that acts.
const OF_WEIGHT: f64 = 1e-6;
const OF_STIFFNESS: [f64; 2] = [1e-10, 1e-7];

/// The most that a rope has pushed with.
#[derive(Clone, Copy, Debug)]
struct Push {
    /// N, or N s of an impact.
    force: f64,
    /// s
    time: f64,
}

/// What a rope consists of, among all pieces of splines or all spans of B-splines.
#[derive(Clone, Debug)]
enum Pieces {
    Spline(Range<usize>),
    BSpline(Range<usize>),
}

impl Pieces {
    /// What a push of such a rope has to exceed, N.
    fn nothing(&self, cable: &CableOf) -> f64 {
        let weight = cable.loads().gravity.norm() * cable.links().mass();
        let stiffness = (0..cable.links().count())
            .filter_map(|piece| cable.product(piece).axial)
            .fold(0.0, |most: f64, axial| most.max(axial.stiffness));
        let [spline, bspline] = OF_STIFFNESS;
        let share = match self {
            Pieces::Spline(_) => spline,
            Pieces::BSpline(_) => bspline,
        };
        (OF_WEIGHT * weight).max(share * stiffness)
    }

    /// The mean tension of each piece, and what it carries without going aside by itself, N.
    fn each(&self, model: &ConstrainedModel, state: &State, mut see: impl FnMut(f64, f64)) {
        match self {
            Pieces::Spline(pieces) => {
                for piece in pieces.clone() {
                    let tension = model.equations.stretches[piece].mean_tension(&state.multipliers);
                    see(tension, model.elements.spline_pieces[piece].buckles_at());
                }
            }
            Pieces::BSpline(spans) => {
                let motion = model.motion(state);
                for span in &model.elements.bspline_spans[spans.clone()] {
                    see(span.mean_tension(&motion), span.buckles_at());
                }
            }
        }
    }
}

#[derive(Clone, Debug)]
struct Rope {
    /// Its index in the graph.
    cable: usize,
    pieces: Pieces,
    /// Pushes up to this are rounding, N.
    nothing: f64,
    /// The largest tension so far, N.
    pulled: f64,
    pushed: Option<Push>,
    /// By the impulse of something that has been closed.
    struck: Option<Blow>,
}

/// What a rope passed on by pushing, N s, in a run of steps that are about so long, s.
#[derive(Clone, Copy, Debug)]
struct Blow {
    impulse: f64,
    time: f64,
    step: f64,
}

/// What has been seen of all splines of a model.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Pushing {
    ropes: Vec<Rope>,
}

impl Pushing {
    /// Only for what has splines.
    pub(in crate::constrained) fn new(model: &ConstrainedModel) -> Option<Self> {
        let splines =
            model.splines.iter().map(|own| (own.cable, Pieces::Spline(own.pieces.clone())));
        let spans = model.pieces.iter().enumerate().filter_map(|(cable, pieces)| {
            let &[PulledBy::Span(first), ..] = &pieces[..] else { return None };
            Some((cable, Pieces::BSpline(first..first + pieces.len())))
        });
        let rope = |(cable, pieces): (usize, Pieces)| {
            let nothing = pieces.nothing(&model.mechanism.cables[cable]);
            Rope { cable, pieces, nothing, pulled: 0.0, pushed: None, struck: None }
        };
        let ropes: Vec<Rope> = splines.chain(spans).map(rope).collect();
        (!ropes.is_empty()).then_some(Self { ropes })
    }

    /// Looks at a step that has been accepted.
    pub(in crate::constrained) fn follow(
        &mut self,
        model: &ConstrainedModel,
        data: &ConstrainedData,
    ) {
        for rope in &mut self.ropes {
            let Rope { pieces, nothing, pulled, pushed, .. } = rope;
            pieces.each(model, &data.state, |tension, buckles_at| {
                *pulled = pulled.max(tension);
                let most = pushed.map_or(*nothing, |push| push.force);
                if -tension > most && -tension > buckles_at {
                    *pushed = Some(Push { force: -tension, time: data.state.time });
                }
            });
        }
    }

    /// Looks at the impulses of all multipliers when something has been closed; steps are about so long, s.
    pub(in crate::constrained) fn strike(
        &mut self,
        model: &ConstrainedModel,
        impulses: &[f64],
        [time, step]: [f64; 2],
    ) {
        for rope in &mut self.ropes {
            // A B-spline stretches, so no impulse goes through it.
            let Pieces::Spline(pieces) = &rope.pieces else { continue };
            let pieces = &model.equations.stretches[pieces.clone()];
            let tensions = || pieces.iter().map(|piece| piece.mean_tension(impulses));
            let largest = tensions().fold(0.0, |most: f64, own| most.max(own.abs()));
            let impulse = tensions().fold(0.0, |most: f64, own| most.max(-own));
            let least = (SHARE * largest).max(rope.nothing * step);
            if impulse > least && impulse > rope.struck.map_or(0.0, |blow| blow.impulse) {
                rope.struck = Some(Blow { impulse, time, step });
            }
        }
    }

    /// For the reader of the results; of ropes of which nothing else explains it.
    pub(in crate::constrained) fn notes<'a>(
        &'a self,
        model: &'a ConstrainedModel,
        is_explained: impl Fn(usize) -> bool + 'a,
    ) -> impl Iterator<Item = String> + 'a {
        let ropes = self.ropes.iter().filter(move |rope| !is_explained(rope.cable));
        ropes.flat_map(|rope| {
            let path = &model.mechanism.graph.cables[rope.cable].path;
            let pushed = rope.pushed.filter(|push| push.force > SHARE * rope.pulled);
            let pushed = pushed.map(|Push { force, time }| {
                format!(
                    "`{path}` pushed with {} N at {} s, where rope goes slack: it buckles in waves as long as its pieces at the \
                     shortest, and not at all where it is straight and nothing moves it to a side, such as a small velocity \
                     across it",
                    rounded(force, 3),
                    rounded(time, 6)
                )
            });
            // What a step could have done by the usual tension is no blow.
            let usual = SHARE * rope.pulled;
            let struck = rope.struck.filter(|blow| blow.impulse > usual * blow.step);
            let struck = struck.map(|Blow { impulse, time, .. }| {
                format!(
                    "`{path}` passed a blow of {} N s on by pushing at {} s, when something was closed: \
                     rope goes slack there, but a spline that is straight does not; a brake that slips (`stiction`) strikes nothing",
                    rounded(impulse, 3),
                    rounded(time, 6)
                )
            });
            [pushed, struck].into_iter().flatten()
        })
    }
}
