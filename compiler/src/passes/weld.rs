//! Bodies joined by fixed joints become one.
//!
//! What is fixed to the world or to a prescribed body becomes part of it; its mass no longer plays a
//! part. Otherwise the first of the bodies takes the others in: their mass properties are combined,
//! and their frames, with all that refers to them, are given in its axes. A joint whose force or torque
//! is read stays a joint, or there would be nothing left to read it from.

use std::collections::VecDeque;

use cdl_graph::{
    Body, BodyId, Graph, Held, JointId, JointKind, JointQuantity, Motion, Node, Sensor, Shape,
    Signals, Start,
};

use super::loops::{self, Towards};
use super::{dead_signals, places::Places, rewrite::rewrite};
use crate::diagnostics::{self, Diagnostic};
use crate::place::Place;
use crate::symbolic::inertia::{self, MassProperties};
use crate::symbolic::pose::{self, Pose};
use crate::symbolic::vector;

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    if !graph.joints.iter().any(|joint| joint.kind == JointKind::Fixed) {
        return graph;
    }
    let before = diagnostics.len();
    let mut welds: Vec<bool> =
        graph.joints.iter().map(|joint| joint.kind == JointKind::Fixed).collect();
    for latch in &graph.latches {
        // What events let go stays a joint.
        if let Held::Joint(joint) = latch.holds {
            welds[joint.index()] = false;
        }
    }
    let mut groups = self::groups(&graph, &welds, places, diagnostics);
    if diagnostics.len() > before {
        return graph;
    }
    let loaded = loaded(&graph);
    if loaded.contains(&true) {
        welds.iter_mut().zip(loaded).for_each(|(weld, loaded)| *weld &= !loaded);
        groups = self::groups(&graph, &welds, places, diagnostics);
    }
    let mut graph = graph;
    let mut merged = vec![false; graph.bodies.len()];
    let mut into: Vec<Option<(BodyId, Pose)>> = vec![None; graph.bodies.len()];
    for group in &groups {
        let poses = poses(&mut graph, group);
        join(&mut graph, group.anchor, &poses, places, diagnostics);
        for (body, pose) in poses {
            merged[body.index()] = true;
            into[body.index()] = Some((group.anchor, pose));
        }
    }
    for frame in &mut graph.frames {
        if let Some((anchor, pose)) = into[frame.body.index()] {
            let inner = Pose { position: frame.position, attitude: frame.attitude };
            let outer = pose::composed(&mut graph.signals, pose, inner);
            frame.body = anchor;
            (frame.position, frame.attitude) = (outer.position, outer.attitude);
        }
    }
    remove(graph, &merged, &welds)
}

/// Fixed joints across which a force or a torque is read.
fn loaded(graph: &Graph) -> Vec<bool> {
    let mut loaded = vec![false; graph.joints.len()];
    let fixed = |node: &Node| match node {
        Node::Sensor {
            sensor:
                Sensor::Joint { joint, quantity: JointQuantity::Force | JointQuantity::Torque, .. },
            ..
        } if graph.joints[joint.index()].kind == JointKind::Fixed => Some(joint.index()),
        _ => None,
    };
    if !graph.signals.nodes.iter().any(|node| fixed(&node).is_some()) {
        return loaded;
    }
    for (node, live) in graph.signals.nodes.iter().zip(dead_signals::live_nodes(graph)) {
        if let (Some(joint), true) = (fixed(&node), live) {
            loaded[joint] = true;
        }
    }
    loaded
}

/// Bodies that do not move relative to each other.
struct Group {
    anchor: BodyId,
    /// The others with the joint that leads to each, parents first.
    members: Vec<(BodyId, JointId, BodyId)>,
}

fn ends(graph: &Graph, joint: usize) -> [BodyId; 2] {
    let joint = &graph.joints[joint];
    [joint.parent, joint.child].map(|frame| graph.frames[frame.index()].body)
}

