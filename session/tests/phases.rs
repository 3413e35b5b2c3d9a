//! Runs that go on with another model: what a state has to satisfy for that, in both formulations.

use std::sync::atomic::AtomicBool;

use cdl_session::{Outcome, Runnable, Session, Unfit};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Something of each kind, with a parameter for each that puts it elsewhere. Rows are the same for all.
const RIG: &str = "
model Rig(
  shift: Length = 0 m, hinge: Length = 0 m, tilt: Angle = 0 rad, ahead: Angle = 0 rad,
  length: Length = 1 m, bob: Length = 0 m, rail: Length = 0 m, gap: Length = 0 m,
) {
  body base {
    motion = prescribed(position = [0.1 m * sin(3 rad/s * time) + shift, 0 m, 0 m])
  }
  body arm { mass = 1 kg; inertia = diag(0.1, 0.1, 0.1) kg.m^2; centre_of_mass = [0, 0, -0.5] m }
  joint pin: revolute(axis = [sin(tilt), cos(tilt), 0]) from base at [0 m, hinge, 0 m] to arm { start = { angle = 0.3 rad } }
  body wheel { mass = 1 kg; inertia = diag(0.1, 0.1, 0.1) kg.m^2 }
  joint motor: revolute(axis = y) from world at [2, 0, 0] m to wheel { drive = 2 rad/s * time + ahead }
  cable line: rigid_links(count = 4) from arm at [0 m, 0 m, -1 m - bob] to free {
    length = length
    diameter = 4 mm
    mass = 0.2 kg
    start = straight(direction = [0, 0, -1])
  }
  body slider { mass = 1 kg; inertia = diag(0.1, 0.1, 0.1) kg.m^2 }
  joint way: planar(normal = y) from world at [-2 m, rail, 0 m] to slider
  constraint level: norm(slider.position) == 2 m + gap
  record arm.position, slider.position, wheel.position
}
experiment explicit = Rig() { simulate 1 s with rk4(step = 1 ms), every 100 ms }
experiment implicit = Rig() { simulate 1 s with energy_momentum(step = 1 ms), every 100 ms }
experiment drifting = Rig() { simulate 1 s with rk4(step = 1 ms), every 100 ms, loops = baumgarte() }
experiment soft = Rig() { simulate 1 s with rk4(step = 1 ms), every 100 ms, loops = penalty() }
experiment rest = Rig() { equilibrium }
";

fn rig(experiment: &str, overrides: &[(&str, &str)]) -> Runnable {
    let mut session = Session::from_text("rig.cdl", RIG);
    session.experiment(Some(experiment), overrides).unwrap_or_else(|found| panic!("{found:?}"))
}

/// A state that another model does not let be is refused in words that say what is wrong and by how much (by the
/// parameter, 1e-6), and the run stays where it was: the same in both formulations, whichever it comes from.
#[test]
fn a_state_that_does_not_fit_is_refused() {
    let wrong = [
        ("shift", "20 mm", "base", "the place", 0.02, "m"),
        ("hinge", "20 mm", "pin", "the place of the child", 0.02, "m"),
        ("tilt", "0.01 rad", "pin", "the attitude of the child", 0.01, "rad"),
        ("ahead", "0.5 rad", "motor", "the driven coordinate", 0.5, "rad"),
        ("length", "1.2 m", "line", "the length of link 1", 0.05, "m"),
        ("bob", "20 mm", "line", "the place of the start", 0.02, "m"),
        ("rail", "1 um", "way", "the place of the child", 1e-6, "m"),
        ("gap", "-2 mm", "level", "the equation", 2e-3, ""),
    ];
    for from in ["explicit", "implicit"] {
        let runnable = rig(from, &[]);
        for to in ["explicit", "implicit"] {
            for (parameter, value, path, asked, by, of) in wrong {
                let other = rig(to, &[(parameter, value)]);
                let mut stepper = runnable.start(&NEVER);
                assert!(stepper.step_to(0.05), "{:?}", stepper.ended());
                let state = stepper.state();
                // An axis that is tilted in both frames is off by as much as the hinge has turned it away.
                let turned = 2.0 * (0.5 * state.coordinates[0]).sin().abs();
                let by = if parameter == "tilt" { by * turned } else { by };
                let refused = stepper.go_on(&other, &state).expect_err(parameter);
                let Unfit::Aside { element, what, amount, unit } = &refused else {
                    panic!("{from} {to} {parameter}: {refused:?}")
                };
                let found = (element.as_str(), what.as_str(), *unit);
                assert_eq!(found, (path, asked, of), "{from} {to} {parameter}: {refused}");
                assert!((amount - by).abs() < 1e-3 * by, "{from} {to} {parameter}: {refused}");
                assert_eq!(stepper.state(), state);
                assert!(stepper.step());
            }
        }
    }
    let words = Unfit::Aside {
        element: "rig.line".to_owned(),
        what: "the length of link 1".to_owned(),
        amount: 0.05,
        unit: "m",
    };
    assert_eq!(
        words.to_string(),
        "the run cannot go on from this state: the length of link 1 of `rig.line` is off by 0.05 m"
    );
}

