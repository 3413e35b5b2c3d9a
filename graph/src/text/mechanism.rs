//! Bodies, frames, joints, cables, loads and the environment as text.

use super::expression::Expressions;
use super::section;
use crate::{
    Axial, BodyId, Cable, CableEnd, CableStart, ChainForm, Discretization, FrameId, Graph, Joint,
    JointAxis, JointKind, LoadKind, Motion, Point, Shape, StartWeight,
};

pub(super) fn environment(graph: &Graph, expressions: &Expressions) -> String {
    let environment = &graph.environment;
    let mut lines = vec![format!("gravity {}", expressions.tuple(&environment.gravity))];
    for (name, fluid) in [("air", &environment.air), ("water", &environment.water)] {
        if let Some(fluid) = fluid {
            lines.push(format!(
                "{name} density {} velocity {}",
                expressions.scalar(fluid.density),
                expressions.tuple(&fluid.velocity)
            ));
        }
    }
    lines.extend(
        environment.water_level.map(|level| format!("water_level {}", expressions.scalar(level))),
    );
    section("environment", lines)
}

pub(super) fn bodies(graph: &Graph, expressions: &Expressions) -> String {
    let mut lines = Vec::new();
    for body in &graph.bodies {
        match &body.motion {
            Motion::Fixed => {
                lines.push(format!("{}: fixed", body.path));
                continue;
            }
            Motion::Dynamic { start } => {
                lines.push(format!("{}: dynamic", body.path));
                let position = match &start.position {
                    Some(position) => expressions.tuple(position),
                    None => "follows".to_owned(),
                };
                lines.push(format!(
                    "  start position {position} attitude {}{} velocity {} angular_velocity {}{}",
                    expressions.tuple(&start.attitude),
                    weight(start.pose_weight, expressions),
                    expressions.tuple(&start.velocity),
                    expressions.tuple(&start.angular_velocity),
                    weight(start.velocity_weight, expressions)
                ));
            }
            Motion::Prescribed { position, attitude, rates } => {
                lines.push(format!("{}: prescribed", body.path));
                lines.push(format!("  position {}", expressions.tuple(position)));
                lines.push(format!("  attitude {}", expressions.tuple(attitude)));
                if let Some(rates) = rates {
                    for (name, nodes) in [
                        ("velocity", &rates.velocity[..]),
                        ("attitude_rate", &rates.attitude_rate[..]),
                        ("acceleration", &rates.acceleration[..]),
                        ("attitude_acceleration", &rates.attitude_acceleration[..]),
                    ] {
                        lines.push(format!("  {name} {}", expressions.tuple(nodes)));
                    }
                }
            }
        }
        lines.push(format!(
            "  mass {} at {} inertia {}",
            expressions.scalar(body.mass),
            expressions.tuple(&body.centre_of_mass),
            expressions.tuple(&body.inertia)
        ));
        lines.extend(
            body.shape.as_ref().map(|shape| format!("  {}", self::shape(shape, expressions))),
        );
    }
    section("bodies", lines)
}

fn shape(shape: &Shape, expressions: &Expressions) -> String {
    match shape {
        Shape::Box { size, centre } => {
            format!("box {} at {}", expressions.tuple(size), expressions.tuple(centre))
        }
        Shape::Sphere { diameter, centre } => {
            format!("sphere {} at {}", expressions.scalar(*diameter), expressions.tuple(centre))
        }
        Shape::Cylinder { diameter, start, end } => format!(
            "cylinder {} from {} to {}",
            expressions.scalar(*diameter),
            expressions.tuple(start),
            expressions.tuple(end)
        ),
    }
}

pub(super) fn frames(graph: &Graph, expressions: &Expressions) -> String {
    let mut own = vec![false; graph.frames.len()];
    for body in &graph.bodies {
        if let Some(flag) = own.get_mut(body.frame.index()) {
            *flag = true;
        }
    }
    section(
        "frames",
        graph.frames.iter().zip(own).filter(|(_, own)| !own).map(|(frame, _)| {
            format!(
                "{} on {} at {} attitude {}",
                frame.path,
                body_path(graph, frame.body),
                expressions.tuple(&frame.position),
                expressions.tuple(&frame.attitude)
            )
        }),
    )
}

