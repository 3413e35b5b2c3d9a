//! Looks on while a model runs: rows to a folder of results, progress to whoever wants it.

use std::io;
use std::path::{Path, PathBuf};

use cdl_runtime::results::Extremes;
use cdl_runtime::results::folder::{ResultFiles, ResultsFolder};
use cdl_runtime::results::scene::SceneFrame;
use cdl_runtime::results::summary::Summary;
use cdl_runtime::{Happened, Layout, Observer, Progress, Row, TooLong};

use crate::blame::{self, Blame};
use crate::plots::{plots, views};
use crate::runnable::Runnable;

/// What there is to tell while a run goes on.
pub enum News<'a> {
    /// Before its first row: the step is too long.
    Caution(Blame),
    Progress(&'a Progress),
}

pub(crate) struct ToFolder<'a, P> {
    runnable: &'a Runnable,
    path: PathBuf,
    /// What the folder says of the run until its end.
    begun: Summary,
    /// Absent until the run has begun.
    folder: Option<ResultsFolder>,
    news: P,
}

impl<'a, P: FnMut(News<'_>)> ToFolder<'a, P> {
    /// `news` is called every now and then.
    pub(crate) fn new(runnable: &'a Runnable, path: &Path, begun: Summary, news: P) -> Self {
        Self { runnable, path: path.to_owned(), begun, folder: None, news }
    }

    /// How many rows are in the folder, if there is one.
    pub(crate) fn rows_kept(&mut self) -> Option<u64> {
        self.folder.as_mut().map(ResultsFolder::rows_kept)
    }

    /// Between which values each column has been.
    pub(crate) fn extremes(&self) -> Vec<Extremes> {
        self.folder.as_ref().map_or_else(Vec::new, ResultsFolder::extremes)
    }

    /// Completes the results, whatever the run has come to. Nothing where it has not begun.
    pub(crate) fn finish(self, summary: &Summary) -> io::Result<Option<ResultFiles>> {
        match self.folder {
            Some(folder) => folder.finish(summary).map(Some).map_err(io::Error::other),
            None => Ok(None),
        }
    }
}

impl<P: FnMut(News<'_>)> Observer for ToFolder<'_, P> {
    fn caution(&mut self, caution: &TooLong) {
        (self.news)(News::Caution(blame::caution(caution, self.runnable.compilation())));
    }

    fn begin(&mut self, layout: &Layout) -> io::Result<()> {
        let Layout { axis, columns, scene, .. } = layout.clone();
        let folder = ResultsFolder::create(&self.path, axis, columns.clone(), scene, &self.begun);
        let mut folder = folder.map_err(io::Error::other)?;
        if let Some(format) = self.runnable.writes_besides() {
            // What is looked for is not yet found.
            let mut of = self.begun.clone();
            of.parameters.retain(|own| !self.runnable.is_sought(&own.name));
            folder.write_besides(format, &columns, &of).map_err(io::Error::other)?;
        }
        folder.draw(&plots(self.runnable.compilation()), &columns);
        if self.runnable.shows() {
            folder.look(views(self.runnable.compilation()));
            if self.runnable.shares_script() {
                folder.share_script();
            }
        } else {
            folder.show_nothing();
        }
        self.folder = Some(folder);
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> io::Result<()> {
        match &mut self.folder {
            Some(folder) => folder.row(row.at, row.values).map_err(io::Error::other),
            None => Ok(()),
        }
    }

    fn event(&mut self, event: &Happened) -> io::Result<()> {
        match &mut self.folder {
            Some(folder) => folder.event(event).map_err(io::Error::other),
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
        (self.news)(News::Progress(progress));
    }
}
