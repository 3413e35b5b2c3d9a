//! Symmetric 3x3 matrices as six numbers, for trees and chains.
//!
//! There are two ways to solve with one: [`Sym3::factor`] judges each pivot and loses no digits to the others, for the
//! inertias of bodies, whose moments may be of any size; [`Sym3::adjugate`] has no branch, for the masses of
//! nodes of chains, which are good-natured.

use super::{CLEAR, Mat3, Pivot, Vec3};

/// A symmetric 3x3 matrix: what is stored once cannot lose its symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sym3 {
    pub xx: f64,
    pub yy: f64,
    pub zz: f64,
    pub xy: f64,
    pub xz: f64,
    pub yz: f64,
}

/// The factorization `L D L'` of a positive definite [`Sym3`], with the pivots inverted.
#[derive(Clone, Copy, Debug)]
pub struct Factor {
    /// Below the diagonal of `L`.
    l21: f64,
    /// Below the diagonal of `L`.
    l31: f64,
    /// Below the diagonal of `L`.
    l32: f64,
    /// 1 / D
    pub inverse: [f64; 3],
}

/// A pivot counts as zero when elimination has left less than this part of its diagonal element:
/// what remains then is rounding.
const PIVOT_TOLERANCE: f64 = 2e-15;

impl Sym3 {
    /// All zero.
    pub(crate) const ZERO: Sym3 = Sym3 { xx: 0.0, yy: 0.0, zz: 0.0, xy: 0.0, xz: 0.0, yz: 0.0 };

    /// A multiple of the identity.
    #[inline(always)]
    pub(crate) fn isotropic(value: f64) -> Sym3 {
        Sym3 { xx: value, yy: value, zz: value, ..Sym3::ZERO }
    }

    /// Nothing beside the diagonal.
    pub fn diagonal(xx: f64, yy: f64, zz: f64) -> Sym3 {
        Sym3 { xx, yy, zz, ..Sym3::ZERO }
    }

    /// From `[xx, yy, zz, xy, xz, yz]`.
    pub(crate) fn from_array(m: [f64; 6]) -> Sym3 {
        Sym3 { xx: m[0], yy: m[1], zz: m[2], xy: m[3], xz: m[4], yz: m[5] }
    }

    /// The symmetric part of a matrix.
    pub(crate) fn from_matrix(m: &Mat3) -> Sym3 {
        Sym3 {
            xx: m.m11,
            yy: m.m22,
            zz: m.m33,
            xy: 0.5 * (m.m12 + m.m21),
            xz: 0.5 * (m.m13 + m.m31),
            yz: 0.5 * (m.m23 + m.m32),
        }
    }

    /// All nine numbers.
    pub(crate) fn to_matrix(self) -> Mat3 {
        Mat3::new(self.xx, self.xy, self.xz, self.xy, self.yy, self.yz, self.xz, self.yz, self.zz)
    }

    /// The sum of the diagonal.
    pub(crate) fn trace(&self) -> f64 {
        self.xx + self.yy + self.zz
    }

    /// `Σ |a_i M_ij a_j|`
    fn magnitudes(&self, a: &Vec3) -> f64 {
        let [x, y, z] = [a.x.abs(), a.y.abs(), a.z.abs()];
        let beside = self.xy.abs() * x * y + self.xz.abs() * x * z + self.yz.abs() * y * z;
        self.xx.abs() * x * x + self.yy.abs() * y * y + self.zz.abs() * z * z + 2.0 * beside
    }

    /// A vector.
    #[inline(always)]
    pub fn times(&self, v: &Vec3) -> Vec3 {
        Vec3::new(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )
    }

    /// Another one.
    #[inline(always)]
    pub(crate) fn plus(&self, o: &Sym3) -> Sym3 {
        Sym3 {
            xx: self.xx + o.xx,
            yy: self.yy + o.yy,
            zz: self.zz + o.zz,
            xy: self.xy + o.xy,
            xz: self.xz + o.xz,
            yz: self.yz + o.yz,
        }
    }

    /// Each number times a factor.
    #[inline(always)]
    pub(crate) fn scaled(&self, f: f64) -> Sym3 {
        Sym3 {
            xx: self.xx * f,
            yy: self.yy * f,
            zz: self.zz * f,
            xy: self.xy * f,
            xz: self.xz * f,
            yz: self.yz * f,
        }
    }

