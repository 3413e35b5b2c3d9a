//! Cables by energy-momentum steps against the recursion: motions and every line of the ledger come
//! together with the square of the step, and the balance closes to rounding.

mod support;

use cdl_graph::*;
use support::{Mass, Run, Sketch, rod};

/// Outputs and the ledger's lines, row by row.
fn numbers(run: &Run) -> Vec<Vec<f64>> {
    let rows = run.rows.values.iter().zip(&run.rows.energies);
    rows.map(|(values, energies)| {
        let mut all = values.clone();
        all.extend([
            energies.kinetic,
            energies.gravity,
            energies.elastic,
            energies.dissipated,
            energies.work,
        ]);
        all
    })
    .collect()
}

/// The largest difference of each column.
fn apart(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<f64> {
    let mut worst = vec![0.0_f64; a[0].len()];
    for (a, b) in a.iter().zip(b) {
        for (slot, (a, b)) in worst.iter_mut().zip(a.iter().zip(b)) {
            *slot = slot.max((a - b).abs());
        }
    }
    worst
}

/// Runs with steps of `step`, `step / 2` and `step / 4` against rk45 at 1e-11. Halving a step has to
/// quarter the difference, each column measured by its largest value.
#[track_caller]
fn converges(build: impl Fn() -> Sketch, duration: f64, step: f64, orders: [f64; 2]) {
    let every = duration / 8.0;
    let mut sketch = build();
    sketch.with_rk45(duration, every, 1e-11);
    let reference = numbers(&sketch.run().finished());
    let errors: Vec<Vec<f64>> = [1.0, 2.0, 4.0]
        .into_iter()
        .map(|finer| {
            let mut sketch = build();
            sketch.with_energy_momentum(duration, every, step / finer);
            let run = sketch.run().finished();
            assert!(run.imbalance() < 1e-12, "balance {:e}", run.imbalance());
            apart(&numbers(&run), &reference)
        })
        .collect();
    let norm = |errors: &[f64]| errors.iter().map(|error| error * error).sum::<f64>().sqrt();
    let sizes: Vec<f64> = errors.iter().map(|errors| norm(errors)).collect();
    for pair in sizes.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!(order > orders[0] && order < orders[1], "order {order}: {errors:?}");
    }
    // No column is left behind.
    for (column, (coarse, fine)) in errors[0].iter().zip(&errors[2]).enumerate() {
        assert!(*fine < 0.15 * coarse || *fine < 1e-9, "column {column}: {errors:?}");
    }
}

fn at(sketch: &mut Sketch, name: &str, cable: CableId, arc_length: f64, quantity: CableQuantity) {
    let station = Station::ArcLength(sketch.number(arc_length));
    sketch.output_sensor(name, Sensor::Cable { cable, station, quantity }, 3);
}

/// Links between two walls, let go from an arc, with bending stiffness and damping.
#[test]
fn rigid_links_held_at_both_ends_with_bending() {
    let build = || {
        let mut sketch = Sketch::new("held");
        let right = sketch.frame(BodyId::WORLD, [0.7, 0.2, 0.1]);
        let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Pinned(right)];
        let id = sketch.cable("rope", 6, ends, 1.0, 0.5, [1.0, 0.0, 0.0]);
        let [stiffness, damping, joint] = sketch.numbers([0.05, 2e-3, 1e-3]);
        let towards = sketch.numbers([0.1, 1.0, -0.5]);
        let found = &mut sketch.graph.cables[id.index()];
        found.bending.stiffness = stiffness;
        found.bending.damping = damping;
        found.joint_damping = joint;
        found.start = CableStart::Arc { towards };
        at(&mut sketch, "there", id, 0.4, CableQuantity::Position);
        at(&mut sketch, "there", id, 0.4, CableQuantity::Velocity);
        sketch
    };
    converges(build, 0.8, 4e-3, [1.9, 2.1]);
}

/// The same in air and water with a current, with drag, buoyancy and added mass, all wet.
#[test]
fn rigid_links_in_water() {
    let build = || {
        let mut sketch = Sketch::new("wet");
        let [zero, density, current] = sketch.numbers([0.0, 1000.0, 0.5]);
        sketch.graph.environment.water = Some(Fluid { density, velocity: [current, zero, zero] });
        let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Free];
        let id = sketch.cable("rope", 6, ends, 1.0, 0.5, [1.0, 0.3, -0.2]);
        let numbers = sketch.numbers([1.2, 0.02, 0.8, 0.02]);
        let found = &mut sketch.graph.cables[id.index()];
        [found.drag.normal, found.drag.tangent, found.added_mass, found.bending.stiffness] =
            numbers;
        found.buoyancy = true;
        at(&mut sketch, "there", id, 0.7, CableQuantity::Position);
        at(&mut sketch, "there", id, 0.7, CableQuantity::Velocity);
        sketch
    };
    converges(build, 0.8, 1e-2, [1.9, 2.1]);
}

