//! Closed loops in the plane, against closed-form kinematics and Lagrange's equation in one coordinate.

mod support;

use cdl_graph::*;
use support::{FourBar, G, Sketch, integrate};

/// A crank-rocker of slender rods lets go: the crank's angle follows Lagrange's equation with the
/// reduced inertia of closed-form kinematics (own reference, its own error 1e-10), and the energy
/// stays what it was.
#[test]
fn four_bar_follows_the_equation_of_its_crank() {
    let bar = FourBar::default();
    let (q0, w0) = (0.3, 1.5);
    let mut sketch = Sketch::new("four-bar");
    let joints = bar.build(&mut sketch, q0, w0);
    sketch.output_joint("crank", joints.crank, JointQuantity::Coordinate);
    sketch.output_joint("rocker", joints.rocker, JointQuantity::Coordinate);
    sketch.output_joint("closing", joints.closing, JointQuantity::Coordinate);
    let run = sketch.with_rk45(2.0, 0.5, 1e-11).run().finished();
    for (row, &time) in run.rows.values.iter().zip(&run.rows.times) {
        let [q, _] = integrate([q0, w0], time, 4000, |&[q, w]| [w, bar.acceleration(q, w)]);
        assert!((row[0] - q).abs() < 1e-8, "crank at {time}: {} instead of {q}", row[0]);
        let (coupler, rocker) = bar.angles(row[0]);
        assert!((row[1] - rocker).abs() < 1e-10, "rocker at {time}: {} {rocker}", row[1]);
        // The closing hinge turns the coupler relative to the rocker.
        let relative = coupler - rocker;
        assert!((row[2] - relative).abs() < 1e-9, "closing at {time}: {} {relative}", row[2]);
    }
    assert!(run.imbalance() < 1e-9, "{}", run.imbalance());
    let energy = run.rows.energies.iter().map(|it| it.total());
    let first = run.rows.energies[0].total();
    assert!(energy.map(|it| (it - first).abs()).fold(0.0, f64::max) < 1e-8 * G);
}

/// Only the crank's angle is given; the other joints start from zero, far from closed. The mechanism
/// closes on one of its two branches, the crank stays, and rates follow (closed form, 1e-10).
#[test]
fn the_rest_follows_from_the_crank() {
    let bar = FourBar::default();
    for crank in [-2.0, -0.5, 0.0, 0.4, 1.0, 2.5] {
        let mut sketch = Sketch::new("four-bar");
        let joints = bar.build_from(&mut sketch, [crank, 0.0, 0.0], [0.7, 0.0, 0.0]);
        sketch.exact(joints.crank);
        for joint in [joints.crank, joints.coupler, joints.rocker] {
            sketch.output_joint("angle", joint, JointQuantity::Coordinate);
        }
        sketch.output_joint("rate", joints.rocker, JointQuantity::Rate);
        let run = sketch.with_rk4(1e-3, 1e-3, 1e-3).run().finished();
        let row = &run.rows.values[0];
        assert!((row[0] - crank).abs() < 1e-14, "the crank stays at {crank}: {}", row[0]);
        let (coupler, rocker) = (row[0] + row[1], row[2]);
        let tip = |q: f64, l: f64| [-l * q.sin(), -l * q.cos()];
        let (a, b, c) =
            (tip(row[0], bar.crank), tip(coupler, bar.coupler), tip(rocker, bar.rocker));
        let gap = (a[0] + b[0] - c[0] - bar.ground).hypot(a[1] + b[1] - c[1]);
        assert!(gap < 1e-11, "open by {gap} at {crank}");
        // a + b x = c y in the derivatives of the tips.
        let slope = |q: f64, l: f64| [-l * q.cos(), l * q.sin()];
        let (a, b, c) =
            (slope(row[0], bar.crank), slope(coupler, bar.coupler), slope(rocker, bar.rocker));
        let det = -b[0] * c[1] + b[1] * c[0];
        let ratio = (a[0] * b[1] - a[1] * b[0]) / det;
        assert!((row[3] - 0.7 * ratio).abs() < 1e-9, "{} {}", row[3], 0.7 * ratio);
    }
}

/// Three of the five equations of the closing hinge repeat what the other hinges hold in the plane:
/// one freedom is left, and the report says which joint repeats something.
#[test]
fn a_planar_loop_in_space_is_redundant() {
    let mut sketch = Sketch::new("four-bar");
    FourBar::default().build(&mut sketch, 0.3, 0.0);
    let run = sketch.with_rk4(0.01, 0.01, 1e-3).run().finished();
    assert_eq!(run.report.size.freedoms, 1);
    let said = run.report.reasons.join("\n");
    assert!(said.contains("3 of the 5 equations") && said.contains("`closing`"), "{said}");
}

