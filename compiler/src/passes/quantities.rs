//! What a sensor is called in a message.

use cdl_graph::{
    CableQuantity, FrameQuantity, Graph, Guide, JointId, JointKind, JointQuantity, Sensor, Station,
};

/// Such as `boat.acceleration` or `tether.end.tension`.
pub(super) fn name(graph: &Graph, sensor: Sensor) -> String {
    match sensor {
        Sensor::Frame { frame, quantity } => {
            let quantity = match quantity {
                FrameQuantity::Position => "position",
                FrameQuantity::Attitude | FrameQuantity::Axes => "attitude",
                FrameQuantity::Velocity => "velocity",
                FrameQuantity::AngularVelocity => "angular_velocity",
                FrameQuantity::Acceleration => "acceleration",
                FrameQuantity::AngularAcceleration => "angular_acceleration",
            };
            format!("{}.{quantity}", graph.frames[frame.index()].path)
        }
        Sensor::Joint { joint: id, quantity, coordinate } => {
            let joint = &graph.joints[id.index()];
            let own = of_guide(graph, id, quantity)
                .unwrap_or_else(|| of_joint(&joint.kind, quantity, usize::from(coordinate)));
            format!("{}.{own}", joint.path)
        }
        Sensor::Cable { cable, station, quantity } => {
            let station = match station {
                Station::Start => "start",
                Station::End => "end",
                Station::ArcLength(_) => "at(...)",
            };
            let quantity = match quantity {
                CableQuantity::Position => "position",
                CableQuantity::Velocity => "velocity",
                CableQuantity::Acceleration => "acceleration",
                CableQuantity::Direction => "direction",
                CableQuantity::Tension => "tension",
                CableQuantity::Force => "force",
                CableQuantity::Torque => "torque",
                CableQuantity::Curvature => "curvature",
                CableQuantity::Moment => "moment",
            };
            format!("{}.{station}.{quantity}", graph.cables[cable.index()].path)
        }
        Sensor::Multiplier { constraint, .. } => {
            format!("the force of {}", graph.constraints[constraint.index()].path)
        }
        Sensor::Energy(_) => "energy".to_owned(),
        Sensor::Statistic(own) => graph
            .statistics
            .get(own.index())
            .map_or_else(String::new, |own| own.measure.name().to_owned()),
        Sensor::State(state) => {
            graph.states.get(state.index()).map_or_else(String::new, |state| state.path.clone())
        }
        Sensor::Momentum => "momentum".to_owned(),
        Sensor::AngularMomentum => "angular_momentum".to_owned(),
    }
}

/// What a winch or a sheave calls how far it has turned; all else is as of a prismatic joint.
fn of_guide(graph: &Graph, joint: JointId, quantity: JointQuantity) -> Option<&'static str> {
    if quantity != JointQuantity::Coordinate {
        return None;
    }
    let mut guides = graph.cables.iter().flat_map(|cable| cable.guides.iter().flatten());
    Some(match guides.find(|guide| guide.joint() == joint)? {
        Guide::Winch { .. } => "length",
        Guide::Sheave { .. } => "travel",
    })
}

/// As the schema calls it.
fn of_joint(kind: &JointKind, quantity: JointQuantity, coordinate: usize) -> &'static str {
    let (coordinates, rates): (&[&str], &[&str]) = match kind {
        JointKind::Fixed => (&[], &[]),
        JointKind::Revolute { .. } => (&["angle"], &["rate"]),
        JointKind::Prismatic { .. } => (&["displacement"], &["rate"]),
        JointKind::Universal { .. } => (&["first", "second"], &["first_rate", "second_rate"]),
        JointKind::Cylindrical { .. } => (&["angle", "displacement"], &["rate", "speed"]),
        JointKind::Planar { .. } => (&["x", "y", "angle"], &["x_rate", "y_rate", "rate"]),
        JointKind::Spherical | JointKind::Free => (&[], &["angular_velocity"; 3]),
    };
    let name = match quantity {
        JointQuantity::Coordinate => coordinates.get(coordinate),
        JointQuantity::Rate => rates.get(coordinate),
        JointQuantity::Acceleration => Some(&"acceleration"),
        JointQuantity::Effort => match kind {
            JointKind::Prismatic { .. } => Some(&"force"),
            _ => Some(&"torque"),
        },
        JointQuantity::Force => match kind {
            JointKind::Prismatic { .. } => Some(&"force_vector"),
            _ => Some(&"force"),
        },
        JointQuantity::Torque => match kind {
            JointKind::Revolute { .. } => Some(&"torque_vector"),
            _ => Some(&"torque"),
        },
    };
    name.copied().unwrap_or("motion")
}
