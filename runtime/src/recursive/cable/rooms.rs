//! What the recursion asks of a discretization, and the list of them. Each has one room, a file
//! beside this one; nobody else knows which of them a cable has.

use nalgebra::Vector3;

use super::response::{CableResponse, PassedOn};
use super::{CableModel, lumped, rigid_links};
use crate::chain::{Clamped, Line, Loads, Medium, Root, RootLoad, Taut, Tip};
use crate::mechanism::{CableKind, Curve};
use crate::recursive::data::Power;
use crate::recursive::frame::PointMotion;

/// How the cable lies in the state vector. Slices are those of the one cable.
pub(super) trait Division {
    /// Room for everything that an evaluation finds; made once, before the first.
    fn data(&self, cable: &CableModel) -> Now;

    /// Numbers in the position state, and as many in the velocity state.
    fn states(&self, cable: &CableModel) -> usize;

    /// How many of these are positions of points, three each; unit vectors follow.
    fn points(&self, cable: &CableModel) -> usize;

    /// Arc length from the root of what a number of the state belongs to, m.
    fn arc_length_of_state(&self, cable: &CableModel, slot: usize) -> f64;

    /// The state that a curve in the cable's own order says.
    fn import(&self, cable: &CableModel, curve: &Curve, q: &mut [f64], v: &mut [f64]);

    /// The state of a cable that is laid from its root.
    fn lay(&self, cable: &CableModel, root: PointMotion, laid: &Laid, q: &mut [f64], v: &mut [f64]);

    /// What an answer changes in the velocity state's derivatives.
    fn response_rates(&self, cable: &CableModel, response: &CableResponse, dv: &mut [f64]);

    /// See [`CableModel::generalized_force`].
    fn generalized_force(
        &self,
        cable: &CableModel,
        q: &[f64],
        forces: &mut [Vector3<f64>],
        out: &mut [f64],
    ) -> PassedOn;
}

/// The pieces of a cable from root to tip.
pub(crate) struct Laid {
    /// Unit vectors, world axes.
    pub(crate) directions: Vec<[f64; 3]>,
    /// Of the directions, 1/s, across them; where pieces stretch, along them by how fast they do.
    pub(crate) rates: Vec<[f64; 3]>,
    /// As they are stretched, m.
    pub(crate) lengths: Vec<f64>,
}

/// What has been evaluated of a cable's nodes and pieces; see [`CableModel`] for what each pass does.
pub(super) trait Pieces {
    /// Positions (m) and velocities (m/s) of all nodes, from the state and from what holds root and tip. Forces of the
    /// evaluation before are forgotten; those along pieces that stretch are there afterwards.
    fn place(
        &mut self,
        cable: &CableModel,
        state: CableState<'_>,
        root: Option<PointMotion>,
        tip: Option<PointMotion>,
    );

    /// Adds to the nodal forces (N) what acts along the cable, and to the power what that loses and does (W).
    fn load(
        &mut self,
        cable: &CableModel,
        state: CableState<'_>,
        loads: &Loads,
        medium: &Medium,
        power: &mut Power,
    );

    /// How the clamps stand, in the order from root to tip. Only for what can be clamped.
    fn clamp(&mut self, clamped: Clamped);

    /// Eliminates from the tip, which carries `tip`, to the root. Forces are complete before.
    fn inward(&mut self, cable: &CableModel, state: CableState<'_>, tip: Tip);

    /// `force = mass a + bias` at the root (kg, N), exerted on the cable by what holds it there; after the inward pass.
    ///
    /// # Errors
    /// The pieces lie on one line between held ends and keep their lengths.
    fn root_load(&self, cable: &CableModel) -> Result<RootLoad, Taut>;

    /// At a tip that a body of the tree holds. `None` where only an equation could hold it there.
    fn tip_load(&self, cable: &CableModel) -> Option<RootLoad>;

    /// Accelerations (m/s^2), tensions and forces at the ends (N) from the root to the tip; `dv` gets the derivatives of the
    /// velocity state in its order.
    ///
    /// # Errors
    /// As in [`Pieces::root_load`].
    fn outward(
        &mut self,
        cable: &CableModel,
        state: CableState<'_>,
        root: Root,
        tip: Option<Vector3<f64>>,
        dv: &mut [f64],
    ) -> Result<(), Taut>;

    /// Accelerations of all nodes, from those of the velocity state where nothing moves yet, and of the points that hold root and tip, m/s^2.
    fn accelerate(&mut self, cable: &CableModel, ends: [Option<Vector3<f64>>; 2], dv: &[f64]);

    /// What loads see: nodes and straight pieces in the order from root to tip.
    fn line<'a>(&'a self, cable: &'a CableModel, state: CableState<'a>) -> Line<'a>;

