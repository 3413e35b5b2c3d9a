//! A chain in a circular arc between two points.

use nalgebra::Vector3;

use super::links::Links;
use crate::results::rounded;

/// No arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NotAnArc {
    /// The ends are further apart than the chain is long, m.
    TooFar { distance: f64, length: f64 },
    /// The ends are nearer to each other than the longest link leaves them, m.
    TooNear { distance: f64, longest: f64, others: f64 },
    /// The ends lie on each other, or the arc is to bulge along the line between them.
    NoPlane,
}

impl std::fmt::Display for NotAnArc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotAnArc::TooFar { distance, length } => {
                write!(
                    f,
                    "the ends are {} m apart, but the length is {} m",
                    rounded(*distance, 6),
                    rounded(*length, 6)
                )
            }
            NotAnArc::TooNear { distance, longest, others } => {
                write!(
                    f,
                    "the ends are {} m apart, but one piece of {} m has only {} m of others beside it",
                    rounded(*distance, 6),
                    rounded(*longest, 6),
                    rounded(*others, 6)
                )
            }
            NotAnArc::NoPlane => {
                write!(f, "an arc bulges to the side of the line between two different ends")
            }
        }
    }
}

impl std::error::Error for NotAnArc {}

/// Directions of links that lead from the root to a point at `span` (m) from it: chords of one circle, from one of its
/// points to the next. The arc bulges `towards` a side of the span; only the part of that direction across the span
/// counts.
pub(crate) fn arc(
    links: &Links,
    span: Vector3<f64>,
    towards: Vector3<f64>,
    directions: &mut [[f64; 3]],
) -> Result<(), NotAnArc> {
    let (distance, length) = (span.norm(), links.length());
    if !distance.is_finite() || distance > length {
        return Err(NotAnArc::TooFar { distance, length });
    }
    let along = span.try_normalize(0.0).ok_or(NotAnArc::NoPlane)?;
    let across = towards - along * along.dot(&towards);
    let across = across.try_normalize(1e-9 * towards.norm()).ok_or(NotAnArc::NoPlane)?;
    let longest = links.lengths().iter().copied().fold(0.0, f64::max);
    if distance < 2.0 * longest - length {
        return Err(NotAnArc::TooNear { distance, longest, others: length - longest });
    }
    // The circle is told by half the angle that the longest link takes of it: up to half a turn, where its centre is on
    // the other side of that link.
    let half_angles = |widest: f64| {
        let sin = widest.sin() / longest;
        let half = move |own: f64| if own == longest { widest } else { (own * sin).asin() };
        links.lengths().iter().map(move |own| half(*own))
    };
    let chord = |widest: f64, all: f64| longest * all.sin() / widest.sin();
    let (mut low, mut high) = (0.0, std::f64::consts::PI);
    for _ in 0..100 {
        let widest = 0.5 * (low + high);
        let all: f64 = half_angles(widest).sum();
        let further = all < std::f64::consts::PI && chord(widest, all) > distance;
        if further { low = widest } else { high = widest }
    }
    let mut ahead: f64 = half_angles(low).sum();
    for (direction, half) in directions.iter_mut().zip(half_angles(low)) {
        let (sin, cos) = (ahead - half).sin_cos();
        ahead -= 2.0 * half;
        *direction = (along * cos + across * sin).into();
    }
    Ok(())
}
