//! What changes while a model runs.

use super::cable::CableData;
use super::loops::{LoopData, Support};
use super::model::{LoadModel, PointOn, RecursiveModel};
use crate::chain::loads::Powers;
use crate::mechanism::ByEvents;
use crate::signals::Values;
use crate::transfer::TransferData;
use crate::tree::TreeData;

/// Working memory of one run; nothing in an evaluation allocates.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    /// Of all signals.
    pub(crate) values: Values,
    /// Poses, velocities, inertias of the tree.
    pub(crate) tree: TreeData,
    /// Empty where no sweeps are made.
    pub(crate) transfer: TransferData,
    /// Of each.
    pub(crate) cables: Vec<CableData>,
    /// What closes loops.
    pub(crate) loops: LoopData,
    /// Given by the user along the tree's scalar coordinates, N m or N.
    pub(crate) efforts: Vec<f64>,
    /// Derivatives of the velocities found last, for sensors.
    pub(crate) accelerations: Vec<f64>,
    /// Of everything, W.
    pub(crate) power: Power,
    /// Total energy at the start, for the balance; J.
    pub(crate) initial_energy: f64,
    /// What events have done so far.
    pub(crate) by_events: ByEvents,
    /// Whether an evaluation came last: whoever only places what moves forgets the forces of the one before.
    pub(crate) is_evaluated: bool,
    /// Whether everything stands still: evaluations then ask what joints transmit without any acceleration, and divide by no mass.
    pub(crate) stands_still: bool,
    /// Why the last evaluation has no result.
    pub(crate) failure: Option<Failure>,
}

/// Derivatives of the ledger's two entries at one instant, W.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Power {
    /// Lost to damping, friction and drag.
    pub(crate) dissipated: f64,
    /// Of loads, drives and prescribed motions.
    pub(crate) work: f64,
}

impl Power {
    /// Of what acts along a cable: drag and damping are lost, added mass and a moving surface do work.
    pub(crate) fn add(&mut self, of_cable: Powers) {
        self.dissipated -= of_cable.drag + of_cable.damping;
        self.work += of_cable.added_mass + of_cable.surface;
    }
}

/// Where an evaluation stopped.
/// Has no element's path yet; `fault.rs` finds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Failure {
    /// The joint of a body of the tree could not be eliminated.
    Tree(crate::tree::TreeError),
    /// A cable held at both ends is stretched straight.
    Taut { cable: usize },
    /// The compliance of the closing constraints is not finite.
    Loop,
    /// A state cannot be put on the closing constraints.
    NotClosed(super::loops::NotClosed),
    /// The state has to be closed before it is evaluated; see [`super::loops::evaluate_near`].
    Near,
    /// A singular position that is not passed.
    Singular { closing: usize, hindrance: super::loops::Hindrance },
}

impl Data {
    /// For the sizes of one model; its values are those before a run.
    pub(crate) fn new(model: &RecursiveModel) -> Self {
        let cables = model.cables.iter().zip(point_forces(model));
        let cables = cables.map(|(cable, point_forces)| CableData::new(cable, point_forces));
        let cables: Vec<CableData> = cables.collect();
        let mut tree = TreeData::new(&model.tree);
        if model.transfer.is_some() {
            tree.expect_connections();
        }
        Self {
            values: model.mechanism.values.clone(),
            tree,
            transfer: model.transfer.as_ref().map(TransferData::new).unwrap_or_default(),
            loops: LoopData::new(model),
            cables,
            efforts: vec![0.0; model.efforts.axes.len()],
            accelerations: vec![0.0; model.layout.dimensions.velocities],
            power: Power::default(),
            initial_energy: 0.0,
            by_events: ByEvents::default(),
            is_evaluated: false,
            stands_still: false,
            failure: None,
        }
    }
}

/// How many loads and closing forces may act on each cable at once.
fn point_forces(model: &RecursiveModel) -> Vec<usize> {
    let mut counts = vec![0; model.cables.len()];
    let mut count = |on: &PointOn| {
        if let PointOn::Cable { cable, .. } = on {
            counts[*cable] += 1;
        }
    };
    for load in &model.loads {
        match load {
            LoadModel::Force { on, .. } => count(on),
            LoadModel::Spring { between, .. } => between.iter().for_each(&mut count),
            LoadModel::Torque { .. } => {}
        }
    }
    for term in &model.loops.terms {
        if let Support::Cable { cable, .. } = term {
            counts[*cable] += 1;
        }
    }
    counts
}
