//! Modes by matrices of ropes that are cut into many pieces: slow ones are none of the free ones, and free ones none of the slow ones.

use std::f64::consts::{PI, TAU};
use std::sync::atomic::AtomicBool;

use cdl_session::{FaultKind, Mode, Outcome, Session};
use nalgebra::Complex;

use super::rows::path;

/// With all that is said of the run.
fn modes(experiment: &str, overrides: &[(&str, &str)]) -> (Vec<Mode>, Vec<String>) {
    let mut session =
        Session::open(path("tests/models/modes.cdl")).expect("a file of the repository");
    let runnable = match session.experiment(Some(experiment), overrides) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{experiment}: {}: {}", found[0].code, found[0].message),
    };
    let report = runnable.record(&AtomicBool::new(false)).report;
    assert_eq!(report.run.solved().outcome, Outcome::Finished, "{experiment} {overrides:?}");
    let said = report.run.solved().warnings.clone();
    (report.run.modes().expect("modes").modes.clone(), said)
}

/// What is said of an equilibrium, and what one of its numbers is.
fn rest(
    experiment: &str,
    overrides: &[(&str, &str)],
    name: Option<&str>,
) -> (Vec<String>, Option<f64>) {
    let mut session =
        Session::open(path("tests/models/modes.cdl")).expect("a file of the repository");
    let runnable = session.experiment(Some(experiment), overrides).expect("an experiment");
    let recorded = runnable.record(&AtomicBool::new(false));
    let solved = recorded.report.run.solved();
    assert_eq!(solved.outcome, Outcome::Finished, "{experiment} {overrides:?}");
    let number = name.map(|name| recorded.column(name).expect("a column")[0]);
    (solved.warnings.clone(), number)
}

/// The largest relative error of pairs of modes, Hz.
fn error(modes: &[Mode], expected: &[f64]) -> f64 {
    assert_eq!(modes.len(), 2 * expected.len(), "{modes:?}");
    let pairs = modes.chunks_exact(2).zip(expected);
    let each =
        pairs.flat_map(|(pair, exact)| pair.iter().map(move |own| own.frequency() / exact - 1.0));
    each.fold(0.0, |worst, own| worst.max(own.abs()))
}

/// What is said of modes is no less than what rounding takes of them, where pieces are so many that the rest of what they are off is `pieces` at the
/// most; and so little that nothing is said of it.
fn judge_unsure(modes: &[Mode], expected: &[f64], pieces: f64) {
    for (pair, exact) in modes.chunks_exact(2).zip(expected) {
        for own in pair {
            let off = (own.frequency() / exact - 1.0).abs();
            assert!(off < own.unsure + pieces, "{off:e} {:e}", own.unsure);
            assert!(own.unsure < 1e-7, "{:e}", own.unsure);
        }
    }
}

/// `n c / 2L`, with `c` of the tension and the mass of each metre as it is stretched; pieces of order 4.
#[test]
fn a_string_has_its_frequencies_however_many_its_pieces() {
    let tension: f64 = 1e6 * 0.1 / 99.9;
    let expected = [1.0, 2.0, 3.0, 4.0].map(|n| n * tension.sqrt() / 200.0);
    for (elements, bound) in [("10", 1e-4), ("100", 1e-8), ("1000", 1e-11), ("2000", 1e-11)] {
        let (found, said) = modes("bare", &[("elements", elements)]);
        let error = error(&found, &expected);
        println!("{elements}: {error:.1e}");
        assert!(error < bound, "{elements}: {error:e}");
        assert!(said.is_empty(), "{elements}: {said:?}");
    }
}

/// `n/2 √(T/ρ) √(1 + EI n²π²/TL²)` between pins: with 1000 pieces the two slowest were left out, with 2000 all were. What is said of a mode is no less than what it is off.
#[test]
fn a_string_that_bends_keeps_its_slowest_modes() {
    for (elements, bound) in
        [("10", 1e-3), ("100", 1e-7), ("1000", 1e-9), ("2000", 1e-9), ("4000", 1e-8)]
    {
        for bending in [1e-4_f64, 0.1, 1.0] {
            let expected =
                [1.0, 2.0, 3.0].map(|n: f64| 0.5 * n * (1.0 + bending * (n * PI).powi(2)).sqrt());
            let given = bending.to_string();
            let (found, said) = modes("pinned", &[("elements", elements), ("bending", &given)]);
            let error = error(&found, &expected);
            println!(
                "{elements}, {bending}: {error:.1e}, {:.1e} {:.1e}",
                found[0].residual, found[0].unsure
            );
            assert!(error < bound, "{elements}, {bending}: {error:e}");
            assert!(said.is_empty(), "{said:?}");
            if elements != "10" && elements != "100" {
                judge_unsure(&found, &expected, 2e-10);
            }
        }
    }
}

