//! A folder with all results of one run.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::asked::{Plot, Traces, with_asked};
use super::besides::{Besides, BesidesSink};
use super::budget::{left_out, plotted, plotted_columns};
use super::csv::CsvSink;
use super::events::EventLog;
use super::extremes::{Extremes, Lookout};
use super::film::Film;
use super::history::History;
use super::matrices::remove_matrices;
use super::page::{self, Report};
use super::picture;
use super::plots::PlotGroup;
use super::profile::Profile;
use super::replace::write_over;
use super::scene::{Scene, SceneFrame};
use super::summary::Summary;
use super::{Column, ResultsError, View, replace};
use crate::events::Happened;

/// Takes rows, frames and events while a run goes on, and leaves files: `results.csv` and, where something happens, `events.csv`, which grow
/// meanwhile, and at the end `summary.json`, `report.html` and `picture.svg`. Until then `summary.json` says that
/// the run goes on, and there is no page or picture of an older one.
///
/// ```no_run
/// # use cdl_runtime::results::{Column, ResultsError, folder::ResultsFolder, scene::*, summary::Summary};
/// # fn run(begun: Summary, summary: Summary) -> Result<(), ResultsError> {
/// let columns = vec![Column::new("ball.position.z", "m")];
/// let ball = SceneBody { path: "ball".into(), shape: None };
/// let scene = Scene { bodies: vec![ball], ..Scene::default() };
/// let mut folder =
///     ResultsFolder::create("results/fall".as_ref(), Column::time(), columns, scene, &begun)?;
/// for step in 0..10 {
///     let time = 0.1 * f64::from(step);
///     let z = -4.905 * time * time;
///     folder.row(time, &[z])?;
///     let pose = Pose { position: [0.0, 0.0, z], attitude: [1.0, 0.0, 0.0, 0.0] };
///     folder.frame(SceneFrame { at: time, poses: vec![pose], ..SceneFrame::default() });
/// }
/// folder.finish(&summary)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ResultsFolder {
    /// Where the files are.
    folder: PathBuf,
    /// That rows go along.
    axis: Column,
    /// What is plotted together.
    plots: Vec<PlotGroup>,
    /// The rows.
    csv: CsvSink,
    /// The same, where it is asked for.
    besides: Option<BesidesSink>,
    /// Between which values the columns are.
    lookout: Lookout,
    /// For the page.
    history: History,
    /// For the page and the picture.
    film: Film,
    /// What happened.
    events: EventLog,
    /// Plots over quantities.
    traces: Traces,
    /// Plots along cables.
    profiles: Vec<Profile>,
    /// That are asked for.
    views: Vec<View>,
    /// In words.
    left_out: Vec<String>,
    /// Whether somebody is to look at it.
    shows: bool,
    shares_script: bool,
}

/// Where the files of a run are.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultFiles {
    /// The rows.
    pub csv: PathBuf,
    /// `results.arrow` or `results.parquet`, if it was asked for.
    pub besides: Option<PathBuf>,
    /// `summary.json`
    pub summary: PathBuf,
    /// `report.html`, if one was asked for.
    pub page: Option<PathBuf>,
    /// None if there is nothing to draw, or no page.
    pub picture: Option<PathBuf>,
    /// What of a very large model the page does not show, in words.
    pub left_out: Vec<String>,
}

