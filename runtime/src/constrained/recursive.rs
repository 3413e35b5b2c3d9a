//! Back from natural coordinates to the state of the recursive formulation.

use nalgebra::{Matrix3, Vector3};

use super::data::State;
use super::model::ConstrainedModel;
use super::sources::Motion;
use super::vectors::VectorId;
use crate::dynamics::{CableKind, CableRoot, CableTip, Model};
use crate::spatial::{matrix_quaternion, transposed_times};
use crate::tree::Placement;

/// A frame by its origin and its axes.
pub(super) type WholeFrame = [VectorId; 4];

/// Where the parts of the recursive state are found.
#[derive(Clone, Debug, Default)]
pub(super) struct RecursiveMap {
    /// Of each body of the tree.
    pub(super) bodies: Vec<BodyMap>,
    /// Of each cable of the forest: its nodes from the root to the tip.
    pub(super) cables: Vec<Vec<VectorId>>,
}

/// How a body's coordinates in the tree follow from where it is.
#[derive(Clone, Debug)]
pub(super) enum BodyMap {
    /// Indices among all coordinates of joints.
    Coordinates(Vec<usize>),
    /// By the attitude of the child frame in the parent frame.
    Ball { parent: WholeFrame, child: WholeFrame },
    /// Free, or on the end of a cable: by its own frame.
    Placed(WholeFrame),
}

/// Positions and velocities of the recursive formulation's state; its other parts are those of its start.
pub(super) fn recursive_state(whole: &Model, model: &ConstrainedModel, state: &State) -> Vec<f64> {
    let mut all = whole.start.clone();
    let motion = Motion {
        vectors: &model.vectors,
        positions: &state.positions,
        velocities: &state.velocities,
    };
    let layout = &whole.layout;
    let (q, v) = all.split_at_mut(layout.dimensions.positions);
    let tree = &whole.tree;
    let tree_q = &mut q[layout.tree_q.clone()];
    let tree_v = &mut v[..tree.rates()];
    for (body, map) in model.recursive.bodies.iter().enumerate() {
        let (p, r) = (tree.position_range(body), tree.rate_range(body));
        match map {
            BodyMap::Coordinates(indices) => {
                for (k, &index) in indices.iter().enumerate() {
                    let coordinate = &model.coordinates[index];
                    let at = coordinate.vectors.map(|id| motion.position(id));
                    let gradient = coordinate.gradient_at(at);
                    let rates = coordinate.vectors.map(|id| motion.velocity(id));
                    tree_q[p.start + k] = state.coordinates[index];
                    tree_v[r.start + k] = gradient.iter().zip(&rates).map(|(g, w)| g.dot(w)).sum();
                }
            }
            BodyMap::Ball { parent, child } => {
                let (base, own) = (Pose::of(&motion, parent), Pose::of(&motion, child));
                let attitude = matrix_quaternion(&(base.axes.transpose() * own.axes));
                tree_q[p].copy_from_slice(&attitude);
                let spin = transposed_times(&own.axes, &(own.spin - base.spin));
                tree_v[r].copy_from_slice(spin.as_slice());
            }
            BodyMap::Placed(frame) => {
                let own = Pose::of(&motion, frame);
                let pose = Placement { position: own.origin, rotation: own.axes };
                tree.place(body, &pose, &own.spin, &own.velocity, tree_q, tree_v);
            }
        }
    }
    let velocities = layout.dimensions.positions;
    for (index, nodes) in model.recursive.cables.iter().enumerate() {
        let cable = &whole.cables[index];
        let q = &mut q[layout.cable_q[index].clone()];
        let at_v = &layout.cable_v[index];
        let v = &mut v[at_v.start - velocities..at_v.end - velocities];
        let (mut slots_q, mut slots_v) =
            (q.as_chunks_mut::<3>().0.iter_mut(), v.as_chunks_mut::<3>().0.iter_mut());
        let mut put = |position: Vector3<f64>, velocity: Vector3<f64>| {
            if let (Some(x), Some(w)) = (slots_q.next(), slots_v.next()) {
                (*x, *w) = (position.into(), velocity.into());
            }
        };
        let rooted = matches!(cable.root, CableRoot::Held(_));
        match cable.kind {
            CableKind::RigidLinks(_) => {
                if !rooted {
                    put(motion.position(nodes[0]), motion.velocity(nodes[0]));
                }
                for (pair, &length) in nodes.windows(2).zip(cable.links().lengths()) {
                    let line = motion.position(pair[1]) - motion.position(pair[0]);
                    let rate = motion.velocity(pair[1]) - motion.velocity(pair[0]);
                    put(line / line.norm(), rate / length);
                }
            }
            CableKind::Lumped => {
                let last = nodes.len() - usize::from(matches!(cable.tip, CableTip::Held(_)));
                for &node in &nodes[usize::from(rooted)..last] {
                    put(motion.position(node), motion.velocity(node));
                }
            }
        }
    }
    all
}

struct Pose {
    origin: Vector3<f64>,
    axes: Matrix3<f64>,
    velocity: Vector3<f64>,
    spin: Vector3<f64>,
}

impl Pose {
    fn of(motion: &Motion<'_>, &[origin, x, y, z]: &WholeFrame) -> Self {
        let axes = [x, y, z];
        Self {
            origin: motion.position(origin),
            axes: motion.axes(&axes),
            velocity: motion.velocity(origin),
            spin: motion.spin(&axes),
        }
    }
}