pub(super) fn joints(graph: &Graph, expressions: &Expressions) -> String {
    let mut lines = Vec::new();
    for joint in &graph.joints {
        lines.push(format!(
            "{}: {} from {} to {}",
            joint.path,
            joint_kind(joint, expressions),
            frame_path(graph, joint.parent),
            frame_path(graph, joint.child)
        ));
        for (index, axis) in joint.coordinates.iter().enumerate() {
            lines.push(format!("  [{index}] {}", joint_axis(axis, expressions)));
        }
        if let Some(axis) = &joint.isotropic {
            lines.push(format!("  [all] {}", joint_axis(axis, expressions)));
        }
        let start = &joint.start;
        let mut words = Vec::new();
        if !start.coordinates.is_empty() {
            words.push(format!("coordinates {}", expressions.tuple(&start.coordinates)));
        }
        words.extend(
            start
                .attitude
                .iter()
                .map(|attitude| format!("attitude {}", expressions.tuple(attitude))),
        );
        if let Some(last) = words.last_mut() {
            last.push_str(&weight(start.coordinate_weight, expressions));
        }
        if !start.rates.is_empty() {
            let weight = weight(start.rate_weight, expressions);
            words.push(format!("rates {}{weight}", expressions.tuple(&start.rates)));
        }
        if !words.is_empty() {
            lines.push(format!("  start {}", words.join(" ")));
        }
    }
    section("joints", lines)
}

fn joint_kind(joint: &Joint, expressions: &Expressions) -> String {
    match &joint.kind {
        JointKind::Fixed => "fixed".to_owned(),
        JointKind::Revolute { axis } => format!("revolute about {}", expressions.tuple(axis)),
        JointKind::Prismatic { axis } => format!("prismatic along {}", expressions.tuple(axis)),
        JointKind::Universal { first, second } => format!(
            "universal about {} then {}",
            expressions.tuple(first),
            expressions.tuple(second)
        ),
        JointKind::Spherical => "spherical".to_owned(),
        JointKind::Cylindrical { axis } => {
            format!("cylindrical about and along {}", expressions.tuple(axis))
        }
        JointKind::Planar { normal, first } => format!(
            "planar normal to {} with first direction {}",
            expressions.tuple(normal),
            expressions.tuple(first)
        ),
        JointKind::Free => "free".to_owned(),
    }
}

fn joint_axis(axis: &JointAxis, expressions: &Expressions) -> String {
    let scalar = |node| expressions.scalar(node);
    let mut words = format!(
        "stiffness {} rest {} damping {} friction {} at {} effort {}",
        scalar(axis.stiffness),
        scalar(axis.rest),
        scalar(axis.damping),
        scalar(axis.friction),
        scalar(axis.friction_speed),
        scalar(axis.effort)
    );
    if let Some(drive) = &axis.drive {
        words.push_str(&format!(" drive {}", scalar(drive.value)));
        for (name, node) in [("rate", drive.rate), ("acceleration", drive.acceleration)] {
            if let Some(node) = node {
                words.push_str(&format!(" {name} {}", scalar(node)));
            }
        }
    }
    words
}

pub(super) fn cables(graph: &Graph, expressions: &Expressions) -> String {
    let mut lines = Vec::new();
    for cable in &graph.cables {
        let [start, end] = cable.ends.map(|end| match end {
            CableEnd::Free => "free".to_owned(),
            CableEnd::Pinned(frame) => frame_path(graph, frame).to_owned(),
        });
        lines.push(format!(
            "{}: {} from {start} to {end}",
            cable.path,
            discretization(cable, expressions)
        ));
        let scalar = |node| expressions.scalar(node);
        lines.push(format!(
            "  length {} diameter {} mass {}",
            scalar(cable.length),
            scalar(cable.diameter),
            scalar(cable.mass)
        ));
        lines.push(format!(
            "  bending stiffness {} damping {} joint_damping {}",
            scalar(cable.bending_stiffness),
            scalar(cable.bending_damping),
            scalar(cable.joint_damping)
        ));
        lines.push(format!(
            "  drag {}normal {} tangent {} added_mass {} buoyancy {}",
            if cable.drag_isotropic { "isotropic " } else { "" },
            scalar(cable.drag_normal),
            scalar(cable.drag_tangent),
            scalar(cable.added_mass),
            cable.buoyancy
        ));
        lines.push(match &cable.start {
            CableStart::Straight { direction, angular_velocity } => format!(
                "  start straight along {} turning at {}",
                expressions.tuple(direction),
                expressions.tuple(angular_velocity)
            ),
            CableStart::Hanging => "  start hanging".to_owned(),
            CableStart::Arc { towards } => {
                format!("  start arc towards {}", expressions.tuple(towards))
            }
        });
    }
    section("cables", lines)
}