fn lumped(sketch: &mut Sketch, cable: CableId, axial: Axial) {
    let found = &mut sketch.graph.cables[cable.index()];
    let Discretization::RigidLinks { count, .. } = found.discretization else { return };
    found.discretization = Discretization::Lumped { points: count + 1, axial };
}

/// An elastic cable in a current, from straight.
#[test]
fn a_lumped_cable_in_a_current() {
    for isotropic in [false, true] {
        let build = || {
            let mut sketch = Sketch::new("current");
            let [zero, density, current] = sketch.numbers([0.0, 1000.0, 0.8]);
            sketch.graph.environment.water =
                Some(Fluid { density, velocity: [zero, current, zero] });
            let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Free];
            let id = sketch.cable("rope", 6, ends, 1.0, 0.5, [1.0, 0.3, -0.2]);
            let [stiffness, damping] = sketch.numbers([300.0, 1.0]);
            lumped(&mut sketch, id, Axial::Elastic { stiffness, damping, compression: true });
            let numbers = sketch.numbers([1.2, 0.02, 0.8, 0.01]);
            let found = &mut sketch.graph.cables[id.index()];
            [found.drag.normal, found.drag.tangent, found.added_mass, found.bending.stiffness] =
                numbers;
            found.drag.isotropic = isotropic;
            found.buoyancy = true;
            at(&mut sketch, "there", id, 0.7, CableQuantity::Position);
            at(&mut sketch, "there", id, 0.7, CableQuantity::Velocity);
            sketch
        };
        converges(build, 0.8, 4e-3, [1.9, 2.1]);
    }
}

/// Segments that a controller keeps at their length.
#[test]
fn controlled_segments() {
    let build = || {
        let mut sketch = Sketch::new("controlled");
        let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Free];
        let id = sketch.cable("rope", 4, ends, 1.0, 0.5, [1.0, 0.3, -0.2]);
        let [proportional, derivative, integral] = sketch.numbers([200.0, 4.0, 500.0]);
        lumped(&mut sketch, id, Axial::Pid { proportional, derivative, integral });
        at(&mut sketch, "there", id, 0.7, CableQuantity::Position);
        let station = Station::ArcLength(sketch.number(0.3));
        let quantity = CableQuantity::Tension;
        sketch.output_sensor("tension", Sensor::Cable { cable: id, station, quantity }, 1);
        sketch
    };
    converges(build, 0.8, 2e-3, [1.9, 2.1]);
}

/// An elastic cable between two pendulums.
#[test]
fn a_cable_between_two_bodies() {
    let build = || {
        let mut sketch = Sketch::new("between");
        let kind = sketch.revolute([1.0, 0.0, 0.0]);
        let (left, _) = sketch.body("left", rod(2.0, 1.0), kind, FrameId::WORLD, &[0.4], &[0.0]);
        let top = sketch.frame(BodyId::WORLD, [0.9, 0.0, 0.1]);
        let kind = sketch.revolute([1.0, 0.2, 0.0]);
        let (right, _) = sketch.body("right", rod(1.0, 0.8), kind, top, &[-0.3], &[0.5]);
        let ends = [
            CableEnd::Pinned(sketch.frame(left, [0.0, 0.0, -1.0])),
            CableEnd::Pinned(sketch.frame(right, [0.0, 0.05, -0.8])),
        ];
        let id = sketch.cable("rope", 5, ends, 1.0, 0.3, [1.0, 0.0, 0.0]);
        let [stiffness, damping, bending] = sketch.numbers([200.0, 0.5, 0.02]);
        lumped(&mut sketch, id, Axial::Elastic { stiffness, damping, compression: true });
        let found = &mut sketch.graph.cables[id.index()];
        found.start = CableStart::Hanging;
        found.bending.stiffness = bending;
        at(&mut sketch, "there", id, 0.4, CableQuantity::Position);
        let frame = sketch.graph.bodies[right.index()].frame;
        let quantity = FrameQuantity::AngularVelocity;
        sketch.output_sensor("omega", Sensor::Frame { frame, quantity }, 3);
        sketch
    };
    converges(build, 0.8, 2e-3, [1.9, 2.1]);
}

