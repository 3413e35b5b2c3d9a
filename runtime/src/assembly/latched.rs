//! Where things start that only connections hold which events let go, or places along cables: bodies where a joint, the tip of a cable or a
//! grip puts them, and roots of cables.

use cdl_graph::{
    BodyId, CableId, Connection, FrameId, Held, Joint, JointKind, Motion, StartWeight, Station,
};
use nalgebra::{Rotation3, Unit};
use rustc_hash::FxHashMap;

use super::Assembly;
use super::consistent::is_open;
use super::laid::{closed_tip, dynamic_start};
use crate::recursive::{ClosingKind, Data, FrameOn, RecursiveModel};
use crate::spatial::{Vec3, quaternion_matrix};
use crate::tree::{Joint as TreeJoint, Placement};

/// Pose, angular velocity (rad/s) and velocity (m/s) of a body's own frame in the world.
type Placed = (Placement, Vec3, Vec3);

/// Places along cables that hold bodies, by the body's index in the graph.
pub(super) struct Grips(FxHashMap<usize, (FrameId, CableId, Station)>);

impl Grips {
    /// All that are closed; of several on one body the first.
    pub(super) fn new(assembly: &Assembly<'_>) -> Self {
        let mut grips = FxHashMap::default();
        for (index, constraint) in assembly.graph.constraints.iter().enumerate() {
            let latch = assembly.graph.latch_of_constraint(index);
            if is_open(assembly, latch.map(|own| own.state.index())) {
                continue;
            }
            if let Some(grip) = constraint.on_cable(&assembly.graph.signals) {
                grips.entry(assembly.mechanism.frame(grip.0).body).or_insert(grip);
            }
        }
        Self(grips)
    }
}

