//! What a sheave joins is one rope: of one product, at one place.

use cdl_graph::{Cable, Discretization, Evaluation, FrameId, Graph, Guide, JointId, Sensor, Side};

use super::places::Places;
use super::starts::rounded;
use crate::diagnostics::{self, Diagnostic, NotOneRope};

/// What is the same on both sides is so to this share of it.
const TOLERANCE: f64 = 1e-9;

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let unknown: fn(Sensor, u8) -> f64 = |_, _| f64::NAN;
    let mut at_start = Evaluation::new(&graph.signals, 0.0, unknown);
    for joint in (0..graph.joints.len() as u32).map(JointId) {
        let side = |side| over(&graph, joint, side);
        let (Some(from), Some(to)) = (side(Side::From), side(Side::To)) else { continue };
        let differs = |a: f64, b: f64| (a - b).abs() > TOLERANCE * a.abs().max(b.abs());
        let mut report = |why: NotOneRope| {
            let joint = &graph.joints[joint.index()];
            let cables = [&*from.0.path, &*to.0.path];
            let place = places.of(joint.origin);
            diagnostics.push(diagnostics::not_one_rope(place, &joint.path, cables, why));
        };
        if !at_one_place(&graph, [from.1, to.1], &mut at_start) {
            report(NotOneRope::Apart);
        }
        let products = [from.0, to.0].map(|cable| product(cable, &mut at_start));
        if products[0].stretches != products[1].stretches {
            report(NotOneRope::OneStretches);
            continue;
        }
        for (what, unit, of) in PRODUCT {
            let [a, b] = [of(&products[0]), of(&products[1])];
            if differs(a, b) {
                report(NotOneRope::Differs { what, unit, values: [rounded(a), rounded(b)] });
            }
        }
    }
    graph
}

/// The cable on a side of a sheave, and what holds its end there.
fn over(graph: &Graph, joint: JointId, side: Side) -> Option<(&Cable, FrameId)> {
    let is_it = |guide: &Option<Guide>| matches!(guide, Some(Guide::Sheave { joint: own, side: at, edge: _ }) if (*own, *at) == (joint, side));
    graph.cables.iter().find_map(|cable| {
        let end = cable.guides.iter().position(is_it)?;
        Some((cable, cable.ends[end].frame()?))
    })
}

fn at_one_place<F: FnMut(Sensor, u8) -> f64>(
    graph: &Graph,
    frames: [FrameId; 2],
    at_start: &mut Evaluation<'_, F>,
) -> bool {
    let [a, b] = frames.map(|frame| &graph.frames[frame.index()]);
    let places = [a, b].map(|frame| frame.position.map(|node| at_start.value(node)));
    let extent = places.iter().flatten().fold(1e-3, |most: f64, x| most.max(x.abs()));
    let same = |(a, b): (&f64, &f64)| (a - b).abs() <= TOLERANCE * extent;
    a.body == b.body && places[0].iter().zip(&places[1]).all(same)
}

/// What goes along with rope.
struct Product {
    mass: f64,
    axial: f64,
    bending: f64,
    stretches: bool,
}

/// What may not change at a sheave, in words, its unit and how it is read.
type Same = (&'static str, &'static str, fn(&Product) -> f64);

const PRODUCT: [Same; 3] = [
    ("a mass per length", "kg/m", |own| own.mass),
    ("an axial stiffness", "N", |own| own.axial),
    ("a bending stiffness", "N m^2", |own| own.bending),
];

fn product<F: FnMut(Sensor, u8) -> f64>(
    cable: &Cable,
    at_start: &mut Evaluation<'_, F>,
) -> Product {
    let axial = match &cable.discretization {
        Discretization::Spline { elements: _, axial } => axial.as_ref(),
        Discretization::RigidLinks { .. } | Discretization::Lumped { .. } => None,
    };
    Product {
        mass: at_start.value(cable.mass) / at_start.value(cable.length),
        axial: axial.map_or(0.0, |axial| at_start.value(axial.stiffness)),
        bending: at_start.value(cable.bending_stiffness),
        stretches: axial.is_some(),
    }
}
