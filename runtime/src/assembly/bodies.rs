//! The forest: bodies, joints and cables in the order in which the passes meet them.
//!
//! The plan says who hangs on whom; here it becomes a [`Tree`] with the numbers of the graph. Three
//! numberings meet: bodies of the graph (the world first, prescribed ones among them), bodies of
//! the tree (only what moves by the equations of motion, parents before children) and the entries
//! of the plan, which are bodies and cables in the order of the passes. Masses in kg, inertias in
//! kg m^2 about the centre of mass in body axes.

use cdl_graph::{
    BodyId, Connection, FrameId, Joint, JointAxis, JointKind, Motion, NodeId, Plan, Shape, TreeNode,
};

use super::{Assembly, Owner, Problem, cables};
use crate::laws::{AxisLaw, BallLaw};
use crate::mechanism::{Base, FrameOf, Visible};
use crate::recursive::{CableModel, CableTip, DrivenCoordinate, Efforts, FrameOn, Pass, Place};
use crate::results::scene::SceneShape;
use crate::spatial::{Sym3, Vec3};
use crate::tree::{
    BallOn, BodySpec, BuildError, Joint as TreeJoint, Parent, Placement, Tree, TreeBuilder,
};

/// The recursive formulation's order of things, with the maps from the graph to it. What the graph
/// numbers is looked up here once, so that a step needs no map.
pub(super) struct Forest {
    /// Bodies and joints that the recursion solves for.
    pub(super) tree: Tree,
    /// Of each body of the tree: its index in the graph.
    pub(super) tree_bodies: Vec<usize>,
    /// Of each body of the graph.
    pub(super) places: Vec<Place>,
    /// Of each joint of the graph: the body of the tree that it holds.
    pub(super) joint_bodies: Vec<Option<usize>>,
    /// Of each joint of the graph that closes a loop: index of the closing.
    pub(super) cut_joints: Vec<Option<usize>>,
    /// Of each constraint of the graph: its first row among all that close.
    pub(super) constraint_rows: Vec<usize>,
    /// Of each cable of the graph: its index in `cables`.
    pub(super) cable_indices: Vec<Option<usize>>,
    /// Bodies and cables outward: what something hangs on stands before it. The inward pass goes
    /// backwards.
    pub(super) passes: Vec<Pass>,
    /// Prescribed bodies in the order of the graph, also those whose motion is constant.
    pub(super) bases: Vec<Base>,
    /// Joints of the tree only; drives of cut joints are rows of their closings.
    pub(super) drives: Vec<DrivenCoordinate>,
    /// What acts in the tree's joints.
    pub(super) efforts: Efforts,
    /// In the order of the plan, not of the graph; see `cable_indices`.
    pub(super) cables: Vec<CableModel>,
}

impl Forest {
    /// Of each body of the tree: the joint of the graph that holds it.
    pub(super) fn tree_joints(&self) -> Vec<Option<usize>> {
        let mut joints = vec![None; self.tree.bodies()];
        for (joint, body) in self.joint_bodies.iter().enumerate() {
            if let Some(body) = *body {
                joints[body] = Some(joint);
            }
        }
        joints
    }

    /// A frame in the form that the dynamics reads. `None` on a body that nothing holds.
    pub(super) fn frame(&self, assembly: &Assembly<'_>, frame: FrameId) -> Option<FrameOn> {
        let FrameOf { body, placement } = assembly.mechanism.frame(frame);
        self.places[body].frame(&self.tree, placement)
    }
}

