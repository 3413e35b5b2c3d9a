//! Wheels for pictures: what sheaves and winches turn by as rope goes over them.

use cdl_graph::{Drum, Graph, Guide, JointId, JointKind, NodeId};

use crate::results::scene::{SceneWheel, Turned, WheelEnd};

/// A sheave, or a winch.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wheel {
    /// How it looks, and where.
    pub(crate) picture: SceneWheel,
    /// The coordinate of its joint, among those of all joints.
    pub(crate) coordinate: usize,
    /// Of a winch with layers.
    pub(crate) drum: Option<Winding>,
}

/// Of a drum: the square of the radius without rope (m²), by what that grows with the length on it (m), and the coordinate
/// where nothing is left on it (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Winding {
    /// m²
    square: f64,
    /// m
    growth: f64,
    /// m or rad
    whole: f64,
}

/// Winches first, in the order of the cables. `scalar`: the number that a parameter is.
pub(crate) fn wheels(graph: &Graph, scalar: impl Fn(NodeId) -> f64) -> Vec<Wheel> {
    let mut wheels = Vec::new();
    for (cable, found) in graph.cables.iter().enumerate() {
        for (guide, end) in found.guides.iter().zip([WheelEnd::Start, WheelEnd::End]) {
            let Some(Guide::Winch { joint, drum }) = *guide else { continue };
            let winding = |Drum { radius, growth, whole, .. }| Winding {
                square: scalar(radius).powi(2),
                growth: scalar(growth),
                whole: scalar(whole),
            };
            wheels.push(wheel(graph, joint, vec![(cable, end)], drum.map(winding)));
        }
    }
    for sheave in graph.sheaves() {
        let ends = [sheave.from, sheave.to].map(|own| {
            (own.cable.index(), if own.end == 0 { WheelEnd::Start } else { WheelEnd::End })
        });
        wheels.push(wheel(graph, sheave.joint, ends.to_vec(), None));
    }
    wheels
}

/// Of a joint with the ends of cables on it.
fn wheel(
    graph: &Graph,
    joint: JointId,
    ends: Vec<(usize, WheelEnd)>,
    drum: Option<Winding>,
) -> Wheel {
    let before = graph.joints.iter().take(joint.index());
    Wheel {
        picture: SceneWheel { path: graph.joints[joint.index()].path.clone(), ends },
        coordinate: before.map(|own| JointKind::coordinates(&own.kind)).sum(),
        drum,
    }
}

impl Wheel {
    /// `coordinate`: what has gone over it, m.
    pub(crate) fn turned(&self, coordinate: f64) -> Turned {
        let drum = self.drum.map(|winding| {
            let at = |stored: f64| (winding.square + winding.growth * stored).sqrt();
            let stored = (winding.whole - coordinate).max(0.0);
            let (radius, bare) = (at(stored), at(0.0));
            // Each length turns it by itself over the radius there, so all of it does by the integral of that.
            let angle = 2.0 * stored / (radius + bare);
            (radius, -angle)
        });
        let (radius, angle) = drum.unwrap_or((f64::NAN, f64::NAN));
        Turned { travel: coordinate, radius, angle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A drum that grows turns by the sum of what each bit of rope turns it by.
    #[test]
    fn a_drum_turns_by_what_is_wound_on_it() {
        let winding = Winding { square: 0.04, growth: 5e-3, whole: 30.0 };
        let picture = SceneWheel { path: "w".to_owned(), ends: vec![(0, WheelEnd::Start)] };
        let wheel = Wheel { picture, coordinate: 0, drum: Some(winding) };
        let steps = 100_000;
        let bit = 20.0 / f64::from(steps);
        let radius = |stored: f64| (0.04 + 5e-3 * stored).sqrt();
        let sum: f64 = (0..steps).map(|step| bit / radius((f64::from(step) + 0.5) * bit)).sum();
        let turned = wheel.turned(10.0);
        assert!((turned.angle + sum).abs() < 1e-8, "{} {sum}", turned.angle);
        assert!((turned.radius - radius(20.0)).abs() < 1e-12);
        assert_eq!(wheel.turned(30.0).angle, -0.0);
        // One that does not grow turns by the length over its radius.
        let plain = Wheel { drum: Some(Winding { growth: 0.0, ..winding }), ..wheel };
        assert!((plain.turned(10.0).angle + 20.0 / 0.2).abs() < 1e-9);
    }
}
