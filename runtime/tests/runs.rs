//! Runs as a whole: convergence, rows, faults, cancellation, determinism.

mod support;

use std::sync::atomic::{AtomicBool, Ordering};

use cdl_graph::*;
use cdl_runtime::{Observer, Outcome, Problem, Row, assemble, run, set_param};
use support::{Sketch, rod};

/// A chain on an arm: everything that a state can hold.
fn arm_with_chain() -> Sketch {
    let mut sketch = Sketch::new("arm with chain");
    let kind = sketch.revolute([1.0, 0.0, 0.0]);
    let (arm, pin) = sketch.body("arm", rod(2.0, 1.0), kind, FrameId::WORLD, &[0.9], &[0.3]);
    let end = sketch.frame(arm, [0.0, 0.0, -1.0]);
    let ends = [CableEnd::Pinned(end), CableEnd::Free];
    let id = sketch.cable("rope", 4, ends, 1.0, 0.5, [0.6, 0.0, -0.8]);
    let (body, _) =
        sketch.body("ball", rod(1.0, 0.4), JointKind::Spherical, end, &[], &[0.5, 1.0, 2.0]);
    let quantity = CableQuantity::Position;
    let sensor = Sensor::Cable { cable: id, station: Station::End, quantity };
    sketch.output_sensor("tip", sensor, 3);
    sketch.output_joint("angle", pin, JointQuantity::Coordinate);
    let frame = sketch.graph.bodies[body.index()].frame;
    let quantity = FrameQuantity::Attitude;
    sketch.output_sensor("attitude", Sensor::Frame { frame, quantity }, 4);
    sketch
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Against rk45 with a tolerance of 1e-13, with the step halved twice.
#[test]
fn fixed_steps_converge_with_their_order() {
    let mut sketch = arm_with_chain();
    sketch.with_rk45(1.0, 1.0, 1e-13);
    let exact = sketch.run().finished();
    let order = |errors: &[f64]| (errors[0] / errors[errors.len() - 1]).log2() / 2.0;
    let errors: Vec<f64> = [4e-3, 2e-3, 1e-3]
        .iter()
        .map(|&step| {
            sketch.with_rk4(1.0, 1.0, step);
            distance(sketch.run().finished().last(), exact.last())
        })
        .collect();
    assert!((order(&errors) - 4.0).abs() < 0.3, "rk4 {errors:?}");
    let errors: Vec<f64> = [2e-3, 1e-3, 5e-4]
        .iter()
        .map(|&step| {
            sketch.with_leapfrog(1.0, 1.0, step);
            distance(sketch.run().finished().last(), exact.last())
        })
        .collect();
    assert!((order(&errors) - 2.0).abs() < 0.2, "leapfrog {errors:?}");
}

/// A chain swinging by 5 degrees: leapfrog's energy error over 60 s stays within twice that of the first 6 s.
#[test]
fn leapfrog_does_not_lose_energy() {
    let mut sketch = Sketch::new("tether");
    let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Free];
    let (s, c) = 5_f64.to_radians().sin_cos();
    sketch.cable("rope", 6, ends, 1.0, 0.5, [s, 0.0, -c]);
    sketch.with_leapfrog(60.0, 0.02, 2e-3);
    let run = sketch.run().finished();
    let total = |k: usize| run.rows.energies[k].total();
    let error = |range: std::ops::Range<usize>| {
        range.map(|k| (total(k) - total(0)).abs()).fold(0.0, f64::max)
    };
    let (early, late) = (error(0..300), error(300..3000));
    assert!(late < 2.0 * early, "{late} against {early}");
    assert!(late < 1e-2 * run.simulation().energy_scale);
}

