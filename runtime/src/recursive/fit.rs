//! Whether a state satisfies what is not a matter of geometry alone: drives and equations.

use super::data::Data;
use super::loops::{self, ClosingKind, Closure};
use super::model::RecursiveModel;
use super::prescribe;
use crate::assembly::Owner;
use crate::mechanism::{FITS, State, Unfit};

/// Of rows' sizes: what methods that keep loops closed by forces alone may leave open.
const DRIFTED: f64 = 1e-3;

impl RecursiveModel {
    /// What loops may be open by in a state that a run goes on from, relative to their size.
    pub(crate) fn openness(&self) -> f64 {
        match self.loops.method {
            Closure::Projection | Closure::Partitioning => FITS,
            Closure::Baumgarte { .. }
            | Closure::AugmentedLagrangian { .. }
            | Closure::GearGuptaLeimkuhler => DRIFTED,
            // As far as its springs give way.
            Closure::Penalty { .. } => f64::INFINITY,
        }
    }

    /// Whether drives and equations let a state be whose geometry has been checked.
    ///
    /// # Errors
    /// The first one that does not.
    pub(crate) fn check(&self, data: &mut Data, from: &State) -> Result<(), Unfit> {
        let all = self.enter(data, from);
        prescribe(self, data, from.time);
        for body in 0..self.tree.bodies() {
            self.check_drives(data, body, &all)?;
        }
        let Some(open) = loops::most_open(self, data, from.time, &all, self.openness()) else {
            return Ok(());
        };
        let closing = &self.loops.closings[open.closing];
        let (what, unit) = match &closing.kind {
            ClosingKind::Joint(joint) => match (open.row - closing.rows.start)
                .checked_sub(joint.locked())
                .and_then(|drive| joint.drives.get(drive))
            {
                Some(drive) if joint.turns(drive.coordinate) => ("the driven coordinate", "rad"),
                Some(_) => ("the driven coordinate", "m"),
                None => ("the place of the child", ""),
            },
            ClosingKind::CableEnd { .. } => ("the place of an end", "m"),
            ClosingKind::Equations(_) => ("the equation", ""),
        };
        Err(self.aside(closing.owner, what, open.residual, unit))
    }

    /// Driven coordinates of one body of the tree.
    fn check_drives(&self, data: &Data, body: usize, all: &[f64]) -> Result<(), Unfit> {
        let tree = &self.tree;
        let Some(owner) = self.tree_joints[body].map(Owner::Joint) else { return Ok(()) };
        let places = tree.coordinate_range(body).zip(tree.position_range(body));
        for (k, (coordinate, position)) in
            places.enumerate().filter(|(k, _)| tree.is_driven(body, *k))
        {
            let driven = data.tree.drives[coordinate].value;
            let mut off = all[self.layout.tree_q.start + position] - driven;
            let turns = tree.joint(body).turns(k);
            if turns {
                off -= std::f64::consts::TAU * (off / std::f64::consts::TAU).round();
            }
            let size = if turns { 1.0 } else { 1.0_f64.max(driven.abs()) };
            if off.abs() > FITS * size {
                let unit = if turns { "rad" } else { "m" };
                return Err(self.aside(owner, "the driven coordinate", off.abs(), unit));
            }
        }
        Ok(())
    }

    /// By how much an element does not let a state be.
    fn aside(&self, owner: Owner, what: &str, amount: f64, unit: &'static str) -> Unfit {
        let element = self.mechanism.paths.of(owner).to_owned();
        Unfit::Aside { element, what: what.to_owned(), amount, unit }
    }
}
