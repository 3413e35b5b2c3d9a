//! Amplitude and phase: against closed forms, matrices of a linearization, and long runs.

use std::f64::consts::TAU;
use std::sync::atomic::AtomicBool;

use cdl_session::{FaultKind, Outcome, Session};
use nalgebra::{Complex, DMatrix, DVector};

use super::rows::{Rows, attempt, fault, path, run};

const MODELS: &str = "tests/models/response.cdl";

/// A quantity's swing for each unit of the input.
fn swings(rows: &Rows, name: &str) -> Vec<Complex<f64>> {
    let amplitudes = rows.column(&format!("{name}.amplitude")).iter();
    let phases = rows.column(&format!("{name}.phase")).iter();
    amplitudes.zip(phases).map(|(a, p)| Complex::from_polar(*a, p.to_radians())).collect()
}

/// The largest difference from a function of the frequency (rad/s), relative to its size there or to 1e-3 of the largest.
#[track_caller]
fn assert_follows(
    rows: &Rows,
    (name, is_period): (&str, bool),
    tolerance: f64,
    expected: impl Fn(f64) -> Complex<f64>,
) {
    let turning = |at: &f64| if is_period { TAU / at } else { TAU * at };
    let expected: Vec<Complex<f64>> = rows.time.iter().map(|at| expected(turning(at))).collect();
    let largest = expected.iter().map(|own| own.norm()).fold(0.0, f64::max);
    assert!(largest > 0.0, "{name}");
    let mut worst = 0.0_f64;
    for (found, expected) in swings(rows, name).iter().zip(&expected) {
        let size = expected.norm().max(1e-3 * largest);
        worst = worst.max((found - expected).norm() / size);
    }
    println!("{name}: {worst:.1e}");
    assert!(worst < tolerance, "{name}: {worst:e}");
}

const I: Complex<f64> = Complex::new(0.0, 1.0);

/// `m x'' + c x' + k x = F`, and the same on a base that moves.
#[test]
fn an_oscillator_swings_as_its_transfer_function_says() {
    let (m, k, c) = (2.0, 8.0, 0.4);
    let resists = |w: f64| k - m * w * w + I * (w * c);
    let rows = run(MODELS, "pushed", &[]);
    let by_push = |w: f64| 1.0 / resists(w);
    assert_follows(&rows, ("cart.position.x", false), 1e-12, by_push);
    assert_follows(&rows, ("cart.velocity.x", false), 1e-12, |w| I * w * by_push(w));
    assert_follows(&rows, ("cart.acceleration.x", false), 1e-10, |w| -w * w * by_push(w));
    let rows = run(MODELS, "based", &[]);
    let by_base = |w: f64| (k + I * (w * c)) / resists(w);
    assert_follows(&rows, ("cart.position.x", true), 1e-12, by_base);
    assert_follows(&rows, ("cart.acceleration.x", true), 1e-10, |w| -w * w * by_base(w));
    assert_follows(&rows, ("rail.displacement", true), 1e-10, |w| by_base(w) - 1.0);
}

/// The same numbers in grams and kilotonnes, and about a state that is not zero.
#[test]
fn neither_size_nor_state_matters() {
    for (scale, weight) in [(1e-6, 0.0), (1e6, 0.0), (1.0, 9.81)] {
        let with = |value: f64, unit: &str| format!("{} {unit}", value * scale);
        let given = [with(2.0, "kg"), with(8.0, "N/m"), with(0.4, "N.s/m")];
        let weight = format!("{weight} m/s^2");
        let given = [
            ("mass", given[0].as_str()),
            ("stiffness", given[1].as_str()),
            ("damping", given[2].as_str()),
            ("weight", weight.as_str()),
        ];
        let rows = run(MODELS, "pushed", &given);
        let by_push = |w: f64| 1.0 / (scale * (8.0 - 2.0 * w * w + I * (w * 0.4)));
        assert_follows(&rows, ("cart.position.x", false), 1e-8, by_push);
        let rows = run(MODELS, "based", &given);
        let by_base = |w: f64| (8.0 + I * (w * 0.4)) / (8.0 - 2.0 * w * w + I * (w * 0.4));
        assert_follows(&rows, ("cart.position.x", true), 1e-10, by_base);
    }
}

