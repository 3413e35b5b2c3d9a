//! A chain in a circular arc between two points.

use nalgebra::Vector3;

use super::links::Links;

/// No arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NotAnArc {
    /// The ends are further apart than the chain is long, m.
    TooFar { distance: f64, length: f64 },
    /// The ends lie on each other, or the arc is to bulge along the line between them.
    NoPlane,
}

impl std::fmt::Display for NotAnArc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotAnArc::TooFar { distance, length } => {
                write!(f, "the ends are {distance} m apart, but the length is {length} m")
            }
            NotAnArc::NoPlane => {
                write!(f, "an arc bulges to the side of the line between two different ends")
            }
        }
    }
}

impl std::error::Error for NotAnArc {}

/// Directions of links of one length that lead from the root to a point at `span` (m) from it, each
/// turned against the one before by the same angle. The arc bulges `towards` a side of the span; only
/// the part of that direction across the span counts.
pub(crate) fn arc(
    links: &Links,
    span: Vector3<f64>,
    towards: Vector3<f64>,
    directions: &mut [[f64; 3]],
) -> Result<(), NotAnArc> {
    let (distance, length, count) = (span.norm(), links.length(), links.count() as f64);
    if !distance.is_finite() || distance > length {
        return Err(NotAnArc::TooFar { distance, length });
    }
    let along = span.try_normalize(0.0).ok_or(NotAnArc::NoPlane)?;
    let across = towards - along * along.dot(&towards);
    let across = across.try_normalize(1e-9 * towards.norm()).ok_or(NotAnArc::NoPlane)?;
    // The chord over `count` links of length one, which falls from `count` at an angle of zero to
    // nothing where they close to a polygon.
    let chord = |angle: f64| (0.5 * count * angle).sin() / (0.5 * angle).sin();
    let wanted = count * distance / length;
    let (mut low, mut high) = (0.0, 2.0 * std::f64::consts::PI / count);
    for _ in 0..100 {
        let angle = 0.5 * (low + high);
        if chord(angle) > wanted { low = angle } else { high = angle }
    }
    for (j, direction) in directions.iter_mut().enumerate() {
        let (sin, cos) = ((0.5 * (count - 1.0) - j as f64) * low).sin_cos();
        *direction = (along * cos + across * sin).into();
    }
    Ok(())
}
