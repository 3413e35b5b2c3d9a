//! Constrained dynamics: natural coordinates, every joint a constraint, implicit steps that keep energy.
//!
//! | module | holds |
//! |---|---|
//! | `assembly` | a planned graph to a [`ConstrainedModel`] |
//! | `units`, `vectors` | bodies and nodes as blocks of coordinates; points and axes, linear in them |
//! | `equations` | what must hold, differentiated in one place |
//! | `elements`, `cable` | what acts, each with its force over a step and that force's derivatives; one list of all |
//! | `states` | states of the user's over a step |
//! | `coordinate` | displacements and angles of joints, which both are written in |
//! | `seen` | what elements and equations see of a step |
//! | `balance` | residual and matrix of a guess, as a list of verbs |
//! | `newton`, `scheme`, `step` | steps |
//! | `velocities` | velocities projected on the constraints |
//! | `written` | what of a start stays where anything else can move |
//! | `damping` | how forces follow velocities |
//! | `closing` | equations that ropes take part in, at the start |
//! | `latches` | what events connect and let go |
//! | `together` | positions moved onto the constraints, for both |
//! | `impacts` | what impulses on coordinates do that latches hold |
//! | `equilibrium` | where everything is at rest |
//! | `modes` | small motions about there |
//! | `whereabouts` | from a state in nobody's coordinates, and back to it |
//! | `dependence`, `watch` | which constraints depend on each other, and whether they agree |
//! | `refined` | linear systems without what compliances make of them |
//! | `instant` | accelerations and multipliers at one instant |
//! | `sense`, `sources`, `energy`, `across`, `course` | what can be read |
//! | [`kkt`] | the sparse linear systems |

mod across;
mod assembly;
mod balance;
mod cable;
mod closing;
mod collapsed;
mod coordinate;
mod course;
mod damping;
mod data;
mod dependence;
mod elements;
mod energy;
mod equations;
mod equilibrium;
mod impacts;
mod instant;
mod jacobian;
pub(crate) mod kkt;
mod known;
mod latches;
mod lengths;
mod lists;
mod matrix;
mod model;
mod modes;
mod newton;
mod refined;
mod scheme;
mod seen;
mod sense;
mod sources;
mod states;
mod step;
mod together;
mod too_fast;
mod trouble;
mod units;
mod vectors;
mod velocities;
mod watch;
mod whereabouts;
mod written;

#[cfg(test)]
mod tests;

pub(crate) use assembly::{assemble, hang_splines, is_wanted};
pub(crate) use closing::{MOST, close_start};
pub(crate) use course::{ConstrainedCourse, ImplicitMethod};
pub(crate) use model::ConstrainedModel;
pub(crate) use modes::{Cause, Harmonic, Reduced, Shape, Shapes};
