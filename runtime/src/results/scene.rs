//! The bodies, cables and loads of a run, and where they are at a time.

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub bodies: Vec<SceneBody>,
    pub cables: Vec<SceneCable>,
    pub loads: Vec<SceneLoad>,
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

/// What acts on a point or a body, or between two points.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneLoad {
    pub path: String,
    pub kind: SceneLoadKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneLoadKind {
    /// Between two points.
    Spring,
    /// The same where nothing springs back.
    Damper,
    /// A given force along the line between two points.
    Pull,
    Force,
    Torque,
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
    /// One per load of the scene, in its order.
    pub loads: Vec<Acting>,
}

/// What a load does, in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Acting {
    /// Along the line between two points, m: a force in N, positive where it pulls them together.
    Between { points: [[f64; 3]; 2], pull: f64 },
    /// A force in N, or a torque in N m, at a point, m.
    At { point: [f64; 3], vector: [f64; 3] },
}

impl Acting {
    /// Of what is nowhere.
    pub(super) const UNKNOWN: Self = Self::At { point: [f64::NAN; 3], vector: [f64::NAN; 3] };

    /// The points that it acts on, m.
    pub(super) fn points(&self) -> Vec<[f64; 3]> {
        match *self {
            Self::Between { points, .. } => points.to_vec(),
            Self::At { point, .. } => vec![point],
        }
    }

    /// Its size in N or N m; of a pull with its sign.
    pub(super) fn size(&self) -> f64 {
        match *self {
            Self::Between { pull, .. } => pull,
            Self::At { vector, .. } => norm(vector),
        }
    }
}

/// The length of a vector.
pub(super) fn norm(vector: [f64; 3]) -> f64 {
    vector.iter().fold(0.0f64, |sum, &part| sum.hypot(part))
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
