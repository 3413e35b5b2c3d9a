//! Linkages that pass close by positions in which they could go on in two ways: energies that nothing changes stay, or it is told.

use cdl_session::{Outcome, Verdict};

use super::rows::{attempt, largest, run};

/// Whether a run came to its end without a word about its energies, by how much these are off at the steps at most, and how much was exchanged, J.
fn ended(experiment: &str, given: &[(&str, &str)]) -> (bool, f64, f64) {
    let report = attempt("tests/models/near_singular.cdl", experiment, given).report;
    let judgement = &report.judgement;
    let is_silent = report.outcome == Outcome::Finished && judgement.verdict == Verdict::Closed;
    (is_silent, judgement.imbalance, judgement.exchanged)
}

/// A crank of 0.3 m whose rod is hardly longer, so that the slider nearly stops where the crank stands across; nothing drives or brakes it. (A step that left 7e-11 m
/// open, under forces of 1e11 N, made 25.9 of 5.13 J, which was said to be rounding.)
#[test]
fn a_crank_that_passes_close_by_singular_positions_keeps_its_energy() {
    let mut kept = 0;
    let cases = [
        ("0.300014678 m", "2 ms"),
        ("0.30000681 m", "2 ms"),
        ("0.3000147 m", "2 ms"),
        ("0.3002027272 m", "10 ms"),
        ("0.3000903192 m", "10 ms"),
        ("0.3008170691 m", "10 ms"),
        ("0.3004805325 m", "10 ms"),
        ("0.30001 m", "10 ms"),
    ];
    for (length, step) in cases {
        let (is_silent, off, exchanged) = ended("crank", &[("rod", length), ("length", step)]);
        println!("{length} {step}: {is_silent}, {off:.1e} of {exchanged:.3} J");
        assert!(!is_silent || off < 1e-6 * 5.13, "{length} {step}: {off:e} of {exchanged:e} J");
        kept += usize::from(is_silent);
    }
    assert!(kept >= 6, "{kept}");
}

/// A load of 200 t that a rope of eight stiff pieces lets go while it swings, and whips: what is there afterwards is what was there before, or it is told. (16 of 39 MJ came from one
/// step, and were said to be rounding, as that step had the largest forces.)
#[test]
fn a_rope_that_whips_keeps_its_energy_or_says_that_it_does_not() {
    for mass in ["204000 kg", "190000 kg", "200000 kg"] {
        let (is_silent, off, exchanged) = ended("whip", &[("load", mass)]);
        println!("{mass}: {is_silent}, {off:.1e} of {exchanged:.1e} J");
        assert!(!is_silent || off < 1e-3 * exchanged, "{mass}: {off:e} of {exchanged:e} J");
    }
}

const MODELS: &str = "tests/models/near_singular.cdl";

/// Of a crank of 1 m with a rod that is longer by so much, at an angle of the crank: the inertia that the crank has with all that it moves, kg m^2, and where the
/// slider is, m. By geometry: `sin ψ = sin θ / l` for the rod's angle, and no more than that.
fn folding(angle: f64, longer: f64) -> (f64, f64) {
    let length = 1.0 + longer;
    let (sine, cosine) = angle.sin_cos();
    // `l cos ψ`, without the digits that a difference of squares loses.
    let along = (longer * (2.0 + longer) + cosine * cosine).sqrt();
    let turn = cosine / along;
    let rod = [-sine - 0.5 * sine * turn, cosine - 0.5 * along * turn];
    let slider = -sine - sine * turn;
    let about_centre = |length: f64| (length * length + 0.05 * 0.05) / 12.0;
    let inertia = about_centre(1.0)
        + 0.25
        + rod[0] * rod[0]
        + rod[1] * rod[1]
        + about_centre(length) * turn * turn
        + slider * slider;
    (inertia, cosine + along)
}

/// The crank's angle after so many seconds, which begins at 40 degrees with 3 rad/s: its energy stays, so `dt = √(J/J₀) dθ / 3 rad/s`, by the midpoint rule in steps of 2e-6 rad.
fn folded(longer: f64, seconds: f64) -> f64 {
    let step = 2e-6;
    let (mut angle, mut time) = (40_f64.to_radians(), 0.0);
    let first = folding(angle, longer).0;
    loop {
        let taken = (folding(angle + 0.5 * step, longer).0 / first).sqrt() / 3.0 * step;
        if time + taken > seconds {
            return angle + step * (seconds - time) / taken;
        }
        (angle, time) = (angle + step, time + taken);
    }
}

/// A crank and a rod of nearly the same length fold four times in 4 s, and stay on their branch however close by the other one is, and however long the steps are. (With
/// steps of 20 ms the slider went through the pivot to the other side at 1 mm, the crank turned back, and nothing was said: energies and constraints were right.)
#[test]
fn a_crank_that_folds_stays_on_its_branch() {
    for (longer, name) in
        [(0.2, "0.2 m"), (1e-2, "10 mm"), (1e-3, "1 mm"), (1e-4, "0.1 mm"), (1e-6, "1 um")]
    {
        let angle = 40_f64.to_radians();
        let (_, slider) = folding(angle, longer);
        let knee = -angle - (angle.sin() / (1.0 + longer)).asin();
        let expected = folded(longer, 4.0);
        for experiment in ["folding", "folding_midpoint"] {
            for (step, most) in [("20 ms", 0.03), ("5 ms", 5e-3), ("1 ms", 1e-3)] {
                let start = [
                    ("longer", name.to_owned()),
                    ("start", format!("{slider:?} m")),
                    ("knee", format!("{knee:?} rad")),
                    ("length", step.to_owned()),
                ];
                let start: Vec<(&str, &str)> =
                    start.iter().map(|(of, is)| (*of, is.as_str())).collect();
                let rows = run(MODELS, experiment, &start);
                let off = rows.last("main.angle") - expected;
                let across =
                    rows.column("guide.displacement").iter().copied().fold(f64::MAX, f64::min);
                let steps = rows.report.effort.steps;
                println!(
                    "{experiment} {name} {step}: {off:.2e} of {expected:.4} rad, {across:.1e} m, {steps} steps"
                );
                assert!(off.abs() < most, "{experiment} {name} {step}: {off:e}");
                assert!(across > 0.0, "{experiment} {name} {step}: {across:e}");
                assert!(
                    largest(rows.column("energy.balance")) < 1e-5,
                    "{experiment} {name} {step}"
                );
            }
        }
    }
}

