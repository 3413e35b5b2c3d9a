//! What acts along cables. References: differences of the forces; energies in closed form.

use nalgebra::Vector3;

use super::{Nodes, Step};
use crate::chain::{Bending, Clamped, Drag, Fluid, Line, Loads};
use crate::constrained::cable::bending::BentJoint;
use crate::constrained::cable::control::ControlledSegment;
use crate::constrained::cable::fluid::{PieceInFluid, Rates, Surroundings};
use crate::constrained::elements::line::Line as SpringLine;
use crate::constrained::matrix::Wires;
use crate::constrained::scheme::Scheme;
use crate::laws::bending::JointBending;
use crate::laws::{Controller, Layers};

const STEP: f64 = 0.05;

fn schemes() -> [Scheme; 3] {
    [
        Scheme::midpoint(STEP, true),
        Scheme::midpoint(STEP, false),
        Scheme::rest(3.0, 1.0 / 3.0, false),
    ]
}

fn three() -> Nodes {
    Nodes::new(
        &[[0.1, -0.2, 0.3], [0.9, 0.3, 0.1], [1.5, 1.1, 0.4]],
        &[[0.3, 0.1, -0.2], [-0.5, 0.7, 0.2], [0.1, -0.6, 0.4]],
        &[[0.04, 0.02, -0.05], [-0.03, 0.06, 0.02], [0.05, -0.04, 0.07]],
    )
}

fn joint(stiffness: f64, damping: f64) -> (Nodes, BentJoint) {
    let mut nodes = three();
    let lines = [nodes.line(0), nodes.line(1)];
    let law = JointBending { stiffness, damping, ..JointBending::default() };
    (nodes, BentJoint { lines, law, wires: Wires::default() })
}

#[test]
fn derivatives_of_bending_are_those_of_its_forces() {
    for scheme in schemes() {
        for (stiffness, damping) in [(2.0, 0.0), (0.0, 0.3), (1.5, 0.2)] {
            if stiffness == 0.0 && scheme.rate == 0.0 {
                continue;
            }
            let (nodes, mut joint) = joint(stiffness, damping);
            let (structure, wiring, wires) = nodes.wired(&joint.lines);
            joint.wires = wires;
            nodes.check_jacobian(
                &scheme,
                &structure,
                &wiring,
                |step, blocks| {
                    let rates = &step.velocities;
                    joint.add_force(&nodes.vectors, &scheme, &step.at, rates, blocks);
                },
                |step, filling| joint.fill(&scheme, &step.at, &step.velocities, filling),
            );
        }
    }
}

fn work(step: &Step, forces: &[Vector3<f64>]) -> f64 {
    forces.iter().zip(&step.velocities).map(|(force, v)| force.dot(v) * STEP).sum()
}

/// The work of bending is minus the change of `k θ²/2`, of its damping minus what is lost, and neither
/// turns the whole; to rounding. From straight and to straight too.
#[test]
fn bending_keeps_energy_and_angular_momentum() {
    let straight = [[0.0, 0.0, 0.0], [0.6, 0.0, 0.8], [1.05, 0.0, 1.4]];
    let bent = [[0.1, -0.2, 0.3], [0.9, 0.3, 0.1], [1.5, 1.1, 0.4]];
    let other = [[0.0, 0.1, 0.2], [1.0, 0.2, 0.0], [1.1, 1.2, 0.3]];
    for (start, end) in [(bent, other), (straight, bent), (bent, straight), (bent, bent)] {
        let displacements = [0, 1, 2].map(|k| [0, 1, 2].map(|i| end[k][i] - start[k][i]));
        let mut nodes = Nodes::new(&start, &[[0.0; 3]; 3], &displacements);
        let lines = [nodes.line(0), nodes.line(1)];
        for (stiffness, damping) in [(2.0, 0.0), (0.0, 0.3)] {
            let law = JointBending { stiffness, damping, ..JointBending::default() };
            let joint = BentJoint { lines, law, wires: Wires::default() };
            let scheme = Scheme::midpoint(STEP, true);
            let step = nodes.step(&scheme, &nodes.displacements);
            let mut forces = vec![Vector3::zeros(); 3];
            let lost =
                joint.add_force(&nodes.vectors, &scheme, &step.at, &step.velocities, &mut forces);
            assert!(lost >= 0.0);
            let stored = |x: &[[f64; 3]; 3]| {
                let [a, b, c] = x.map(Vector3::from);
                let cosine = (b - a).normalize().dot(&(c - b).normalize());
                0.5 * stiffness * cosine.min(1.0).acos().powi(2)
            };
            let change = stored(&end) - stored(&start) + lost * STEP;
            assert!((work(&step, &forces) + change).abs() < 1e-13, "{change}");
            let means = [0, 1, 2].map(|k| nodes.start[k] + nodes.displacements[k] * 0.5);
            let moment: Vector3<f64> = means.iter().zip(&forces).map(|(x, f)| x.cross(f)).sum();
            assert!(moment.norm() < 1e-13, "{moment}");
            assert!(forces.iter().sum::<Vector3<f64>>().norm() < 1e-13);
        }
    }
}