/// Rows between steps: recording more often changes neither the steps nor the rows that both have, and rows
/// between the steps are as accurate as the integrator (1e-9).
#[test]
fn recording_does_not_change_the_motion() {
    let mut sketch = arm_with_chain();
    sketch.with_rk45(1.0, 0.5, 1e-10);
    let coarse = sketch.run().finished();
    sketch.with_rk45(1.0, 0.01, 1e-10);
    let fine = sketch.run().finished();
    assert_eq!(coarse.report.effort.steps, fine.report.effort.steps);
    assert_eq!(coarse.report.last_state, fine.report.last_state);
    assert_eq!(coarse.last(), fine.last());
    assert_eq!(coarse.rows.values[1], fine.rows.values[50]);
    sketch.with_rk45(1.0, 0.01, 1e-13);
    let exact = sketch.run().finished();
    for (a, b) in fine.rows.values.iter().zip(&exact.rows.values) {
        assert!(distance(a, b) < 1e-8, "{}", distance(a, b));
    }
    // rk4 with rows that do not fall on steps.
    sketch.with_rk4(1.0, 0.3, 7e-3);
    let run = sketch.run().finished();
    assert_eq!(run.rows.times, [0.0, 0.3, 0.6, 0.9].map(|t: f64| (t / 0.3).round() * 0.3));
    assert!(distance(&run.rows.values[2], &exact.rows.values[60]) < 1e-5);
    assert_eq!(run.simulation().reached, 1.0);
}

#[test]
fn the_same_graph_gives_the_same_bits() {
    let mut sketch = arm_with_chain();
    sketch.with_rk45(1.0, 0.01, 1e-8);
    let bits = |run: &support::Run| -> Vec<u64> {
        run.rows.values.iter().flatten().map(|value| value.to_bits()).collect()
    };
    assert_eq!(bits(&sketch.run()), bits(&sketch.run()));
}

/// A force 1 / (2 - t): at 2 s the run stops, names the load and the operation, and keeps the rows.
#[test]
fn a_division_by_zero_names_the_load() {
    let mut sketch = arm_with_chain();
    let time = sketch.time();
    let two = sketch.number(2.0);
    let left = sketch.binary(BinaryOp::Sub, two, time);
    let zero = sketch.number(0.0);
    let positive = sketch.binary(BinaryOp::Max, left, zero);
    let one = sketch.number(1e-3);
    let value = sketch.binary(BinaryOp::Div, one, positive);
    let on = Point::Cable { cable: CableId(0), station: Station::End };
    sketch.load("crane.wind", LoadKind::Force { on, value: [value, zero, zero], axes: None });
    sketch.with_rk4(3.0, 0.1, 1e-2);
    let run = sketch.run();
    let Outcome::Fault(fault) = &run.report.outcome else { panic!("{:?}", run.report.outcome) };
    assert_eq!(fault.element, "crane.wind");
    assert_eq!(&*fault.term, "force");
    assert_eq!(&*fault.why, "division by zero");
    assert!((fault.time - 2.0).abs() < 1e-9, "{fault}");
    assert!((run.simulation().reached - 1.99).abs() < 1e-9);
    assert_eq!(run.rows.times.len(), 20);
    assert!(run.report.last_state.is_finite());
}

/// Springs far too stiff for the step: the run stops and names the cable and a place on it.
#[test]
fn a_diverging_lumped_cable_is_named() {
    let mut sketch = Sketch::new("stiff");
    let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Free];
    let id = sketch.cable("mooring.line", 8, ends, 10.0, 1.0, [0.6, 0.0, -0.8]);
    let [stiffness, damping] = sketch.numbers([1e7, 0.0]);
    let axial = Axial::Spring { stiffness, damping, compression: true };
    sketch.graph.cables[id.index()].discretization = Discretization::Lumped { points: 9, axial };
    sketch.with_rk4(5.0, 0.1, 1e-2);
    let run = sketch.run();
    let Outcome::Fault(fault) = &run.report.outcome else { panic!("{:?}", run.report.outcome) };
    assert_eq!(fault.element, "mooring.line");
    assert!(fault.arc_length.is_some_and(|arc| (0.0..=10.0).contains(&arc)), "{fault}");
    assert!(fault.time > 0.0 && fault.time < 5.0);
    assert!(!run.rows.times.is_empty());
}

/// A chain that is held at both ends and is exactly straight has no tension that could be found.
#[test]
fn a_taut_chain_is_named() {
    let mut sketch = Sketch::new("taut");
    let right = sketch.frame(BodyId::WORLD, [2.0, 0.0, 0.0]);
    let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Pinned(right)];
    sketch.cable("chain", 6, ends, 2.0, 0.6, [1.0, 0.0, 0.0]);
    sketch.with_rk4(1.0, 0.1, 1e-3);
    let run = sketch.run();
    let Outcome::Fault(fault) = &run.report.outcome else { panic!("{:?}", run.report.outcome) };
    assert_eq!((fault.element.as_str(), &*fault.term), ("chain", "tension"));
}

