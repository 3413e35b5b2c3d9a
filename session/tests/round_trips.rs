//! States of what is more than joints and links: ropes with slopes, twist and memory, winches, drums and sheaves. One
//! kind of steps gives them out, another takes them in, and they come back.

use std::sync::atomic::AtomicBool;

use cdl_session::{Runnable, Session, State};

static NEVER: AtomicBool = AtomicBool::new(false);

/// An experiment of an example, as it is and with other steps.
struct Pair {
    one: Runnable,
    other: Runnable,
}

/// With each of two kinds of steps in place of those that are `written`.
fn pair((example, experiment): (&str, &str), written: &str, with: [&str; 2]) -> Pair {
    let path = format!("{}/../examples/{example}.cdl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("UTF-8");
    assert!(text.contains(written), "{example}");
    let run = |with: &str| {
        let mut session = Session::on_disk();
        session.take(&path, text.replace(written, with));
        let found = session.experiment(Some(experiment), &[]);
        found.unwrap_or_else(|found| panic!("{example}: {found:?}"))
    };
    let [one, other] = with.map(run);
    Pair { one, other }
}

/// What counts as much of it, J: less than a tenth of what the load of the drop test has.
const ENERGY: f64 = 1e3;

/// All numbers of a state, by what they are.
fn numbers(state: &State) -> Vec<(&'static str, Vec<f64>)> {
    let mut all = Vec::new();
    for body in &state.bodies {
        all.push(("place", body.position.as_slice().to_vec()));
        all.push(("attitude", body.attitude.as_slice().to_vec()));
        all.push(("velocity", body.velocity.as_slice().to_vec()));
        all.push(("spin", body.angular_velocity.as_slice().to_vec()));
    }
    for curve in &state.curves {
        for (name, vectors) in [
            ("nodes", &curve.positions),
            ("velocities of nodes", &curve.velocities),
            ("slopes", &curve.slopes),
            ("rates of slopes", &curve.slope_rates),
            ("spins of sections", &curve.spins),
        ] {
            all.push((name, vectors.iter().flat_map(|own| own.iter().copied()).collect()));
        }
        let sections = curve.sections.iter().flat_map(|own| own.iter().copied());
        all.push(("sections", sections.collect()));
        all.push(("turns", curve.turns.clone()));
        all.push(("creep", curve.creep.clone()));
        all.push(("integrals", curve.integrals.clone()));
    }
    all.push(("coordinates", state.coordinates.clone()));
    all.push(("states", state.states.clone()));
    let ledger = [state.ledger.dissipated, state.ledger.work];
    all.push(("ledger", ledger.map(|own| own / ENERGY).to_vec()));
    all
}

/// The largest difference of any number, by the largest of its kind or 1, with what that is.
fn difference(a: &State, b: &State) -> (f64, &'static str) {
    assert_eq!(a.time, b.time);
    let mut largest = (0.0, "nothing");
    for ((name, a), (other, b)) in numbers(a).into_iter().zip(numbers(b)) {
        assert_eq!((name, a.len()), (other, b.len()));
        let size = a.iter().fold(1.0_f64, |most, own| most.max(own.abs()));
        for (a, b) in a.iter().zip(&b) {
            assert!(a.is_finite() && b.is_finite(), "{name}");
            let apart = (a - b).abs() / size;
            if apart > largest.0 {
                largest = (apart, name);
            }
        }
    }
    largest
}

/// To 1e-12 of what is large for each kind of number. A first change of steps moves velocities onto the constraints,
/// off which steps of energy-momentum leave them; what comes after changes nothing more.
fn comes_back(name: &str, Pair { one, other }: &Pair, until: f64) -> State {
    let mut stepper = one.start(&NEVER);
    assert!(stepper.step_to(until), "{name}: {:?}", stepper.ended());
    let reached = stepper.state();
    let mut states = vec![reached.clone()];
    for to in [other, one, other] {
        let state = states.last().unwrap_or(&reached);
        stepper.go_on(to, state).unwrap_or_else(|unfit| panic!("{name}: {unfit}"));
        assert_eq!(stepper.ended(), None, "{name}");
        states.push(stepper.state());
    }
    let [_, settled, there, back] = &states[..] else { panic!("{name}") };
    for (way, state) in [("there", there), ("back", back)] {
        let (apart, of) = difference(settled, state);
        assert!(apart <= 1e-12, "{name}, {way}: {apart:e} in {of}");
    }
    // Something of it has moved, so this is not the start that both models have.
    let (moved, _) =
        difference(&State { time: reached.time, ..one.start(&NEVER).state() }, &reached);
    assert!(moved > 1e-3, "{name}: {moved:e}");
    reached
}

const SCHEMES: [&str; 2] = ["energy_momentum(", "generalized_alpha("];

#[test]
fn ropes_on_winches_drums_and_sheaves() {
    let state = comes_back("tackle", &pair(("tackle", "hoisting"), SCHEMES[0], SCHEMES), 2.5);
    assert_eq!(state.curves.len(), 4);
    assert!(state.curves.iter().all(|curve| curve.slopes.len() == 4));
}

#[test]
fn ropes_that_resist_twist_between_clamps() {
    let state = comes_back("hockle", &pair(("hockle", "slackens"), SCHEMES[0], SCHEMES), 1.0);
    let curve = &state.curves[0];
    assert_eq!((curve.sections.len(), curve.turns.len()), (15, 17));
}

#[test]
fn ropes_of_several_products_that_remember() {
    let state = comes_back("polyester", &pair(("polyester", "swells"), SCHEMES[0], SCHEMES), 12.0);
    let creep = &state.curves[0].creep;
    assert!(creep.iter().any(|strain| *strain != 0.0), "{creep:?}");
}

/// What detached and what attached, and a brake that sticks: while the load falls, on the line that it has caught, and at
/// rest.
#[test]
fn a_load_that_is_let_go_and_caught() {
    let steps = ["energy_momentum(step = 1 ms)", "rk4(step = 0.1 ms)"];
    let pair = pair(("drop_test", "drop"), steps[0], steps);
    for until in [0.8, 2.5, 5.0] {
        comes_back("drop_test", &pair, until);
    }
}