    /// Adds `factor * v v'`.
    #[inline(always)]
    pub(crate) fn plus_square(&self, factor: f64, v: &Vec3) -> Sym3 {
        let w = factor * v;
        Sym3 {
            xx: self.xx + w.x * v.x,
            yy: self.yy + w.y * v.y,
            zz: self.zz + w.z * v.z,
            xy: self.xy + w.x * v.y,
            xz: self.xz + w.x * v.z,
            yz: self.yz + w.y * v.z,
        }
    }

    /// Adds `factor * (v w' + w v')`.
    #[inline(always)]
    pub(crate) fn plus_product(&self, factor: f64, v: &Vec3, w: &Vec3) -> Sym3 {
        let f = factor * v;
        Sym3 {
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
    pub(crate) fn adjugate(&self) -> (Sym3, f64) {
        let Sym3 { xx, yy, zz, xy, xz, yz } = *self;
        let adjugate = Sym3 {
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

    /// By cofactors; not finite where it is singular.
    pub(crate) fn inverse(&self) -> Sym3 {
        let (adjugate, determinant) = self.adjugate();
        adjugate.scaled(1.0 / determinant)
    }

    /// `None` when the smallest eigenvalue is below `relative` of the trace, or not a number.
    pub(crate) fn safe_inverse(&self, relative: f64) -> Option<Sym3> {
        let (adjugate, determinant) = self.adjugate();
        // The determinant over the sum of principal minors is the smallest eigenvalue when the
        // other two are much larger.
        let minors = adjugate.trace();
        (determinant > relative * self.trace() * minors && minors > 0.0)
            .then(|| adjugate.scaled(1.0 / determinant))
    }

    /// `R S R'`.
    #[inline(always)]
    pub(crate) fn rotated(&self, r: &Mat3) -> Sym3 {
        // Rows of R S; the result needs six products only.
        let row = |a: f64, b: f64, c: f64| {
            (
                a * self.xx + b * self.xy + c * self.xz,
                a * self.xy + b * self.yy + c * self.yz,
                a * self.xz + b * self.yz + c * self.zz,
            )
        };
        let (a1, a2, a3) = row(r.m11, r.m12, r.m13);
        let (b1, b2, b3) = row(r.m21, r.m22, r.m23);
        let (c1, c2, c3) = row(r.m31, r.m32, r.m33);
        Sym3 {
            xx: a1 * r.m11 + a2 * r.m12 + a3 * r.m13,
            xy: a1 * r.m21 + a2 * r.m22 + a3 * r.m23,
            xz: a1 * r.m31 + a2 * r.m32 + a3 * r.m33,
            yy: b1 * r.m21 + b2 * r.m22 + b3 * r.m23,
            yz: b1 * r.m31 + b2 * r.m32 + b3 * r.m33,
            zz: c1 * r.m31 + c2 * r.m32 + c3 * r.m33,
        }
    }

    /// `[r]x S`, where `[r]x v = r x v`.
    #[inline(always)]
    pub(crate) fn crossed(&self, r: &Vec3) -> Mat3 {
        Mat3::new(
            r.y * self.xz - r.z * self.xy,
            r.y * self.yz - r.z * self.yy,
            r.y * self.zz - r.z * self.yz,
            r.z * self.xx - r.x * self.xz,
            r.z * self.xy - r.x * self.yz,
            r.z * self.xz - r.x * self.zz,
            r.x * self.xy - r.y * self.xx,
            r.x * self.yy - r.y * self.xy,
            r.x * self.yz - r.y * self.xz,
        )
    }

    /// Adds `-G [r]x - (G [r]x)'`, twice the symmetric part of `-G [r]x`.
    #[inline(always)]
    pub(crate) fn subtract_arm(&mut self, g: &Mat3, r: &Vec3) {
        // (G [r]x)_ij = (g_i x r)_j for the rows g_i of G.
        let a = (g.m12 * r.z - g.m13 * r.y, g.m13 * r.x - g.m11 * r.z, g.m11 * r.y - g.m12 * r.x);
        let b = (g.m22 * r.z - g.m23 * r.y, g.m23 * r.x - g.m21 * r.z, g.m21 * r.y - g.m22 * r.x);
        let c = (g.m32 * r.z - g.m33 * r.y, g.m33 * r.x - g.m31 * r.z, g.m31 * r.y - g.m32 * r.x);
        self.xx -= 2.0 * a.0;
        self.yy -= 2.0 * b.1;
        self.zz -= 2.0 * c.2;
        self.xy -= a.1 + b.0;
        self.xz -= a.2 + c.0;
        self.yz -= b.2 + c.1;
    }

    /// Adds the symmetric matrix `-G [r]x`, where `G = [r]x A` with a symmetric A.
    #[inline(always)]
    pub(crate) fn subtract_symmetric_arm(&mut self, g: &Mat3, r: &Vec3) {
        self.xx -= g.m12 * r.z - g.m13 * r.y;
        self.xy -= g.m13 * r.x - g.m11 * r.z;
        self.xz -= g.m11 * r.y - g.m12 * r.x;
        self.yy -= g.m23 * r.x - g.m21 * r.z;
        self.yz -= g.m21 * r.y - g.m22 * r.x;
        self.zz -= g.m31 * r.y - g.m32 * r.x;
    }

    /// Factorizes a positive definite matrix; backward stable without pivoting.
    ///
    /// # Errors
    /// The reason why there is no such factorization.
    #[inline(always)]
    pub fn factor(&self) -> Result<Factor, Pivot> {
        let d1 = self.xx;
        let i1 = 1.0 / d1;
        let l21 = self.xy * i1;
        let l31 = self.xz * i1;
        let d2 = self.yy - l21 * self.xy;
        let i2 = 1.0 / d2;
        let c32 = self.yz - l31 * self.xy;
        let l32 = c32 * i2;
        let d3 = self.zz - l31 * self.xz - l32 * c32;
        let sound = d1 > 0.0
            && d2 > PIVOT_TOLERANCE * self.yy
            && d3 > PIVOT_TOLERANCE * self.zz
            && d1.max(d2).max(d3) < f64::INFINITY;
        if sound {
            Ok(Factor { l21, l31, l32, inverse: [i1, i2, 1.0 / d3] })
        } else {
            Err(Pivot::judge(self.trace() + self.xy + self.xz + self.yz))
        }
    }
}

/// The factorization `L D L'` of a positive definite 2x2 matrix, with the pivots inverted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneFactor {
    /// Below the diagonal of `L`.
    pub(crate) lower: f64,
    /// 1 / D
    pub(crate) inverse: [f64; 2],
}

impl PlaneFactor {
    /// From `[xx, xy, yy]`; judges pivots as [`Sym3::factor`] does.
    ///
    /// # Errors
    /// The reason why there is no such factorization.
    #[inline(always)]
    pub(crate) fn new([xx, xy, yy]: [f64; 3]) -> Result<PlaneFactor, Pivot> {
        // Of one rounding more than `yy - lower * xy`, and without waiting for a division.
        let minor = xx * yy - xy * xy;
        let inverse = 1.0 / xx;
        let sound = xx > 0.0
            && minor > PIVOT_TOLERANCE * xx * yy
            && minor < f64::INFINITY
            && yy < f64::INFINITY;
        match sound {
            true => Ok(PlaneFactor { lower: xy * inverse, inverse: [inverse, xx / minor] }),
            false => Err(Pivot::judge(xx + yy + xy)),
        }
    }
}

impl Factor {
    /// `L^-1 v`.
    #[inline(always)]
    pub fn forward(&self, v: &Vec3) -> Vec3 {
        let y = v.y - self.l21 * v.x;
        Vec3::new(v.x, y, v.z - self.l31 * v.x - self.l32 * y)
    }

    /// `L'^-1 D^-1 v`.
    #[inline(always)]
    pub fn backward(&self, v: &Vec3) -> Vec3 {
        let z = v.z * self.inverse[2];
        let y = v.y * self.inverse[1] - self.l32 * z;
        Vec3::new(v.x * self.inverse[0] - self.l21 * y - self.l31 * z, y, z)
    }

    /// `A x = v`
    #[inline(always)]
    pub fn solve(&self, v: &Vec3) -> Vec3 {
        self.backward(&self.forward(v))
    }
}

/// Whether a pivot is large enough beside what it is a difference of.
#[inline(always)]
pub(super) fn sound_pivot(pivot: f64, scale: f64) -> Result<(), Pivot> {
    if pivot > PIVOT_TOLERANCE * scale && pivot < f64::INFINITY {
        Ok(())
    } else {
        Err(Pivot::judge(pivot + scale))
    }
}

/// Whether a pivot `a' M a` is large enough beside the terms that it is the sum of.
#[inline(always)]
pub(super) fn sound_sum(pivot: f64, matrix: &Sym3, axis: &Vec3) -> Result<(), Pivot> {
    if pivot > CLEAR * matrix.trace() && pivot < f64::INFINITY {
        return Ok(());
    }
    sound_pivot(pivot, matrix.magnitudes(axis))
}
