//! Kinetic energy and momenta of rigid links, exact for their straight pieces.

use nalgebra::Vector3;

use super::line::Line;

/// `∫ 1/2 |v|² dm`, J, without added mass ([`super::Loads::added_kinetic`]).
pub(crate) fn kinetic_energy(line: Line<'_>) -> f64 {
    line.pieces()
        .map(|piece| {
            let [a, b] = piece.velocities;
            if line.lumped {
                piece.mass / 4.0 * (a.norm_squared() + b.norm_squared())
            } else {
                piece.mass / 6.0 * (a.norm_squared() + a.dot(&b) + b.norm_squared())
            }
        })
        .sum()
}

/// `∫ v dm`, kg m/s.
pub(crate) fn momentum(line: Line<'_>) -> Vector3<f64> {
    line.pieces()
        .map(|piece| (piece.velocities[0] + piece.velocities[1]) * (0.5 * piece.mass))
        .sum()
}

/// `∫ x × v dm` about the origin, kg m^2/s.
pub(crate) fn angular_momentum(line: Line<'_>) -> Vector3<f64> {
    line.pieces()
        .map(|piece| {
            let ([xa, xb], [va, vb]) = (piece.ends, piece.velocities);
            if line.lumped {
                (xa.cross(&va) + xb.cross(&vb)) * (0.5 * piece.mass)
            } else {
                (xa.cross(&(2.0 * va + vb)) + xb.cross(&(va + 2.0 * vb))) * (piece.mass / 6.0)
            }
        })
        .sum()
}