/// A rod of `I = 0.7 kg m²` and `m l = 1 kg m` on a pivot that goes to and fro: carried by a prescribed body, by a drive, or by an arm of 3 m
/// that turns, all the same.
#[test]
fn a_pendulum_follows_its_pivot_however_that_is_moved() {
    let by_pivot = |w: f64| -w * w / (9.81 - 0.7 * w * w + I * (w * 0.2));
    for (experiment, arm) in [("by_body", 1.0), ("by_drive", 1.0), ("by_arm", 3.0)] {
        let rows = run(MODELS, experiment, &[]);
        // Turned with the arm, the rod's angle is measured from it.
        let turned = if experiment == "by_arm" { 1.0 } else { 0.0 };
        let angle = |w: f64| arm * by_pivot(w) - turned;
        let resisted = |w: f64| match experiment {
            // Friction in the pivot acts by the angle from the arm.
            "by_arm" => (-3.0 * w * w + I * (w * 0.2)) / (9.81 - 0.7 * w * w + I * (w * 0.2)) - 1.0,
            _ => angle(w),
        };
        assert_follows(&rows, ("pivot.angle", true), 1e-9, resisted);
        assert_follows(&rows, ("pivot.rate", true), 1e-9, |w| I * w * resisted(w));
        assert_follows(&rows, ("trolley.acceleration.x", true), 1e-9, |w| (-arm * w * w).into());
    }
}

/// A rope of 100 m with waves of 1000 m/s along it: `cos k(L - s)/cos kL`, where its upper end goes up and down by one.
#[test]
fn waves_run_along_an_elastic_rope() {
    let rows = run(MODELS, "rope", &[]);
    let waves = |w: f64| w / 1000.0 * 100.0;
    let end = |w: f64| Complex::from(1.0 / waves(w).cos());
    assert_follows(&rows, ("rope.end.position.z", false), 1e-3, end);
    let finer = run(MODELS, "rope", &[("elements", "32")]);
    assert_follows(&finer, ("rope.end.position.z", false), 2.6e-4, end);
}

/// `J₀` and `J₁` by their series (Abramowitz and Stegun 9.1.10), for small arguments.
fn bessel(order: i32, x: f64) -> f64 {
    let (mut term, mut sum) = ((0.5 * x).powi(order), 0.0);
    for k in 1..40 {
        sum += term;
        term *= -0.25 * x * x / f64::from(k * (k + order));
    }
    sum
}

/// A chain hung from a point that goes to and fro by one: its end does by `1/J₀(z)` with `z = 2 ω √(L/g)`, and the point is held by
/// `w L ω √(1/(g L)) J₁(z)/J₀(z)` (D. Bernoulli's chain). Pieces are of 2 cm to 1 m, or of 0.1 mm.
#[test]
fn a_chain_follows_the_point_that_it_hangs_from() {
    const G: f64 = 9.81;
    for (division, pieces, size, [of_end, of_force]) in [
        ("lumped", "20", 10.0, [1e-4, 1e-4]),
        ("lumped", "200", 10.0, [1e-5, 1e-5]),
        ("lumped", "100", 0.01, [1e-7, 1e-3]),
        ("spline", "10", 10.0, [1e-5, 1e-5]),
        ("spline", "100", 10.0, [1e-5, 1e-5]),
        ("bspline", "8", 10.0, [1e-5, 1e-5]),
        ("bspline", "60", 10.0, [1e-5, 1e-5]),
        ("rigid_links", "50", 10.0, [1e-5, 1e-4]),
        // What holds the first link is the difference of forces that are 50 000 times larger.
        ("rigid_links", "200", 10.0, [1e-6, 0.1]),
    ] {
        let length = format!("{size} m");
        let set = [("division", division), ("pieces", pieces), ("size", length.as_str())];
        let rows = run(MODELS, "carried_chain", &set);
        println!("{set:?}");
        let z = |w: f64| 2.0 * w * (size / G).sqrt();
        let end = |w: f64| Complex::from(1.0 / bessel(0, z(w)));
        assert_follows(&rows, ("rope.end.position.x", false), of_end, end);
        let weight = 5.0 * G;
        let held = |w: f64| {
            let force = weight * w / (G * size).sqrt() * bessel(1, z(w)) / bessel(0, z(w));
            Complex::from(force)
        };
        assert_follows(&rows, ("rope.start.force.x", false), of_force, held);
    }
}

