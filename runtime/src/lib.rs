//! Executes a DAE graph: recursive O(N) dynamics, integrators, results.
//!
//! # Use
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! # fn graph_from_the_compiler() -> cdl_graph::Graph { unimplemented!() }
//! struct Table;
//! impl cdl_runtime::Observer for Table {
//!     fn row(&mut self, row: &cdl_runtime::Row<'_>) -> std::io::Result<()> {
//!         println!("{} {:?}", row.at, row.values);
//!         Ok(())
//!     }
//! }
//! let mut graph = graph_from_the_compiler();          // with its plan
//! cdl_runtime::set_param(&mut graph, "payload", 800.0).expect("a parameter of the model");
//! match cdl_runtime::assemble(&graph) {
//!     Err(errors) => errors.iter().for_each(|error| eprintln!("{error}")),
//!     Ok(model) => {
//!         let report = cdl_runtime::run(&model, &mut Table, &AtomicBool::new(false));
//!         let solved = report.solved();
//!         println!("{:?} after {} steps", solved.outcome, solved.effort.steps);
//!     }
//! }
//! ```
//!
//! - [`assemble`] turns a planned graph into a constant [`Model`], or into a list of
//!   [`AssemblyError`]s at elements.
//! - [`run`] does what its experiment asks for, and [`Running`] takes it step by step. An [`Observer`] gets
//!   the axis and the columns once, then every row as soon as it is computed, some pictures of the scene,
//!   and progress; the `cancel` flag stops the run after the present step. The [`RunReport`], which is of a
//!   kind of its own for each analysis, says what was solved, how, at what cost, and
//!   why it ended; a [`Fault`] names the element, the arc length, the term and the time. All of these are
//!   about an [`Owner`], an element of the graph, and have its path for people: who made the graph knows where
//!   that element was written.
//!
//! # Inside
//!
//! | module | holds |
//! |---|---|
//! | `assembly` | graph to [`Model`]: references resolved, numbers checked, the state at the start |
//! | `signals` | the expressions as a flat tape, algebraic loops |
//! | `tree`, `spatial` | bodies and joints: the articulated-body algorithm |
//! | `chain` | cables: rigid links in two forms, lumped masses, what acts along them |
//! | `constrained` | constraints with multipliers: the linear systems of implicit steps |
//! | `laws` | the laws of what acts, with slopes and stored energies, for both formulations |
//! | `recursive` | the recursive formulation; one evaluation: kinematics, sensors and signals, loads, inward, outward, closed loops, rates; the energy ledger |
//! | `mechanism` | what both formulations are made from; the state that is nobody's |
//! | `events` | what happens at instants, for both formulations |
//! | `analyses`, `fault` | the loop over steps and rows; who is to blame when it stops |
//! | `wide` | loops that are compiled for wide vectors too |
//! | [`results`] | files |

#![cfg_attr(not(test), warn(unreachable_pub))]

// Tests inside share the sketches of the tests outside.
#[cfg(test)]
extern crate self as cdl_runtime;

/// Sketches of graphs, which the tests in `tests/` use as well.
#[cfg(test)]
#[path = "../tests/support/mod.rs"]
mod support;

mod analyses;
mod assembly;
mod chain;
mod chance;
mod constrained;
mod dense;
mod events;
mod fault;
mod laws;
mod mechanism;
mod model;
mod recursive;
pub mod results;
mod signals;
mod spatial;
mod transfer;
mod tree;
mod wide;

pub use analyses::{
    Compared, Conclusion, Judged, Judgement, Layout, Mode, ModesReport, Observer, Outcome, Peak,
    Progress, ResponseReport, Row, Ruling, RunReport, Running, SimulationReport, Solved,
    StateSpace, Still, TooLong, Verdict, run, slopes_by_rules,
};
pub use assembly::{
    AssemblyError, Problem, UnknownParameter, assemble, assemble_shared, set_param,
};
pub use cdl_graph::Owner;
pub use events::Happened;
pub use fault::{Fault, FaultKind};
pub use mechanism::{ByEvents, Curve, Effort, Energies, Ledger, Moving, State, Unfit};
pub use model::{Model, Size};

/// Kernels that benchmarks time by themselves, without a graph. Nobody else is promised anything of them.
#[doc(hidden)]
pub mod kernels {
    pub mod chain {
        pub use crate::chain::lumped::{AxialLaw, LumpedData, LumpedEnd, Segments, accelerate};
        pub use crate::chain::{
            Bending, Data, Drag, Fluid, Form, Links, Loads, Medium, Root, State, Taut, Tip, inward,
            normalise, outward,
        };
    }
    pub mod kkt {
        pub use crate::constrained::kkt::{
            Coupling, Factorization, Group, Method, Part, Structure,
        };
    }
    pub mod tree {
        pub use crate::spatial::{Sym3, Vec3};
        pub use crate::tree::{BodySpec, Joint, Parent, Placement, Tree, TreeBuilder, TreeData};
    }
}
