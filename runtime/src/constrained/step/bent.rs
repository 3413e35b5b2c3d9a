//! Ropes that are bent by more than they bear: what their least radius is compared with.

use crate::constrained::cable::spline::{Spline, SplinePiece};
use crate::constrained::data::State;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::sources::Motion;
use crate::laws::spline::Bent;

/// Of a piece's length: where the curvature is looked at. It is largest at an end or within the piece.
const PLACES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// What rounding may add to a curvature that is just borne.
const ROUNDING: f64 = 1e-9;

/// A sharp bend.
#[derive(Clone, Copy, Debug)]
struct Bend {
    /// 1/m
    curvature: f64,
    /// The least that it bears there, m.
    radius: f64,
    /// From the cable's start, m.
    at: f64,
    /// s
    time: f64,
}

impl Bend {
    /// How many times as sharp as it may be.
    fn beyond(self) -> f64 {
        self.curvature * self.radius
    }
}

#[derive(Clone, Debug)]
struct Rope {
    spline: Spline,
    sharpest: Option<Bend>,
}

/// What has been seen of all splines of a model that say how far they may be bent.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Bends {
    ropes: Vec<Rope>,
}

impl Bends {
    /// Only where there are such.
    pub(in crate::constrained) fn new(model: &ConstrainedModel) -> Option<Self> {
        let rope = |spline: &Spline| {
            let mut products = model.mechanism.cables[spline.cable].products.iter();
            let says = products.any(|own| own.least_radius.is_some());
            says.then(|| Rope { spline: spline.clone(), sharpest: None })
        };
        let ropes: Vec<Rope> = model.splines.iter().filter_map(rope).collect();
        (!ropes.is_empty()).then_some(Self { ropes })
    }

    /// Looks at a state that has been accepted.
    pub(in crate::constrained) fn follow(&mut self, model: &ConstrainedModel, state: &State) {
        let motion = model.motion(state);
        for rope in &mut self.ropes {
            let mut from = 0.0;
            let cable = &model.mechanism.cables[rope.spline.cable];
            for (index, piece) in rope.spline.pieces.clone().enumerate() {
                let piece = &model.elements.spline_pieces[piece];
                let (length, bends) = along(piece, &motion);
                let radius = cable.product(index).least_radius.unwrap_or(0.0);
                for (place, curvature) in PLACES.iter().zip(bends) {
                    let most = rope.sharpest.map_or(1.0 + ROUNDING, Bend::beyond);
                    if curvature * radius > most {
                        let at = from + place * length;
                        rope.sharpest = Some(Bend { curvature, radius, at, time: state.time });
                    }
                }
                from += length;
            }
        }
    }

    /// For the reader of the results.
    pub(in crate::constrained) fn notes<'a>(
        &'a self,
        model: &'a ConstrainedModel,
    ) -> impl Iterator<Item = String> + 'a {
        self.ropes.iter().filter_map(|rope| {
            let path = &model.mechanism.graph.cables[rope.spline.cable].path;
            let Bend { curvature, radius, at, time } = rope.sharpest?;
            Some(format!(
                "`{path}` was bent to a radius of {:.4} m, {at:.3} m from its start at {time:.6} s; {radius} m is the least that it \
                 bears",
                1.0 / curvature,
            ))
        })
    }
}

/// The length of a piece (m), and how it is bent at some places, 1/m.
pub(super) fn along(piece: &SplinePiece, motion: &Motion<'_>) -> (f64, [f64; PLACES.len()]) {
    let q = piece.nodal.map(|id| motion.position(id));
    let ratio = piece.flow.as_ref().map_or(1.0, |flow| flow.payout.ratio_in(motion));
    let length = piece.shapes.length;
    let bends = PLACES.map(|x| Bent::at(&q, x, length).curvature() / ratio);
    (length * ratio, bends)
}