fn groups(
    graph: &Graph,
    welds: &[bool],
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Group> {
    let mut at: Vec<Vec<JointId>> = vec![Vec::new(); graph.bodies.len()];
    for (index, &weld) in welds.iter().enumerate() {
        if weld {
            for body in ends(graph, index) {
                at[body.index()].push(JointId(index as u32));
            }
        }
    }
    let grounded = |body: &usize| !matches!(graph.bodies[*body].motion, Motion::Dynamic { .. });
    let bodies = 0..graph.bodies.len();
    let anchors = bodies.clone().filter(grounded).chain(bodies.filter(|body| !grounded(body)));
    let mut group_of: Vec<Option<usize>> = vec![None; graph.bodies.len()];
    let mut towards: Towards = vec![None; graph.bodies.len()];
    let mut used = vec![false; graph.joints.len()];
    let mut groups: Vec<Group> = Vec::new();
    // The ground first, all of it, so that nothing takes part of the ground in.
    for (index, group) in (0..graph.bodies.len()).filter(grounded).enumerate() {
        group_of[group] = Some(index);
        groups.push(Group { anchor: BodyId(group as u32), members: Vec::new() });
    }
    for anchor in anchors {
        let group = match group_of[anchor] {
            Some(group) if groups[group].anchor.index() == anchor => group,
            Some(_) => continue,
            None => {
                groups.push(Group { anchor: BodyId(anchor as u32), members: Vec::new() });
                group_of[anchor] = Some(groups.len() - 1);
                groups.len() - 1
            }
        };
        let mut queue = VecDeque::from([BodyId(anchor as u32)]);
        while let Some(body) = queue.pop_front() {
            for joint in &at[body.index()] {
                if std::mem::replace(&mut used[joint.index()], true) {
                    continue;
                }
                let [a, b] = ends(graph, joint.index());
                let other = if a == body { b } else { a };
                if group_of[other.index()].is_none() {
                    group_of[other.index()] = Some(group);
                    towards[other.index()] = Some((*joint, body));
                    groups[group].members.push((other, *joint, body));
                    queue.push_back(other);
                } else {
                    let around = loops::between(&towards, other, body);
                    diagnostics.push(redundant(graph, places, *joint, &around));
                }
            }
        }
    }
    groups.retain(|group| !group.members.is_empty());
    groups
}

fn redundant(graph: &Graph, places: &Places<'_>, joint: JointId, around: &[JointId]) -> Diagnostic {
    let named = |joint: &JointId| {
        let joint = &graph.joints[joint.index()];
        (joint.path.as_str(), places.of(joint.origin))
    };
    let others: Vec<_> = around.iter().map(named).collect();
    let (path, place) = named(&joint);
    diagnostics::fixed_twice(place, path, &others)
}

/// The members' poses in the anchor's axes.
fn poses(graph: &mut Graph, group: &Group) -> Vec<(BodyId, Pose)> {
    let mut known: rustc_hash::FxHashMap<BodyId, Pose> = rustc_hash::FxHashMap::default();
    let mut poses = Vec::with_capacity(group.members.len());
    let Graph { signals, frames, joints, .. } = graph;
    for (body, joint, via) in &group.members {
        let joint = &joints[joint.index()];
        let parent_is_near = frames[joint.parent.index()].body == *via;
        let (near, far) =
            if parent_is_near { (joint.parent, joint.child) } else { (joint.child, joint.parent) };
        let [near, far] = [near, far].map(|frame| {
            let frame = &frames[frame.index()];
            Pose { position: frame.position, attitude: frame.attitude }
        });
        let back = pose::inverse(signals, far);
        let mut pose = pose::composed(signals, near, back);
        if let Some(outer) = known.get(via) {
            pose = pose::composed(signals, *outer, pose);
        }
        known.insert(*body, pose);
        poses.push((*body, pose));
    }
    poses
}

/// Gives the anchor the members' mass, start and shape.
fn join(
    graph: &mut Graph,
    anchor: BodyId,
    poses: &[(BodyId, Pose)],
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Graph { signals, bodies, .. } = graph;
    let shape = bodies[anchor.index()].shape.or_else(|| {
        poses.iter().find_map(|(body, pose)| {
            bodies[body.index()].shape.and_then(|shape| moved(signals, *pose, shape))
        })
    });
    bodies[anchor.index()].shape = shape;
    let given = poses.iter().filter_map(|(body, pose)| match &bodies[body.index()].motion {
        Motion::Dynamic { start } if start.is_given() => Some((*body, *start, *pose)),
        _ => None,
    });
    let mut given: Vec<(BodyId, Start, Pose)> = given.collect();
    let Motion::Dynamic { start: own } = bodies[anchor.index()].motion else {
        for (body, ..) in given {
            let (body, anchor) = (&bodies[body.index()], &bodies[anchor.index()]);
            let why =
                format!("it is fixed to `{}`, which says where it is at any time", anchor.path);
            let holder = (places.of(anchor.origin), "fixed to this");
            diagnostics.push(given_twice(places, body, &why, holder));
        }
        return;
    };

    let body = &bodies[anchor.index()];
    let mut parts = vec![MassProperties {
        mass: body.mass,
        centre: body.centre_of_mass,
        inertia: body.inertia,
    }];
    for (body, pose) in poses {
        let body = &bodies[body.index()];
        parts.push(MassProperties {
            mass: body.mass,
            centre: pose::point(signals, *pose, body.centre_of_mass),
            inertia: inertia::rotated(signals, pose.attitude, body.inertia),
        });
    }
    // Without mass there is no centre of mass either.
    parts.retain(|part| !pose::are(signals, &[part.mass], &[0.0]));
    if let Some(whole) = inertia::combined(signals, &parts) {
        let body = &mut bodies[anchor.index()];
        (body.mass, body.centre_of_mass, body.inertia) = (whole.mass, whole.centre, whole.inertia);
    }

    let first = if own.is_given() {
        anchor
    } else if given.is_empty() {
        return;
    } else {
        let (body, start, pose) = given.remove(0);
        let start = carried(signals, start, pose);
        bodies[anchor.index()].motion = Motion::Dynamic { start };
        body
    };
    for (body, ..) in given {
        let (body, first) = (&bodies[body.index()], &bodies[first.index()]);
        let why = format!("it is fixed to `{}`, which has a start", first.path);
        let other = (places.of(first.origin), "placed here");
        diagnostics.push(given_twice(places, body, &why, other));
    }
}

/// Of a body whose start is that of others.
fn given_twice(places: &Places<'_>, body: &Body, why: &str, other: (Place, &str)) -> Diagnostic {
    let place = places.field(body.origin, "start");
    match &body.motion {
        Motion::Dynamic { start } if !start.is_placed() => {
            diagnostics::moved_twice(place, &body.path, why, other)
        }
        _ => diagnostics::placed_twice(place, &body.path, why, other),
    }
}

/// The start of the anchor that gives a body with this pose in it the start it asks for.
fn carried(signals: &mut Signals, start: Start, pose: Pose) -> Start {
    let back = pose::inverse(signals, pose);
    let position = start.position.map(|position| {
        let outer = Pose { position, attitude: start.attitude };
        pose::composed(signals, outer, back).position
    });
    let level = pose::identity(signals);
    let attitude = {
        let outer = Pose { position: level.position, attitude: start.attitude };
        let inner = Pose { position: level.position, attitude: back.attitude };
        pose::composed(signals, outer, inner).attitude
    };
    let arm = pose::direction(signals, start.attitude, back.position);
    let swept = vector::cross(signals, start.angular_velocity, arm);
    let velocity = vector::sum(signals, start.velocity, swept);
    Start { position, attitude, velocity, ..start }
}

/// A shape in the anchor's axes; a box keeps its axes, so it can be moved but not turned.
fn moved(signals: &mut Signals, pose: Pose, shape: Shape) -> Option<Shape> {
    match shape {
        Shape::Box { size, centre } => pose::is_level(signals, pose.attitude)
            .then(|| Shape::Box { size, centre: pose::point(signals, pose, centre) }),
        Shape::Sphere { diameter, centre } => {
            Some(Shape::Sphere { diameter, centre: pose::point(signals, pose, centre) })
        }
        Shape::Cylinder { diameter, start, end } => {
            let [start, end] = [start, end].map(|point| pose::point(signals, pose, point));
            Some(Shape::Cylinder { diameter, start, end })
        }
    }
}

/// Takes out the merged bodies and the welded joints and numbers the others anew.
fn remove(mut graph: Graph, merged: &[bool], welds: &[bool]) -> Graph {
    let bodies = renumbered(merged.iter().map(|merged| !merged));
    let joints = renumbered(welds.iter().map(|weld| !weld));
    let mut keep = merged.iter().map(|merged| !merged);
    graph.bodies.retain(|_| keep.next() == Some(true));
    let mut keep = welds.iter().map(|weld| !weld);
    graph.joints.retain(|_| keep.next() == Some(true));
    for frame in &mut graph.frames {
        if let Some(body) = bodies[frame.body.index()] {
            frame.body = BodyId(body);
        }
    }
    for latch in &mut graph.latches {
        if let Held::Joint(joint) = &mut latch.holds
            && let Some(kept) = joints[joint.index()]
        {
            *joint = JointId(kept);
        }
    }
    rewrite(graph, |signals, node, _| match node {
        Node::Sensor { sensor: Sensor::Joint { joint, quantity, coordinate }, component } => {
            match joints[joint.index()] {
                Some(joint) => {
                    let joint = JointId(joint);
                    let sensor = Sensor::Joint { joint, quantity, coordinate };
                    signals.add(Node::Sensor { sensor, component })
                }
                // A fixed joint has no coordinate that could be anything else.
                None => signals.constant(0.0),
            }
        }
        node => signals.add(node),
    })
}

fn renumbered(kept: impl Iterator<Item = bool>) -> Vec<Option<u32>> {
    let mut next = 0;
    kept.map(|kept| {
        kept.then(|| {
            next += 1;
            next - 1
        })
    })
    .collect()
}