/// A crank, a coupler and a rocker that are all kept where they do not meet: the message names the
/// loop and the starts.
#[test]
fn a_contradictory_start_is_named() {
    let mut sketch = Sketch::new("four-bar");
    let bar = FourBar::default();
    let joints = bar.build_from(&mut sketch, [0.3, 0.0, 0.0], [0.0; 3]);
    for joint in [joints.crank, joints.coupler, joints.rocker] {
        sketch.exact(joint);
    }
    sketch.with_rk4(0.01, 0.01, 1e-3);
    let errors = cdl_runtime::assemble(&sketch.graph).expect_err("it is open");
    assert_eq!(errors.len(), 1);
    let text = errors[0].to_string();
    for part in ["`closing`", "is open by", "`crank.joint`", "`rocker.joint`", "give one of them"] {
        assert!(text.contains(part), "{part} is missing in: {text}");
    }
    // With a weight on one of them it gives way, and the others stay.
    let weight = sketch.number(1.0);
    let rocker = &mut sketch.graph.joints[joints.rocker.index()].start;
    rocker.coordinate_weight = StartWeight::Weighted(weight);
    let coupler = &mut sketch.graph.joints[joints.coupler.index()].start;
    coupler.coordinate_weight = StartWeight::Weighted(weight);
    sketch.output_joint("crank", joints.crank, JointQuantity::Coordinate);
    let run = sketch.run().finished();
    assert!((run.rows.values[0][0] - 0.3).abs() < 1e-14);
}

/// Bars that are too short for the ground: no start is to blame.
#[test]
fn what_cannot_be_closed_from_anywhere() {
    let mut sketch = Sketch::new("four-bar");
    let bar = FourBar { ground: 5.0, ..FourBar::default() };
    let joints = bar.build_from(&mut sketch, [0.3, 0.0, 0.0], [0.0; 3]);
    sketch.exact(joints.crank);
    sketch.with_rk4(0.01, 0.01, 1e-3);
    let errors = cdl_runtime::assemble(&sketch.graph).expect_err("it is open");
    let text = errors[0].to_string();
    assert!(text.contains("`closing`") && text.contains("look at lengths"), "{text}");
    assert!(!text.contains("give"), "{text}");
}

/// Every way to keep the loop closed against projection, with tight steps. Penalty forces leave a gap
/// of the order of one over the mass; Baumgarte's method only damps the integrator's errors.
#[test]
fn all_methods_agree() {
    let bar = FourBar::default();
    let angle = |method: &dyn Fn(&mut Sketch) -> LoopMethod| {
        let mut sketch = Sketch::new("four-bar");
        let joints = bar.build(&mut sketch, 0.3, 1.5);
        sketch.output_joint("crank", joints.crank, JointQuantity::Coordinate);
        sketch.output_joint("rocker", joints.rocker, JointQuantity::Coordinate);
        sketch.with_rk45(1.0, 0.25, 1e-10);
        let method = method(&mut sketch);
        sketch.loops(method);
        let run = sketch.run().finished();
        (run.last()[0], run.imbalance())
    };
    let (reference, _) = angle(&|_| LoopMethod::Projection);
    let check = |name: &str, tolerance: f64, method: &dyn Fn(&mut Sketch) -> LoopMethod| {
        let (found, imbalance) = angle(method);
        let error = (found - reference).abs();
        assert!(error < tolerance, "{name}: {error}");
        assert!(imbalance < 1e-7, "{name}: {imbalance}");
    };
    check("baumgarte", 1e-7, &|s| LoopMethod::Baumgarte { rate: s.number(10.0) });
    check("penalty", 1e-4, &|s| LoopMethod::Penalty { mass: s.number(1e7), rate: s.number(10.0) });
    check("augmented", 1e-7, &|s| LoopMethod::AugmentedLagrangian {
        mass: s.number(10.0),
        rate: s.number(10.0),
    });
    check("gear", 1e-7, &|_| LoopMethod::GearGuptaLeimkuhler);
    check("partitioning", 1e-7, &|_| LoopMethod::Partitioning);
}

/// Leapfrog with projection is of order 2: halving the step divides the error by four (within 20 %).
#[test]
fn leapfrog_keeps_its_order() {
    let bar = FourBar::default();
    let last = |integrator: &dyn Fn(&mut Sketch)| {
        let mut sketch = Sketch::new("four-bar");
        let joints = bar.build(&mut sketch, 0.3, 1.5);
        sketch.output_joint("crank", joints.crank, JointQuantity::Coordinate);
        integrator(&mut sketch);
        sketch.run().finished().last()[0]
    };
    let exact = last(&|sketch| {
        sketch.with_rk45(0.5, 0.5, 1e-12);
    });
    let error = |step: f64| {
        let found = last(&|sketch| {
            sketch.with_leapfrog(0.5, 0.5, step);
        });
        (found - exact).abs()
    };
    let ratio = error(2e-3) / error(1e-3);
    assert!((3.2..4.8).contains(&ratio), "{ratio}");
}

