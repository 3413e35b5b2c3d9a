//! Weight of the displaced fluid.
//!
//! A piece with the cross section `A` displaces the density `ρ(z) = ρ_above + (ρ_below - ρ_above)
//! w(z)` and is lifted by `-ρ(z) A g` per length. The nodal forces are the exact integrals, so they
//! derive from the potential `-A l G (ρ_above z̄ + (ρ_below - ρ_above) D̄)` with `G = -g_z`, the
//! mean height `z̄` and the mean depth function `D̄`; a moving surface does the work `A l G
//! (ρ_below - ρ_above) w̄` times its rate.

use nalgebra::Vector3;

use super::medium::{Layers, Wetting, depth};
use super::piece::Piece;

/// On the start and the end, N. `shares` of the piece's wetness are those of both ends ([`Wetting::shares`], or a
/// discrete gradient of [`depth`] in their place); `volume` in m^3.
///
/// [`Wetting::shares`]: super::medium::Wetting::shares
#[inline(always)]
pub(crate) fn forces(
    layers: &Layers,
    shares: [f64; 2],
    volume: f64,
    gravity: &Vector3<f64>,
) -> [Vector3<f64>; 2] {
    let lift = -gravity * volume;
    match layers {
        Layers::Vacuum => [Vector3::zeros(); 2],
        Layers::One(fluid) => [lift * (0.5 * fluid.density); 2],
        Layers::Two { above, below, .. } => {
            let (dry, more) = (0.5 * above.density, below.density - above.density);
            shares.map(|share| lift * (dry + more * share))
        }
    }
}

/// What a share of wetness is lifted by, N: the slope of the forces along z by [`forces`]' shares. Times the share of
/// the whole piece it is what a rising surface works with.
#[inline]
pub(crate) fn lift_per_share(layers: &Layers, volume: f64, gravity: &Vector3<f64>) -> f64 {
    match layers {
        Layers::Vacuum | Layers::One(_) => 0.0,
        Layers::Two { above, below, .. } => -gravity.z * volume * (below.density - above.density),
    }
}

/// J, zero at the origin (one fluid) or at the surface.
pub(crate) fn potential(
    piece: &Piece,
    layers: &Layers,
    volume: f64,
    width: f64,
    gravity: &Vector3<f64>,
) -> f64 {
    let middle = 0.5 * (piece.ends[0] + piece.ends[1]);
    match layers {
        Layers::Vacuum => 0.0,
        Layers::One(fluid) => fluid.density * volume * gravity.dot(&middle),
        Layers::Two { above, below, level, .. } => {
            let more = below.density - above.density;
            volume
                * (above.density * gravity.dot(&middle)
                    + more * gravity.z * depth(piece, *level, width))
        }
    }
}

/// What the motion of the surface adds to the potential, W.
#[inline]
pub(crate) fn surface_power(
    layers: &Layers,
    wetting: &Wetting,
    volume: f64,
    gravity: &Vector3<f64>,
) -> f64 {
    match layers {
        Layers::Vacuum | Layers::One(_) => 0.0,
        Layers::Two { level_rate, .. } => {
            lift_per_share(layers, volume, gravity) * wetting.mean * level_rate
        }
    }
}
