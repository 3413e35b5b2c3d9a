//! Trees: sweeps of transfer matrices from body to body, without a stiffness matrix.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cdl_graph::Graph;

use super::super::by_input::{Read, Unread};
use super::super::derivatives::Outputs;
use super::super::report::Outcome;
use super::{MODES_LOOKED_AT, MOST_LOOKED_AT, Swing, Swinging};
use crate::assembly::assemble_forest;
use crate::constrained::ConstrainedCourse;
use crate::mechanism::{NoSwing, State};
use crate::recursive::{Placed, RecursiveModel, Standing};
use crate::transfer::modes::{Cancelled, Pushes};

/// Of the slowest swing: what falls away more slowly is not seen.
const STILL: f64 = 1e-3;

/// A factor whose products are rounded in another way than what it multiplies.
const OTHERWISE: f64 = 1.137;

/// About a state of rest. Displacements are those along the freedoms of the forest's members, and after them stand the forces that hold far ends of cables.
pub(super) struct BySweeps<'a> {
    standing: Standing<'a>,
    placed: Placed<'a>,
    state: State,
    freedoms: usize,
    /// What turns by one radian moves by so much, m.
    extent: f64,
    pushes: Option<Pushes>,
    /// Of what hardly moves, the largest share so far that is not known.
    remote: f64,
    /// Rates of nothing.
    nothing: Vec<f64>,
}

impl<'a> BySweeps<'a> {
    /// Nothing where something turns, or pushes as it is slowed.
    pub(super) fn new(
        forest: &'a RecursiveModel,
        course: &mut ConstrainedCourse<'_>,
        freedoms: usize,
    ) -> Result<Option<Self>, Outcome> {
        let Some(state) = course.resting()? else { return Ok(None) };
        Ok(Self::about(forest, (state, course.extent()), freedoms))
    }

    /// In a state of rest, by how large everything is, m. Nothing where something pushes as it is slowed.
    pub(super) fn about(
        forest: &'a RecursiveModel,
        (state, extent): (State, f64),
        freedoms: usize,
    ) -> Option<Self> {
        let standing = forest.standing(&state)?;
        let placed = Placed::new(forest, &state, &standing);
        let nothing = vec![0.0; placed.rates()];
        Some(Self { standing, placed, state, freedoms, extent, pushes: None, remote: 0.0, nothing })
    }

    fn seen(&self, placed: &mut Placed<'_>, recorded: &Outputs<'_>) -> Read {
        placed.read_here();
        Read { caused: placed.acts(&self.standing), here: recorded.here(placed.values()) }
    }
}

impl Swinging for BySweeps<'_> {
    fn is_damped(&self) -> bool {
        self.standing.members.is_damped()
    }

    fn falling(&mut self, turning: f64) -> usize {
        self.standing.members.falling(STILL * turning)
    }

    /// Without what dampers make of them, which never makes a motion grow.
    fn slowest(&mut self, _: f64, cancel: &AtomicBool) -> Result<(Vec<f64>, usize), Outcome> {
        if self.freedoms > MOST_LOOKED_AT {
            return Ok((Vec::new(), 0));
        }
        let found = self.standing.members.lowest(MODES_LOOKED_AT, cancel);
        let found = found.map_err(|Cancelled| Outcome::Cancelled)?;
        let swings = found.modes.iter().filter(|own| own.square > 0.0);
        Ok((swings.map(|own| own.square.sqrt()).collect(), 0))
    }

    fn here(&mut self, recorded: &Outputs<'_>) -> Result<Read, String> {
        let mut placed = Placed::new(self.standing.model(), &self.state, &self.standing);
        let read = self.seen(&mut placed, recorded);
        Ok(read)
    }

    fn pushed(&self, graph: Arc<Graph>) -> Result<Read, Unread> {
        let forest = assemble_forest(graph).map_err(|_| Unread::NotAssembled)?;
        let recorded = Outputs::new(&forest.mechanism);
        Ok(self.seen(&mut Placed::new(&forest, &self.state, &self.standing), &recorded))
    }

    fn cause(&mut self, [by_value, by_rate, by_acceleration]: [Vec<f64>; 3]) -> bool {
        self.pushes = Some(self.standing.pushes([&by_value, &by_rate, &by_acceleration]));
        true
    }

    fn at(&mut self, turning: f64) -> Result<Swing, NoSwing> {
        let Some(pushes) = &self.pushes else { return Err(NoSwing::Unsolved) };
        let motion = self.standing.members.swing(turning, pushes)?;
        self.remote = self.remote.max(self.standing.members.remote(&motion, pushes));
        let all = || motion.along.iter().chain(&motion.holding);
        Ok([all().map(|own| own.re).collect(), all().map(|own| own.im).collect()])
    }

    fn lost(&self) -> f64 {
        0.0
    }

    fn with_other_digits(&mut self, turning: f64) -> Option<Swing> {
        let members = self.standing.members.scaled(OTHERWISE);
        let motion = members.swing(turning, &self.pushes.as_ref()?.scaled(OTHERWISE)).ok()?;
        let holding = motion.holding.iter().map(|own| own / OTHERWISE);
        let all: Vec<_> = motion.along.iter().copied().chain(holding).collect();
        Some([all.iter().map(|own| own.re).collect(), all.iter().map(|own| own.im).collect()])
    }

    fn remote(&self) -> f64 {
        self.remote
    }

    fn size(&self, displacements: &[f64]) -> f64 {
        let along = &displacements[..self.standing.members.freedoms.len()];
        self.standing.members.size(along, self.extent)
    }

    fn displaced(
        &mut self,
        recorded: &Outputs<'_>,
        displacements: &[f64],
        turning: f64,
    ) -> Vec<f64> {
        let along = self.standing.rates_of(displacements);
        let accelerations: Vec<f64> = along.iter().map(|own| -turning * turning * own).collect();
        let holding = self.standing.holding(displacements);
        self.placed.read((&along, &holding, 1.0), [&self.nothing, &accelerations]);
        recorded.read(self.placed.values())
    }

    fn moving(&mut self, recorded: &Outputs<'_>, velocities: &[f64]) -> Vec<f64> {
        let rates = self.standing.rates_of(velocities);
        self.placed.read((&self.nothing, &[], 0.0), [&rates, &self.nothing]);
        recorded.read(self.placed.values())
    }

    fn known(&self, displacements: &[f64], velocities: &[f64], turning: f64) -> Vec<(usize, f64)> {
        self.standing.read(displacements, velocities, turning)
    }
}