/// `None` when the tree cannot be built; the errors are in the assembly.
/// Builds the tree, then hangs the cables into it. Bodies on the tip of a cable have to exist
/// before the cable is made, so a cable with one gets an anchor in the tree first, and is itself
/// made at the end. `gravity` is in world axes, m/s^2.
pub(super) fn forest(
    assembly: &mut Assembly<'_>,
    plan: &Plan,
    gravity: [f64; 3],
) -> Option<Forest> {
    let graph = assembly.graph;
    let mut builder = TreeBuilder::new(gravity.into());
    let mut growing = Growing {
        places: vec![Place::Nowhere; graph.bodies.len()],
        anchors: vec![None; graph.cables.len()],
        carries: vec![false; graph.bodies.len()],
        tree_bodies: Vec::new(),
        joint_bodies: vec![None; graph.joints.len()],
        driven: Vec::new(),
    };
    let mut bases = Vec::new();
    for (index, body) in graph.bodies.iter().enumerate() {
        match &body.motion {
            Motion::Fixed => growing.places[index] = Place::World,
            Motion::Dynamic { .. } => {}
            Motion::Prescribed { position, attitude, rates } => {
                let nodes = position.iter().chain(attitude);
                let fixed = nodes.clone().all(|&node| assembly.is_fixed(node));
                if rates.is_none() && !fixed {
                    let text = "its prescribed motion has not been derived by time".to_owned();
                    assembly.fail(Owner::Body(index), Problem::Plan(text));
                }
                growing.places[index] = Place::Base(builder.add_base());
                let rates = if fixed { None } else { *rates };
                bases.push(Base { position: *position, attitude: *attitude, rates });
            }
        }
    }
    for node in &plan.forest {
        if let TreeNode::Cable { cable, root } = node {
            let end = graph.cables[cable.index()].ends[usize::from(*root).min(1)];
            if let Some(frame) = end.frame() {
                growing.carries[graph.frames[frame.index()].body.index()] = true;
            }
        }
    }
    let mut carrying = vec![false; graph.cables.len()];
    for node in &plan.forest {
        if let TreeNode::Body { connection: Connection::Cable { cable, .. }, .. } = node {
            carrying[cable.index()] = true;
        }
    }
    let mut passes: Vec<Pass> = Vec::new();
    let mut cable_order = Vec::new();
    for node in &plan.forest {
        match node {
            TreeNode::Body { body, connection } => {
                let index = growing.add(assembly, &mut builder, *body, *connection)?;
                match passes.last_mut() {
                    Some(Pass::Bodies(range)) => range.end = index + 1,
                    _ => passes.push(Pass::Bodies(index..index + 1)),
                }
            }
            TreeNode::Cable { cable, root } => {
                if carrying[cable.index()] {
                    growing.anchors[cable.index()] = Some(builder.add_anchor());
                }
                passes.push(Pass::Cable(cable_order.len()));
                cable_order.push((*cable, *root));
            }
        }
    }
    let tree = match builder.finish() {
        Ok(tree) => tree,
        Err(error) => {
            let index = growing.tree_bodies.get(error.body()).copied().unwrap_or(0);
            assembly.fail(Owner::Body(index), error.into());
            return None;
        }
    };
    let mut forest = Forest {
        efforts: efforts(assembly, &tree, &growing),
        drives: growing.drives(assembly, &tree),
        tree,
        tree_bodies: growing.tree_bodies,
        places: growing.places,
        joint_bodies: growing.joint_bodies,
        cut_joints: vec![None; graph.joints.len()],
        constraint_rows: Vec::new(),
        cable_indices: vec![None; graph.cables.len()],
        passes,
        bases,
        cables: Vec::with_capacity(graph.cables.len()),
    };
    let mut on_anchor = vec![None; graph.cables.len()];
    for body in 0..forest.tree.bodies() {
        if let Parent::Anchor(anchor) = forest.tree.parent(body) {
            on_anchor[anchor] = Some(CableTip::Carries { body, anchor });
        }
    }
    for (cable, root) in cable_order {
        let carried = growing.anchors[cable.index()].and_then(|anchor| on_anchor[anchor].clone());
        let built = cables::hung(assembly, &forest, plan, cable, root, carried)?;
        forest.cable_indices[cable.index()] = Some(forest.cables.len());
        forest.cables.push(built);
    }
    Some(forest)
}

/// The tree while it grows.
/// Indices are those of the graph unless a field says otherwise.
struct Growing {
    /// Of each body.
    places: Vec<Place>,
    /// Of each cable: its anchor in the tree, if a body hangs on it.
    anchors: Vec<Option<usize>>,
    /// Of each body: a cable hangs on it, or is paid out by it.
    /// Such a body may be without mass itself: the cable's mass is what moves.
    carries: Vec<bool>,
    /// Of each body of the tree: its index in the graph.
    tree_bodies: Vec<usize>,
    /// Of each joint: the body of the tree that it holds.
    joint_bodies: Vec<Option<usize>>,
    /// Bodies of the tree whose joint has drives.
    /// In pairs with the joint's index in the graph.
    driven: Vec<(usize, usize)>,
}

