//! What signals read from the motion, and how it depends on the natural coordinates.
//!
//! Both constraints of users and slopes of loads ask how a signal's sensor depends on the unknowns.
//! The answer is in vectors again, so the matrix takes it like any other force ([`super::matrix`]).

use cdl_graph::EnergyPart;
use nalgebra::{Matrix3, Vector3};

use super::coordinate::Coordinate;
use super::units::cross_matrix;
use super::vectors::{VectorId, Vectors};
use crate::signals::Still;
use crate::spatial::matrix_quaternion;

/// A quantity of the motion.
/// Positions in m, world axes; attitudes as quaternions `[w, x, y, z]`; nine components of axes,
/// axis by axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source {
    /// Of a point, m.
    Position(VectorId),
    /// m/s
    Velocity(VectorId),
    /// m/s²
    Acceleration(VectorId),
    /// Of a frame, by its three axes.
    Axes([VectorId; 3]),
    /// The same as a quaternion.
    Attitude([VectorId; 3]),
    /// Of these axes, rad/s.
    AngularVelocity([VectorId; 3]),
    /// Of these axes, rad/s².
    AngularAcceleration([VectorId; 3]),
    /// Index among all coordinates of joints.
    Coordinate(usize),
    /// Of the coordinate.
    Rate(usize),
    /// Of the coordinate.
    CoordinateAcceleration(usize),
    /// What acts along the coordinate: laws, a drive, what is given, and latches; N or N m.
    Effort(usize),
    /// Of the child frame relative to the parent frame, in the child's axes: `[origin, x, y, z]` of both;
    /// component 0 to 2 of the angular, or with `linear` of the linear velocity.
    RelativeVelocity { parent: [VectorId; 4], child: [VectorId; 4], component: usize, linear: bool },
    /// Its derivative by time in the child's axes.
    RelativeAcceleration {
        parent: [VectorId; 4],
        child: [VectorId; 4],
        component: usize,
        linear: bool,
    },
    /// The direction of a vector.
    Direction(VectorId),
    /// At a place of a cable: index among these places.
    Tension(usize),
    /// Across the section, from the cable's start onto its end, N.
    CableForce(usize),
    /// About the cable, from the start onto the end, N m.
    CableTorque(usize),
    /// 1/m
    Curvature(usize),
    /// Of bending, N m.
    CableMoment(usize),
    /// Across a joint: index among those where it is read, and which component.
    JointForce { across: usize, component: usize },
    /// The same of torques, N m.
    JointTorque { across: usize, component: usize },
    /// Of one of the user's equations.
    Multiplier(usize),
    /// Of the user's.
    State(usize),
    /// Of the whole model, J.
    Energy(EnergyPart),
    /// Of the whole model, kg m/s.
    Momentum,
    /// About the origin of the world, kg m²/s.
    AngularMomentum,
}

impl Source {
    /// Whether it depends on accelerations or multipliers.
    pub(super) fn feels_forces(&self) -> bool {
        match self {
            Source::Position(_)
            | Source::Velocity(_)
            | Source::Axes(_)
            | Source::Attitude(_)
            | Source::AngularVelocity(_)
            | Source::Coordinate(_)
            | Source::Rate(_)
            | Source::RelativeVelocity { .. }
            | Source::Direction(_)
            | Source::State(_)
            | Source::Energy(_)
            | Source::Momentum
            | Source::AngularMomentum
            | Source::CableTorque(_)
            | Source::Curvature(_)
            | Source::CableMoment(_) => false,
            Source::Acceleration(_)
            | Source::AngularAcceleration(_)
            | Source::CoordinateAcceleration(_)
            | Source::Effort(_)
            | Source::RelativeAcceleration { .. }
            | Source::Tension(_)
            | Source::CableForce(_)
            | Source::JointForce { .. }
            | Source::JointTorque { .. }
            | Source::Multiplier(_) => true,
        }
    }