/// The end of the chain swings by more than a metre for each metre, and hangs still.
#[test]
fn criteria_are_of_the_state() {
    let rows = run(MODELS, "judged", &[]);
    let told = &rows.report.warnings;
    assert!(told.iter().any(|own| own.starts_with("`still` is judged by the state")), "{told:?}");
}

/// `C (iω - A)⁻¹ B + D`, of rods and links, and of a rope whose tensions are laws.
#[test]
fn responses_are_those_of_the_matrices() {
    let models = "tests/models/linearize.cdl";
    for (plant, experiment, is_period) in
        [("arm", "arm_response", true), ("elastic", "elastic_response", false)]
    {
        let mut session = Session::open(path(models)).expect("a file of the repository");
        let runnable = session.experiment(Some(plant), &[]).unwrap_or_else(|_| panic!("{plant}"));
        let report = runnable.record(&AtomicBool::new(false)).report;
        let space = report.run.modes().and_then(|own| own.state_space.clone()).expect("matrices");
        let matrix = |rows: &[Vec<f64>]| {
            DMatrix::from_fn(rows.len(), rows[0].len(), |i, j| Complex::from(rows[i][j]))
        };
        let (a, b, c, d) = (matrix(&space.a), matrix(&space.b), matrix(&space.c), matrix(&space.d));
        let rows = run(models, experiment, &[]);
        for (index, output) in space.outputs.iter().enumerate() {
            let expected = |w: f64| {
                let whole = DMatrix::identity(a.nrows(), a.nrows()) * (I * w) - &a;
                let states = whole.lu().solve(&b).expect("a regular matrix");
                (c.row(index) * states)[(0, 0)] + d[(index, 0)]
            };
            let is_moved = rows.time.iter().any(|at| {
                let w = if is_period { TAU / at } else { TAU * at };
                expected(w).norm() > 1e-9
            });
            if is_moved {
                assert_follows(&rows, (&output.name, is_period), 1e-6, expected);
            }
        }
    }
}

/// Of a run in which all that was there at the start has died away: the least squares of sine and cosine.
fn fitted(rows: &Rows, name: &str, turning: f64) -> Complex<f64> {
    let all = rows.time.iter().zip(rows.column(name));
    let mut sums = [0.0_f64; 5];
    for (time, value) in all.filter(|(time, _)| **time > 20.0) {
        let (s, c) = (turning * time).sin_cos();
        let terms = [s * s, s * c, c * c, s * value, c * value];
        sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
    }
    let [ss, sc, cc, sv, cv] = sums;
    let whole = ss * cc - sc * sc;
    Complex::new((cc * sv - sc * cv) / whole, (ss * cv - sc * sv) / whole)
}

/// A tenth of a millimetre to and fro, in both formulations: what is not linear is 1e-8 of it.
#[test]
fn long_runs_swing_as_their_response() {
    let response = run(MODELS, "at_once", &[]);
    for experiment in ["swinging", "swinging_implicitly"] {
        let rows = run(MODELS, experiment, &[]);
        for name in ["pivot.angle", "pivot.rate", "trolley.acceleration.x"] {
            let found = fitted(&rows, name, TAU / 5.0) / 1e-4;
            let expected = swings(&response, name)[0];
            let apart = (found - expected).norm() / expected.norm();
            println!("{experiment}: {name}: {apart:.1e}");
            assert!(apart < 1e-6, "{experiment}: {name}: {found} {expected}");
        }
    }
}

/// At the frequency of each mode a chain swings most, as far as its damping lets it.
#[test]
fn a_chain_resonates_at_its_modes() {
    let rows = run(MODELS, "chain", &[]);
    let amplitudes = rows.column("chain.end.position.x.amplitude");
    // The slowest mode of a hanging chain: 4 pi/2.4048 sqrt(L/g) = 5.28 s.
    let peak = amplitudes.iter().copied().fold(0.0, f64::max);
    let at = amplitudes.iter().position(|own| *own == peak).expect("a peak");
    assert!((rows.time[at] - 5.28).abs() < 0.2, "{}", rows.time[at]);
    // Slowly pulled, it hangs askew: the end goes aside by the sum of the links' inclinations.
    assert!(amplitudes.last().expect("a row") < &peak);
}