impl Growing {
    /// Adds one body with the joint that holds it; gives its index in the tree. What it hangs on
    /// must have been added before. `None` after an error.
    fn add(
        &mut self,
        assembly: &mut Assembly<'_>,
        builder: &mut TreeBuilder,
        body: BodyId,
        connection: Connection,
    ) -> Option<usize> {
        let graph = assembly.graph;
        let owner = Owner::Body(body.index());
        let found = &graph.bodies[body.index()];
        let mut spec = BodySpec {
            mass: assembly.scalar(found.mass),
            centre_of_mass: Vec3::from(assembly.array(found.centre_of_mass)),
            inertia: Sym3::from_array(assembly.array(found.inertia)),
            carries_load: self.carries[body.index()] || !found.in_space,
            ..BodySpec::default()
        };
        physical_inertia(assembly, owner, &spec.inertia);
        let mut held_by = None;
        match connection {
            Connection::Free => spec.joint = TreeJoint::Free,
            // Nothing is held by it: what is reckoned from the world does not feel how its parent moves.
            Connection::Joint(id) if graph.joints[id.index()].kind == JointKind::Free => {
                held_by = Some((id, &graph.joints[id.index()]));
                spec.joint = TreeJoint::Free;
            }
            Connection::Joint(id) => {
                let joint = &graph.joints[id.index()];
                held_by = Some((id, joint));
                let parent = &graph.frames[joint.parent.index()];
                spec.parent = match self.places[parent.body.index()] {
                    Place::World => Parent::World,
                    Place::Base(base) => Parent::Base(base),
                    Place::Tree(body) => Parent::Body(body),
                    Place::Nowhere => {
                        let text = "its parent stands after it in the plan".to_owned();
                        assembly.fail(Owner::Joint(id.index()), Problem::Plan(text));
                        return None;
                    }
                };
                spec.parent_frame = frame_placement(assembly, joint.parent);
                spec.child_frame = frame_placement(assembly, joint.child);
                spec.joint = tree_joint(assembly, joint);
                for (k, axis) in joint.coordinates.iter().enumerate().take(3) {
                    if let Some(drive) = &axis.drive {
                        spec.driven[k] = true;
                        let complete = drive.rate.is_some() && drive.acceleration.is_some();
                        if !complete && !assembly.is_fixed(drive.value) {
                            let text = "its drive has not been derived by time".to_owned();
                            assembly.fail(Owner::Joint(id.index()), Problem::Plan(text));
                        }
                    }
                }
            }
            Connection::Cable { cable, end } => {
                let Some(anchor) = self.anchors[cable.index()] else {
                    let text = "its cable stands after it in the plan".to_owned();
                    assembly.fail(owner, Problem::Plan(text));
                    return None;
                };
                spec.parent = Parent::Anchor(anchor);
                spec.joint = TreeJoint::Spherical;
                let end = graph.cables[cable.index()].ends[usize::from(end).min(1)];
                if let Some(frame) = end.frame() {
                    spec.child_frame = frame_placement(assembly, frame);
                }
            }
        }
        match builder.add_body(&spec) {
            Ok(index) => {
                self.places[body.index()] = Place::Tree(index);
                self.tree_bodies.push(body.index());
                if let Some((id, _)) = held_by {
                    self.joint_bodies[id.index()] = Some(index);
                    if spec.driven.contains(&true) {
                        self.driven.push((index, id.index()));
                    }
                }
                Some(index)
            }
            Err(error) => {
                let of_joint = matches!(error, BuildError::Axis { .. } | BuildError::Drive { .. });
                let owner = match held_by {
                    Some((id, _)) if of_joint => Owner::Joint(id.index()),
                    _ => owner,
                };
                assembly.fail(owner, error.into());
                None
            }
        }
    }

    /// Coordinates are counted over the whole tree, as `TreeData::drives` is.
    fn drives(&self, assembly: &Assembly<'_>, tree: &Tree) -> Vec<DrivenCoordinate> {
        let mut drives = Vec::new();
        for &(body, joint) in &self.driven {
            let axes = &assembly.graph.joints[joint].coordinates;
            for (coordinate, axis) in tree.coordinate_range(body).zip(axes) {
                if let Some(drive) = &axis.drive {
                    drives.push(DrivenCoordinate {
                        coordinate,
                        value: drive.value,
                        rate: drive.rate,
                        acceleration: drive.acceleration,
                    });
                }
            }
        }
        drives
    }
}

/// Principal moments obey the triangle inequality, whatever the distribution of mass.
/// A moment may exceed the sum of the two others by a share of 1e-9, which rounding makes of a flat
/// body.
fn physical_inertia(assembly: &mut Assembly<'_>, owner: Owner, inertia: &Sym3) {
    let moments = inertia.to_matrix().symmetric_eigenvalues();
    let (largest, sum) = (moments.max(), moments.sum());
    let tolerance = 1e-9 * sum.abs();
    if moments.min() < -tolerance || 2.0 * largest > sum + tolerance {
        assembly.fail(owner, Problem::Inertia { moments: moments.into() });
    }
}

/// In the axes of its body, m.
fn frame_placement(assembly: &Assembly<'_>, frame: FrameId) -> Placement {
    assembly.mechanism.frame(frame).placement
}

