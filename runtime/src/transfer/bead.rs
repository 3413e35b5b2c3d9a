//! Bodies between two ball joints, or at the end of a chain of these, in compliance form: the same sweep in vectors of space.
//!
//! Everything is in the body's own axes and about the mass centre, where a body's inverse inertia has no coupling. With `S = J^-1` and the arms `r` of its
//! joints, a force `f` at one moves the other by `W f = f/m - r x S (r' x f)`.
//!
//! What is handed on, `W_rr - W_rt (C + W_tt)^-1 W_tr` between the root's joint and the tip's, would be the small difference of two where the body stands
//! in line with a heavy one. It is a sum instead: how the body yields while its tip is held, which is nothing along its line, and what the tip yields,
//!
//! ```text
//! Z + G' C (C + W_tt)^-1 W_tr,   G = W_tt^-1 W_tr
//! ```

use super::alone::Alone;
use super::axes::Seen;
use super::data::Cut;
use super::{stacked, symmetric};
use crate::spatial::{Mat3, Pivot, Sym3, Vec3, transposed_times, vector_without_tiny};

/// What the sweep inward leaves of a body.
#[derive(Clone, Debug, Default)]
pub(super) struct Bead {
    /// `J^-1`, 1/(kg m^2), and `1/m`.
    pub(super) turning: Sym3,
    lightness: f64,
    /// From the mass centre to the joint towards the root, and to the other one, m.
    pub(super) root: Vec3,
    /// See `root`.
    pub(super) tip: Vec3,
    /// Angular acceleration under everything but forces in the joints.
    pub(super) alpha: Vec3,
    /// The force in the tip's joint: `gain f + shift`.
    pub(super) gain: Mat3,
    /// See `gain`.
    pub(super) shift: Vec3,
}

/// `C` and `d` of a ball joint, as its carrier takes them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Yielding {
    /// 1/kg
    pub(super) compliance: Sym3,
    /// m/s²
    pub(super) offset: Vec3,
}

impl Yielding {
    /// As it is handed on: see [`crate::spatial::without_tiny`].
    #[inline(always)]
    pub(super) fn without_tiny(&self) -> Self {
        let (compliance, offset) =
            (self.compliance.without_tiny(), vector_without_tiny(&self.offset));
        Self { compliance, offset }
    }
}

/// What acts on a body beside its tip; own axes.
pub(super) struct Given {
    /// At its reference point, turned round, N m and N.
    pub(super) bias_moment: Vec3,
    /// See `bias_moment`.
    pub(super) bias_force: Vec3,
    /// What its joint transmits, N m.
    pub(super) moment: Vec3,
    /// What the point of its joint accelerates by beyond its carrier, m/s².
    pub(super) bias: Vec3,
}

/// The body on the far end of another, in the axes of that.
pub(super) struct Tip {
    /// From the carrier's reference point, m.
    pub(super) arm: Vec3,
    /// How its joint yields, along the carrier's axes.
    pub(super) yielding: Yielding,
    /// What its joint transmits, N m.
    pub(super) moment: Vec3,
}

impl Cut<3> {
    /// Of a connection that holds three directions.
    pub(super) fn yielding(&self) -> Yielding {
        let compliance = Sym3::from_matrix(&symmetric(&self.relation));
        Yielding { compliance, offset: self.offset }
    }

    /// The connection of a bead or a ball, for a carrier that is none: forces at its joint.
    pub(super) fn hold_point(&mut self, seen: &Seen, relation: &Sym3, offset: &Vec3) {
        let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
        for (k, axis) in axes.iter().enumerate() {
            self.held.set_column(k, &stacked(&Vec3::zeros(), axis));
            let force = seen.rotation * axis;
            self.on_carrier.set_column(k, &stacked(&seen.arm.cross(&force), &force));
        }
        self.relation = relation.to_matrix();
        self.offset = *offset;
    }
}

/// `W` from one arm to another: what a force at `from` moves at `to`.
#[inline(always)]
fn between(turning: &Sym3, lightness: f64, to: &Vec3, from: &Vec3) -> Mat3 {
    // [to]x S [from]x, with (G [r]x)_ij = (g_i x r)_j for the rows of G.
    let g = turning.crossed(to);
    Mat3::new(
        lightness - (g.m12 * from.z - g.m13 * from.y),
        -(g.m13 * from.x - g.m11 * from.z),
        -(g.m11 * from.y - g.m12 * from.x),
        -(g.m22 * from.z - g.m23 * from.y),
        lightness - (g.m23 * from.x - g.m21 * from.z),
        -(g.m21 * from.y - g.m22 * from.x),
        -(g.m32 * from.z - g.m33 * from.y),
        -(g.m33 * from.x - g.m31 * from.z),
        lightness - (g.m31 * from.y - g.m32 * from.x),
    )
}