#[test]
fn what_has_no_response_says_so() {
    let found = fault(MODELS, "undamped", &[]);
    assert_eq!(found.kind, FaultKind::Resonance, "{found}");
    assert!(found.why.contains("frequency = 1 Hz"), "{found}");
    // Rows beside it are `1/(k - m w²)` as ever.
    let rows = attempt(MODELS, "across", &[]);
    assert!(matches!(rows.report.outcome, Outcome::Fault(_)), "{:?}", rows.report.outcome);
    let amplitudes = rows.column("cart.position.x.amplitude");
    for (row, ratio) in [(0, 0.5_f64), (2, 1.5)] {
        let expected = (1.0 / (39.47841760435743 * (1.0 - ratio * ratio))).abs();
        assert!((amplitudes[row] / expected - 1.0).abs() < 1e-12, "{amplitudes:?}");
    }
    assert!(amplitudes[1].is_nan(), "{amplitudes:?}");
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let found = session.experiment(Some("moving"), &[]).err().expect("a motion of its own");
    assert_eq!(found[0].code, "E0522", "{found:?}");
    let rows = attempt(MODELS, "upside", &[]);
    assert!(rows.report.warnings.iter().any(|own| own.contains("unstable")));
    let rows = attempt(MODELS, "kinked", &[]);
    for told in ["`distance` has a kink in this state", "a kink at the value of the input `push`"] {
        assert!(rows.report.warnings.iter().any(|own| own.contains(told)), "{told}");
    }
    let running = [("command", "1 m/s")];
    let rows = attempt(MODELS, "seated", &running);
    for told in ["`rail` is let go", "nothing that is recorded depends on the input `seat`"] {
        assert!(rows.report.warnings.iter().any(|own| own.contains(told)), "{told}");
    }
    let rows = attempt(MODELS, "seated_modes", &running);
    assert!(rows.report.warnings.iter().any(|own| own.contains("`rail` is let go")));
    // A motor that stands still holds, so the cart goes with its seat, and nothing else can move.
    let rows = attempt(MODELS, "seated", &[]);
    assert!(rows.column("cart.position.x.amplitude").iter().all(|own| (own - 1.0).abs() < 1e-12));
    for experiment in ["seated_modes", "seated_start"] {
        let rows = attempt(MODELS, experiment, &[]);
        assert_eq!(rows.report.outcome, Outcome::Finished, "{experiment}");
        let mut warnings = rows.report.warnings.iter();
        assert!(warnings.any(|own| own.contains("there are no modes")), "{experiment}");
    }
    let rows = attempt(MODELS, "pushed", &[("damping", "0 N.s/m")]);
    assert!(rows.report.warnings.iter().any(|own| own.contains("nothing resists motion")));
}

/// Rounding is not in proportion to an input either: sums of what is stiff, and what is zero.
#[test]
fn rounding_is_no_kink() {
    for experiment in ["sideways", "driven_bars"] {
        let told = &attempt(MODELS, experiment, &[]).report.warnings;
        assert!(!told.iter().any(|own| own.contains("kink")), "{experiment}: {told:?}");
    }
}

/// What is recorded is derived, and not looked at over a distance: at rest `tanh(x / 1 nm)` rises by 1e9 for each metre.
#[test]
fn steep_outputs_have_their_own_slopes() {
    let rows = run(MODELS, "steep", &[]);
    let by_push = |w: f64| 1.0 / (8.0 - 2.0 * w * w + I * (w * 0.4));
    assert_follows(&rows, ("steep", false), 1e-12, |w| 1e9 * by_push(w));
    assert_follows(&rows, ("shared", false), 1e-12, |_| Complex::from(1e9));
    // A kink: the mean of both sides, also where the state is close to it, and not beside it.
    assert_follows(&rows, ("above", false), 1e-12, |w| 0.5 * by_push(w));
    assert!(rows.column("speed.amplitude").iter().all(|own| own.abs() < 1e-12));
    let rows = run(MODELS, "steep", &[("threshold", "-1 mm")]);
    assert_follows(&rows, ("above", false), 1e-12, by_push);
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let runnable = session.experiment(Some("steep_plant"), &[]).expect("it can be run");
    let report = runnable.record(&AtomicBool::new(false)).report;
    let space = report.run.modes().and_then(|own| own.state_space.clone()).expect("matrices");
    for (row, (c, d)) in [(0, ([1e9, 0.0], 0.0)), (1, ([0.0, 0.0], 1e9)), (3, ([0.5, 0.0], 0.0))] {
        for (found, expected) in space.c[row].iter().zip(c).chain([(&space.d[row][0], d)]) {
            assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{row}: {found}");
        }
    }
}

