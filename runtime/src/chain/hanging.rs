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
//!
//! Segments of a lumped chain have the same forces: half of each one's weight acts at both its ends, and
//! what the first gives to the held end only shifts `τ`. Their lengths `d(T)` depend on the tension, so
//! that `l_j |τ_j|` becomes `∫ d_j dT`, which is convex as well and grows faster: there is an
//! equilibrium for ends that are further apart than the length, too.

use nalgebra::{Matrix2, Vector2, Vector3};

use super::closure::{Span, project};
use super::links::Links;
use super::lumped::AxialLaw;
use crate::laws::{Curve, Inverse};

/// No equilibrium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NotHanging {
    /// The ends are further apart than the chain is long, m.
    TooFar { distance: f64, length: f64 },
    /// One rigid link spans its own length only, m.
    OneLink { distance: f64, length: f64 },
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
            NotHanging::OneLink { distance, length } => write!(
                f,
                "its one piece is {length} m long and cannot span {distance} m; two pieces or more can fold"
            ),
            NotHanging::Weightless => {
                write!(
                    f,
                    "a slack chain without weight has no shape at rest; `start = arc(...)` gives it one"
                )
            }
            NotHanging::NotFound => write!(f, "no shape at rest was found"),
        }
    }
}

impl std::error::Error for NotHanging {}

/// A distance within this relative difference of the length counts as straight.
const STRAIGHT: f64 = 1e-9;

/// How a segment's length follows from its tension.
#[derive(Clone, Copy, Debug)]
enum Stretching<'a> {
    /// It keeps its length.
    None,
    /// N/m
    Spring(f64),
    /// Force over the distance.
    Table(&'a Curve),
    /// N; see [`AxialLaw::Pid`], with its integral at zero.
    Relative(f64),
}

impl<'a> Stretching<'a> {
    /// A law at rest.
    fn of(law: &'a AxialLaw) -> Self {
        match *law {
            AxialLaw::Spring { stiffness, .. } => Stretching::Spring(stiffness),
            AxialLaw::Table { ref curve, .. } => Stretching::Table(curve),
            AxialLaw::Pid { proportional, .. } => Stretching::Relative(proportional),
        }
    }

    /// `∫ d dT`, `d` and `dd/dT` of a segment of the unstretched `length` under `tension`; infinite
    /// where no length has this tension.
    fn lengths(self, length: f64, tension: f64) -> (f64, f64, f64) {
        match self {
            Stretching::None => (length * tension, length, 0.0),
            Stretching::Spring(stiffness) => {
                let stretch = tension / stiffness;
                (tension * (length + 0.5 * stretch), length + stretch, 1.0 / stiffness)
            }
            Stretching::Table(curve) => match curve.at(tension) {
                Some(Inverse { distance, slope }) => {
                    (tension * distance - curve.energy(distance), distance, 1.0 / slope)
                }
                None => (f64::INFINITY, f64::INFINITY, f64::INFINITY),
            },
            Stretching::Relative(proportional) => {
                let rest = 1.0 - tension / proportional;
                if rest <= 0.0 {
                    return (f64::INFINITY, f64::INFINITY, f64::INFINITY);
                }
                let distance = length / rest;
                (-length * proportional * rest.ln(), distance, distance / (rest * proportional))
            }
        }
    }
}

/// What hangs: its pieces, and the force per mass on it.
#[derive(Clone, Copy)]
struct Hung<'a> {
    /// Unstretched.
    links: &'a Links,
    /// By what law pieces stretch.
    stretching: Stretching<'a>,
    /// Of everything, N.
    weight: f64,
}

