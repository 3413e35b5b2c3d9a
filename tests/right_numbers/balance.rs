//! The laws of Newton and Euler for one body of a run: what is left of its forces and moments.

use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

use crate::rows::Rows;

/// Of a body, as the model says; SI.
pub struct Body {
    pub name: String,
    pub mass: f64,
    /// In body axes.
    pub centre: Vector3<f64>,
    /// About the centre of mass, body axes.
    pub inertia: Matrix3<f64>,
}

/// A body in a row: the forces on it are added one by one.
pub struct Balance {
    force: Vector3<f64>,
    /// About the centre of mass.
    moment: Vector3<f64>,
    rotation: Matrix3<f64>,
    centre: Vector3<f64>,
    /// The sums of the magnitudes.
    forces: f64,
    moments: f64,
}

pub fn vector(rows: &Rows, name: &str, row: usize) -> Vector3<f64> {
    Vector3::from(["x", "y", "z"].map(|axis| rows.column(&format!("{name}.{axis}"))[row]))
}

pub fn rotation(rows: &Rows, name: &str, row: usize) -> Matrix3<f64> {
    let [w, x, y, z] =
        ["w", "x", "y", "z"].map(|part| rows.column(&format!("{name}.attitude.{part}"))[row]);
    *UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z)).to_rotation_matrix().matrix()
}

impl Balance {
    /// Weight less inertia. The body's attitude, angular velocity and both accelerations are recorded.
    pub fn new(rows: &Rows, row: usize, body: &Body) -> Self {
        let read = |quantity: &str| vector(rows, &format!("{}.{quantity}", body.name), row);
        let rotation = rotation(rows, &body.name, row);
        let (spin, turning) = (read("angular_velocity"), read("angular_acceleration"));
        let centre = rotation * body.centre;
        let acceleration =
            read("acceleration") + turning.cross(&centre) + spin.cross(&spin.cross(&centre));
        let inertia = rotation * body.inertia * rotation.transpose();
        let weight = Vector3::new(0.0, 0.0, -9.81) * body.mass;
        let (push, turn) =
            (acceleration * body.mass, inertia * turning + spin.cross(&(inertia * spin)));
        Self {
            force: weight - push,
            moment: -turn,
            rotation,
            centre,
            forces: weight.norm() + push.norm(),
            moments: turn.norm(),
        }
    }

    /// A force at a place in body axes.
    pub fn push(&mut self, place: [f64; 3], force: Vector3<f64>) {
        let arm = self.rotation * Vector3::from(place) - self.centre;
        self.force += force;
        self.moment += arm.cross(&force);
        self.forces += force.norm();
        self.moments += arm.norm() * force.norm();
    }

    /// A force at a place relative to the body's origin, in world axes.
    pub fn push_from(&mut self, place: Vector3<f64>, force: Vector3<f64>) {
        let place = self.rotation.transpose() * place;
        self.push(place.into(), force);
    }

    pub fn turn(&mut self, moment: Vector3<f64>) {
        self.moment += moment;
        self.moments += moment.norm();
    }

    /// What is left, relative to everything that was added, with the forces at arms of 0.1 m at least.
    pub fn left(&self) -> f64 {
        let force = self.force.norm() / self.forces;
        let moment = self.moment.norm() / (self.moments + 0.1 * self.forces);
        if force.is_nan() || moment.is_nan() { f64::NAN } else { force.max(moment) }
    }
}