#[test]
fn what_jumps_has_no_slope() {
    for experiment in ["jumping", "jumping_plant"] {
        let found = fault(MODELS, experiment, &[]);
        assert_eq!(found.kind, FaultKind::NotLinear, "{experiment}: {found}");
        assert!(found.to_string().contains("`side` jumps"), "{found}");
    }
}

/// An oscillator that is pushed by its velocity grows, and one that is braked does not.
#[test]
fn negative_damping_is_told() {
    for (gain, is_told) in [("0.1 N.s/m", true), ("-0.1 N.s/m", false), ("1e-6 N.s/m", true)] {
        let told = attempt(MODELS, "fluttering", &[("gain", gain)]).report.warnings.clone();
        let grows = told.iter().any(|own| own.contains("1 of its motions grow"));
        assert_eq!(grows, is_told, "{gain}: {told:?}");
    }
}

/// `1/(c w)` at resonance, with a damping down to a ten millionth; with less there is an error that says so.
#[test]
fn resonance_is_as_large_as_friction_lets_it_be() {
    for damping in [1e-3, 1e-5, 1e-7] {
        let written = format!("{damping} N.s/m");
        let rows = run(MODELS, "resonant", &[("damping", &written)]);
        let found = rows.column("rail.displacement.amplitude")[0] * damping;
        assert!((found - 1.0).abs() < 1e-6, "{damping}: {found}");
    }
    let found = fault(MODELS, "resonant", &[("damping", "1e-12 N.s/m")]);
    assert!(found.to_string().contains("so little resists it, if anything"), "{found}");
}

#[test]
fn an_input_of_a_state_is_said_to_be_one() {
    let told = attempt(MODELS, "delayed", &[]).report.warnings.clone();
    let has = |words: &str| told.iter().any(|own| own.contains(words));
    assert!(has("the input `command` acts through `effort` alone"), "{told:?}");
}

/// Whatever the function, and where its domain ends: `(k + i c w)/(k - m w^2 + i c w)`.
#[test]
fn prescribed_motions_follow_their_input_as_they_are_derived() {
    let (m, k, c) = (1e4, 2e5, 5e3);
    let expected = |w: f64| (k + I * (w * c)) / (k - m * w * w + I * (w * c));
    let all =
        ["\"asin\"", "\"root\"", "\"log\"", "\"itself\""].map(|by| ("limited", vec![("by", by)]));
    for (experiment, set) in all.into_iter().chain([("tipped", Vec::new())]) {
        let rows = run(MODELS, experiment, &set);
        assert_follows(&rows, ("load.position.z", true), 1e-8, expected);
    }
}

/// `f'(u)/(k - m w^2 + i c w)`, and in `B` `f'(u)/m`.
#[test]
fn forces_follow_their_input_as_they_are_derived() {
    let slopes = [
        ("exp", "0", 1.0),
        ("root", "0", 0.5),
        ("log", "0", 5.0),
        ("log", "0.01", 5.0 / 1.01),
        ("cosh", "2", 2.0_f64.sinh()),
        ("tanh", "0", 1e4),
        ("sin", "1", 200.0 * 200.0_f64.cos()),
        ("steep root", "0", 500.0),
        ("length", "2", 1.0),
        ("kink", "0", 2.0),
    ];
    for (by, number, slope) in slopes {
        let quoted = format!("\"{by}\"");
        let set = [("by", quoted.as_str()), ("number", number)];
        let rows = run(MODELS, "by_number", &set);
        let expected = |w: f64| slope / (1e3 - w * w + I * w);
        assert_follows(&rows, ("cart.position.x", false), 1e-9, expected);
        assert_follows(&rows, ("acceleration", false), 1e-9, |w| -w * w * expected(w));
        let space = plant("plant_by_number", &set);
        let found = space.b[1][0];
        assert!((found / slope - 1.0).abs() < 1e-10, "{by}: {found} {slope}");
        let told = &attempt(MODELS, "plant_by_number", &set).report.warnings.clone();
        assert_eq!(told.iter().any(|own| own.contains("kink")), by == "kink", "{by}: {told:?}");
        assert!(!told.iter().any(|own| own.contains("in proportion")), "{by}: {told:?}");
    }
}