fn discretization(cable: &Cable, expressions: &Expressions) -> String {
    match &cable.discretization {
        Discretization::RigidLinks { count, form } => {
            let form = match form {
                ChainForm::Auto => "auto",
                ChainForm::Recursion => "recursion",
                ChainForm::Natural => "natural",
            };
            format!("{count} rigid_links ({form})")
        }
        Discretization::Lumped { points, axial } => {
            let pushes = |compression| if compression { " with compression" } else { "" };
            let law = match axial {
                Axial::Spring { stiffness, damping, compression } => format!(
                    "spring stiffness {} damping {}{}",
                    expressions.scalar(*stiffness),
                    expressions.scalar(*damping),
                    pushes(*compression)
                ),
                Axial::Elastic { stiffness, damping, compression } => format!(
                    "elastic stiffness {} damping {}{}",
                    expressions.scalar(*stiffness),
                    expressions.scalar(*damping),
                    pushes(*compression)
                ),
                Axial::Pid { proportional, derivative, integral } => format!(
                    "pid proportional {} derivative {} integral {}",
                    expressions.scalar(*proportional),
                    expressions.scalar(*derivative),
                    expressions.scalar(*integral)
                ),
            };
            format!("{points} lumped points ({law})")
        }
    }
}

pub(super) fn loads(graph: &Graph, expressions: &Expressions) -> String {
    let axes = |frame: &Option<FrameId>| match frame {
        Some(frame) => format!(" in axes of {}", frame_path(graph, *frame)),
        None => String::new(),
    };
    section(
        "loads",
        graph.loads.iter().map(|load| match &load.kind {
            LoadKind::Force { on, value, axes: frame } => format!(
                "{}: force on {} = {}{}",
                load.path,
                point(graph, on, expressions),
                expressions.tuple(value),
                axes(frame)
            ),
            LoadKind::Torque { on, value, axes: frame } => format!(
                "{}: torque on {} = {}{}",
                load.path,
                frame_path(graph, *on),
                expressions.tuple(value),
                axes(frame)
            ),
            LoadKind::Spring { between, stiffness, damping, length, tension_only } => format!(
                "{}: {}spring between {} and {} stiffness {} damping {} length {}",
                load.path,
                if *tension_only { "tension-only " } else { "" },
                point(graph, &between[0], expressions),
                point(graph, &between[1], expressions),
                expressions.scalar(*stiffness),
                expressions.scalar(*damping),
                expressions.scalar(*length)
            ),
        }),
    )
}

fn point(graph: &Graph, point: &Point, expressions: &Expressions) -> String {
    match point {
        Point::Frame(frame) => frame_path(graph, *frame).to_owned(),
        Point::Cable { cable, station } => {
            let path = graph.cables.get(cable.index()).map_or("?", |cable| cable.path.as_str());
            format!("{path}.{}", expressions.station(station))
        }
    }
}

fn frame_path(graph: &Graph, frame: FrameId) -> &str {
    graph.frames.get(frame.index()).map_or("?", |frame| frame.path.as_str())
}

fn body_path(graph: &Graph, body: BodyId) -> &str {
    graph.bodies.get(body.index()).map_or("?", |body| body.path.as_str())
}

/// Nothing for what follows from the others.
fn weight(weight: StartWeight, expressions: &Expressions) -> String {
    match weight {
        StartWeight::Free => String::new(),
        StartWeight::Exact => " exact".to_owned(),
        StartWeight::Weighted(node) => format!(" weight {}", expressions.scalar(node)),
    }
}
