//! What a body and everything that hangs on it opposes to its acceleration.

use super::symmetric::sound_sum;
use super::{Mat3, Sym3, Vec3, matrix_without_tiny, vector_without_tiny};

/// The relation between a body's acceleration and the wrench it needs, everything beyond it
/// already eliminated; world axes, at the body's reference point:
///
/// ```text
/// moment = rotation  alpha + coupling a + bias_moment
/// force  = coupling' alpha + mass     a + bias_force
/// ```
///
/// with the angular acceleration `alpha` (rad/s^2) and the acceleration `a` (m/s^2) of the
/// reference point. Units: kg m^2, kg m, kg, N m, N.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Articulated {
    /// kg m²
    pub rotation: Sym3,
    /// kg m
    pub coupling: Mat3,
    /// kg
    pub mass: Sym3,
    /// N m
    pub bias_moment: Vec3,
    /// N
    pub bias_force: Vec3,
}

/// What hangs on a point by a ball joint: the force (N) that accelerates the point is
/// `mass * a + bias`, `a` being the whole acceleration of the point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointLoad {
    /// kg
    pub mass: Sym3,
    /// N
    pub bias: Vec3,
}

impl PointLoad {
    /// As it is handed on: see [`super::tiny`].
    #[inline(always)]
    pub(crate) fn without_tiny(&self) -> Self {
        Self { mass: self.mass.without_tiny(), bias: vector_without_tiny(&self.bias) }
    }
}

/// The acceleration of one eliminated coordinate: `offset - angular . alpha - linear . a`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AxisGain {
    /// By the angular acceleration of the parent.
    pub angular: Vec3,
    /// By the acceleration of the parent's point.
    pub linear: Vec3,
    /// Without either, rad/s² or m/s².
    pub offset: f64,
    /// The acceleration for a unit of effort, 1/(kg m^2) or 1/kg.
    pub compliance: f64,
}

/// The angular acceleration of an eliminated ball joint: `offset - linear a`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BallGain {
    /// By the acceleration of the point.
    pub linear: Mat3,
    /// Without it, rad/s².
    pub offset: Vec3,
}

/// Why an elimination is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pivot {
    /// No inertia opposes the motion.
    Singular,
    /// A state or a load was already infinite or not a number.
    NotFinite,
}

impl Pivot {
    /// A pivot that is no number, or too small.
    pub(super) fn judge(witness: f64) -> Pivot {
        if witness.is_finite() { Pivot::Singular } else { Pivot::NotFinite }
    }
}

impl Articulated {
    /// The wrench (moment about the reference point, force) that gives these accelerations.
    #[inline(always)]
    pub(crate) fn wrench(&self, alpha: &Vec3, a: &Vec3) -> (Vec3, Vec3) {
        let moment = self.rotation.times(alpha) + times(&self.coupling, a) + self.bias_moment;
        let force =
            super::transposed_times(&self.coupling, alpha) + self.mass.times(a) + self.bias_force;
        (moment, force)
    }

    /// Adds what hangs by a ball joint at `arm` from the reference point, on a body that turns with
    /// `omega`.
    #[inline(always)]
    pub(crate) fn add_point_load(&mut self, arm: &Vec3, omega: &Vec3, load: &PointLoad) {
        let centripetal = omega.cross(&omega.cross(arm));
        self.add_load_at(arm, &load.mass, &(load.bias + load.mass.times(&centripetal)));
    }

    /// The same with the velocity product already in `bias`.
    #[inline(always)]
    pub(crate) fn add_load_at(&mut self, arm: &Vec3, mass: &Sym3, bias: &Vec3) {
        let g = mass.crossed(arm);
        self.rotation.subtract_symmetric_arm(&g, arm);
        self.coupling += g;
        self.mass = self.mass.plus(mass);
        self.bias_force += bias;
        self.bias_moment += arm.cross(bias);
    }

    /// Adds `other`, whose reference point stands at `arm` from this one and accelerates by
    /// `angular`, `linear` (velocity products and prescribed motion) more than a point of this body.
    #[inline(always)]
    pub(crate) fn add_shifted(
        &mut self,
        other: &Articulated,
        arm: &Vec3,
        angular: &Vec3,
        linear: &Vec3,
    ) {
        let (moment, force) = other.wrench(angular, linear);
        let g = other.mass.crossed(arm);
        let half = other.coupling + g * 0.5;
        self.rotation = self.rotation.plus(&other.rotation);
        self.rotation.subtract_arm(&half, arm);
        self.coupling += other.coupling + g;
        self.mass = self.mass.plus(&other.mass);
        self.bias_force += force;
        self.bias_moment += moment + arm.cross(&force);
    }

    /// As it is handed on: see [`super::tiny`].
    #[inline(always)]
    pub(crate) fn without_tiny(&self) -> Self {
        Self {
            rotation: self.rotation.without_tiny(),
            coupling: matrix_without_tiny(&self.coupling),
            mass: self.mass.without_tiny(),
            bias_moment: vector_without_tiny(&self.bias_moment),
            bias_force: vector_without_tiny(&self.bias_force),
        }
    }

