//! What is done with a mechanism: runs and equilibria, with rows, a ledger and a report.
//!
//! | file | holds |
//! |---|---|
//! | `simulation`, `equilibrium`, `modes`, `response` | the analyses: a function and a report each |
//! | `about` | the state that small motions are about |
//! | `formulation` | what a run asks of a formulation, and which one it gets |
//! | `clock` | the grid of steps, the end, and instants at which steps are cut |
//! | `running` | a run to its end or step by step |
//! | `phases` | what is to be said of phases that are over |
//! | `recorder`, `observer` | rows, and who gets them |
//! | `verdict`, `stability` | what is to be thought of the energies and of the step |
//! | `statistics` | numbers about signals over the whole run |
//! | `conclusion` | what is recorded and judged when it is over |
//! | `state_space`, `derivatives` | the equations of small motions, and derivatives of what is recorded |
//! | `by_input`, `straight`, `bends` | what an input does at once |
//! | `by_rules` | derivatives of what follows from parameters alone |
//! | `peaks` | where swings are largest |
//! | `report` | what all reports say, and one of any analysis |

mod about;
mod bends;
mod by_input;
mod by_rules;
mod clock;
mod conclusion;
mod derivatives;
mod equilibrium;
mod formulation;
mod kinks;
mod modes;
mod observer;
mod peaks;
mod phases;
mod recorder;
mod report;
mod response;
mod running;
mod simulation;
pub(crate) mod stability;
mod state_space;
mod statistics;
mod straight;
mod verdict;

use std::sync::atomic::AtomicBool;

use crate::model::{Model, Simulation, Solver};

pub use by_rules::slopes_by_rules;
pub(crate) use clock::Clock;
pub use conclusion::{Compared, Conclusion, Judged, Ruling};
pub(crate) use formulation::{Answer, CABLE_POINTS, Formulation, Impact};
pub use modes::{Mode, ModesReport};
pub use observer::{Layout, Observer, Progress, Row};
pub use peaks::Peak;
pub use report::{Outcome, RunReport, Solved, Still};
pub use response::ResponseReport;
pub use running::Running;
pub use simulation::SimulationReport;
pub use stability::TooLong;
pub use state_space::StateSpace;
pub use verdict::{Judgement, Verdict};

/// Does what the model's experiment asks for, to its end, to the first fault, or until `cancel` is set. Rows go
/// to the observer as they are computed, so whatever happens nothing is lost.
pub fn run(model: &Model, observer: &mut dyn Observer, cancel: &AtomicBool) -> RunReport {
    match &model.solver {
        Solver::Simulation(Simulation { span, .. }) => {
            RunReport::Simulation(simulation::simulate(model, span.duration, observer, cancel))
        }
        Solver::Modes(modes) => RunReport::Modes(modes::modes(model, modes, observer, cancel)),
        Solver::Response(own) => {
            RunReport::Response(response::response(model, own, observer, cancel))
        }
        Solver::Equilibrium(rest) => {
            RunReport::Equilibrium(equilibrium::equilibrium(model, rest, observer, cancel))
        }
    }
}
