//! What a run has left in a folder.

use std::io;

use cdl_runtime::Outcome;
use cdl_runtime::results::folder::ResultFiles;
use cdl_runtime::results::summary::Summary;

use crate::report::Report;

pub struct Done {
    pub report: Report,
    pub summary: Summary,
    /// Nothing where the run has not begun.
    pub files: io::Result<Option<ResultFiles>>,
}

impl Done {
    /// Why results are missing, if some are.
    pub fn not_written(&self) -> Option<String> {
        match (&self.files, &self.report.run.solved().outcome) {
            (Err(error), _) => Some(error.to_string()),
            (Ok(None), Outcome::NotWritten(error)) => Some(error.clone()),
            (Ok(_), _) => None,
        }
    }
}