/// Five free motions, as a rope has no twist, and `(βL)²` of a beam that is free at both ends: roots of `cos x cosh x = 1`, 4.730040745 and
/// 7.853204624 (Blevins, Formulas for natural frequency and mode shape, 1979).
#[test]
fn a_free_beam_has_five_free_motions() {
    let expected = [4.730_040_744_862_704_f64, 7.853_204_624_095_838].map(|root| root * root / TAU);
    for (elements, bound) in
        [("10", 1e-3), ("100", 1e-7), ("1000", 1e-9), ("2000", 1e-9), ("4000", 1e-8)]
    {
        let (found, said) = modes("free_beam", &[("elements", elements)]);
        let free = found.iter().take_while(|mode| mode.is_free()).count();
        assert_eq!(free, 5, "{elements}: {found:?}");
        let error = error(&found[5..], &expected);
        println!("{elements}: {error:.1e}, {:.1e}", found[5].unsure);
        assert!(error < bound, "{elements}: {error:e}");
        // Of 1000 pieces signs are those of rounding.
        let uncounted = "that no mode is missed could not be shown by counting signs of pivots";
        assert!(said.iter().all(|own| own == uncounted), "{elements}: {said:?}");
        if elements != "10" && elements != "100" {
            judge_unsure(&found[5..], &expected, 2e-10);
        }
    }
}

/// Three more of a body on the beam's end, and one of a body on a hinge of that: nine, however stiff the pieces beside them.
#[test]
fn free_joints_are_free_beside_stiff_pieces() {
    for elements in ["10", "120", "600", "2000"] {
        let (found, said) = modes("free_bodies_on_beam", &[("elements", elements)]);
        let free = found.iter().filter(|mode| mode.is_free()).count();
        assert_eq!((free, found.len()), (9, 11), "{elements}: {found:?} {said:?}");
        assert!(found[9].frequency() > 1.0 && found[9].frequency() < 10.0, "{elements}: {found:?}");
    }
}

/// An equilibrium that nothing falls from is not called unstable by signs of rounding, as it was with 50, 100 and 150 pieces without bodies
/// and with 10, 80, 120 and 500 to 2000 with them.
#[test]
fn free_beams_at_rest_do_not_fall() {
    for experiment in ["free_beam_rest", "free_bodies_on_beam_rest"] {
        for elements in ["10", "50", "80", "100", "120", "150", "500", "1000", "2000"] {
            let (said, _) = rest(experiment, &[("elements", elements)], None);
            assert!(said.is_empty(), "{experiment}, {elements}: {said:?}");
        }
    }
}

/// A beam under more than `π² EI/L²` goes aside, by which its ends come together (Euler), or is told to fall where pieces are too many to find
/// where to; under less it stands. Its shortening is `2 (P/P0 - 1)` of it at first (Timoshenko and Gere, Theory of elastic stability, 2.7).
#[test]
fn a_pressed_beam_falls_from_where_it_buckles() {
    for (elements, share) in [("10", 1.01), ("100", 1.01), ("2000", 1.06), ("3000", 1.06)] {
        for (share, falls) in [(0.99, false), (share, true)] {
            let tension = format!("{} N", -share * PI * PI);
            let given = [("elements", elements), ("bending", "1"), ("tension", &tension)];
            let (said, shorter) = rest("pinned_rest", &given, Some("rail.displacement"));
            let shorter = shorter.expect("asked for");
            let is_told = said.iter().any(|own| own.contains("the equilibrium is unstable"));
            println!("{elements}, {share}: {shorter}, {said:?}");
            assert!(said.is_empty() || is_told && falls, "{elements}, {share}: {said:?}");
            let aside = if falls && !is_told { 2.0 * (1.0 - share) } else { 0.0 };
            assert!((shorter - aside).abs() < 0.03 * aside.abs() + 1e-12, "{shorter} {aside}");
        }
    }
}

