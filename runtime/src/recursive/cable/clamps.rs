//! Clamped ends in the recursion: moments between a cable and the frames that hold it. They depend on
//! positions and velocities alone, so they are loads like others, for the elimination of the pieces as well as for
//! that of the bodies.

use nalgebra::Vector3;

use super::rooms::CableState;
use super::{CableData, CableModel};
use crate::chain::{Clamped, Heading};
use crate::recursive::frame::FrameOn;
use crate::tree::TreeData;

impl CableModel {
    /// Whether anything keeps the direction of an end, so that there are moments at all.
    pub(crate) fn is_clamped(&self) -> bool {
        self.clamps.iter().any(Option::is_some)
    }

    /// How the clamps stand now; after the kinematic pass, of what hangs on the tip too.
    pub(crate) fn set_clamps(&self, data: &mut CableData, tree: &TreeData) {
        let mut now = Clamped::default();
        for (end, clamp) in now.ends.iter_mut().zip(&self.clamps) {
            let Some(clamp) = clamp else { continue };
            let rotation = clamp.frame.pose(tree).rotation;
            let direction = rotation * clamp.direction;
            let rate = clamp.frame.velocity(tree).angular.cross(&direction);
            *end = Some(Heading { direction, rate });
            now.normal += rotation * clamp.normal;
        }
        data.now.pieces_mut().clamp(now);
    }

    /// Finds what the cable exerts on the frames that clamp root and tip; after its loads. N m.
    pub(crate) fn load_clamps(
        &self,
        data: &mut CableData,
        state: CableState<'_>,
    ) -> [Vector3<f64>; 2] {
        let on = self.loads.on_clamps(data.now.pieces().line(self, state));
        data.on_clamps = on.ends;
        for (moment, clamp) in data.on_clamps.iter_mut().zip(&self.clamps) {
            if clamp.is_some_and(|clamp| clamp.normal != Vector3::zeros()) {
                *moment += on.normal;
            }
        }
        data.on_clamps
    }

    /// What clamps that move as prescribed add to the energy, W.
    pub(crate) fn clamp_power(&self, data: &CableData, tree: &TreeData) -> f64 {
        let each = self.clamps.iter().zip(&data.on_clamps).map(|(clamp, moment)| match clamp {
            Some(clamp) if let FrameOn::Base { .. } = clamp.frame => {
                -moment.dot(&clamp.frame.velocity(tree).angular)
            }
            _ => 0.0,
        });
        each.sum()
    }
}
