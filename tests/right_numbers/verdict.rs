//! Every run is judged by its energy ledger, and explicit ones before they begin by what is fastest.

use cdl_session::{FaultKind, Outcome, Solved, TooLong, Verdict};

use crate::rows::{Rows, attempt};

const FILE: &str = "tests/models/right_numbers/verdict.cdl";

fn rows(experiment: &str, overrides: &[(&str, &str)]) -> Rows {
    let rows = attempt(FILE, experiment, overrides);
    println!("{experiment}: {:?} {:?}", rows.report.outcome, rows.report.judgement);
    rows
}

fn report(experiment: &str, overrides: &[(&str, &str)]) -> Solved {
    rows(experiment, overrides).report
}

fn caution(experiment: &str, overrides: &[(&str, &str)]) -> Option<TooLong> {
    let caution = rows(experiment, overrides).simulation().caution.clone();
    println!("{caution:?}");
    caution
}

/// All of these once ended as if nothing were wrong. The reference is the ledger itself: what is exchanged
/// is gone, or came from nothing.
#[test]
fn a_ledger_that_is_off_by_its_own_size_is_a_failure() {
    for experiment in ["cord", "cord_one_row", "seconds", "leaps", "stepped_over", "beside"] {
        let report = report(experiment, &[]);
        assert_eq!(report.outcome, Outcome::Finished, "{experiment}");
        assert_eq!(report.judgement.verdict, Verdict::Failed, "{experiment}");
        assert!(report.judgement.ratio() > 0.05, "{experiment}");
    }
}

#[test]
fn a_good_run_passes_at_any_scale_of_energy() {
    for scale in ["1e-20", "1", "1e20"] {
        let rows = rows("fine", &[("scale", scale)]);
        let good = rows.simulation();
        assert_eq!(rows.report.judgement.verdict, Verdict::Closed, "{scale}");
        assert!(good.caution.is_none(), "{scale}");
        let ratio = good.largest_imbalance / good.energy_scale;
        assert!(ratio > 0.0 && ratio < 1e-8, "{scale}: {ratio}");
        let bad = report("leaps", &[("scale", scale)]);
        assert_eq!(bad.judgement.verdict, Verdict::Failed, "{scale}");
    }
}

/// Order 4 with 20 steps in a swing, for 60 s: worth a warning, and no more.
#[test]
fn a_coarse_step_is_a_warning() {
    let report = report("coarse", &[]);
    assert_eq!(report.judgement.verdict, Verdict::Open);
}

#[test]
fn what_is_no_number_is_a_failure() {
    let rows = rows("flooded", &[]);
    let report = &rows.report;
    assert_eq!(report.outcome, Outcome::Finished);
    assert_eq!(report.judgement.verdict, Verdict::NotFinite { time: 0.0 });
    assert!(rows.simulation().largest_imbalance.is_nan() && report.judgement.ratio().is_nan());
}

/// Where nothing is exchanged only rounding is left, and no ratio of it is a fault.
#[test]
fn a_run_in_which_nothing_is_exchanged_passes() {
    for experiment in
        ["flight", "flight_implicit", "tumbling", "resting", "resting_implicit", "rest"]
    {
        let report = report(experiment, &[]);
        assert_eq!(report.outcome, Outcome::Finished, "{experiment}");
        assert_eq!(report.judgement.verdict, Verdict::Closed, "{experiment}");
    }
}

/// Explicit steps stop there already; implicit ones balance any energy, so only the velocity tells.
#[test]
fn nothing_is_faster_than_light() {
    for speed in ["1e300 m/s", "1e10 m/s", "-3e8 m/s"] {
        let report = report("light", &[("speed", speed)]);
        let Outcome::Fault(fault) = &report.outcome else {
            panic!("{speed}: {:?}", report.outcome)
        };
        assert_eq!((fault.kind, fault.element.as_str()), (FaultKind::NotFinite, "b"), "{speed}");
        assert!(fault.why.contains("faster than light"), "{}", fault.why);
    }
    assert_eq!(report("light", &[("speed", "1e3 m/s")]).outcome, Outcome::Finished);
}