/// Directions of the links that hang from the root to a point at `span` (m) from it. `weight` is
/// the net force per mass, m/s^2 (gravity; less buoyancy where all is under water). Where the span
/// is narrower than a link, the shape may be only near the equilibrium.
pub(crate) fn hanging(
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
    if links.count() == 1 {
        return Err(NotHanging::OneLink { distance, length });
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
    let hung = Hung { links, stretching: Stretching::None, weight: weight.norm() * links.mass() };
    let widest = (length * length - up.dot(&span).powi(2)).max(0.0).sqrt();
    let unit = longest.min(0.45 * widest);
    let wider = WIDER.iter().map(|factor| factor * unit).filter(|wider| *wider > offset);
    let candidates = (offset > 0.0).then_some(offset).into_iter().chain(wider);
    for offset in candidates {
        let target = Vector2::new(offset, up.dot(&span));
        if target.norm() < length * (1.0 - STRAIGHT)
            && let Some(force) = equilibrium(hung, target, length)
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

/// The same for the segments of a lumped chain: their directions, and in `lengths` how long they are
/// then, m. Only a slack chain folded into a span narrower than a segment gets the shape of
/// [`hanging`], unstretched.
pub(crate) fn hanging_elastic(
    links: &Links,
    law: &AxialLaw,
    weight: Vector3<f64>,
    span: Vector3<f64>,
    directions: &mut [[f64; 3]],
    lengths: &mut [f64],
) -> Result<(), NotHanging> {
    let (distance, length) = (span.norm(), links.length());
    if !(distance.is_finite() && weight.norm().is_finite()) {
        return Err(NotHanging::NotFound);
    }
    lengths.copy_from_slice(links.lengths());
    if let ([direction], [own]) = (&mut *directions, &mut *lengths) {
        // One segment goes from end to end, whatever its tension.
        *direction = span.try_normalize(0.0).unwrap_or(-Vector3::z()).into();
        *own = distance;
        return Ok(());
    }
    if weight.norm() == 0.0 {
        if distance < length * (1.0 - STRAIGHT) {
            return Err(NotHanging::Weightless);
        }
        // One tension in all: springs in a row stretch alike, relative laws in proportion.
        directions.fill((span / distance).into());
        let share = |own: f64| match law {
            AxialLaw::Spring { .. } | AxialLaw::Table { .. } => {
                (distance - length) / links.count() as f64
            }
            AxialLaw::Pid { .. } => own * (distance / length - 1.0),
        };
        for own in lengths {
            *own += share(*own);
        }
        return Ok(());
    }
    let up = -weight.normalize();
    let height = up.dot(&span);
    let level = span - up * height;
    let offset = if level.norm() > 1e-12 * length { level.norm() } else { 0.0 };
    let forward = if offset > 0.0 { level / offset } else { any_perpendicular(&up) };
    let stretching = Stretching::of(law);
    let hung = Hung { links, stretching, weight: weight.norm() * links.mass() };
    if let Some(force) = equilibrium(hung, Vector2::new(offset, height), length) {
        lay_out(links, force, forward, up, directions);
        for (slot, tension) in lengths.iter_mut().zip(tensions(links, force)) {
            *slot = stretching.lengths(*slot, tension * hung.weight).1;
        }
        return Ok(());
    }
    hanging(links, weight, span, directions)
}

/// Directions and lengths (m) of the segments of a lumped chain that hangs from its root alone, with the
/// force `load` (N) on its tip. False where nothing pulls, so that there is no direction.
pub(crate) fn hanging_freely(
    links: &Links,
    law: &AxialLaw,
    weight: Vector3<f64>,
    load: Vector3<f64>,
    directions: &mut [[f64; 3]],
    lengths: &mut [f64],
) -> bool {
    let stretching = Stretching::of(law);
    let mut beyond = links.mass();
    let pieces = links.lengths().iter().zip(links.masses());
    for ((direction, slot), (&length, mass)) in directions.iter_mut().zip(lengths).zip(pieces) {
        beyond -= mass;
        let force = load + weight * (beyond + 0.5 * mass);
        let tension = force.norm();
        let found = stretching.lengths(length, tension).1;
        if tension == 0.0 || !found.is_finite() {
            return false;
        }
        *direction = (force / tension).into();
        *slot = found;
    }
    true
}

/// Of all links over the whole weight, from the force at the root.
/// In the order of the links; positive, as a hanging chain pulls everywhere.
fn tensions(links: &Links, force: Vector2<f64>) -> impl Iterator<Item = f64> {
    let total = links.mass();
    links.masses().iter().scan(0.0, move |carried, mass| {
        let share = mass / total;
        let tension = Vector2::new(force.x, force.y + *carried + 0.5 * share).norm();
        *carried += share;
        Some(tension)
    })
}

/// A chain folded into a span narrower than a link may have no equilibrium without a compressed
/// link. It then takes the shape for a span of so many of its longest link, or of what its length
/// allows, moved to fit.
const WIDER: [f64; 5] = [0.1, 0.3, 0.6, 1.0, 2.0];

/// Each link along the force in its middle.
/// `forward` and `up` are unit vectors of the plane in which it hangs.
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

/// A unit vector across `u`.
pub(crate) fn any_perpendicular(u: &Vector3<f64>) -> Vector3<f64> {
    let other = if u.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
    (other - u * u.dot(&other)).normalize()
}

/// `Φ`, its gradient and its second derivative at `τ`, with the whole weight as the unit of force.
fn potential(
    hung: Hung<'_>,
    target: Vector2<f64>,
    tau: Vector2<f64>,
) -> (f64, Vector2<f64>, Matrix2<f64>) {
    let Hung { links, stretching, weight } = hung;
    let total = links.mass();
    let (mut value, mut gradient, mut second) = (-target.dot(&tau), -target, Matrix2::zeros());
    let mut carried = 0.0;
    for (&length, mass) in links.lengths().iter().zip(links.masses()) {
        let share = mass / total;
        let force = Vector2::new(tau.x, tau.y + carried + 0.5 * share);
        carried += share;
        let norm = force.norm();
        let u = force / norm;
        let (sum, distance, slope) = stretching.lengths(length, norm * weight);
        value += sum / weight;
        gradient += u * distance;
        let along = u * u.transpose();
        second += (Matrix2::identity() - along) * (distance / norm) + along * (slope * weight);
    }
    (value, gradient, second)
}

/// The minimum of `Φ`: the force at the root along `forward` and `up`, over the whole weight.
fn equilibrium(hung: Hung<'_>, target: Vector2<f64>, length: f64) -> Option<Vector2<f64>> {
    // Start from the shallow parabola's tension along the chord, which is right for a taut chain
    // and finite for a slack one, and carry half the weight at each end.
    let slack = 1.0 - target.norm() / length;
    let mut tension = 1.0 / (24.0 * slack.max(0.0)).sqrt().max(1e-5);
    let chord = target / target.norm().max(f64::MIN_POSITIVE);
    let links = hung.links;
    let elastic = !matches!(hung.stretching, Stretching::None);
    // An elastic chain gives way: as much as it stretches, or where both shares are alike.
    let rigidity = match hung.stretching {
        Stretching::None => f64::INFINITY,
        Stretching::Spring(stiffness) => stiffness * length / links.count() as f64,
        Stretching::Table(curve) => curve.steepest() * length / links.count() as f64,
        Stretching::Relative(proportional) => proportional,
    } / hung.weight;
    if elastic {
        let both = (rigidity / 24.0).cbrt();
        tension = if slack > 0.0 { tension.min(both) } else { both.max(-slack * rigidity) };
    }
    if let Stretching::Relative(_) = hung.stretching {
        // Not where no length has such a tension.
        tension = tension.min(0.5 * (rigidity - 1.0).max(1e-3));
    }
    let upright = target.x == 0.0;
    let least = if upright { 0.0 } else { 1e-6 };
    let mut tau = Vector2::new((tension * chord.x).max(least), tension * chord.y - 0.5);
    let (mut value, mut gradient, mut second) = potential(hung, target, tau);
    let fine = if elastic { 1e-15 } else { 1e-13 };
    for _ in 0..200 {
        if gradient.norm() <= fine * length {
            return Some(tau);
        }
        // In a span narrower than a link `Φ` may have its minimum in a kink, where a link without
        // any force would have to be shorter than it is.
        if !upright && tau.x * links.count() as f64 <= 1e-7 {
            return None;
        }
        let step = -(second.try_inverse()? * gradient);
        let slope = gradient.dot(&step);
        let mut factor = 1.0;
        let next = loop {
            let trial = tau + step * factor;
            let at = potential(hung, target, trial);
            // Near the minimum the value no longer shows progress; the gradient does.
            let better =
                at.0 <= value + 1e-4 * factor * slope || at.1.norm() < 0.5 * gradient.norm();
            // Rounding of the value must not lead away from a minimum that has been found.
            let settled = gradient.norm() <= 1e-12 * length && at.1.norm() >= gradient.norm();
            if (trial.x > 0.0 || upright) && better && !settled {
                break Some((trial, at));
            }
            factor *= 0.5;
            if factor < 1e-18 || settled {
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
