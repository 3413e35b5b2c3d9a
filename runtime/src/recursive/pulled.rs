//! Cables that are pulled farther than they are long, by what no force moves.

use cdl_graph::FrameId;

use super::data::Data;
use super::model::RecursiveModel;
use super::prescribe;
use super::recursion::kinematics;
use super::whereabouts::Place;
use crate::assembly::Owner;
use crate::chain::Taut;
use crate::fault::Fault;
use crate::mechanism::{FrameOf, Mechanism};
use crate::spatial::Vec3;
use crate::tree::Parent;

/// Links between two ends that are moved farther apart than they are long: whatever was tried, that is why it failed.
pub(crate) fn pulled(model: &RecursiveModel, data: &mut Data, time: f64) -> Option<Fault> {
    let mechanism = &model.mechanism;
    (0..mechanism.cables.len()).find_map(|index| {
        let cable = &mechanism.cables[index];
        if cable.pieces.kind.stretches() {
            return None;
        }
        let [first, last] = mechanism.graph.cables[index].ends.each_ref().map(|end| end.frame());
        let (first, last) = (first?, last?);
        let mut movers = [first, last]
            .map(|end| movers_of(model, end))
            .into_iter()
            .collect::<Option<Vec<_>>>()?
            .concat();
        movers.dedup();
        let mut distance = |time: f64| {
            prescribe(model, data, time);
            // Where everything else is does not matter to what is driven.
            kinematics(model, data, &model.start);
            (place(model, data, last) - place(model, data, first)).norm()
        };
        let (before, now, length) = (distance(0.0), distance(time), cable.links().length());
        // One that is straight from the start on has another reason.
        let is_one = Mechanism::is_straight(now, length) && !Mechanism::is_straight(before, length);
        is_one.then(|| mechanism.pulled(index, time, (now, length), &movers))
    })
}

/// Why links between two held ends, which lie on one line, pull with nothing that can be told.
/// Straight or folded is told by how far the ends are apart.
pub(super) fn taut(model: &RecursiveModel, data: &Data, index: usize) -> String {
    let ends = model.mechanism.graph.cables[index].ends.each_ref().map(|end| end.frame());
    let length = model.mechanism.cables[index].links().length();
    if let [Some(first), Some(last)] = ends {
        let distance = (place(model, data, last) - place(model, data, first)).norm();
        if Mechanism::is_straight(distance, length) {
            return model.mechanism.held_straight(index, distance);
        }
    }
    Taut.to_string()
}

/// The bodies and joints that say where a frame is, by their paths; `None` where forces do.
fn movers_of(model: &RecursiveModel, frame: FrameId) -> Option<Vec<&str>> {
    let paths = &model.mechanism.paths;
    let index = model.mechanism.graph.frames[frame.index()].body.index();
    let mut body = match model.whereabouts.bodies[index] {
        Place::Nowhere | Place::World => return Some(Vec::new()),
        Place::Base(_) => return Some(vec![paths.of(Owner::Body(index))]),
        Place::Tree(body) => body,
    };
    let mut movers = Vec::new();
    loop {
        let joint = model.tree.joint(body);
        let free = (0..joint.coordinates()).any(|own| !model.tree.is_driven(body, own));
        if free || joint.coordinates() < joint.rates() {
            return None;
        }
        if joint.coordinates() > 0 {
            movers.extend(model.tree_joints[body].map(|own| paths.of(Owner::Joint(own))));
        }
        match model.tree.parent(body) {
            Parent::World => return Some(movers),
            Parent::Body(parent) => body = parent,
            Parent::Base(_) | Parent::Anchor(_) => return None,
        }
    }
}

/// Of a frame's origin, m.
fn place(model: &RecursiveModel, data: &Data, frame: FrameId) -> Vec3 {
    let FrameOf { body, placement } = model.mechanism.frame(frame);
    match model.own_frame(body) {
        None => placement.position,
        Some(on) => {
            let pose = on.pose(&data.tree);
            pose.position + pose.rotation * placement.position
        }
    }
}
