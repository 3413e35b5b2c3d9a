//! The shape of a chain of rigid links that hangs at rest between two points.

use nalgebra::{Matrix2, Vector2};

use crate::spatial::Vec3;

/// Directions of the links, first to last, of a chain of evenly heavy links that spans `span` (from
/// its first to its last point, m) at rest. `down` is the direction of gravity; without one the
/// chain sags to the side. `None` when the chain is too short.
///
/// At rest a link's direction is that of the force at its middle, so with the unknown horizontal
/// and upward force `p` and the weight `w_j` below the middle of link `j`, in units of the chain's
/// weight, the direction is `(p + w_j up) / |p + w_j up|`. The sum of the links must give the span: two
/// equations, whose left side is the gradient of the convex `sum(l |p + w_j up|)`. Newton's method
/// with step control finds the one solution.
pub(super) fn hanging(lengths: &[f64], span: Vec3, down: Option<Vec3>) -> Option<Vec<Vec3>> {
    let length: f64 = lengths.iter().sum();
    if span.norm() >= length {
        return None;
    }
    let up = match down {
        Some(down) => -down,
        // Any direction across the span.
        None => {
            let axis = if span.x.abs() > 0.5 * span.norm() { Vec3::y() } else { Vec3::x() };
            span.cross(&axis).try_normalize(0.0).unwrap_or_else(Vec3::z)
        }
    };
    let rise = span.dot(&up);
    let level = span - up * rise;
    let width = level.norm();
    // A chain between points above each other hangs in any plane; a little width chooses one.
    let horizontal = if width > 1e-9 * length {
        level / width
    } else {
        let axis = if up.x.abs() < 0.9 { Vec3::x() } else { Vec3::y() };
        (axis - up * axis.dot(&up)).normalize()
    };
    let weights: Vec<f64> = {
        let mut before = 0.0;
        lengths
            .iter()
            .map(|l| {
                let middle = before + 0.5 * l;
                before += l;
                middle / length
            })
            .collect()
    };
    let target = Vector2::new(width / length, rise / length);
    let shape = |p: &Vector2<f64>| {
        let mut sum = Vector2::zeros();
        let mut slope = Matrix2::zeros();
        let mut potential = 0.0;
        for (&l, &weight) in lengths.iter().zip(&weights) {
            let force = Vector2::new(p.x, p.y + weight);
            let size = force.norm();
            potential += l / length * size;
            if size > 0.0 {
                let along = force / size;
                sum += along * (l / length);
                slope += (Matrix2::identity() - along * along.transpose()) * (l / length / size);
            }
        }
        (sum, slope, potential - target.dot(p))
    };
    // The vertical force at the first point carries about half the weight; the catenary's sag gives
    // the size of the horizontal force.
    let slack = (1.0 - target.norm()).max(1e-12);
    let mut p = Vector2::new((width / length).max(1e-6) * (0.2 / slack.sqrt()).max(0.05), -0.5);
    let (mut sum, mut slope, mut potential) = shape(&p);
    for _ in 0..200 {
        let residual = sum - target;
        if residual.norm() < 1e-15 {
            break;
        }
        let regular = slope + Matrix2::identity() * (1e-14 * slope.trace());
        let Some(inverse) = regular.try_inverse() else { break };
        let step = inverse * residual;
        let mut factor = 1.0;
        let mut moved = false;
        for _ in 0..60 {
            let trial = p - step * factor;
            let (next, next_slope, next_potential) = shape(&trial);
            // Near the solution rounding hides the decrease of the potential, not of the residual.
            let better = next_potential < potential - 1e-4 * factor * step.dot(&residual)
                || (next - target).norm() < 0.5 * residual.norm();
            if better {
                (p, sum, slope, potential) = (trial, next, next_slope, next_potential);
                moved = true;
                break;
            }
            factor *= 0.5;
        }
        if !moved {
            break;
        }
    }
    if (sum - target).norm() > 1e-9 {
        return None;
    }
    Some(
        weights
            .iter()
            .map(|&weight| (horizontal * p.x + up * (p.y + weight)).normalize())
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(lengths: &[f64], directions: &[Vec3]) -> Vec3 {
        lengths.iter().zip(directions).map(|(l, u)| u * *l).sum()
    }

    /// The chain spans what it has to (1e-9 of its length) and its sag approaches the catenary's: with
    /// span 8 m and length 10 m, a = solution of 2 a sinh(4/a) = 10, sag = a (cosh(4/a) - 1).
    #[test]
    fn hangs_as_a_catenary() {
        let count = 400;
        let lengths = vec![10.0 / f64::from(count); count as usize];
        let span = Vec3::new(8.0, 0.0, 0.0);
        let shape = hanging(&lengths, span, Some(-Vec3::z())).unwrap();
        assert!((end(&lengths, &shape) - span).norm() < 1e-8);
        let (mut low, mut high) = (1.0, 20.0);
        for _ in 0..200 {
            let a: f64 = 0.5 * (low + high);
            if 2.0 * a * (4.0 / a).sinh() > 10.0 { low = a } else { high = a }
        }
        let a = 0.5 * (low + high);
        let lowest: f64 = end(&lengths[..200], &shape[..200]).z;
        assert!((lowest + a * ((4.0 / a).cosh() - 1.0)).abs() < 1e-3, "{lowest}");
    }

    #[test]
    fn spans_slopes_short_and_vertical_gaps_and_no_gravity() {
        let lengths = vec![0.5; 20];
        for span in [
            Vec3::new(3.0, 4.0, -8.0),
            Vec3::new(0.0, 0.0, -2.0),
            Vec3::new(0.0, 0.0, 5.0),
            Vec3::new(9.99, 0.0, 0.0),
            Vec3::new(0.1, 0.0, 0.3),
        ] {
            for down in [Some(-Vec3::z()), None] {
                let shape = hanging(&lengths, span, down).unwrap_or_else(|| panic!("{span} {down:?}"));
                assert!((end(&lengths, &shape) - span).norm() < 1e-8, "{span} {down:?}");
            }
        }
        assert!(hanging(&lengths, Vec3::new(11.0, 0.0, 0.0), None).is_none());
    }
}
