//! Matrices of small motions: against closed forms, the modes, and small simulations.

use std::sync::atomic::AtomicBool;

use cdl_session::{FaultKind, Mode, Outcome, Session, StateSpace};
use nalgebra::{Complex, DMatrix, DVector};

use super::rows::{fault, path, run};

const MODELS: &str = "tests/models/linearize.cdl";

fn linearized(experiment: &str, overrides: &[(&str, &str)]) -> (StateSpace, Vec<Mode>) {
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let runnable = match session.experiment(Some(experiment), overrides) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{experiment}: {}: {}", found[0].code, found[0].message),
    };
    let report = runnable.record(&AtomicBool::new(false)).report;
    let outcome = &report.run.solved().outcome;
    assert_eq!(*outcome, Outcome::Finished, "{experiment}");
    let own = report.run.modes().expect("modes");
    (own.state_space.clone().expect("matrices"), own.modes.clone())
}

fn matrix(rows: &[Vec<f64>]) -> DMatrix<f64> {
    DMatrix::from_fn(rows.len(), rows.first().map_or(0, Vec::len), |i, j| rows[i][j])
}

fn assert_close(found: &[Vec<f64>], expected: &[&[f64]], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(*expected) {
            assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{found:?} {expected:?}");
        }
    }
}

/// `2 x'' + 0.4 x' + 8 x = push`; the acceleration follows the push at once.
#[test]
fn a_cart_on_a_spring() {
    let (space, _) = linearized("cart", &[]);
    let names: Vec<&str> = space.states.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["cart.x", "cart.x'"]);
    assert_eq!(space.inputs, ["push"]);
    assert_close(&space.a, &[&[0.0, 1.0], &[-4.0, -0.2]], 1e-13);
    assert_close(&space.b, &[&[0.0], &[0.5]], 1e-12);
    assert_close(&space.c, &[&[1.0, 0.0], &[0.0, 1.0], &[-4.0, -0.2]], 1e-9);
    assert_close(&space.d, &[&[0.0], &[0.0], &[0.5]], 1e-11);
}

/// With `x₀ = push/k`, `∂(k x)/∂k = x₀`: a stiffer spring pulls it back with 3/8 N for each N/m.
#[test]
fn a_stiffness_is_an_input() {
    let (space, _) = linearized("stretched", &[]);
    assert_close(&space.b, &[&[0.0, 0.0], &[0.5, -0.5 * 3.0 / 8.0]], 1e-11);
}

/// The eigenvalues of `A` are the modes: pairs, with damping, of rods and links, and of a rope whose tensions are laws.
#[test]
fn eigenvalues_are_those_of_modes() {
    for (experiment, states) in [("arm", 2 * (2 + 3 * 2)), ("elastic", 2 * 17)] {
        let (space, modes) = linearized(experiment, &[]);
        assert_eq!(space.states.len(), states, "{:?}", space.states);
        let values = matrix(&space.a).complex_eigenvalues();
        for mode in modes.iter().filter(|mode| !mode.is_free()) {
            let expected = Complex::new(mode.growth, mode.turning);
            let near = values.iter().map(|own| (own - expected).norm()).fold(f64::MAX, f64::min);
            println!("{experiment}: {expected}: {:.1e}", near / expected.norm());
            assert!(near < 1e-7 * expected.norm(), "{experiment}: {expected}, {values}");
        }
    }
}

/// None of the slowest is missing without a word and none is made up where there is damping, however light the rope is beside its load.
#[test]
fn the_slowest_eigenvalues_are_all_found() {
    for experiment in ["hoisted", "hoisted_more", "lowered", "lowered_more"] {
        for density in ["1 kg/m", "1 g/m", "1 mg/m"] {
            let mut session = Session::open(path(MODELS)).expect("a file of the repository");
            let given = [("density", density)];
            let runnable = session.experiment(Some(experiment), &given).expect("it runs");
            let report = runnable.record(&AtomicBool::new(false)).report;
            let own = report.run.modes().expect("modes");
            let space = own.state_space.as_ref().expect("matrices");
            let values = matrix(&space.a).complex_eigenvalues();
            let largest = values.iter().map(|own| own.norm()).fold(0.0, f64::max);
            // What moves freely is a pair of zeros each, which rounding tells apart.
            let zero = 1e-8 * largest.min(1e4);
            let all = values.iter().filter(|own| own.im >= 0.0 && own.norm() > zero);
            let wanted = if experiment.ends_with("more") { 40 } else { 12 };
            let (free, moving): (Vec<&Mode>, Vec<&Mode>) =
                own.modes.iter().partition(|mode| mode.is_free());
            assert_eq!(free.len(), 3, "{experiment} {density}");
            let is_told = report.run.solved().warnings.iter().any(|own| own.contains("left out"));
            let is_whole = own.modes.len() >= wanted.min(3 + all.count());
            assert!(is_whole || is_told, "{experiment} {density}: {}", own.modes.len());
            for mode in moving {
                let found = Complex::new(mode.growth, mode.turning);
                let far = values.iter().map(|own| (own.norm() / found.norm() - 1.0).abs());
                let far = far.fold(f64::MAX, f64::min);
                // Of the fastest, matrices know no more than is said.
                let known = mode.unsure.max(1e-5);
                assert!(far < known, "{experiment} {density}: {found}: {far:.1e}");
            }
        }
    }
}