/// At one instant the forces are those of the recursion's law, also in a joint that is nearly straight.
#[test]
fn bending_at_an_instant_is_that_of_the_recursion() {
    for third in [[1.5, 1.1, 0.4], [1.7 + 1e-9, 0.8, -0.1], [0.2, -0.1, 0.3]] {
        let points = [[0.1, -0.2, 0.3], [0.9, 0.3, 0.1], third];
        let rates = [[0.3, 0.1, -0.2], [-0.5, 0.7, 0.2], [0.1, -0.6, 0.4]];
        let mut nodes = Nodes::new(&points, &rates, &[[0.0; 3]; 3]);
        let ids = [nodes.line(0), nodes.line(1)];
        let scheme = Scheme::instant();
        let step = nodes.step(&scheme, &nodes.displacements);
        let lengths: Vec<f64> = ids.iter().map(|&id| step.at.end.of(id).norm()).collect();
        let bending = Bending { stiffness: 2.0, damping: 0.3, joint_damping: 0.1, curvature: 0.0 };
        let joint = BentJoint {
            lines: ids,
            law: bending.between([lengths[0], lengths[1]]),
            wires: Wires::default(),
        };
        let mut found = vec![Vector3::zeros(); 3];
        joint.add_force(&nodes.vectors, &scheme, &step.at, &nodes.velocities, &mut found);
        let line = |k: usize| -> ([f64; 3], [f64; 3]) {
            let (e, r) = (nodes.start[k + 1] - nodes.start[k], lengths[k]);
            let rate = (nodes.velocities[k + 1] - nodes.velocities[k]) / r;
            let u = e / r;
            (u.into(), (rate - u * u.dot(&rate)).into())
        };
        let (directions, turning): (Vec<[f64; 3]>, Vec<[f64; 3]>) = (0..2).map(line).unzip();
        let mut loads = Loads::weight(Vector3::zeros());
        loads.bending = bending;
        let mut expected = vec![Vector3::zeros(); 3];
        let line = Line {
            positions: &nodes.start,
            velocities: &nodes.velocities,
            directions: &directions,
            rates: &turning,
            lengths: &lengths,
            masses: &[1.0; 2],
            lumped: true,
            clamped: &Clamped::NOT,
        };
        loads.add_forces(line, &Default::default(), &mut expected, &mut [0.0; 2]);
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).norm() < 1e-11 * (1.0 + expected.norm()), "{third:?}");
        }
    }
}

fn water() -> Fluid {
    Fluid { density: 1000.0, velocity: Vector3::new(0.4, -0.2, 0.1) }
}

fn air() -> Fluid {
    Fluid { density: 1.2, velocity: Vector3::new(3.0, 1.0, 0.0) }
}

fn media(level: f64) -> [Layers; 2] {
    [Layers::One(water()), Layers::Two { above: air(), below: water(), level, level_rate: 0.0 }]
}

/// Two ends that pass a surface at 0.2 m within a cable of 0.3 m of diameter.
fn piece(loads: Loads, lumped: bool) -> (Nodes, PieceInFluid) {
    let mut nodes = Nodes::new(
        &[[0.1, -0.2, 0.15], [0.9, 0.3, 0.32]],
        &[[0.3, 0.1, -0.2], [-0.5, 0.7, 0.2]],
        &[[0.04, 0.02, 0.05], [-0.03, 0.06, -0.04]],
    );
    let ends = [nodes.point(0), nodes.point(1)];
    (
        nodes,
        PieceInFluid { ends, length: 0.9, loads: loads.into(), lumped, wires: Wires::default() },
    )
}

fn loads(drag: Drag, added_mass: f64, buoyancy: bool) -> Loads {
    let gravity = Vector3::new(0.0, 0.0, -9.81);
    Loads { diameter: 0.3, drag, added_mass, buoyancy, ..Loads::weight(gravity) }
}