/// Axes as the user wrote them, in frame axes: those of the parent frame, but the second axis of a
/// universal joint, which is fixed in the child frame. They need not have length one.
pub(super) fn tree_joint(assembly: &Assembly<'_>, joint: &Joint) -> TreeJoint {
    let vector = |nodes| Vec3::from(assembly.array(nodes));
    match joint.kind {
        JointKind::Fixed => TreeJoint::Fixed,
        JointKind::Revolute { axis } => TreeJoint::Revolute { axis: vector(axis) },
        JointKind::Prismatic { axis } => TreeJoint::Prismatic { axis: vector(axis) },
        JointKind::Universal { first, second } => {
            TreeJoint::Universal { first: vector(first), second: vector(second) }
        }
        JointKind::Spherical => TreeJoint::Spherical,
        JointKind::Cylindrical { axis } => TreeJoint::Cylindrical { axis: vector(axis) },
        JointKind::Planar { normal, first } => {
            TreeJoint::Planar { normal: vector(normal), first: vector(first) }
        }
        JointKind::Free => TreeJoint::Free,
    }
}

/// What acts along coordinates of the tree's joints, by the whole tree's coordinates; cut joints
/// have their own.
fn efforts(assembly: &mut Assembly<'_>, tree: &Tree, growing: &Growing) -> Efforts {
    let mut efforts = Efforts {
        axes: vec![AxisLaw::default(); tree.coordinates()],
        balls: Vec::new(),
        signals: Vec::new(),
        any: false,
    };
    let graph = assembly.graph;
    for (index, joint) in graph.joints.iter().enumerate() {
        let Some(body) = growing.joint_bodies[index] else { continue };
        check_friction(assembly, index);
        for (coordinate, axis) in tree.coordinate_range(body).zip(&joint.coordinates) {
            let (law, effort) = axis_law(assembly, axis);
            efforts.signals.extend(effort.map(|node| (coordinate, node)));
            efforts.any |= law.acts() || effort.is_some();
            efforts.axes[coordinate] = law;
        }
        if let Some(axis) = &joint.isotropic
            && let Some(law) = ball_law(assembly, axis)
        {
            efforts.any = true;
            efforts.balls.push(BallOn { body, law });
        }
    }
    efforts
}

/// What acts along a coordinate, and the effort given by the user where there is one.
/// Positive efforts make the coordinate larger. N, N m, m, rad and s as the coordinate is a length
/// or an angle. An effort that is the constant zero is none, so that it costs nothing in a step.
pub(crate) fn axis_law(assembly: &Assembly<'_>, axis: &JointAxis) -> (AxisLaw, Option<NodeId>) {
    let law = AxisLaw {
        stiffness: assembly.scalar(axis.stiffness),
        rest: assembly.scalar(axis.rest),
        damping: assembly.scalar(axis.damping),
        friction: assembly.scalar(axis.friction),
        friction_speed: speed_or_one(assembly.scalar(axis.friction_speed)),
    };
    let none = assembly.is_fixed(axis.effort) && assembly.scalar(axis.effort) == 0.0;
    (law, (!none).then_some(axis.effort))
}

/// What acts about every axis of a spherical joint, if anything does.
pub(crate) fn ball_law(assembly: &Assembly<'_>, axis: &JointAxis) -> Option<BallLaw> {
    let law = BallLaw {
        stiffness: assembly.scalar(axis.stiffness),
        damping: assembly.scalar(axis.damping),
        friction: assembly.scalar(axis.friction),
        friction_speed: speed_or_one(assembly.scalar(axis.friction_speed)),
    };
    law.acts().then_some(law)
}

/// Dry friction needs the speed at which it is reached.
pub(super) fn check_friction(assembly: &mut Assembly<'_>, joint: usize) {
    let found = &assembly.graph.joints[joint];
    for axis in found.coordinates.iter().chain(found.isotropic.as_deref()) {
        if assembly.scalar(axis.friction) != 0.0 {
            let speed = assembly.scalar(axis.friction_speed);
            let owner = Owner::Joint(joint);
            assembly.require(owner, "friction speed", speed, speed > 0.0, "a positive number");
        }
    }
}

/// Without friction its speed does not matter, and zero must not divide.
fn speed_or_one(speed: f64) -> f64 {
    if speed > 0.0 { speed } else { 1.0 }
}

/// Everything that a picture shows, the world excepted.
pub(super) fn scene(assembly: &Assembly<'_>) -> Vec<Visible> {
    let graph = assembly.graph;
    let mut scene = Vec::new();
    for (index, body) in graph.bodies.iter().enumerate() {
        let shape = body.shape.map(|shape| match shape {
            Shape::Box { size, centre } => {
                SceneShape::Box { size: assembly.array(size), centre: assembly.array(centre) }
            }
            Shape::Sphere { diameter, centre } => SceneShape::Sphere {
                diameter: assembly.scalar(diameter),
                centre: assembly.array(centre),
            },
            Shape::Cylinder { diameter, start, end } => SceneShape::Cylinder {
                diameter: assembly.scalar(diameter),
                start: assembly.array(start),
                end: assembly.array(end),
            },
        });
        if !body.in_space || (index == BodyId::WORLD.index() && shape.is_none()) {
            continue;
        }
        scene.push(Visible { body: index, shape });
    }
    scene
}