    /// Frees the rotation about the unit vector `axis` under a known `effort` (N m): afterwards the
    /// moment about the axis is `effort` whatever the accelerations.
    ///
    /// # Errors
    /// When nothing opposes the rotation, or with a value that is not finite.
    #[inline(always)]
    pub(crate) fn eliminate_rotation(
        &mut self,
        axis: &Vec3,
        effort: f64,
    ) -> Result<AxisGain, Pivot> {
        let u = self.rotation.times(axis);
        let w = super::transposed_times(&self.coupling, axis);
        let d = axis.dot(&u);
        sound_sum(d, &self.rotation, axis)?;
        let inverse = 1.0 / d;
        let gain = AxisGain {
            angular: u * inverse,
            linear: w * inverse,
            offset: (effort - axis.dot(&self.bias_moment)) * inverse,
            compliance: inverse,
        };
        self.rotation = self.rotation.plus_square(-inverse, &u);
        subtract_outer(&mut self.coupling, &gain.angular, &w);
        self.mass = self.mass.plus_square(-inverse, &w);
        self.bias_moment += u * gain.offset;
        self.bias_force += w * gain.offset;
        Ok(gain)
    }

    /// Frees the displacement along the unit vector `axis` under a known `effort` (N).
    ///
    /// # Errors
    /// As [`Articulated::eliminate_rotation`].
    #[inline(always)]
    pub(crate) fn eliminate_translation(
        &mut self,
        axis: &Vec3,
        effort: f64,
    ) -> Result<AxisGain, Pivot> {
        let u = times(&self.coupling, axis);
        let w = self.mass.times(axis);
        let d = axis.dot(&w);
        sound_sum(d, &self.mass, axis)?;
        let inverse = 1.0 / d;
        let gain = AxisGain {
            angular: u * inverse,
            linear: w * inverse,
            offset: (effort - axis.dot(&self.bias_force)) * inverse,
            compliance: inverse,
        };
        self.rotation = self.rotation.plus_square(-inverse, &u);
        subtract_outer(&mut self.coupling, &u, &gain.linear);
        self.mass = self.mass.plus_square(-inverse, &w);
        self.bias_moment += u * gain.offset;
        self.bias_force += w * gain.offset;
        Ok(gain)
    }

    /// Frees all rotations about the reference point under a known `effort` (N m, world axes).
    /// What is left is a load on that point; the moment is `effort`.
    ///
    /// # Errors
    /// As [`Articulated::eliminate_rotation`].
    #[inline(always)]
    pub(crate) fn eliminate_ball(&self, effort: &Vec3) -> Result<(BallGain, PointLoad), Pivot> {
        let factor = self.rotation.factor()?;
        let h = &self.coupling;
        let [i1, i2, i3] = factor.inverse;
        let offset = factor.solve(&(effort - self.bias_moment));
        let a = factor.forward(&Vec3::new(h.m11, h.m21, h.m31));
        let b = factor.forward(&Vec3::new(h.m12, h.m22, h.m32));
        let c = factor.forward(&Vec3::new(h.m13, h.m23, h.m33));
        let (da, db, dc) = (
            Vec3::new(a.x * i1, a.y * i2, a.z * i3),
            Vec3::new(b.x * i1, b.y * i2, b.z * i3),
            Vec3::new(c.x * i1, c.y * i2, c.z * i3),
        );
        let mass = Sym3 {
            xx: self.mass.xx - a.dot(&da),
            yy: self.mass.yy - b.dot(&db),
            zz: self.mass.zz - c.dot(&dc),
            xy: self.mass.xy - a.dot(&db),
            xz: self.mass.xz - a.dot(&dc),
            yz: self.mass.yz - b.dot(&dc),
        };
        let linear =
            Mat3::from_columns(&[factor.backward(&a), factor.backward(&b), factor.backward(&c)]);
        let bias = self.bias_force + super::transposed_times(h, &offset);
        Ok((BallGain { linear, offset }, PointLoad { mass, bias }))
    }

    /// The accelerations `(alpha, a)` under a known wrench.
    ///
    /// # Errors
    /// As [`Articulated::eliminate_rotation`].
    #[inline(always)]
    pub(crate) fn solve(&self, moment: &Vec3, force: &Vec3) -> Result<(Vec3, Vec3), Pivot> {
        let (gain, load) = self.eliminate_ball(moment)?;
        let a = load.mass.factor()?.solve(&(force - load.bias));
        Ok((gain.offset - times(&gain.linear, &a), a))
    }
}

/// `A v`.
#[inline(always)]
fn times(a: &Mat3, v: &Vec3) -> Vec3 {
    Vec3::new(
        a.m11 * v.x + a.m12 * v.y + a.m13 * v.z,
        a.m21 * v.x + a.m22 * v.y + a.m23 * v.z,
        a.m31 * v.x + a.m32 * v.y + a.m33 * v.z,
    )
}

/// `A -= u w'`.
#[inline(always)]
fn subtract_outer(a: &mut Mat3, u: &Vec3, w: &Vec3) {
    a.m11 -= u.x * w.x;
    a.m12 -= u.x * w.y;
    a.m13 -= u.x * w.z;
    a.m21 -= u.y * w.x;
    a.m22 -= u.y * w.y;
    a.m23 -= u.y * w.z;
    a.m31 -= u.z * w.x;
    a.m32 -= u.z * w.y;
    a.m33 -= u.z * w.z;
}