#[test]
fn derivatives_of_fluid_forces_are_those_of_the_forces() {
    let split = Drag::Split { normal: 1.2, tangent: 0.02 };
    let isotropic = Drag::Isotropic { coefficient: 0.8 };
    for scheme in schemes() {
        for layers in media(0.2) {
            for (drag, added, lift) in [
                (split, 0.0, false),
                (isotropic, 0.0, false),
                (Drag::None, 0.9, false),
                (split, 0.7, true),
            ] {
                for lumped in [false, true] {
                    let (nodes, mut piece) = piece(loads(drag, added, lift), lumped);
                    let (structure, wiring, wires) = nodes.wired(&piece.ends);
                    piece.wires = wires;
                    let around = Surroundings { layers, levels: [0.18, 0.22] };
                    let rates = |step: &Step| (step.velocities.clone(), step.accelerations.clone());
                    nodes.check_jacobian(
                        &scheme,
                        &structure,
                        &wiring,
                        |step, blocks| {
                            let (velocities, accelerations) = rates(step);
                            let rates =
                                Rates { velocities: &velocities, accelerations: &accelerations };
                            let vectors = &nodes.vectors;
                            piece.add_force(vectors, &scheme, &step.at, &rates, &around, blocks);
                        },
                        |step, filling| {
                            let (velocities, accelerations) = rates(step);
                            let rates =
                                Rates { velocities: &velocities, accelerations: &accelerations };
                            piece.fill_mass(&scheme, &step.at, &layers, filling);
                            piece.fill(&scheme, &step.at, &rates, &around, filling);
                        },
                    );
                }
            }
        }
    }
}

/// The work of buoyancy on a piece that passes a surface at rest is minus the change of its potential, and a
/// moving surface adds its work; to rounding of the 700 J that there are.
#[test]
fn buoyancy_at_a_surface_keeps_energy() {
    for levels in [[0.2, 0.2], [0.18, 0.23], [5.0, 5.0], [-5.0, -5.0]] {
        let (nodes, piece) = piece(loads(Drag::None, 0.0, true), false);
        let middle = 0.5 * (levels[0] + levels[1]);
        let layers = |level| Layers::Two { above: air(), below: water(), level, level_rate: 0.0 };
        let scheme = Scheme::midpoint(STEP, true);
        let step = nodes.step(&scheme, &nodes.displacements);
        let around = Surroundings { layers: layers(middle), levels };
        let rates = Rates { velocities: &step.velocities, accelerations: &step.accelerations };
        let mut forces = vec![Vector3::zeros(); 2];
        let action =
            piece.add_force(&nodes.vectors, &scheme, &step.at, &rates, &around, &mut forces);
        let stored = |ends: [Vector3<f64>; 2], level| piece.potential(ends, &layers(level));
        let start = [nodes.start[0], nodes.start[1]];
        let end = [0, 1].map(|k| nodes.start[k] + nodes.displacements[k]);
        let change = stored(end, levels[1]) - stored(start, levels[0]);
        // Where everything is wet the potential of a rising surface is its own.
        let found = work(&step, &forces) + change - action.work * STEP;
        assert!(found.abs() < 1e-11, "{levels:?}: {found}");
    }
}

#[test]
fn derivatives_of_controlled_segments_are_those_of_their_forces() {
    for scheme in schemes() {
        let mut nodes = three();
        let line = SpringLine { vector: nodes.line(0), stiffness: Wires::default() };
        let (structure, wiring, wires) = nodes.wired(&[line.vector]);
        let segment = ControlledSegment {
            line: SpringLine { stiffness: wires, ..line },
            law: Controller { proportional: 50.0, derivative: 4.0, integral: 30.0, length: 0.7 },
            place: 0,
        };
        let step_length = if scheme.rate == 0.0 { 0.0 } else { STEP };
        nodes.check_jacobian(
            &scheme,
            &structure,
            &wiring,
            |step, blocks| {
                let rate = nodes.vectors.value(line.vector, &step.velocities);
                let control = segment.pull(&scheme, &step.at, &rate, 0.2, step_length);
                let force = step.at.balance.of(line.vector) * -control.pull.factor;
                nodes.vectors.add_force(line.vector, &force, blocks);
            },
            |step, filling| {
                let rate = nodes.vectors.value(line.vector, &step.velocities);
                segment.fill(&scheme, &step.at, &rate, 0.2, step_length, filling);
            },
        );
    }
}

/// The work of a controlled segment is what it lost, what its integral did and its potential's change.
#[test]
fn a_controlled_segment_keeps_its_balance() {
    let mut nodes = three();
    let line = SpringLine { vector: nodes.line(0), stiffness: Wires::default() };
    let segment = ControlledSegment {
        line,
        law: Controller { proportional: 50.0, derivative: 4.0, integral: 30.0, length: 0.7 },
        place: 0,
    };
    let scheme = Scheme::midpoint(STEP, true);
    let step = nodes.step(&scheme, &nodes.displacements);
    let rate = nodes.vectors.value(line.vector, &step.velocities);
    let control = segment.pull(&scheme, &step.at, &rate, 0.2, STEP);
    let force = step.at.balance.of(line.vector) * -control.pull.factor;
    let at = [step.at.start.of(line.vector), step.at.end.of(line.vector)];
    let stored = at.map(|line| {
        let d = line.norm();
        50.0 * (d - 0.7 - 0.7 * (d / 0.7).ln())
    });
    let change = stored[1] - stored[0] + (control.pull.dissipated - control.work) * STEP;
    assert!((force.dot(&rate) * STEP + change).abs() < 1e-13);
}
