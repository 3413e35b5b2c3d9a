//! States in nobody's coordinates: what one formulation gives out the other takes in, and phases of runs.

mod support;

use std::sync::atomic::AtomicBool;

use cdl_graph::*;
use cdl_runtime::{Model, Running, State, assemble};
use support::{FourBar, Mass, Sketch};

/// Numbers from -1 to 1 (Knuth's multiplier).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> [f64; 3] {
        [self.roll(), self.roll(), self.roll()]
    }

    fn unit<const N: usize>(&mut self) -> [f64; N] {
        let all: [f64; N] = std::array::from_fn(|_| self.roll());
        let length = all.iter().map(|x| x * x).sum::<f64>().sqrt();
        all.map(|x| x / length)
    }

    fn below(&mut self, count: usize) -> usize {
        ((0.5 * (self.roll() + 1.0)) * count as f64) as usize % count
    }
}

const BLOCK: Mass =
    Mass { mass: 1.3, centre: [0.1, -0.2, -0.3], inertia: [0.2, 0.3, 0.25, 0.01, -0.02, 0.03] };

/// The kinds of joints, one after the other; axes are given in skew frames.
fn kind(sketch: &mut Sketch, dice: &mut Dice, index: usize) -> JointKind {
    let axis: [f64; 3] = dice.unit();
    let helper: [f64; 3] = dice.unit();
    let across = [
        axis[1] * helper[2] - axis[2] * helper[1],
        axis[2] * helper[0] - axis[0] * helper[2],
        axis[0] * helper[1] - axis[1] * helper[0],
    ];
    let (axis, across) = (sketch.numbers(axis), sketch.numbers(across));
    match index % 8 {
        0 => JointKind::Revolute { axis },
        1 => JointKind::Prismatic { axis },
        2 => JointKind::Universal { first: axis, second: across },
        3 => JointKind::Spherical,
        4 => JointKind::Cylindrical { axis },
        5 => JointKind::Planar { normal: axis, first: across },
        6 => JointKind::Fixed,
        _ => JointKind::Free,
    }
}

/// A tree of all kinds of joints on a prescribed body, cables of both kinds between the bodies and from
/// either end, a body on a cable, a closed four-bar, and two states of the user's.
fn mechanism(seed: u64) -> Sketch {
    let mut dice = Dice(seed);
    for _ in 0..20 {
        dice.roll();
    }
    let mut sketch = Sketch::new("random");
    let moved = sketch.sine(0.3, 1.7);
    let zero = sketch.number(0.0);
    let [at, rate, second] = moved.map(|node| [node, zero, zero]);
    let base = sketch.prescribed("base", at, Some((rate, second)));
    let mut bodies = vec![base];
    for index in 0..8 {
        let parent = bodies[dice.below(bodies.len())];
        let offset = dice.vector();
        let frame = sketch.frame(parent, offset);
        let attitude = dice.unit();
        sketch.graph.frames[frame.index()].attitude = sketch.numbers(attitude);
        let kind = kind(&mut sketch, &mut dice, index + seed as usize);
        let free = kind == JointKind::Free;
        let coordinates: Vec<f64> = (0..kind.coordinates()).map(|_| 8.0 * dice.roll()).collect();
        let rates: Vec<f64> = (0..kind.freedoms()).map(|_| dice.roll()).collect();
        let rates = if free { &[] } else { &rates[..] };
        let name = format!("body{index}");
        let (body, _) = sketch.body(&name, BLOCK, kind, frame, &coordinates, rates);
        bodies.push(body);
    }
    let ends = [dice.below(8) + 1, dice.below(8) + 1];
    let hanging = sketch.frame(bodies[ends[0]], [0.2, 0.1, 0.0]);
    let direction = dice.unit();
    let pinned = CableEnd::Pinned(hanging);
    sketch.cable("links", 5, [pinned, CableEnd::Free], 1.5, 0.4, direction);
    let direction = dice.unit();
    sketch.cable("turned", 4, [CableEnd::Free, pinned], 1.0, 0.3, direction);
    let carrying = sketch.cable("carrying", 3, [pinned, CableEnd::Free], 1.0, 0.3, direction);
    let load = sketch.body_at(
        "load",
        BLOCK,
        Connection::Cable { cable: carrying, end: 1 },
        None,
        dice.unit(),
        [0.0; 3],
        [0.0; 3],
    );
    let shackle = sketch.frame(load, [0.0, 0.0, 0.3]);
    sketch.graph.cables[carrying.index()].ends[1] = CableEnd::Pinned(shackle);
    let other = sketch.frame(bodies[ends[1]], [0.0, 0.3, 0.1]);
    let elastic =
        sketch.cable("elastic", 6, [CableEnd::Free, CableEnd::Pinned(other)], 2.0, 0.5, direction);
    let [stiffness, damping] = sketch.numbers([400.0, 1.0]);
    let integral = sketch.number(50.0);
    let axial = if seed.is_multiple_of(2) {
        Axial::Spring { stiffness, damping, compression: false }
    } else {
        Axial::Pid { proportional: stiffness, derivative: damping, integral }
    };
    sketch.graph.cables[elastic.index()].discretization =
        Discretization::Lumped { points: 7, axial };
    FourBar::default().build(&mut sketch, 0.7, 1.3);
    // One state follows the load, the other one that.
    let height = Sensor::Frame { frame: shackle, quantity: FrameQuantity::Position };
    let height = sketch.sensor(height, 2);
    let [first, second] = [0, 1].map(|state| sketch.sensor(Sensor::State(StateId(state)), 0));
    let late = sketch.binary(BinaryOp::Sub, first, second);
    for (path, rate) in [("follows", height), ("lags", late)] {
        let start = sketch.number(dice.roll());
        sketch.graph.states.push(cdl_graph::State {
            path: path.to_owned(),
            origin: None,
            start,
            rate: Some(rate),
        });
    }
    sketch
}

