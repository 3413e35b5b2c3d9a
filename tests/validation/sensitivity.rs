//! Derivatives by parameters, against closed forms.

use std::f64::consts::PI;
use std::sync::atomic::AtomicBool;

use cdl_session::{DerivedBy, Recorded, Sensitivity, Session};

use super::rows::path;

const G: f64 = 9.81;

fn derived(experiment: &str) -> Recorded {
    let file = path("tests/models/sensitivity.cdl");
    let mut session = Session::open(file).expect("a file of the repository");
    let runnable = match session.experiment(Some(experiment), &[]) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{experiment}: {}: {}", found[0].code, found[0].message),
    };
    runnable.record(&AtomicBool::new(false))
}

fn one(recorded: &Recorded, name: &str) -> Sensitivity {
    let all = &recorded.report.sensitivities;
    let own = all.iter().find(|own| own.column.name == name);
    own.unwrap_or_else(|| panic!("no {name} in {all:?}")).clone()
}

/// It is as near as `within` of it, and as it says; what all runs have in common is `common` of it.
fn is_near(own: &Sensitivity, expected: f64, (within, common): (f64, f64)) {
    let apart = (own.slope - expected).abs();
    println!("{}: {:e} of {expected:e}, {:e} told", own.column.name, apart, own.error);
    assert_eq!(own.by, DerivedBy::Differences, "{own:?}");
    assert!(apart <= within * expected.abs(), "{own:?} {expected}");
    assert!(apart <= own.error + common * expected.abs(), "{own:?} {expected}");
    assert!(own.error <= within * expected.abs(), "{own:?} {expected}");
}

/// The complete elliptic integral of the first kind, by the arithmetic-geometric mean.
fn elliptic(modulus: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - modulus * modulus).sqrt());
    for _ in 0..20 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    std::f64::consts::FRAC_PI_2 / a
}

/// `T/4 = K(sin(θ/2)) √((I + m L²)/(m g L))`, derived by `L`, and the same of small swings.
#[test]
fn the_period_of_a_pendulum_by_its_length() {
    let (m, i, length) = (3.0, 0.02, 2.0_f64);
    let square = |l: f64| (i + m * l * l) / (m * G * l);
    let by_length = |l: f64| (m * l * l - i) / (m * G * l * l);
    let quarter = elliptic(30_f64.to_radians().sin()) * square(length).sqrt();
    let expected = quarter * 0.5 * by_length(length) / square(length);
    let large = derived("large");
    is_near(&one(&large, "d(quarter)/d(length)"), expected, (1e-6, 1e-7));
    is_near(&one(&large, "d(share)/d(length)"), expected / 3.0, (1e-6, 1e-7));
    is_near(&one(&large, "d(share)/d(allowed)"), -quarter / 9.0, (1e-6, 1e-7));
    let small = derived("small");
    let frequency = 1.0 / (std::f64::consts::TAU * square(length).sqrt());
    let expected = -0.5 * frequency * by_length(length) / square(length);
    is_near(&one(&small, "d(mode[1].frequency)/d(length)"), expected, (1e-7, 1e-9));
}

/// What follows from parameters alone is known to the last digits.
#[test]
fn what_parameters_alone_decide_on_is_exact() {
    let simple = one(&derived("large"), "d(simple)/d(length)");
    let expected = 0.5 / (G * 2.0).sqrt();
    assert_eq!((simple.by, simple.error), (DerivedBy::Exact, 0.0));
    assert!((simple.slope / expected - 1.0).abs() < 1e-15, "{simple:?} {expected}");
    assert_eq!(simple.column.unit, "s/m");
    let idle = one(&derived("large"), "d(simple)/d(allowed)");
    assert_eq!((idle.by, idle.slope), (DerivedBy::Exact, 0.0));
}

/// `-(L + m g L/2EA)`, which nodes that share out the mass have as well.
#[test]
fn the_sag_of_a_hanging_rope_by_its_weight() {
    let (mass, length, stiffness) = (50.0, 100.0, 200e3);
    let stretched = derived("stretched");
    is_near(&one(&stretched, "d(sag)/d(mass)"), -0.5 * G * length / stiffness, (1e-6, 1e-7));
    let by_length = -(1.0 + 0.5 * mass * G / stiffness);
    is_near(&one(&stretched, "d(sag)/d(length)"), by_length, (1e-8, 1e-9));
}

/// `sag = a (cosh(h/a) - 1)`, `length = 2 a sinh(h/a)`, `T = w a cosh(h/a)`, derived along `a`.
#[test]
fn a_catenary_by_its_length_and_its_weight() {
    let (half, length, weight) = (50.0_f64, 105.0, 5.0 * G);
    let (mut low, mut high) = (10.0_f64, 1e4);
    for _ in 0..200 {
        let a: f64 = 0.5 * (low + high);
        if 2.0 * a * (half / a).sinh() > length { low = a } else { high = a }
    }
    let (a, x) = (low, half / low);
    let of_length = 2.0 * (x.sinh() - x * x.cosh());
    let of_sag = x.cosh() - 1.0 - x * x.sinh();
    let of_tension = weight * (x.cosh() - x * x.sinh());
    let catenary = derived("catenary");
    // Splines leave what their equilibria do.
    let spline = (1e-4, 1e-4);
    is_near(&one(&catenary, "d(sag)/d(length)"), -of_sag / of_length, spline);
    is_near(&one(&catenary, "d(tension)/d(length)"), of_tension / of_length, spline);
    is_near(&one(&catenary, "d(tension)/d(density)"), G * a * x.cosh(), spline);
}

/// Ripples of 3 mm that are finer than runs are apart are noise to them.
#[test]
fn what_is_known_badly_is_told() {
    let recorded = derived("rough");
    let own = one(&recorded, "d(rough)/d(height)");
    let told = recorded.report.run.solved().warnings.join("\n");
    println!("{own:?}: {told}");
    assert!((0.01..0.5).contains(&(own.error / own.slope.abs())), "{own:?}");
    assert!(told.contains("`d(rough)/d(height)` to "), "{told}");
}

/// `π/ω` with `ω² = k/m - (c/2m)²`. Of values alone an instant is known to the root of rounding, differently from step to step, and derivatives
/// would be wrong by much more than what differences tell.
#[test]
fn when_a_top_is_has_a_derivative() {
    let recorded = derived("top");
    let (m, k, c) = (2.0_f64, 50.0, 0.8);
    let w = (k / m - (0.5 * c / m).powi(2)).sqrt();
    let slope = -PI / (w * w) * (-k / (m * m) + 0.5 * c * c / m.powi(3)) / (2.0 * w);
    is_near(&one(&recorded, "d(when_top)/d(m)"), slope, (1e-6, 1e-8));
}
