//! Where a forest comes to rest near its start: Newton's method, with sweeps in place of a stiffness matrix.
//!
//! What would go far, does not settle at once, or would fall away is left to the search of the constrained formulation, which follows a motion.

use super::data::Data;
use super::loads;
use super::model::RecursiveModel;
use super::{hold, kinematics, prescribe};
use crate::mechanism::State;
use crate::signals::Stage;
use crate::transfer::modes::{Acting, Pushes};

/// Corrections at most.
const MOST: u64 = 12;
/// The largest that may be made, in radians or shares of the extent: beyond that it may be another state of rest.
const FAR: f64 = 0.3;
/// One that is not smaller than this share of the one before leads nowhere.
const GAIN: f64 = 0.5;
/// One that is smaller than this is not made: it stands there.
const THERE: f64 = 1e-10;

/// A state of rest, and how it was found.
#[derive(Clone, Debug)]
pub(crate) struct Resting {
    /// Nothing moves in it.
    pub(crate) state: State,
    /// How large everything is, m.
    pub(crate) extent: f64,
    /// The largest force left over along a freedom, as a share of the largest there; moments by the extent.
    pub(crate) residual: f64,
    /// How many were made.
    pub(crate) corrections: u64,
}

impl RecursiveModel {
    /// The state of rest beside this one, of a forest that sweeps [take](Self::not_swept); none where that is not found at once, is not stable, or something is
    /// driven, or has cables.
    pub(crate) fn rest(&self, from: &State) -> Option<Resting> {
        if self.driven || !self.cables.is_empty() {
            return None;
        }
        let (extent, _) = self.mechanism.extent(from);
        let mut data = Data::new(self);
        data.tree.expect_connections();
        let mut all = self.enter(&mut data, from);
        all[self.layout.dimensions.velocity_range()].fill(0.0);
        let mut last = FAR / GAIN;
        for corrections in 0..=MOST {
            let (along, residual) = self.left_over(&mut data, (from.time, &all), extent);
            let state = self.export(&data, from.time, &all);
            let standing = self.standing(&state)?;
            let members = &standing.members;
            let left = Acting { along, ..Acting::nothing(members) };
            let pushes = [left, Acting::nothing(members), Acting::nothing(members)];
            let motion = members.swing(0.0, &Pushes::of(pushes, members)).ok()?;
            let along: Vec<f64> = motion.along.iter().map(|own| own.re).collect();
            let size = members.size(&along, extent);
            if size <= THERE {
                let is_stable = members.falling(0.0) == 0;
                return is_stable.then_some(Resting { state, extent, residual, corrections });
            }
            let settles = size <= GAIN * last;
            if !settles {
                return None;
            }
            last = size;
            let along = standing.rates_of(&along);
            self.tree.drift(&mut all[self.layout.tree_q.clone()], &along, 1.0);
        }
        None
    }

    /// Where nothing moves: what is left over along each freedom, N m or N, and the largest of these, as a share of the largest of what they are left
    /// over from.
    fn left_over(
        &self,
        data: &mut Data,
        (time, all): (f64, &[f64]),
        extent: f64,
    ) -> (Vec<f64>, f64) {
        prescribe(self, data, time);
        kinematics(self, data, all);
        self.mechanism.tape.run(Stage::State, time, &mut data.values);
        loads::loads(self, data, all);
        data.accelerations.fill(0.0);
        hold::hold(self, data, all, (&[], true));
        // Springs that carry a body together come to nothing where it rests.
        let strengths = self.loads.iter().map(|load| loads::strength(self, data, load, extent));
        let mut largest = strengths.fold(0.0, f64::max);
        let (mut left, mut most) = (Vec::new(), 0.0_f64);
        for body in 0..self.tree.bodies() {
            self.tree.held(body, &data.tree, |effort, needed, turns| {
                let arm = if turns { extent } else { 1.0 };
                left.push(effort - needed);
                most = most.max((effort - needed).abs() / arm);
                largest = largest.max(effort.abs().max(needed.abs()) / arm);
            });
        }
        (left, if most > 0.0 { most / largest } else { 0.0 })
    }
}
