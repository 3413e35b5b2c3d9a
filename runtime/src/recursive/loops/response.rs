//! What forces on the closing constraints do to the whole forest.
//!
//! The articulated inertias of the last inward pass are used as they are; a force changes no
//! inertia, so answers are linear in the forces and may be added.

use super::data::LoopData;
use super::model::Support;
use super::structure::{Node, Structure};
use crate::recursive::cable::{CableData, CableModel, CableResponse, CableRoot, CableTip};
use crate::recursive::frame::FrameOn;
use crate::recursive::{Data, RecursiveModel};
use crate::spatial::Vec3;
use crate::tree::{Tree, TreeData, TreeResponse, Wrench};

/// Forces beyond those of the last evaluation, and the accelerations that they add.
/// Empty where nothing is closed.
#[derive(Clone, Debug, Default)]
pub(crate) struct ForestResponse {
    /// None without bodies.
    tree: Option<TreeResponse>,
    /// Of each.
    cables: Vec<CableResponse>,
}

impl ForestResponse {
    /// Sized for all bodies and cables, as any may be on a path.
    pub(crate) fn new(tree: &Tree, cables: &[CableModel]) -> Self {
        Self {
            tree: Some(TreeResponse::new(tree)),
            cables: cables.iter().map(|cable| CableResponse::new(cable.links())).collect(),
        }
    }

    /// Forgets loads and answers of some nodes of the forest.
    /// Only nodes that have been on the way need it.
    pub(crate) fn clear(&mut self, tree: &Tree, nodes: impl Iterator<Item = Node>) {
        let Some(response) = &mut self.tree else { return };
        for node in nodes {
            match node {
                Node::Body(body) => tree.clear_response(body, response),
                Node::Cable(cable) => self.cables[cable].clear(),
            }
        }
    }

    /// Puts the force `size` on a row's term.
    /// Prescribed motions take a load without an answer.
    pub(crate) fn push(&mut self, support: &Support, gradient: &[Vec3; 2], size: f64) {
        let Some(tree) = &mut self.tree else { return };
        match support {
            Support::Body(body) => {
                let Wrench { moment, force } = &mut tree.wrenches[*body];
                *moment += gradient[0] * size;
                *force += gradient[1] * size;
            }
            Support::Rate { rate, .. } => tree.efforts[*rate] += gradient[1].x * size,
            Support::Cable { cable, station } => {
                self.cables[*cable].add_force(station, &(gradient[1] * size));
            }
            Support::Base(_) | Support::Drive(_) => {}
        }
    }

    /// How much a row's term accelerates.
    /// What a unit force elsewhere does to this row: an element of `Λ`.
    pub(crate) fn answer(&self, support: &Support, gradient: &[Vec3; 2]) -> f64 {
        let Some(tree) = &self.tree else { return 0.0 };
        match support {
            Support::Body(body) => super::frames::times(gradient, &tree.acceleration(*body)),
            Support::Rate { rate, .. } => gradient[1].x * tree.rates[*rate],
            Support::Cable { cable, station } => {
                gradient[1].dot(&self.cables[*cable].acceleration_at(station))
            }
            Support::Base(_) | Support::Drive(_) => 0.0,
        }
    }
}

/// Children before parents: `nodes` are in descending order.
///
/// What hangs on a cable hands its force to the tip's anchor, the cable hands on to the frames at
/// root and tip.
pub(crate) fn inward(
    model: &RecursiveModel,
    tree_data: &TreeData,
    cables: &[CableData],
    state: &[f64],
    nodes: impl Iterator<Item = Node>,
    response: &mut ForestResponse,
) {
    let Some(tree) = &mut response.tree else { return };
    for node in nodes {
        match node {
            Node::Body(body) => model.tree.respond_inward(body, tree_data, tree),
            Node::Cable(index) => {
                let cable = &model.cables[index];
                let from_tip = match cable.tip {
                    CableTip::Carries { anchor, .. } => tree.anchor_forces[anchor],
                    CableTip::Free | CableTip::Held(_) => Vec3::zeros(),
                };
                let passed = cable.respond_inward(
                    &cables[index],
                    model.layout.cable(state, index),
                    from_tip,
                    &mut response.cables[index],
                );
                let mut hand_on = |frame: &FrameOn, force: &Vec3| {
                    if let FrameOn::Body(frame) = frame {
                        let wrench = &mut tree.wrenches[frame.body];
                        wrench.moment += tree_data.arm(frame).cross(force);
                        wrench.force += force;
                    }
                };
                if let CableRoot::Held(frame) = &cable.root {
                    hand_on(frame, &passed.root);
                }
                if let CableTip::Held(frame) = &cable.tip {
                    hand_on(frame, &passed.tip);
                }
            }
        }
    }
}

