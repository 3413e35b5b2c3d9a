//! Sketches for the constrained formulation: implicit runs, and every kind of joint with everything that
//! can act in it.
#![allow(dead_code, reason = "every test file uses a part of it")]

use super::support::{Mass, Run, Sketch};
use cdl_graph::*;

/// The dynamics that the plan asks for.
pub fn plan(sketch: &mut Sketch, dynamics: Dynamics) {
    sketch.graph.plan.as_mut().expect("a plan").dynamics = dynamics;
}

pub fn implicit(sketch: &mut Sketch, duration: f64, every: f64, integrator: Integrator) {
    plan(sketch, Dynamics::Constrained);
    sketch.graph.analysis = Analysis::Simulate(Simulation {
        name: "test".into(),
        duration: sketch.number(duration),
        every: sketch.number(every),
        discard: None,
        integrator,
        dynamics: Dynamics::Constrained,
        loops: LoopMethod::Projection,
        from: SimulationStart::Written,
    });
}

/// An implicit method by its name, with numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    EnergyMomentum,
    Projected,
    Adaptive(f64),
    Midpoint,
    GeneralizedAlpha(f64),
}

pub fn integrator(sketch: &mut Sketch, method: Method, step: f64) -> Integrator {
    let step = sketch.number(step);
    match method {
        Method::EnergyMomentum => {
            Integrator::EnergyMomentum { step, tolerance: None, project_velocities: false }
        }
        Method::Projected => {
            Integrator::EnergyMomentum { step, tolerance: None, project_velocities: true }
        }
        Method::Adaptive(tolerance) => {
            let tolerance = Some(sketch.number(tolerance));
            Integrator::EnergyMomentum { step, tolerance, project_velocities: false }
        }
        Method::Midpoint => Integrator::Midpoint { step },
        Method::GeneralizedAlpha(radius) => {
            Integrator::GeneralizedAlpha { step, spectral_radius: sketch.number(radius) }
        }
    }
}

#[track_caller]
pub fn run(sketch: &mut Sketch, method: Method, duration: f64, every: f64, step: f64) -> Run {
    let integrator = integrator(sketch, method, step);
    implicit(sketch, duration, every, integrator);
    sketch.run().finished()
}

pub fn equilibrium(sketch: &mut Sketch, tolerance: f64) {
    plan(sketch, Dynamics::Constrained);
    let tolerance = sketch.number(tolerance);
    sketch.graph.analysis = Analysis::Equilibrium(Equilibrium { name: "rest".into(), tolerance });
}

pub fn from_equilibrium(sketch: &mut Sketch) {
    if let Analysis::Simulate(simulation) = &mut sketch.graph.analysis {
        simulation.from = SimulationStart::Equilibrium;
    }
}

pub fn block(mass: f64) -> Mass {
    let m = mass / 12.0;
    Mass {
        mass,
        centre: [0.05, -0.03, -0.2],
        inertia: [m * 0.5, m * 0.4, m * 0.25, m * 0.02, m * -0.03, m * 0.01],
    }
}

/// What acts along every coordinate of a joint.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resistance {
    pub stiffness: f64,
    pub rest: f64,
    pub damping: f64,
    pub friction: f64,
    pub friction_speed: f64,
}

pub fn resist(sketch: &mut Sketch, joint: JointId, with: Resistance) {
    let stiffness = sketch.number(with.stiffness);
    let rest = sketch.number(with.rest);
    let damping = sketch.number(with.damping);
    let friction = sketch.number(with.friction);
    let speed = sketch.number(with.friction_speed.max(1e-3));
    let joint = &mut sketch.graph.joints[joint.index()];
    for axis in joint.coordinates.iter_mut().chain(joint.isotropic.as_deref_mut()) {
        axis.stiffness = stiffness;
        axis.rest = rest;
        axis.damping = damping;
        axis.friction = friction;
        axis.friction_speed = speed;
    }
}

pub const KINDS: [&str; 7] =
    ["fixed", "revolute", "prismatic", "universal", "spherical", "cylindrical", "planar"];

/// A joint kind with axes that are not special, and its start: coordinates and rates.
pub fn kind(sketch: &mut Sketch, name: &str) -> (JointKind, Vec<f64>, Vec<f64>) {
    match name {
        "fixed" => (JointKind::Fixed, vec![], vec![]),
        "revolute" => {
            let axis = sketch.numbers([0.36, 0.48, 0.8]);
            (JointKind::Revolute { axis }, vec![0.4], vec![-0.7])
        }
        "prismatic" => {
            let axis = sketch.numbers([0.6, 0.0, 0.8]);
            (JointKind::Prismatic { axis }, vec![0.15], vec![0.5])
        }
        "universal" => {
            let (first, second) =
                (sketch.numbers([1.0, 0.0, 0.0]), sketch.numbers([0.0, 0.8, 0.6]));
            (JointKind::Universal { first, second }, vec![0.3, -0.5], vec![0.9, 0.6])
        }
        "spherical" => (JointKind::Spherical, vec![], vec![0.5, -0.8, 0.4]),
        "cylindrical" => {
            let axis = sketch.numbers([0.0, 0.6, 0.8]);
            (JointKind::Cylindrical { axis }, vec![0.2, 0.1], vec![0.6, -0.4])
        }
        "planar" => {
            let normal = sketch.numbers([0.0, 0.6, 0.8]);
            let first = sketch.numbers([1.0, 0.0, 0.0]);
            (JointKind::Planar { normal, first }, vec![0.1, -0.05, 0.3], vec![0.3, 0.2, -0.6])
        }
        _ => panic!("no kind {name}"),
    }
}

/// A block on a springy universal joint, and another on it by a joint of the kind, with springs, dampers and
/// friction in it; the second block's position and attitude are recorded.
pub fn joined(name: &str, with: Resistance) -> (Sketch, JointId) {
    let mut sketch = Sketch::new(name);
    let first = sketch.numbers([0.0, 1.0, 0.0]);
    let second = sketch.numbers([1.0, 0.0, 0.0]);
    let carrier = JointKind::Universal { first, second };
    let (base, root) =
        sketch.body("base", block(3.0), carrier, FrameId(0), &[0.3, -0.2], &[0.5, 0.4]);
    resist(&mut sketch, root, Resistance { stiffness: 25.0, rest: 0.1, ..Resistance::default() });
    let at = sketch.frame(base, [0.1, 0.05, -0.5]);
    let (kind, coordinates, rates) = kind(&mut sketch, name);
    let (body, joint) = sketch.body("body", block(2.0), kind, at, &coordinates, &rates);
    resist(&mut sketch, joint, with);
    let frame = sketch.graph.bodies[body.index()].frame;
    sketch.output_position("place", frame);
    let sensor = Sensor::Frame { frame, quantity: FrameQuantity::Attitude };
    sketch.output_sensor("attitude", sensor, 4);
    (sketch, joint)
}

/// The largest distance between the last rows of two runs.
pub fn apart(a: &Run, b: &Run) -> f64 {
    a.last().iter().zip(b.last()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
