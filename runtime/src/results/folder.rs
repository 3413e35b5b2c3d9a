//! A folder with all results of one run.

use std::path::{Path, PathBuf};

use super::csv::CsvSink;
use super::film::Film;
use super::history::History;
use super::page::{self, Report};
use super::picture;
use super::scene::{Scene, SceneFrame};
use super::summary::Summary;
use super::{Column, ResultsError};

/// Takes rows and frames while a run goes on, and leaves four files: `results.csv`, which grows
/// meanwhile, and at the end `summary.json`, `report.html` and `picture.svg`.
///
/// ```no_run
/// # use cdl_runtime::results::{Column, ResultsError, folder::ResultsFolder, scene::*, summary::Summary};
/// # fn run(summary: Summary) -> Result<(), ResultsError> {
/// let columns = vec![Column::new("ball.position.z", "m")];
/// let ball = SceneBody { path: "ball".into(), shape: None };
/// let scene = Scene { bodies: vec![ball], cables: vec![] };
/// let mut folder = ResultsFolder::create("results/fall".as_ref(), Column::time(), columns, scene)?;
/// for step in 0..10 {
///     let time = 0.1 * f64::from(step);
///     let z = -4.905 * time * time;
///     folder.row(time, &[z])?;
///     let pose = Pose { position: [0.0, 0.0, z], attitude: [1.0, 0.0, 0.0, 0.0] };
///     folder.frame(SceneFrame { at: time, poses: vec![pose], polylines: vec![] });
/// }
/// folder.finish(&summary)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ResultsFolder {
    folder: PathBuf,
    axis: Column,
    columns: Vec<Column>,
    csv: CsvSink,
    history: History,
    film: Film,
}

/// Where the files of a run are.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultFiles {
    pub csv: PathBuf,
    pub summary: PathBuf,
    pub page: PathBuf,
    /// None if there is nothing to draw.
    pub picture: Option<PathBuf>,
}

impl ResultsFolder {
    /// Makes the folder and those above it, and starts `results.csv`. Rows and frames have places on the
    /// axis, such as [`Column::time`].
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub fn create(
        folder: &Path,
        axis: Column,
        columns: Vec<Column>,
        scene: Scene,
    ) -> Result<Self, ResultsError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| ResultsError::file(folder, "create", error))?;
        Ok(ResultsFolder {
            folder: folder.to_path_buf(),
            csv: CsvSink::create(&folder.join("results.csv"), &axis, &columns)?,
            history: History::new(columns.len()),
            film: Film::new(scene),
            axis,
            columns,
        })
    }

    /// A row of `results.csv`: `at` in the unit of the axis, `values` in the order and the units of the
    /// columns.
    ///
    /// # Errors
    /// [`ResultsError::RowWidth`] if there are more or fewer values than columns, and
    /// [`ResultsError::File`] if the file cannot be written.
    pub fn row(&mut self, at: f64, values: &[f64]) -> Result<(), ResultsError> {
        self.csv.row(at, values)?;
        self.history.push(at, values);
        Ok(())
    }

    /// Whether the next frame will be shown. The others matter only as the last of the run, so a caller to
    /// whom a frame is dear asks first.
    pub fn wants_frame(&self) -> bool {
        self.film.wants_next()
    }

    /// A frame of the animation.
    pub fn frame(&mut self, frame: SceneFrame) {
        self.film.push(frame);
    }

    /// Counts a frame that was not made.
    pub fn skip_frame(&mut self) {
        self.film.skip();
    }

    /// Completes the CSV file and writes the others; also for a run that was interrupted or failed.
    ///
    /// # Errors
    /// [`ResultsError::File`]; the files written before the one that failed are complete.
    pub fn finish(self, summary: &Summary) -> Result<ResultFiles, ResultsError> {
        let file = |name: &str| self.folder.join(name);
        self.csv.finish()?;
        let mut files = ResultFiles {
            csv: file("results.csv"),
            summary: file("summary.json"),
            page: file("report.html"),
            picture: None,
        };
        summary.write(&files.summary)?;
        if let Some(drawing) =
            picture::svg(&summary.model, &summary.experiment, &self.axis, &self.film)
        {
            let path = file("picture.svg");
            write(&path, &drawing)?;
            files.picture = Some(path);
        }
        let lines = summary.lines();
        let notice = summary.outcome.notice();
        let report = Report {
            title: &summary.model,
            experiment: &summary.experiment,
            version: &summary.version,
            notice: notice.as_deref(),
            warnings: &summary.warnings,
            summary: &lines,
            axis: &self.axis,
            columns: &self.columns,
            history: &self.history,
            film: &self.film,
        };
        write(&files.page, &page::html(&report))?;
        Ok(files)
    }
}

fn write(path: &Path, text: &str) -> Result<(), ResultsError> {
    std::fs::write(path, text).map_err(|error| ResultsError::file(path, "write", error))
}
