//! Parameters that are looked for, against closed forms.

use std::sync::atomic::AtomicBool;

use cdl_session::{Ruling, Session};

use super::rows::path;

const MODELS: &str = "tests/models/unknowns.cdl";
const G: f64 = 9.81;

/// The values found, and whether the equations hold.
fn found(experiment: &str, overrides: &[(&str, &str)]) -> (Vec<(String, f64)>, Vec<Ruling>) {
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let runnable = match session.experiment(Some(experiment), overrides) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{experiment}: {}: {}", found[0].code, found[0].message),
    };
    let report = runnable.record(&AtomicBool::new(false)).report;
    let values = report.found.iter().map(|own| (own.name.clone(), own.value)).collect();
    let criteria = &report.run.solved().conclusion.criteria;
    (values, criteria.iter().map(|own| own.ruling).collect())
}

/// The catenary parameter for a sag or a tension, by bisection.
fn solved(mut low: f64, mut high: f64, open: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if (open(middle) > 0.0) == (open(low) > 0.0) { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// `sag = a (cosh(L/2a) - 1)`, `length = 2 a sinh(L/2a)`, `T = w a cosh(L/2a)`: splines leave what their equilibria do.
#[test]
fn the_length_for_a_sag_and_for_a_tension() {
    let (half, weight) = (50.0, 5.0 * G);
    let by_sag = solved(10.0, 1e4, |a| a * ((half / a).cosh() - 1.0) - 8.0);
    let by_tension = solved(60.0, 1e4, |a| weight * a * (half / a).cosh() - 20e3);
    for (experiment, a) in [("sag", by_sag), ("taut", by_tension)] {
        let (values, rulings) = found(experiment, &[]);
        let expected = 2.0 * a * (half / a).sinh();
        println!("{experiment}: {values:?}, {expected}");
        assert_eq!(rulings, [Ruling::Met]);
        assert!((values[0].1 - expected).abs() < 1e-5, "{values:?} {expected}");
    }
}

/// Two springs without a length of their own hold `bob` where `k₁ (p - p₁) + k₂ (p - p₂)` is the load.
#[test]
fn two_unknowns_together() {
    let (values, rulings) = found("both", &[]);
    // 1.5 k₁ - 0.5 k₂ = 30 and 1.5 (k₁ + k₂) = 300.
    println!("{values:?}");
    assert_eq!(rulings, [Ruling::Met, Ruling::Met]);
    assert_eq!(values[0].0, "left");
    assert!((values[0].1 - 65.0).abs() < 1e-5 && (values[1].1 - 135.0).abs() < 1e-5, "{values:?}");
}

/// At the end of a run: it flies 0.8 v for 4 s.
#[test]
fn a_throw_hits() {
    let (values, rulings) = found("hit", &[]);
    assert_eq!(rulings, [Ruling::Met]);
    assert!((values[0].1 - 50.0 / 3.2).abs() < 1e-8, "{values:?}");
}

/// What is set is not looked for, and the equation is not demanded then; what cannot be found is said not to be.
#[test]
fn what_is_given_is_not_found_and_what_is_impossible_is_not_met() {
    let (values, rulings) = found("sag", &[("length", "103 m")]);
    assert!(values.is_empty() && rulings.is_empty(), "{values:?} {rulings:?}");
    let (values, rulings) = found("impossible", &[]);
    assert_eq!((values.len(), rulings), (1, vec![Ruling::Failed]));
}

const CHOICES: &str = "tests/models/choose.cdl";

/// What was chosen, with what the run says besides.
fn chosen(experiment: &str, overrides: &[(&str, &str)]) -> (Vec<f64>, cdl_session::Recorded) {
    let mut session = Session::open(path(CHOICES)).expect("a file of the repository");
    let runnable = match session.experiment(Some(experiment), overrides) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{experiment}: {}: {}", found[0].code, found[0].message),
    };
    let recorded = runnable.record(&AtomicBool::new(false));
    (recorded.report.found.iter().map(|own| own.value).collect(), recorded)
}

/// 45 degrees, as `x = v^2 sin(2 angle)/g`; and what is beyond a bound is not taken.
#[test]
fn what_is_thrown_farthest() {
    let (values, recorded) = chosen("farthest", &[]);
    assert!((values[0].to_degrees() - 45.0).abs() < 0.01, "{values:?}");
    let range = recorded.column("maximize ball.position.x").expect("a column");
    let range = range.last().expect("a row");
    assert!((range - 400.0 / G).abs() < 1e-4, "{range}");
    let told = &recorded.report.run.solved().warnings;
    assert!(told.iter().any(|own| own.contains("was looked for in")), "{told:?}");
    assert!(!told.iter().any(|own| own.contains("end of its range")), "{told:?}");
    let (values, recorded) = chosen("steep", &[]);
    assert!((values[0].to_degrees() - 60.0).abs() < 1e-4, "{values:?}");
    let told = &recorded.report.run.solved().warnings;
    assert!(told.iter().any(|own| own.contains("`angle` is at the lower end")), "{told:?}");
    // Given from outside it is not looked for.
    let (values, _) = chosen("farthest", &[("angle", "30 deg")]);
    assert!(values.is_empty(), "{values:?}");
}

/// Den Hartog: the ratio of frequencies is `1/(1 + mu)`, and the peak `sqrt(1 + 2/mu)`, where both points that no damping moves are as high.
/// The least peak is a little below what that gives: Nishihara and Asami (2002) have it in closed form.
#[test]
fn a_tuned_mass_damper() {
    let (values, recorded) = chosen("tuned", &[]);
    let [ratio, damping] = values[..] else { panic!("{values:?}") };
    let mu: f64 = 0.05;
    let root = (4.0 + 3.0 * mu).sqrt();
    let inside = (8.0 + 9.0 * mu).powi(2) * (16.0 + 9.0 * mu) - 128.0 * root.powi(3);
    let peak = (inside / (3.0 * (32.0 + 27.0 * mu))).sqrt() / (3.0 * mu);
    let least = 0.25 * ((8.0 + 9.0 * mu - 4.0 * root) / (1.0 + mu)).sqrt();
    let found = recorded.report.run.response().expect("a response").peaks[0].amplitude;
    println!("{ratio} {} {damping} {least} {found} {peak}", 1.0 / (1.0 + mu));
    assert!((ratio * (1.0 + mu) - 1.0).abs() < 3e-4, "{ratio}");
    assert!((damping / least - 1.0).abs() < 0.02, "{damping} {least}");
    assert!((found / peak - 1.0).abs() < 2e-4, "{found} {peak}");
    assert!((found / (1.0 + 2.0 / mu).sqrt() - 1.0).abs() < 2e-3);
}

/// `d(-m g/k)/dm = -g/k`, `d(-m g/k)/dk = m g/k^2`, `df/dk = f/(2 k)`; and what jumps is known badly.
#[test]
fn sensitivities_are_derivatives() {
    let all = |experiment: &str| chosen(experiment, &[]).1.report.sensitivities;
    let one = |experiment: &str, name: &str| {
        let own = all(experiment).into_iter().find(|own| own.column.name == name);
        own.unwrap_or_else(|| panic!("no {name} in {:?}", all(experiment)))
    };
    let f = (2e3_f64 / 20.0).sqrt() / std::f64::consts::TAU;
    for (experiment, name, unit, expected) in [
        ("hanging", "d(sag)/d(mass)", "m/kg", -G / 2e3),
        ("hanging", "d(sag)/d(stiffness)", "m/(N/m)", 20.0 * G / 4e6),
        ("hanging", "d(leaning)/d(tilt)", "1/rad", 1.0),
        ("swinging", "d(mode[1].frequency)/d(stiffness)", "Hz/(N/m)", f / 4e3),
    ] {
        let own = one(experiment, name);
        let apart = (own.slope - expected).abs();
        println!("{name}: {apart:e} {:e}", own.error);
        // What all runs have in common is not in the error: the tolerance of the equilibrium.
        let known = own.error + 1e-9 * expected.abs();
        assert!(apart <= 1e-6 * expected.abs() && apart <= known, "{own:?}");
        assert!(own.error <= 1e-5 * expected.abs(), "{own:?}");
        assert_eq!(own.column.unit, unit, "{name}");
    }
    let jumps = one("hanging", "d(whole)/d(mass)");
    assert!(jumps.error > 0.1 * jumps.slope.abs() && jumps.slope.abs() > 0.1, "{jumps:?}");
    assert_eq!(one("hanging", "d(leaning)/d(mass)").slope, 0.0);
}

/// The rate is `sqrt(k/m)` at most, and what is faster than the step can follow is refused: it may not win.
#[test]
fn runs_that_would_be_refused_are_passed_over() {
    let (values, recorded) = chosen("fastest", &[]);
    assert!(recorded.report.ledger.as_ref().is_none_or(|own| own.code != "E0509"));
    let all = &recorded.report.run.solved().conclusion.findings;
    let rate = all.iter().find(|(own, _)| own.name.contains("maximum(rail.rate)"));
    let rate = rate.expect("a statistic").1;
    assert!((rate / values[0].sqrt() - 1.0).abs() < 0.05, "{values:?} {rate}");
    let told = &recorded.report.run.solved().warnings;
    assert!(told.iter().any(|own| own.contains("of them are passed over")), "{told:?}");
}

/// All resonances are as high but for `1/(c w)`: between bounds the least peak is beyond the rows or at the stiffest.
#[test]
fn resonances_between_rows_are_seen() {
    let (values, recorded) = chosen("quietest", &[]);
    let (m, c) = (2.0_f64, 0.4_f64);
    let top = |k: f64| {
        let at = (k / m - c * c / (2.0 * m * m)).sqrt();
        let within = at.clamp(std::f64::consts::TAU * 0.2, std::f64::consts::TAU * 0.5);
        1.0 / (k - m * within * within).hypot(c * within)
    };
    let best = (0..=14_000).map(|own| top(2.0 + f64::from(own) * 1e-3)).fold(f64::MAX, f64::min);
    let found = recorded.report.run.response().expect("a response").peaks[0].amplitude;
    assert!((found / top(values[0]) - 1.0).abs() < 1e-6, "{found} {values:?}");
    assert!(found <= best * (1.0 + 1e-6), "{found} {best} {values:?}");
}

#[test]
fn where_nothing_has_a_value_nothing_is_chosen() {
    for experiment in ["nowhere", "nowhere_else"] {
        let (_, recorded) = chosen(experiment, &[]);
        let fault = recorded.report.fault.as_ref().expect("nothing is chosen");
        assert_eq!(fault.code, "E0521");
        assert!(fault.message.contains("nothing is chosen"), "{}", fault.message);
        assert!(fault.place.is_some());
    }
    // Where the model cannot be made at all it is told why, and shown as it is written.
    let (values, recorded) = chosen("impossible", &[]);
    let fault = recorded.report.fault.as_ref().expect("nothing is chosen");
    assert!(fault.code == "E0521" && values.is_empty(), "{fault:?} {values:?}");
    let why = "with stiffness = -1.5 N/m its stiffness is -1.5, expected no negative";
    assert!(fault.notes[0].contains(why), "{fault:?}");
    // The corner where `a - b` is more than 2.99 has a 90 000th of the square.
    let (values, recorded) = chosen("cornered", &[]);
    assert!(recorded.report.fault.is_none());
    let left = values[0] - values[1] - 2.99;
    assert!((0.0..1e-6).contains(&left), "{values:?}");
}

#[test]
fn what_does_not_matter_is_told_and_bounds_are_those_that_are_reached() {
    let told = |experiment: &str, words: &str| {
        let (values, recorded) = chosen(experiment, &[]);
        let told = &recorded.report.run.solved().warnings;
        (values[0], told.iter().any(|own| own.contains(words)))
    };
    assert!(told("flat", "is the same in all of these runs").1);
    assert!(!told("low", "is the same in all of these runs").1);
    let (value, is_at_end) = told("low", "end of its range");
    assert!(!is_at_end && (value - 0.1206).abs() < 0.02, "{value}");
}

/// A kink has an error as large as its slopes are apart, and what has no derivative is named.
#[test]
fn sensitivities_that_are_not_there_are_told() {
    let (_, recorded) = chosen("slopes", &[]);
    let all = &recorded.report.sensitivities;
    let one = |name: &str| all.iter().find(|own| own.column.name == name);
    assert_eq!(one("d(root)/d(b)"), None);
    let kink = one("d(size)/d(b)").expect("a slope");
    assert!(kink.slope.abs() < 1e-12 && (kink.error - 2.0).abs() < 1e-9, "{kink:?}");
    let double = one("d(double)/d(b)").expect("a slope");
    assert!((double.slope - 2.0).abs() < 1e-9 && double.error < 1e-9, "{double:?}");
    let steep = one("d(steep)/d(b)").expect("a slope");
    let expected = 1e6 * (2e5_f64).cos();
    assert!((steep.slope / expected - 1.0).abs() < 1e-9 && steep.error == 0.0, "{steep:?}");
    // As steep, by differences: by less than a hundredth of a metre, as zero says nothing of what is large.
    let fast = one("d(fast)/d(b)").expect("a slope");
    assert!((fast.slope - expected).abs() < fast.error.max(1e-7 * expected.abs()), "{fast:?}");
    assert!(fast.error < 1e-4 * expected.abs(), "{fast:?}");
    let jump = one("d(jump)/d(a)").expect("a slope");
    assert!(jump.error > jump.slope.abs() && jump.slope.abs() > 10.0, "{jump:?}");
    assert_eq!(one("d(double)/d(a)").map(|own| (own.slope, own.error)), Some((0.0, 0.0)));
    let told = recorded.report.run.solved().warnings.join("\n");
    for words in [
        "sensitivity of `root` to `b`",
        "`d(size)/d(b)` is hardly known",
        "`d(jump)/d(a)` is hardly known",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}
