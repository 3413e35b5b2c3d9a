//! What happens at instants: events are looked for, located, and take effect between two steps.
//!
//! | file | holds |
//! |---|---|
//! | `list` | the events of a mechanism with their numbers |
//! | `agenda` | what a run knows of them: when timed ones are due, which conditions hold; rounds at an instant |
//! | `effects` | what the events of one instant do, all together |
//! | `impacts` | what impulses of that instant do, all together |
//! | `watch` | a condition from step to step |
//! | `kept` | what stands for a condition of a signal that jumps |
//! | `root` | where a function of the step's end changes its sign |
//! | `patience` | events that follow each other without end |
//! | `strained` | gaps that are closed with more energy than there was |
//! | `happened` | the log |
//!
//! Nothing here knows a formulation: a course can take its last step again with another end, say what events read, and
//! go on with other values of the user's states.

mod agenda;
mod effects;
mod happened;
mod impacts;
mod kept;
mod list;
mod patience;
mod root;
mod strained;
mod watch;

pub(crate) use agenda::Agenda;
pub use happened::Happened;
pub(crate) use impacts::{beyond, has_stops};
pub(crate) use list::{EventOf, LatchingOf, TriggerOf};
