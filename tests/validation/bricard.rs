//! Bricard's mechanism in closed form: six unit bars in a ring, hinges across neighbouring bars, the
//! hinges at both ends of a bar at right angles.
//!
//! Derived here. The ring keeps its threefold symmetry, and its even and odd corners lie on circles of
//! radii `a` and `b` in two planes at the distance h, turned by 60 degrees. Bars of length one say
//! `a^2 + b^2 - a b + h^2 = 1`; hinges at right angles say, with these lengths, `a b = 2/3`. So
//! `a = sqrt(2/3) e^p`, `b = sqrt(2/3) e^-p`, and with `sinh p = sqrt(1/8) sin c` it is
//! `h = sqrt(1/3) cos c`: one freedom c, which is zero where the bars are edges of a cube.
//! The library (González and others 2006, problem A04) gives the path of P3 as a picture only.

use super::reference::integrate;
use super::rows::{Rows, largest, largest_difference, run};

const MODELS: &str = "tests/models/bricard.cdl";

const G: f64 = 9.81;

type Vector = [f64; 3];

fn minus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

fn dot(a: Vector, b: Vector) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn scaled(a: Vector, by: f64) -> Vector {
    a.map(|x| x * by)
}

fn unit(a: Vector) -> Vector {
    scaled(a, 1.0 / dot(a, a).sqrt())
}

/// Corners of the ring, and the hinges' directions at them, in the frame of the bar from corner 5 to
/// corner 0, which is fixed: corner 0 at the origin, corner 5 at [0, 0, 1], hinge 0 along -y.
fn ring(c: f64) -> ([Vector; 6], [Vector; 6]) {
    let p = ((1.0_f64 / 8.0).sqrt() * c.sin()).asinh();
    let (a, b) = ((2.0_f64 / 3.0).sqrt() * p.exp(), (2.0_f64 / 3.0).sqrt() * (-p).exp());
    let h = (1.0_f64 / 3.0).sqrt() * c.cos();
    let corner = |k: usize| {
        let (radius, level) = [(a, 0.5 * h), (b, -0.5 * h)][k % 2];
        let (sin, cos) = (std::f64::consts::FRAC_PI_3 * k as f64).sin_cos();
        [radius * cos, radius * sin, level]
    };
    let corners: [Vector; 6] = std::array::from_fn(corner);
    // Where two bars lie in line their product vanishes and turns round; half of c tells when.
    let quarter = std::f64::consts::FRAC_PI_4;
    let signs = [(0.5 * c + quarter).sin().signum(), (0.5 * c + quarter).cos().signum()];
    let hinges: [Vector; 6] = std::array::from_fn(|k| {
        let before = minus(corners[k], corners[(k + 5) % 6]);
        let after = minus(corners[(k + 1) % 6], corners[k]);
        scaled(unit(cross(before, after)), signs[k % 2])
    });
    let z = minus(corners[5], corners[0]);
    let y = scaled(hinges[0], -1.0);
    let x = cross(y, z);
    let turned = |v: Vector| [dot(x, v), dot(y, v), dot(z, v)];
    (std::array::from_fn(|k| turned(minus(corners[k], corners[0]))), hinges.map(turned))
}

/// Height of the centres and what a rate of c of one means for all points, as one vector whose squared
/// length is twice the kinetic energy.
fn stacked(c: f64, width: f64) -> (f64, Vec<f64>) {
    let (corners, hinges) = ring(c);
    let mut weighted = Vec::with_capacity(60);
    let mut height = 0.0;
    for k in 0..5 {
        let along = minus(corners[k + 1], corners[k]);
        let centre: Vector = std::array::from_fn(|i| 0.5 * (corners[k][i] + corners[k + 1][i]));
        height += centre[1];
        weighted.extend(centre);
        // Second moments of mass along the bar and across it.
        weighted.extend(scaled(along, (1.0_f64 / 12.0).sqrt()));
        let across = (width * width / 12.0).sqrt();
        weighted.extend(scaled(hinges[k], across));
        weighted.extend(scaled(cross(along, hinges[k]), across));
    }
    (height, weighted)
}

/// A derivative by differences of order 6.
fn slope<const N: usize>(h: f64, f: impl Fn(f64) -> [f64; N]) -> [f64; N] {
    let mut sum = [0.0; N];
    for (k, weight) in [(1.0, 45.0), (2.0, -9.0), (3.0, 1.0)] {
        let (after, before) = (f(k * h), f(-k * h));
        for i in 0..N {
            sum[i] += weight * (after[i] - before[i]) / (60.0 * h);
        }
    }
    sum
}

