//! Rigid bodies.

use crate::slot::{fixed, timed, unread, visit};
use crate::text::{Expressions, section};
use crate::{FrameId, Graph, NodeId, Origin, Range, Start};

/// A rigid body. Its frame's origin is anywhere; the centre of mass is given in that frame.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Body {
    pub path: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub motion: Motion,
    /// kg
    pub mass: NodeId,
    /// Body axes, m.
    pub centre_of_mass: [NodeId; 3],
    /// About the centre of mass, body axes, `[xx, yy, zz, xy, xz, yz]`, kg m^2; products of inertia
    /// with the sign of the matrix elements.
    pub inertia: [NodeId; 6],
    /// The frame that coincides with the body's own axes.
    pub frame: FrameId,
    /// For pictures only.
    pub shape: Option<Shape>,
    /// Whether it is somewhere. Otherwise it stands for a number, as for the free length of a rope at a winch: it has
    /// inertia, but neither weight nor momentum, and nobody sees it.
    pub in_space: bool,
}

/// Who decides how a body moves.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Motion {
    /// The world.
    Fixed,
    /// The equations of motion. `start` is used where the body is free or hangs on a cable.
    Dynamic { start: Start },
    /// Functions of time. Derivatives are empty until the pass that derives them has run.
    Prescribed { position: [NodeId; 3], attitude: [NodeId; 4], rates: Option<PrescribedRates> },
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct PrescribedRates {
    pub velocity: [NodeId; 3],
    pub attitude_rate: [NodeId; 4],
    pub acceleration: [NodeId; 3],
    pub attitude_acceleration: [NodeId; 4],
}

/// For pictures; sizes in m, centred on the body's frame.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Shape {
    Box { size: [NodeId; 3], centre: [NodeId; 3] },
    Sphere { diameter: NodeId, centre: [NodeId; 3] },
    Cylinder { diameter: NodeId, start: [NodeId; 3], end: [NodeId; 3] },
}

visit!(Body, |body, see| {
    let Body {
        path: _,
        origin: _,
        motion,
        mass,
        centre_of_mass,
        inertia,
        frame: _,
        shape,
        in_space: _,
    } = body;
    // What does not move by forces needs no mass.
    let of_mass = match motion {
        Motion::Dynamic { .. } => fixed,
        Motion::Fixed | Motion::Prescribed { .. } => unread,
    };
    of_mass("mass").within(Range::NotNegative).each([mass], see);
    of_mass("centre of mass").each(centre_of_mass, see);
    of_mass("inertia").each(inertia, see);
    motion.visit(see);
    if let Some(shape) = shape {
        shape.visit(see);
    }
});

visit!(Motion, |motion, see| {
    match motion {
        Motion::Fixed => {}
        Motion::Dynamic { start } => start.visit(see),
        Motion::Prescribed { position, attitude, rates } => {
            timed("position").each(position, see);
            timed("attitude").each(attitude, see);
            if let Some(rates) = rates {
                rates.visit(see);
            }
        }
    }
});

visit!(PrescribedRates, |rates, see| {
    let PrescribedRates { velocity, attitude_rate, acceleration, attitude_acceleration } = rates;
    timed("velocity").each(velocity, see);
    timed("rate of the attitude").each(attitude_rate, see);
    timed("acceleration").each(acceleration, see);
    timed("second derivative of the attitude").each(attitude_acceleration, see);
});

visit!(Shape, |shape, see| {
    match shape {
        Shape::Box { size, centre } => {
            fixed("shape").each(size, see);
            fixed("shape").each(centre, see);
        }
        Shape::Sphere { diameter, centre } => {
            fixed("shape").each([diameter], see);
            fixed("shape").each(centre, see);
        }
        Shape::Cylinder { diameter, start, end } => {
            fixed("shape").each([diameter], see);
            fixed("shape").each(start, see);
            fixed("shape").each(end, see);
        }
    }
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
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
                    start.pose_weight.text(expressions),
                    expressions.tuple(&start.velocity),
                    expressions.tuple(&start.angular_velocity),
                    start.velocity_weight.text(expressions)
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
