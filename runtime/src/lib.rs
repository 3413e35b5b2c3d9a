//! Executes a DAE graph: recursive O(N) dynamics, integrators, results.

mod assembly;
pub mod chain;
mod dynamics;
mod fault;
mod integrate;
mod run;
mod signals;
pub mod spatial;
pub mod tree;

pub use assembly::{AssemblyError, Problem, UnknownParameter, assemble, set_param};
pub use dynamics::{Data, Energies, Model, SceneShape, Size};
pub use fault::Fault;
pub use integrate::Effort;
pub use run::{
    Column, FRAMES, Frame, Layout, Observer, Outcome, Progress, Row, RunReport, ScenePart, simulate,
};
