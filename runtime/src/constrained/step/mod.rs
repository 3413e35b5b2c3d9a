//! Steps: how they are taken, repeated, divided and read within.
//!
//! | module | holds |
//! |---|---|
//! | `midpoint`, `adaptive`, `generalized_alpha`, `spinning` | the methods |
//! | `merit` | how far a guess is from being the end of a step |
//! | `turning`, `hauled`, `gaps`, `branch`, `substeps` | what a step can follow, what it may leave open and where it may lead, and how a fixed one is divided where it cannot |
//! | `checkpoint`, `between` | what a step starts from; rows within a step |
//! | `pushing` | ropes that push, seen |
//! | `ringing` | what is faster than the steps, seen |
//! | `holding` | edges that hold faster than the steps, seen |
//! | `counted` | when what was seen in steps is told |
//! | `bent`, `coarse`, `doubled` | ropes that are bent, twisted or turned by more than they or their pieces bear, seen |
//! | `running_out` | ropes of which a step leaves little, or that run by many pieces in one, seen |
//! | `uneven` | B-splines whose spans are too few for their shape, seen |
//! | `overdamped` | velocities that turn round under strong dampers, seen and brought down |
//! | `alternating` | what alternates from step to step in velocities, seen and taken away |

pub(super) mod adaptive;
pub(super) mod alternating;
pub(super) mod bent;
pub(super) mod between;
pub(super) mod branch;
pub(super) mod checkpoint;
pub(super) mod coarse;
mod counted;
pub(super) mod doubled;
pub(super) mod gaps;
pub(super) mod generalized_alpha;
pub(super) mod hauled;
pub(super) mod holding;
pub(super) mod merit;
pub(super) mod midpoint;
pub(super) mod overdamped;
pub(super) mod pushing;
pub(super) mod ringing;
pub(super) mod running_out;
pub(super) mod spinning;
pub(super) mod substeps;
pub(super) mod turning;
pub(super) mod uneven;