/// x = x^2 + 1 + t has no solution; the fault names the variable.
#[test]
fn an_algebraic_loop_without_solution_names_its_variables() {
    let mut sketch = arm_with_chain();
    let signals = &mut sketch.graph.signals;
    signals.vars.push(Var { path: "controller.x".into(), origin: None });
    let x = signals.add(Node::Var(VarId(0)));
    let square = signals.add(Node::Binary(BinaryOp::Mul, x, x));
    let time = signals.add(Node::Time);
    // Solvable until t = 1/4: x = x^2 + t.
    let value = signals.add(Node::Binary(BinaryOp::Add, square, time));
    signals.equations.push(Equation { var: VarId(0), value });
    let blocks = &mut sketch.graph.plan.as_mut().unwrap().blocks;
    blocks.push(Block::Loop { tears: vec![(VarId(0), value)], sequence: vec![] });
    let zero = sketch.number(0.0);
    let on = Point::Cable { cable: CableId(0), station: Station::End };
    sketch.load("push", LoadKind::Force { on, value: [x, zero, zero], axes: None });
    sketch.with_rk4(1.0, 0.01, 1e-3);
    let run = sketch.run();
    let Outcome::Fault(fault) = &run.report.outcome else { panic!("{:?}", run.report.outcome) };
    assert_eq!(fault.element, "push");
    assert!(fault.why.contains("`controller.x`"), "{fault}");
    assert!((fault.time - 0.25).abs() < 2e-3, "{fault}");
}

/// A recorded quantity that is not finite is a warning, not the end.
#[test]
fn a_bad_output_is_a_warning() {
    let mut sketch = arm_with_chain();
    let time = sketch.time();
    let bad = sketch.unary(UnaryOp::Ln, time);
    sketch.output("log", vec![bad]);
    sketch.with_rk4(0.1, 0.01, 1e-2);
    let run = sketch.run();
    assert_eq!(run.report.outcome, Outcome::Finished);
    assert!(run.report.warnings[0].contains("`log`"), "{:?}", run.report.warnings);
}

/// Each is named once, when it is so first; of very many the first ones.
#[test]
fn every_bad_output_is_named() {
    let mut sketch = arm_with_chain();
    let time = sketch.time();
    let bad = sketch.unary(UnaryOp::Ln, time);
    let negative = sketch.unary(UnaryOp::Neg, time);
    let worse = sketch.unary(UnaryOp::Sqrt, negative);
    sketch.output("log", vec![bad]);
    sketch.output("root", vec![worse]);
    sketch.with_rk4(0.1, 0.01, 1e-2);
    let said = sketch.run().report.warnings;
    let [first, second] = &said[..] else { panic!("{said:?}") };
    assert!(first.contains("`log`") && first.contains("at 0 s"), "{said:?}");
    assert!(second.contains("`root`") && second.contains("at 0.01 s"), "{said:?}");
    for index in 0..100 {
        sketch.output(&format!("log{index}"), vec![bad]);
    }
    let said = sketch.run().report.warnings;
    assert!(said.len() == 11 && said[10].starts_with("further"), "{said:?}");
}

#[test]
fn a_run_can_be_cancelled_and_keeps_its_rows() {
    struct Stop<'a>(&'a AtomicBool, usize);
    impl Observer for Stop<'_> {
        fn row(&mut self, row: &Row<'_>) -> std::io::Result<()> {
            self.1 += 1;
            if row.at >= 0.5 {
                self.0.store(true, Ordering::Relaxed);
            }
            Ok(())
        }
    }
    let mut sketch = arm_with_chain();
    sketch.with_rk4(1.0, 0.1, 1e-3);
    let model = assemble(&sketch.graph).unwrap();
    let cancel = AtomicBool::new(false);
    let mut observer = Stop(&cancel, 0);
    let report = run(&model, &mut observer, &cancel);
    assert_eq!(report.solved().outcome, Outcome::Cancelled);
    assert_eq!(observer.1, 6);
    assert!(report.simulation().is_some_and(|own| (own.reached - 0.5).abs() < 1e-9));
}

