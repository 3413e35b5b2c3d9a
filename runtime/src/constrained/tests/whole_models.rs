//! The Newton matrix against differences of the residual, and time reversal.

use cdl_graph::*;
use nalgebra::{DMatrix, Vector3};

use crate::constrained::balance::{Times, Wanted, evaluate, fill};
use crate::constrained::data::ConstrainedData;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::newton::correct;
use crate::constrained::scheme::Scheme;
use crate::constrained::step::midpoint;
use crate::model::{Solver, Steps};

#[path = "../../../tests/constrained_support/mod.rs"]
mod constrained_support;

use crate::support::{self, Sketch};
pub(super) use constrained_support::block;
use constrained_support::{KINDS, Method, Resistance, implicit, integrator, joined, resist};

/// Numbers between -1 and 1, always the same ones.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        2.0 * ((self.0 >> 11) as f64 / (1_u64 << 53) as f64) - 1.0
    }
}

const EVERYTHING: Resistance =
    Resistance { stiffness: 40.0, rest: 0.15, damping: 0.6, friction: 3.0, friction_speed: 0.7 };

/// A joint of a kind, loads in axes of frames, springs that only pull or push as well, a chain, a lumped cable
/// and a load that depends on the motion, its derivatives given by hand.
fn everything(name: &str) -> Sketch {
    let (mut sketch, joint) = joined(name, EVERYTHING);
    let driven = sketch.graph.joints[joint.index()].coordinates.len() > 1;
    if driven {
        let [value, rate, acceleration] = sketch.sine(0.1, 2.0);
        let last = sketch.graph.joints[joint.index()].coordinates.last_mut();
        last.expect("a coordinate").drive =
            Some(Drive { value, rate: Some(rate), acceleration: Some(acceleration) });
    }
    let (base, body) = (BodyId(1), BodyId(2));
    let at = sketch.frame(body, [0.1, 0.2, -0.1]);
    let axes = sketch.frame(base, [0.0; 3]);
    let [a, b, c, zero] = sketch.numbers([4.0, -3.0, 2.5, 0.0]);
    let on = Point::Frame(at);
    sketch.load("thrust", LoadKind::Force { on, value: [a, b, c], axes: Some(axes) });
    sketch.load("pull", LoadKind::Force { on, value: [b, c, a], axes: Some(at) });
    sketch.load("twist", LoadKind::Torque { on: at, value: [c, a, b], axes: None });
    sketch.load("motor", LoadKind::Torque { on: at, value: [b, a, c], axes: Some(axes) });
    let anchor = sketch.frame(BodyId(0), [0.6, -0.4, -0.3]);
    for (path, tension_only, rest) in
        [("spring", false, 0.9), ("cord", true, 0.2), ("slack", true, 9.0)]
    {
        let [stiffness, damping, length] = sketch.numbers([80.0, 1.5, rest]);
        let between = [Point::Frame(anchor), on];
        let law = SpringLaw::Linear { stiffness, damping, length, tension_only };
        sketch.load(path, LoadKind::Spring { between, law });
    }
    // What is read makes a force, a torque, the numbers of a spring and a force between two points.
    let frame = sketch.graph.bodies[body.index()].frame;
    for quantity in [
        FrameQuantity::Position,
        FrameQuantity::Velocity,
        FrameQuantity::AngularVelocity,
        FrameQuantity::Attitude,
        FrameQuantity::Axes,
    ] {
        let component = if quantity == FrameQuantity::Axes { 5 } else { 1 };
        let argument = sketch.sensor(Sensor::Frame { frame, quantity }, component);
        let value = sketch.binary(BinaryOp::Mul, argument, argument);
        let derivative = sketch.scaled(2.0, argument);
        let plan = sketch.graph.plan.as_mut().expect("a plan");
        plan.sensitivities.push(Sensitivity { node: value, argument, derivative });
        let path = format!("{quantity:?}");
        sketch.load(&path, LoadKind::Force { on, value: [value, zero, value], axes: Some(axes) });
        sketch.load(&path, LoadKind::Torque { on: at, value: [zero, value, value], axes: None });
        let law = SpringLaw::Linear {
            stiffness: value,
            damping: value,
            length: value,
            tension_only: false,
        };
        let between = [Point::Frame(anchor), on];
        sketch.load(&path, LoadKind::Spring { between, law });
        let law = SpringLaw::Given { force: value };
        sketch.load(&path, LoadKind::Spring { between, law });
    }
    if !driven && let Some(axis) = sketch.graph.joints[joint.index()].coordinates.first() {
        let _ = axis;
        let quantity = JointQuantity::Rate;
        let argument = sketch.sensor(Sensor::Joint { joint, quantity, coordinate: 0 }, 0);
        let value = sketch.binary(BinaryOp::Mul, argument, argument);
        let derivative = sketch.scaled(2.0, argument);
        let plan = sketch.graph.plan.as_mut().expect("a plan");
        plan.sensitivities.push(Sensitivity { node: value, argument, derivative });
        sketch.graph.joints[joint.index()].coordinates[0].effort = value;
    }
    let (tail, ball) =
        sketch.body("tail", block(1.0), JointKind::Spherical, at, &[], &[0.3, 0.2, -0.5]);
    resist(&mut sketch, ball, EVERYTHING);
    let end = sketch.graph.bodies[tail.index()].frame;
    let rope = [CableEnd::Pinned(end), CableEnd::Free];
    sketch.cable("rope", 3, rope, 1.0, 0.4, [0.6, 0.0, -0.8]);
    let line = [CableEnd::Pinned(anchor), CableEnd::Pinned(end)];
    let line = sketch.cable("line", 1, line, 2.0, 0.3, [0.0, 0.0, -1.0]);
    let [stiffness, damping] = sketch.numbers([50.0, 0.4]);
    let line = &mut sketch.graph.cables[line.index()];
    line.discretization = Discretization::Lumped {
        points: 4,
        axial: Axial::Elastic { stiffness, damping, compression: true },
    };
    line.start = CableStart::Hanging;
    sketch
}

