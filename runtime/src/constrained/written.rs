//! What of the start is written without a weight, so that it stays where anything else can move.

use cdl_graph::{Motion, Start, StartWeight};
use nalgebra::Vector3;

use super::data::ConstrainedData;
use super::model::ConstrainedModel;
use super::velocities;
use crate::assembly::Owner;
use crate::results::rounded;

/// Units that stay as somebody wrote them.
#[derive(Clone)]
pub(super) struct Written {
    /// Indices of the units.
    pub(super) units: Vec<usize>,
    /// Of each: whose start says it.
    owners: Vec<Owner>,
}

impl Written {
    /// Bodies whose place is written, and children of joints whose coordinates are.
    pub(super) fn places(model: &ConstrainedModel) -> Self {
        let graph = &model.mechanism.graph;
        Self::new(
            model,
            |start| start.position.is_some() && start.pose_weight == StartWeight::Exact,
            |joint| graph.joints[joint].start.coordinate_weight == StartWeight::Exact,
        )
    }

    /// Bodies whose velocity is written, and children of joints whose rates are.
    pub(super) fn velocities(model: &ConstrainedModel) -> Self {
        let graph = &model.mechanism.graph;
        Self::new(
            model,
            |start| start.velocity_weight == StartWeight::Exact,
            |joint| graph.joints[joint].start.rate_weight == StartWeight::Exact,
        )
    }

    /// These, and what winches and sheaves pay out or pass on.
    pub(super) fn with_guides(&self, model: &ConstrainedModel) -> Self {
        let cables = model.mechanism.graph.cables.iter();
        let mut all = self.clone();
        for guide in cables.flat_map(|cable| cable.guides.iter().flatten()) {
            let joint = guide.joint().index();
            all.units.push(model.unit_of_body(child(model, joint)));
            all.owners.push(Owner::Joint(joint));
        }
        all
    }

    fn new(
        model: &ConstrainedModel,
        of_body: impl Fn(&Start) -> bool,
        of_joint: impl Fn(usize) -> bool,
    ) -> Self {
        let graph = &model.mechanism.graph;
        let bodies =
            graph.bodies.iter().enumerate().filter_map(|(index, body)| match &body.motion {
                Motion::Dynamic { start } => of_body(start).then_some((index, Owner::Body(index))),
                Motion::Fixed | Motion::Prescribed { .. } => None,
            });
        let joints = (0..graph.joints.len()).filter(|&joint| of_joint(joint));
        let joints = joints.map(|joint| (child(model, joint), Owner::Joint(joint)));
        let (units, owners) =
            bodies.chain(joints).map(|(body, owner)| (model.unit_of_body(body), owner)).unzip();
        Self { units, owners }
    }

    /// Which of them changed most between two lists of blocks, and by how much: m or m/s at its origin.
    pub(super) fn most_changed(
        &self,
        model: &ConstrainedModel,
        [before, after]: [&[Vector3<f64>]; 2],
    ) -> Option<(Owner, f64)> {
        let each = self.units.iter().zip(&self.owners).map(|(&unit, &owner)| {
            let block = model.units[unit].block;
            (owner, (after[block] - before[block]).norm())
        });
        each.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Makes velocities go with each other, these staying where anything else can change. Gives what is to be said where they cannot; `by` is
    /// what they do not go with. Does nothing in a singular position.
    pub(super) fn join(
        &self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        by: &str,
    ) -> Option<String> {
        velocities::project_but(model, data, &self.units)?;
        let both = [&data.velocities_before[..], &data.state.velocities[..]];
        let (owner, changed) = self.most_changed(model, both)?;
        (changed > KEPT * fastest(both[1])).then(|| {
            format!(
                "the velocity that is written for the start of `{}` does not go with what {by}, and was changed by {} m/s",
                model.mechanism.paths.of(owner),
                rounded(changed, 3)
            )
        })
    }
}

/// The index of the body that a joint holds.
fn child(model: &ConstrainedModel, joint: usize) -> usize {
    let graph = &model.mechanism.graph;
    graph.frames[graph.joints[joint].child.index()].body.index()
}

/// m/s
pub(super) fn fastest<'a>(velocities: impl IntoIterator<Item = &'a Vector3<f64>>) -> f64 {
    velocities.into_iter().map(|own| own.norm()).fold(0.0, f64::max)
}

/// Of the largest velocity: a change that is less is rounding.
pub(super) const KEPT: f64 = 1e-6;