/// `exp(A t)` by doubling a short step.
fn exponential(a: &DMatrix<f64>, time: f64) -> DMatrix<f64> {
    const DOUBLINGS: i32 = 16;
    let small = a * (time / 2.0_f64.powi(DOUBLINGS));
    let mut term = DMatrix::identity(a.nrows(), a.nrows());
    let mut sum = term.clone();
    for k in 1..14 {
        term = &term * &small / f64::from(k);
        sum += &term;
    }
    for _ in 0..DOUBLINGS {
        sum = &sum * &sum;
    }
    sum
}

/// A small step of the torque: what the matrices say is what a simulation does, up to what is not linear, which is of third order for
/// angles: with half of the torque an eighth is left.
#[test]
fn a_step_response_is_that_of_a_small_simulation() {
    let (space, _) = linearized("arm", &[]);
    let (a, b) = (matrix(&space.a), matrix(&space.b));
    let count = a.nrows();
    // With the input as one more state that stays.
    let whole = DMatrix::from_fn(count + 1, count + 1, |i, j| match (i < count, j < count) {
        (true, true) => a[(i, j)],
        (true, false) => b[(i, 0)],
        (false, _) => 0.0,
    });
    let outputs: Vec<&str> = space.outputs.iter().map(|own| own.name.as_str()).collect();
    let left = |torque: f64| {
        let given = format!("{torque} N.m");
        let rows = run(MODELS, "step", &[("torque", &given)]);
        let mut worst = [0.0_f64; 2];
        for (row, time) in rows.time.iter().enumerate() {
            let mut state = DVector::zeros(count + 1);
            state[count] = torque;
            let state = exponential(&whole, *time) * state;
            for (slot, name) in worst.iter_mut().zip(["shoulder.angle", "elbow.angle"]) {
                let output = outputs.iter().position(|own| own == &name).expect("an output");
                let linear: f64 = (0..count).map(|k| space.c[output][k] * state[k]).sum::<f64>()
                    + space.d[output][0] * torque;
                *slot = slot.max((rows.column(name)[row] - linear).abs());
            }
        }
        worst
    };
    let (large, small) = (left(2.0), left(1.0));
    println!("{large:?} {small:?}");
    for (large, small) in large.into_iter().zip(small) {
        assert!(small > 1e-6 && small < 5e-3, "{small}");
        assert!((large / small - 8.0).abs() < 0.8, "{large} {small}");
    }
}

/// A rope of 1 MN that carries 10 N would be slack a hundredth of a millimetre higher: its tension follows by 3 MN/m all the same. What has a
/// kink in the state itself is told.
#[test]
fn stiff_ropes_and_kinks() {
    let (space, _) = linearized("taut", &[]);
    let row = |name: &str| {
        let place = space.outputs.iter().position(|own| own.name == name);
        space.c[place.expect("an output")].clone()
    };
    let column = space.states.iter().position(|own| own.name == "rope[0].z").expect("a state");
    let tension = row("rope.start.tension")[column];
    assert!((tension + 3e6).abs() < 3.0, "{tension}");
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let runnable = session.experiment(Some("kink"), &[]).unwrap_or_else(|_| panic!("kink"));
    let report = runnable.record(&AtomicBool::new(false)).report;
    let told = &report.run.solved().warnings;
    assert!(told.iter().any(|own| own.contains("has a kink in this state")), "{told:?}");
}

#[test]
fn what_cannot_be_linearized_is_refused() {
    for (experiment, expected) in [
        ("driven", "`place` says where something is"),
        ("on_rail", "`place` says where something is"),
        ("paid_out", "`place` says where something is"),
        ("long", "tables of more than 400"),
    ] {
        let found = fault(MODELS, experiment, &[]);
        assert_eq!(found.kind, FaultKind::NotLinear, "{found}");
        assert!(found.why.contains(expected), "{found}");
    }
}