/// Jumps, and roots at zero; and the mean of both sides of a length that vanishes is none, which is told.
#[test]
fn forces_that_jump_have_no_derivative() {
    for (by, number) in [("step", "0"), ("ramp", "1"), ("square root", "0")] {
        for experiment in ["by_number", "plant_by_number"] {
            let quoted = format!("\"{by}\"");
            let found = fault(MODELS, experiment, &[("by", quoted.as_str()), ("number", number)]);
            assert_eq!(found.kind, FaultKind::NotLinear, "{by}: {found}");
            assert!(found.why.contains("the force of `motor` jumps"), "{by}: {found}");
        }
    }
    for (by, number) in [("step", "1e-9"), ("ramp", "0.999999")] {
        let quoted = format!("\"{by}\"");
        let set = [("by", quoted.as_str()), ("number", number)];
        assert_eq!(plant("plant_by_number", &set).b[1][0], 0.0);
    }
    let told = attempt(MODELS, "plant_by_number", &[("by", "\"length\"")]).report.warnings.clone();
    assert!(told.iter().any(|own| own.contains("kink")), "{told:?}");
    assert!(!told.iter().any(|own| own.contains("nothing that")), "{told:?}");
}

/// `dy/du = -s/(1 + s)` with `s = sin(y + u)`: no rule of calculus goes through equations that need each other.
#[test]
fn forces_of_algebraic_loops_are_derived_by_differences() {
    let space = plant("coupled", &[]);
    let y = (0..200).fold(0.5_f64, |y, _| y - (y - (y + 0.3).cos()) / (1.0 + (y + 0.3).sin()));
    let s = (y + 0.3).sin();
    let slope = -s / (1.0 + s);
    assert!((space.b[1][0] / (0.5 * slope) - 1.0).abs() < 1e-8, "{:?}", space.b);
    let length = (0.3 + y * slope) / 0.3_f64.hypot(y);
    assert!((space.d[1][0] / length - 1.0).abs() < 1e-7, "{:?}", space.d);
}

/// A rope hangs straight: 1 m further down it is 1 m lower and carries 0.5 kg less.
#[test]
fn where_is_looked_may_be_an_input() {
    let space = plant("looked", &[]);
    for (found, expected) in space.d[0].iter().zip([-1.0, 0.0]) {
        assert!((found - expected).abs() < 1e-8, "{:?}", space.d);
    }
    let rows = space.b.len() / 2;
    assert!(space.b.iter().all(|row| row[0].abs() < 1e-9), "{:?}", space.b);
    // The spring is stretched by 7 kg: each N/m more pulls back with that, m.
    let sag = 7.0 * 9.81 / 200.0;
    let largest = space.b[rows..].iter().fold(0.0_f64, |most, row| most.max(row[1].abs()));
    assert!((largest - sag / 7.0).abs() < 1e-6, "{largest} {}", sag / 7.0);
}

fn plant(experiment: &str, set: &[(&str, &str)]) -> cdl_session::StateSpace {
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let runnable =
        session.experiment(Some(experiment), set).unwrap_or_else(|own| panic!("{own:?}"));
    let report = runnable.record(&AtomicBool::new(false)).report;
    let outcome = &report.run.solved().outcome;
    let space = report.run.modes().and_then(|own| own.state_space.clone());
    space.unwrap_or_else(|| panic!("{experiment} {set:?}: {outcome:?}"))
}

