//! The implicit integrators against the recursion: order, conservation, ledgers.

mod constrained_support;
mod support;

use cdl_graph::*;
use constrained_support::*;
use support::{Run, Sketch};

const ALL: [Method; 4] =
    [Method::EnergyMomentum, Method::Projected, Method::Midpoint, Method::GeneralizedAlpha(0.8)];

/// Springs, dampers and smooth friction.
const EVERYTHING: Resistance =
    Resistance { stiffness: 40.0, rest: 0.15, damping: 0.6, friction: 0.3, friction_speed: 0.4 };

/// An effort that depends on time and, where the joint has one, on nothing else; and a force and a torque.
fn loaded(name: &str) -> Sketch {
    let (mut sketch, joint) = joined(name, EVERYTHING);
    let [effort, _, _] = sketch.sine(1.5, 3.0);
    if let Some(axis) = sketch.graph.joints[joint.index()].coordinates.first_mut() {
        axis.effort = effort;
    }
    let body = BodyId(2);
    let at = sketch.frame(body, [0.0, 0.2, -0.1]);
    let [pull, _, _] = sketch.sine(4.0, 2.0);
    let [zero, push] = sketch.numbers([0.0, 2.5]);
    let on = Point::Frame(at);
    sketch.load("pull", LoadKind::Force { on, value: [pull, zero, push], axes: None });
    sketch.load("thrust", LoadKind::Force { on, value: [zero, push, zero], axes: Some(at) });
    sketch.load("twist", LoadKind::Torque { on: at, value: [push, zero, pull], axes: None });
    let [stiffness, damping, length] = sketch.numbers([80.0, 1.5, 0.4]);
    let anchor = sketch.frame(BodyId(0), [0.6, -0.4, -0.3]);
    sketch.load(
        "spring",
        LoadKind::Spring {
            between: [Point::Frame(anchor), on],
            law: SpringLaw::Linear { stiffness, damping, length, tension_only: false },
        },
    );
    sketch
}

/// The order from the errors with a step and half of it.
fn order(coarse: f64, fine: f64) -> f64 {
    (coarse / fine).log2()
}

/// Every joint with springs, dampers, friction, efforts and loads: second order towards rk45 at 1e-12.
#[test]
fn every_joint_converges_to_the_recursion() {
    let mut worst: f64 = 0.0;
    for name in KINDS {
        let reference = loaded(name).with_rk45(0.5, 0.5, 1e-12).run().finished();
        for method in ALL {
            let errors = [2e-3, 1e-3]
                .map(|step| apart(&run(&mut loaded(name), method, 0.5, 0.5, step), &reference));
            let found = order(errors[0], errors[1]);
            println!("{name} {method:?}: {errors:?}, order {found:.3}");
            worst = worst.max((found - 2.0).abs());
        }
    }
    assert!(worst < 0.05, "{worst}");
}

/// The same with a driven coordinate, on a carrier that is moved.
fn driven(name: &str) -> Sketch {
    let mut sketch = Sketch::new(name);
    let [x, dx, ddx] = sketch.sine(0.3, 4.0);
    let zero = sketch.number(0.0);
    let rates = ([dx, zero, zero], [ddx, zero, zero]);
    let carrier = sketch.prescribed("carrier", [x, zero, zero], Some(rates));
    let at = sketch.graph.bodies[carrier.index()].frame;
    let (joint_kind, mut coordinates, mut rates) = kind(&mut sketch, name);
    let drives = !coordinates.is_empty();
    let [value, rate, acceleration] = sketch.sine(0.4, 3.0);
    if drives {
        (coordinates[0], rates[0]) = (0.0, 1.2);
    }
    let (body, joint) = sketch.body("body", block(2.0), joint_kind, at, &coordinates, &rates);
    if drives {
        sketch.graph.joints[joint.index()].coordinates[0].drive =
            Some(Drive { value, rate: Some(rate), acceleration: Some(acceleration) });
    }
    let tip = sketch.frame(body, [0.1, 0.0, -0.4]);
    sketch.body("tail", block(1.0), JointKind::Spherical, tip, &[], &[0.3, 0.2, -0.5]);
    sketch.output_position("tip", tip);
    let frame = sketch.graph.bodies[2].frame;
    let _ = frame;
    sketch
}

#[test]
fn driven_joints_on_a_moving_carrier_converge_and_balance() {
    for name in KINDS.into_iter().filter(|&name| name != "fixed") {
        let reference = driven(name).with_rk45(0.5, 0.5, 1e-12).run().finished();
        for method in ALL {
            let runs = [4e-3, 2e-3].map(|step| run(&mut driven(name), method, 0.5, 0.5, step));
            let errors = [0, 1].map(|k| apart(&runs[k], &reference));
            let found = order(errors[0], errors[1]);
            println!("{name} {method:?}: {errors:?}, order {found:.3}, {:e}", runs[1].imbalance());
            // The tip of what a drive leads completely is where it has to be.
            assert!(errors[1] < 1e-9 || (found - 2.0).abs() < 0.1, "{name} {method:?}");
            if method == Method::EnergyMomentum {
                assert!(runs[1].imbalance() < 1e-11, "{name}: {}", runs[1].imbalance());
            }
        }
    }
}

/// The ledger of the energy-momentum scheme closes to rounding with whatever acts.
#[test]
fn the_ledger_closes_with_dissipation_and_loads() {
    for name in KINDS {
        let found = run(&mut loaded(name), Method::EnergyMomentum, 2.0, 0.02, 0.02);
        println!("{name}: {:e} {:?}", found.imbalance(), found.report.effort);
        assert!(found.imbalance() < 1e-11, "{name}: {}", found.imbalance());
    }
}

