//! What a sensor is called in a message.

use cdl_graph::{CableQuantity, FrameQuantity, Graph, JointQuantity, Sensor, Station};

/// Such as `boat.acceleration` or `tether.end.tension`.
pub(super) fn name(graph: &Graph, sensor: Sensor) -> String {
    match sensor {
        Sensor::Frame { frame, quantity } => {
            let quantity = match quantity {
                FrameQuantity::Position => "position",
                FrameQuantity::Attitude => "attitude",
                FrameQuantity::Velocity => "velocity",
                FrameQuantity::AngularVelocity => "angular_velocity",
                FrameQuantity::Acceleration => "acceleration",
                FrameQuantity::AngularAcceleration => "angular_acceleration",
            };
            format!("{}.{quantity}", graph.frames[frame.index()].path)
        }
        Sensor::Joint { joint, quantity, .. } => {
            let quantity = match quantity {
                JointQuantity::Coordinate => "coordinate",
                JointQuantity::Rate => "rate",
                JointQuantity::Acceleration => "acceleration",
                JointQuantity::Effort => "effort",
            };
            format!("{}.{quantity}", graph.joints[joint.index()].path)
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
            };
            format!("{}.{station}.{quantity}", graph.cables[cable.index()].path)
        }
        Sensor::Energy(_) => "energy".to_owned(),
        Sensor::Momentum => "momentum".to_owned(),
        Sensor::AngularMomentum => "angular_momentum".to_owned(),
    }
}