fn explicit(sketch: &mut Sketch) -> Model {
    sketch.with_rk4(1.0, 1.0, 1e-3);
    sketch.graph.plan.as_mut().expect("in every sketch").dynamics = Dynamics::Recursive;
    assemble(&sketch.graph).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn implicit(sketch: &mut Sketch) -> Model {
    sketch.with_energy_momentum(1.0, 1.0, 1e-3);
    assemble(&sketch.graph).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The largest difference of anything, m, rad, m/s, rad/s.
fn difference(a: &State, b: &State) -> f64 {
    assert_eq!(a.time, b.time);
    let mut largest: f64 = 0.0;
    let mut compare = |a: &[f64], b: &[f64]| {
        assert_eq!(a.len(), b.len());
        for (a, b) in a.iter().zip(b) {
            assert!(a.is_finite() && b.is_finite());
            largest = largest.max((a - b).abs());
        }
    };
    for (a, b) in a.bodies.iter().zip(&b.bodies) {
        compare(a.position.as_slice(), b.position.as_slice());
        compare(a.attitude.as_slice(), b.attitude.as_slice());
        compare(a.velocity.as_slice(), b.velocity.as_slice());
        compare(a.angular_velocity.as_slice(), b.angular_velocity.as_slice());
    }
    for (a, b) in a.curves.iter().zip(&b.curves) {
        compare(&a.integrals, &b.integrals);
        for (a, b) in [(&a.positions, &b.positions), (&a.velocities, &b.velocities)] {
            assert_eq!(a.len(), b.len());
            a.iter().zip(b).for_each(|(a, b)| compare(a.as_slice(), b.as_slice()));
        }
    }
    compare(&a.coordinates, &b.coordinates);
    compare(&a.states, &b.states);
    compare(&[a.ledger.dissipated, a.ledger.work], &[b.ledger.dissipated, b.ledger.work]);
    largest
}

fn steps(running: &mut Running<'_>, count: usize) {
    for _ in 0..count {
        assert!(running.step(), "{:?}", running.ended());
    }
}

/// A state of one formulation loads into the other and comes back, for random mechanisms with a loop, all kinds
/// of joints and cables from either end: equal to 1e-12 (sizes of some metres, angles of some turns).
#[test]
fn a_state_goes_from_one_formulation_to_the_other_and_back() {
    let mut turned: f64 = 0.0;
    for seed in 1..=24 {
        let mut sketch = mechanism(seed);
        let (explicit, implicit) = (explicit(&mut sketch), implicit(&mut sketch));
        let mut running = Running::start(&explicit, &AtomicBool::new(false));
        steps(&mut running, 20);
        let state = running.state();
        turned = state.coordinates.iter().fold(turned, |most, value| most.max(value.abs()));
        running.go_on(&implicit, &state).expect("the same mechanism");
        let there = running.state();
        running.go_on(&explicit, &there).expect("the same mechanism");
        assert_eq!(running.ended(), None, "seed {seed}");
        let back = running.state();
        let (away, home) = (difference(&state, &there), difference(&state, &back));
        // As far as loops are closed, the start of steps closes them again.
        assert!(away <= 1e-12 && home <= 1e-12, "seed {seed}: {away:e} {home:e}");
    }
    assert!(turned > std::f64::consts::TAU, "no angle is beyond a turn");
}

/// States are evaluated in place: asking for them between steps changes nothing, to the bit.
#[test]
fn states_are_read_without_an_influence_on_the_steps() {
    let never = AtomicBool::new(false);
    for seed in 1..=6 {
        let mut sketch = mechanism(seed);
        for model in [explicit(&mut sketch), implicit(&mut sketch)] {
            let (mut read, mut left) =
                (Running::start(&model, &never), Running::start(&model, &never));
            for _ in 0..10 {
                let state = read.state();
                assert_eq!(read.state(), state, "seed {seed}");
                steps(&mut read, 1);
                steps(&mut left, 1);
            }
            assert_eq!(read.state(), left.state(), "seed {seed}");
        }
    }
}

/// Both go on from the same state alike: rk4 and energy-momentum steps of 0.1 ms after 20 ms differ by
/// what order 2 leaves.
#[test]
fn a_run_that_changes_its_formulation_goes_on_as_it_would() {
    let mut sketch = mechanism(3);
    sketch.with_rk4(1.0, 1.0, 1e-4);
    sketch.graph.plan.as_mut().expect("in every sketch").dynamics = Dynamics::Recursive;
    let explicit = assemble(&sketch.graph).unwrap_or_else(|errors| panic!("{errors:?}"));
    sketch.with_energy_momentum(1.0, 1.0, 1e-4);
    let implicit = assemble(&sketch.graph).unwrap_or_else(|errors| panic!("{errors:?}"));
    let never = AtomicBool::new(false);
    let (mut changed, mut kept) =
        (Running::start(&explicit, &never), Running::start(&explicit, &never));
    steps(&mut changed, 100);
    let state = changed.state();
    changed.go_on(&implicit, &state).expect("the same mechanism");
    steps(&mut changed, 100);
    steps(&mut kept, 200);
    let apart = difference(&changed.state(), &kept.state());
    assert!(apart < 2e-4, "{apart:e}");
    assert!(apart > 0.0);
}

/// A chain in free fall, straight at the start, that turns about its end.
fn chain(links: u32, explicit: bool) -> Model {
    let mut sketch = Sketch::new("chain");
    let share = f64::from(links) / 6.0;
    let ends = [CableEnd::Free, CableEnd::Free];
    let cable = sketch.cable("chain", links, ends, 3.0 * share, 1.2 * share, [1.0, 0.0, 0.0]);
    let spin = sketch.numbers([0.4, 2.0, 0.5]);
    if let CableStart::Straight { angular_velocity, .. } =
        &mut sketch.graph.cables[cable.index()].start
    {
        *angular_velocity = spin;
    }
    sketch.output_sensor("momentum", Sensor::Momentum, 3);
    let sketch = if explicit {
        sketch.with_rk4(0.5, 0.1, 1e-3)
    } else {
        sketch.with_energy_momentum(0.5, 0.1, 1e-3)
    };
    assemble(&sketch.graph).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// A chain loses its last link in the middle of a step. What remains keeps its velocities, so its momentum is
/// the whole one less that of the lost link, `m (v5 + v6)/2`, and falls by `m g t` afterwards (closed form,
/// 1e-11); the energy of the lost link, kinetic as of a rod, is booked as work, so the ledger closes to what
/// the method leaves of it (1e-9 J of some 10 J).
#[test]
fn a_chain_loses_its_last_link() {
    const INSTANT: f64 = 0.12345;
    for is_explicit in [true, false] {
        let (whole, rest) = (chain(6, is_explicit), chain(5, is_explicit));
        let mut running = Running::start(&whole, &AtomicBool::new(false));
        assert!(running.step_to(INSTANT), "{:?}", running.ended());
        assert_eq!(running.time(), INSTANT);
        let momentum = running.read().expect("it has a start").values.to_vec();
        let before = running.state();
        let mut after = before.clone();
        let ([.., x5, x6], [.., v5, v6]) =
            (&before.curves[0].positions[..], &before.curves[0].velocities[..])
        else {
            panic!("seven nodes")
        };
        after.curves[0].positions.pop();
        after.curves[0].velocities.pop();
        running.go_on(&rest, &after).expect("the same chain without a link");
        let first = running.read().expect("it goes on");
        let mass = 0.2;
        let lost = (v5 + v6) * (0.5 * mass);
        for k in 0..3 {
            let expected = momentum[k] - lost[k];
            assert!((first.values[k] - expected).abs() < 1e-12, "{k} {:?}", first.values);
        }
        let kinetic = mass / 6.0 * (v5.norm_squared() + v5.dot(v6) + v6.norm_squared());
        let gone = kinetic + mass * support::G * 0.5 * (x5.z + x6.z);
        assert!((first.energies.work + gone).abs() < 1e-9, "{} {gone}", first.energies.work);
        let first = first.values.to_vec();
        while running.step() {}
        assert_eq!(running.ended(), Some(&cdl_runtime::Outcome::Finished));
        assert_eq!(running.time(), 0.5);
        let last = running.read().expect("it has ended well");
        let fall = 5.0 * mass * support::G * (0.5 - INSTANT);
        for (k, expected) in [first[0], first[1], first[2] - fall].into_iter().enumerate() {
            assert!((last.values[k] - expected).abs() < 1e-11, "{k} {:?}", last.values);
        }
        assert!(last.balance.abs() < 1e-9, "{}", last.balance);
        let report = running.report();
        let imbalance = report.solved().judgement.imbalance;
        assert!(imbalance < 1e-9, "{imbalance}");
        assert_eq!(report.solved().last_state.curves[0].positions.len(), 6);
    }
}

/// A state of another mechanism is refused, and the run goes on as if nobody had asked.
#[test]
fn a_state_that_does_not_fit_is_refused() {
    let (whole, rest) = (chain(6, true), chain(5, true));
    let mut running = Running::start(&whole, &AtomicBool::new(false));
    steps(&mut running, 3);
    let state = running.state();
    assert!(running.go_on(&rest, &state).is_err());
    let mut late = state.clone();
    late.time += 1.0;
    assert!(running.go_on(&whole, &late).is_err());
    assert_eq!(running.state(), state);
    steps(&mut running, 3);
}

/// A rod that turns fast about a hinge; so many degrees in a step that an implicit rule lags.
fn turning(explicit: bool, step: f64) -> Model {
    let mut sketch = Sketch::new("turning");
    let hinge = sketch.revolute([0.0, 1.0, 0.0]);
    sketch.body("rod", support::rod(1.0, 1.0), hinge, FrameId::WORLD, &[0.1], &[20.0]);
    let sketch = if explicit {
        sketch.with_rk4(0.5, 0.1, step)
    } else {
        sketch.with_energy_momentum(0.5, 0.1, step)
    };
    assemble(&sketch.graph).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The report of a run is that of all its phases: sums of what they cost, the largest error of constraints, notes
/// with their times, all integrators, and an energy that is held to what the least exact one keeps.
#[test]
fn a_report_holds_all_phases() {
    let never = AtomicBool::new(false);
    let (implicit, explicit) = (turning(false, 1e-2), turning(true, 5e-3));
    let alone = {
        let mut running = Running::start(&implicit, &never);
        assert!(running.step_to(0.1));
        running.report().solved().clone()
    };
    let mut running = Running::start(&implicit, &never);
    assert!(running.step_to(0.1));
    let state = running.state();
    running.go_on(&explicit, &state).expect("the same mechanism");
    assert!(running.step_to(0.2));
    let state = running.state();
    running.go_on(&explicit, &state).expect("the same mechanism");
    while running.step() {}
    let report = running.report();
    let solved = report.solved();
    assert_eq!(solved.outcome, cdl_runtime::Outcome::Finished);
    assert_eq!(solved.effort.steps, 10 + 20 + 60);
    assert!(solved.effort.evaluations >= alone.effort.evaluations + 4 * 80, "{:?}", solved.effort);
    assert!(alone.constraint_error.is_some());
    assert_eq!(solved.constraint_error, alone.constraint_error);
    let [note] = &alone.warnings[..] else { panic!("{:?}", alone.warnings) };
    assert!(note.starts_with("`rod` turns by up to 11 degrees"), "{note}");
    assert_eq!(solved.warnings, [format!("until 0.1 s: {note}")]);
    assert!(
        solved.method.starts_with(&alone.method) && solved.method.contains("; then Runge-Kutta")
    );
    assert_eq!(solved.method.matches("Runge-Kutta").count(), 1);
    // Steps of order 4 are not held to an exact balance because others before them were.
    assert_eq!(solved.judgement.limits, [1e-3, 5e-2]);
}
