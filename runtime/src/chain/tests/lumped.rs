//! The lumped form.

use crate::chain::lumped::{
    Axial, AxialLaw, End, LumpedData, LumpedEnd, Segments, accelerate, end_load,
};
use crate::chain::{Drag, Fluid, Links, Loads, Medium, kinetic_energy, momentum};
use nalgebra::Vector3;

const GRAVITY: Vector3<f64> = Vector3::new(0.0, 0.0, -9.81);

fn segments(damping: f64) -> Segments {
    let law = AxialLaw::Spring { stiffness: 500.0, damping, pushes: true };
    Segments { links: Links::uniform(8, 2.0, 0.8).unwrap(), law }
}

struct Run {
    segments: Segments,
    loads: Loads,
    medium: Medium,
    ends: [LumpedEnd; 2],
    positions: Vec<[f64; 3]>,
    velocities: Vec<[f64; 3]>,
    work: f64,
}

impl Run {
    fn evaluate(
        &self,
        positions: &[[f64; 3]],
        velocities: &[[f64; 3]],
    ) -> (LumpedData, Axial, Vec<[f64; 3]>, f64) {
        let mut data = LumpedData::new(&self.segments);
        let axial = data.place(&self.segments, positions, velocities, &[], self.ends);
        let powers = data.load(&self.segments, &self.loads, &self.medium);
        let mut accelerations = vec![[0.0; 3]; positions.len()];
        accelerate(&self.segments, &data, &mut accelerations);
        (data, axial, accelerations, powers.sum() + axial.damping_power)
    }

    fn energy(&self) -> f64 {
        let (data, axial, _, _) = self.evaluate(&self.positions, &self.velocities);
        let line = data.line(&self.segments);
        let potentials = self.loads.potentials(line, &self.medium);
        kinetic_energy(line)
            + self.loads.added_kinetic(line, &self.medium)
            + potentials.weight
            + potentials.buoyancy
            + potentials.bending
            + axial.elastic
    }

    fn step(&mut self, h: f64) {
        let add = |a: &[[f64; 3]], b: &[[f64; 3]], h: f64| -> Vec<[f64; 3]> {
            a.iter().zip(b).map(|(a, b)| [0, 1, 2].map(|i| a[i] + h * b[i])).collect()
        };
        let (x, v) = (self.positions.clone(), self.velocities.clone());
        let (mut next_x, mut next_v) = (x.clone(), v.clone());
        let (mut stage_v, mut slope) = (v.clone(), self.evaluate(&x, &v));
        for (weight, advance) in [(1.0, 0.5), (2.0, 0.5), (2.0, 1.0), (1.0, 0.0)] {
            next_x = add(&next_x, &stage_v, weight * h / 6.0);
            next_v = add(&next_v, &slope.2, weight * h / 6.0);
            self.work += slope.3 * weight * h / 6.0;
            let stage_x = add(&x, &stage_v, advance * h);
            stage_v = add(&v, &slope.2, advance * h);
            slope = self.evaluate(&stage_x, &stage_v);
        }
        (self.positions, self.velocities) = (next_x, next_v);
    }
}

/// How many nodes the state has: all but the held ends.
fn moving_nodes(segments: &Segments, ends: [LumpedEnd; 2]) -> usize {
    let held = ends.iter().filter(|end| matches!(end, LumpedEnd::Held { .. })).count();
    segments.links.count() + 1 - held
}

fn swinging(damping: f64, loads: Loads, medium: Medium) -> Run {
    let segments = segments(damping);
    let ends = [
        LumpedEnd::Held { position: Vector3::zeros(), velocity: Vector3::zeros() },
        LumpedEnd::Free,
    ];
    let count = moving_nodes(&segments, ends);
    assert_eq!(count, 8);
    let positions = (1..=count)
        .map(|i| {
            let s = 0.25 * i as f64;
            [0.6 * s, 0.1 * s * s, -0.8 * s]
        })
        .collect();
    let velocities = (1..=count).map(|i| [0.3, 0.1 * i as f64, 0.2]).collect();
    Run { segments, loads, medium, ends, positions, velocities, work: 0.0 }
}

/// The change of energy is the work of dampers, drag and fluid: 1e-7 of the energy that moves.
#[test]
fn energy_balance_closes() {
    let loads = Loads {
        diameter: 0.02,
        drag: Drag::Split { normal: 1.2, tangent: 0.05 },
        added_mass: 1.0,
        buoyancy: true,
        ..Loads::weight(GRAVITY)
    };
    let water = Medium {
        water: Some(Fluid { density: 1000.0, velocity: Vector3::new(0.2, 0.0, 0.0) }),
        ..Medium::default()
    };
    for (damping, loads, medium) in
        [(0.0, Loads::weight(GRAVITY), Medium::default()), (0.5, loads, water)]
    {
        let mut run = swinging(damping, loads, medium);
        let before = run.energy();
        for _ in 0..5000 {
            run.step(1e-4);
        }
        let residual = (run.energy() - before - run.work).abs();
        assert!(residual < 1e-7 * 0.8 * 9.81 * 2.0, "{residual:e}");
    }
}

