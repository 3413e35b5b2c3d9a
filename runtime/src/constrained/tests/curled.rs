//! Joints of a cable whose relaxed shape is curved.

use nalgebra::Vector3;

use super::Nodes;
use crate::constrained::cable::curled::CurledJoint;
use crate::constrained::matrix::Wires;
use crate::constrained::scheme::Scheme;
use crate::laws::Bending;

const STEP: f64 = 0.1;

/// Five nodes in a row: two pieces, then two axes.
const START: [[f64; 3]; 5] =
    [[0.1, -0.2, 0.3], [0.9, 0.3, 0.1], [1.5, 1.1, 0.4], [1.9, 1.3, 1.2], [1.1, 1.6, 1.7]];

fn joint(nodes: &mut Nodes, lengths: [f64; 2]) -> CurledJoint {
    let [a, b, c, d] = [0, 1, 2, 3].map(|k| nodes.line(k));
    let bending = Bending { stiffness: 2.0, curvature: 0.4, ..Bending::default() };
    let law = bending.between(lengths);
    CurledJoint { lines: [a, b], axes: [c, d], lengths, law, wires: Wires::default() }
}

/// Central differences; every term is a polynomial.
#[test]
fn derivatives_of_curling_are_those_of_its_forces() {
    let still = [[0.0; 3]; 5];
    let moved = [
        [0.04, 0.02, -0.05],
        [-0.03, 0.06, 0.02],
        [0.05, -0.04, 0.07],
        [0.01, 0.03, -0.02],
        [-0.06, 0.02, 0.05],
    ];
    for scheme in [
        Scheme::midpoint(STEP, true),
        Scheme::midpoint(STEP, false),
        Scheme::rest(3.0, 1.0 / 3.0, false),
    ] {
        let mut nodes = Nodes::new(&START, &still, &moved);
        let mut joint = joint(&mut nodes, [0.9, 1.1]);
        let all = [joint.lines[0], joint.lines[1], joint.axes[0], joint.axes[1]];
        let (structure, wiring, wires) = nodes.wired(&all);
        joint.wires = wires;
        nodes.check_jacobian(
            &scheme,
            &structure,
            &wiring,
            |step, blocks| joint.add_force(&nodes.vectors, &scheme, &step.at, blocks),
            |step, filling| joint.fill(&scheme, &step.at, filling),
        );
    }
}

/// The work is minus the change of the energy, and nothing is turned as a whole; to rounding. Pieces keep
/// their lengths and axes are those of one body, turned otherwise than the pieces.
#[test]
fn curling_keeps_energy_and_angular_momentum() {
    let lengths = [0.9, 1.1];
    let lines = |turns: [f64; 3]| {
        let turned = |v: [f64; 3], by: f64| {
            nalgebra::Rotation3::new(Vector3::new(0.3, -0.5, 0.8) * by) * Vector3::from(v)
        };
        [
            turned([0.6, 0.0, 0.8], turns[0]) * lengths[0],
            turned([0.0, 1.0, 0.0], turns[1]) * lengths[1],
            turned([1.0, 0.0, 0.0], turns[2]),
            turned([0.0, 0.8, 0.6], turns[2]),
        ]
    };
    let nodes_of = |lines: &[Vector3<f64>; 4]| {
        let mut at = Vector3::new(0.2, -0.1, 0.4);
        let mut nodes = [at; 5];
        for (node, line) in nodes[1..].iter_mut().zip(lines) {
            at += line;
            *node = at;
        }
        nodes
    };
    for turns in [[0.7, -0.4, 0.2], [0.0, 1.4, 0.0], [0.1, 0.1, -1.9], [0.0; 3]] {
        let (before, after) = (lines([0.2, 0.9, -0.3]), lines(turns));
        let (start, end) = (nodes_of(&before), nodes_of(&after));
        let displacements: Vec<[f64; 3]> =
            start.iter().zip(&end).map(|(a, b)| (b - a).into()).collect();
        let mut nodes = Nodes::new(&start.map(Into::into), &[[0.0; 3]; 5], &displacements);
        let joint = joint(&mut nodes, lengths);
        let scheme = Scheme::midpoint(STEP, true);
        let step = nodes.step(&scheme, &nodes.displacements);
        let mut forces = vec![Vector3::zeros(); 5];
        joint.add_force(&nodes.vectors, &scheme, &step.at, &mut forces);
        let stored = |lines: &[Vector3<f64>; 4]| {
            let [e1, e2, d1, d2] = lines;
            let along = e1.cross(e2).dot(&d1.cross(d2)) / (lengths[0] * lengths[1]);
            joint.law.curl_energy(along)
        };
        let change = stored(&after) - stored(&before);
        let work: f64 =
            forces.iter().zip(&nodes.displacements).map(|(force, moved)| force.dot(moved)).sum();
        assert!((work + change).abs() < 1e-14, "{turns:?}: {work} {change}");
        let middle = [0, 1, 2, 3, 4].map(|k| (start[k] + end[k]) * 0.5);
        let moment: Vector3<f64> = middle.iter().zip(&forces).map(|(x, f)| x.cross(f)).sum();
        assert!(moment.norm() < 1e-14 && forces.iter().sum::<Vector3<f64>>().norm() < 1e-14);
        let size: f64 = forces.iter().map(|force| force.norm()).sum();
        assert!(size > 0.1, "{size}");
    }
}
