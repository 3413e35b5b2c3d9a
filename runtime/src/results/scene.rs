//! The bodies, cables, wheels and loads of a run, and where they are at a time.

use serde::Serialize;

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// In the order of their poses.
    pub bodies: Vec<SceneBody>,
    /// In the order of their polylines.
    pub cables: Vec<SceneCable>,
    /// In the order of how they turn.
    pub wheels: Vec<SceneWheel>,
    /// In the order of how they act.
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
    /// m
    pub diameter: f64,
}

/// A sheave or a winch, drawn where the cables end that it turns.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneWheel {
    pub path: String,
    /// By their index among the cables: that of a winch, or that which a sheave takes from and that which it gives to.
    pub ends: Vec<(usize, WheelEnd)>,
}

/// Which end of a cable is on a wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WheelEnd {
    /// The first point.
    Start,
    /// The last point.
    End,
}

/// What acts on a point or a body, or between two points.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneLoad {
    pub path: String,
    /// How it is drawn.
    pub kind: SceneLoadKind,
}

/// How a load is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneLoadKind {
    /// Between two points.
    Spring,
    /// The same where nothing springs back.
    Damper,
    /// A given force along the line between two points.
    Pull,
    /// On a point.
    Force,
    /// On a body.
    Torque,
}

/// The shape of a body in its own axes, m.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneShape {
    /// Edges along the body's axes.
    Box { size: [f64; 3], centre: [f64; 3] },
    /// About its centre.
    Sphere { diameter: f64, centre: [f64; 3] },
    /// `start` and `end` are the centres of its two faces.
    Cylinder { diameter: f64, start: [f64; 3], end: [f64; 3] },
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
    /// At the points of these, N, positive where the cable pulls; none where they are not known.
    pub tensions: Vec<Vec<f64>>,
    /// One per wheel of the scene, in its order.
    pub wheels: Vec<Turned>,
    /// Height of the surface of the water, m.
    pub water: Option<f64>,
    /// One per load of the scene, in its order.
    pub loads: Vec<Acting>,
}

/// How far a wheel has turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turned {
    /// Rope that has gone over it or off it, m.
    pub travel: f64,
    /// Of a drum with the rope that is on it, m; not a number where a wheel has none.
    pub radius: f64,
    /// Of a drum, rad: it grows as rope goes off it. Not a number where a wheel has no radius.
    pub angle: f64,
}

impl Turned {
    /// A wheel of which nothing is known.
    pub(super) const UNKNOWN: Self = Self { travel: f64::NAN, radius: f64::NAN, angle: f64::NAN };
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