/// Parents before children: `nodes` are in ascending order.
///
/// The world and prescribed bodies do not answer: their motion is given.
pub(crate) fn outward(
    model: &RecursiveModel,
    tree_data: &TreeData,
    cables: &[CableData],
    state: &[f64],
    nodes: impl Iterator<Item = Node>,
    response: &mut ForestResponse,
) {
    let Some(tree) = &mut response.tree else { return };
    for node in nodes {
        match node {
            Node::Body(body) => model.tree.respond_outward(body, tree_data, tree),
            Node::Cable(index) => {
                let cable = &model.cables[index];
                let moved = |frame: &FrameOn| match frame {
                    FrameOn::Body(frame) => {
                        let now = tree.acceleration(frame.body);
                        now.linear + now.angular.cross(&tree_data.arm(frame))
                    }
                    FrameOn::World(_) | FrameOn::Base { .. } => Vec3::zeros(),
                };
                let root = match &cable.root {
                    CableRoot::Held(frame) => moved(frame),
                    CableRoot::Free => Vec3::zeros(),
                };
                let tip = match &cable.tip {
                    CableTip::Held(frame) => moved(frame),
                    CableTip::Free | CableTip::Carries { .. } => Vec3::zeros(),
                };
                let own = &mut response.cables[index];
                let now = model.layout.cable(state, index);
                cable.respond_outward(&cables[index], now, root, tip, own);
                if let CableTip::Carries { anchor, .. } = cable.tip {
                    tree.anchors[anchor] = own.tip_acceleration();
                }
            }
        }
    }
}

/// The answer of the whole forest to `data.loops.forces`; `data.loops.change` gets `M^-1 J' f`, the
/// changes of all velocity derivatives.
pub(crate) fn respond(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    begin(model, data);
    let LoopData { response, gradients, forces, .. } = &mut data.loops;
    for (row, &force) in model.loops.rows.iter().zip(&*forces) {
        for term in row.terms.clone() {
            response.push(&model.loops.terms[term], &gradients[term], force);
        }
    }
    respond_to_pushed(model, data, state);
}

/// Forgets what has been pushed.
pub(super) fn begin(model: &RecursiveModel, data: &mut Data) {
    let order = &model.loops.structure.order;
    data.loops.response.clear(&model.tree, order.iter().copied());
}

/// The same for forces that have been pushed one by one.
pub(super) fn respond_to_pushed(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    let structure: &Structure = &model.loops.structure;
    let Data { tree, cables, loops, .. } = data;
    let response = &mut loops.response;
    let all = || structure.order.iter().copied();
    inward(model, tree, cables, state, all().rev(), response);
    outward(model, tree, cables, state, all(), response);
    let layout = &model.layout;
    if let Some(of_tree) = &response.tree {
        loops.change[..of_tree.rates.len()].copy_from_slice(&of_tree.rates);
    }
    let shift = layout.dimensions.positions;
    for (index, cable) in model.cables.iter().enumerate() {
        let range = &layout.cable_v[index];
        let slots = &mut loops.change[range.start - shift..range.end - shift];
        cable.response_rates(&response.cables[index], slots);
    }
}

/// Adds the last answer to the accelerations that the outward pass has found.
///
/// Accelerations and articulated forces in `data` are then as if the closing forces had been there
/// from the outset, so that reactions, sensors and powers count them.
pub(crate) fn commit(model: &RecursiveModel, data: &mut Data, rates: &mut [f64]) {
    let layout = &model.layout;
    let Data { tree, cables, loops, .. } = data;
    let shift = layout.dimensions.positions;
    if let Some(response) = &loops.response.tree {
        let dv = &mut rates[layout.tree_v.clone()];
        for body in 0..model.tree.bodies() {
            model.tree.add_response(body, response, tree, dv);
        }
        for (anchor, change) in tree.anchors.iter_mut().zip(&response.anchors) {
            anchor.acceleration += change;
        }
    }
    for (index, cable) in model.cables.iter().enumerate() {
        cable.add_response(&loops.response.cables[index], &mut cables[index]);
        for slot in layout.cable_v[index].clone() {
            rates[slot] += loops.change[slot - shift];
        }
    }
    for (row, &force) in model.loops.rows.iter().zip(&loops.forces) {
        for term in row.terms.clone() {
            if let Support::Cable { cable, station } = &model.loops.terms[term] {
                let force = loops.gradients[term][1] * force;
                model.cables[*cable].note_force(&mut cables[*cable], station, &force);
            }
        }
    }
}
