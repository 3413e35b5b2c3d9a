//! The one way in to cdl: for the command, the language server, tests, and whoever embeds it.
//!
//! A [`Session`] holds texts and answers questions about them: what is wrong ([`Session::check`]), what a graph
//! looks like ([`Session::compile`]), what can be run ([`Session::experiment`]). A [`Runnable`] is one experiment
//! that is ready: it is run to its end with an [`Observer`] ([`Runnable::run`]), into memory
//! ([`Runnable::record`]) or into a folder ([`Runnable::leave`]), or taken step by step ([`Runnable::start`]).
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use cdl_session::Session;
//!
//! let text = "
//! model Fall(height: Length = 20 m) {
//!   body ball {
//!     mass = 2 kg
//!     shape = sphere(diameter = 10 cm)
//!     start = { position = [0 m, 0 m, height] }
//!   }
//!   joint flight: free from world to ball
//!   record ball.position.z
//! }
//! experiment drop = Fall() { simulate 1 s with rk4(step = 10 ms), every 100 ms }
//! ";
//! let mut session = Session::from_text("fall.cdl", text);
//! let drop = session.experiment(Some("drop"), &[("height", "10 m")]).expect("a right model");
//! let never = AtomicBool::new(false);
//!
//! let rows = drop.record(&never);
//! assert_eq!(rows.times.len(), 11);
//! let end = rows.last("ball.position.z").expect("recorded");
//! assert!((end - (10.0 - 0.5 * 9.81)).abs() < 1e-9);
//!
//! let mut stepper = drop.start(&never);
//! while stepper.time() < 0.5 && stepper.step() {}
//! assert_eq!(stepper.read("ball.position.z"), Some(rows.column("ball.position.z").unwrap()[5]));
//! ```
//!
//! Data are plain, in and out. What is wrong with a model comes as [`Located`], with a code, files and bytes.
//! The runtime knows neither text nor lines; what it says of elements of a graph becomes a [`Blame`], which keeps
//! its place through later edits, and [`Session::locate`] says where that is now. Nothing is printed, nothing is
//! global: sessions on different threads know nothing of each other.

mod around;
mod blame;
mod choose;
mod done;
mod find;
mod fnv1a;
mod folder;
mod given;
mod last_row;
mod listing;
mod matrices;
mod numbers;
mod plots;
mod recorded;
mod report;
mod runnable;
mod sensitivity;
mod session;
mod stepper;
mod study;
mod summary;
mod trial;
mod written;

pub use blame::Blame;
pub use done::Done;
pub use folder::News;
pub use listing::{ListedChoice, ListedRange, ListedVariation, Listing};
pub use recorded::Recorded;
pub use report::{FoundValue, Report};
pub use runnable::Runnable;
pub use sensitivity::Sensitivity;
pub use session::Session;
pub use stepper::Stepper;
pub use study::{Studied, StudySettings};
pub use summary::criteria;

pub use cdl_compiler::Compilation;
pub use cdl_compiler::diagnostics::Severity;
pub use cdl_compiler::diagnostics::render::{Located, LocatedLabel};
pub use cdl_compiler::typed::Parameter;
pub use cdl_runtime::results::comparison;
pub use cdl_runtime::results::folder::ResultFiles;
pub use cdl_runtime::results::study::{
    Cell, StudyFiles, StudyRow, StudySummary, StudyTable, VariantEnd,
};
pub use cdl_runtime::results::summary::{
    CriterionLine, CriterionVerdict, DerivedBy, RunOutcome, Summary,
};
pub use cdl_runtime::results::{Besides, Column, replace, rewrite, scene};
pub use cdl_runtime::{
    Compared, Conclusion, Curve, Effort, Energies, Fault, FaultKind, Happened, Judged, Judgement,
    Layout, Ledger, Mode, ModesReport, Moving, Observer, Outcome, Progress, Row, Ruling, RunReport,
    SimulationReport, Size, Solved, State, StateSpace, Still, TooLong, Unfit, Verdict,
};