fn largest(experiment: &str, set: &[(&str, &str)]) -> (cdl_session::Report, cdl_runtime::Peak) {
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let runnable = session.experiment(Some(experiment), set).expect("it can be run");
    let report = runnable.record(&AtomicBool::new(false)).report;
    let peaks = &report.run.response().expect("a response").peaks;
    let peak = peaks.iter().find(|own| own.column.name == "rail.displacement.amplitude");
    let peak = peak.expect("a peak").clone();
    (report, peak)
}

/// `1/(c sqrt(k/m - c²/4m²))` at `sqrt(k/m - c²/2m²)`, between rows that are further apart than the resonance is wide; and its derivatives.
#[test]
fn peaks_are_those_of_the_response() {
    let (m, k) = (2.0_f64, 8.0_f64);
    let peak = |k: f64, c: f64| 1.0 / (c * (k / m - c * c / (4.0 * m * m)).sqrt());
    let at = |k: f64, c: f64| (k / m - c * c / (2.0 * m * m)).sqrt() / TAU;
    let (report, found) = largest("narrow", &[]);
    assert!((found.amplitude / peak(k, 0.4) - 1.0).abs() < 1e-9, "{found:?}");
    assert!((found.at / at(k, 0.4) - 1.0).abs() < 1e-6 && !found.is_at_an_end, "{found:?}");
    for (name, expected) in [
        (
            "d(rail.displacement.amplitude)/d(stiffness)",
            (peak(k + 1e-4, 0.4) - peak(k - 1e-4, 0.4)) / 2e-4,
        ),
        (
            "d(rail.displacement.amplitude.frequency)/d(stiffness)",
            (at(k + 1e-4, 0.4) - at(k - 1e-4, 0.4)) / 2e-4,
        ),
    ] {
        let own = report.sensitivities.iter().find(|own| own.column.name == name).expect(name);
        assert!((own.slope / expected - 1.0).abs() < 1e-4, "{own:?} {expected}");
        assert!((own.slope - expected).abs() <= own.error + 1e-6 * expected.abs(), "{own:?}");
    }
    let (_, found) = largest("narrow_by_period", &[]);
    assert!((found.amplitude / peak(k, 0.01) - 1.0).abs() < 1e-8, "{found:?}");
    assert!((found.at * at(k, 0.01) - 1.0).abs() < 1e-6, "{found:?}");
    let (_, found) = largest("without_bounds", &[]);
    assert!(found.amplitude.is_infinite(), "{found:?}");
    assert!((found.at / at(k, 0.0) - 1.0).abs() < 1e-6, "{found:?}");
}

/// `m z'' = -(K + D d/dt)(z/L)` about a rope that is stretched to `z = L (1 + m g/K)`: what is paid out changes the strain by `z/L` of itself, and
/// its rate as well. (The rate was without: 5 degrees of phase.)
#[test]
fn a_winch_on_a_damped_rope_swings_its_load() {
    let rows = run(MODELS, "hoisted", &[]);
    let (mass, stiffness, damping, length) = (300.0, 3e4, 1e4, 10.0);
    let stretched = 1.0 + mass * 9.81 / stiffness;
    let pull = |turning: f64| Complex::new(stiffness, turning * damping);
    let falls = |turning: f64| {
        let inertia = Complex::from(-mass * turning * turning);
        -pull(turning) * (stretched / length) / (inertia + pull(turning) / length)
    };
    assert_follows(&rows, ("load.position.z", true), 1e-6, falls);
    assert_follows(&rows, ("rope.start.tension", true), 1e-6, |turning| {
        falls(turning) * (-mass * turning * turning)
    });
}

