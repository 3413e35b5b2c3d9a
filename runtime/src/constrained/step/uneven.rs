//! B-splines whose spans are too few for their shape (locking): a curve that cannot follow it is stretched at one place of a
//! span and pressed together at another. That stores what no rope would, resists bending, and makes forces wrong.
//!
//! What is so stored is `½ EA ∫ (ε - ε₁)² ds` with the strain `ε` and the line `ε₁` through it in each span: weight and waves
//! change the strain evenly within a span, whatever the rope stretches by. It is a potential of the shape, so forces are
//! wrong by ten to sixty times what is stored for each metre of rope: ropes of degrees 2 to 6 and 4 to 20 spans that sag a
//! little and much, with an EA of 10^4 to 10^7 times their weight, against the catenary. Oscillating strains themselves are no
//! measure: their tensions may be fifty times that of the rope where forces are right to a percent.

use std::ops::Range;

use nalgebra::Vector3;

use crate::constrained::cable::bspline::BSplineSpan;
use crate::constrained::cable::place::PulledBy;
use crate::constrained::data::State;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::sources::Motion;
use crate::results::rounded;

/// Of what a rope carries times its length: from here on forces are wrong by two to seven percent of that.
const MOST: f64 = 1e-3;

/// Of the square of the angle by which a span turns. One of degree 2 that does so by `θ` has to be shorter by `θ²/8` in its
/// middle, and higher degrees by less: strains beyond are those of a blow along the rope.
const BY_TURNING: f64 = 0.25;

/// The most that one rope has stored so.
#[derive(Clone, Copy, Debug)]
struct Stored {
    /// J
    energy: f64,
    /// The one that has most of it, counted from the cable's start, and its strains from the least to the most.
    worst: (usize, Unevenness),
    /// s
    time: f64,
}

#[derive(Clone, Debug)]
struct Rope {
    /// Of the graph.
    cable: usize,
    /// Among all of the model.
    spans: Range<usize>,
    /// EA, N.
    stiffness: f64,
    /// m
    length: f64,
    most: Option<Stored>,
    /// The largest of what it weighs, pulls with, and exerts at its ends, N.
    carried: f64,
}

impl Rope {
    /// Where forces are wrong by that.
    fn told(&self) -> Option<Stored> {
        self.most.filter(|most| most.energy > MOST * self.carried * self.length)
    }
}

/// What the strains of a span are beside the line through them.
#[derive(Clone, Copy, Debug)]
struct Unevenness {
    /// `∫ (ε - ε₁)² ds`, m.
    square: f64,
    /// From the least to the most of it.
    range: f64,
    /// `∫ ε ds`, m.
    longer: f64,
}

/// Of a weight, a place and a value each.
fn unevenness(strains: impl Iterator<Item = [f64; 3]> + Clone) -> Unevenness {
    let sum = |of: &dyn Fn([f64; 3]) -> f64| -> f64 { strains.clone().map(of).sum() };
    let length = sum(&|[weight, ..]| weight);
    let longer = sum(&|[weight, _, strain]| weight * strain);
    let (middle, mean) = (sum(&|[weight, at, _]| weight * at) / length, longer / length);
    let spread = sum(&|[weight, at, _]| weight * (at - middle) * (at - middle));
    let slope = sum(&|[weight, at, strain]| weight * (at - middle) * (strain - mean)) / spread;
    // A single point is its own line.
    let slope = if slope.is_finite() { slope } else { 0.0 };
    let beside = |[_, at, strain]: [f64; 3]| strain - mean - slope * (at - middle);
    let square = sum(&|own| own[0] * beside(own) * beside(own));
    let range = |[least, most]: [f64; 2], own: f64| [least.min(own), most.max(own)];
    let [least, most] = strains.map(beside).fold([f64::INFINITY, f64::NEG_INFINITY], range);
    Unevenness { square, range: most - least, longer }
}

/// What the outermost two control points at both ends are pulled with, N: at a clamp they share its moment.
fn at_ends(spans: &[BSplineSpan], motion: &Motion<'_>) -> [f64; 2] {
    let last = spans.len() - 1;
    let of = |span: usize, own: &dyn Fn(&[Vector3<f64>]) -> Vector3<f64>| {
        own(&spans[span].instant_forces(motion)[..spans[span].count()])
    };
    let mut start = of(0, &|all| all[0] + all[1]);
    let mut end = of(last, &|all| all[all.len() - 1] + all[all.len() - 2]);
    if last > 0 {
        start += of(1, &|all| all[0]);
        end += of(last - 1, &|all| all[all.len() - 1]);
    }
    [start.norm(), end.norm()]
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
            let own = &model.mechanism.cables[cable];
            let weight = own.loads().gravity.norm() * own.links().mass();
            Some(Rope {
                cable,
                spans: first..first + pieces.len(),
                stiffness: own.product(0).axial?.stiffness,
                length: own.links().length(),
                most: None,
                carried: weight,
            })
        });
        let ropes: Vec<Rope> = ropes.collect();
        (!ropes.is_empty()).then_some(Self { ropes })
    }

    /// Looks at a state that has been accepted.
    pub(in crate::constrained) fn follow(&mut self, model: &ConstrainedModel, state: &State) {
        let motion = model.motion(state);
        for rope in &mut self.ropes {
            let spans = &model.elements.bspline_spans[rope.spans.clone()];
            let (mut square, mut longer, mut worst) = (0.0, 0.0, None);
            for (span, own) in spans.iter().enumerate() {
                let (found, turn) = (unevenness(own.strains(&motion)), own.turn(&motion));
                longer += found.longer;
                if found.range > BY_TURNING * turn * turn {
                    continue;
                }
                square += found.square;
                if worst.is_none_or(|(_, worst): (usize, Unevenness)| found.square > worst.square) {
                    worst = Some((span, found));
                }
            }
            let mean = (rope.stiffness * longer / rope.length).abs();
            rope.carried =
                at_ends(spans, &motion).into_iter().fold(rope.carried.max(mean), f64::max);
            let energy = 0.5 * rope.stiffness * square;
            if let Some(worst) = worst
                && rope.most.is_none_or(|most| energy > most.energy)
            {
                rope.most = Some(Stored { energy, worst, time: state.time });
            }
        }
    }

    /// Whether a note says that this cable of the graph is too coarse.
    pub(in crate::constrained) fn tells_of(&self, cable: usize) -> bool {
        self.ropes.iter().any(|rope| rope.cable == cable && rope.told().is_some())
    }

    /// For the reader of the results.
    pub(in crate::constrained) fn notes<'a>(
        &'a self,
        model: &'a ConstrainedModel,
    ) -> impl Iterator<Item = String> + 'a {
        self.ropes.iter().filter_map(|rope| {
            let path = &model.mechanism.graph.cables[rope.cable].path;
            let Stored { energy, worst: (span, worst), time } = rope.told()?;
            Some(format!(
                "the curve of `{path}` is too coarse for its shape: at {} s it is stretched by {} % more at one place of a span \
                 than at another (number {} of {}), which stores {} J and resists bending as no rope does, so forces and \
                 tensions are wrong; more `spans` or a higher `degree` follow it, and a `spline` has no such stretch",
                rounded(time, 6),
                rounded(100.0 * worst.range, 2),
                span + 1,
                rope.spans.len(),
                rounded(energy, 2),
            ))
        })
    }
}
