//! A B-spline: its spans, and where it is read.
//!
//! Its nodes are the control points. Fluids act on a straight piece for each of the points of Gauss's rule, which touches the
//! rope there and stands for as much of it as that point weighs, so that a load that is even along the rope acts as it should.
//!
//! A clamped end keeps the direction from its control point to the one beside it, by two products with axes across it.

use std::ops::Range;

use cdl_graph::CableId;

use super::{Foundation, Parts};
use crate::analyses::CABLE_POINTS;
use crate::assembly::Owner;
use crate::constrained::cable::bspline::BSplineSpan;
use crate::constrained::cable::bspline_place::{
    BSplinePlace, PointOnRope, RopeInFluid, SteepedPiece,
};
use crate::constrained::cable::fluid::PieceInFluid;
use crate::constrained::cable::place::PulledBy;
use crate::constrained::matrix::Wires;
use crate::constrained::vectors::{Linear, VectorId};
use crate::laws::bspline::{BSpline, SpanPoint};
use crate::mechanism::{AxialStiffness, CableOf};

/// The most places that a picture shows of a span.
const SHOWN: usize = 8;

/// Of the length that a straight piece in fluids stands for: so long it is, as outer points of Gauss's rule are nearer to the
/// ends of a span than half of what they weigh, and none should reach beyond the rope, as into another fluid.
const REACH: f64 = 0.79;

/// A cable that is a B-spline.
#[derive(Clone, Debug)]
pub(super) struct BSplineOf {
    spline: BSpline,
    /// Its first span, among those of all.
    first: usize,
    /// What clamps its start, among the products.
    clamp: Range<usize>,
}

/// A point of the straight pieces that fluids act on: in which span, what is linear in its control points, and which part of
/// the rope it stands for, from and to which arc length, m.
struct Immersed {
    span: usize,
    at: SpanPoint,
    part: [f64; 2],
}

impl Immersed {
    /// Coefficients of the start and the end of the straight piece.
    fn ends(&self) -> [SpanPoint; 2] {
        [-0.5 * REACH, 0.5 * REACH].map(|share| {
            let mut end = self.at;
            for (own, slope) in end.place.iter_mut().zip(self.at.slope) {
                *own += share * self.length() * slope;
            }
            end
        })
    }

    fn length(&self) -> f64 {
        self.at.weight
    }
}

/// All of a rope.
fn immersed(spline: &BSpline) -> Vec<Immersed> {
    let count = spline.degree() / 2 + 1;
    let mut all = Vec::with_capacity(count * spline.spans());
    for span in 0..spline.spans() {
        let mut from = spline.arc_length(span, 0.0);
        for at in spline.gauss(span, [0.0, 1.0], count) {
            let to = from + at.weight;
            all.push(Immersed { span, at, part: [from, to] });
            from = to;
        }
    }
    all
}

/// Of a sum of control points, that it has so much of each of a span.
fn combined(points: &[Linear], coefficients: &[f64]) -> Linear {
    let terms = points.iter().zip(coefficients).filter(|(_, factor)| **factor != 0.0);
    terms.fold(Linear::default(), |sum, (own, factor)| sum.plus_all(own, *factor))
}

impl Parts {
    /// Spans and what clamps them; the nodes are there.
    pub(super) fn bspline(
        &mut self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
        nodes: &[Linear],
    ) {
        let cable = &foundation.assembly.mechanism.cables[id.index()];
        let (links, product) = (cable.links(), cable.product(0));
        let (Some(spline), Some(axial)) = (cable.bspline(), product.axial) else { return };
        let owner = Owner::Cable(id.index());
        let mass = links.mass() / links.length();
        let weight = cable.loads().gravity * mass;
        // Where a rope only hangs somewhere nothing moves.
        let damping = if self.still { 0.0 } else { 1.0 };
        let axial = AxialStiffness { damping: axial.damping * damping, ..axial };
        let bending = &product.loads.bending;
        let bending = [bending.stiffness, bending.damping * damping];
        let control: Vec<VectorId> = nodes.iter().map(|own| self.vector(own)).collect();
        let first = self.elements.bspline_spans.len();
        let wide = spline.degree() + 1;
        for span in 0..spline.spans() {
            let points = spline.gauss(span, [0.0, 1.0], 2 * spline.degree() - 1);
            for (k, on) in nodes[span..span + wide].iter().enumerate() {
                let length: f64 = points.iter().map(|own| own.weight * own.place[k]).sum();
                self.weigh(on, weight * length);
            }
            self.pieces[id.index()].push(PulledBy::Span(self.elements.bspline_spans.len()));
            self.elements.bspline_spans.push(BSplineSpan::new(
                control[span..span + wide].into(),
                points.into(),
                &spline.points()[span..span + wide],
                mass,
                axial,
                bending,
            ));
        }
        if let Some(loads) = self.spline_loads(foundation, &product.loads) {
            for own in immersed(&spline) {
                let length = own.length();
                let ends = own.ends().map(|end| combined(&nodes[own.span..], &end.place));
                let ends = ends.map(|end| self.vector(&end));
                let (loads, wires) = (loads.clone(), Wires::default());
                let piece = PieceInFluid { ends, length, loads, lumped: false, wires };
                self.elements.pieces_in_fluid.push(piece);
            }
        }
        let products = self.equations.products.len();
        let mut clamp = products..products;
        let last = nodes.len() - 1;
        for (end, clamped) in cable.clamps.iter().enumerate() {
            let Some(clamped) = clamped else { continue };
            let at = [0.0, links.length()][end];
            let slope = along(&spline, nodes, at);
            // The point beside the end is the rope's own.
            let beside = [1, last - 1][end];
            if let &[(unit, _)] = nodes[beside].terms() {
                let axes = self.axes_of_clamp(foundation, clamped);
                self.keep_across(owner, unit, &axes, &slope);
            }
            if end == 0 {
                clamp.end = self.equations.products.len();
            }
        }
        self.bsplines[id.index()] = Some(BSplineOf { spline, first, clamp });
    }

