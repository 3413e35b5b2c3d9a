//! A chain at rest between two points: exact equilibrium of rigid links under a uniform field.
//!
//! At rest each link lies along the force in its middle, `τ_j = τ - (W_0 + .. + W_{j-1} + W_j/2)`,
//! where `τ` pulls at the root and `W` are the links' weights (moments about the middle, the weight
//! acting there). The ends fit when `Σ l_j τ_j/|τ_j| = D`, which is the gradient of the convex
//! function
//!
//! ```text
//! Φ(τ) = Σ l_j |τ_j| - D·τ
//! ```
//!
//! so the equilibrium is its minimum and Newton's method with a line search always finds it. `τ`
//! lies in the plane of the span and the weight. In the limit of many links this is the catenary.

use nalgebra::{Matrix2, Vector2, Vector3};

use super::closure::{Span, project};
use super::links::Links;

/// No equilibrium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotHanging {
    /// The ends are further apart than the chain is long, m.
    TooFar { distance: f64, length: f64 },
    /// Slack without weight hangs in any shape.
    Weightless,
    /// Numbers that are not finite, or a shape at the edge of what numbers resolve.
    NotFound,
}

impl std::fmt::Display for NotHanging {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotHanging::TooFar { distance, length } => {
                write!(f, "the ends are {distance} m apart, but the length is {length} m")
            }
            NotHanging::Weightless => {
                write!(f, "a slack chain without weight has no shape at rest")
            }
            NotHanging::NotFound => write!(f, "no shape at rest was found"),
        }
    }
}

impl std::error::Error for NotHanging {}

/// A distance within this relative difference of the length counts as straight.
const STRAIGHT: f64 = 1e-9;

/// Directions of the links that hang from the root to a point at `span` (m) from it. `weight` is
/// the net force per mass, m/s^2 (gravity; less buoyancy where all is under water). Where the span
/// is narrower than a link, the shape may be only near the equilibrium.
pub fn hanging(
    links: &Links,
    weight: Vector3<f64>,
    span: Vector3<f64>,
    directions: &mut [[f64; 3]],
) -> Result<(), NotHanging> {
    let (distance, length) = (span.norm(), links.length());
    if !(distance.is_finite() && weight.norm().is_finite()) {
        return Err(NotHanging::NotFound);
    }
    if distance > length * (1.0 + STRAIGHT) {
        return Err(NotHanging::TooFar { distance, length });
    }
    if distance >= length * (1.0 - STRAIGHT) {
        directions.fill((span / distance).into());
        return Ok(());
    }
    if weight.norm() == 0.0 {
        return Err(NotHanging::Weightless);
    }
    // In the plane: `up` against the weight, `forward` the level part of the span.
    let up = -weight.normalize();
    let level = span - up * up.dot(&span);
    let longest = links.lengths().iter().fold(0.0, |longest: f64, &l| longest.max(l));
    let (forward, offset) = if level.norm() > 1e-9 * longest {
        (level.normalize(), level.norm())
    } else {
        (any_perpendicular(&up), 0.0)
    };
    let widest = (length * length - up.dot(&span).powi(2)).max(0.0).sqrt();
    let unit = longest.min(0.45 * widest);
    let wider = WIDER.iter().map(|factor| factor * unit).filter(|wider| *wider > offset);
    let candidates = (offset > 0.0).then_some(offset).into_iter().chain(wider);
    for offset in candidates {
        let target = Vector2::new(offset, up.dot(&span));
        if target.norm() < length * (1.0 - STRAIGHT)
            && let Some(force) = equilibrium(links, target, length)
        {
            lay_out(links, force, forward, up, directions);
            // What is left is roundoff, or the way home from a wider span.
            let mut rates = vec![[0.0; 3]; directions.len()];
            let exact = Span { position: span, velocity: Vector3::zeros() };
            if project(links, directions, &mut rates, Some(exact)).is_ok_and(|_| {
                let reach = super::closure::reach(links, directions);
                (reach - span).norm() <= 1e-11 * length
            }) {
                return Ok(());
            }
        }
    }
    Err(NotHanging::NotFound)
}

