//! Any model: sparse matrices of the constrained formulation.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cdl_graph::Graph;

use super::super::by_input::{Read, Unread};
use super::super::derivatives::Outputs;
use super::super::formulation::Formulation;
use super::super::report::Outcome;
use super::{MODES_LOOKED_AT, MOST_LOOKED_AT, Swing, Swinging};
use crate::assembly::assemble_constrained;
use crate::constrained::{Cause, ConstrainedCourse, Harmonic, Shape};
use crate::mechanism::{NoSwing, State};

/// How fast a motion is that grows, by the slowest swing.
const GROWS_FAST: f64 = 1e-3;

/// About the state where the course is.
pub(super) struct ByMatrices<'b, 'a> {
    course: &'b mut ConstrainedCourse<'a>,
    harmonic: Harmonic<'a>,
    state: State,
    freedoms: usize,
    /// Displacements or velocities of nothing.
    nothing: Vec<f64>,
}

impl<'b, 'a> ByMatrices<'b, 'a> {
    /// Otherwise why the state is none to be swung about.
    pub(super) fn new(
        course: &'b mut ConstrainedCourse<'a>,
        freedoms: usize,
    ) -> Result<Self, Outcome> {
        let harmonic = course.harmonic()?;
        let (state, nothing) = (course.exported(), course.nothing());
        Ok(Self { course, harmonic, state, freedoms, nothing })
    }

    fn read(
        &mut self,
        recorded: &Outputs<'_>,
        along: (&[f64], &[f64]),
        accelerations: &[f64],
    ) -> Vec<f64> {
        self.course.moved_along(along, |course| match course.read_as_it_is(accelerations) {
            true => recorded.read(course.values()),
            false => recorded.nothing(),
        })
    }
}

impl Swinging for ByMatrices<'_, '_> {
    fn is_damped(&self) -> bool {
        self.harmonic.is_damped()
    }

    fn falling(&mut self, turning: f64) -> usize {
        self.course.falling(&self.harmonic, turning)
    }

    fn slowest(&mut self, slowest: f64, cancel: &AtomicBool) -> Result<(Vec<f64>, usize), Outcome> {
        if self.freedoms > MOST_LOOKED_AT {
            return Ok((Vec::new(), 0));
        }
        let shapes = match self.course.modes(MODES_LOOKED_AT, self.freedoms, cancel) {
            Ok(found) => found.shapes,
            Err(Outcome::Cancelled) => return Err(Outcome::Cancelled),
            // What is wrong there is told by what follows, or has nothing to do with it.
            Err(_) => Vec::new(),
        };
        let growing = shapes.iter().filter(|own| grows(own, slowest)).count();
        Ok((shapes.iter().map(|own| own.value.im).collect(), growing))
    }

    fn here(&mut self, recorded: &Outputs<'_>) -> Result<Read, String> {
        let nothing = self.nothing.clone();
        self.course.moved_along((&nothing, &nothing), |course| seen(course, recorded))
    }

    fn pushed(&self, graph: Arc<Graph>) -> Result<Read, Unread> {
        let model = assemble_constrained(graph).map_err(|_| Unread::NotAssembled)?;
        let mut course = ConstrainedCourse::pushed(&model, &self.state);
        seen(&mut course, &Outputs::new(&model.mechanism)).map_err(Unread::Because)
    }

    fn cause(&mut self, [by_value, by_rate, by_acceleration]: [Vec<f64>; 3]) -> bool {
        let cause = Cause { by_value, by_rate, by_acceleration };
        self.course.caused(&mut self.harmonic, &cause)
    }

    fn at(&mut self, turning: f64) -> Result<Swing, NoSwing> {
        self.harmonic.at(turning)
    }

    fn lost(&self) -> f64 {
        self.harmonic.lost()
    }

    fn with_other_digits(&mut self, turning: f64) -> Option<Swing> {
        self.harmonic.with_other_digits(turning).ok()
    }

    fn size(&self, displacements: &[f64]) -> f64 {
        self.course.size_of(displacements)
    }

    fn displaced(
        &mut self,
        recorded: &Outputs<'_>,
        displacements: &[f64],
        turning: f64,
    ) -> Vec<f64> {
        let (nothing, accelerations) = (self.nothing.clone(), swinging(displacements, turning));
        self.read(recorded, (displacements, &nothing), &accelerations)
    }

    fn moving(&mut self, recorded: &Outputs<'_>, velocities: &[f64]) -> Vec<f64> {
        let nothing = self.nothing.clone();
        self.read(recorded, (&nothing, velocities), &nothing)
    }

    fn known(&self, displacements: &[f64], _: &[f64], turning: f64) -> Vec<(usize, f64)> {
        self.course.swinging(displacements, turning)
    }
}

/// The accelerations of what swings by that.
fn swinging(displacements: &[f64], turning: f64) -> Vec<f64> {
    displacements.iter().map(|own| -turning * turning * own).collect()
}

/// By itself, and not much slower than this, rad/s; whatever makes it.
fn grows(shape: &Shape, slowest: f64) -> bool {
    shape.grows() && shape.value.norm() > GROWS_FAST * slowest
}

/// What is recorded, and accelerations, where the course is; what is recorded is that of a state of rest.
fn seen(course: &mut ConstrainedCourse<'_>, recorded: &Outputs<'_>) -> Result<Read, String> {
    let nothing = course.nothing();
    match course.read_as_it_is(&nothing) {
        true => {
            let caused = course.all_accelerations();
            Ok(Read { caused, here: recorded.here(course.values()) })
        }
        false => Err("the state has no accelerations".to_owned()),
    }
}
