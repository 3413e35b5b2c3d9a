//! Equations between vectors, and the forces that make them hold.
//!
//! What an equation is, it says as a function of vectors ([`equation::Equation`]): value, gradient,
//! curvature, and what is given as a function of time. [`imposed`] makes of that, once for all, the residual
//! of a step, the rows of the matrix, the forces of the multipliers and their stiffness, rates, second
//! derivatives and rows of the Jacobian. Equations of the user are functions of quantities of the motion
//! and say the same things by themselves ([`user`]).
//!
//! A new kind is a function in a file of its own, and a line in the list below.

mod coincidence;
mod constraint;
mod distance;
mod drive;
mod equation;
mod imposed;
mod list;
mod product;
mod stretch;
mod user;
mod user_data;
mod user_stiffness;

pub(super) use coincidence::Vanishing;
pub(super) use constraint::{Constraint, Kind, Measure, Tolerances};
pub(super) use distance::Length;
pub(super) use drive::Driven;
pub(super) use imposed::Imposed;
pub(super) use list::{Equations, Spans};
pub(super) use product::DotProduct;
pub(super) use stretch::StretchMoments;
pub(super) use user::{Argument, UserConstraint};
pub(super) use user_data::UserData;
