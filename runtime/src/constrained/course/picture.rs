//! Where everything is, for pictures.

use super::super::elements::load::acting;
use super::super::sources::attitude;
use super::super::vectors::VectorId;
use super::ConstrainedCourse;
use crate::analyses::CABLE_POINTS;
use crate::mechanism::{Wheel, beside, surface};
use crate::results::scene::{Pose, SceneFrame};

impl ConstrainedCourse<'_> {
    /// What was read last.
    pub(super) fn pictured(&self, time: f64) -> SceneFrame {
        let motion = self.readable().motion;
        let pose = |&(position, axes): &([VectorId; 1], [VectorId; 3])| Pose {
            position: motion.position(position[0]).into(),
            attitude: attitude(&motion.axes(&axes)),
        };
        let line = |nodes: &Vec<VectorId>| {
            shown(nodes.len()).map(|index| motion.position(nodes[index]).into()).collect()
        };
        let turned = |wheel: &Wheel| {
            let coordinate = self.model.whereabouts.coordinates[wheel.coordinate];
            wheel.turned(self.memory.shown().coordinates[coordinate])
        };
        let mechanism = &self.model.mechanism;
        SceneFrame {
            at: time,
            poses: self.model.poses.iter().map(pose).collect(),
            polylines: self.model.polylines.iter().map(line).collect(),
            tensions: self.tensions(),
            wheels: mechanism.wheels.iter().map(turned).collect(),
            water: surface(&mechanism.fluids, &self.memory.data().values),
            loads: acting(self.model, &motion, &self.memory.data().values),
        }
    }

    /// Of each cable at the points that are shown, N: that of the piece which a point is on, at a node the mean of the pieces
    /// beside it.
    fn tensions(&self) -> Vec<Vec<f64>> {
        let readable = self.readable();
        // Places without accelerations have no forces.
        if readable.accelerations.is_empty() {
            return Vec::new();
        }
        let cables = self.model.pieces.iter().zip(&self.model.polylines);
        let of_cable = cables.map(|(pieces, points)| {
            let pulls: Vec<f64> = pieces.iter().map(|&own| readable.mean_tension(own)).collect();
            let parts = points.len().saturating_sub(1).checked_div(pulls.len()).unwrap_or(1).max(1);
            let at = |point: usize| match point % parts {
                0 => beside(&pulls, point / parts),
                _ => pulls.get(point / parts).copied().unwrap_or(f64::NAN),
            };
            shown(points.len()).map(at).collect()
        });
        of_cable.collect()
    }
}

/// Of so many points those that are shown.
fn shown(points: usize) -> impl Iterator<Item = usize> {
    let stride = points.div_ceil(CABLE_POINTS).max(1);
    (0..points).filter(move |index| index % stride == 0 || *index + 1 == points)
}
