//! Accelerations against a dense system: the mass matrix from kinetic energies of unit velocities, the
//! gradients from the constraints' rates at unit velocities, velocity products from differences.

use cdl_graph::{BodyId, Dynamics, FrameId, JointKind};
use nalgebra::{DMatrix, DVector};

use super::project::look;
use crate::recursive::data::Failure;
use crate::recursive::{Data, Loops, RecursiveModel, energies, evaluate};

use crate::support::{Mass, Sketch};
use crate::tree::TreeError;

/// Two trees of three bodies each with all kinds of joints, closed to each other and to the world by a
/// joint of the kind asked for.
fn model(kind: impl Fn(&mut Sketch) -> JointKind) -> RecursiveModel {
    let mut sketch = Sketch::new("closed");
    let block = Mass {
        mass: 1.2,
        centre: [0.1, -0.05, 0.2],
        inertia: [0.05, 0.06, 0.07, 0.003, -0.002, 0.001],
    };
    let mut ends = Vec::new();
    for (side, x) in [(0, 0.0), (1, 1.0)] {
        let mut at = sketch.frame(BodyId(0), [x, 0.2 * x, 0.0]);
        for level in 0..3 {
            let joint = match (side + level) % 4 {
                0 => sketch.revolute([0.3, 1.0, 0.2]),
                1 => JointKind::Spherical,
                2 => JointKind::Cylindrical { axis: sketch.numbers([0.2, 0.1, 1.0]) },
                _ => JointKind::Universal {
                    first: sketch.numbers([1.0, 0.1, 0.0]),
                    second: sketch.numbers([0.2, 1.0, 0.3]),
                },
            };
            let zeros = [0.0; 3];
            let count = joint.coordinates();
            let rates = joint.freedoms();
            let name = format!("body{side}{level}");
            let (body, _) = sketch.body(&name, block, joint, at, &zeros[..count], &zeros[..rates]);
            at = sketch.frame(body, [0.1, 0.0, -0.6]);
        }
        ends.push(at);
    }
    let first = kind(&mut sketch);
    sketch.cut("across", first, ends[0], ends[1]);
    let ball = JointKind::Spherical;
    sketch.cut("down", ball, FrameId(0), ends[1]);
    sketch.with_rk4(1.0, 1.0, 1e-3);
    let model = crate::assemble(&sketch.graph).expect("a sound graph");
    let crate::model::Solver::Simulation(simulation) = model.solver else { panic!("a run") };
    let crate::model::Steps::Explicit { model, .. } = simulation.steps else { panic!("explicit") };
    let mut model = *model;
    // Anywhere near: it need not be closed here.
    let count = model.layout.dimensions;
    for (index, value) in model.start.iter_mut().enumerate() {
        let size = if index < count.positions { 0.3 } else { 1.5 };
        *value += size * (1.7 * index as f64 + 0.3).sin();
    }
    model.tree.normalize(&mut model.start[..count.positions]);
    model
}

struct Dense {
    mass: DMatrix<f64>,
    gradient: DMatrix<f64>,
    bias: DVector<f64>,
    free: DVector<f64>,
}

fn dense(model: &RecursiveModel) -> Dense {
    let mut data = Data::new(model);
    let count = model.layout.dimensions.velocities;
    let range = model.layout.dimensions.velocity_range();
    let rows = model.loops.rows.len();
    let at = |velocities: &[f64]| {
        let mut state = model.start.clone();
        state[range.clone()].copy_from_slice(velocities);
        state
    };
    let unit = |index: usize, size: f64| {
        let mut velocities = vec![0.0; count];
        velocities[index] = size;
        velocities
    };
    let mut kinetic = |velocities: &[f64]| {
        let state = at(velocities);
        look(model, &mut data, 0.0, &state);
        energies(model, &mut data, &state).kinetic
    };
    let diagonal: Vec<f64> = (0..count).map(|i| kinetic(&unit(i, 1.0))).collect();
    let mut mass = DMatrix::zeros(count, count);
    for i in 0..count {
        for j in 0..count {
            mass[(i, j)] = if i == j {
                2.0 * diagonal[i]
            } else {
                let mut both = unit(i, 1.0);
                both[j] = 1.0;
                kinetic(&both) - diagonal[i] - diagonal[j]
            };
        }
    }
    let mut gradient = DMatrix::zeros(rows, count);
    for j in 0..count {
        look(model, &mut data, 0.0, &at(&unit(j, 1.0)));
        for i in 0..rows {
            gradient[(i, j)] = data.loops.rates[i];
        }
    }
    // The rates' derivative along the motion with constant velocities, by Richardson's differences.
    let mut moved = |h: f64| {
        let mut state = model.start.clone();
        let mut velocities = state[range.clone()].to_vec();
        super::drift(model, &mut state[..range.start], &mut velocities, h);
        look(model, &mut data, 0.0, &state);
        (
            DVector::from_column_slice(&data.loops.residuals),
            DVector::from_column_slice(&data.loops.rates),
        )
    };
    let mut slope = |h: f64| {
        let ((g1, r1), (g0, r0)) = (moved(h), moved(-h));
        ((g1 - g0) / (2.0 * h), (r1 - r0) / (2.0 * h))
    };
    let h = 2e-3;
    let (one, two, four) = (slope(h), slope(2.0 * h), slope(4.0 * h));
    let richer = |d1: &DVector<f64>, d2: &DVector<f64>, d4: &DVector<f64>| {
        let (e1, e2) = ((4.0 * d1 - d2) / 3.0, (4.0 * d2 - d4) / 3.0);
        (16.0 * e1 - e2) / 15.0
    };
    let residual_rate = richer(&one.0, &two.0, &four.0);
    let bias = richer(&one.1, &two.1, &four.1);
    look(model, &mut data, 0.0, &model.start);
    for row in 0..rows {
        let error = (residual_rate[row] - data.loops.rates[row]).abs();
        assert!(error < 1e-9, "row {row}: the rate is not the derivative of the residual: {error}");
    }
    let mut open = model.clone();
    open.loops = Loops::default();
    let mut rates = vec![0.0; model.start.len()];
    evaluate(&open, &mut Data::new(&open), 0.0, &model.start, &mut rates);
    Dense { mass, gradient, bias, free: DVector::from_column_slice(&rates[range]) }
}