/// Two bodies in free flight without gravity, with a ball joint and a spring that is only pulled: energy,
/// momentum and angular momentum stay what they are, with large steps.
fn flying() -> Sketch {
    let mut sketch = Sketch::new("flight");
    let zero = sketch.number(0.0);
    sketch.graph.environment.gravity = [zero; 3];
    let first = sketch.body_at(
        "first",
        block(2.0),
        Connection::Free,
        Some([0.2, 0.1, 0.3]),
        [0.8, 0.0, 0.6, 0.0],
        [0.3, -0.2, 0.1],
        [1.0, 2.0, -1.5],
    );
    let at = sketch.frame(first, [0.1, 0.2, -0.5]);
    let (second, joint) =
        sketch.body("second", block(1.0), JointKind::Spherical, at, &[], &[2.0, -1.0, 0.5]);
    resist(&mut sketch, joint, Resistance { stiffness: 3.0, ..Resistance::default() });
    let third = sketch.body_at(
        "third",
        block(1.5),
        Connection::Free,
        Some([1.0, 0.4, 0.0]),
        [1.0, 0.0, 0.0, 0.0],
        [-0.5, 0.3, 0.2],
        [0.0, -1.0, 1.0],
    );
    let ends = [sketch.frame(second, [0.1, 0.0, -0.3]), sketch.frame(third, [-0.1, 0.1, 0.0])];
    let [stiffness, damping, length] = sketch.numbers([30.0, 0.0, 0.9]);
    sketch.load(
        "cord",
        LoadKind::Spring {
            between: ends.map(Point::Frame),
            law: SpringLaw::Linear { stiffness, damping, length, tension_only: true },
        },
    );
    sketch.output_sensor("momentum", Sensor::Momentum, 3);
    sketch.output_sensor("angular momentum", Sensor::AngularMomentum, 3);
    sketch
}

fn drift(run: &Run, columns: std::ops::Range<usize>) -> f64 {
    let first = &run.rows.values[0];
    let scale = columns.clone().map(|k| first[k].abs()).fold(0.0, f64::max);
    let rows = run.rows.values.iter();
    rows.flat_map(|row| columns.clone().map(|k| (row[k] - first[k]).abs() / scale))
        .fold(0.0, f64::max)
}

#[test]
fn energy_and_momenta_are_kept_in_flight() {
    let found = run(&mut flying(), Method::EnergyMomentum, 50.0, 0.5, 0.02);
    println!("{:e} {:e} {:e}", drift(&found, 0..3), drift(&found, 3..6), found.imbalance());
    assert!(drift(&found, 0..3) < 1e-12 && drift(&found, 3..6) < 1e-11);
    assert!(found.imbalance() < 1e-11);
    // The midpoint rule keeps the momenta alone.
    let found = run(&mut flying(), Method::Midpoint, 10.0, 0.5, 0.02);
    assert!(drift(&found, 0..3) < 1e-12 && drift(&found, 3..6) < 1e-11);
    assert!(found.imbalance() > 1e-9);
}

/// Steps that adapt keep the energy as well, follow the tolerance, and become shorter where it is
/// needed.
#[test]
fn adaptive_steps_follow_their_tolerance() {
    let build = || joined("universal", Resistance { stiffness: 40.0, ..Resistance::default() }).0;
    let reference = build().with_rk45(1.0, 1.0, 1e-12).run().finished();
    let mut last = (f64::INFINITY, 0);
    for tolerance in [1e-5, 1e-7, 1e-9] {
        let found = run(&mut build(), Method::Adaptive(tolerance), 1.0, 1.0, 0.1);
        let error = apart(&found, &reference);
        println!("{tolerance:e}: {error:e}, {:?}, {:e}", found.report.effort, found.imbalance());
        assert!(found.imbalance() < 1e-11);
        // The error is of the order tolerance^(2/3); 100^(2/3) = 21.5.
        assert!(error < last.0 / 10.0 && error < 1e3 * tolerance.powf(2.0 / 3.0));
        assert!(found.report.effort.steps > last.1);
        last = (error, found.report.effort.steps);
    }
}

/// A stiff spring in a swinging arm: with numerical damping its vibration dies out, without it stays.
#[test]
fn generalized_alpha_damps_what_is_too_fast() {
    let build = || {
        let mut sketch = Sketch::new("arm");
        let hinge = sketch.revolute([0.0, 1.0, 0.0]);
        let (arm, _) = sketch.body("arm", block(1.0), hinge, FrameId(0), &[0.8], &[0.0]);
        let end = sketch.frame(arm, [0.0, 0.0, -1.0]);
        let axis = sketch.numbers([0.0, 0.0, 1.0]);
        let slider = JointKind::Prismatic { axis };
        let (_, joint) = sketch.body("mass", block(1.0), slider, end, &[0.01], &[0.0]);
        resist(&mut sketch, joint, Resistance { stiffness: 1e6, ..Resistance::default() });
        sketch.output_joint("stretch", joint, JointQuantity::Coordinate);
        sketch
    };
    // 1000 rad/s with steps of 10 ms.
    let amplitude = |method| {
        let found = run(&mut build(), method, 1.0, 0.01, 0.01);
        let column = found.column(0);
        let tail = &column[60..];
        let mean = tail.iter().sum::<f64>() / tail.len() as f64;
        tail.iter().map(|value| (value - mean).abs()).fold(0.0, f64::max)
    };
    let (damped, kept) =
        (amplitude(Method::GeneralizedAlpha(0.6)), amplitude(Method::EnergyMomentum));
    println!("{damped:e} {kept:e}");
    assert!(damped < 1e-4 && kept > 5e-3, "{damped} {kept}");
}