/// Hanging at rest: each spring carries what is below it, the support the whole weight.
#[test]
fn static_tension_is_the_weight_below() {
    let mut run = swinging(0.0, Loads::weight(GRAVITY), Medium::default());
    let mass = 0.1;
    let mut z = 0.0;
    for i in 0..8 {
        let below = mass * (7.5 - i as f64) * 9.81;
        z -= 0.25 + below / 500.0;
        run.positions[i] = [0.0, 0.0, z];
        run.velocities[i] = [0.0; 3];
    }
    let (data, _, accelerations, _) = run.evaluate(&run.positions, &run.velocities);
    assert!(accelerations.iter().all(|a| Vector3::from(*a).norm() < 1e-11));
    for (i, tension) in data.tensions.iter().enumerate() {
        assert!((tension - mass * (7.5 - i as f64) * 9.81).abs() < 1e-12);
    }
    let load = end_load(&run.segments, &data, End::Start);
    assert!((load.bias - Vector3::new(0.0, 0.0, 0.8 * 9.81)).norm() < 1e-12);
    assert!((load.mass[(0, 0)] - 0.05).abs() < 1e-15);
}

/// Controllers at rest: every segment has its length, and the integral of its error, gathered before,
/// carries what is below it.
#[test]
fn integrals_hold_the_segments_at_their_length() {
    let (integral, mass) = (10.0, 0.1);
    let mut run = swinging(0.0, Loads::weight(GRAVITY), Medium::default());
    run.segments.law = AxialLaw::Pid { proportional: 500.0, derivative: 3.0, integral };
    let below = |i: usize| mass * (7.5 - i as f64) * 9.81;
    let positions: Vec<_> = (1..=8).map(|i| [0.0, 0.0, -0.25 * i as f64]).collect();
    let integrals: Vec<f64> = (0..8).map(|i| below(i) / integral).collect();
    let mut data = LumpedData::new(&run.segments);
    let axial = data.place(&run.segments, &positions, &[[0.0; 3]; 8], &integrals, run.ends);
    data.load(&run.segments, &run.loads, &run.medium);
    let mut accelerations = vec![[0.0; 3]; 8];
    accelerate(&run.segments, &data, &mut accelerations);
    // Round-off of weights of up to 7.8 N on masses of 0.1 kg.
    assert!(accelerations.iter().all(|a| Vector3::from(*a).norm() < 1e-12));
    assert!(data.errors.iter().all(|error| error.abs() < 1e-15));
    assert!((0..8).all(|i| (data.tensions[i] - below(i)).abs() < 1e-13));
    assert!(axial.elastic.abs() < 1e-13 && axial.integral_power == 0.0);
}

/// The power of what pulls along the segments is that of their tensions, and what is stored changes
/// by the rest: central differences of the energy, which are good to the step's square and to
/// round-off over the step.
#[test]
fn controllers_store_dissipate_and_work() {
    let mut run = swinging(0.0, Loads::weight(GRAVITY), Medium::default());
    run.segments.law = AxialLaw::Pid { proportional: 500.0, derivative: 3.0, integral: 10.0 };
    let integrals: Vec<f64> = (0..8).map(|i| 0.1 - 0.02 * i as f64).collect();
    let h = 1e-5;
    let mut data = LumpedData::new(&run.segments);
    let mut at = |time: f64| {
        let moved = run.positions.iter().zip(&run.velocities);
        let positions: Vec<[f64; 3]> =
            moved.map(|(x, v)| [0, 1, 2].map(|k| x[k] + time * v[k])).collect();
        let axial = data.place(&run.segments, &positions, &run.velocities, &integrals, run.ends);
        let rate = |j: usize| {
            let d = data.velocities[j + 1] - data.velocities[j];
            d.dot(&Vector3::from(data.directions[j]))
        };
        let power: f64 = (0..8).map(|j| -data.tensions[j] * rate(j)).sum();
        (axial, power)
    };
    let (before, after) = (at(-h).0, at(h).0);
    let (now, power) = at(0.0);
    let stored = (after.elastic - before.elastic) / (2.0 * h);
    let expected = now.damping_power + now.integral_power - stored;
    assert!(now.damping_power < 0.0 && now.integral_power != 0.0);
    assert!((power - expected).abs() < 1e-6 * power.abs().max(1.0), "{power} {expected}");
}

/// Free in space: inner forces keep the momentum; gravity adds weight times time.
#[test]
fn momentum_of_a_free_cable() {
    let mut run = swinging(0.3, Loads::weight(GRAVITY), Medium::default());
    run.ends = [LumpedEnd::Free; 2];
    run.positions.insert(0, [0.0; 3]);
    run.velocities.insert(0, [0.0; 3]);
    let total = |run: &Run| {
        let (data, _, _, _) = run.evaluate(&run.positions, &run.velocities);
        momentum(data.line(&run.segments))
    };
    let before = total(&run);
    for _ in 0..500 {
        run.step(2e-4);
    }
    assert!((total(&run) - before - GRAVITY * 0.8 * 0.1).norm() < 1e-12);
}

/// Nodes on top of each other do not make the numbers NaN.
#[test]
fn coincident_nodes_are_harmless() {
    let mut run = swinging(0.3, Loads::weight(GRAVITY), Medium::default());
    run.positions[3] = run.positions[2];
    let (_, _, accelerations, _) = run.evaluate(&run.positions, &run.velocities);
    assert!(accelerations.iter().flatten().all(|a| a.is_finite()));
}
