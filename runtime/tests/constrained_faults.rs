//! What is said when an implicit step has no end.

mod constrained_support;
mod support;

use cdl_graph::*;
use cdl_runtime::Outcome;
use constrained_support::*;
use support::{Sketch, rod};

/// A pendulum that is pushed by `push` of its angle's rate `r` and of time.
fn pushed(effort: impl Fn(&mut Sketch, NodeId, NodeId) -> NodeId) -> Sketch {
    let mut sketch = Sketch::new("pushed");
    let hinge = sketch.revolute([0.0, 1.0, 0.0]);
    let (_, joint) = sketch.body("rod", rod(2.0, 1.0), hinge, FrameId(0), &[0.5], &[1.0]);
    let quantity = JointQuantity::Rate;
    let rate = sketch.sensor(Sensor::Joint { joint, quantity, coordinate: 0 }, 0);
    let time = sketch.time();
    let effort = effort(&mut sketch, rate, time);
    sketch.graph.joints[joint.index()].coordinates[0].effort = effort;
    sketch
}

#[track_caller]
fn fault(sketch: &mut Sketch, method: Method) -> cdl_runtime::Fault {
    let steps = integrator(sketch, method, 0.01);
    implicit(sketch, 5.0, 0.1, steps);
    let run = sketch.run();
    println!("{:?}", run.report.outcome);
    match run.report.outcome {
        Outcome::Fault(fault) => {
            // What was reached before is kept.
            assert_eq!(run.rows.values.len() as u64, run.report.rows);
            fault
        }
        other => panic!("{other:?}"),
    }
}

/// The effort becomes the root of a negative number at 1 s: the message names the load and when.
#[test]
fn a_load_that_is_not_a_number_is_named() {
    for method in [Method::EnergyMomentum, Method::GeneralizedAlpha(0.8)] {
        let found = fault(
            &mut pushed(|sketch, _, time| {
                let one = sketch.number(1.0);
                let rest = sketch.binary(BinaryOp::Sub, one, time);
                sketch.unary(UnaryOp::Sqrt, rest)
            }),
            method,
        );
        assert_eq!((found.element.as_str(), &*found.term), ("rod.joint", "effort"));
        assert!((found.time - 1.0).abs() < 0.02, "{found}");
    }
}

/// An effort that grows with the cube of the speed it drives has no solution at the end of some step.
#[test]
fn a_motion_without_bound_is_told_of() {
    for method in [Method::EnergyMomentum, Method::Midpoint, Method::Adaptive(1e-6)] {
        let found = fault(
            &mut pushed(|sketch, rate, _| {
                let square = sketch.binary(BinaryOp::Mul, rate, rate);
                let cube = sketch.binary(BinaryOp::Mul, square, rate);
                sketch.scaled(20.0, cube)
            }),
            method,
        );
        assert!(found.why.contains("step"), "{found}");
        assert!(["rod", "rod.joint", "test"].contains(&found.element.as_str()), "{found}");
    }
}
