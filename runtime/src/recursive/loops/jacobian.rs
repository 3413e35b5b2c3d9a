//! Gradients of the closing constraints in the velocities of the state, row by row: what a unit
//! force does along each, by virtual work. Needed where single coordinates are held or preferred.
//!
//! The gradient of row `g` by a velocity is the effort along that velocity of a unit force on the
//! row. It is dense only along the paths from what the closing acts on to the ground, and is stored
//! so.

use std::ops::Range;

use super::model::Support;
use super::structure::Node;
use crate::recursive::cable::{CableModel, CableRoot, CableTip};
use crate::recursive::frame::FrameOn;
use crate::recursive::{Data, RecursiveModel};
use crate::spatial::Vec3;
use crate::tree::Wrench;

/// `J`, stored for each row over the velocities on its closing's path.
/// A row has one value for each velocity of the bodies and cables on its path; `Structure::order`
/// numbers these places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jacobian {
    /// Of each closing: places in the forest with their velocities, ascending.
    columns: Vec<Vec<Columns>>,
    /// Where the values of each row start, and how many they are.
    rows: Vec<Range<usize>>,
    /// Row by row.
    values: Vec<f64>,
    /// Accumulators, zero between rows: of bodies, nodes of cables, anchors.
    wrenches: Vec<Wrench>,
    /// On the nodes of each cable.
    forces: Vec<Vec<Vec3>>,
    /// On the tree's anchors.
    anchor_forces: Vec<Vec3>,
    /// Of the whole velocity state.
    dense: Vec<f64>,
}

/// The velocities of one body or cable within a row.
#[derive(Clone, Debug)]
struct Columns {
    /// In the order of the forest.
    place: u32,
    /// Among all velocities.
    velocities: Range<usize>,
    /// Within the row.
    offset: usize,
}

impl Jacobian {
    /// Zero, with its places.
    pub(crate) fn new(model: &RecursiveModel) -> Self {
        let layout = &model.layout;
        let shift = layout.dimensions.positions;
        let structure = &model.loops.structure;
        let mut columns = Vec::new();
        let mut rows = Vec::new();
        let mut total = 0;
        for (closing, reach) in model.loops.closings.iter().zip(&structure.reaches) {
            let mut width = 0;
            let own = reach.path.iter().map(|&place| {
                let velocities = match structure.order[place as usize] {
                    Node::Body(body) => model.tree.rate_range(body),
                    Node::Cable(cable) => {
                        let range = &layout.cable_v[cable];
                        range.start - shift..range.end - shift
                    }
                };
                let offset = width;
                width += velocities.len();
                Columns { place, velocities, offset }
            });
            columns.push(own.collect());
            for _ in closing.rows.clone() {
                rows.push(total..total + width);
                total += width;
            }
        }
        let nodes = |cable: &CableModel| vec![Vec3::zeros(); cable.links().count() + 1];
        let anchors = model.cables.len();
        Self {
            columns,
            rows,
            values: vec![0.0; total],
            wrenches: vec![Wrench::ZERO; model.tree.bodies()],
            forces: model.cables.iter().map(nodes).collect(),
            anchor_forces: vec![Vec3::zeros(); anchors],
            dense: vec![0.0; layout.dimensions.velocities],
        }
    }

    /// After [`super::rows::rows`].
    /// Motions that are prescribed take no part: they are no velocities of the state.
    pub(crate) fn evaluate(&mut self, model: &RecursiveModel, data: &Data, state: &[f64]) {
        let loops = &model.loops;
        for (index, closing) in loops.closings.iter().enumerate() {
            for row in closing.rows.clone() {
                for term in loops.rows[row].terms.clone() {
                    self.push(&loops.terms[term], &data.loops.gradients[term]);
                }
                self.inward(model, data, state, index);
                for term in loops.rows[row].terms.clone() {
                    if let Support::Rate { rate, .. } = &loops.terms[term] {
                        self.dense[*rate] += data.loops.gradients[term][1].x;
                    }
                }
                let values = &mut self.values[self.rows[row].clone()];
                for columns in &self.columns[index] {
                    let length = columns.velocities.len();
                    values[columns.offset..columns.offset + length]
                        .copy_from_slice(&self.dense[columns.velocities.clone()]);
                }
            }
        }
    }

