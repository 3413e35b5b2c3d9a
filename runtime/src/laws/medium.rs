//! The fluids around a cable, and how far a straight piece is under water.
//!
//! The water's surface is the horizontal plane `z = level`. A point of the cable is wet by `w(z) =
//! clamp(1/2 + (level - z)/d, 0, 1)` with the diameter `d`: the surface takes one diameter to pass
//! a horizontal cable, so forces are continuous. Along a straight piece `z` is linear, so all
//! moments of `w` are exact integrals of polynomials over at most three intervals.

use nalgebra::Vector3;

use super::piece::{GAUSS, Piece};

/// Air or water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fluid {
    /// kg/m^3
    pub density: f64,
    /// Wind or current, world axes, m/s.
    pub velocity: Vector3<f64>,
}

/// What surrounds the cable at an instant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Medium {
    pub air: Option<Fluid>,
    /// Below `level`; everywhere where there is no level.
    pub water: Option<Fluid>,
    /// z of the surface, m. Where it is given, gravity must be vertical.
    pub level: Option<f64>,
    /// Of the level, m/s.
    pub level_rate: f64,
}

/// What lies above water where there is no air.
const VACUUM: Fluid = Fluid { density: 0.0, velocity: Vector3::new(0.0, 0.0, 0.0) };

/// The two fluids of a medium; the surface lies between them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layers {
    /// Nothing.
    Vacuum,
    /// The same everywhere.
    One(Fluid),
    /// With the surface between them.
    Two { above: Fluid, below: Fluid, level: f64, level_rate: f64 },
}

impl Medium {
    /// What of it acts on a cable.
    pub(crate) fn layers(&self) -> Layers {
        match (self.air, self.water, self.level) {
            (None, None, _) => Layers::Vacuum,
            (_, Some(water), None) => Layers::One(water),
            (Some(air), None, _) => Layers::One(air),
            (air, Some(water), Some(level)) => Layers::Two {
                above: air.unwrap_or(VACUUM),
                below: water,
                level,
                level_rate: self.level_rate,
            },
        }
    }
}

impl Layers {
    /// Whether a fluid moves by itself.
    pub(crate) fn flows(&self) -> bool {
        let moves = |fluid: &Fluid| fluid.velocity != Vector3::zeros();
        match self {
            Layers::Vacuum => false,
            Layers::One(fluid) => moves(fluid),
            Layers::Two { above, below, .. } => moves(above) || moves(below),
        }
    }

    /// How wet a piece is, of a cable of the diameter `width`, m.
    #[inline]
    pub(crate) fn wetting(&self, piece: &Piece, width: f64) -> Wetting {
        match self {
            Layers::Vacuum => Wetting::DRY,
            Layers::One(_) => Wetting::FULL,
            Layers::Two { level, .. } => wetting(piece, *level, width),
        }
    }
}

/// How wet a piece is: integrals over the fraction `ξ` of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wetting {
    /// `∫ w`
    pub mean: f64,
    /// `∫ ξ w`
    pub moment: f64,
    /// The interval of `ξ` that the surface is passing, where `dw/dz = -1/d`.
    pub passing: [f64; 2],
}

impl Wetting {
    /// All of the piece is above the surface.
    pub(crate) const DRY: Self = Self { mean: 0.0, moment: 0.0, passing: [0.0; 2] };
    /// All of the piece is below it.
    pub(crate) const FULL: Self = Self { mean: 1.0, moment: 0.5, passing: [0.0; 2] };

    /// What falls to the start and to the end: `∫ (1-ξ) w`, `∫ ξ w`, the gradient of [`depth`] by both heights.
    #[inline]
    pub(crate) fn shares(&self) -> [f64; 2] {
        [self.mean - self.moment, self.moment]
    }

    /// `w` at the points of Gauss's rule, of the linear function with the same moments.
    #[inline]
    pub(crate) fn at_gauss(&self) -> [f64; 2] {
        let slope = 12.0_f64.sqrt();
        [
            (slope * (GAUSS[1] * self.mean - self.moment)).clamp(0.0, 1.0),
            (slope * (self.moment - GAUSS[0] * self.mean)).clamp(0.0, 1.0),
        ]
    }
}

