//! Looks on while a model runs: everything to the results folder, progress to the terminal.

use std::io;
use std::path::Path;
use std::time::Duration;

use cdl_runtime::results::ResultsError;
use cdl_runtime::results::folder::ResultFiles;
use cdl_runtime::results::scene::SceneFrame;
use cdl_runtime::{Layout, Observer, Progress, Recording, Row, RunReport};
use indicatif::{ProgressBar, ProgressStyle};

/// Parts of the progress bar; time is shown with this resolution.
const TICKS: u64 = 10_000;

pub struct RunObserver {
    recording: Recording,
    began: bool,
    bar: ProgressBar,
}

impl RunObserver {
    /// The bar hides itself where standard error is no terminal.
    pub fn new(path: &Path, quiet: bool) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(TICKS) };
        let style = ProgressStyle::with_template("  {bar:30} {percent:>3} %  {msg}  {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { recording: Recording::new(path), began: false, bar }
    }

    /// Whether there is a folder with results.
    pub fn has_begun(&self) -> bool {
        self.began
    }

    /// Completes the results, whatever the run has come to. Nothing where it has not begun.
    pub fn finish(self, report: &RunReport) -> Result<Option<ResultFiles>, ResultsError> {
        self.bar.finish_and_clear();
        self.recording.finish(report, env!("CARGO_PKG_VERSION"))
    }
}

impl Observer for RunObserver {
    fn begin(&mut self, layout: &Layout) -> io::Result<()> {
        self.recording.begin(layout)?;
        self.began = true;
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.recording.row(row)
    }

    fn wants_frame(&mut self) -> bool {
        self.recording.wants_frame()
    }

    fn frame(&mut self, frame: SceneFrame) -> io::Result<()> {
        self.recording.frame(frame)
    }

    fn progress(&mut self, progress: &Progress) {
        let part = (progress.time / progress.duration).clamp(0.0, 1.0);
        self.bar.set_position((part * TICKS as f64) as u64);
        self.bar.set_message(format!(
            "{:.2} s of {} s, {} steps",
            progress.time, progress.duration, progress.effort.steps
        ));
    }
}
