//! Signals: every number of a graph, evaluated from a flat tape.
//!
//! The nodes of the DAG are sorted once into seven stages by what they depend on ([`Stage`]); a stage
//! is a straight list of scalar instructions that allocates nothing. Variables are assigned in the
//! order of the plan's blocks, and algebraic loops are solved by damped Newton on their tears.

mod algebraic_loop;
mod beside;
mod failure;
mod instants;
mod schedule;
mod still;
mod switches;
mod tangent;
mod tape;

pub(crate) use beside::slopes_beside;
pub(crate) use cdl_graph::Stage;
pub(crate) use instants::{Instant, Instants};
pub(crate) use schedule::{ScheduleError, Wanted, schedule};
pub(crate) use still::Still;
pub(crate) use switches::instants as switch_instants;
pub(crate) use tangent::{Tangents, reached};
pub(crate) use tape::{Tape, Values};
