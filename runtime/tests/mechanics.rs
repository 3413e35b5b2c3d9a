//! Bodies and joints against closed forms and independent integrations.

mod support;

use cdl_graph::*;
use support::{G, Mass, Sketch, integrate, rod};

/// Period of a compound pendulum with amplitude a: `4 K(sin(a/2)) sqrt(I / (m g d))`, with the
/// complete elliptic integral by the arithmetic-geometric mean. Zero crossings to 1e-7 s.
#[test]
fn a_compound_pendulum_has_its_period() {
    let amplitude: f64 = 2.0;
    let (mass, length) = (1.3, 0.8);
    let mut sketch = Sketch::new("pendulum");
    let kind = sketch.revolute([0.0, 1.0, 0.0]);
    let (_, joint) =
        sketch.body("arm", rod(mass, length), kind, FrameId::WORLD, &[amplitude], &[0.0]);
    sketch.output_joint("angle", joint, JointQuantity::Coordinate);
    sketch.with_rk45(20.0, 1e-3, 1e-11);
    let run = sketch.run().finished();
    let angle = run.column(0);
    let mut crossings = Vec::new();
    for k in 1..angle.len() {
        if angle[k - 1] > 0.0 && angle[k] <= 0.0 {
            let part = angle[k - 1] / (angle[k - 1] - angle[k]);
            crossings.push(run.rows.times[k - 1] + 1e-3 * part);
        }
    }
    let inertia = mass * length * length / 3.0;
    let omega = (mass * G * 0.5 * length / inertia).sqrt();
    let (mut a, mut b) = (1.0, (0.5 * amplitude).cos());
    for _ in 0..20 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    let period = 2.0 * std::f64::consts::PI / (omega * a);
    let measured = (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f64;
    assert!((measured - period).abs() < 1e-6, "{measured} instead of {period}");
    assert!(run.imbalance() < 1e-9);
}

/// Two uniform rods, against the Lagrangian equations of the double pendulum in absolute angles,
/// integrated with 40 000 Runge-Kutta steps; 1e-7 after 5 s of large motion.
#[test]
fn a_double_pendulum_follows_lagrange() {
    let (m1, l1, m2, l2) = (1.0, 1.0, 0.6, 0.7);
    let start = [2.0, -1.0];
    let mut sketch = Sketch::new("double pendulum");
    let y = [0.0, 1.0, 0.0];
    let kind = sketch.revolute(y);
    let (upper, first) =
        sketch.body("upper", rod(m1, l1), kind, FrameId::WORLD, &[start[0]], &[0.0]);
    let knee = sketch.frame(upper, [0.0, 0.0, -l1]);
    let (_, second) = sketch.body("lower", rod(m2, l2), kind, knee, &[start[1] - start[0]], &[0.0]);
    sketch.output_joint("first", first, JointQuantity::Coordinate);
    sketch.output_joint("second", second, JointQuantity::Coordinate);
    sketch.with_rk45(5.0, 0.1, 1e-12);
    let run = sketch.run().finished();

    let reference = integrate([start[0], start[1], 0.0, 0.0], 5.0, 40_000, |x| {
        let [a, b, da, db] = *x;
        let (i1, i2) = (m1 * l1 * l1 / 3.0 + m2 * l1 * l1, m2 * l2 * l2 / 3.0);
        let c = 0.5 * m2 * l1 * l2;
        let (cos, sin) = ((a - b).cos(), (a - b).sin());
        let f1 = -c * sin * db * db - (0.5 * m1 + m2) * G * l1 * a.sin();
        let f2 = c * sin * da * da - 0.5 * m2 * G * l2 * b.sin();
        let determinant = i1 * i2 - c * c * cos * cos;
        [da, db, (i2 * f1 - c * cos * f2) / determinant, (i1 * f2 - c * cos * f1) / determinant]
    });
    let last = run.last();
    assert!((last[0] - reference[0]).abs() < 1e-7, "{last:?} {reference:?}");
    assert!((last[0] + last[1] - reference[1]).abs() < 1e-7, "{last:?} {reference:?}");
}

/// Euler's equations for a free body thrown with spin about no principal axis (40 000 steps), and its
/// centre of mass on a parabola; both to 1e-8. The body's origin is not its centre of mass.
#[test]
fn a_free_body_tumbles_by_eulers_equations() {
    let inertia = [1.0, 2.0, 2.7];
    let mass = Mass {
        mass: 3.0,
        centre: [0.1, -0.2, 0.3],
        inertia: [inertia[0], inertia[1], inertia[2], 0.0, 0.0, 0.0],
    };
    let omega = [0.3, 2.0, 0.1];
    let mut sketch = Sketch::new("free");
    let body = sketch.body_at(
        "body",
        mass,
        Connection::Free,
        Some([1.0, 2.0, 3.0]),
        [1.0, 0.0, 0.0, 0.0],
        [0.5, 0.0, 4.0],
        omega,
    );
    let centre = sketch.frame(body, mass.centre);
    sketch.output_position("centre", centre);
    let own = sketch.graph.bodies[body.index()].frame;
    let quantity = FrameQuantity::AngularVelocity;
    sketch.output_sensor("omega", Sensor::Frame { frame: own, quantity }, 3);
    let quantity = FrameQuantity::Attitude;
    sketch.output_sensor("attitude", Sensor::Frame { frame: own, quantity }, 4);
    sketch.with_rk45(4.0, 0.5, 1e-12);
    let run = sketch.run().finished();
    let last = run.last();
    let w = integrate(omega, 4.0, 40_000, |w| {
        [
            (inertia[1] - inertia[2]) * w[1] * w[2] / inertia[0],
            (inertia[2] - inertia[0]) * w[2] * w[0] / inertia[1],
            (inertia[0] - inertia[1]) * w[0] * w[1] / inertia[2],
        ]
    });
    let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!((norm(&last[3..6]) - norm(&w)).abs() < 1e-8);
    // The component along the body's second axis: turn the world's angular velocity back.
    let [q0, q1, q2, q3] = [last[6], last[7], last[8], last[9]];
    let second =
        [2.0 * (q1 * q2 - q0 * q3), 1.0 - 2.0 * (q1 * q1 + q3 * q3), 2.0 * (q2 * q3 + q0 * q1)];
    let along: f64 = (0..3).map(|k| second[k] * last[3 + k]).sum();
    assert!((along - w[1]).abs() < 1e-8, "{along} {w:?}");
    // v + omega x c is the centre's velocity.
    let c = mass.centre;
    let v = [
        0.5 + omega[1] * c[2] - omega[2] * c[1],
        omega[2] * c[0] - omega[0] * c[2],
        4.0 + omega[0] * c[1] - omega[1] * c[0],
    ];
    let t = 4.0;
    let expected =
        [1.0 + c[0] + v[0] * t, 2.0 + c[1] + v[1] * t, 3.0 + c[2] + v[2] * t - 0.5 * G * t * t];
    for k in 0..3 {
        assert!((last[k] - expected[k]).abs() < 1e-8, "{last:?} {expected:?}");
    }
    assert!(run.imbalance() < 1e-10);
}

/// A mass on a spring and damper between two points: x = e^(-d t) (...) by the closed form, 1e-9. The
/// ledger closes with the dissipated energy in it.
#[test]
fn a_damped_spring_oscillates_by_the_closed_form() {
    let (m, k, c, x0) = (2.0, 50.0, 1.5, 0.2);
    let mut sketch = Sketch::new("spring");
    let zero = sketch.number(0.0);
    sketch.graph.environment.gravity = [zero; 3];
    let axis = sketch.numbers([1.0, 0.0, 0.0]);
    let point = Mass { mass: m, centre: [0.0; 3], inertia: [1.0, 1.0, 1.0, 0.0, 0.0, 0.0] };
    // The spring is relaxed at x = 1.
    let kind = JointKind::Prismatic { axis };
    let (body, joint) = sketch.body("mass", point, kind, FrameId::WORLD, &[1.0 + x0], &[0.0]);
    let frame = sketch.graph.bodies[body.index()].frame;
    let [stiffness, damping, length] = sketch.numbers([k, c, 1.0]);
    sketch.load(
        "spring",
        LoadKind::Spring {
            between: [Point::Frame(FrameId::WORLD), Point::Frame(frame)],
            law: SpringLaw::Linear { stiffness, damping, length, tension_only: false },
        },
    );
    sketch.output_joint("x", joint, JointQuantity::Coordinate);
    sketch.with_rk4(5.0, 0.01, 1e-3);
    let run = sketch.run().finished();
    let decay = c / (2.0 * m);
    let omega = (k / m - decay * decay).sqrt();
    for (t, x) in run.rows.times.iter().zip(run.column(0)) {
        let (sin, cos) = (omega * t).sin_cos();
        let exact = 1.0 + x0 * (-decay * t).exp() * (cos + decay / omega * sin);
        assert!((x - exact).abs() < 1e-9, "{x} {exact} at {t}");
    }
    assert!(run.imbalance() < 1e-9, "{}", run.imbalance());
    assert!(run.simulation().last.dissipated > 0.9);
}

/// A spring to a point that shakes: the work of the prescribed motion closes the ledger (1e-8), and
/// the motion is that of the same spring with its end's motion as a force k u(t) in it.
#[test]
fn the_ledger_closes_with_a_spring_on_a_moving_base() {
    let mut sketch = Sketch::new("shaken");
    let zero = sketch.number(0.0);
    let [x, v, a] = sketch.sine(0.1, 3.0);
    let base =
        sketch.prescribed("shaker", [x, zero, zero], Some(([v, zero, zero], [a, zero, zero])));
    let on_base = sketch.graph.bodies[base.index()].frame;
    let axis = sketch.numbers([1.0, 0.0, 0.0]);
    let point = Mass { mass: 2.0, centre: [0.0; 3], inertia: [1.0, 1.0, 1.0, 0.0, 0.0, 0.0] };
    let kind = JointKind::Prismatic { axis };
    let (body, joint) = sketch.body("mass", point, kind, FrameId::WORLD, &[1.0], &[0.0]);
    let frame = sketch.graph.bodies[body.index()].frame;
    let [stiffness, damping, length] = sketch.numbers([50.0, 0.5, 1.0]);
    sketch.load(
        "spring",
        LoadKind::Spring {
            between: [Point::Frame(on_base), Point::Frame(frame)],
            law: SpringLaw::Linear { stiffness, damping, length, tension_only: false },
        },
    );
    sketch.output_joint("x", joint, JointQuantity::Coordinate);
    sketch.with_rk4(4.0, 0.1, 1e-3);
    let run = sketch.run().finished();
    let reference = integrate([1.0, 0.0, 0.0], 4.0, 8000, |s| {
        let (u, du) = (0.1 * (3.0 * s[2]).sin(), 0.3 * (3.0 * s[2]).cos());
        [s[1], (-50.0 * (s[0] - u - 1.0) - 0.5 * (s[1] - du)) / 2.0, 1.0]
    });
    assert!((run.last()[0] - reference[0]).abs() < 1e-9);
    assert!(run.simulation().last.work.abs() > 0.01);
    assert!(run.imbalance() < 1e-8, "{}", run.imbalance());
}

/// A pendulum whose pivot moves on a horizontal prescribed slide: `l a'' = -g sin a - x'' cos a` for
/// a point mass (here by a rod's inertia), to 1e-9; the ledger closes to 1e-8.
#[test]
fn a_pendulum_on_a_prescribed_base_follows_its_equation() {
    let (mass, length) = (1.0, 0.9);
    let mut sketch = Sketch::new("moving pivot");
    let zero = sketch.number(0.0);
    let [x, v, a] = sketch.sine(0.3, 2.5);
    let cart = sketch.prescribed("cart", [x, zero, zero], Some(([v, zero, zero], [a, zero, zero])));
    let frame = sketch.graph.bodies[cart.index()].frame;
    let kind = sketch.revolute([0.0, -1.0, 0.0]);
    let (_, joint) = sketch.body("arm", rod(mass, length), kind, frame, &[0.4], &[0.0]);
    sketch.output_joint("angle", joint, JointQuantity::Coordinate);
    sketch.with_rk4(5.0, 0.1, 1e-3);
    let run = sketch.run().finished();
    let reference = integrate([0.4, 0.0, 0.0], 5.0, 10_000, |s| {
        let acceleration = -0.3 * 6.25 * (2.5 * s[2]).sin();
        let moment = -G * s[0].sin() - acceleration * s[0].cos();
        [s[1], 1.5 * moment / length, 1.0]
    });
    assert!((run.last()[0] - reference[0]).abs() < 1e-9, "{:?} {reference:?}", run.last());
    assert!(run.imbalance() < 1e-8, "{}", run.imbalance());
}

/// An arm driven about a vertical axis with a pendulum at its end, and friction, damping and a spring
/// in the free joint: the ledger closes to 1e-7, the coordinate is what was asked, and the drive's
/// effort agrees with the arm's inertia when nothing else moves.
#[test]
fn a_driven_joint_does_what_it_is_told_and_its_work_is_counted() {
    let mut sketch = Sketch::new("driven");
    let kind = sketch.revolute([0.0, 0.0, 1.0]);
    let arm = Mass { mass: 2.0, centre: [0.5, 0.0, 0.0], inertia: [0.1, 0.2, 0.2, 0.0, 0.0, 0.0] };
    let (body, slew) = sketch.body("arm", arm, kind, FrameId::WORLD, &[0.0], &[0.0]);
    let [value, rate, acceleration] = sketch.sine(0.8, 2.0);
    sketch.graph.joints[slew.index()].coordinates[0].drive =
        Some(Drive { value, rate: Some(rate), acceleration: Some(acceleration) });
    let tip = sketch.frame(body, [1.0, 0.0, 0.0]);
    let kind = sketch.revolute([1.0, 0.0, 0.0]);
    let (_, swing) = sketch.body("bob", rod(0.7, 0.5), kind, tip, &[0.5], &[0.0]);
    let [stiffness, rest, damping, friction] = sketch.numbers([0.3, 0.1, 0.05, 0.02]);
    let axis = &mut sketch.graph.joints[swing.index()].coordinates[0];
    (axis.stiffness, axis.rest) = (stiffness, rest);
    (axis.damping, axis.friction) = (damping, friction);
    let smooth = sketch.number(0.05);
    sketch.graph.joints[swing.index()].coordinates[0].friction_speed = smooth;
    sketch.output_joint("slew", slew, JointQuantity::Coordinate);
    sketch.output_joint("swing", swing, JointQuantity::Coordinate);
    sketch.output_joint("torque", slew, JointQuantity::Effort);
    sketch.with_rk4(5.0, 0.05, 1e-3);
    let run = sketch.run().finished();
    for (t, slew) in run.rows.times.iter().zip(run.column(0)) {
        assert!((slew - 0.8 * (2.0 * t).sin()).abs() < 1e-12);
    }
    assert!(run.simulation().last.dissipated > 0.01);
    assert!(run.imbalance() < 1e-7, "{}", run.imbalance());
}

/// A spinning disc thrown by a torque in its own axes: the work of force and torque closes the ledger
/// (1e-9), and the spin grows as torque / inertia.
#[test]
fn loads_on_a_body_do_work() {
    let mut sketch = Sketch::new("loaded");
    let disc = Mass { mass: 1.0, centre: [0.0; 3], inertia: [0.2, 0.2, 0.4, 0.0, 0.0, 0.0] };
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let body = sketch.body_at(
        "disc",
        disc,
        Connection::Free,
        None,
        [half, half, 0.0, 0.0],
        [0.0; 3],
        [0.0; 3],
    );
    let frame = sketch.graph.bodies[body.index()].frame;
    let value = sketch.numbers([0.0, 0.0, 0.8]);
    sketch.load("torque", LoadKind::Torque { on: frame, value, axes: Some(frame) });
    let rim = sketch.frame(body, [0.3, 0.1, 0.0]);
    let value = sketch.numbers([0.0, 0.2, 9.0]);
    sketch.load("force", LoadKind::Force { on: Point::Frame(rim), value, axes: None });
    sketch.output_sensor("energy", Sensor::Energy(EnergyPart::Work), 1);
    sketch.output_sensor("balance", Sensor::Energy(EnergyPart::Balance), 1);
    sketch.with_rk4(3.0, 0.1, 1e-3);
    let run = sketch.run().finished();
    assert!(run.last()[0].abs() > 1.0);
    assert!((run.last()[1] - run.rows.balances[run.rows.balances.len() - 1]).abs() < 1e-12);
    assert!(run.imbalance() < 1e-9, "{}", run.imbalance());
}
