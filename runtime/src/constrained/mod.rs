//! Constrained dynamics: natural coordinates, every joint a constraint, implicit steps that keep energy.
//!
//! | module | holds |
//! |---|---|
//! | `assembly` | a planned graph to a [`ConstrainedModel`] |
//! | `units`, `vectors` | bodies and nodes as blocks of coordinates; points and axes, linear in them |
//! | `equations` | what must hold, differentiated in one place |
//! | `elements` | the list of what acts, with its force over a step and that force's derivatives |
//! | `links`, `masses`, `coordinate`, `laws`, `ball`, `springs`, `segments`, `cable_bending`, `cable_control`, `cable_fluid`, `loads` | the kinds of it |
//! | `balance` | residual and matrix of a guess, as a list of verbs |
//! | `newton`, `merit`, `scheme`, `midpoint`, `adaptive`, `generalized_alpha` | steps |
//! | `turning`, `substeps` | what a step can follow, and how a fixed one is divided where it cannot |
//! | `checkpoint`, `between` | what a step starts from; rows within a step |
//! | `velocities` | velocities projected on the constraints |
//! | `alternating` | what alternates from step to step in them, seen and taken away |
//! | `equilibrium` | where everything is at rest |
//! | `whereabouts` | from a state in nobody's coordinates, and back to it |
//! | `dependence`, `watch` | which constraints depend on each other, and whether they agree |
//! | `refined` | linear systems without what compliances make of them |
//! | `instant` | accelerations and multipliers at one instant |
//! | `sense`, `sources`, `energy`, `cable_place`, `across`, `course` | what can be read |
//! | [`kkt`] | the sparse linear systems |

mod across;
mod adaptive;
mod alternating;
mod assembly;
mod balance;
mod ball;
mod between;
mod cable_bending;
mod cable_control;
mod cable_fluid;
mod cable_place;
mod checkpoint;
mod coordinate;
mod course;
mod data;
mod dependence;
mod elements;
mod energy;
mod equations;
mod equilibrium;
mod generalized_alpha;
mod instant;
mod jacobian;
pub mod kkt;
mod known;
mod laws;
mod links;
mod lists;
mod loads;
mod masses;
mod matrix;
mod merit;
mod midpoint;
mod model;
mod newton;
mod refined;
mod scheme;
mod seen;
mod segments;
mod sense;
mod sources;
mod spinning;
mod springs;
mod substeps;
mod too_fast;
mod trouble;
mod turning;
mod units;
mod vectors;
mod velocities;
mod watch;
mod whereabouts;

#[cfg(test)]
mod tests;

pub(crate) use assembly::{assemble, is_wanted};
pub(crate) use course::{ConstrainedCourse, ImplicitMethod};
pub(crate) use model::ConstrainedModel;