/// An observer that cannot write ends the run.
#[test]
fn a_full_disk_ends_the_run() {
    struct Full;
    impl Observer for Full {
        fn row(&mut self, _: &Row<'_>) -> std::io::Result<()> {
            Err(std::io::Error::other("no space left"))
        }
    }
    let mut sketch = arm_with_chain();
    sketch.with_rk4(1.0, 0.1, 1e-3);
    let model = assemble(&sketch.graph).unwrap();
    let report = run(&model, &mut Full, &AtomicBool::new(false));
    assert_eq!(report.solved().outcome, Outcome::NotWritten("no space left".into()));
}

#[test]
fn parameters_change_without_compiling() {
    let mut sketch = arm_with_chain();
    let signals = &mut sketch.graph.signals;
    signals.params.push(Param { path: "mass".into(), value: 0.5 });
    let mass = signals.add(Node::Param(ParamId(0)));
    sketch.graph.cables[0].mass = mass;
    sketch.with_rk4(0.5, 0.1, 1e-3);
    let light = sketch.run().finished();
    set_param(&mut sketch.graph, "mass", 5.0).unwrap();
    let heavy = sketch.run().finished();
    assert!(distance(light.last(), heavy.last()) > 1e-2);
    let error = set_param(&mut sketch.graph, "mas", 5.0).unwrap_err();
    assert_eq!(error.known, ["mass"]);
}

/// Wrong numbers are told with the element's path, all at once, and nothing panics.
#[test]
fn wrong_numbers_are_errors_with_paths() {
    let mut sketch = arm_with_chain();
    sketch.with_rk4(1.0, 0.1, 1e-3);
    let zero = sketch.number(0.0);
    let bad = sketch.binary(BinaryOp::Div, zero, zero);
    let minus = sketch.number(-1.0);
    let fresh = sketch.graph.clone();
    let problems = |graph: &Graph| -> Vec<(String, Problem)> {
        assemble(graph)
            .unwrap_err()
            .into_iter()
            .map(|error| (error.element, error.problem))
            .collect()
    };
    let mut graph = fresh.clone();
    graph.bodies[1].mass = bad;
    graph.cables[0].length = bad;
    let found = problems(&graph);
    assert_eq!(found[0].0, "arm");
    assert_eq!(found[0].1, Problem::NotFinite { field: "mass", why: "division by zero".into() });
    assert_eq!(found[1].0, "rope");

    let mut graph = fresh.clone();
    graph.bodies[1].mass = minus;
    graph.cables[0].mass = minus;
    let found = problems(&graph);
    assert!(found.iter().any(|(path, _)| path == "arm"), "{found:?}");

    let mut graph = fresh.clone();
    graph.cables[0].mass = minus;
    let expected = Problem::OutOfRange {
        field: "mass",
        value: -1.0,
        expected: "a positive number".to_owned(),
    };
    assert_eq!(problems(&graph), [("rope".to_owned(), expected)]);

    // 1, 1, 3 are no moments of inertia.
    let mut sketch = Sketch { graph: fresh.clone() };
    let inertia = sketch.numbers([1.0, 1.0, 3.0, 0.0, 0.0, 0.0]);
    sketch.graph.bodies[1].inertia = inertia;
    let found = problems(&sketch.graph);
    assert!(matches!(&found[..], [(path, Problem::Inertia { .. })] if path == "arm"), "{found:?}");

    // An axis without direction.
    let mut sketch = Sketch { graph: fresh.clone() };
    sketch.graph.joints[0].kind = sketch.revolute([0.0; 3]);
    let found = problems(&sketch.graph);
    assert!(matches!(&found[..], [(path, Problem::Axis)] if path == "arm.joint"), "{found:?}");

    // A tip that is held elsewhere than the straight start says.
    let mut sketch = Sketch { graph: fresh.clone() };
    let wall = sketch.frame(BodyId::WORLD, [5.0, 0.0, 0.0]);
    sketch.graph.cables[0].ends[1] = CableEnd::Pinned(wall);
    let found = problems(&sketch.graph);
    assert!(
        matches!(&found[..], [(path, Problem::EndAside { .. })] if path == "rope"),
        "{found:?}"
    );

    let mut graph = fresh;
    graph.plan = None;
    assert_eq!(problems(&graph)[0].1, Problem::NotPlanned);
}
