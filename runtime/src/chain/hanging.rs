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
use crate::results::rounded;

/// No equilibrium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NotHanging {
    /// The ends are further apart than the chain is long, m.
    TooFar { distance: f64, length: f64 },
    /// One rigid link spans its own length only, m.
    OneLink { distance: f64, length: f64 },
    /// Slack without weight hangs in any shape.
    Weightless,
    /// What stretches by its weight to more than the distance of the ends (m) hangs folded below the lower one, in a loop
    /// that is narrower than its pieces.
    Folded { distance: f64 },
    /// Numbers that are not finite, or a shape at the edge of what numbers resolve.
    NotFound,
}

impl std::fmt::Display for NotHanging {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotHanging::TooFar { distance, length } => {
                write!(
                    f,
                    "the ends are {} m apart, but the length is {} m",
                    rounded(*distance, 6),
                    rounded(*length, 6)
                )
            }
            NotHanging::OneLink { distance, length } => write!(
                f,
                "its one piece is {} m long and cannot span {} m; two pieces or more can fold",
                rounded(*length, 6),
                rounded(*distance, 6)
            ),
            NotHanging::Weightless => {
                write!(
                    f,
                    "a slack chain without weight has no shape at rest; `start = arc(...)` gives it one"
                )
            }
            NotHanging::Folded { distance } => write!(
                f,
                "its weight stretches it to more than the {} m between its ends, and the rest would hang folded in a loop that is \
                 narrower than its pieces; `start = straight(direction = ...)` begins without the loop, and more pieces or ends farther \
                 aside have one",
                rounded(*distance, 6)
            ),
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

/// What hangs, and what pulls at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hung<'a> {
    /// Unstretched.
    pub(crate) links: &'a Links,
    /// Of its pieces, as many as these or one for all; none where it keeps its length.
    pub(crate) laws: &'a [AxialLaw],
    /// Acceleration of free fall, m/s².
    pub(crate) gravity: Vector3<f64>,
    /// Of each piece, or one for all: the share of its mass that the fluid does not carry, below zero where it floats.
    pub(crate) shares: &'a [f64],
}

impl<'a> Hung<'a> {
    fn stretching(&self, piece: usize) -> Stretching<'a> {
        let law = self.laws.get(piece).or(self.laws.first());
        law.map_or(Stretching::None, Stretching::of)
    }

    /// Of a piece, N; positive along gravity.
    fn weight(&self, piece: usize) -> f64 {
        let share = self.shares.get(piece).or(self.shares.first()).copied().unwrap_or(1.0);
        share * self.links.masses()[piece] * self.gravity.norm()
    }

    /// The sum of all weights whatever their signs, which is the unit of force here, N.
    fn unit(&self) -> f64 {
        (0..self.links.count()).map(|piece| self.weight(piece).abs()).sum()
    }

    /// By how much each piece gets longer by a newton, m; less where it is steeper.
    pub(crate) fn gives(&self) -> Vec<f64> {
        let give = |(piece, own): (usize, &f64)| match self.stretching(piece) {
            Stretching::None => 0.0,
            Stretching::Spring(stiffness) => 1.0 / stiffness,
            Stretching::Table(curve) => 1.0 / curve.steepest(),
            Stretching::Relative(proportional) => own / proportional,
        };
        self.links.lengths().iter().enumerate().map(give).collect()
    }

    /// Of each piece, in the order of the links: its weight over the unit.
    fn weights(self) -> impl Iterator<Item = f64> + use<'a> {
        let unit = self.unit();
        (0..self.links.count()).map(move |piece| self.weight(piece) / unit)
    }
}