/// What steps leave open is no reason: both formulations go on from each other, and methods that leave loops open to
/// forces go on from themselves.
#[test]
fn what_steps_leave_open_is_no_reason() {
    for (from, to) in [
        ("explicit", "implicit"),
        ("implicit", "explicit"),
        ("implicit", "implicit"),
        ("drifting", "drifting"),
        ("soft", "soft"),
    ] {
        let (first, second) = (rig(from, &[]), rig(to, &[]));
        let mut stepper = first.start(&NEVER);
        for part in 1..=4 {
            assert!(stepper.step_to(0.1 * f64::from(part)), "{:?}", stepper.ended());
            let state = stepper.state();
            let next = if part % 2 == 1 { &second } else { &first };
            stepper.go_on(next, &state).unwrap_or_else(|unfit| panic!("{from} {to}: {unfit}"));
        }
        while stepper.step() {}
        assert_eq!(stepper.ended(), Some(&Outcome::Finished), "{from} {to}");
        let report = stepper.finish();
        assert_eq!(report.ledger, None, "{from} {to}");
    }
}

/// Edits that are no states at all.
#[test]
fn what_is_no_state_is_refused() {
    let (explicit, implicit, rest) = (rig("explicit", &[]), rig("implicit", &[]), rig("rest", &[]));
    let mut stepper = explicit.start(&NEVER);
    assert!(stepper.step());
    let state = stepper.state();
    assert_eq!(stepper.go_on(&rest, &state), Err(Unfit::Equilibrium));
    for next in [&explicit, &implicit] {
        let mut late = state.clone();
        late.time += 1.0;
        let time = Unfit::Time { state: late.time, reached: state.time };
        assert_eq!(stepper.go_on(next, &late), Err(time));
        let mut lost = state.clone();
        lost.bodies.pop();
        let (state_has, model) = (lost.bodies.len(), state.bodies.len());
        let count = Unfit::Count { what: "bodies", state: state_has, model };
        assert_eq!(stepper.go_on(next, &lost), Err(count));
        let mut unsound = state.clone();
        unsound.curves[0].velocities[1].y = f64::NAN;
        assert_eq!(stepper.go_on(next, &unsound), Err(Unfit::NotFinite));
        let mut bent = state.clone();
        let arm = bent.bodies.len() - 1;
        bent.bodies[arm].attitude *= -1.0;
        assert!(matches!(stepper.go_on(next, &bent), Err(Unfit::Aside { .. })));
    }
    stepper.go_on(&implicit, &state).expect("it is one");
}

const CREEPING: &str = "
model Creeping(elements: Int = 3, branch: Force = 10 kN) {
  body load { mass = 50 kg; shape = sphere(diameter = 30 cm) }
  cable rope: spline(elements = elements) from load to world {
    length = 10 m
    mass = 1 kg
    axial = maxwell(stiffness = 20 kN, branches = [branch, 5 kN], time_constants = [0.5 s, 5 ms])
    start = straight(direction = up)
  }
  record load.position.z, rope.end.tension, energy
}
experiment creep = Creeping() { simulate 2 s with energy_momentum(step = 10 ms), every 0.1 s }
experiment coarse = Creeping() { simulate 2 s with generalized_alpha(step = 10 ms), every 0.1 s }
";

/// What a rope remembers goes with its state: a run that is taken up again every tenth of a second is the run that is not,
/// but for what a step knows of the one before (1e-9 m of 0.6 m; of order 2 for generalized-alpha, which starts anew).
#[test]
fn what_a_rope_remembers_goes_with_its_state() {
    let runnable = |experiment: &str, set: &[(&str, &str)]| {
        let mut session = Session::from_text("creep.cdl", CREEPING);
        session.experiment(Some(experiment), set).unwrap_or_else(|found| panic!("{found:?}"))
    };
    for (experiment, bound) in [("creep", 1e-9), ("coarse", 1e-3)] {
        let model = runnable(experiment, &[]);
        let (mut whole, mut parted) = (model.start(&NEVER), model.start(&NEVER));
        for part in 1..=15 {
            let until = 0.1 * f64::from(part);
            assert!(whole.step_to(until) && parted.step_to(until));
            let state = parted.state();
            assert_eq!(state.curves[0].creep.len(), 12);
            assert!(state.curves[0].creep.iter().all(|strain| *strain != 0.0));
            parted.go_on(&model, &state).expect("the same model");
            let [one, other] = [whole.state(), parted.state()];
            let apart = (one.bodies[1].position - other.bodies[1].position).norm();
            assert!(apart < bound, "{experiment} {part}: {apart}");
            let strains = one.curves[0].creep.iter().zip(&other.curves[0].creep);
            let apart = strains.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
            assert!(apart < bound, "{experiment} {part}: {apart}");
        }
    }
    // What it does not have it cannot remember.
    let (model, finer) = (runnable("creep", &[]), runnable("creep", &[("elements", "4")]));
    let mut stepper = model.start(&NEVER);
    assert!(stepper.step());
    let mut state = stepper.state();
    assert!(stepper.go_on(&finer, &state).is_err());
    state.curves[0].creep.pop();
    let refused = stepper.go_on(&model, &state).expect_err("a strain is missing");
    assert!(refused.to_string().contains("strains of branches"), "{refused}");
}
