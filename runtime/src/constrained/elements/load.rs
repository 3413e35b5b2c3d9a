//! Forces, torques and springs of the user.

use cdl_graph::NodeId;
use nalgebra::{Matrix3, Vector3};

use crate::constrained::data::{Configurations, StepPower};
use crate::constrained::elements::line::{Line, Pull, factor_by_numbers, pull};
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::model::ConstrainedModel;
use crate::constrained::seen::Step;
use crate::constrained::sources::{Motion, Source};
use crate::constrained::states::Derivative;
use crate::constrained::units::cross_matrix;
use crate::constrained::vectors::VectorId;
use crate::laws::{LineLaw, Pulling};
use crate::mechanism::Energies;
use crate::results::scene::Acting;
use crate::signals::Values;

/// A load with its places resolved.
#[derive(Clone, Debug)]
pub(in crate::constrained) enum LoadOn {
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
        law: Pulling,
        /// It stores energy, as all its numbers are fixed.
        conservative: bool,
        /// Components are the numbers of the law.
        slopes: Vec<Slope>,
    },
}

/// The axes in which a load is given, and where they meet the load's vectors in the matrix: for a
/// torque one place for each axis of the body.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Turned {
    /// Of the frame, world axes.
    pub(in crate::constrained) axes: [VectorId; 3],
    /// Of each of the load's vectors and each axis.
    pub(in crate::constrained) wires: Vec<[Wires; 3]>,
}

/// The dependence of one component of a load on one component of a source.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Slope {
    /// Of the load; of a spring one of its numbers.
    pub(in crate::constrained) component: usize,
    /// Of the component, through states too.
    pub(in crate::constrained) derivative: Derivative,
    /// What the load reads.
    pub(in crate::constrained) source: Source,
    /// Of that.
    pub(in crate::constrained) source_component: usize,
    /// For each vector of the load and each of the source.
    pub(in crate::constrained) wires: Vec<[Wires; 3]>,
}

impl Turned {
    /// Asks for places of the load's vectors by the axes.
    fn wire(&mut self, on: &[VectorId], wirer: &mut Wirer<'_>) {
        let axes = self.axes;
        self.wires =
            on.iter().map(|&row| axes.map(|axis| wirer.rectangle(&[row], &[axis]))).collect();
    }

    /// The axes in the balance, as columns.
    fn matrix(&self, at: &Configurations) -> Matrix3<f64> {
        Matrix3::from_columns(&self.axes.map(|axis| at.balance.of(axis)))
    }
}

/// The value in the axes of the world, where it is given in those of a frame.
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
    pub(in crate::constrained) fn spring(&self, values: &Values) -> Option<(Line, LineLaw, bool)> {
        match self {
            LoadOn::Force { .. } | LoadOn::Torque { .. } => None,
            LoadOn::Spring { line, law, conservative, .. } => {
                Some((*line, law.now(values), *conservative))
            }
        }
    }

    /// Whether it is a force or a torque, and not zero now.
    pub(in crate::constrained) fn is_given(&self, values: &Values) -> bool {
        match self {
            LoadOn::Force { value, .. } | LoadOn::Torque { value, .. } => {
                values.array(*value) != [0.0; 3]
            }
            LoadOn::Spring { .. } => false,
        }
    }

    /// Of a spring between two points, with its line and the line's rate (m/s); whether the spring stores all it takes.
    fn pull(&self, step: &Step<'_>) -> Option<(Line, Pull, Vector3<f64>, bool)> {
        let (line, spring, conservative) = self.spring(step.values)?;
        let rate = step.vectors.value(line.vector, step.velocities);
        let pull = pull(&spring, step.scheme, step.at, line.vector, &rate, step.extent);
        Some((line, pull, rate, conservative))
    }
}

/// What all loads do, for pictures, in the order of the graph.
pub(in crate::constrained) fn acting(
    model: &ConstrainedModel,
    motion: &Motion<'_>,
    values: &Values,
) -> Vec<Acting> {
    let loads = model.elements.loads.iter().zip(&model.load_points);
    loads.map(|(load, &points)| load.acting(points, motion, values)).collect()
}

impl LoadOn {
    fn acting(&self, points: [VectorId; 2], motion: &Motion<'_>, values: &Values) -> Acting {
        let [first, second] = points.map(|point| motion.position(point));
        match self {
            LoadOn::Force { value, axes, .. } | LoadOn::Torque { value, axes, .. } => {
                let value = Vector3::from(values.array(*value));
                let vector = match axes {
                    None => value,
                    Some(turned) => motion.axes(&turned.axes) * value,
                };
                Acting::At { point: first.into(), vector: vector.into() }
            }
            LoadOn::Spring { line, law, .. } => {
                // The difference itself, so that points far from the origin lose no digits.
                let along = motion.position(line.vector);
                let distance = along.norm();
                let pull = match distance > 0.0 {
                    true => {
                        let rate = along.dot(&motion.velocity(line.vector)) / distance;
                        law.now(values).tension(distance, rate).sum()
                    }
                    // There is no line.
                    false => 0.0,
                };
                Acting::Between { points: [first.into(), second.into()], pull }
            }
        }
    }
}

