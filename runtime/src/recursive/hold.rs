//! What joints and cables transmit where all accelerations are known: from the roots on everything gets its acceleration, from the tips on what that takes is
//! summed up. No mass is divided by.
//!
//! ```text
//! root to tip   a of each body and node, by its rates and by what carries it
//! tip to root   F = Σ m a - f of all that is beyond
//! ```
//!
//! An end of a cable that the ground holds is the one thing that this does not know: the force there has to be given, as it is an unknown of whoever knows
//! the motion. What carries bodies at its tip gets theirs.

use super::cable::{CableRoot, CableTip};
use super::data::Data;
use super::frame::FrameOn;
use super::model::{Pass, RecursiveModel};
use crate::spatial::Vec3;

/// With the rates of change in `data.accelerations`, in the order of the velocity state; after the kinematic pass and all loads. `tips`: what each cable whose
/// tip is held exerts on what holds it, N. Where all is `carried`, nodes of cables are accelerated with what their cable hangs on, and those rates count from there.
pub(super) fn hold(
    model: &RecursiveModel,
    data: &mut Data,
    state: &[f64],
    (tips, carried): (&[Vec3], bool),
) {
    let layout = &model.layout;
    let of_cable = |index: usize| {
        let (own, first) = (&layout.cable_v[index], layout.dimensions.positions);
        own.start - first..own.end - first
    };
    data.tree.forget_connections();
    for pass in &model.passes {
        match pass {
            Pass::Bodies(bodies) => {
                model.tree.advance(bodies.clone(), &mut data.accelerations, &mut data.tree);
            }
            Pass::Cable(index) => {
                let cable = &model.cables[*index];
                let root = match &cable.root {
                    CableRoot::Free => None,
                    CableRoot::Held(frame) => Some(frame.acceleration(&data.tree).linear),
                };
                let tip = match &cable.tip {
                    CableTip::Free | CableTip::Carries { .. } => None,
                    CableTip::Held(frame) => Some(frame.acceleration(&data.tree).linear),
                };
                let dv = &mut data.accelerations[of_cable(*index)];
                if let (true, Some(with)) = (carried, root) {
                    let points = dv[..cable.points()].as_chunks_mut::<3>().0;
                    points.iter_mut().for_each(|own| *own = (Vec3::from(*own) + with).into());
                }
                cable.accelerate(&mut data.cables[*index], [root, tip], dv);
                if let CableTip::Carries { anchor, .. } = cable.tip {
                    let tip = cable.tip_acceleration(&data.cables[*index]);
                    data.tree.anchors[anchor].acceleration = tip;
                }
            }
        }
    }
    for pass in model.passes.iter().rev() {
        match pass {
            Pass::Bodies(bodies) => model.tree.gather(bodies.clone(), &mut data.tree),
            Pass::Cable(index) => {
                let cable = &model.cables[*index];
                let at_tip = match &cable.tip {
                    CableTip::Free => Vec3::zeros(),
                    CableTip::Held(_) => tips.get(*index).copied().unwrap_or_default(),
                    CableTip::Carries { body, .. } => data.tree.reaction(*body).force,
                };
                let own = layout.cable(state, *index);
                let at_root = cable.balance(&mut data.cables[*index], own, at_tip);
                if let CableRoot::Held(FrameOn::Body(frame)) = &cable.root {
                    data.tree.give(frame, &at_root);
                }
            }
        }
    }
}
