//! What is done with a mechanism: runs and equilibria, with rows, a ledger and a report.
//!
//! | file | holds |
//! |---|---|
//! | `formulation` | what a run asks of a formulation, and which one it gets |
//! | `clock` | the grid of steps, the end, and instants at which steps are cut |
//! | `running` | a run to its end or step by step; phases |
//! | `recorder`, `observer` | rows, and who gets them |
//! | `verdict`, `stability` | what is to be thought of the energies and of the step |
//! | `report` | what was solved, how, and how it ended |

mod clock;
mod formulation;
mod observer;
mod recorder;
mod report;
mod running;
pub(crate) mod stability;
mod verdict;

pub(crate) use clock::Clock;
pub(crate) use formulation::{CABLE_POINTS, Formulation};
pub use observer::{Layout, Observer, Progress, Row};
pub use report::{Outcome, RunReport};
pub use running::{Running, Unfit, simulate};
pub use stability::TooLong;
pub use verdict::{Judgement, Verdict};