/// A chain folded into a span narrower than a link may have no equilibrium without a compressed
/// link. It then takes the shape for a span of so many of its longest link, or of what its length
/// allows, moved to fit.
const WIDER: [f64; 5] = [0.1, 0.3, 0.6, 1.0, 2.0];

/// Each link along the force in its middle.
fn lay_out(
    links: &Links,
    force: Vector2<f64>,
    forward: Vector3<f64>,
    up: Vector3<f64>,
    directions: &mut [[f64; 3]],
) {
    let total = links.mass();
    let mut carried = 0.0;
    for (u, mass) in directions.iter_mut().zip(links.masses()) {
        let share = mass / total;
        let plane = Vector2::new(force.x, force.y + carried + 0.5 * share).normalize();
        carried += share;
        *u = (forward * plane.x + up * plane.y).into();
    }
}

fn any_perpendicular(u: &Vector3<f64>) -> Vector3<f64> {
    let other = if u.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
    (other - u * u.dot(&other)).normalize()
}

/// `Φ`, its gradient and its second derivative at `τ`, with the whole weight as the unit of force.
fn potential(
    links: &Links,
    target: Vector2<f64>,
    tau: Vector2<f64>,
) -> (f64, Vector2<f64>, Matrix2<f64>) {
    let total = links.mass();
    let (mut value, mut gradient, mut second) = (-target.dot(&tau), -target, Matrix2::zeros());
    let mut carried = 0.0;
    for (length, mass) in links.lengths().iter().zip(links.masses()) {
        let share = mass / total;
        let force = Vector2::new(tau.x, tau.y + carried + 0.5 * share);
        carried += share;
        let norm = force.norm();
        let u = force / norm;
        value += length * norm;
        gradient += u * *length;
        second += (Matrix2::identity() - u * u.transpose()) * (length / norm);
    }
    (value, gradient, second)
}

/// The minimum of `Φ`: the force at the root along `forward` and `up`, over the whole weight.
fn equilibrium(links: &Links, target: Vector2<f64>, length: f64) -> Option<Vector2<f64>> {
    // Start from the shallow parabola's tension along the chord, which is right for a taut chain
    // and finite for a slack one, and carry half the weight at each end.
    let slack = 1.0 - (target.norm() / length).min(1.0);
    let tension = 1.0 / (24.0 * slack).sqrt().max(1e-5);
    let chord = target / target.norm();
    let mut tau = Vector2::new((tension * chord.x).max(1e-6), tension * chord.y - 0.5);
    let (mut value, mut gradient, mut second) = potential(links, target, tau);
    for _ in 0..200 {
        if gradient.norm() <= 1e-13 * length {
            return Some(tau);
        }
        // In a span narrower than a link `Φ` may have its minimum in a kink, where a link without
        // any force would have to be shorter than it is.
        if tau.x * links.count() as f64 <= 1e-7 {
            return None;
        }
        let step = -(second.try_inverse()? * gradient);
        let slope = gradient.dot(&step);
        let mut factor = 1.0;
        let next = loop {
            let trial = tau + step * factor;
            let at = potential(links, target, trial);
            // Near the minimum the value no longer shows progress; the gradient does.
            let better =
                at.0 <= value + 1e-4 * factor * slope || at.1.norm() < 0.5 * gradient.norm();
            if trial.x > 0.0 && better {
                break Some((trial, at));
            }
            factor *= 0.5;
            if factor < 1e-18 {
                break None;
            }
        };
        match next {
            Some((trial, at)) => {
                tau = trial;
                (value, gradient, second) = at;
            }
            // No further progress: good enough or hopeless.
            None => return (gradient.norm() <= 1e-9 * length).then_some(tau),
        }
    }
    (gradient.norm() <= 1e-9 * length).then_some(tau)
}