/// The same with a rod of exactly that length, where no step can tell the branches apart: the motion goes straight through, and that is said.
#[test]
fn what_goes_straight_through_a_singular_position_is_told() {
    for step in ["20 ms", "3 ms"] {
        let rows = run(MODELS, "folding_flat", &[("length", step)]);
        let told = rows.report.warnings.iter().any(|own| own.contains("two ways on"));
        println!("{step}: {} steps, {:?}", rows.report.effort.steps, rows.report.warnings);
        assert!(told, "{:?}", rows.report.warnings);
        assert!(rows.report.effort.steps < 20_000);
    }
    let rows = run(
        MODELS,
        "folding",
        &[("longer", "0.2 m"), ("start", "1.7808 m"), ("knee", "-72.4 deg")],
    );
    assert!(!rows.report.warnings.iter().any(|own| own.contains("two ways on")));
}

/// Two cranks that go side by side, against steps that follow a tolerance.
#[test]
fn cranks_that_go_side_by_side_go_on_so() {
    for (longer, most) in [
        ("0.2 m", [0.02, 1e-3]),
        ("10 mm", [0.03, 4e-3]),
        ("1 mm", [0.04, 0.03]),
        ("0.1 mm", [0.03, 0.01]),
    ] {
        let expected = run(MODELS, "parallel_precise", &[("longer", longer)]).last("a.angle");
        for (step, most) in ["20 ms", "5 ms"].into_iter().zip(most) {
            let rows = run(MODELS, "parallel", &[("longer", longer), ("length", step)]);
            let off = rows.last("a.angle") - expected;
            println!("{longer} {step}: {off:.2e} of {expected:.4} rad");
            assert!(off.abs() < most, "{longer} {step}: {off:e}");
        }
    }
}

/// Of cranks that go crosswise one has nearly all of the mass, and so goes on as it began but for what the light ones take: against steps of 0.25 ms. (With 10 ms and 6.5 rad/s
/// it turned back, by 12 rad, in 2919 steps for 300; with 20 ms and 5 rad/s without a word.)
#[test]
fn a_heavy_crank_takes_light_ones_along_crosswise() {
    for rate in ["3 rad/s", "5 rad/s", "6.5 rad/s", "8 rad/s"] {
        let ended = |length| {
            let rows = run(MODELS, "crosswise", &[("rate", rate), ("length", length)]);
            (rows.last("a.angle"), rows.report.effort.steps)
        };
        let (expected, _) = ended("0.25 ms");
        for (step, most, most_steps) in [("20 ms", 0.06, 300), ("10 ms", 0.02, 400)] {
            let (angle, steps) = ended(step);
            let off = angle - expected;
            println!("{rate} {step}: {off:.2e} of {expected:.4} rad, {steps} steps");
            assert!(off.abs() < most, "{rate} {step}: {off:e}");
            assert!(steps < most_steps, "{rate} {step}: {steps} steps");
        }
    }
}

/// A parallelogram that nothing drives turns evenly, `3 rad/s t`, also where a run begins with all in a line: what depends on each other there does so no more a step later.
#[test]
fn what_begins_in_a_line_goes_on_as_it_began() {
    for (step, most) in [("20 ms", 6e-3), ("5 ms", 4e-4)] {
        let rows = run(MODELS, "in_line", &[("length", step)]);
        let off = ["a.angle", "b.angle"].map(|name| rows.last(name) - 12.0);
        println!("{step}: {off:?}");
        assert!(off.iter().all(|own| own.abs() < most), "{step}: {off:?}");
    }
}

/// A linkage that stands still has no branch to leave, whatever rounding makes of its rates: no step of it is divided, and nothing is told of singular positions. (All were, down to
/// 1/512, and 102 400 times it "went straight through" one.)
#[test]
fn a_linkage_at_rest_is_not_said_to_pass_a_singular_position() {
    for step in ["20 ms", "5 ms", "1 ms"] {
        let rows = run(MODELS, "resting", &[("length", step)]);
        let report = &rows.report;
        assert_eq!(report.effort.rejected, 0, "{step}");
        assert!(!report.warnings.iter().any(|own| own.contains("two ways on")), "{step}");
        // The motor takes 0.4 s to 12 rad/s: its steps end at the jump, and the crank turns by 7.2 rad + 2.4 rad.
        let turned = rows.last("a.angle") + std::f64::consts::FRAC_PI_3;
        println!("{step}: {} steps, {:.2e} rad", report.effort.steps, turned - 9.6);
        assert!((turned - 9.6).abs() < 0.05, "{step}: {turned}");
    }
}