pub(super) fn model(sketch: &mut Sketch) -> ConstrainedModel {
    let steps = integrator(sketch, Method::EnergyMomentum, 0.01);
    implicit(sketch, 1.0, 1.0, steps);
    let model = match crate::assemble(&sketch.graph) {
        Ok(model) => model,
        Err(errors) => panic!("{errors:?}"),
    };
    let Solver::Simulation(simulation) = model.solver else { panic!("no run") };
    match simulation.steps {
        Steps::Implicit { model, .. } => *model,
        Steps::Explicit { .. } => panic!("no implicit steps"),
    }
}

pub(super) fn dense(model: &ConstrainedModel, values: &[f64]) -> DMatrix<f64> {
    let size = model.structure.unknowns();
    let mut all = DMatrix::zeros(size, size);
    let groups = model.structure.groups();
    for (i, row) in groups.iter().enumerate() {
        for (j, column) in groups.iter().enumerate() {
            let Some(block) = model.structure.block(i, j) else { continue };
            for k in 0..row.unknowns().min(block.rows) {
                for l in 0..column.unknowns().min(block.columns) {
                    let at = (model.structure.offset(i) + k, model.structure.offset(j) + l);
                    all[at] = values[block.at(k, l)];
                }
            }
        }
    }
    all
}