    /// What has been found of the nodes so far.
    fn nodes(&self) -> Nodes<'_>;

    /// Velocities of the nodes, and the forces on them (N) for what loads add.
    fn loaded(&mut self) -> (&[Vector3<f64>], &mut [Vector3<f64>]);

    /// Stored along the pieces, J.
    fn elastic(&self) -> f64;

    /// Of the integrals beside the state.
    fn integral_rates(&self, rates: &mut [f64]);

    /// What nodal forces beyond those of the evaluation, in `response`, and `from_tip` (N) of a body on the tip pass on to
    /// what holds the ends; nothing moves and nothing weighs.
    fn respond_inward(
        &self,
        cable: &CableModel,
        state: CableState<'_>,
        from_tip: Vector3<f64>,
        response: &mut CableResponse,
    ) -> PassedOn;

    /// The accelerations (m/s^2) that these forces add, where root and tip get `root` and `tip` more.
    fn respond_outward(
        &self,
        cable: &CableModel,
        state: CableState<'_>,
        root: Vector3<f64>,
        tip: Vector3<f64>,
        response: &mut CableResponse,
    );

    /// Accelerations, tensions and forces at the ends as if those forces had been there from the outset.
    fn add_response(&mut self, response: &CableResponse);
}

/// The numbers of one cable within a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CableState<'a> {
    /// Positions of points, or unit vectors.
    pub(crate) q: &'a [f64],
    /// Their velocities.
    pub(crate) v: &'a [f64],
    /// Of errors of controllers, s.
    pub(crate) integrals: &'a [f64],
}

/// Root first; positions and velocities after the kinematic pass, the rest after the outward one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes<'a> {
    /// m
    pub(super) positions: &'a [Vector3<f64>],
    /// m/s
    pub(super) velocities: &'a [Vector3<f64>],
    /// m/s^2
    pub(super) accelerations: &'a [Vector3<f64>],
    /// Of the pieces, N; positive when they pull.
    pub(super) tensions: &'a [f64],
    /// What the support exerts on the cable at its root, and the cable on the support at its tip, N.
    pub(super) root_force: Vector3<f64>,
    /// See `root_force`.
    pub(super) tip_force: Vector3<f64>,
}

/// What one discretization keeps of an evaluation.
#[derive(Clone, Debug)]
pub(super) enum Now {
    RigidLinks(Box<rigid_links::Now>),
    Lumped(Box<lumped::Now>),
}

impl Now {
    /// As all discretizations answer.
    pub(super) fn pieces(&self) -> &dyn Pieces {
        match self {
            Now::RigidLinks(now) => &**now,
            Now::Lumped(now) => &**now,
        }
    }

    /// The same, to be changed.
    pub(super) fn pieces_mut(&mut self) -> &mut dyn Pieces {
        match self {
            Now::RigidLinks(now) => &mut **now,
            Now::Lumped(now) => &mut **now,
        }
    }
}

impl CableModel {
    /// The room of the discretization.
    pub(super) fn division(&self) -> &'static dyn Division {
        match self.pieces.kind {
            CableKind::RigidLinks(_) | CableKind::Spline { stretches: false } => {
                &rigid_links::RigidLinks
            }
            CableKind::Lumped
            | CableKind::Spline { stretches: true }
            | CableKind::BSpline { .. } => &lumped::Lumped,
        }
    }
}