/// `M a = M a_0 + J' f`, `J a = -bias`; 1e-9 relative to the largest acceleration.
#[test]
fn accelerations_solve_the_dense_system() {
    type Kind = fn(&mut Sketch) -> JointKind;
    let kinds: [Kind; 7] = [
        |_| JointKind::Fixed,
        |s| s.revolute([0.1, 1.0, 0.4]),
        |s| JointKind::Prismatic { axis: s.numbers([1.0, 0.2, 0.1]) },
        |s| JointKind::Universal {
            first: s.numbers([1.0, 0.2, 0.0]),
            second: s.numbers([0.1, 1.0, 0.0]),
        },
        |_| JointKind::Spherical,
        |s| JointKind::Cylindrical { axis: s.numbers([0.3, 0.0, 1.0]) },
        |s| JointKind::Planar {
            normal: s.numbers([0.0, 0.2, 1.0]),
            first: s.numbers([1.0, 0.0, 0.0]),
        },
    ];
    for (number, kind) in kinds.into_iter().enumerate() {
        let model = model(kind);
        let Dense { mass, gradient, bias, free } = dense(&model);
        let inverse = mass.clone().try_inverse().expect("a regular mass matrix");
        let compliance = &gradient * &inverse * gradient.transpose();
        let right = -(&bias + &gradient * &free);
        let forces = compliance.clone().svd(true, true).solve(&right, 1e-10).expect("solved");
        let expected = &free + &inverse * gradient.transpose() * &forces;
        let mut data = Data::new(&model);
        let mut rates = vec![0.0; model.start.len()];
        evaluate(&model, &mut data, 0.0, &model.start, &mut rates);
        let range = model.layout.dimensions.velocity_range();
        let found = DVector::from_column_slice(&rates[range]);
        let error = (&found - &expected).amax() / expected.amax();
        assert!(error < 1e-9, "kind {number}: {error}\n{found}\n{expected}");
        // Forces of a regular system are unique.
        if compliance.rank(1e-9) == compliance.nrows() {
            let forces_found = DVector::from_column_slice(&data.loops.forces);
            let error = (&forces_found - &forces).amax() / forces.amax();
            assert!(error < 1e-8, "forces of kind {number}: {error}");
        }
    }
}

/// Sweeps of transfer matrices look once more where a position may be singular, and not where numbers are none.
#[test]
fn what_sweeps_fail_at_is_told_as_it_is() {
    let mut sketch = Sketch::new("held");
    let block =
        Mass { mass: 1.2, centre: [0.1, -0.05, 0.2], inertia: [0.5, 0.6, 0.7, 0.0, 0.0, 0.0] };
    let mut at = sketch.frame(BodyId(0), [0.0; 3]);
    for (level, axis) in
        [[0.0, 1.0, 0.2], [1.0, 0.3, 0.0], [0.1, 1.0, 0.0], [1.0, 0.0, 0.2]].into_iter().enumerate()
    {
        let joint = sketch.revolute(axis);
        let (body, _) = sketch.body(&format!("body{level}"), block, joint, at, &[0.3], &[0.5]);
        at = sketch.frame(body, [0.1, 0.0, -0.6]);
    }
    let wall = sketch.frame(BodyId(0), [0.4, 0.0, -2.2]);
    sketch.cut("wall", JointKind::Spherical, wall, at);
    sketch.with_rk4(1.0, 1.0, 1e-3);
    sketch.graph.plan.as_mut().expect("a plan").dynamics = Dynamics::TransferMatrix;
    let model = crate::assemble(&sketch.graph).expect("a sound graph");
    let crate::model::Solver::Simulation(simulation) = model.solver else { panic!("a run") };
    let crate::model::Steps::Explicit { model, .. } = simulation.steps else { panic!("explicit") };
    let (mut data, mut rates) = (Data::new(&model), vec![0.0; model.start.len()]);
    evaluate(&model, &mut data, 0.0, &model.start, &mut rates);
    assert!(data.failure.is_none() && rates.iter().all(|own| own.is_finite()));
    let mut state = model.start.clone();
    state[0] = f64::NAN;
    evaluate(&model, &mut data, 0.0, &state, &mut rates);
    let is_told = matches!(data.failure, Some(Failure::Tree(TreeError::NotFinite { .. })));
    assert!(is_told, "{:?}", data.failure);
    assert!(rates.iter().all(|own| own.is_nan()));
}