/// 10 N on 1e-7 kg reach the speed of light after 3 s, however short the steps are; a spring of 10 N/m on it needs shorter ones.
#[test]
fn a_shorter_step_is_advised_where_it_helps() {
    for (experiment, step_helps) in [
        ("pushed", false),
        ("pushed_adaptive", false),
        ("pushed_leapfrog", false),
        ("sprung", true),
        ("sprung_leapfrog", true),
    ] {
        let report = report(experiment, &[]);
        let Outcome::Fault(fault) = &report.outcome else { panic!("{:?}", report.outcome) };
        assert_eq!(fault.why.contains("a shorter step may help"), step_helps, "{}", fault.why);
        assert_eq!(
            fault.why.contains("its inertia may be too small"),
            !step_helps,
            "{}",
            fault.why
        );
    }
}

#[test]
fn a_column_that_is_no_number_says_why() {
    let report = report("no_angle", &[]);
    let said = report.warnings.join("\n");
    assert!(said.contains("`ang`") && said.contains("arccosine of 1.1"), "{said}");
}

/// Closed form: two masses on a spring and a damper have `ω² = k (1/m + 1/M)` and `d = c (1/m + 1/M)`; the
/// rate is ω where the damper is weak and nearly d where it is strong. rk4 is stable up to 2.785 / rate, leapfrog
/// up to 2 / rate (Hairer and Wanner II, IV.2). The estimate is to be right to 2 %.
#[test]
fn the_fastest_spring_is_named_with_the_step_that_would_do() {
    for (k, c, mass) in
        [(1e6, 0.0, 0.1), (1e8, 0.0, 0.1), (1e6, 0.0, 1e-5), (1e4, 1e4, 0.1), (1e12, 0.0, 1e3)]
    {
        let texts = (format!("{k} N/m"), format!("{c} N.s/m"), format!("{mass} kg"));
        let set = [("k", texts.0.as_str()), ("c", texts.1.as_str()), ("m", texts.2.as_str())];
        let inverse = 1.0 / mass + 1.0 / 5.0;
        let (square, half): (f64, f64) = (k * inverse, 0.5 * c * inverse);
        let rate =
            if half * half > square { half + (half * half - square).sqrt() } else { square.sqrt() };
        for (experiment, limit) in [("stiff", 2.785), ("stiff_leapfrog", 2.0)] {
            let caution = caution(experiment, &set).expect("the step is too long");
            assert_eq!(caution.element, "link");
            assert!((caution.rate / rate - 1.0).abs() < 0.02, "{} {rate}", caution.rate);
            assert!((caution.stable * rate / limit - 1.0).abs() < 0.02);
            assert!(caution.advice().contains("energy_momentum"), "{}", caution.advice());
        }
    }
    // Slow enough for the step.
    let calm = caution("stiff", &[("k", "1e4 N/m")]);
    assert!(calm.is_none(), "{calm:?}");
}

/// The search ends early where all is slow, so one that is fast among thousands must show from the first.
#[test]
fn one_that_is_too_fast_is_found_among_thousands() {
    for k in [9e6_f64, 9e12] {
        let caution = caution("one_of_many", &[("k", &format!("{k} N.m/rad"))]);
        let caution = caution.expect("the step is too long");
        assert_eq!(caution.element, "hinge");
        assert!((caution.rate / k.sqrt() - 1.0).abs() < 0.02, "{}", caution.rate);
    }
    let calm = caution("one_of_many", &[("k", "7e6 N.m/rad")]);
    assert!(calm.is_none(), "{calm:?}");
}

