//! Segments of lumped cables whose ends have met where they bend.

use super::data::State;
use super::model::ConstrainedModel;
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};

/// Of the unstretched length.
const NOTHING_LEFT: f64 = 1e-3;

/// The moment of a joint is a pair of forces at the ends of a segment, which has no arm where these meet: what is balanced there is no state of rest.
pub(super) fn collapsed(model: &ConstrainedModel, state: &State) -> Option<Fault> {
    let cables = model.mechanism.cables.iter().zip(&model.whereabouts.nodes).enumerate();
    cables.into_iter().find_map(|(index, (cable, blocks))| {
        let kind = cable.pieces.kind;
        let bends = !cable.loads().bending.is_none();
        if !(bends && kind.is_straight() && kind.stretches()) {
            return None;
        }
        let links = cable.pieces.links();
        let (piece, share) = links.lengths().iter().enumerate().find_map(|(piece, length)| {
            let [from, to] = [blocks.get(piece)?, blocks.get(piece + 1)?].map(|own| *own);
            let share = (state.positions[to?] - state.positions[from?]).norm() / length;
            (share < NOTHING_LEFT).then_some((piece, share))
        })?;
        let why = format!(
            "the ends of a segment have met, {share:.0e} of its length apart, where the moment of its bending has no arm: it is bent or pushed beyond what so many points \
             can follow; `axial = elastic(stiffness = ..., compression = true)` keeps them apart, and a spline has no such place"
        );
        let (kind, owner) = (FaultKind::SingularPosition, Owner::Cable(index));
        let fault = Fault::new(&model.mechanism.paths, kind, state.time, owner, "bending", why);
        Some(Fault { arc_length: Some(links.at((piece, 0.5))), ..fault })
    })
}