/// Directions of the links that hang from the root to a point at `span` (m) from it; whether they stretch does not matter
/// here. Where the span is narrower than a link, the shape may be only near the equilibrium.
pub(crate) fn hang(
    hung: Hung<'_>,
    span: Vector3<f64>,
    directions: &mut [[f64; 3]],
) -> Result<(), NotHanging> {
    let links = hung.links;
    let hung = Hung { laws: &[], ..hung };
    let (distance, length) = (span.norm(), links.length());
    let unit = hung.unit();
    if !(distance.is_finite() && unit.is_finite()) {
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
    if unit == 0.0 {
        return Err(NotHanging::Weightless);
    }
    // In the plane: `up` against the weight, `forward` the level part of the span.
    let up = -hung.gravity.normalize();
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
            && let Some(force) = equilibrium(hung, target, length)
        {
            lay_out(hung, force, forward, up, directions);
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
/// [`hang`], unstretched.
pub(crate) fn hang_elastic(
    hung: Hung<'_>,
    span: Vector3<f64>,
    directions: &mut [[f64; 3]],
    lengths: &mut [f64],
) -> Result<(), NotHanging> {
    let links = hung.links;
    let (distance, length) = (span.norm(), links.length());
    let unit = hung.unit();
    if !(distance.is_finite() && unit.is_finite()) {
        return Err(NotHanging::NotFound);
    }
    lengths.copy_from_slice(links.lengths());
    if let ([direction], [own]) = (&mut *directions, &mut *lengths) {
        // One segment goes from end to end, whatever its tension.
        *direction = span.try_normalize(0.0).unwrap_or(-Vector3::z()).into();
        *own = distance;
        return Ok(());
    }
    if unit == 0.0 {
        if distance < length * (1.0 - STRAIGHT) {
            return Err(NotHanging::Weightless);
        }
        // One tension in all: springs in a row stretch by their compliances, relative laws in proportion.
        directions.fill((span / distance).into());
        let gives = hung.gives();
        let whole: f64 = gives.iter().sum();
        for (own, give) in lengths.iter_mut().zip(gives) {
            *own += (distance - length) * give / whole;
        }
        return Ok(());
    }
    let up = -hung.gravity.normalize();
    let height = up.dot(&span);
    let level = span - up * height;
    let offset = if level.norm() > 1e-12 * length { level.norm() } else { 0.0 };
    let forward = if offset > 0.0 { level / offset } else { any_perpendicular(&up) };
    if let Some(force) = equilibrium(hung, Vector2::new(offset, height), length) {
        lay_out(hung, force, forward, up, directions);
        for ((piece, slot), tension) in lengths.iter_mut().enumerate().zip(tensions(hung, force)) {
            *slot = hung.stretching(piece).lengths(*slot, tension * unit).1;
        }
        return Ok(());
    }
    if distance > length {
        return Err(NotHanging::Folded { distance });
    }
    hang(hung, span, directions)
}

/// Directions and lengths (m) of the segments of a lumped chain that hangs from its root alone, with the
/// force `load` (N) on its tip. False where nothing pulls, so that there is no direction.
pub(crate) fn hang_freely(
    hung: Hung<'_>,
    load: Vector3<f64>,
    directions: &mut [[f64; 3]],
    lengths: &mut [f64],
) -> bool {
    let down = hung.gravity.try_normalize(0.0).unwrap_or_else(Vector3::zeros);
    let mut beyond: f64 = (0..hung.links.count()).map(|piece| hung.weight(piece)).sum();
    let pieces = hung.links.lengths().iter().enumerate();
    for ((direction, slot), (piece, &length)) in directions.iter_mut().zip(lengths).zip(pieces) {
        let weight = hung.weight(piece);
        beyond -= weight;
        let force = load + down * (beyond + 0.5 * weight);
        let tension = force.norm();
        let found = hung.stretching(piece).lengths(length, tension).1;
        if tension == 0.0 || !found.is_finite() {
            return false;
        }
        *direction = (force / tension).into();
        *slot = found;
    }
    true
}

/// Of all links over the unit of force, from the force at the root.
/// In the order of the links; positive, as a hanging chain pulls everywhere.
fn tensions(hung: Hung<'_>, force: Vector2<f64>) -> impl Iterator<Item = f64> {
    hung.weights().scan(0.0, move |carried, share| {
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
    hung: Hung<'_>,
    force: Vector2<f64>,
    forward: Vector3<f64>,
    up: Vector3<f64>,
    directions: &mut [[f64; 3]],
) {
    let mut carried = 0.0;
    for (u, share) in directions.iter_mut().zip(hung.weights()) {
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

/// `Φ`, its gradient and its second derivative at `τ`, with the sum of all weights as the unit of force.
fn potential(
    hung: Hung<'_>,
    target: Vector2<f64>,
    tau: Vector2<f64>,
) -> (f64, Vector2<f64>, Matrix2<f64>) {
    let unit = hung.unit();
    let (mut value, mut gradient, mut second) = (-target.dot(&tau), -target, Matrix2::zeros());
    let mut carried = 0.0;
    for ((piece, &length), share) in hung.links.lengths().iter().enumerate().zip(hung.weights()) {
        let force = Vector2::new(tau.x, tau.y + carried + 0.5 * share);
        carried += share;
        let norm = force.norm();
        let u = force / norm;
        let (sum, distance, slope) = hung.stretching(piece).lengths(length, norm * unit);
        value += sum / unit;
        gradient += u * distance;
        let along = u * u.transpose();
        second += (Matrix2::identity() - along) * (distance / norm) + along * (slope * unit);
    }
    (value, gradient, second)
}

/// The minimum of `Φ`: the force at the root along `forward` and `up`, over the unit of force.
fn equilibrium(hung: Hung<'_>, target: Vector2<f64>, length: f64) -> Option<Vector2<f64>> {
    // Start from the shallow parabola's tension along the chord, which is right for a taut chain
    // and finite for a slack one, and carry half the weight at each end.
    let slack = 1.0 - target.norm() / length;
    let mut tension = 1.0 / (24.0 * slack.max(0.0)).sqrt().max(1e-5);
    let chord = target / target.norm().max(f64::MIN_POSITIVE);
    let links = hung.links;
    let elastic = !hung.laws.is_empty();
    // An elastic chain gives way: as much as it stretches, or where both shares are alike.
    let rigidity = length / hung.gives().iter().sum::<f64>() / hung.unit();
    let relative = matches!(hung.stretching(0), Stretching::Relative(_));
    if elastic {
        let both = (rigidity / 24.0).cbrt();
        tension = if slack > 0.0 { tension.min(both) } else { both.max(-slack * rigidity) };
    }
    if relative {
        // Not where no length has such a tension.
        tension = tension.min(0.5 * (rigidity - 1.0).max(1e-3));
    }
    let upright = target.x == 0.0;
    let least = if upright { 0.0 } else { 1e-6 };
    let weight: f64 = hung.weights().sum();
    let mut tau = Vector2::new((tension * chord.x).max(least), tension * chord.y - 0.5 * weight);
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
            // Near the minimum the value no longer shows progress; the gradient does. Elsewhere that may fall while the value grows, to and fro
            // over the place where nothing pulls.
            let rounding = 1e-10 * target.norm() * (tau.norm() + trial.norm());
            let better = at.0 <= value + 1e-4 * factor * slope
                || at.0 <= value + rounding && at.1.norm() < 0.5 * gradient.norm();
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
