//! A cable in the passes over the forest.
//!
//! In the order of an evaluation: [`CableModel::place`] outward, [`CableModel::load`] and
//! `apply_force`, `inward` with what hangs on the tip, `root_load` for the body that carries the
//! root, and `outward` with the accelerations that these bodies have got.

use nalgebra::Vector3;

use super::rooms::CableState;
use super::{CableData, CableModel, StationOn};
use crate::chain::{self, Medium, PointForce, Root, RootLoad, Taut, Tip};
use crate::recursive::data::Power;
use crate::recursive::frame::PointMotion;

impl CableModel {
    /// Positions and velocities of all nodes; `root` and `tip` where something holds the cable.
    pub(crate) fn place(
        &self,
        data: &mut CableData,
        state: CableState<'_>,
        root: Option<PointMotion>,
        tip: Option<PointMotion>,
    ) {
        data.point_forces.clear();
        data.across.clear();
        data.now.pieces_mut().place(self, state, root, tip);
    }

    /// Weight, buoyancy, drag, added mass, bending and damping; adds their power. Of the powers
    /// drag and damping count as lost, those of added mass and of the surface as work.
    pub(crate) fn load(
        &self,
        data: &mut CableData,
        state: CableState<'_>,
        medium: &Medium,
        power: &mut Power,
    ) {
        if self.loads.feels_fluids() {
            data.medium = *medium;
        }
        data.now.pieces_mut().load(self, state, &self.loads, medium, power);
    }

    /// Adds a force; gives its power, W.
    /// N, world axes.
    pub(crate) fn apply_force(
        &self,
        data: &mut CableData,
        station: &StationOn,
        force: &Vector3<f64>,
    ) -> f64 {
        let StationOn { link, fraction } = *station;
        let point = PointForce { link, fraction, force: *force };
        data.point_forces.push(point);
        let (velocities, forces) = data.now.pieces_mut().loaded();
        // A held end's force goes to its support, whose motion does the work there.
        chain::add_point_forces(&[point], velocities, forces)
    }

    /// `tip` is what the last node carries.
    pub(crate) fn inward(&self, data: &mut CableData, state: CableState<'_>, tip: Tip) {
        data.now.pieces_mut().inward(self, state, tip);
    }

    /// What the cable opposes to the acceleration of the body at its root.
    /// `force = mass a + bias` at the root, kg and N. [`Taut`] where rigid links between held ends
    /// are stretched straight.
    pub(crate) fn root_load(&self, data: &CableData) -> Result<RootLoad, Taut> {
        data.now.pieces().root_load(self)
    }

    /// The same at a tip that a body of the tree holds, where that needs no closing.
    pub(crate) fn tip_load(&self, data: &CableData) -> Option<RootLoad> {
        data.now.pieces().tip_load(self)
    }

    /// Accelerations, and the derivatives `dv` of the cable's velocity state. `tip` is the
    /// acceleration of a held tip.
    ///
    /// Both accelerations are of the points that hold the ends, m/s^2, world axes. `dv` are the
    /// acceleration of a root that nothing holds and second derivatives of directions (1/s^2), or
    /// accelerations of nodes, in the order of the velocity state.
    pub(crate) fn outward(
        &self,
        data: &mut CableData,
        state: CableState<'_>,
        root: Root,
        tip: Option<Vector3<f64>>,
        dv: &mut [f64],
    ) -> Result<(), Taut> {
        data.now.pieces_mut().outward(self, state, root, tip, dv)
    }
}