impl Element for LoadOn {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        match self {
            LoadOn::Force { on, axes, slopes, .. } => {
                if let Some(turned) = axes {
                    coupler.rectangle(&[*on], &turned.axes);
                }
                slopes.iter().for_each(|slope| slope.couple(&[*on], coupler));
            }
            LoadOn::Torque { on, axes, slopes, .. } => {
                coupler.stiffness(on);
                if let Some(turned) = axes {
                    coupler.rectangle(on, &turned.axes);
                }
                slopes.iter().for_each(|slope| slope.couple(on, coupler));
            }
            LoadOn::Spring { line, slopes, .. } => {
                coupler.stiffness(&[line.vector]);
                slopes.iter().for_each(|slope| slope.couple(&[line.vector], coupler));
            }
        }
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        match self {
            LoadOn::Force { on, axes, slopes, .. } => {
                if let Some(turned) = axes {
                    turned.wire(&[*on], wirer);
                }
                slopes.iter_mut().for_each(|slope| slope.wire(&[*on], wirer));
            }
            LoadOn::Torque { on, axes, stiffness, slopes, .. } => {
                *stiffness = wirer.stiffness(on);
                if let Some(turned) = axes {
                    turned.wire(on, wirer);
                }
                slopes.iter_mut().for_each(|slope| slope.wire(on, wirer));
            }
            LoadOn::Spring { line, slopes, .. } => {
                line.stiffness = wirer.stiffness(&[line.vector]);
                slopes.iter_mut().for_each(|slope| slope.wire(&[line.vector], wirer));
            }
        }
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let Step { vectors, at, velocities: rates, values, .. } = step;
        match self {
            LoadOn::Force { on, value, axes, .. } => {
                let force = in_world(*value, axes, at, values);
                vectors.add_force(*on, &force, acted.forces);
                StepPower { dissipated: 0.0, work: force.dot(&vectors.value(*on, rates)) }
            }
            LoadOn::Torque { on, value, axes, .. } => {
                let moment = in_world(*value, axes, at, values);
                let mut work = 0.0;
                for &axis in on {
                    let force = moment.cross(&at.balance.of(axis)) * 0.5;
                    vectors.add_force(axis, &force, acted.forces);
                    work += force.dot(&vectors.value(axis, rates));
                }
                StepPower { dissipated: 0.0, work }
            }
            LoadOn::Spring { .. } => {
                let Some((line, pull, rate, conservative)) = self.pull(step) else {
                    return StepPower::default();
                };
                let force = at.balance.of(line.vector) * -pull.factor - rate * pull.rate_factor;
                vectors.add_force(line.vector, &force, acted.forces);
                if conservative {
                    StepPower { dissipated: pull.dissipated, work: 0.0 }
                } else {
                    StepPower { dissipated: 0.0, work: force.dot(&rate) }
                }
            }
        }
    }

    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let Step { scheme, at, values, .. } = step;
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
                    slope.fill([(*on, direction)], step, filling);
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
                    slope.fill(on_axes, step, filling);
                }
            }
            LoadOn::Spring { law, slopes, .. } => {
                let Some((line, pull, rate, _)) = self.pull(step) else { return };
                line.fill(scheme, at, &pull, filling);
                if slopes.is_empty() {
                    return;
                }
                let by = factor_by_numbers(&law.now(values), scheme, at, line.vector, &rate);
                let vector = at.balance.of(line.vector);
                for slope in slopes {
                    let force = vector * -by[slope.component];
                    slope.fill([(line.vector, force)], step, filling);
                }
            }
        }
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        if let Some((line, spring, true)) = self.spring(stored.values) {
            energies.elastic += spring.energy(stored.motion.position(line.vector).norm());
        }
    }

    fn strength(&self, step: &Step<'_>, extent: f64) -> f64 {
        let size = |value: [NodeId; 3]| Vector3::from(step.values.array(value)).norm();
        match self {
            LoadOn::Force { value, .. } => size(*value),
            LoadOn::Torque { value, .. } => size(*value) / extent,
            LoadOn::Spring { .. } => self.spring(step.values).map_or(0.0, |(line, spring, _)| {
                spring.tension(step.at.balance.of(line.vector).norm(), 0.0).sum().abs()
            }),
        }
    }
}

impl Slope {
    /// Says that the load's vectors meet those that the source depends on.
    pub(in crate::constrained) fn couple(&self, on: &[VectorId], coupler: &mut Coupler<'_>) {
        if let Some((ids, count)) = self.source.depends_on(coupler.coordinates) {
            coupler.rectangle(on, &ids[..count]);
        }
    }

    /// Takes the places for that.
    pub(in crate::constrained) fn wire(&mut self, on: &[VectorId], wirer: &mut Wirer<'_>) {
        let Some((ids, count)) = self.source.depends_on(wirer.coordinates) else { return };
        let of_row = |&row: &VectorId| {
            let mut wires = [Wires::default(); 3];
            for k in 0..count {
                wires[k] = wirer.rectangle(&[row], &[ids[k]]);
            }
            wires
        };
        self.wires = on.iter().map(of_row).collect();
    }

    /// Adds `-∂(force)/∂(end)`; `forces` are the load's vectors, and the force on each per unit of the
    /// component.
    pub(in crate::constrained) fn fill(
        &self,
        forces: impl IntoIterator<Item = (VectorId, Vector3<f64>)>,
        step: &Step<'_>,
        filling: &mut Filling<'_>,
    ) {
        let (motion, scheme) = (step.motion(), step.scheme);
        let found = self.source.dependence(self.source_component, &motion, step.coordinates);
        let Some(found) = found else { return };
        let derivative = self.derivative.value(step.values, step.response);
        for ((id, force), wires) in forces.into_iter().zip(&self.wires) {
            for (k, &wires) in wires.iter().enumerate().take(found.count) {
                let slope = (found.position[k] * scheme.balance + found.velocity[k] * scheme.rate)
                    * -derivative;
                filling.rectangle(id, found.vectors[k], wires, &(force * slope.transpose()));
            }
        }
    }
}
