//! Looks on while a model runs: rows to the results folder, progress to the terminal.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cdl_runtime::results::Column;
use cdl_runtime::results::folder::{ResultFiles, ResultsFolder};
use cdl_runtime::results::scene::SceneFrame;
use cdl_runtime::results::summary::Summary;
use cdl_runtime::{Layout, Observer, Progress, Row};
use indicatif::{ProgressBar, ProgressStyle};

/// Parts of the progress bar; time is shown with this resolution.
const TICKS: u64 = 10_000;

pub struct RunObserver {
    path: PathBuf,
    /// Absent until the run has begun.
    folder: Option<ResultsFolder>,
    columns: Vec<Column>,
    /// The latest row, in the order of the columns.
    latest: Vec<f64>,
    bar: ProgressBar,
}

impl RunObserver {
    /// The bar hides itself where standard error is no terminal.
    pub fn new(path: &Path, quiet: bool) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(TICKS) };
        let style = ProgressStyle::with_template("  {bar:30} {percent:>3} %  {msg}  {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { path: path.to_owned(), folder: None, columns: Vec::new(), latest: Vec::new(), bar }
    }

    /// Whether there is a folder that takes rows.
    pub fn has_begun(&self) -> bool {
        self.folder.is_some()
    }

    /// The recorded quantities at the latest row.
    pub fn latest(&self) -> impl Iterator<Item = (&Column, f64)> {
        self.columns.iter().zip(self.latest.iter().copied())
    }

    /// Completes the results, whatever the run has come to. Nothing where it has not begun.
    pub fn finish(self, summary: &Summary) -> io::Result<Option<ResultFiles>> {
        self.bar.finish_and_clear();
        match self.folder {
            Some(folder) => folder.finish(summary).map(Some).map_err(io::Error::other),
            None => Ok(None),
        }
    }
}

impl Observer for RunObserver {
    fn begin(&mut self, layout: &Layout) -> io::Result<()> {
        let folder =
            ResultsFolder::create(&self.path, layout.columns.clone(), layout.scene.clone());
        self.folder = Some(folder.map_err(io::Error::other)?);
        self.columns = layout.columns.clone();
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.latest.clear();
        self.latest.extend_from_slice(row.values);
        match &mut self.folder {
            Some(folder) => folder.row(row.time, row.values).map_err(io::Error::other),
            None => Ok(()),
        }
    }

    fn wants_frame(&mut self) -> bool {
        let Some(folder) = &mut self.folder else { return false };
        let wanted = folder.wants_frame();
        if !wanted {
            folder.skip_frame();
        }
        wanted
    }

    fn frame(&mut self, frame: SceneFrame) -> io::Result<()> {
        if let Some(folder) = &mut self.folder {
            folder.frame(frame);
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) {
        // An equilibrium takes no time, so nobody knows how far it is.
        if progress.duration == 0.0 {
            self.bar.set_message(format!("{} steps", progress.effort.steps));
            return;
        }
        let part = (progress.time / progress.duration).clamp(0.0, 1.0);
        self.bar.set_position((part * TICKS as f64) as u64);
        self.bar.set_message(format!(
            "{:.2} s of {} s, {} steps",
            progress.time, progress.duration, progress.effort.steps
        ));
    }
}