    /// Puts a unit force of a term on what it acts on; a point between two nodes of a cable shares
    /// it linearly.
    fn push(&mut self, support: &Support, gradient: &[Vec3; 2]) {
        match support {
            Support::Body(body) => {
                self.wrenches[*body].moment += gradient[0];
                self.wrenches[*body].force += gradient[1];
            }
            Support::Cable { cable, station } => {
                let forces = &mut self.forces[*cable];
                forces[station.link] += gradient[1] * (1.0 - station.fraction);
                forces[station.link + 1] += gradient[1] * station.fraction;
            }
            Support::Rate { .. } | Support::Base(_) | Support::Drive(_) => {}
        }
    }

    /// Down the path of a closing; leaves all accumulators at zero.
    fn inward(&mut self, model: &RecursiveModel, data: &Data, state: &[f64], closing: usize) {
        let structure = &model.loops.structure;
        let Self { columns, wrenches, forces, anchor_forces, dense, .. } = self;
        for columns in columns[closing].iter().rev() {
            match structure.order[columns.place as usize] {
                Node::Body(body) => {
                    let wrench = std::mem::replace(&mut wrenches[body], Wrench::ZERO);
                    let passed = model.tree.generalized_force(body, &data.tree, &wrench, dense);
                    match model.tree.parent(body) {
                        crate::tree::Parent::Body(parent) => {
                            wrenches[parent].moment += passed.moment;
                            wrenches[parent].force += passed.force;
                        }
                        crate::tree::Parent::Anchor(anchor) => {
                            anchor_forces[anchor] = passed.force;
                        }
                        crate::tree::Parent::World | crate::tree::Parent::Base(_) => {}
                    }
                }
                Node::Cable(index) => {
                    let cable = &model.cables[index];
                    let nodes = &mut forces[index];
                    if let CableTip::Carries { anchor, .. } = cable.tip
                        && let Some(last) = nodes.last_mut()
                    {
                        *last += std::mem::take(&mut anchor_forces[anchor]);
                    }
                    let q = &state[model.layout.cable_q[index].clone()];
                    let out = &mut dense[columns.velocities.clone()];
                    let passed = cable.generalized_force(q, nodes, out);
                    nodes.fill(Vec3::zeros());
                    let mut hand_on = |frame: &FrameOn, force: &Vec3| {
                        if let FrameOn::Body(frame) = frame {
                            wrenches[frame.body].moment += data.tree.arm(frame).cross(force);
                            wrenches[frame.body].force += force;
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

    /// The velocities that a row depends on and its gradient, in pieces.
    pub(crate) fn row(
        &self,
        closing: usize,
        row: usize,
    ) -> impl Iterator<Item = (Range<usize>, &[f64])> {
        let values = &self.values[self.rows[row].clone()];
        self.columns[closing].iter().map(move |columns| {
            let length = columns.velocities.len();
            (columns.velocities.clone(), &values[columns.offset..columns.offset + length])
        })
    }

    /// `J_a C J_b'` of two rows of two closings, with the diagonal matrix `C` of compliances.
    /// Compliances are those of [`super::metric`], one for each velocity. Places on both paths
    /// count only.
    pub(crate) fn product(
        &self,
        (first, a): (usize, usize),
        (second, b): (usize, usize),
        compliances: &[f64],
    ) -> f64 {
        let (left, right) = (&self.columns[first], &self.columns[second]);
        let (x, y) = (&self.values[self.rows[a].clone()], &self.values[self.rows[b].clone()]);
        let (mut i, mut j, mut sum) = (0, 0, 0.0);
        while i < left.len() && j < right.len() {
            let (l, r) = (&left[i], &right[j]);
            match l.place.cmp(&r.place) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    for k in 0..l.velocities.len() {
                        let compliance = compliances[l.velocities.start + k];
                        sum += x[l.offset + k] * compliance * y[r.offset + k];
                    }
                    i += 1;
                    j += 1;
                }
            }
        }
        sum
    }
}
