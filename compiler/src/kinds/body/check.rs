//! What no body can be.

/// Whether some distribution of mass has these moments of inertia, `[xx, yy, zz, xy, xz, yz]`: the second
/// moments of mass, `tr(J)/2 - J`, cannot be negative in any direction.
pub(crate) fn is_possible_inertia([xx, yy, zz, xy, xz, yz]: [f64; 6]) -> bool {
    let half = (xx + yy + zz) / 2.0;
    let (a, b, c) = (half - xx, half - yy, half - zz);
    let minors = [
        a,
        b,
        c,
        a * b - xy * xy,
        a * c - xz * xz,
        b * c - yz * yz,
        a * (b * c - yz * yz) - xy * (xy * c + yz * xz) - xz * (xy * yz + b * xz),
    ];
    // Rounding in the last digits must not matter: thin bodies have a zero here.
    let scale = half.abs().max(f64::MIN_POSITIVE);
    let bounds = [scale, scale, scale, scale.powi(2), scale.powi(2), scale.powi(2), scale.powi(3)];
    minors.iter().zip(bounds).all(|(minor, bound)| *minor >= -1e-9 * bound)
}
