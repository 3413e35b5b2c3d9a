//! A run in the recursive formulation.

use super::{CABLE_POINTS, Course, Outcome};
use crate::dynamics::{Data, Energies, Evaluator, Model, energies, record};
use crate::fault::{Fault, diagnose};
use crate::integrate::{Dense, Effort, Integrator, Method};
use crate::results::scene::{Pose, SceneFrame};
use crate::signals::Values;

pub(super) struct RecursiveCourse<'a> {
    model: &'a Model,
    data: Data,
    at: Integrator,
    dense: Dense,
    rates: Vec<f64>,
}

impl<'a> RecursiveCourse<'a> {
    /// Evaluates at the start, where there is one.
    pub(super) fn start(
        model: &'a Model,
        method: Method,
        start: Result<Vec<f64>, Outcome>,
    ) -> (Self, Result<(), Outcome>) {
        let mut data = Data::new(model);
        let mut evaluator = Evaluator { model, data: &mut data };
        let duration = model.settings.duration;
        let (start, found) = match start {
            Ok(start) => (start, Ok(())),
            Err(outcome) => (model.start.clone(), Err(outcome)),
        };
        let (at, outcome) = Integrator::start(method, duration, &mut evaluator, start);
        let size = at.state.len();
        let mut course = Self { model, data, at, dense: Dense::new(size), rates: vec![0.0; size] };
        let outcome = found.and_then(|()| match outcome {
            Ok(()) => {
                course.accept();
                let state = course.at.state.clone();
                course.data.initial_energy = energies(model, &mut course.data, &state).total();
                Ok(())
            }
            Err(obstacle) => {
                let fault = diagnose(model, &mut course.data, obstacle, &course.at.offending);
                Err(Outcome::Fault(fault))
            }
        });
        (course, outcome)
    }

    fn accept(&mut self) {
        self.model.tape.accept(&mut self.data.values);
    }
}

impl Course for RecursiveCourse<'_> {
    fn time(&self) -> f64 {
        self.at.time
    }

    fn finished(&self) -> bool {
        self.at.finished()
    }

    fn step(&mut self) -> Result<(), Fault> {
        let mut evaluator = Evaluator { model: self.model, data: &mut self.data };
        match self.at.step(&mut evaluator) {
            Ok(()) => {
                self.accept();
                Ok(())
            }
            Err(obstacle) => {
                Err(diagnose(self.model, &mut self.data, obstacle, &self.at.offending))
            }
        }
    }

    fn read(&mut self, time: f64, tolerance: f64) -> Energies {
        let Self { model, data, at, dense, rates } = self;
        // Between two steps the state is interpolated; at their ends it is the integrator's.
        let state = if (time - at.time).abs() <= tolerance {
            &at.state
        } else {
            dense.interpolate(at, &mut Evaluator { model, data }, time);
            &dense.state
        };
        record(model, data, time, state, rates);
        energies(model, data, state)
    }

    fn values(&self) -> &Values {
        &self.data.values
    }

    fn picture(&self, time: f64) -> SceneFrame {
        let pose = |body: &crate::dynamics::Visible| {
            let pose = body.on.pose(&self.data.tree);
            Pose {
                position: pose.position.into(),
                attitude: crate::spatial::matrix_quaternion(&pose.rotation),
            }
        };
        let cables = self.model.cables.iter().zip(&self.data.cables);
        SceneFrame {
            time,
            poses: self.model.scene.iter().map(pose).collect(),
            polylines: cables.map(|(cable, data)| cable.polyline(data, CABLE_POINTS)).collect(),
        }
    }

    fn initial_energy(&self) -> f64 {
        self.data.initial_energy
    }

    fn effort(&self) -> Effort {
        self.at.effort
    }

    fn constraint_error(&self) -> Option<f64> {
        None
    }

    fn state(&self) -> Vec<f64> {
        self.at.state.clone()
    }

    fn notes(&self) -> Vec<String> {
        let Some((time, closing)) = self.data.loops.passed else { return Vec::new() };
        let closing = &self.model.loops.closings[closing];
        let path = self.model.paths.of(closing.owner);
        vec![format!(
            "at {time:.9} s the mechanism passes a singular position for the first time: equations that \
             close `{path}` depend on others there, which they do not elsewhere, so that it could go on \
             in more than one way; it goes on as it came"
        )]
    }
}