/// Where a body of the tree starts whose place nobody has written. `written` is what its own start says of the attitude and of how it moves;
/// the first `cables` of the forest have been reached. `None` where nothing that has been placed before holds it.
pub(super) fn place(
    (assembly, model, data): (&Assembly<'_>, &RecursiveModel, &Data),
    body: usize,
    written: &Placed,
    (grips, cables): (&Grips, usize),
) -> Option<Placed> {
    by_joint(assembly, model, data, body, &written.0)
        .or_else(|| by_cable(assembly, model, data, body, &written.0))
        .or_else(|| by_grip((assembly, model, data), body, written, (grips, cables)))
}

/// Where a latched joint puts the body, if its other side is placed already.
fn by_joint(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    data: &Data,
    body: usize,
    written: &Placement,
) -> Option<Placed> {
    let graph = assembly.graph;
    let own = BodyId(model.tree_bodies[body] as u32);
    graph.latches.iter().find_map(|latch| {
        let Held::Joint(id) = latch.holds else { return None };
        if is_open(assembly, Some(latch.state.index())) {
            return None;
        }
        let joint = &graph.joints[id.index()];
        let closing = model.whereabouts.cut_joints[id.index()]?;
        let ClosingKind::Joint(cut) = &model.loops.closings[closing].kind else { return None };
        let is_child = graph.frames[joint.child.index()].body == own;
        let is_parent = graph.frames[joint.parent.index()].body == own;
        let (held, other) = match (is_child, is_parent) {
            (true, _) => (joint.child, &cut.parent),
            (_, true) => (joint.parent, &cut.child),
            (false, false) => return None,
        };
        if !stands_before(other, body) {
            return None;
        }
        let base = other.pose(&data.tree);
        let turned = relative(assembly, joint);
        let mut frame =
            if is_child { composed(&base, &turned) } else { composed(&base, &inverse(&turned)) };
        let inner = &assembly.mechanism.frame(held).placement;
        if matches!(joint.kind, JointKind::Spherical)
            && joint.start.coordinate_weight == StartWeight::Free
        {
            frame.rotation = written.rotation * inner.rotation;
        }
        let pose = composed(&frame, &inverse(inner));
        let carried = other.velocity(&data.tree);
        let arm = pose.position - base.position;
        Some((pose, carried.angular, carried.linear + carried.angular.cross(&arm)))
    })
}

/// Where the tip of a cable that is attached to the body puts it.
fn by_cable(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    data: &Data,
    body: usize,
    written: &Placement,
) -> Option<Placed> {
    let own = model.tree_bodies[body];
    assembly.graph.latches.iter().find_map(|latch| {
        let Held::CableEnd { cable, end, frame } = latch.holds else { return None };
        let held = assembly.mechanism.frame(frame);
        if is_open(assembly, Some(latch.state.index())) || held.body != own {
            return None;
        }
        let index = model.whereabouts.cables[cable.index()]?;
        let cable = &model.cables[index];
        let station = if end == 0 { cable.start_station() } else { cable.end_station() };
        let tip = cable.motion_at(&data.cables[index], &station);
        let position = tip.position - written.rotation * held.placement.position;
        Some((Placement { position, ..*written }, Vec3::zeros(), tip.velocity))
    })
}

/// Where a place along a cable that has been laid holds it. A velocity that is written stays.
fn by_grip(
    (assembly, model, data): (&Assembly<'_>, &RecursiveModel, &Data),
    body: usize,
    written: &Placed,
    (Grips(grips), cables): (&Grips, usize),
) -> Option<Placed> {
    let &(frame, cable, station) = grips.get(&model.tree_bodies[body])?;
    let index = model.whereabouts.cables[cable.index()]?;
    // Those whose tips a loop holds are laid at last.
    if index >= cables || closed_tip(assembly, model, index).is_some() {
        return None;
    }
    let cable = &model.cables[index];
    let station = match station {
        Station::Start => cable.start_station(),
        Station::End => cable.end_station(),
        Station::ArcLength(node) => cable.station(assembly.scalar(node)),
    };
    let held = cable.motion_at(&data.cables[index], &station);
    let (pose, omega, velocity) = written;
    let arm = pose.rotation * assembly.mechanism.frame(frame).placement.position;
    let placed = Placement { position: held.position - arm, ..*pose };
    let start = dynamic_start(assembly, model, body)?;
    let moves = if start.velocity_weight == StartWeight::Free { held.velocity } else { *velocity };
    Some((placed, *omega, moves))
}

/// The cable that is laid before a body can be placed on its tip; of those that have been reached, `cables` of the
/// forest.
pub(super) fn bearer(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    data: &Data,
    (body, connection): (usize, Connection),
    cables: usize,
) -> Option<usize> {
    let start = match &assembly.graph.bodies[model.tree_bodies[body]].motion {
        Motion::Dynamic { start } => start,
        Motion::Fixed | Motion::Prescribed { .. } => return None,
    };
    let level = Placement::new([0.0; 3], assembly.array(start.attitude));
    let is_free = match connection {
        Connection::Free => true,
        Connection::Joint(_) => matches!(model.tree.joint(body), TreeJoint::Free),
        Connection::Cable { .. } => false,
    };
    if !is_free
        || start.position.is_some()
        || by_joint(assembly, model, data, body, &level).is_some()
    {
        return None;
    }
    model.loops.closings.iter().find_map(|closing| match &closing.kind {
        ClosingKind::CableEnd { cable, station, frame: FrameOn::Body(frame) }
            if frame.body == body
                && *cable < cables
                && *station == model.cables[*cable].tip_station()
                && closing.latch.is_some()
                && !is_open(assembly, closing.latch) =>
        {
            Some(*cable)
        }
        _ => None,
    })
}

/// Position and velocity of a cable's root that the forest does not hold; at rest in the world's origin where nothing else
/// does.
pub(super) fn root(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    data: &Data,
    cable: usize,
) -> (Vec3, Vec3) {
    let tip = model.cables[cable].tip_station();
    let held = model.loops.closings.iter().find_map(|closing| match &closing.kind {
        ClosingKind::CableEnd { cable: own, station, frame }
            if *own == cable && *station != tip && !is_open(assembly, closing.latch) =>
        {
            Some(frame.motion(&data.tree))
        }
        _ => None,
    });
    held.map_or((Vec3::zeros(), Vec3::zeros()), |motion| (motion.position, motion.velocity))
}

/// Which ends of a cable are held where it starts, for ever or until an event lets them go.
pub(super) fn held_ends(assembly: &Assembly<'_>, index: usize) -> [bool; 2] {
    let mut held = assembly.graph.cables[index].ends.map(|end| !end.is_free());
    for latch in &assembly.graph.latches {
        if let Held::CableEnd { cable, end, frame: _ } = latch.holds
            && cable.index() == index
            && !is_open(assembly, Some(latch.state.index()))
        {
            held[usize::from(end)] = true;
        }
    }
    held
}

/// Whether a frame has been placed before a body of the tree.
fn stands_before(frame: &FrameOn, body: usize) -> bool {
    match frame {
        FrameOn::World(_) | FrameOn::Base { .. } => true,
        FrameOn::Body(frame) => frame.body < body,
    }
}

/// The child's frame in the parent's, as the joint's start says.
fn relative(assembly: &Assembly<'_>, joint: &Joint) -> Placement {
    let vector = |nodes| Vec3::from(assembly.array(nodes));
    let at = |index: usize| {
        joint.start.coordinates.get(index).map_or(0.0, |&node| assembly.scalar(node))
    };
    let turn = |axis: Vec3, angle: f64| {
        Rotation3::from_axis_angle(&Unit::new_normalize(axis), angle).into_inner()
    };
    let level = Placement::new([0.0; 3], [1.0, 0.0, 0.0, 0.0]);
    match joint.kind {
        JointKind::Fixed | JointKind::Free => level,
        JointKind::Spherical => {
            let attitude =
                joint.start.attitude.map(|nodes| quaternion_matrix(assembly.array(nodes)));
            Placement { rotation: attitude.unwrap_or(level.rotation), ..level }
        }
        JointKind::Revolute { axis } => Placement { rotation: turn(vector(axis), at(0)), ..level },
        JointKind::Prismatic { axis } => {
            Placement { position: vector(axis).normalize() * at(0), ..level }
        }
        JointKind::Cylindrical { axis } => Placement {
            rotation: turn(vector(axis), at(0)),
            position: vector(axis).normalize() * at(1),
        },
        JointKind::Universal { first, second } => Placement {
            rotation: turn(vector(first), at(0)) * turn(vector(second), at(1)),
            ..level
        },
        JointKind::Planar { normal, first } => {
            let (normal, first) = (vector(normal).normalize(), vector(first));
            let first = (first - normal * first.dot(&normal)).normalize();
            let position = first * at(0) + normal.cross(&first) * at(1);
            Placement { position, rotation: turn(normal, at(2)) }
        }
    }
}

/// The inner placement seen from where the outer one is given.
fn composed(outer: &Placement, inner: &Placement) -> Placement {
    Placement {
        position: outer.position + outer.rotation * inner.position,
        rotation: outer.rotation * inner.rotation,
    }
}

/// The outer frame seen from the inner one.
fn inverse(placement: &Placement) -> Placement {
    let rotation = placement.rotation.transpose();
    Placement { position: -(rotation * placement.position), rotation }
}