impl ResultsFolder {
    /// Makes the folder and those above it, and starts `results.csv`. Rows and frames have places on the
    /// axis, such as [`Column::time`]. `begun` stands in `summary.json` until the end. The folder is this run's
    /// until it is finished or dropped, also where that is by being killed.
    ///
    /// # Errors
    /// [`ResultsError::Taken`] if another run writes there, and [`ResultsError::File`].
    pub fn create(
        folder: &Path,
        axis: Column,
        columns: Vec<Column>,
        scene: Scene,
        begun: &Summary,
    ) -> Result<Self, ResultsError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| ResultsError::file(folder, "create", error))?;
        let csv = folder.join("results.csv");
        let rows = locked(folder, &csv)?;
        // First the mark: whoever looks from now on does not take what is there for this run's.
        begun.write(&folder.join("summary.json"))?;
        let events = folder.join("events.csv");
        remove(&events)?;
        Besides::remove_all(folder)?;
        remove_shown(&folder.join("report.html"))?;
        remove_shown(&folder.join("picture.svg"))?;
        remove_matrices(folder)?;
        let film = Film::new(scene);
        let plots = plotted(&columns);
        Ok(ResultsFolder {
            folder: folder.to_path_buf(),
            csv: CsvSink::start(rows, &csv, &axis, &columns)?,
            besides: None,
            lookout: Lookout::new(&columns),
            history: History::new(plotted_columns(&plots)),
            left_out: left_out(&film, &columns, &plots),
            film,
            events: EventLog::new(events),
            traces: Traces::default(),
            profiles: Vec::new(),
            views: Vec::new(),
            axis,
            plots,
            shows: true,
            shares_script: false,
        })
    }

    /// What draws its scene stands once in the folder above, for the pages of all runs there.
    pub fn share_script(&mut self) {
        self.shares_script = true;
    }

    /// Numbers alone: neither page nor picture; before the first row.
    pub fn show_nothing(&mut self) {
        self.shows = false;
        self.left_out.clear();
        self.history = History::new(0);
    }

    /// Another file of numbers, with what `of` says of the run; before the first row. `columns` are those that it was created with.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub fn write_besides(
        &mut self,
        format: Besides,
        columns: &[Column],
        of: &Summary,
    ) -> Result<(), ResultsError> {
        let path = self.folder.join(format.file());
        let columns = (&self.axis, columns);
        self.besides = Some(BesidesSink::create(format, &path, of.identity(), columns)?);
        Ok(())
    }

    /// What the page draws besides, of the columns that it was created with; before the first row.
    pub fn draw(&mut self, asked: &[Plot], columns: &[Column]) {
        if asked.is_empty() {
            return;
        }
        self.traces = Traces::new(asked, columns);
        self.profiles = Profile::all(asked, columns);
        self.lookout.leave_out(self.profiles.iter().flat_map(Profile::columns));
        self.plots = with_asked(asked, columns, std::mem::take(&mut self.plots));
        self.history = History::new(plotted_columns(&self.plots));
    }

    /// How the page shows the scene besides; with the first of these it opens.
    pub fn look(&mut self, views: Vec<View>) {
        self.views = views;
    }

    /// A row of `results.csv`: `at` in the unit of the axis, `values` in the order and the units of the
    /// columns.
    ///
    /// # Errors
    /// [`ResultsError::RowWidth`] if there are more or fewer values than columns, and
    /// [`ResultsError::File`] if the file cannot be written.
    pub fn row(&mut self, at: f64, values: &[f64]) -> Result<(), ResultsError> {
        self.csv.row(at, values)?;
        if let Some(besides) = &mut self.besides {
            besides.row(at, values)?;
        }
        self.lookout.push(at, values);
        self.profiles.iter_mut().for_each(|profile| profile.push(at, values));
        if self.shows {
            self.history.push(at, values);
            self.traces.push(at, values);
        }
        Ok(())
    }

    /// Between which values each profile and each other column has been so far: the first thousand columns.
    pub fn extremes(&self) -> Vec<Extremes> {
        let profiles = self.profiles.iter().flat_map(Profile::extremes);
        profiles.chain(self.lookout.found()).collect()
    }

    /// How many rows have come into the file, which may be fewer than were computed.
    pub fn rows_kept(&mut self) -> u64 {
        // What is wrong with it is said at the end, where it is tried again.
        let _ = self.csv.flush();
        self.csv.rows()
    }

    /// A line of `events.csv`, or several.
    ///
    /// # Errors
    /// [`ResultsError::File`] if the file cannot be written.
    pub fn event(&mut self, happened: &Happened) -> Result<(), ResultsError> {
        self.events.event(happened)
    }

    /// Whether the next frame will be shown. The others matter only as the last of the run, so a caller to
    /// whom a frame is dear asks first.
    pub fn wants_frame(&self) -> bool {
        self.shows && self.film.wants_next()
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
    /// [`ResultsError::File`], the first one. Where rows could not be written the others are tried all the same.
    pub fn finish(self, summary: &Summary) -> Result<ResultFiles, ResultsError> {
        let file = |name: &str| self.folder.join(name);
        // The rows hold the lock, so they are let go last.
        let mut rows = self.csv;
        let mut files = ResultFiles {
            csv: file("results.csv"),
            besides: self.besides.as_ref().map(|own| file(own.format().file())),
            summary: file("summary.json"),
            page: None,
            picture: None,
            left_out: self.left_out,
        };
        let besides_written = self.besides.map_or(Ok(()), BesidesSink::finish);
        let rows_written = rows.flush().and(besides_written);
        let summary_written = summary.write(&files.summary).or_else(|error| {
            // The mark has room for what is no longer than it.
            let texts = [summary.json(), summary.ending().json()];
            write_over(&files.summary, &texts).map_err(|_| error)
        });
        if !self.shows {
            return rows_written.and(summary_written).map(|()| files);
        }
        let drawing = picture::svg(&summary.model, &summary.experiment, &self.axis, &self.film);
        let picture_written = drawing.map_or(Ok(()), |drawing| {
            let path = files.picture.insert(file("picture.svg"));
            write(path, &drawing)
        });
        let lines = summary.lines();
        let notice = summary.notice();
        let report = Report {
            title: &summary.model,
            of: ("experiment", &summary.experiment),
            version: &summary.version,
            numbers: "results.csv beside this page",
            notice: notice.as_deref(),
            warnings: &summary.warnings,
            summary: &lines,
            axis: &self.axis,
            shares_script: self.shares_script,
            views: &self.views,
            drawings: &self.traces.drawings(),
            profiles: &self.profiles,
            left_out: &files.left_out,
            groups: &self.plots,
            history: &self.history,
            film: &self.film,
            events: self.events.shown(),
        };
        let page = page::html(&report);
        let script_written = match self.folder.parent() {
            Some(above) if page.contains(page::script::SHARED) => share_script(above),
            _ => Ok(()),
        };
        let page_written = script_written.and(write(&file("report.html"), &page));
        files.page = Some(file("report.html"));
        rows_written.and(summary_written).and(picture_written).and(page_written).map(|()| files)
    }
}