/// Where along a piece `z` passes from wet to dry: intervals of `ξ`.
struct Cut {
    /// Below the surface.
    wet: [f64; 2],
    /// Going through it.
    passing: [f64; 2],
}

/// `z` and the depth function are measured from the surface.
fn cut(z: [f64; 2], width: f64) -> Cut {
    let rise = z[1] - z[0];
    if rise == 0.0 {
        // The whole piece is in one state; treating it as being passed is right in all three.
        return Cut { wet: [0.0; 2], passing: [0.0, 1.0] };
    }
    let crossing = |height: f64| ((height - z[0]) / rise).clamp(0.0, 1.0);
    let (wet_until, dry_from) = (crossing(-0.5 * width), crossing(0.5 * width));
    if rise > 0.0 {
        Cut { wet: [0.0, wet_until], passing: [wet_until, dry_from] }
    } else {
        Cut { wet: [wet_until, 1.0], passing: [dry_from, wet_until] }
    }
}

/// Simpson's rule, exact for cubic polynomials.
#[inline]
fn integral(interval: [f64; 2], function: impl Fn(f64) -> f64) -> f64 {
    let [from, to] = interval;
    (to - from) / 6.0 * (function(from) + 4.0 * function(0.5 * (from + to)) + function(to))
}

/// `width` is the diameter, `level` the height of the surface, m.
#[inline]
pub(crate) fn wetting(piece: &Piece, level: f64, width: f64) -> Wetting {
    let z = [piece.ends[0].z - level, piece.ends[1].z - level];
    let (low, high) = (z[0].min(z[1]), z[0].max(z[1]));
    if low >= 0.5 * width {
        return Wetting::DRY;
    }
    if high <= -0.5 * width {
        return Wetting::FULL;
    }
    let Cut { wet, passing } = cut(z, width);
    let share = |xi: f64| (0.5 - (z[0] + xi * (z[1] - z[0])) / width).clamp(0.0, 1.0);
    Wetting {
        mean: (wet[1] - wet[0]) + integral(passing, share),
        moment: 0.5 * (wet[1] * wet[1] - wet[0] * wet[0]) + integral(passing, |xi| xi * share(xi)),
        passing,
    }
}

/// Derivatives of a wetting by the heights of the piece's start and end, 1/m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WettingSlopes {
    /// Of the share that is wet.
    pub mean: [f64; 2],
    /// Of its first moment along the piece.
    pub moment: [f64; 2],
}

impl WettingSlopes {
    /// Of [`Wetting::shares`]: `[k]` is the end that the share falls to, `[l]` the one that rises; 1/m.
    pub(crate) fn shares(&self) -> [[f64; 2]; 2] {
        [[self.mean[0] - self.moment[0], self.mean[1] - self.moment[1]], self.moment]
    }
}

impl Wetting {
    /// The share of wetness falls by `1/d` per height where the surface is passing.
    pub(crate) fn slopes(&self, width: f64) -> WettingSlopes {
        let over = |function: fn(f64) -> f64| -integral(self.passing, function) / width;
        WettingSlopes {
            mean: [over(|xi| 1.0 - xi), over(|xi| xi)],
            moment: [over(|xi| xi * (1.0 - xi)), over(|xi| xi * xi)],
        }
    }

    /// Derivatives of [`Wetting::at_gauss`] by both heights, for each point; 1/m.
    pub(crate) fn gauss_slopes(&self, slopes: &WettingSlopes) -> [[f64; 2]; 2] {
        let slope = 12.0_f64.sqrt();
        let inside = |share: f64| if share > 0.0 && share < 1.0 { 1.0 } else { 0.0 };
        let shares = self.at_gauss().map(inside);
        [0, 1].map(|point| {
            [0, 1].map(|end| {
                let (mean, moment) = (slopes.mean[end], slopes.moment[end]);
                let change =
                    if point == 0 { GAUSS[1] * mean - moment } else { moment - GAUSS[0] * mean };
                slope * change * shares[point]
            })
        })
    }
}

