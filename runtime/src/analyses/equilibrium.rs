//! Where a mechanism is at rest.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::conclusion::SmallMotions;
use super::formulation::Formulation;
use super::observer::Observer;
use super::recorder::{Recorder, layout};
use super::report::{Outcome, Still, not_written};
use crate::constrained::ConstrainedCourse;
use crate::events;
use crate::model::{Model, Rest};

/// The equilibrium nearest to the start, as one row; or until `cancel` is set.
pub(super) fn equilibrium(
    model: &Model,
    rest: &Rest,
    observer: &mut dyn Observer,
    cancel: &AtomicBool,
) -> Still {
    let began = Instant::now();
    let (mut course, found) = ConstrainedCourse::at_rest(&rest.model, rest.tolerance, cancel);
    let solver_time = began.elapsed();
    let mut recorder = Recorder::new(model);
    let shown = found.and_then(|()| show(model, &mut course, &mut recorder, observer, cancel));
    let outcome = shown.err().unwrap_or(Outcome::Finished);
    let solved =
        recorder.solved(model, &mut course, outcome, (solver_time, &SmallMotions::default()));
    Still::of(model, &course, &recorder, solved)
}

/// The row and the picture of where the course is.
fn show(
    model: &Model,
    course: &mut ConstrainedCourse<'_>,
    recorder: &mut Recorder,
    observer: &mut dyn Observer,
    cancel: &AtomicBool,
) -> Result<(), Outcome> {
    let time = course.time();
    if let Some(fault) = events::beyond(&model.mechanism, course) {
        return Err(Outcome::Fault(fault));
    }
    let energies = course.read(time, f64::INFINITY);
    recorder.start(model, energies);
    recorder.sample(course);
    observer.begin(&layout(model, 1)).map_err(not_written)?;
    if cancel.load(Ordering::Relaxed) {
        return Err(Outcome::Cancelled);
    }
    recorder.write(model, course, time, energies, observer)
}