fn mass(c: f64, width: f64) -> f64 {
    let rates = slope::<60>(1e-2, |step| {
        let (_, stacked) = stacked(c + step, width);
        std::array::from_fn(|i| stacked[i])
    });
    rates.iter().map(|rate| rate * rate).sum()
}

/// `d/dt (M c') = 1/2 M' c'^2 - V'` from rest at c = 0; gives c at the times.
fn fall(width: f64, times: &[f64], substeps: usize) -> Vec<f64> {
    let rates = |[c, rate]: [f64; 2]| {
        let [by_c] = slope(1e-2, |step| [mass(c + step, width)]);
        let [weight] = slope(1e-2, |step| [G * stacked(c + step, width).0]);
        [rate, -(0.5 * by_c * rate * rate + weight) / mass(c, width)]
    };
    integrate([0.0, 0.0], times, substeps, rates).iter().map(|[c, _]| *c).collect()
}

/// Bars of length one, hinges across them, and the two hinges of the fixed bar stay where they are:
/// the closed form is the mechanism.
#[test]
fn the_closed_form_is_bricards_mechanism() {
    let (start, axes) = ring(0.0);
    let cube = [[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]];
    for (found, expected) in start.iter().zip(cube) {
        assert!((0..3).all(|i| (found[i] - f64::from(expected[i])).abs() < 1e-14), "{start:?}");
    }
    for step in -200..200 {
        let c = 0.017 * f64::from(step);
        let (corners, hinges) = ring(c);
        for k in 0..6 {
            let bar = minus(corners[(k + 1) % 6], corners[k]);
            assert!((dot(bar, bar) - 1.0).abs() < 1e-13);
            assert!(
                dot(bar, hinges[k]).abs() < 1e-11 && dot(bar, hinges[(k + 1) % 6]).abs() < 1e-11
            );
            assert!(dot(hinges[k], hinges[(k + 1) % 6]).abs() < 1e-10, "{c}");
        }
        let still = minus(hinges[5], axes[5]);
        assert!(dot(still, still).sqrt() < 1e-10, "{c}: {still:?}");
    }
}

/// Where it goes, and that the reference is converged.
#[test]
fn the_reference_is_converged() {
    let times: Vec<f64> = (0..=50).map(|k| 0.2 * f64::from(k)).collect();
    let [coarse, fine] = [50, 100].map(|substeps| fall(0.1, &times, substeps));
    let apart = largest_difference(&coarse, &fine);
    let lowest = fine.iter().copied().fold(f64::MAX, f64::min);
    let highest = fine.iter().copied().fold(f64::MIN, f64::max);
    println!("c between {lowest:.4} and {highest:.4}; steps halved: {apart:.1e}");
    assert!(apart < 1e-6);
}

/// How far P3 is from the closed form's, m.
fn off(rows: &Rows) -> f64 {
    let path: Vec<Vector> = fall(0.1, &rows.time, 10).iter().map(|&c| ring(c).0[3]).collect();
    ["x", "y", "z"]
        .iter()
        .enumerate()
        .map(|(k, axis)| {
            let expected: Vec<f64> = path.iter().map(|place| place[k]).collect();
            largest_difference(rows.column(&format!("link[2].end.position.{axis}")), &expected)
        })
        .fold(0.0, f64::max)
}

fn drift(rows: &Rows) -> f64 {
    let total = rows.column("energy.total");
    total.iter().map(|each| (each - total[0]).abs()).fold(0.0, f64::max)
        / largest(rows.column("energy.kinetic"))
}

#[test]
fn bricards_mechanism_falls_as_in_closed_form() {
    let [coarse, fine] = ["fall", "fall_finer"].map(|name| run(MODELS, name, &[]));
    let [by_coarse, by_fine] = [&coarse, &fine].map(off);
    println!(
        "energy-momentum: P3 off by {by_coarse:.2e}, {by_fine:.2e} m; energy {:.1e}",
        drift(&fine)
    );
    // The library asks for 1e-3; order two.
    assert!(by_fine < 1e-3 && (by_coarse / by_fine - 4.0).abs() < 0.3, "{by_coarse:e} {by_fine:e}");
    assert!(drift(&coarse) < 1e-10 && drift(&fine) < 1e-10);
}

#[test]
fn bricards_mechanism_falls_recursively() {
    let rows = run(MODELS, "recursive", &[]);
    println!("recursive, rk4: P3 off by {:.1e} m, energy {:.1e}", off(&rows), drift(&rows));
    assert!(off(&rows) < 1e-6);
}
