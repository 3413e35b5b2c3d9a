//! What the numbers are checked against: papers, closed forms, second formulations. Every check runs
//! the whole way from text to rows. The results stand in docs/validation.md.

#[path = "validation/energy.rs"]
mod energy;
#[path = "validation/formulations.rs"]
mod formulations;
#[path = "validation/hembree_slegers.rs"]
mod hembree_slegers;
#[path = "validation/pendulums.rs"]
mod pendulums;
#[path = "validation/rows.rs"]
mod rows;
