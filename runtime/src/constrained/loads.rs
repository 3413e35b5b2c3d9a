//! Forces, torques and springs of the user.

use cdl_graph::NodeId;
use nalgebra::{Matrix3, Vector3};

use super::coordinate::Coordinate;
use super::data::Configurations;
use super::matrix::{Filling, Wires};
use super::scheme::Scheme;
use super::sources::{Motion, Source};
use super::springs::{Line, Pull, pull};
use super::units::cross_matrix;
use super::vectors::{VectorId, Vectors};
use crate::laws::Spring;
use crate::signals::Values;

/// A load with its places resolved.
#[derive(Clone, Debug)]
pub(super) enum LoadOn {
    /// N, on a point; in world axes, or in those of a frame.
    Force { on: VectorId, value: [NodeId; 3], axes: Option<Turned>, slopes: Vec<Slope> },
    /// N m, on a body by three of its axes; in world axes, or in those of a frame.
    Torque {
        on: [VectorId; 3],
        value: [NodeId; 3],
        axes: Option<Turned>,
        /// Of the axes among themselves.
        stiffness: Wires,
        slopes: Vec<Slope>,
    },
    /// On the line between two points.
    Spring {
        line: Line,
        stiffness: NodeId,
        damping: NodeId,
        length: NodeId,
        pushes: bool,
        /// All three numbers are fixed, so that the spring has an energy.
        conservative: bool,
    },
    /// A segment of a lumped cable.
    Segment { line: Line, spring: Spring },
}

/// The axes in which a load is given, and where they meet the load's vectors in the matrix: for a
/// torque one place for each axis of the body.
#[derive(Clone, Debug)]
pub(super) struct Turned {
    pub(super) axes: [VectorId; 3],
    pub(super) wires: Vec<[Wires; 3]>,
}

/// The dependence of one component of a load on one component of a source.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// Of the load.
    pub(super) component: usize,
    pub(super) derivative: NodeId,
    pub(super) source: Source,
    pub(super) source_component: usize,
    /// For each vector of the load and each of the source.
    pub(super) wires: Vec<[Wires; 3]>,
}

/// What a load has been found to do in an iteration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Action {
    /// Lost, W.
    pub(super) dissipated: f64,
    /// Done by the load, W.
    pub(super) work: f64,
}

impl Turned {
    fn matrix(&self, at: &Configurations) -> Matrix3<f64> {
        Matrix3::from_columns(&self.axes.map(|axis| at.balance.of(axis)))
    }
}

fn in_world(
    value: [NodeId; 3],
    axes: &Option<Turned>,
    at: &Configurations,
    values: &Values,
) -> Vector3<f64> {
    let value = Vector3::from(values.array(value));
    match axes {
        None => value,
        Some(turned) => turned.matrix(at) * value,
    }
}

impl LoadOn {
    /// The spring now, on its line, and whether it has an energy.
    pub(super) fn spring(&self, values: &Values) -> Option<(Line, Spring, bool)> {
        match *self {
            LoadOn::Force { .. } | LoadOn::Torque { .. } => None,
            LoadOn::Spring { line, stiffness, damping, length, pushes, conservative } => {
                let [stiffness, damping, length] = values.array([stiffness, damping, length]);
                Some((line, Spring { stiffness, damping, length, pushes }, conservative))
            }
            LoadOn::Segment { line, spring } => Some((line, spring, true)),
        }
    }

    /// Adds the load's forces to the blocks.
    pub(super) fn add_force(
        &self,
        vectors: &Vectors,
        scheme: &Scheme,
        at: &Configurations,
        rates: &[Vector3<f64>],
        values: &Values,
        blocks: &mut [Vector3<f64>],
    ) -> Action {
        match self {
            LoadOn::Force { on, value, axes, .. } => {
                let force = in_world(*value, axes, at, values);
                vectors.add_force(*on, &force, blocks);
                Action { dissipated: 0.0, work: force.dot(&vectors.value(*on, rates)) }
            }
            LoadOn::Torque { on, value, axes, .. } => {
                let moment = in_world(*value, axes, at, values);
                let mut work = 0.0;
                for &axis in on {
                    let force = moment.cross(&at.balance.of(axis)) * 0.5;
                    vectors.add_force(axis, &force, blocks);
                    work += force.dot(&vectors.value(axis, rates));
                }
                Action { dissipated: 0.0, work }
            }
            LoadOn::Spring { .. } | LoadOn::Segment { .. } => {
                let Some((line, pull, rate, conservative)) =
                    self.pull(vectors, scheme, at, rates, values)
                else {
                    return Action::default();
                };
                let force = at.balance.of(line.vector) * -pull.factor;
                vectors.add_force(line.vector, &force, blocks);
                if conservative {
                    Action { dissipated: pull.dissipated, work: 0.0 }
                } else {
                    Action { dissipated: 0.0, work: force.dot(&rate) }
                }
            }
        }
    }