/// A body with a lever on the tip of a cable of links whose support shakes; either end is the root.
#[test]
fn a_body_on_a_cable() {
    for reversed in [false, true] {
        let build = || {
            let mut sketch = Sketch::new("hook");
            let zero = sketch.number(0.0);
            let [x, v, a] = sketch.sine(0.1, 4.0);
            let rates = Some(([zero, v, zero], [zero, a, zero]));
            let cart = sketch.prescribed("cart", [zero, x, zero], rates);
            let top = sketch.graph.bodies[cart.index()].frame;
            let body = BodyId(sketch.graph.bodies.len() as u32);
            let eye = sketch.frame(body, [0.0, 0.0, 0.1]);
            let mut ends = [CableEnd::Pinned(top), CableEnd::Pinned(eye)];
            if reversed {
                ends.reverse();
            }
            let id = sketch.cable("rope", 5, ends, 1.0, 0.3, [-0.6, 0.0, -0.8]);
            let bending = sketch.number(0.02);
            sketch.graph.cables[id.index()].bending.stiffness = bending;
            if reversed {
                let plan = sketch.graph.plan.as_mut().unwrap();
                plan.forest.pop();
                plan.forest.push(TreeNode::Cable { cable: id, root: 1 });
            }
            let mass = Mass {
                mass: 0.8,
                centre: [0.05, 0.02, -0.1],
                inertia: [0.02, 0.03, 0.015, 0.001, -0.002, 0.0005],
            };
            let connection = Connection::Cable { cable: id, end: u8::from(!reversed) };
            let turned = [0.95, 0.0, 0.3122498999199199, 0.0];
            sketch.body_at("hook", mass, connection, None, turned, [0.0; 3], [0.0; 3]);
            let frame = sketch.graph.bodies[body.index()].frame;
            sketch.output_position("hook", frame);
            let quantity = FrameQuantity::AngularVelocity;
            sketch.output_sensor("omega", Sensor::Frame { frame, quantity }, 3);
            sketch
        };
        converges(build, 0.8, 1e-3, [1.9, 2.1]);
    }
}

/// A surface that rises and falls, air, water, a shaken root, everything that acts on a cable: the ledger
/// closes to rounding (the recursion's closes to the order of its method).
#[test]
fn the_ledger_closes_at_a_moving_surface() {
    for rigid in [false, true] {
        let mut sketch = Sketch::new("everything");
        let [zero, air, water, current] = sketch.numbers([0.0, 1.2, 1000.0, 0.5]);
        let [level, _, _] = sketch.sine(0.3, 3.0);
        let fluid = |density, x| Some(Fluid { density, velocity: [x, zero, zero] });
        sketch.graph.environment.air = fluid(air, zero);
        sketch.graph.environment.water = fluid(water, current);
        sketch.graph.environment.water_level = Some(level);
        let [x, v, a] = sketch.sine(0.1, 4.0);
        let cart =
            sketch.prescribed("cart", [zero, x, zero], Some(([zero, v, zero], [zero, a, zero])));
        let top = sketch.graph.bodies[cart.index()].frame;
        let ends = [CableEnd::Pinned(top), CableEnd::Free];
        let id = sketch.cable("rope", 10, ends, 2.0, 0.5, [-0.6, 0.0, -0.8]);
        let numbers = sketch.numbers([1.2, 0.02, 0.8, 0.05, 0.01, 0.02]);
        let [stiffness, damping] = sketch.numbers([2e3, 5.0]);
        if !rigid {
            lumped(&mut sketch, id, Axial::Spring { stiffness, damping, compression: true });
        }
        let found = &mut sketch.graph.cables[id.index()];
        [
            found.drag.normal,
            found.drag.tangent,
            found.added_mass,
            found.bending.stiffness,
            found.bending.damping,
            found.joint_damping,
        ] = numbers;
        found.buoyancy = true;
        let station = Station::ArcLength(sketch.number(1.33));
        let value = sketch.numbers([0.5, 1.0, 0.2]);
        let on = Point::Cable { cable: id, station };
        sketch.load("push", LoadKind::Force { on, value, axes: None });
        sketch.with_energy_momentum(4.0, 0.1, 4e-3);
        let run = sketch.run().finished();
        assert!(run.simulation().last.dissipated > 0.1);
        assert!(run.simulation().last.work.abs() > 0.1);
        assert!(run.imbalance() < 1e-12, "rigid {rigid}: {:e}", run.imbalance());
    }
}
