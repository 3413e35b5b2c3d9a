//! The state that a response is about, and whether sweeps or matrices find how it swings.

use std::sync::atomic::AtomicBool;

use super::super::about::course;
use super::super::formulation::Formulation;
use super::super::report::Outcome;
use super::Swinging;
use super::matrices::ByMatrices;
use super::sweeps::BySweeps;
use crate::constrained::ConstrainedCourse;
use crate::model::{Base, Response};
use crate::recursive::{RecursiveCourse, RecursiveModel, Resting};

/// Where the state is that everything is about.
pub(in crate::analyses) enum Stands<'a> {
    /// Searched for, or the start; with the forest, where sweeps may find how it swings.
    Constrained(Box<ConstrainedCourse<'a>>, Option<&'a RecursiveModel>),
    /// A state of rest that sweeps over the forest have found.
    Recursive(Box<RecursiveCourse<'a>>, &'a RecursiveModel, &'a Resting),
}

impl<'a> Stands<'a> {
    /// And whether it is found.
    pub(in crate::analyses) fn new(
        response: &'a Response,
        cancel: &AtomicBool,
    ) -> (Self, Result<(), Outcome>) {
        match &response.base {
            Base::Found { rest, forest } => {
                let (course, found) = RecursiveCourse::resting(forest, rest);
                (Self::Recursive(Box::new(course), forest, rest), found)
            }
            Base::Searched { rest, swept } => {
                let (course, found) = course(rest, &response.about, cancel);
                (Self::Constrained(Box::new(course), swept.as_deref()), found)
            }
        }
    }

    pub(in crate::analyses) fn course(&mut self) -> &mut (dyn Formulation + 'a) {
        match self {
            Self::Constrained(course, _) => &mut **course,
            Self::Recursive(course, ..) => &mut **course,
        }
    }

    pub(in crate::analyses) fn boxed(self) -> Box<dyn Formulation + 'a> {
        match self {
            Self::Constrained(course, _) => course,
            Self::Recursive(course, ..) => course,
        }
    }
}

/// What finds swings, and whether sweeps were meant where it assembles matrices.
type Found<'b> = (Box<dyn Swinging + 'b>, bool);

/// By sweeps over the forest where that is possible, otherwise by matrices.
/// `None` where the state is none of rest when it is looked at again.
pub(super) fn swinging<'b, 'a: 'b>(
    stands: &'b mut Stands<'a>,
    freedoms: usize,
) -> Result<Option<Found<'b>>, Outcome> {
    let (course, swept) = match stands {
        Stands::Constrained(course, swept) => (&mut **course, *swept),
        Stands::Recursive(_, forest, rest) => {
            let own = BySweeps::about(forest, (rest.state.clone(), rest.extent), freedoms);
            return Ok(own.map(|own| (Box::new(own) as Box<dyn Swinging>, false)));
        }
    };
    if let Some(forest) = swept
        && let Some(own) = BySweeps::new(forest, course, freedoms)?
    {
        return Ok(Some((Box::new(own), false)));
    }
    let own = ByMatrices::new(course, freedoms)?;
    Ok(Some((Box::new(own), swept.is_some())))
}