    /// Whether it is a velocity, which forces do not change at once.
    pub(super) fn is_velocity(&self) -> bool {
        match self {
            Source::Velocity(_)
            | Source::AngularVelocity(_)
            | Source::Rate(_)
            | Source::RelativeVelocity { .. } => true,
            Source::Position(_)
            | Source::Axes(_)
            | Source::Attitude(_)
            | Source::Coordinate(_)
            | Source::Direction(_)
            | Source::State(_)
            | Source::Energy(_)
            | Source::Momentum
            | Source::AngularMomentum
            | Source::CableTorque(_)
            | Source::Curvature(_)
            | Source::CableMoment(_)
            | Source::Acceleration(_)
            | Source::AngularAcceleration(_)
            | Source::CoordinateAcceleration(_)
            | Source::Effort(_)
            | Source::RelativeAcceleration { .. }
            | Source::Tension(_)
            | Source::CableForce(_)
            | Source::JointForce { .. }
            | Source::JointTorque { .. }
            | Source::Multiplier(_) => false,
        }
    }
}

/// All nodes that read one source: component and node.
#[derive(Clone, Debug)]
pub(super) struct SourceRead {
    /// What is read, once for all nodes.
    pub(super) source: Source,
    /// Which component goes to which node of the tape.
    pub(super) nodes: Vec<(u8, u32)>,
    /// When events hold it at zero.
    pub(super) still: Still,
}

/// How a component of a source depends on vectors: `Σ position · δu + velocity · δu̇`. Three terms at
/// most.
/// One row of derivatives: `position[k]` and `velocity[k]` belong to `vectors[k]`; what is beyond
/// `count` is zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependence {
    /// How many vectors there are.
    pub(super) count: usize,
    /// That the component depends on.
    pub(super) vectors: [VectorId; 3],
    /// `∂/∂u` of each.
    pub(super) position: [Vector3<f64>; 3],
    /// `∂/∂u̇` of each.
    pub(super) velocity: [Vector3<f64>; 3],
    /// ∂position/∂u and ∂velocity/∂u.
    pub(super) position_slope: [[Matrix3<f64>; 3]; 3],
    /// See `position_slope`.
    pub(super) velocity_slope: [[Matrix3<f64>; 3]; 3],
}

/// Blocks in one configuration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion<'a> {
    /// How points and directions follow from blocks.
    pub(super) vectors: &'a Vectors,
    /// Of the blocks, m; directors have no unit.
    pub(super) positions: &'a [Vector3<f64>],
    /// Of the blocks, m/s.
    pub(super) velocities: &'a [Vector3<f64>],
}

impl Motion<'_> {
    /// Of a vector, m or without unit.
    pub(super) fn position(&self, id: VectorId) -> Vector3<f64> {
        self.vectors.value(id, self.positions)
    }

    /// Of a vector, per second.
    pub(super) fn velocity(&self, id: VectorId) -> Vector3<f64> {
        self.vectors.value(id, self.velocities)
    }

    /// Of several vectors.
    #[inline(always)]
    pub(super) fn positions<const N: usize>(&self, ids: &[VectorId; N]) -> [Vector3<f64>; N] {
        self.vectors.all(ids, self.positions)
    }

    /// The same per second.
    #[inline(always)]
    pub(super) fn velocities<const N: usize>(&self, ids: &[VectorId; N]) -> [Vector3<f64>; N] {
        self.vectors.all(ids, self.velocities)
    }

    /// Three directions as the columns of a rotation.
    pub(super) fn axes(&self, axes: &[VectorId; 3]) -> Matrix3<f64> {
        Matrix3::from_columns(&axes.map(|axis| self.position(axis)))
    }

    /// The angular velocity of three directors; world axes, rad/s.
    pub(super) fn spin(&self, axes: &[VectorId; 3]) -> Vector3<f64> {
        axes.iter().map(|&axis| self.position(axis).cross(&self.velocity(axis)) * 0.5).sum()
    }
}

/// The quaternion of directors that need not be quite orthonormal, as in the middle of a step.
pub(super) fn attitude(axes: &Matrix3<f64>) -> [f64; 4] {
    let x = axes.column(0).normalize();
    let y = axes.column(1) - x * x.dot(&axes.column(1));
    let y = y.normalize();
    matrix_quaternion(&Matrix3::from_columns(&[x, y, x.cross(&y)]))
}