/// Methods that do not go with leapfrog say so.
#[test]
fn leapfrog_refuses_what_it_cannot_do() {
    for method in [LoopMethod::GearGuptaLeimkuhler, LoopMethod::Partitioning] {
        let mut sketch = Sketch::new("four-bar");
        FourBar::default().build(&mut sketch, 0.3, 0.0);
        sketch.with_leapfrog(0.1, 0.1, 1e-3);
        sketch.loops(method);
        let errors = cdl_runtime::assemble(&sketch.graph).expect_err("refused");
        assert!(errors[0].to_string().contains("leapfrog"), "{}", errors[0]);
    }
}

/// Crank and rocker driven against each other: the loop cannot stay closed, and the fault says where
/// and when.
#[test]
fn contradictory_drives_are_a_fault() {
    let bar = FourBar::default();
    let mut sketch = Sketch::new("four-bar");
    let joints = bar.build(&mut sketch, 0.3, 0.0);
    let rocker = bar.angles(0.3).1;
    let time = sketch.time();
    let zero = sketch.number(0.0);
    for (joint, start, rate) in [(joints.crank, 0.3, 1.0), (joints.rocker, rocker, -1.0)] {
        let (start, rate) = (sketch.number(start), sketch.number(rate));
        let moved = sketch.binary(BinaryOp::Mul, rate, time);
        let value = sketch.binary(BinaryOp::Add, start, moved);
        let drive = Drive { value, rate: Some(rate), acceleration: Some(zero) };
        sketch.graph.joints[joint.index()].coordinates[0].drive = Some(drive);
    }
    sketch.with_rk4(1.0, 0.1, 1e-2);
    // Rates contradict each other at the start already.
    match cdl_runtime::assemble(&sketch.graph) {
        Err(errors) => {
            let text = errors[0].to_string();
            assert!(text.contains("`closing`") && text.contains("driven"), "{text}");
        }
        Ok(_) => panic!("the drives contradict each other"),
    }
}

/// Two windows through positions where all rods lie in one line and more motions would be possible:
/// the cranks stay parallel, as one pendulum (closed-form inertia and moment; 1e-7).
#[test]
fn windows_pass_singular_positions() {
    let count = 2;
    let n = count as f64;
    let (inertia, moment) = ((n + 1.0) / 3.0 + n, G * ((n + 1.0) / 2.0 + n));
    let mut sketch = Sketch::new("windows");
    let cranks = support::windows(&mut sketch, count, 0.0, 1.0);
    for joint in cranks {
        sketch.output_joint("crank", joint, JointQuantity::Coordinate);
    }
    let run = sketch.with_rk4(3.0, 0.25, 5e-4).run().finished();
    assert_eq!(run.report.size.freedoms, 1);
    for (row, &time) in run.rows.values.iter().zip(&run.rows.times) {
        let [q, _] = integrate([0.0, 1.0], time, 20_000, |&[q, w]| [w, moment / inertia * q.sin()]);
        for angle in row {
            assert!((angle - q).abs() < 1e-7, "{time}: {angle} instead of {q}");
        }
    }
    assert!(run.imbalance() < 1e-9, "{}", run.imbalance());
}

/// Without weight the cranks turn evenly, whatever their position; at 0.1 s, the end of a step, all rods
/// lie in one line. The report says so, and the motion goes on.
#[test]
fn a_singular_position_on_the_way_is_told() {
    let mut sketch = Sketch::new("windows");
    let zero = sketch.number(0.0);
    sketch.graph.environment.gravity = [zero; 3];
    let cranks = support::windows(&mut sketch, 2, 0.5 * std::f64::consts::PI - 0.1, 1.0);
    sketch.output_joint("crank", cranks[2], JointQuantity::Coordinate);
    let run = sketch.with_rk4(0.3, 0.1, 1e-2).run();
    assert_eq!(run.report.outcome, cdl_runtime::Outcome::Finished);
    let said = run.report.warnings.join("\n");
    assert!(said.contains("singular position") && said.contains("`right"), "{said}");
    let expected = 0.5 * std::f64::consts::PI + 0.2;
    assert!((run.last()[0] - expected).abs() < 1e-9, "{}", run.last()[0]);
}

/// A start in such a position does not hide how many freedoms there are elsewhere, and says so.
#[test]
fn a_singular_start_is_told() {
    let mut sketch = Sketch::new("windows");
    support::windows(&mut sketch, 2, 0.5 * std::f64::consts::PI, 0.3);
    let run = sketch.with_rk4(0.02, 0.01, 1e-3).run();
    assert_eq!(run.report.outcome, cdl_runtime::Outcome::Finished);
    assert_eq!(run.report.size.freedoms, 1);
    let said = run.report.reasons.join("\n");
    assert!(said.contains("singular position"), "{said}");
}
