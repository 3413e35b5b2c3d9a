//! Segments of lumped cables whose ends have met where they bend, and splines that have folded at a node.

use super::data::State;
use super::model::ConstrainedModel;
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};

/// Of the unstretched length.
const NOTHING_LEFT: f64 = 1e-3;

/// Of what the pieces beside a node are stretched to: a slope that is shorter has turned round in a point.
const FOLDED: f64 = 0.25;

/// Where a spline has folded at a clamp, by cable and node: a piece is a cubic, whose slope may shrink to nothing there and point anywhere
/// beside it, at no cost for its bend, which is seen at Gauss points. A soft rope has one such motion that its stretch hardly resists. (Between its ends a
/// slope is short as well where a load pulls a rope into a corner that does not bend.)
pub(super) fn folded(model: &ConstrainedModel, state: &State) -> Option<(usize, usize)> {
    let place = |index: usize, node: usize| {
        let nodes = model.nodes.get(index)?;
        Some(model.vectors.value(*nodes.get(node)?, &state.positions))
    };
    let slopes = model.whereabouts.slopes.iter().enumerate();
    slopes.into_iter().find_map(|(index, slopes)| {
        let lengths = model.mechanism.cables[index].links().lengths();
        let stretched = |piece: usize| {
            let length = lengths.get(piece)?;
            Some((place(index, piece + 1)? - place(index, piece)?).norm() / length)
        };
        let is_clamped = |node: usize| {
            let [start, end] = &model.mechanism.cables[index].clamps;
            node == 0 && start.is_some() || node == lengths.len() && end.is_some()
        };
        let clamped = slopes.iter().enumerate().filter(|(node, _)| is_clamped(*node));
        let node = clamped.into_iter().find_map(|(node, block)| {
            let before = node.checked_sub(1).and_then(stretched);
            let beside = before.into_iter().chain(stretched(node)).fold(0.0, f64::max);
            (state.positions[*block].norm() < FOLDED * beside).then_some(node)
        })?;
        Some((index, node))
    })
}

/// The same as a reason to end.
pub(super) fn folded_rest(model: &ConstrainedModel, state: &State) -> Option<Fault> {
    let (index, node) = folded(model, state)?;
    let why = "it has folded in a point, where its slope has next to no length: what balances there is no rope; let it start nearer to the shape that is looked for, as \
               by `start = arc(...)`, or give it other `elements` or less stretch";
    let (kind, owner) = (FaultKind::SingularPosition, Owner::Cable(index));
    let fault =
        Fault::new(&model.mechanism.paths, kind, state.time, owner, "slope", why.to_owned());
    let at = model.mechanism.cables[index].links().arc_lengths().get(node).copied();
    Some(Fault { arc_length: at, ..fault })
}

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
