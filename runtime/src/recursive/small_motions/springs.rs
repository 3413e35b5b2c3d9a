//! Springs with dampers in small motions: matrices of one point, where the other end stays.

use crate::laws::LineLaw;
use crate::spatial::{Mat3, Vec3};

/// A spring with its damper, between a point and the ground, in small motions.
pub(in crate::recursive) struct Resists {
    /// On the point, N.
    pub(in crate::recursive) pull: Vec3,
    /// N/m
    pub(in crate::recursive) stiffness: Mat3,
    /// N s/m
    pub(in crate::recursive) damping: Mat3,
}

impl Resists {
    /// Along a line from the point, in a model of this extent, m. None where the damper pushes.
    pub(in crate::recursive) fn of(law: &LineLaw, line: &Vec3, extent: f64) -> Option<Self> {
        let distance = line.norm();
        if let Some(resists) = law.meeting(distance, extent) {
            // Without a line there is no force but of what has no length.
            let [stiffness, damping] = resists.map(|own| Mat3::identity() * own);
            let pull = line * resists[0];
            return (resists[1] >= 0.0).then_some(Self { pull, stiffness, damping });
        }
        let along = line * line.transpose();
        let factor = law.factor(distance);
        let damper = law.damping() * law.taut_share(distance, distance).value;
        (damper >= 0.0).then(|| Self {
            pull: line * factor.value,
            stiffness: Mat3::identity() * factor.value + along * (factor.slope / distance),
            damping: along * (damper / (distance * distance)),
        })
    }
}