/// `(EI + i ω η) w⁗ = ρ ω² w` of a rope whose start moves by `start` (m, and what it turns by): displacement at a place and what pulls there,
/// by its third derivative, `-(EI + i ω η) w‴`.
fn whipped(turning: f64, start: [f64; 2], at: f64) -> [Complex<f64>; 2] {
    let (length, resists) = (2.0, Complex::new(100.0, 20.0 * turning));
    let q = (Complex::from(turning * turning) / resists).powf(0.25);
    // Values, and derivatives over `q`, of cos, sin, cosh and sinh.
    let bases = |x: f64, derivative: usize| {
        let along = q * x;
        let own = [
            [along.cos(), -along.sin(), -along.cos(), along.sin()],
            [along.sin(), along.cos(), -along.sin(), -along.cos()],
            [along.cosh(), along.sinh(), along.cosh(), along.sinh()],
            [along.sinh(), along.cosh(), along.sinh(), along.cosh()],
        ];
        own.map(|all| all[derivative] * q.powu(derivative as u32))
    };
    let rows = [bases(0.0, 0), bases(0.0, 1), bases(length, 2), bases(length, 3)];
    let matrix = DMatrix::from_fn(4, 4, |row, column| rows[row][column]);
    let given = DVector::from_fn(4, |row, _| Complex::from(*start.get(row).unwrap_or(&0.0)));
    let shares = matrix.lu().solve(&given).expect("a regular matrix");
    let of = |derivative| {
        bases(at, derivative)
            .iter()
            .zip(&shares)
            .map(|(own, share)| own * share)
            .sum::<Complex<f64>>()
    };
    [of(0), -resists * of(3)]
}

/// Where nothing says to which side a rope is bent, its damping resists to every side: under what moves where it is held, and in the forces
/// that are read in it. (Both were without: a thousand times too much of the one, 20 degrees off in the other.)
#[test]
fn a_straight_rope_damps_its_bending_under_what_moves_it() {
    for (experiment, start) in [("whipped_aside", [1.0, 0.0]), ("whipped_round", [0.0, 1.0])] {
        for (smooth, tolerance) in [("false", 1e-4), ("true", 1e-6)] {
            let rows = run(MODELS, experiment, &[("smooth", smooth)]);
            let at = |turning, place| whipped(turning, start, place);
            let follows = |name, expected: &dyn Fn(f64) -> Complex<f64>| {
                assert_follows(&rows, (name, false), tolerance, expected);
            };
            follows("rope.end.position.y", &|turning| at(turning, 2.0)[0]);
            follows("rope.mid.velocity.y", &|turning| at(turning, 1.0)[0] * I * turning);
            follows("rope.start.force.y", &|turning| at(turning, 0.0)[1]);
            follows("rope.at(0.7 m).force.y", &|turning| at(turning, 0.7)[1]);
            assert_eq!(rows.report.warnings, [""; 0]);
        }
    }
}

/// Whatever rounding makes of the equations at the one frequency at which nothing resists. (It said 5e6 m for each metre, which a millionth beside it
/// has, or that there was no solution at a frequency that nobody had asked for.)
#[test]
fn a_mass_on_a_driven_one_has_no_bounds_at_its_frequency() {
    for mass in [2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0_f64] {
        let mut session = Session::open(path(MODELS)).expect("a file of the repository");
        let set = format!("{mass} kg");
        let runnable = session.experiment(Some("pulled"), &[("mass", &set)]);
        let runnable = runnable.unwrap_or_else(|_| panic!("it can be run"));
        let report = runnable.record(&AtomicBool::new(false)).report;
        assert!(report.fault.is_none(), "{mass}: {:?}", report.fault);
        let peak = &report.run.response().expect("a response").peaks[0];
        assert!(peak.amplitude.is_infinite(), "{mass}: {peak:?}");
        assert!((peak.at * TAU / (10.0 / mass).sqrt() - 1.0).abs() < 1e-6, "{mass}: {peak:?}");
    }
}

/// An equation on velocities that has nothing to do with the input is not in its way; one that demands a velocity of it is refused. (Any was in the way of a motion across, which
/// moves nothing along.)
#[test]
fn equations_of_rates_elsewhere_are_not_in_the_way() {
    let [beside, alone] =
        ["true", "false"].map(|blade| run(MODELS, "across_beside_blade", &[("blade", blade)]));
    for name in ["third", "seventh", "pull"] {
        for (with, without) in swings(&beside, name).iter().zip(swings(&alone, name)) {
            let apart = (with - without).norm() / without.norm();
            assert!(apart < 1e-9 && without.norm() > 0.0, "{name}: {with} {without}");
        }
    }
    let found = fault(MODELS, "demanded", &[]);
    assert_eq!(found.kind, FaultKind::NotLinear, "{found:?}");
}
