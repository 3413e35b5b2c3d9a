//! Takes the drift of an integration out of the links' directions.

use nalgebra::{Matrix3, Vector3};

use super::boundary::{TAUT, Taut};
use super::links::Links;
use crate::spatial::Sym3;

/// Where a held tip must be, from the root point: the differences of positions (m) and velocities
/// (m/s) of the two ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    /// m
    pub position: Vector3<f64>,
    /// m/s
    pub velocity: Vector3<f64>,
}

/// How far the directions had drifted before a projection.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Drift {
    /// The largest departure of a direction's norm from one.
    pub norm: f64,
    /// The largest rate along its own direction, 1/s.
    pub rate: f64,
    /// Distance of the tip from where it is held, m, and its rate, m/s.
    pub gap: f64,
    /// See `gap`.
    pub gap_rate: f64,
}

/// Makes directions unit vectors and rates perpendicular to them.
pub fn normalise(directions: &mut [[f64; 3]], rates: &mut [[f64; 3]]) -> Drift {
    let mut drift = Drift::default();
    for (direction, rate) in directions.iter_mut().zip(rates) {
        let (u, w) = (Vector3::from(*direction), Vector3::from(*rate));
        let norm = u.norm();
        let u = u / norm;
        let along = u.dot(&w);
        drift.norm = drift.norm.max((norm - 1.0).abs());
        drift.rate = drift.rate.max(along.abs());
        *direction = u.into();
        *rate = (w - u * along).into();
    }
    drift
}

/// [`normalise`], and closes the chain to a held tip by the smallest change of the directions: the
/// turns `δ_j ⟂ u_j` that minimise `Σ l_j |δ_j|²` with `Σ l_j δ_j` = gap are `δ_j = P_j μ`, so each
/// step of Newton's method is one 3x3 solve; the same for the rates. A straight chain cannot be
/// closed: [`Taut`], unless it is closed already.
pub(crate) fn project(
    links: &Links,
    directions: &mut [[f64; 3]],
    rates: &mut [[f64; 3]],
    span: Option<Span>,
) -> Result<Drift, Taut> {
    let mut drift = normalise(directions, rates);
    let Some(span) = span else { return Ok(drift) };
    let tolerance = 1e-14 * (links.length() + span.position.norm());
    for iteration in 0..MAX_ITERATIONS {
        let gap = span.position - reach(links, directions);
        if iteration == 0 {
            drift.gap = gap.norm();
        }
        // Written so that a NaN, which no turn can mend, also ends here.
        if gap.norm() > tolerance {
            let turn = solve(links, directions, gap)?;
            for u in directions.iter_mut() {
                let direction = Vector3::from(*u);
                let turned = direction + turn - direction * direction.dot(&turn);
                *u = turned.normalize().into();
            }
        } else {
            break;
        }
    }
    // The directions have turned, so the rates must be made perpendicular again.
    normalise(directions, rates);
    let gap_rate = span.velocity - reach(links, rates);
    drift.gap_rate = gap_rate.norm();
    let speed = rates.iter().zip(links.lengths()).map(|(w, l)| l * Vector3::from(*w).norm());
    if gap_rate.norm() > 1e-14 * (speed.sum::<f64>() + span.velocity.norm()) {
        let change = solve(links, directions, gap_rate)?;
        for (u, w) in directions.iter().zip(rates.iter_mut()) {
            let direction = Vector3::from(*u);
            let changed = Vector3::from(*w) + change - direction * direction.dot(&change);
            *w = changed.into();
        }
    }
    Ok(drift)
}

/// Newton's method converges quadratically from the drift of one step; a chain that is almost
/// straight takes more.
const MAX_ITERATIONS: usize = 30;

/// From the root to the tip along unit vectors, or its rate along their rates.
pub(super) fn reach(links: &Links, vectors: &[[f64; 3]]) -> Vector3<f64> {
    vectors.iter().zip(links.lengths()).map(|(v, &length)| Vector3::from(*v) * length).sum()
}