    /// The magnitude of a load where nothing moves, N; a torque's over the length `extent` (m).
    pub(super) fn strength(&self, at: &Configurations, extent: f64, values: &Values) -> f64 {
        match self {
            LoadOn::Force { value, .. } => Vector3::from(values.array(*value)).norm(),
            LoadOn::Torque { value, .. } => Vector3::from(values.array(*value)).norm() / extent,
            LoadOn::Spring { .. } | LoadOn::Segment { .. } => {
                self.spring(values).map_or(0.0, |(line, spring, _)| {
                    spring.tension(at.balance.of(line.vector).norm(), 0.0).sum()
                })
            }
        }
    }

    fn pull(
        &self,
        vectors: &Vectors,
        scheme: &Scheme,
        at: &Configurations,
        rates: &[Vector3<f64>],
        values: &Values,
    ) -> Option<(Line, Pull, Vector3<f64>, bool)> {
        let (line, spring, conservative) = self.spring(values)?;
        let rate = vectors.value(line.vector, rates);
        let pull = pull(&spring, scheme, at, line.vector, &rate);
        Some((line, pull, rate, conservative))
    }

    pub(super) fn fill(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        motion: &Motion<'_>,
        coordinates: &[Coordinate],
        values: &Values,
        filling: &mut Filling<'_>,
    ) {
        match self {
            LoadOn::Force { on, value, axes, slopes } => {
                if let Some(turned) = axes {
                    let value = Vector3::from(values.array(*value));
                    for k in 0..3 {
                        let stiffness = Matrix3::identity() * (-scheme.balance * value[k]);
                        for wires in &turned.wires {
                            filling.rectangle(*on, turned.axes[k], wires[k], &stiffness);
                        }
                    }
                }
                let turn = axes.as_ref().map_or(Matrix3::identity(), |turned| turned.matrix(at));
                for slope in slopes {
                    let direction = turn.column(slope.component).into_owned();
                    slope.fill([(*on, direction)], scheme, motion, coordinates, values, filling);
                }
            }
            LoadOn::Torque { on, value, axes, stiffness, slopes } => {
                let moment = in_world(*value, axes, at, values);
                let own = cross_matrix(&moment) * (-0.5 * scheme.balance);
                let mut all = [[Matrix3::zeros(); 3]; 3];
                for (k, row) in all.iter_mut().enumerate() {
                    row[k] = own;
                }
                filling.stiffness(on, *stiffness, &all);
                let arms = on.map(|axis| at.balance.of(axis));
                if let Some(turned) = axes {
                    let value = Vector3::from(values.array(*value));
                    for (wires, (&axis, arm)) in turned.wires.iter().zip(on.iter().zip(&arms)) {
                        for k in 0..3 {
                            let slope = cross_matrix(arm) * (0.5 * scheme.balance * value[k]);
                            filling.rectangle(axis, turned.axes[k], wires[k], &slope);
                        }
                    }
                }
                let turn = axes.as_ref().map_or(Matrix3::identity(), |turned| turned.matrix(at));
                for slope in slopes {
                    let direction = turn.column(slope.component).into_owned();
                    let forces = arms.map(|arm| direction.cross(&arm) * 0.5);
                    let on_axes = on.iter().copied().zip(forces);
                    slope.fill(on_axes, scheme, motion, coordinates, values, filling);
                }
            }
            LoadOn::Spring { .. } | LoadOn::Segment { .. } => {
                if let Some((line, pull, _, _)) =
                    self.pull(filling.vectors, scheme, at, motion.velocities, values)
                {
                    line.fill(scheme, at, &pull, filling);
                }
            }
        }
    }
}

impl Slope {
    /// Adds `-∂(force)/∂(end)`; `forces` are the load's vectors, and the force on each per unit of the
    /// component.
    pub(super) fn fill(
        &self,
        forces: impl IntoIterator<Item = (VectorId, Vector3<f64>)>,
        scheme: &Scheme,
        motion: &Motion<'_>,
        coordinates: &[Coordinate],
        values: &Values,
        filling: &mut Filling<'_>,
    ) {
        let Some(found) = self.source.dependence(self.source_component, motion, coordinates) else {
            return;
        };
        let derivative = values.scalar(self.derivative);
        for ((id, force), wires) in forces.into_iter().zip(&self.wires) {
            for (k, &wires) in wires.iter().enumerate().take(found.count) {
                let slope = (found.position[k] * scheme.balance + found.velocity[k] * scheme.rate)
                    * -derivative;
                filling.rectangle(id, found.vectors[k], wires, &(force * slope.transpose()));
            }
        }
    }
}
