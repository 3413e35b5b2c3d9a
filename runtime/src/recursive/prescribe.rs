//! Prescribed motions: bodies and joint coordinates that are functions of time.
//!
//! These are functions of time alone, so they are known before anything of the state is looked at.

use super::data::Data;
use super::model::RecursiveModel;
use crate::signals::Stage;
use crate::tree::DriveMotion;

/// Writes the motions of all prescribed bodies and coordinates at `time`.
/// Bases with position, velocity and acceleration; drives of the tree only, as cut joints read
/// theirs as signals.
pub(crate) fn prescribe(model: &RecursiveModel, data: &mut Data, time: f64) {
    model.mechanism.tape.run(Stage::Time, time, &mut data.values);
    for (base, motion) in model.bases.iter().zip(&mut data.tree.bases) {
        *motion = base.motion(&data.values);
    }
    for drive in &model.drives {
        let value = |node: Option<_>| node.map_or(0.0, |node| data.values.scalar(node));
        data.tree.drives[drive.coordinate] = DriveMotion {
            value: data.values.scalar(drive.value),
            rate: value(drive.rate),
            acceleration: value(drive.acceleration),
        };
    }
}