#[test]
fn the_newton_matrix_is_the_derivative_of_the_residual() {
    let mut wrong = Vec::new();
    for (seed, name) in KINDS.into_iter().enumerate() {
        let model = model(&mut everything(name));
        wrong.extend(mismatches(name, seed as u64 + 1, model, 2e-2));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Central differences of the right side with steps of 1e-5 against the matrix, at the end of a step with other forces;
/// relative to the largest entry of the row. `where_it_spins` is allowed where rates of directors are only nearly right.
pub(super) fn mismatches(
    name: &str,
    seed: u64,
    mut model: ConstrainedModel,
    where_it_spins: f64,
) -> Vec<String> {
    let step = 0.05;
    let mut wrong = Vec::new();
    model.compliances.fill(0.0);
    // Coordinates of joints are functions of the motion where the constraints hold only: the end of
    // a real step.
    let mut data = ConstrainedData::new(&model);
    midpoint::attempt(&model, &mut data, step, true).expect("a step");
    let end = data.displacements.clone();
    for (what, scheme) in [
        ("discrete", Scheme::midpoint(step, true)),
        ("midpoint", Scheme::midpoint(step, false)),
        ("end", Scheme::end(1.3 / step, 2.1 / (step * step), 0.0)),
        ("rest", Scheme::rest(30.0, 0.0, false)),
    ] {
        let mut random = Random(seed);
        let mut data = ConstrainedData::new(&model);
        let times = Times { end: step, balance: scheme.balance * step };
        model.vectors.evaluate(&data.state.positions, &mut data.at.start);
        // In a midpoint step velocities are those of the displacement, at rest there are none.
        if what == "end" {
            for (offset, velocity) in data.velocity_offsets.iter_mut().zip(&data.state.velocities) {
                *offset = velocity + Vector3::from_fn(|_, _| 0.3 * random.next());
            }
        }
        for offset in &mut data.acceleration_offsets {
            *offset = Vector3::from_fn(|_, _| random.next());
        }
        crate::constrained::known::displace(&model, &mut data, times.end);
        crate::constrained::known::signals_of_time(&model, &mut data, times.balance);
        data.displacements.copy_from_slice(&end);
        data.multipliers.iter_mut().for_each(|value| *value = 5.0 * random.next());
        evaluate(&model, &mut data, &scheme, times);
        fill(&model, &mut data, &scheme, Wanted::Newton);
        let matrix = dense(&model, &data.matrix);
        let (places, multipliers) = (data.displacements.clone(), data.multipliers.clone());
        let mut worst: (f64, usize, usize) = (0.0, 0, 0);
        for column in 0..model.structure.unknowns() {
            let mut sides = [(); 2].map(|()| Vec::new());
            for (side, sign) in sides.iter_mut().zip([1e-5, -1e-5]) {
                data.displacements.copy_from_slice(&places);
                data.multipliers.copy_from_slice(&multipliers);
                data.correction.fill(0.0);
                data.correction[column] = sign;
                correct(&model, &mut data, 1.0);
                evaluate(&model, &mut data, &scheme, times);
                side.extend_from_slice(&data.right_side);
            }
            for row in 0..model.structure.unknowns() {
                let expected = (sides[1][row] - sides[0][row]) / 2e-5;
                let scale = matrix.row(row).iter().fold(1.0_f64, |a, b| a.max(b.abs()));
                let error = (expected - matrix[(row, column)]).abs() / scale;
                if error > worst.0 {
                    worst = (error, row, column);
                }
            }
        }
        println!("{name} {what}: {worst:?}");
        let owner = |unknown| model.mechanism.paths.of(model.owner_of_unknown(unknown)).to_owned();
        // Where bodies turn by the scheme on rotations, rates of directors follow the turning to first order in
        // what is turned over the step, so what depends on rates is only nearly right.
        let allowed = if scheme.spins { where_it_spins } else { 1e-6 };
        if worst.0 > allowed {
            wrong.push(format!(
                "{name} {what}: {worst:?}, {} by {}",
                owner(worst.1),
                owner(worst.2)
            ));
        }
    }
    wrong
}

/// What is recorded does not feel compliances: with all of them, and a hundred thousand times larger ones, it
/// is what it is without.
#[test]
fn accelerations_and_multipliers_do_not_feel_compliances() {
    for name in KINDS {
        let model = model(&mut everything(name));
        let solve = |factor: f64| {
            let mut data = ConstrainedData::new(&model);
            data.compliances.iter_mut().for_each(|compliance| *compliance *= factor);
            assert!(crate::constrained::instant::accelerations(&model, &mut data));
            data
        };
        let exact = solve(0.0);
        let scale = |all: &[f64]| all.iter().fold(1.0_f64, |most, value| value.abs().max(most));
        for factor in [1.0, 1e5] {
            let found = solve(factor);
            for (a, b) in found.accelerations.iter().zip(&exact.accelerations) {
                assert!((a - b).norm() < 1e-11 * (1.0 + b.norm()), "{name} {factor}: {a} {b}");
            }
            let largest = scale(&exact.multipliers);
            for (a, b) in found.multipliers.iter().zip(&exact.multipliers) {
                assert!((a - b).abs() < 1e-11 * largest, "{name} {factor}: {a} {b}");
            }
        }
    }
}

/// Forward, velocities turned round, and back: without dissipation the midpoint schemes return.
#[test]
fn midpoint_schemes_run_backwards() {
    for discrete in [true, false] {
        for name in KINDS {
            let springs = Resistance { stiffness: 30.0, rest: 0.1, ..Resistance::default() };
            let model = model(&mut joined(name, springs).0);
            let mut data = ConstrainedData::new(&model);
            let start = data.state.clone();
            for direction in [1.0, -1.0] {
                for velocity in &mut data.state.velocities {
                    *velocity *= direction;
                }
                data.last_accelerations.fill(Vector3::zeros());
                for _ in 0..100 {
                    midpoint::attempt(&model, &mut data, 0.02, discrete).expect("a step");
                    midpoint::accept(&model, &mut data, 0.02);
                }
            }
            for (now, then) in data.state.positions.iter().zip(&start.positions) {
                assert!((now - then).norm() < 1e-10, "{name}: {now} {then}");
            }
            for (now, then) in data.state.velocities.iter().zip(&start.velocities) {
                assert!((now + then).norm() < 1e-8, "{name}: {now} {then}");
            }
        }
    }
}