/// `∫ D dξ` with the depth function `D(z) = -∫_z^∞ w`, m: minus the depth under water.
pub(crate) fn depth(piece: &Piece, level: f64, width: f64) -> f64 {
    let z = [piece.ends[0].z - level, piece.ends[1].z - level];
    let height = |xi: f64| z[0] + xi * (z[1] - z[0]);
    let deep = |xi: f64| {
        let z = height(xi);
        if z >= 0.5 * width {
            0.0
        } else if z <= -0.5 * width {
            z
        } else {
            -(0.5 * width - z).powi(2) / (2.0 * width)
        }
    };
    let Cut { wet, passing } = cut(z, width);
    integral(wet, height) + integral(passing, deep)
}

/// Time derivative of the wet mean share, 1/s.
pub(super) fn wetting_rate(piece: &Piece, wetting: &Wetting, level_rate: f64, width: f64) -> f64 {
    let rise = |xi: f64| piece.velocity(xi).z - level_rate;
    -integral(wetting.passing, rise) / width
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(z: [f64; 2]) -> Piece {
        Piece {
            ends: [Vector3::new(0.0, 0.0, z[0]), Vector3::new(1.0, 0.0, z[1])],
            velocities: [Vector3::new(0.0, 0.0, 0.3), Vector3::new(0.0, 0.0, -0.8)],
            direction: Vector3::x(),
            rate: Vector3::zeros(),
            length: 1.0,
            mass: 1.0,
        }
    }

    const HEIGHTS: [[f64; 2]; 9] = [
        [-2.0, -1.0],
        [1.0, 2.0],
        [-1.0, 1.0],
        [1.0, -0.3],
        [0.01, 0.02],
        [0.02, 0.02],
        [-0.04, 0.3],
        [0.0, 0.0],
        [0.05, 0.05],
    ];

    /// Reference: the midpoint rule with 20000 points; 1e-4 at the kinks.
    #[test]
    fn moments_are_integrals() {
        let (level, width) = (0.4, 0.1);
        for z in HEIGHTS {
            let piece = piece([z[0] + level, z[1] + level]);
            let w = wetting(&piece, level, width);
            let (mut mean, mut moment, mut deep) = (0.0, 0.0, 0.0);
            let n = 20_000;
            for i in 0..n {
                let xi = (i as f64 + 0.5) / n as f64;
                let height = z[0] + xi * (z[1] - z[0]);
                let share = (0.5 - height / width).clamp(0.0, 1.0);
                mean += share / n as f64;
                moment += xi * share / n as f64;
                let clipped = height.clamp(-0.5 * width, 0.5 * width);
                deep += ((height - clipped).min(0.0)
                    - (0.5 * width - clipped).powi(2) / (2.0 * width))
                    / n as f64;
            }
            assert!((w.mean - mean).abs() < 1e-4, "{z:?}: {w:?} {mean}");
            assert!((w.moment - moment).abs() < 1e-4, "{z:?}: {w:?} {moment}");
            assert!((depth(&piece, level, width) - deep).abs() < 1e-4, "{z:?}: {deep}");
        }
    }

    /// Reference: central differences of the mean over time; the depth's derivative with respect
    /// to the level is minus the mean.
    #[test]
    fn rates_are_derivatives() {
        let (level, width, rate) = (0.4, 0.1, 0.25);
        for z in [[-1.0, 1.0], [1.0, -0.3], [0.01, 0.02], [-0.04, 0.3]] {
            let at = |t: f64| {
                let p = piece([z[0] + level, z[1] + level]);
                let [v0, v1] = p.velocities;
                piece([p.ends[0].z + v0.z * t, p.ends[1].z + v1.z * t])
            };
            let mean = |t: f64| wetting(&at(t), level + rate * t, width).mean;
            let now = at(0.0);
            let w = wetting(&now, level, width);
            let expected = (mean(1e-5) - mean(-1e-5)) / 2e-5;
            assert!((wetting_rate(&now, &w, rate, width) - expected).abs() < 1e-6);
            let slope =
                (depth(&now, level + 1e-5, width) - depth(&now, level - 1e-5, width)) / 2e-5;
            assert!((slope + w.mean).abs() < 1e-6);
        }
    }
}
