use super::*;
use crate::support::table;

const ROWS: [(f64, f64); 6] =
    [(0.4, -30.0), (0.9, -4.0), (1.0, 0.0), (1.3, 25.0), (1.35, 80.0), (2.0, 60.0)];

fn law() -> LineLaw {
    let curve = Arc::new(Curve::of(&table(&ROWS), [Outside::Holds; 2]));
    LineLaw::Table { curve, damping: 2.0, slack: None }
}

/// Rows, distances around them from one unit in the last place to half a metre off, and some at random.
fn distances() -> Vec<f64> {
    let mut all = Vec::new();
    for (row, _) in ROWS {
        all.push(row);
        for exponent in [-16, -15, -12, -9, -6, -3, -1] {
            let off = 3.0 * 10_f64.powi(exponent);
            all.extend([row - off, row + off]);
        }
    }
    let mut seed = 1_u64;
    for _ in 0..60 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        all.push(0.05 + 2.95 * (seed >> 11) as f64 / (1_u64 << 53) as f64);
    }
    all
}

fn kink_near(distance: f64, step: f64) -> bool {
    ROWS.iter().any(|(row, _)| (row - distance).abs() < step)
}

/// The work of the secant over the step is the change of the energy, to rounding of what is stored between
/// the ends of the table.
#[test]
fn the_secant_gives_the_change_of_the_energy() {
    let law = law();
    for first in distances() {
        for last in distances() {
            let work = law.secant(first, last).value * (first + last) * (last - first) * 0.5;
            let error = (work - (law.energy(last) - law.energy(first))).abs();
            assert!(error <= 8.0 * f64::EPSILON * 100.0, "{first} {last}: {error:e}");
        }
    }
}

/// However close both distances are, on both sides of a row too: the mean lies between what the force is
/// there, to rounding of a force.
#[test]
fn the_secant_becomes_the_factor() {
    let law = law();
    for first in distances() {
        assert_eq!(law.secant(first, first).value, law.factor(first).value);
        for last in distances() {
            if (first - last).abs() > 1e-11 {
                continue;
            }
            let (secant, at) = (law.secant(first, last), law.factor(last));
            assert!((secant.value - at.value).abs() < 1e-7, "{first} {last}");
            // Half of the change of the last distance moves the mean: by one of both slopes.
            let halves = [first, last].map(|l| 0.5 * law.factor(l).slope);
            let (low, high) = (halves[0].min(halves[1]), halves[0].max(halves[1]));
            assert!(low - 1e-6 < secant.slope && secant.slope < high + 1e-6, "{first} {last}");
        }
    }
}

/// Against central differences, away from the kinks by more than their step.
#[test]
fn slopes_are_derivatives() {
    let (law, step) = (law(), 1e-6);
    for first in distances() {
        for last in distances().into_iter().filter(|last| !kink_near(*last, 2.0 * step)) {
            for of in [LineLaw::secant, |own: &LineLaw, _, l| own.factor(l)] {
                let value = |last| of(&law, first, last).value;
                // Close across a row the mean bends too much for such steps.
                if kink_near(first, 1e-3) && (first - last).abs() < 1e-3 {
                    continue;
                }
                let expected = (value(last + step) - value(last - step)) / (2.0 * step);
                let found = of(&law, first, last).slope;
                assert!(
                    (found - expected).abs() < 1e-5 * (expected.abs() + 100.0),
                    "{first} {last}: {found} {expected}"
                );
            }
        }
    }
}

/// The force is the slope of the energy, also outside, and the damper pushes as well.
#[test]
fn the_force_is_the_slope_of_the_energy() {
    let (law, step) = (law(), 1e-6);
    assert_eq!(law.energy(ROWS[0].0), 0.0);
    for distance in distances().into_iter().filter(|at| !kink_near(*at, 2.0 * step)) {
        let slope = (law.energy(distance + step) - law.energy(distance - step)) / (2.0 * step);
        let tension = law.tension(distance, -3.0);
        assert!((tension.elastic - slope).abs() < 1e-6, "{distance}");
        assert_eq!(tension.damper, -6.0);
    }
    assert_eq!(law.tension(0.1, 0.0).elastic, -30.0);
    assert_eq!(law.tension(5.0, 0.0).elastic, 60.0);
}

/// What is given works by the change of the distance, and its slopes are derivatives.
#[test]
fn a_given_force_works_along_its_line() {
    let (law, step) = (LineLaw::Given(-7.0), 1e-6);
    for first in distances() {
        assert_eq!(law.tension(first, 3.0).sum(), -7.0);
        for last in distances() {
            let work = law.secant(first, last).value * (first + last) * (last - first) * 0.5;
            assert!((work + 7.0 * (last - first)).abs() < 1e-14 * 7.0 * (first + last));
            for of in [LineLaw::secant, |own: &LineLaw, _, l| own.factor(l)] {
                let value = |last| of(&law, first, last).value;
                let expected = (value(last + step) - value(last - step)) / (2.0 * step);
                let found = of(&law, first, last).slope;
                assert!((found - expected).abs() < 1e-6 * (expected.abs() + 1.0), "{first} {last}");
            }
            assert!(
                (law.secant_by(first, last)[0] * -7.0 / law.secant(first, last).value - 1.0).abs()
                    < 1e-15
            );
        }
        assert!((law.factor_by(first)[0] * -7.0 / law.factor(first).value - 1.0).abs() < 1e-15);
    }
}