    /// Control points from start to end.
    fn control(&self, id: CableId) -> Vec<Linear> {
        self.nodes[id.index()].iter().map(|&own| self.vectors.linear(own)).collect()
    }

    /// A place on a B-spline, m from its start; none where it is divided otherwise.
    pub(super) fn on_bspline(&self, id: CableId, arc_length: f64) -> Option<Linear> {
        let BSplineOf { spline, .. } = self.bsplines[id.index()].as_ref()?;
        let (span, x) = spline.locate(arc_length);
        let points = (span..=span + spline.degree()).map(|node| self.node(id, node));
        Some(combined(&points.collect::<Vec<_>>(), &spline.at(span, x).place))
    }

    /// The slope there.
    pub(super) fn along_bspline(&self, id: CableId, arc_length: f64) -> Option<Linear> {
        let BSplineOf { spline, .. } = self.bsplines[id.index()].as_ref()?;
        Some(along(spline, &self.control(id), arc_length))
    }

    /// Where the tension of one is read; after the loads.
    pub(super) fn bspline_place(
        &mut self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
        arc_length: f64,
    ) -> Option<BSplinePlace> {
        let BSplineOf { spline, first, clamp } = self.bsplines[id.index()].clone()?;
        let cable: &CableOf = &foundation.assembly.mechanism.cables[id.index()];
        let links = cable.links();
        let (span, x) = spline.locate(arc_length);
        let (degree, control) = (spline.degree(), self.control(id));
        let mut lengths = vec![0.0; span + degree + 1];
        for before in 0..=span {
            let part = [0.0, if before == span { x } else { 1.0 }];
            for own in spline.gauss(before, part, degree + 1) {
                for (sum, place) in lengths[before..].iter_mut().zip(own.place) {
                    *sum += own.weight * place;
                }
            }
        }
        let whole = spline.gauss(0, [0.0, 1.0], degree + 1);
        let of_first = whole.iter().map(|own| own.weight * own.place[0]).sum();
        let loads = self.spline_loads(foundation, &cable.product(0).loads);
        let in_fluid = loads.map(|loads| {
            let near = |own: &Immersed| own.span == 0 || own.part[0] < arc_length;
            let pieces = immersed(&spline).into_iter().filter(near).map(|own| {
                let ends = own.ends();
                let of_first = |end: &SpanPoint| if own.span == 0 { end.place[0] } else { 0.0 };
                let [from, to] = own.part;
                SteepedPiece {
                    on_first: [of_first(&ends[0]), of_first(&ends[1])],
                    ends: ends.map(|end| self.vector(&combined(&control[own.span..], &end.place))),
                    length: own.length(),
                    share: ((arc_length - from) / (to - from)).clamp(0.0, 1.0),
                }
            });
            RopeInFluid { loads, pieces: pieces.collect() }
        });
        let points = self.points_of(foundation, id).into_iter().filter_map(|(place, of)| {
            let own = links.at(place);
            let (span, x) = spline.locate(own);
            let on_first = if span == 0 { spline.at(0, x).place[0] } else { 0.0 };
            let counts = own < arc_length || on_first != 0.0;
            counts.then_some(PointOnRope { arc_length: own, on_first, of })
        });
        Some(BSplinePlace {
            first,
            span: first + span,
            at: spline.at(span, x),
            arc_length,
            points: points.collect(),
            before: control.iter().map(|own| self.vector(own)).zip(lengths).collect(),
            of_first,
            mass: links.mass() / links.length(),
            gravity: cable.loads().gravity,
            in_fluid,
            clamp: (clamp, spline.at(0, 0.0).slope[0]),
        })
    }

    /// What pictures show of one.
    pub(super) fn bspline_line(&mut self, id: CableId) -> Option<Vec<VectorId>> {
        let BSplineOf { spline, .. } = self.bsplines[id.index()].clone()?;
        let (spans, control) = (spline.spans(), self.control(id));
        let parts = (CABLE_POINTS / spans).clamp(1, SHOWN);
        let mut line = Vec::with_capacity(parts * spans + 1);
        for index in 0..=parts * spans {
            let (span, part) = match index / parts {
                last if last == spans => (spans - 1, parts),
                span => (span, index % parts),
            };
            let place = spline.at(span, part as f64 / parts as f64).place;
            line.push(self.seldom_vector(&combined(&control[span..], &place)));
        }
        Some(line)
    }
}

/// The slope at an arc length, m.
fn along(spline: &BSpline, control: &[Linear], arc_length: f64) -> Linear {
    let (span, x) = spline.locate(arc_length);
    combined(&control[span..], &spline.at(span, x).slope)
}