/// The softest motion of a beam between pins under `P = r π² EI/L²` has the square `π⁴ (1 - r)`, in each of two planes: a thousandth of the load is far less than
/// rounding of all terms makes of it where pieces are many. With 1000 and 3000 pieces the equilibrium of 1.001 and of 1.01 was said to stand, with nothing beside it, and with 3000
/// two modes that grow were left out.
#[test]
fn a_beam_that_is_pressed_by_a_thousandth_too_much_falls() {
    let shares: [(&str, &[f64]); 4] = [
        ("30", &[0.999, 1.001, 1.01]),
        ("300", &[0.999, 1.001]),
        ("1000", &[0.999, 1.001, 1.01]),
        ("3000", &[0.999, 1.001]),
    ];
    for (elements, shares) in shares {
        for &share in shares {
            let tension = format!("{} N", -share * PI * PI);
            let given = [("elements", elements), ("bending", "1"), ("tension", &tension)];
            let (said, shorter) = rest("pinned_rest", &given, Some("rail.displacement"));
            let shorter = shorter.expect("asked for");
            let is_told = said.iter().any(|own| own.contains("the equilibrium is unstable"));
            let aside = 2.0 * (1.0 - share);
            println!("{elements}, {share}: {shorter:e} {said:?}");
            if share < 1.0 {
                assert!(said.is_empty() && shorter.abs() < 1e-12, "{elements}: {shorter} {said:?}");
            } else {
                let is_aside = (shorter / aside - 1.0).abs() < 0.03;
                assert!(is_told || is_aside, "{elements}, {share}: {shorter} {said:?}");
            }
            let (found, said) = modes("pinned", &given);
            println!("{said:?} {:?}", &found[..2]);
            if share > 1.0 && !said.iter().any(|own| own.contains("unstable")) {
                // It has gone aside, and turns about its line.
                assert!(found[0].is_free() && found.len() == 6, "{elements}: {found:?}");
                continue;
            }
            assert_eq!(found.len(), 6, "{elements}, {share}: {found:?} {said:?}");
            let expected = PI * PI * (1.0_f64 - share).abs().sqrt();
            for own in &found[..2] {
                let (moves, other) =
                    if share > 1.0 { (own.growth, own.turning) } else { (own.turning, own.growth) };
                let off = (moves / expected - 1.0).abs();
                assert!(off < 3.0 * own.unsure + 1e-4 && off < 0.01, "{elements}: {off:e} {own:?}");
                assert_eq!(other, 0.0, "{own:?}");
            }
        }
    }
}

/// Rounding of a beam's accelerations is none of a spring's beside it: its kink is told, and none of the beam.
#[test]
fn a_kink_is_told_beside_stiff_pieces() {
    for elements in ["10", "100", "1000"] {
        let (_, said) = modes("kinked_beside_beam", &[("elements", elements)]);
        let kinks: Vec<_> = said.iter().filter(|own| own.contains("kink")).collect();
        assert!(kinks.len() == 1 && kinks[0].contains("`bob`"), "{elements}: {said:?}");
    }
}

/// The largest error of values, of each as a share of it; and that nothing is said of them, nor less than they are off but for `pieces`.
fn damped_error(modes: &[Mode], expected: &[Complex<f64>], pieces: f64) -> f64 {
    assert_eq!(modes.len(), expected.len(), "{modes:?}");
    let mut worst: f64 = 0.0;
    for (own, exact) in modes.iter().zip(expected) {
        let off = (Complex::new(own.growth, own.turning) - exact).norm() / exact.norm();
        assert!(off < own.unsure + pieces, "{off:e}, said {:e}: {own:?} {exact}", own.unsure);
        worst = worst.max(off);
    }
    worst
}

