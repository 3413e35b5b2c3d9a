//! A run in the constrained formulation.

use nalgebra::Vector3;

use super::data::{ConstrainedData, State};
use super::instant;
use super::midpoint;
use super::model::ConstrainedModel;
use super::newton::Stuck;
use super::sense::{Readable, sense};
use super::sources::{Motion, attitude};
use super::trouble::fault;
use crate::dynamics::{Energies, Model};
use crate::fault::Fault;
use crate::integrate::Effort;
use crate::results::scene::{Pose, SceneFrame};
use crate::run::{CABLE_POINTS, Course};
use crate::signals::{Stage, Values};

/// Which implicit scheme, with its numbers; s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ImplicitMethod {
    EnergyMomentum { step: f64, tolerance: Option<f64>, project_velocities: bool },
    Midpoint { step: f64 },
    GeneralizedAlpha { step: f64, damping: f64 },
}

impl ImplicitMethod {
    pub(crate) fn longest_step(&self) -> f64 {
        match *self {
            ImplicitMethod::EnergyMomentum { step, .. }
            | ImplicitMethod::Midpoint { step }
            | ImplicitMethod::GeneralizedAlpha { step, .. } => step,
        }
    }

    pub(crate) fn in_words(&self) -> String {
        match *self {
            ImplicitMethod::EnergyMomentum { step, tolerance, project_velocities } => {
                let mut text = match tolerance {
                    None => format!(
                        "energy-momentum (discrete gradients, order 2), fixed step {step} s"
                    ),
                    Some(tolerance) => format!(
                        "energy-momentum (discrete gradients, order 2), tolerance {tolerance:e}, steps \
                         of at most {step} s"
                    ),
                };
                if project_velocities {
                    text.push_str(", velocities projected");
                }
                text
            }
            ImplicitMethod::Midpoint { step } => {
                format!("implicit midpoint rule (order 2), fixed step {step} s")
            }
            ImplicitMethod::GeneralizedAlpha { step, damping } => format!(
                "generalized-alpha (order 2), spectral radius {damping}, fixed step {step} s"
            ),
        }
    }
}

pub(crate) struct ConstrainedCourse<'a> {
    whole: &'a Model,
    model: &'a ConstrainedModel,
    data: ConstrainedData,
    method: ImplicitMethod,
    duration: f64,
    /// Steps end at whole multiples of the step, so that no rounding piles up.
    count: u64,
    effort: Effort,
    /// The state at the last step's start, for rows in between.
    previous: State,
    /// What was read last.
    shown: State,
}

impl<'a> ConstrainedCourse<'a> {
    /// Reads the start.
    pub(crate) fn start(
        whole: &'a Model,
        model: &'a ConstrainedModel,
        method: ImplicitMethod,
        duration: f64,
    ) -> (Self, Result<(), Fault>) {
        let data = ConstrainedData::new(model);
        let mut course = Self {
            whole,
            model,
            method,
            duration,
            count: 0,
            effort: Effort::default(),
            previous: data.state.clone(),
            shown: data.state.clone(),
            data,
        };
        let fine = instant::accelerations(model, &mut course.data);
        if !fine || !course.data.right_side.iter().all(|value| value.is_finite()) {
            let trouble = fault(whole, model, &mut course.data, 0.0, &Stuck::Start);
            return (course, Err(trouble));
        }
        course.data.last_accelerations.copy_from_slice(&course.data.accelerations);
        model.tape.accept(&mut course.data.values);
        course.data.user.accept();
        course.data.state.multipliers.copy_from_slice(&course.data.multipliers);
        course.previous = course.data.state.clone();
        let energies = course.read(0.0, f64::INFINITY);
        course.data.initial_energy = energies.total();
        (course, Ok(()))
    }

    fn readable(&self) -> Readable<'_> {
        Readable {
            model: self.model,
            motion: Motion {
                vectors: &self.model.vectors,
                positions: &self.shown.positions,
                velocities: &self.shown.velocities,
            },
            coordinates: &self.shown.coordinates,
            integrals: &self.shown.integrals,
            accelerations: &self.data.accelerations,
            multipliers: &self.data.multipliers,
            ledger: [self.shown.dissipated, self.shown.work],
            initial_energy: self.data.initial_energy,
        }
    }

    /// Puts the state at a time within the last step into `shown`: cubic in between, with directors
    /// made orthonormal.
    fn interpolate(&mut self, time: f64) {
        let (from, to) = (&self.previous, &self.data.state);
        let step = to.time - from.time;
        if step <= 0.0 {
            self.shown.clone_from(to);
            return;
        }
        let s = (time - from.time) / step;
        let r = 1.0 - s;
        let shown = &mut self.shown;
        shown.time = time;
        for index in 0..shown.positions.len() {
            let (p, q) = (from.positions[index], to.positions[index]);
            let (v, w) = (from.velocities[index], to.velocities[index]);
            shown.positions[index] = p * (r * r * (1.0 + 2.0 * s))
                + q * (s * s * (3.0 - 2.0 * s))
                + (v * (s * r * r) - w * (s * s * r)) * step;
            shown.velocities[index] = (q - p) * (6.0 * s * r / step)
                + v * (r * (1.0 - 3.0 * s))
                + w * (s * (3.0 * s - 2.0));
        }
        for (slot, coordinate) in shown.coordinates.iter_mut().zip(&self.model.coordinates) {
            let at = coordinate.vectors.map(|id| self.model.vectors.value(id, &shown.positions));
            *slot = coordinate.value_at(at, *slot);
        }
        for (index, slot) in shown.integrals.iter_mut().enumerate() {
            *slot = r * from.integrals[index] + s * to.integrals[index];
        }
        shown.dissipated = r * from.dissipated + s * to.dissipated;
        shown.work = r * from.work + s * to.work;
    }
}