impl Source {
    /// The vectors that a component depends on, where it depends on positions and velocities of three
    /// vectors at most; `None` for what only results from the motion as a whole.
    pub(super) fn depends_on(&self, coordinates: &[Coordinate]) -> Option<([VectorId; 3], usize)> {
        match *self {
            Source::Position(id) | Source::Velocity(id) => Some(([id; 3], 1)),
            Source::Axes(axes) | Source::Attitude(axes) | Source::AngularVelocity(axes) => {
                Some((axes, 3))
            }
            Source::Coordinate(index) | Source::Rate(index) => {
                Some((coordinates[index].vectors, 3))
            }
            Source::Direction(id) => Some(([id; 3], 1)),
            Source::Acceleration(_)
            | Source::AngularAcceleration(_)
            | Source::CoordinateAcceleration(_)
            | Source::Effort(_)
            | Source::RelativeVelocity { .. }
            | Source::RelativeAcceleration { .. }
            | Source::Tension(_)
            | Source::CableForce(_)
            | Source::CableTorque(_)
            | Source::Curvature(_)
            | Source::CableMoment(_)
            | Source::JointForce { .. }
            | Source::JointTorque { .. }
            | Source::State(_)
            | Source::Energy(_)
            | Source::Momentum
            | Source::Multiplier(_)
            | Source::AngularMomentum => None,
        }
    }

    /// The derivatives of a component.
    /// At the configuration of `motion`; exact there, not over a step.
    pub(super) fn dependence(
        &self,
        component: usize,
        motion: &Motion<'_>,
        coordinates: &[Coordinate],
    ) -> Option<Dependence> {
        let (vectors, count) = self.depends_on(coordinates)?;
        let zero = [Vector3::zeros(); 3];
        let flat = [[Matrix3::zeros(); 3]; 3];
        let mut found = Dependence {
            count,
            vectors,
            position: zero,
            velocity: zero,
            position_slope: flat,
            velocity_slope: flat,
        };
        match *self {
            Source::Position(_) => found.position[0] = Vector3::ith(component.min(2), 1.0),
            Source::Velocity(_) => found.velocity[0] = Vector3::ith(component.min(2), 1.0),
            Source::Axes(_) => {
                found.position[(component / 3).min(2)] = Vector3::ith(component % 3, 1.0);
            }
            Source::AngularVelocity(axes) => {
                let direction = Vector3::ith(component.min(2), 1.0);
                for (k, &axis) in axes.iter().enumerate() {
                    found.velocity[k] = direction.cross(&motion.position(axis)) * 0.5;
                    found.position[k] = motion.velocity(axis).cross(&direction) * 0.5;
                    found.velocity_slope[k][k] = cross_matrix(&direction) * 0.5;
                }
            }
            Source::Attitude(axes) => {
                // dq = (1/2) ω q, with the turning ω of the axes that Gram and Schmidt make of these.
                let [w, x, y, z] = attitude(&motion.axes(&axes));
                let row = match component {
                    0 => Vector3::new(-x, -y, -z),
                    1 => Vector3::new(w, z, -y),
                    2 => Vector3::new(-z, w, x),
                    _ => Vector3::new(y, -x, w),
                };
                let (a, b) = (motion.position(axes[0]), motion.position(axes[1]));
                let first = a.normalize();
                let rest = b - first * first.dot(&b);
                let second = rest.normalize();
                let third = first.cross(&second);
                let (lean, across) = (first.dot(&b) / rest.norm(), row.dot(&first));
                found.position[0] = (second * row.dot(&third)
                    - third * (row.dot(&second) + across * lean))
                    * (0.5 / a.norm());
                found.position[1] = third * (0.5 * across / rest.norm());
            }
            Source::Coordinate(index) => {
                let coordinate = &coordinates[index];
                found.position = coordinate.gradient_at(vectors.map(|id| motion.position(id)));
            }
            Source::Rate(index) => {
                let coordinate = &coordinates[index];
                let at = vectors.map(|id| motion.position(id));
                let rates = vectors.map(|id| motion.velocity(id));
                found.velocity = coordinate.gradient_at(at);
                found.velocity_slope = coordinate.hessian_at(at);
                found.position = coordinate.rate_gradient_at(at, rates);
            }
            Source::Direction(id) => {
                let line = motion.position(id);
                let length = line.norm();
                let unit = line / length;
                found.position[0] =
                    (Vector3::ith(component.min(2), 1.0) - unit * unit[component.min(2)]) / length;
            }
            _ => return None,
        }
        Some(found)
    }
}
