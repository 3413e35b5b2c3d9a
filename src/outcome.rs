//! How a command ended, as its exit code says.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Good,
    /// The model is wrong (or, for `fmt --check`, not in the standard layout).
    WrongModel,
    /// The model is right and its run failed, or its results or standard output could not be written.
    RunFailed,
    /// The command was not called as it has to be.
    Usage,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        ExitCode::from(match outcome {
            Outcome::Good => 0,
            Outcome::WrongModel => 1,
            Outcome::RunFailed => 2,
            Outcome::Usage => 64,
        })
    }
}
