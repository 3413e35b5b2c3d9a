//! What may move onto constraints, and how willingly.

use cdl_graph::{CableStart, Connection, Motion, Plan, StartWeight, TreeNode};

use crate::assembly::{Assembly, Owner};
use crate::recursive::{ClosingKind, RecursiveModel};
use crate::tree::Joint as TreeJoint;

/// How far what has a weight gives way, beside what nobody wrote.
const RELUCTANCE: f64 = 1e-2;

/// Of one velocity of the state.
/// How willingly it gives way; that of a position is kept under the velocity that moves it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Hold {
    /// Nobody wrote it.
    Free,
    /// Written with this weight, which is positive.
    Weighted(f64),
    /// Written without a weight.
    Exact,
    /// A function of time.
    Prescribed,
}

/// The compliance of each velocity: one where nobody holds it, zero where it must stay. With
/// `yields` what has a weight moves, too, by [`RELUCTANCE`] over the weight.
pub(super) fn compliances(holds: &[Hold], yields: bool) -> Vec<f64> {
    let of = |hold: &Hold| match *hold {
        Hold::Free => 1.0,
        Hold::Weighted(weight) if yields => RELUCTANCE / weight,
        Hold::Weighted(_) | Hold::Exact | Hold::Prescribed => 0.0,
    };
    holds.iter().map(of).collect()
}

/// What may move, by velocity of the state.
/// Both lists have one entry for each velocity of the state, tree first, then cables.
pub(super) struct Holds {
    /// How firmly each is held.
    pub(super) positions: Vec<Hold>,
    /// The same.
    pub(super) velocities: Vec<Hold>,
    /// Of each body of the tree: whose start it is.
    pub(super) owners: Vec<Owner>,
    /// Cables whose direction is written, by their index in the forest.
    pub(super) straight: Vec<usize>,
}

impl Holds {
    /// A joint's start has weights of its own for coordinates and rates; a body that floats or
    /// hangs on a cable goes by the weights of its pose and its velocity.
    pub(super) fn new(assembly: &mut Assembly<'_>, plan: &Plan, model: &RecursiveModel) -> Self {
        let count = model.layout.dimensions.velocities;
        let mut holds = Self {
            // Cables adapt: nobody writes where every link is.
            positions: vec![Hold::Free; count],
            velocities: vec![Hold::Free; count],
            owners: Vec::new(),
            straight: straight_cables(assembly, model),
        };
        let first = model.layout.dimensions.positions;
        for &cable in &holds.straight {
            let range = &model.layout.cable_v[cable];
            holds.positions[range.start - first..range.end - first].fill(Hold::Exact);
        }
        let connections = plan.forest.iter().filter_map(|node| match node {
            TreeNode::Body { connection, .. } => Some(*connection),
            TreeNode::Cable { .. } => None,
        });
        for (body, connection) in connections.enumerate() {
            let range = model.tree.rate_range(body);
            let of_body = Owner::Body(model.tree_bodies[body]);
            let start = match assembly.graph.bodies[model.tree_bodies[body]].motion {
                Motion::Dynamic { start } => Some(start),
                Motion::Fixed | Motion::Prescribed { .. } => None,
            };
            let (owner, weights) = match connection {
                Connection::Joint(id) if !matches!(model.tree.joint(body), TreeJoint::Free) => {
                    let start = &assembly.graph.joints[id.index()].start;
                    let weights = [start.coordinate_weight, start.rate_weight];
                    (Owner::Joint(id.index()), weights)
                }
                Connection::Joint(_) | Connection::Free | Connection::Cable { .. } => {
                    let weights = start.map_or([StartWeight::Free; 2], |start| {
                        [start.pose_weight, start.velocity_weight]
                    });
                    (of_body, weights)
                }
            };
            holds.owners.push(owner);
            let [of_position, of_velocity] = weights.map(|weight| hold(assembly, weight));
            holds.positions[range.clone()].fill(of_position);
            holds.velocities[range.clone()].fill(of_velocity);
            if matches!(model.tree.joint(body), TreeJoint::Free)
                && start.is_some_and(|start| start.position.is_none())
            {
                holds.positions[range.start + 3..range.end].fill(Hold::Free);
            }
            for (coordinate, _) in model.tree.coordinate_range(body).enumerate() {
                if model.tree.is_driven(body, coordinate) {
                    holds.positions[range.start + coordinate] = Hold::Prescribed;
                    holds.velocities[range.start + coordinate] = Hold::Prescribed;
                }
            }
        }
        holds
    }

    /// The same with some cables of the forest kept as they are; none without any.
    pub(super) fn keeping(&self, model: &RecursiveModel, cables: &[usize]) -> Option<Self> {
        if cables.is_empty() {
            return None;
        }
        let mut positions = self.positions.clone();
        let first = model.layout.dimensions.positions;
        for &cable in cables {
            let range = &model.layout.cable_v[cable];
            positions[range.start - first..range.end - first].fill(Hold::Exact);
        }
        let (velocities, owners) = (self.velocities.clone(), self.owners.clone());
        Some(Self { positions, velocities, owners, straight: self.straight.clone() })
    }

    /// The same with nothing kept but what is prescribed.
    pub(super) fn released(&self) -> Self {
        let release = |holds: &[Hold]| {
            let of = |hold: &Hold| match hold {
                Hold::Prescribed => Hold::Prescribed,
                Hold::Free | Hold::Weighted(_) | Hold::Exact => Hold::Free,
            };
            holds.iter().map(of).collect()
        };
        Self {
            positions: release(&self.positions),
            velocities: release(&self.velocities),
            owners: self.owners.clone(),
            straight: Vec::new(),
        }
    }
}

/// Cables with both ends on bodies that are laid along a direction: it is written, as cables between two
/// places hang by default.
fn straight_cables(assembly: &Assembly<'_>, model: &RecursiveModel) -> Vec<usize> {
    let closings = model.loops.closings.iter().filter_map(|closing| match closing.kind {
        ClosingKind::CableEnd { cable, .. } => Some(cable),
        ClosingKind::Joint(_) | ClosingKind::Equations(_) => None,
    });
    closings
        .filter(|&cable| {
            let start = assembly.graph.cables[model.cables[cable].index].start;
            matches!(start, CableStart::Straight { direction: Some(_), .. })
        })
        .collect()
}

/// How firmly a start that is written holds.
fn hold(assembly: &Assembly<'_>, weight: StartWeight) -> Hold {
    match weight {
        StartWeight::Free => Hold::Free,
        StartWeight::Exact => Hold::Exact,
        StartWeight::Weighted(node) => Hold::Weighted(assembly.scalar(node)),
    }
}
