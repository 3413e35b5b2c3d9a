//! Who looks on while a model runs, and what there is to see.

use std::io;

use super::stability::TooLong;
use crate::events::Happened;
use crate::mechanism::{Effort, Energies};
use crate::results::Column;
use crate::results::scene::{Scene, SceneFrame};

/// One recorded place of the axis: an instant, for a run.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Where on the axis of the [`Layout`], in its unit.
    pub at: f64,
    /// One for each [`Column`], in its unit.
    pub values: &'a [f64],
    /// J
    pub energies: Energies,
    /// How far the energy ledger is from closing, J.
    pub balance: f64,
}

/// What there is to see, said once before the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// What the rows go along: [time](Column::time), for a run.
    pub axis: Column,
    /// One scalar each, in the unit in which it is shown.
    pub columns: Vec<Column>,
    /// What pictures show.
    pub scene: Scene,
    /// Rows that a whole run has.
    pub rows: u64,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Reached, s.
    pub time: f64,
    /// Of the whole run, s.
    pub duration: f64,
    /// So far.
    pub effort: Effort,
}

/// Who looks on while a model runs. An error from any of its methods ends the run.
pub trait Observer {
    /// The step is too long for an explicit integrator; after the first row.
    fn caution(&mut self, _caution: &TooLong) {}
    /// Before the first row.
    fn begin(&mut self, _layout: &Layout) -> io::Result<()> {
        Ok(())
    }
    /// Every recorded row, as soon as it is computed.
    fn row(&mut self, _row: &Row<'_>) -> io::Result<()> {
        Ok(())
    }
    /// Whether to make a frame for the row just given; it costs the more the longer the cables are.
    fn wants_frame(&mut self) -> bool {
        false
    }
    /// Where everything is at the row just given.
    fn frame(&mut self, _frame: SceneFrame) -> io::Result<()> {
        Ok(())
    }
    /// An event has taken effect; before the rows from its instant on.
    fn event(&mut self, _event: &Happened) -> io::Result<()> {
        Ok(())
    }
    /// Now and then.
    fn progress(&mut self, _progress: &Progress) {}
}
