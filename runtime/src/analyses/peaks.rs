//! Where swings are largest, also between the rows.
//!
//! Of an oscillator `1/amplitude²` is a parabola in the square of the frequency, and near a resonance of anything else it is nearly one, however
//! sharp the resonance is. So three neighbours tell where something larger lies between them; that is looked at, and is a neighbour then.

use crate::results::Column;

/// What would be larger by less than this share is not looked for.
const GAIN: f64 = 1e-10;

/// The largest swing of a quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct Peak {
    /// With the unit of amplitudes.
    pub column: Column,
    /// Infinite where nothing resists it.
    pub amplitude: f64,
    /// Period or frequency.
    pub at: f64,
    /// Whether it is at the end of what was looked at, so that it may grow on beyond.
    pub is_at_an_end: bool,
}

/// One swing.
#[derive(Clone, Copy)]
struct Point {
    /// Of the frequency, (rad/s)².
    square: f64,
    /// `1/amplitude²`
    inverse: f64,
    /// In the unit of the column.
    amplitude: f64,
    /// On the axis.
    at: f64,
}

/// How a quantity swings, as far as that has been looked at.
pub(super) struct Curve {
    /// What swings.
    column: Column,
    /// The slowest first.
    points: Vec<Point>,
    has_bounds: bool,
}

impl Curve {
    /// Nothing has been looked at.
    pub(super) fn new(column: Column) -> Self {
        Self { column, points: Vec::new(), has_bounds: true }
    }

    /// An amplitude at a frequency, rad/s, which is at this place of the axis.
    pub(super) fn see(&mut self, (turning, at): (f64, f64), amplitude: f64) {
        let (square, inverse) = (turning * turning, 1.0 / (amplitude * amplitude));
        let place = self.points.partition_point(|own| own.square < square);
        if self.points.get(place).is_none_or(|own| own.square != square) {
            self.points.insert(place, Point { square, inverse, amplitude, at });
        }
    }

    /// A frequency, rad/s, at which it seems to be larger than anywhere so far.
    pub(super) fn guess(&self) -> Option<f64> {
        if !self.has_bounds {
            return None;
        }
        if let [first, last] = self.points[..] {
            return Some((0.5 * (first.square + last.square)).sqrt());
        }
        let best = self.points.iter().fold(f64::INFINITY, |least, own| least.min(own.inverse));
        let least = self.points.windows(3).filter_map(bottom);
        let least = least.min_by(|a, b| a.1.total_cmp(&b.1))?;
        (least.1 < best * (1.0 - GAIN)).then(|| least.0.sqrt())
    }

    /// At the last guess nothing keeps it in bounds.
    pub(super) fn has_no_bounds(&mut self, (turning, at): (f64, f64)) {
        self.see((turning, at), f64::INFINITY);
        self.has_bounds = false;
    }

    /// Whether it does not swing, as far as is known.
    pub(super) fn is_zero(&self) -> bool {
        self.points.iter().all(|own| own.amplitude == 0.0)
    }

    /// `ends` are those of the axis. Nothing where nothing was looked at.
    pub(super) fn peak(self, ends: [f64; 2]) -> Option<Peak> {
        let largest =
            self.points.iter().reduce(|a, b| if b.amplitude > a.amplitude { b } else { a });
        let Point { amplitude, at, .. } = *largest?;
        let is_at_an_end = self.points.len() > 1 && ends.contains(&at);
        Some(Peak { column: self.column, amplitude, at, is_at_an_end })
    }
}

/// Where the parabola through three points is lowest, and how low, if that is between them.
fn bottom(points: &[Point]) -> Option<(f64, f64)> {
    let [a, b, c] = points else { return None };
    let slope = |a: &Point, b: &Point| (b.inverse - a.inverse) / (b.square - a.square);
    let (before, behind) = (slope(a, b), slope(b, c));
    let curvature = (behind - before) / (c.square - a.square);
    let at = 0.5 * (a.square + b.square) - 0.5 * before / curvature;
    let is_between = curvature > 0.0 && at > a.square && at < c.square;
    let (from_a, from_b) = (at - a.square, at - b.square);
    // What is large beside it leaves its rounding, which is nothing to look for.
    let rounding = 8.0 * f64::EPSILON * a.inverse.max(c.inverse);
    is_between.then_some((at, a.inverse + from_a * (before + curvature * from_b) + rounding))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rows: &[f64], amplitude: impl Fn(f64) -> f64) -> (Peak, usize) {
        let mut curve = Curve::new(Column::new("x", "m"));
        let mut looks = 0;
        rows.iter().for_each(|at| curve.see((*at, *at), amplitude(*at)));
        while let Some(at) = curve.guess().filter(|_| looks < 30) {
            curve.see((at, at), amplitude(at));
            looks += 1;
        }
        (curve.peak([rows[0], rows[rows.len() - 1]]).expect("a peak"), looks)
    }

    /// `1/(c w)` at `sqrt(k/m - c²/2m²)`, whose width is 1e-4 of the distance of the rows.
    #[test]
    fn an_oscillator_is_found_at_once() {
        let (m, c, k) = (2.0, 1e-4, 8.0);
        let amplitude = |w: f64| 1.0 / (k - m * w * w).hypot(c * w);
        let (peak, looks) = found(&[1.0, 1.5, 2.1, 3.0], amplitude);
        let at = (k / m - c * c / (2.0 * m * m)).sqrt();
        let expected = 1.0 / (c * (k / m - c * c / (4.0 * m * m)).sqrt());
        assert!((peak.amplitude / expected - 1.0).abs() < 1e-9, "{peak:?} {expected}");
        assert!((peak.at / at - 1.0).abs() < 1e-9 && looks < 6, "{peak:?} {looks}");
        assert!(!peak.is_at_an_end);
    }

    /// Of two masses, whose resonances are not alike; and what only falls has its peak at the end.
    #[test]
    fn others_are_found_in_a_few_looks() {
        let amplitude = |w: f64| {
            let one = |at: f64, c: f64| nalgebra::Complex::new(at * at - w * w, c * w).inv();
            (one(1.0, 0.02) + 3.0 * one(2.7, 0.01)).norm()
        };
        let rows: Vec<f64> = (0..12).map(|k| 0.3 + 0.3 * f64::from(k)).collect();
        let (peak, looks) = found(&rows, amplitude);
        let fine = (0..4_000_000).map(|k| amplitude(0.3 + 3.3e-6 / 4.0 * f64::from(k)));
        let expected = fine.fold(0.0, f64::max);
        assert!(
            (peak.amplitude / expected - 1.0).abs() < 1e-8 && looks < 25,
            "{peak:?} {expected}"
        );
        let (peak, looks) = found(&rows, |w| 1.0 / (1.0 + w));
        assert!(peak.is_at_an_end && peak.at == 0.3 && looks == 0, "{peak:?}");
    }
}