/// What draws scenes, once for all pages in folders below this one.
fn share_script(folder: &Path) -> Result<(), ResultsError> {
    let (path, text) = (folder.join(page::script::SHARED), page::script::shared());
    let is_there = std::fs::metadata(&path).is_ok_and(|own| own.len() == text.len() as u64);
    if is_there { Ok(()) } else { write(&path, &text) }
}

/// Replaces a file whole.
fn write(path: &Path, text: &str) -> Result<(), ResultsError> {
    replace(path, text.as_bytes()).map_err(|error| ResultsError::file(path, "write", error))
}

/// A file that may not be there.
pub(super) fn remove(path: &Path) -> Result<(), ResultsError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(ResultsError::file(path, "remove", error))
        }
        _ => Ok(()),
    }
}

/// The same of what is to be looked at. A folder in its place is nobody's page, and nothing is lost by running: that there is no place for
/// the page is said at the end.
pub(super) fn remove_shown(path: &Path) -> Result<(), ResultsError> {
    if path.is_dir() { Ok(()) } else { remove(path) }
}

/// What is opened as it is there. A pipe in its place would be waited for.
const GROWING: [&str; 3] = ["results.csv", "summary.json", "variants.jsonl"];

/// The file for rows as it is, which nobody else writes to while it is open. The lock is the system's, so it
/// ends with the process, however that ends.
pub(super) fn locked(folder: &Path, csv: &Path) -> Result<File, ResultsError> {
    for name in GROWING {
        let path = folder.join(name);
        if std::fs::metadata(&path).is_ok_and(|own| !own.is_file()) {
            let error = std::io::Error::other("it is no regular file");
            return Err(ResultsError::file(&path, "write to", error));
        }
    }
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(csv);
    let file = opened.map_err(|error| ResultsError::file(csv, "create", error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(ResultsError::Taken { folder: folder.to_path_buf(), process: running(folder) })
        }
        // Some network folders know no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// The process that the mark of a folder names.
fn running(folder: &Path) -> Option<u32> {
    let text = std::fs::read_to_string(folder.join("summary.json")).ok()?;
    let summary: serde_json::Value = serde_json::from_str(&text).ok()?;
    summary.get("outcome")?.get("process")?.as_u64()?.try_into().ok()
}
