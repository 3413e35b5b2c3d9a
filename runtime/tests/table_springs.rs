//! Springs whose force is a table: against springs with fixed numbers, energy integrals and ledgers.

mod constrained_support;
mod support;

use cdl_graph::*;
use constrained_support::*;
use support::{Mass, Sketch, table};

/// A block on a ball joint, with a spring from a point of it to the world; its position and attitude are
/// recorded.
fn swinging(law: impl FnOnce(&mut Sketch) -> SpringLaw) -> Sketch {
    let mut sketch = Sketch::new("swing");
    let (body, _) = sketch.body(
        "bob",
        block(1.0),
        JointKind::Spherical,
        FrameId::WORLD,
        &[],
        &[0.5, -0.8, 0.4],
    );
    let at = sketch.frame(body, [0.1, 0.2, -0.4]);
    let anchor = sketch.frame(BodyId(0), [0.6, -0.4, -0.3]);
    let law = law(&mut sketch);
    let between = [anchor, at].map(Point::Frame);
    sketch.load("spring", LoadKind::Spring { between, law });
    let frame = sketch.graph.bodies[body.index()].frame;
    sketch.output_sensor("v", Sensor::Frame { frame: at, quantity: FrameQuantity::Velocity }, 3);
    sketch.output_sensor("x", Sensor::Frame { frame: at, quantity: FrameQuantity::Position }, 3);
    sketch.output_sensor("a", Sensor::Frame { frame, quantity: FrameQuantity::Attitude }, 4);
    sketch
}

/// A table of `k (l - L)`, of two rows and of many, moves a block as the spring with fixed numbers does, in
/// both formulations (1e-9).
#[test]
fn a_straight_table_is_a_linear_spring() {
    let (stiffness, length) = (80.0, 0.4);
    let linear = || {
        swinging(|sketch| {
            let [stiffness, damping, length] = sketch.numbers([stiffness, 1.5, length]);
            SpringLaw::Linear { stiffness, damping, length, tension_only: false }
        })
    };
    for count in [1, 37] {
        let tabulated = || {
            swinging(|sketch| {
                let rows: Vec<(f64, f64)> = (0..=count)
                    .map(|k| 3.0 * f64::from(k) / f64::from(count))
                    .map(|distance| (distance, stiffness * (distance - length)))
                    .collect();
                SpringLaw::Table { force: table(&rows), damping: sketch.number(1.5) }
            })
        };
        let explicit = [linear(), tabulated()]
            .map(|mut sketch| sketch.with_rk4(2.0, 0.1, 1e-3).run().finished());
        let implicit = [linear(), tabulated()]
            .map(|mut sketch| run(&mut sketch, Method::EnergyMomentum, 2.0, 0.1, 5e-3));
        for [expected, found] in [explicit, implicit] {
            let apart = apart(&found, &expected);
            println!("{count}: {apart:e}, {:e}", found.imbalance());
            assert!(apart < 1e-9);
            assert!((found.imbalance() - expected.imbalance()).abs() < 1e-9);
        }
    }
}

const HARDENING: [(f64, f64); 6] =
    [(0.3, -60.0), (0.7, -12.0), (1.0, 0.0), (1.2, 10.0), (1.4, 50.0), (1.5, 120.0)];

/// The area under the rows from the relaxed distance, J.
fn stored(distance: f64) -> f64 {
    let mut sum = 0.0;
    for pair in HARDENING.windows(2) {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        let force = |at: f64| low + (high - low) * (at - from) / (to - from);
        // Above the relaxed distance the area up to here, below it the area from here, which pushes.
        let (start, end) = (from.max(distance.min(1.0)), to.min(distance.max(1.0)));
        if start < end {
            sum += (force(start) + force(end)).abs() * 0.5 * (end - start);
        }
    }
    sum
}

/// A mass without weight on a spring that hardens: what it moves with is what the area under the table has
/// lost (1e-8), and so the ledger closes.
#[test]
fn a_hardening_table_gives_its_area() {
    let mut sketch = Sketch::new("hardening");
    let zero = sketch.number(0.0);
    sketch.graph.environment.gravity = [zero; 3];
    let axis = sketch.numbers([1.0, 0.0, 0.0]);
    let point = Mass { mass: 2.0, centre: [0.0; 3], inertia: [1.0, 1.0, 1.0, 0.0, 0.0, 0.0] };
    let kind = JointKind::Prismatic { axis };
    let (body, joint) = sketch.body("mass", point, kind, FrameId::WORLD, &[1.45], &[0.0]);
    let frame = sketch.graph.bodies[body.index()].frame;
    let between = [FrameId::WORLD, frame].map(Point::Frame);
    let law = SpringLaw::Table { force: table(&HARDENING), damping: zero };
    sketch.load("spring", LoadKind::Spring { between, law });
    sketch.output_joint("x", joint, JointQuantity::Coordinate);
    sketch.output_joint("v", joint, JointQuantity::Rate);
    let all = stored(1.45);
    let explicit = sketch.with_rk45(3.0, 0.01, 1e-12).run().finished();
    let implicit = run(&mut sketch, Method::EnergyMomentum, 3.0, 0.01, 0.01);
    for found in [explicit, implicit] {
        for (x, v) in found.column(0).into_iter().zip(found.column(1)) {
            let kinetic = 0.5 * 2.0 * v * v;
            assert!((kinetic + stored(x) - all).abs() < 1e-8 * all, "{x} {v}");
        }
        // It has been pushed back, and pulled.
        assert!(found.column(0).into_iter().fold(f64::INFINITY, f64::min) < 0.7);
        assert!(found.imbalance() < 1e-8, "{:e}", found.imbalance());
    }
}

/// Two blocks in free flight with the spring between them: with long steps over its kinks the energy and
/// both momenta are kept, and with a damper the ledger closes.
#[test]
fn energy_is_kept_over_kinks_with_long_steps() {
    for damping in [0.0, 0.8] {
        let mut sketch = Sketch::new("flight");
        let zero = sketch.number(0.0);
        sketch.graph.environment.gravity = [zero; 3];
        let starts = [([0.2, 0.1, 0.3], [0.3, -0.2, 0.1]), ([1.0, 0.4, 0.0], [-0.5, 0.3, 1.2])];
        let ends = starts.map(|(position, velocity)| {
            let attitude = [0.8, 0.0, 0.6, 0.0];
            let spin = [1.0, 2.0, -1.5];
            let free = Connection::Free;
            let block = block(1.5);
            let body =
                sketch.body_at("block", block, free, Some(position), attitude, velocity, spin);
            Point::Frame(sketch.frame(body, [0.1, 0.0, -0.3]))
        });
        let law = SpringLaw::Table { force: table(&HARDENING), damping: sketch.number(damping) };
        sketch.load("spring", LoadKind::Spring { between: ends, law });
        sketch.output_sensor("momentum", Sensor::Momentum, 3);
        sketch.output_sensor("angular momentum", Sensor::AngularMomentum, 3);
        let found = run(&mut sketch, Method::EnergyMomentum, 20.0, 0.5, 0.04);
        println!("{damping}: {:e}, lost {}", found.imbalance(), found.simulation().last.dissipated);
        assert!(found.imbalance() < 1e-10, "{:e}", found.imbalance());
        assert_eq!(found.simulation().last.dissipated > 0.1, damping > 0.0);
        for column in 0..6 {
            let values = found.column(column);
            assert!(values.iter().all(|value| (value - values[0]).abs() < 1e-10));
        }
    }
}
