//! The bodies and cables of a run, and where they are at a time.

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub bodies: Vec<SceneBody>,
    pub cables: Vec<SceneCable>,
}

/// A body; without a shape its axes are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneBody {
    pub path: String,
    pub shape: Option<SceneShape>,
}

/// A cable, drawn as a polyline.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneCable {
    pub path: String,
}

/// The shape of a body in its own axes, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SceneShape {
    /// Edges along the body's axes.
    Box {
        size: [f64; 3],
        centre: [f64; 3],
    },
    Sphere {
        diameter: f64,
        centre: [f64; 3],
    },
    /// `start` and `end` are the centres of its two faces.
    Cylinder {
        diameter: f64,
        start: [f64; 3],
        end: [f64; 3],
    },
}

/// Where everything is at one place of the axis: at an instant, in a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneFrame {
    /// In the unit of the axis.
    pub at: f64,
    /// One per body of the scene, in its order.
    pub poses: Vec<Pose>,
    /// One per cable of the scene, in its order: points from start to end, in world axes, m.
    pub polylines: Vec<Vec<[f64; 3]>>,
}

/// Position and attitude of a body in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The body's origin in world axes, m.
    pub position: [f64; 3],
    /// Unit quaternion (w, x, y, z) from body axes to world axes.
    pub attitude: [f64; 4],
}

impl Pose {
    /// A point of the body, given in body axes, in world axes, m.
    pub(super) fn place(&self, point: [f64; 3]) -> [f64; 3] {
        let [w, x, y, z] = self.attitude;
        let [a, b, c] = point;
        // v + 2 w (q x v) + 2 q x (q x v), for a unit quaternion.
        let [ta, tb, tc] = [2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)];
        let [px, py, pz] = self.position;
        [
            px + a + w * ta + y * tc - z * tb,
            py + b + w * tb + z * ta - x * tc,
            pz + c + w * tc + x * tb - y * ta,
        ]
    }
}
