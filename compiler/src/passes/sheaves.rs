//! What a sheave joins is one rope: of one product, at one place.

use std::sync::Arc;

use cdl_graph::{Cable, Discretization, FrameId, Graph, Joined, Lasting, MaxwellBranch, Relaxed};

use super::at_start::{AtStart, at_start, rounded};
use super::places::Places;
use crate::diagnostics::{self, Diagnostic, NotOneRope};

/// What is the same on both sides is so to this share of it.
const TOLERANCE: f64 = 1e-9;

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let mut at_start = at_start(&graph);
    for Joined { joint, from, to, .. } in graph.sheaves() {
        let cables = [from, to].map(|own| &graph.cables[own.cable.index()]);
        let mut report = |why: NotOneRope| {
            let joint = &graph.joints[joint.index()];
            let paths = cables.map(|cable| &*cable.path);
            let place = places.of(joint.origin);
            diagnostics.push(diagnostics::not_one_rope(place, &joint.path, paths, why));
        };
        let held = [from, to].map(|own| graph.cables[own.cable.index()].ends[own.end].frame());
        // An end that nothing holds is told elsewhere.
        let [Some(first), Some(second)] = held else { continue };
        if !at_one_place(&graph, [first, second], &mut at_start) {
            report(NotOneRope::Apart);
        }
        let products = cables.map(|cable| product(cable, &mut at_start));
        if products[0].stretches != products[1].stretches {
            report(NotOneRope::OneStretches);
            continue;
        }
        if products[0].measured != products[1].measured {
            report(NotOneRope::Tables);
            continue;
        }
        let differs = |a: f64, b: f64| (a - b).abs() > TOLERANCE * a.abs().max(b.abs());
        for (what, unit, of) in PRODUCT {
            let [a, b] = [of(&products[0]), of(&products[1])];
            if differs(a, b) {
                report(NotOneRope::Differs { what, unit, values: [rounded(a), rounded(b)] });
            }
        }
        for (law, (of, field, names)) in BRANCH.into_iter().enumerate() {
            let [first, second] = [0, 1].map(|side| &products[side].branches[law]);
            if first.len() != second.len() {
                let counts = [first.len(), second.len()];
                report(NotOneRope::Branches { of, field, counts });
                continue;
            }
            for (a, b) in first.iter().zip(second) {
                for (part, (what, unit)) in names.into_iter().enumerate() {
                    if differs(a[part], b[part]) {
                        let values = [a[part], b[part]].map(rounded);
                        report(NotOneRope::Differs { what, unit, values });
                    }
                }
            }
        }
    }
    graph
}

fn at_one_place(graph: &Graph, frames: [FrameId; 2], at_start: &mut AtStart<'_>) -> bool {
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
    second: f64,
    /// 1/m
    relaxed: f64,
    torsion: f64,
    stretches: bool,
    /// Strains and tensions (N), where these were measured.
    measured: Option<[Arc<[f64]>; 2]>,
    /// Of the branches of the tension, of the torque and of what bends: stiffness (N; N m²) and time constant (s).
    branches: [Vec<[f64; 2]>; 3],
}

/// What may not change at a sheave, in words, its unit and how it is read.
type Same = (&'static str, &'static str, fn(&Product) -> f64);

const PRODUCT: [Same; 6] = [
    ("a mass per length", "kg/m", |own| own.mass),
    ("an axial stiffness", "N", |own| own.axial),
    ("a bending stiffness", "N m^2", |own| own.bending),
    ("a second bending stiffness", "N m^2", |own| own.second),
    ("a relaxed curvature", "1/m", |own| own.relaxed),
    ("a torsional stiffness", "N m^2", |own| own.torsion),
];

/// The same of each branch of what is so named, by a field.
type SameBranch = (&'static str, &'static str, [(&'static str, &'static str); 2]);

const BRANCH: [SameBranch; 3] = [
    (
        "tension",
        "axial",
        [("a branch of its tension", "N"), ("a time constant of its tension", "s")],
    ),
    (
        "torque",
        "torsion",
        [("a branch of its torque", "N m^2"), ("a time constant of its torque", "s")],
    ),
    (
        "bending",
        "bending",
        [("a branch of its bending", "N m^2"), ("a time constant of its bending", "s")],
    ),
];

fn product(cable: &Cable, at_start: &mut AtStart<'_>) -> Product {
    let axial = match &cable.discretization {
        Discretization::Spline { elements: _, axial } => axial.as_ref(),
        // Nothing flows through these.
        Discretization::RigidLinks { .. }
        | Discretization::Lumped { .. }
        | Discretization::BSpline { .. } => None,
    };
    Product {
        mass: at_start.value(cable.mass) / at_start.value(cable.length),
        axial: axial.map_or(0.0, |axial| match axial.lasting {
            Lasting::Stiffness(stiffness) => at_start.value(stiffness),
            Lasting::Measured(_) => 0.0,
        }),
        bending: at_start.value(cable.bending.stiffness),
        second: cable.bending.second.map_or(0.0, |own| at_start.value(own.stiffness)),
        relaxed: match cable.bending.relaxed {
            Relaxed::Straight => 0.0,
            Relaxed::Arc { radius, towards: _ } => 1.0 / at_start.value(radius),
        },
        torsion: cable.torsion.as_ref().map_or(0.0, |own| at_start.value(own.stiffness)),
        stretches: axial.is_some(),
        measured: axial.and_then(|axial| match &axial.lasting {
            Lasting::Stiffness(_) => None,
            Lasting::Measured(table) => {
                Some([table.argument.clone(), table.columns.first()?.values.clone()])
            }
        }),
        branches: [
            branches(axial.map_or(&[], |own| &own.branches), at_start),
            branches(cable.torsion.as_ref().map_or(&[], |own| &own.branches), at_start),
            branches(&cable.bending.branches, at_start),
        ],
    }
}

fn branches(all: &[MaxwellBranch], at_start: &mut AtStart<'_>) -> Vec<[f64; 2]> {
    let each = all.iter().map(|own| [own.stiffness, own.time_constant]);
    each.map(|own| own.map(|of| at_start.value(of))).collect()
}