/// The same for rows of masses, whose fastest motions are many and near each other where they are long: `ω² = 4 k/m sin²((2n - 1)π / (4n + 2))`, and
/// where dampers are strong `c ω² / k`. All steps beyond the limit by a quarter or more are told, none within a third of it.
#[test]
fn rows_of_masses_are_told_whatever_their_length() {
    for n in [1, 2, 3, 7, 30, 100, 1000, 5000] {
        let angle = f64::from(2 * n - 1) * std::f64::consts::PI / f64::from(4 * n + 2);
        let square = 4.0 * angle.sin().powi(2);
        for is_damped in [false, true] {
            for share in [0.3, 1.25, 4.0, 30.0, 1e3, 1e5, 1e8] {
                // Steps of 1 ms; springs of a thousandth of what is critical where dampers count.
                let rate = share * 2785.0;
                let (k, c) = match is_damped {
                    true => (1e-3 * rate * rate / square, rate / square),
                    false => (rate * rate / square, 0.0),
                };
                let texts = (format!("{n}"), format!("{k:e} N/m"), format!("{c:e} N.s/m"));
                let set = [("n", &*texts.0), ("k", &*texts.1), ("c", &*texts.2)];
                let caution = caution("in_a_row", &set);
                assert_eq!(caution.is_some(), share > 1.0, "{n} {is_damped} {share}: {caution:?}");
            }
        }
    }
}

/// Closed form of a chain of n equal masses and springs between held ends: `2 sqrt(k/m) sin((n-1) π / 2n)`. The
/// stiffness of a spring that only pulls counts although it is slack at the start: `sqrt(k/m)`.
#[test]
fn elastic_cables_and_slack_cords_are_seen() {
    let [first, second] = ["elastic", "cord_one_row"]
        .map(|experiment| caution(experiment, &[]).expect("the step is too long"));
    assert_eq!(first.element, "c");
    let segments = 32.0;
    let (k, m) = (1e6 / (10.0 / segments), 1.0 / segments);
    let shape = (segments - 1.0) / segments * std::f64::consts::FRAC_PI_2;
    let rate = 2.0 * f64::sqrt(k / m) * shape.sin();
    println!("{} {rate}", first.rate);
    assert!((first.rate / rate - 1.0).abs() < 0.05, "{} {rate}", first.rate);
    assert_eq!(second.element, "cord");
    assert!((second.rate / 1e3 - 1.0).abs() < 0.02, "{}", second.rate);
}

/// Where a unit was wrong it is the motion itself that is too fast for the step.
#[test]
fn a_step_in_seconds_is_noticed_before_the_run() {
    let caution = caution("seconds", &[]).expect("the step is too long");
    // sqrt(m g l / (m l² + 2/5 m r²)) cos(30°)
    let rate = (9.81_f64 / (1.0 + 0.4 * 0.0025) * 30_f64.to_radians().cos()).sqrt();
    assert!((caution.rate / rate - 1.0).abs() < 0.02, "{} {rate}", caution.rate);
    assert!(["bob", "hinge"].contains(&caution.element.as_str()), "{}", caution.element);
}

/// No false alarm: the examples run at steps that suit them.
#[test]
fn examples_get_no_caution_and_close() {
    for (file, experiment) in [
        ("examples/tether.cdl", "release"),
        ("examples/double_pendulum.cdl", "swing"),
        ("examples/spinning_top.cdl", "spin"),
        ("examples/crane.cdl", "slewing"),
        ("examples/crank_rocker.cdl", "turn"),
        ("examples/crank_rocker.cdl", "constrained"),
    ] {
        let rows = attempt(file, experiment, &[]);
        let (report, caution) = (&rows.report, &rows.simulation().caution);
        assert!(caution.is_none(), "{file}: {caution:?}");
        assert_eq!(report.judgement.verdict, Verdict::Closed, "{file}: {:?}", report.judgement);
        assert_eq!(report.warnings, Vec::<String>::new(), "{file}");
    }
}