/// `λ² + c n⁴π⁴ λ + T n²π² + EI n⁴π⁴ = 0` of sines, in both planes, as far as they are slower than what creeps back at `EI/c`. From 1000 pieces on it was an
/// error, as forces that rounding leaves over are large and displace nothing.
#[test]
fn a_damped_string_has_its_complex_frequencies() {
    for (bending, damping) in [(0.1, 1e-3), (0.1, 2e-3), (1e-4, 1e-6)] {
        let roots = |n: i32| {
            let square = (f64::from(n) * PI).powi(2);
            let (half, stiffness) =
                (0.5 * damping * square * square, square + bending * square * square);
            let apart = Complex::from(half * half - stiffness).sqrt();
            [Complex::from(-half) + apart, Complex::from(-half) - apart]
        };
        let mut expected: Vec<Complex<f64>> = (1..12)
            .flat_map(roots)
            .filter(|root| root.im >= 0.0)
            .flat_map(|own| [own; 2])
            .collect();
        expected.sort_by(|a, b| a.norm().total_cmp(&b.norm()));
        for (elements, bound) in
            [("10", 1e-2), ("100", 1e-6), ("1000", 1e-9), ("2000", 1e-8), ("4000", 1e-7)]
        {
            let (of_bending, of_damping) = (bending.to_string(), damping.to_string());
            let given =
                [("elements", elements), ("bending", &*of_bending), ("damping", &*of_damping)];
            let (found, said) = modes("damped_string", &given);
            let pieces = if elements.len() > 3 { 2e-10 } else { bound };
            let error = damped_error(&found, &expected[..6], pieces);
            println!(
                "{elements}, {bending}, {damping}: {error:.1e}, {:.1e} {:.1e} {said:?}",
                found[0].residual, found[0].unsure
            );
            assert!(error < bound, "{elements}, {bending}, {damping}: {error:e}");
        }
    }
}

/// Where bending is damped so strongly that a beam does not swing, all its motions creep back at `EI/c` or nearly so, `λ² + c β⁴ λ + EI β⁴ = 0`, the more the higher they are: there are no six
/// slowest ones. That is said; it was told to be in a singular position, or too stiff.
#[test]
fn motions_that_creep_back_at_one_rate_are_not_told_apart() {
    for elements in [300, 3000] {
        let text = format!(
            "model Beam() {{
              environment {{ gravity = 0 m/s^2 }}
              cable beam: spline(elements = {elements}) from world to free {{
                length = 1 m
                mass = 1 kg
                bending = {{ stiffness = 1 N.m^2; damping = 1 N.m^2.s }}
                ends = {{ start = clamped(direction = x) }}
                start = straight(direction = x)
              }}
            }}
            experiment e = Beam() {{ modes(count = 6) }}"
        );
        let mut session = Session::from_text("m.cdl", &text);
        let runnable = session.experiment(Some("e"), &[]).expect("an experiment");
        let recorded = runnable.record(&AtomicBool::new(false));
        let Outcome::Fault(fault) = &recorded.report.run.solved().outcome else {
            panic!("{elements} pieces have slowest motions")
        };
        assert_eq!(fault.kind, FaultKind::SingularPosition);
        assert!(fault.why.contains("creep back at nearly one rate"), "{}", fault.why);
    }
}

/// `m λ² + d λ + T λ/c coth(λL/c) = 0` in the plane in which the end moves, `i n π c/L` across it.
#[test]
fn a_string_with_a_dashpot_has_its_complex_frequencies() {
    let tension: f64 = 1e6 * 0.1 / 99.9;
    let speed = tension.sqrt();
    let moving = |n: f64| {
        let equation = |value: Complex<f64>| {
            value * value + 3.0 * value + tension / speed * value / (value * 100.0 / speed).tanh()
        };
        let mut value = Complex::new(-0.01, (n - 0.5) * PI * speed / 100.0);
        for _ in 0..60 {
            let step = 1e-6;
            let slope = (equation(value + step) - equation(value - step)) / (2.0 * step);
            value -= equation(value) / slope;
        }
        assert!(equation(value).norm() < 1e-11, "{value}");
        value
    };
    let across = |n: f64| Complex::new(0.0, n * PI * speed / 100.0);
    let mut expected: Vec<Complex<f64>> =
        [1.0, 2.0, 3.0, 4.0].into_iter().flat_map(|n| [moving(n), across(n)]).collect();
    expected.sort_by(|a, b| a.norm().total_cmp(&b.norm()));
    for (elements, bound) in [("10", 1e-3), ("100", 1e-7), ("1000", 1e-11), ("4000", 1e-11)] {
        let (found, said) = modes("dashpot_string", &[("elements", elements)]);
        let pieces = if elements.len() > 3 { 1e-11 } else { bound };
        let error = damped_error(&found, &expected, pieces);
        println!("{elements}: {error:.1e} {:.1e} {said:?}", found[0].unsure);
        assert!(error < bound, "{elements}: {error:e}");
    }
}