impl Course for ConstrainedCourse<'_> {
    fn time(&self) -> f64 {
        self.data.state.time
    }

    fn finished(&self) -> bool {
        self.data.state.time >= self.duration
    }

    fn step(&mut self) -> Result<(), Fault> {
        let longest = self.method.longest_step();
        let end = ((self.count + 1) as f64 * longest).min(self.duration);
        let step = end - self.data.state.time;
        self.previous.clone_from(&self.data.state);
        let iterations = self.data.newton.iterations;
        let outcome = match self.method {
            ImplicitMethod::EnergyMomentum { .. } => {
                midpoint::advance(self.model, &mut self.data, step, true)
            }
            ImplicitMethod::Midpoint { .. } => {
                midpoint::advance(self.model, &mut self.data, step, false)
            }
            ImplicitMethod::GeneralizedAlpha { .. } => Err(Stuck::Start),
        };
        self.effort.evaluations += self.data.newton.iterations - iterations;
        match outcome {
            Ok(()) => {
                self.data.state.time = end;
                self.count += 1;
                self.effort.steps += 1;
                self.model.tape.accept(&mut self.data.values);
                Ok(())
            }
            Err(stuck) => Err(fault(self.whole, self.model, &mut self.data, end, &stuck)),
        }
    }

    fn read(&mut self, time: f64, tolerance: f64) -> Energies {
        if (time - self.data.state.time).abs() <= tolerance {
            self.shown.clone_from(&self.data.state);
        } else {
            self.interpolate(time);
        }
        // Accelerations belong to what is shown; the state of the run waits meanwhile.
        std::mem::swap(&mut self.shown, &mut self.data.state);
        instant::accelerations(self.model, &mut self.data);
        std::mem::swap(&mut self.shown, &mut self.data.state);
        let mut values = std::mem::replace(&mut self.data.values, Values::empty());
        sense(&self.readable(), &self.model.state_reads, &mut values);
        self.model.tape.run(Stage::State, self.shown.time, &mut values);
        sense(&self.readable(), &self.model.output_reads, &mut values);
        self.model.tape.run(Stage::Output, self.shown.time, &mut values);
        let energies = self.readable().energies(&values);
        self.data.values = values;
        energies
    }

    fn values(&self) -> &Values {
        &self.data.values
    }

    fn picture(&self, time: f64) -> SceneFrame {
        let motion = self.readable().motion;
        let pose =
            |&(position, axes): &([super::vectors::VectorId; 1], [super::vectors::VectorId; 3])| {
                Pose {
                    position: motion.position(position[0]).into(),
                    attitude: attitude(&motion.axes(&axes)),
                }
            };
        let line = |nodes: &Vec<super::vectors::VectorId>| {
            let stride = nodes.len().div_ceil(CABLE_POINTS).max(1);
            let last = nodes.len().saturating_sub(1);
            (0..nodes.len())
                .filter(|index| index % stride == 0 || *index == last)
                .map(|index| motion.position(nodes[index]).into())
                .collect()
        };
        SceneFrame {
            time,
            poses: self.model.poses.iter().map(pose).collect(),
            polylines: self.model.polylines.iter().map(line).collect(),
        }
    }

    fn initial_energy(&self) -> f64 {
        self.data.initial_energy
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn constraint_error(&self) -> Option<f64> {
        (!self.model.multipliers.is_empty()).then_some(self.data.constraint_error)
    }

    fn state(&self) -> Vec<f64> {
        let state = &self.data.state;
        let numbers = |blocks: &[Vector3<f64>]| -> Vec<f64> {
            blocks.iter().flat_map(|block| block.iter().copied().collect::<Vec<_>>()).collect()
        };
        let mut all = numbers(&state.positions);
        all.extend(numbers(&state.velocities));
        all.extend(&state.integrals);
        all.extend([state.dissipated, state.work]);
        all
    }
}