/// Takes from a gradient by the directions what [`project`] takes from their changes, where the chain's tip is held: what is left is
/// the gradient of directions that are changed and then closed. Gives the gradient by where the tip is beside the root. A chain that
/// is straight only follows across.
pub(crate) fn close_gradient(
    links: &Links,
    directions: &[[f64; 3]],
    gradient: &mut [[f64; 3]],
) -> Vector3<f64> {
    let whole = gradient.iter().map(|own| Vector3::from(*own)).sum();
    let by_tip = solve(links, directions, whole).unwrap_or_else(|Taut| {
        let inverse = across(links, directions).pseudo_inverse(STRAIGHT * links.length());
        inverse.map_or_else(|_| Vector3::zeros(), |inverse| inverse * whole)
    });
    for ((own, u), &length) in gradient.iter_mut().zip(directions).zip(links.lengths()) {
        let u = Vector3::from(*u);
        *own = (Vector3::from(*own) - (by_tip - u * u.dot(&by_tip)) * length).into();
    }
    by_tip
}

/// What gives way by less than this share of its length gives way no more.
const STRAIGHT: f64 = 1e-10;

/// `Σ l_j P_j`
fn across(links: &Links, directions: &[[f64; 3]]) -> Matrix3<f64> {
    let mut matrix = Matrix3::identity() * links.length();
    for (u, &length) in directions.iter().zip(links.lengths()) {
        let u = Vector3::from(*u);
        matrix -= u * u.transpose() * length;
    }
    matrix
}

/// `μ` of `Σ l_j P_j μ = gap`.
fn solve(links: &Links, directions: &[[f64; 3]], gap: Vector3<f64>) -> Result<Vector3<f64>, Taut> {
    let matrix = across(links, directions);
    let inverse = Sym3::from_matrix(&matrix).safe_inverse(TAUT).ok_or(Taut)?;
    Ok(inverse.times(&gap))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: differences of what is changed and then closed, where the tip moves as well.
    #[test]
    fn gradients_are_those_of_closed_chains() {
        let links = Links::new(vec![1.0, 0.5, 2.0, 0.7], vec![1.0; 4]).expect("links");
        let unit =
            |x: f64, y: f64, z: f64| -> [f64; 3] { Vector3::new(x, y, z).normalize().into() };
        let directions =
            [unit(1.0, 0.2, -0.5), unit(0.3, -1.0, 0.1), unit(1.0, 0.5, 0.4), unit(-0.2, 0.6, 1.0)];
        let gradient: Vec<Vector3<f64>> = (0..4)
            .map(|j| Vector3::new(0.3, -0.7, 1.1) * f64::from(j) - Vector3::new(1.0, 0.4, 0.2))
            .collect();
        let mut closed: Vec<[f64; 3]> = gradient
            .iter()
            .zip(&directions)
            .map(|(own, u)| {
                let u = Vector3::from(*u);
                (own - u * u.dot(own)).into()
            })
            .collect();
        let by_tip = close_gradient(&links, &directions, &mut closed);
        let (step, moved) = (1e-6, Vector3::new(0.4, -0.3, 0.9));
        let change = |j: usize| Vector3::new(0.2, 1.0, -0.6) * (1.0 - 0.4 * j as f64);
        let value = |sign: f64| -> f64 {
            let mut now: Vec<[f64; 3]> = (0..4)
                .map(|j| (Vector3::from(directions[j]) + change(j) * (sign * step)).into())
                .collect();
            let position = reach(&links, &directions) + moved * (sign * step);
            let span = Span { position, velocity: Vector3::zeros() };
            project(&links, &mut now, &mut [[0.0; 3]; 4], Some(span)).expect("it reaches");
            gradient.iter().zip(&now).map(|(own, u)| own.dot(&Vector3::from(*u))).sum()
        };
        let expected = (value(1.0) - value(-1.0)) / (2.0 * step);
        let along: f64 = (0..4).map(|j| Vector3::from(closed[j]).dot(&change(j))).sum();
        assert!((along + by_tip.dot(&moved) - expected).abs() < 1e-8, "{along} {expected}");
    }
}
