//! Tests of cables by themselves, against dense solutions and closed forms.

mod accelerations;
mod case;
mod hanging;
mod loads;
mod lumped;
mod motion;
mod run;
pub(super) mod sampling;
