//! `body`: a rigid body.

mod check;
mod lower;
mod schema;
mod shape;

pub(crate) use check::is_possible_inertia;
pub(crate) use schema::{BODY, MOTION_QUANTITIES};
pub(crate) use shape::{LastSolid, solid};
