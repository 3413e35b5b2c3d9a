//! What a run has come to.

use cdl_runtime::RunReport;

use crate::blame::Blame;
use crate::sensitivity::Sensitivity;

#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What was solved, how, and how it ended.
    pub run: RunReport,
    /// The step is too long for what is fastest at the start.
    pub caution: Option<Blame>,
    /// What stopped it.
    pub fault: Option<Blame>,
    /// What is wrong with the energy ledger: an error where the results are not worth having.
    pub ledger: Option<Blame>,
    /// Parameters that were looked for.
    pub found: Vec<FoundValue>,
    /// Derivatives of its numbers by parameters.
    pub sensitivities: Vec<Sensitivity>,
    /// Criteria that are not met, of a run that got to its end.
    pub criteria: Vec<Blame>,
}

/// The value of a parameter that was looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundValue {
    pub name: String,
    /// SI
    pub value: f64,
    /// As it would be written.
    pub text: String,
}

impl Report {
    /// Whether it got to its end, or to an event that ends it, whatever is to be thought of its energies.
    pub fn is_complete(&self) -> bool {
        self.run.solved().outcome.is_over()
    }
}
