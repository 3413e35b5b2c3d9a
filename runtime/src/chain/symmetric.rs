//! Symmetric 3x3 matrices held by their six numbers.

use nalgebra::{Matrix3, Vector3};

/// `[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Symmetric3 {
    pub xx: f64,
    pub yy: f64,
    pub zz: f64,
    pub xy: f64,
    pub xz: f64,
    pub yz: f64,
}

impl Symmetric3 {
    pub const ZERO: Self = Self { xx: 0.0, yy: 0.0, zz: 0.0, xy: 0.0, xz: 0.0, yz: 0.0 };

    #[inline(always)]
    pub fn isotropic(value: f64) -> Self {
        Self { xx: value, yy: value, zz: value, ..Self::ZERO }
    }

    /// The symmetric part.
    pub fn from_matrix(m: &Matrix3<f64>) -> Self {
        Self {
            xx: m[(0, 0)],
            yy: m[(1, 1)],
            zz: m[(2, 2)],
            xy: 0.5 * (m[(0, 1)] + m[(1, 0)]),
            xz: 0.5 * (m[(0, 2)] + m[(2, 0)]),
            yz: 0.5 * (m[(1, 2)] + m[(2, 1)]),
        }
    }

    pub fn to_matrix(self) -> Matrix3<f64> {
        let Self { xx, yy, zz, xy, xz, yz } = self;
        Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
    }

    #[inline(always)]
    pub fn times(&self, v: &Vector3<f64>) -> Vector3<f64> {
        Vector3::new(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )
    }

    #[inline(always)]
    pub fn plus(&self, o: &Self) -> Self {
        Self {
            xx: self.xx + o.xx,
            yy: self.yy + o.yy,
            zz: self.zz + o.zz,
            xy: self.xy + o.xy,
            xz: self.xz + o.xz,
            yz: self.yz + o.yz,
        }
    }

    #[inline(always)]
    pub fn scaled(&self, f: f64) -> Self {
        Self {
            xx: self.xx * f,
            yy: self.yy * f,
            zz: self.zz * f,
            xy: self.xy * f,
            xz: self.xz * f,
            yz: self.yz * f,
        }
    }

    /// Adds `factor * v v^T`.
    #[inline(always)]
    pub fn plus_square(&self, factor: f64, v: &Vector3<f64>) -> Self {
        let w = factor * v;
        Self {
            xx: self.xx + w.x * v.x,
            yy: self.yy + w.y * v.y,
            zz: self.zz + w.z * v.z,
            xy: self.xy + w.x * v.y,
            xz: self.xz + w.x * v.z,
            yz: self.yz + w.y * v.z,
        }
    }

    /// Adds `factor * (v w^T + w v^T)`.
    #[inline(always)]
    pub fn plus_product(&self, factor: f64, v: &Vector3<f64>, w: &Vector3<f64>) -> Self {
        let f = factor * v;
        Self {
            xx: self.xx + 2.0 * f.x * w.x,
            yy: self.yy + 2.0 * f.y * w.y,
            zz: self.zz + 2.0 * f.z * w.z,
            xy: self.xy + f.x * w.y + f.y * w.x,
            xz: self.xz + f.x * w.z + f.z * w.x,
            yz: self.yz + f.y * w.z + f.z * w.y,
        }
    }

    /// The adjugate and the determinant: `inverse = adjugate / determinant`.
    #[inline(always)]
    pub fn adjugate(&self) -> (Self, f64) {
        let Self { xx, yy, zz, xy, xz, yz } = *self;
        let adjugate = Self {
            xx: yy * zz - yz * yz,
            yy: xx * zz - xz * xz,
            zz: xx * yy - xy * xy,
            xy: xz * yz - xy * zz,
            xz: xy * yz - xz * yy,
            yz: xy * xz - xx * yz,
        };
        let determinant = xx * adjugate.xx + xy * adjugate.xy + xz * adjugate.xz;
        (adjugate, determinant)
    }

    pub fn inverse(&self) -> Self {
        let (adjugate, determinant) = self.adjugate();
        adjugate.scaled(1.0 / determinant)
    }

    /// `None` when the smallest eigenvalue is below `relative` of the trace, or not a number.
    pub fn safe_inverse(&self, relative: f64) -> Option<Self> {
        let (adjugate, determinant) = self.adjugate();
        // The determinant over the sum of principal minors is the smallest eigenvalue when the
        // other two are much larger.
        let minors = adjugate.xx + adjugate.yy + adjugate.zz;
        let trace = self.xx + self.yy + self.zz;
        (determinant > relative * trace * minors && minors > 0.0)
            .then(|| adjugate.scaled(1.0 / determinant))
    }
}