/// The same where both are one.
#[inline(always)]
fn at(turning: &Sym3, lightness: f64, arm: &Vec3) -> Sym3 {
    let mut own = Sym3::isotropic(lightness);
    own.subtract_symmetric_arm(&turning.crossed(arm), arm);
    own
}

/// How a body yields at its own joint while the tip's is held. `about` is the inertia about the mass centre, the arms lead from there.
#[inline(always)]
fn held(about: Sym3, mass: f64, (tip, root): (Vec3, Vec3)) -> Result<Sym3, Pivot> {
    let pinned = about.plus(&Sym3::isotropic(mass * tip.norm_squared())).plus_square(-mass, &tip);
    let factor = pinned.factor()?;
    let lever = root - tip;
    let [x, y, z] = [Vec3::x(), Vec3::y(), Vec3::z()].map(|axis| lever.cross(&axis));
    let turned = [x, y, z].map(|moment| factor.solve(&moment));
    Ok(Sym3 {
        xx: x.dot(&turned[0]),
        yy: y.dot(&turned[1]),
        zz: z.dot(&turned[2]),
        xy: x.dot(&turned[1]),
        xz: x.dot(&turned[2]),
        yz: y.dot(&turned[2]),
    })
}

impl Bead {
    /// Of the body alone at its own joint, the sum of the principal ones, 1/kg.
    pub(super) fn own_compliance(&self) -> f64 {
        at(&self.turning, self.lightness, &self.root).trace()
    }

    /// What the body with all that is beyond it hands on at its joint; `given` is what acts on it beside its tip.
    #[inline(always)]
    pub(super) fn inward(
        &mut self,
        own: &Alone,
        mass: f64,
        given: &Given,
        tip: Option<&Tip>,
    ) -> Result<Yielding, Pivot> {
        let (turning, lightness) = (own.inverse, 1.0 / mass);
        let root = -own.centre;
        let against = given.bias_moment - own.centre.cross(&given.bias_force);
        let mut free = given.moment - against;
        if let Some(tip) = tip {
            free -= tip.moment;
        }
        let alpha = turning.times(&free);
        let linear = given.bias_force * -lightness;
        let mut compliance = at(&turning, lightness, &root);
        let mut offset = linear + alpha.cross(&root) - given.bias;
        if let Some(tip) = tip {
            let arm = tip.arm - own.centre;
            let across = between(&turning, lightness, &arm, &root);
            let both = at(&turning, lightness, &arm).plus(&tip.yielding.compliance);
            let factor = both.factor()?;
            let columns = [0, 1, 2].map(|k| factor.solve(&across.column(k).into_owned()));
            let gain = Mat3::from_columns(&columns);
            let shift = factor.solve(&(linear + alpha.cross(&arm) - tip.yielding.offset));
            compliance = held(own.about, mass, (arm, root))?;
            let alone = at(&turning, lightness, &arm).factor()?;
            let passed = [0, 1, 2].map(|k| alone.solve(&across.column(k).into_owned()));
            let [x, y, z] = columns.map(|column| tip.yielding.compliance.times(&column));
            // Symmetric in theory: half of it is computed.
            compliance.xx += passed[0].dot(&x);
            compliance.yy += passed[1].dot(&y);
            compliance.zz += passed[2].dot(&z);
            compliance.xy += passed[0].dot(&y);
            compliance.xz += passed[0].dot(&z);
            compliance.yz += passed[1].dot(&z);
            offset -= transposed_times(&across, &shift);
            (self.tip, self.gain, self.shift) = (arm, gain, shift);
        } else {
            (self.gain, self.shift) = (Mat3::zeros(), Vec3::zeros());
        }
        (self.turning, self.lightness, self.root) = (turning, lightness, root);
        self.alpha = alpha;
        Ok(Yielding { compliance, offset })
    }

    /// The force in the tip's joint, and the angular acceleration, for the force in the body's own joint.
    #[inline(always)]
    pub(super) fn outward(&self, force: &Vec3) -> (Vec3, Vec3) {
        let passed = self.gain * force + self.shift;
        let moment = self.root.cross(force) - self.tip.cross(&passed);
        (passed, self.alpha + self.turning.times(&moment))
    }
}
