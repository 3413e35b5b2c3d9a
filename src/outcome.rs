//! How a command ended, as its exit code says.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Good,
    /// The model is wrong (or, for `fmt --check`, not in the standard layout).
    WrongModel,
    /// The model is right and its run failed, or a file or standard output could not be written.
    RunFailed,
    /// The run came to its end, and does not show what it has to.
    CriteriaFailed,
    /// What is compared differs by more than it may.
    Different,
    /// The command was not called as it has to be.
    Usage,
}

impl Outcome {
    /// This, or another one where there is nothing to say of this.
    pub fn unless_good(self, other: Self) -> Self {
        if self == Outcome::Good { other } else { self }
    }

    /// Of several, the one that says most: a model that is wrong before a run that failed before criteria.
    pub fn or_worse(self, other: Self) -> Self {
        let rank = |own: Self| match own {
            Outcome::Good => 0,
            Outcome::CriteriaFailed | Outcome::Different => 1,
            Outcome::RunFailed => 2,
            Outcome::WrongModel => 3,
            Outcome::Usage => 4,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        ExitCode::from(match outcome {
            Outcome::Good => 0,
            Outcome::WrongModel | Outcome::Different => 1,
            Outcome::RunFailed => 2,
            Outcome::CriteriaFailed => 3,
            Outcome::Usage => 64,
        })
    }
}
