//! Whether a state is one of a mechanism's: its sizes, and what elements let be.
//!
//! Positions are looked at. Of velocities both formulations take what the mechanism allows, as they do at a
//! start. Drives and equations are looked at by the formulations, which evaluate them.

use cdl_graph::{Body, Cut, FrameId, JointKind, Motion, NodeId};

use super::{Curve, Mechanism, Moving, State};
use crate::assembly::Owner;
use crate::results::rounded;
use crate::signals::{Stage, Values};
use crate::spatial::{Mat3, Vec3};
use crate::tree::Placement;

use super::body::Base;

/// What a state may be open by, relative to the size of everything, and for directions.
pub(crate) const FITS: f64 = 1e-8;
/// What rounding may leave of places far away.
const ROUNDING: f64 = 1e3 * f64::EPSILON;

/// Why a run cannot go on with a model from a state. It is then where it was.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfit {
    /// The run itself has no start to go on from.
    NotStarted,
    /// The model records other quantities than the run so far.
    Columns,
    /// The model asks for an equilibrium, where there are no steps to take.
    Equilibrium,
    /// The state is not one of the time reached, s.
    Time { state: f64, reached: f64 },
    /// The state has other elements than the model: how many of what, in the words of [`State`].
    Count { what: &'static str, state: usize, model: usize },
    /// The same of a cable, by its path.
    Pieces { cable: String, what: &'static str, state: usize, model: usize },
    /// Some number of the state is not finite.
    NotFinite,
    /// An element does not let the state be.
    Aside {
        /// Its path.
        element: String,
        /// What it asks for, such as `the length of link 3`.
        what: String,
        /// How far the state is from it.
        amount: f64,
        /// m or rad; empty where it is that of an equation.
        unit: &'static str,
    },
}

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unfit::NotStarted => write!(f, "the run cannot go on: it has no start"),
            Unfit::Columns => {
                write!(f, "the run cannot go on with this model: it records other quantities")
            }
            Unfit::Equilibrium => {
                write!(f, "the run cannot go on with this model: it asks for an equilibrium")
            }
            Unfit::Time { state, reached } => {
                write!(f, "the run is at {reached} s and cannot go on from a state of {state} s")
            }
            Unfit::Count { what, state, model } => write!(
                f,
                "the run cannot go on from this state: it has {state} {what} and the model {model}"
            ),
            Unfit::Pieces { cable, what, state, model } => write!(
                f,
                "the run cannot go on from this state: it has {state} {what} of `{cable}` and the model {model}"
            ),
            Unfit::NotFinite => {
                write!(f, "the run cannot go on from this state: not all of its numbers are finite")
            }
            Unfit::Aside { element, what, amount, unit } => {
                let amount = rounded(*amount, 3);
                let space = if unit.is_empty() { "" } else { " " };
                write!(
                    f,
                    "the run cannot go on from this state: {what} of `{element}` is off by {amount}{space}{unit}"
                )
            }
        }
    }
}

impl std::error::Error for Unfit {}

/// What a place and a direction may be off by: m and rad.
#[derive(Clone, Copy)]
struct Slack {
    /// m
    length: f64,
    /// rad
    angle: f64,
}

impl Mechanism {
    /// Whether a state is one of this mechanism's. Joints and ends of cables that close loops may be open by
    /// `loops`, relative to the size of everything, as some methods leave them open.
    ///
    /// # Errors
    /// The first of its sizes that is another one, or the first element that does not let it be.
    pub(crate) fn check(&self, state: &State, loops: f64) -> Result<(), Unfit> {
        self.check_sizes(state)?;
        if !state.is_finite() {
            return Err(Unfit::NotFinite);
        }
        let (size, farthest) = self.extent(state);
        let slack = |share: f64| Slack { length: share * size + ROUNDING * farthest, angle: share };
        let (held, closed) = (slack(FITS), slack(FITS.max(loops)));
        self.check_bodies(state, held)?;
        let cuts = self.graph.plan.iter().flat_map(|plan| &plan.cuts);
        let (mut cut_joints, mut cut_ends) = (Vec::new(), Vec::new());
        for cut in cuts {
            match *cut {
                Cut::Joint(joint) => cut_joints.push(joint.index()),
                Cut::CableEnd { cable, end } => cut_ends.push((cable.index(), usize::from(end))),
                // Held or not, the end is free in the cable itself.
                Cut::Latch(_) => {}
            }
        }
        for index in 0..self.joints.len() {
            let latch = self.graph.latch_of_joint(cdl_graph::JointId(index as u32));
            if latch.is_some_and(|latch| state.states[latch.state.index()] == 0.0) {
                continue;
            }
            let slack = if cut_joints.contains(&index) { closed } else { held };
            self.check_joint(state, index, slack)?;
        }
        for (index, curve) in state.curves.iter().enumerate() {
            for (end, node) in [curve.positions.first(), curve.positions.last()].iter().enumerate()
            {
                let slack = if cut_ends.contains(&(index, end)) { closed } else { held };
                if let Some(node) = node {
                    self.check_end(state, index, end, node, slack)?;
                }
            }
            self.check_links(index, curve, held)?;
        }
        Ok(())
    }

    /// Whether there is a number for each thing.
    fn check_sizes(&self, state: &State) -> Result<(), Unfit> {
        let same = |what, state: usize, model: usize| {
            if state == model { Ok(()) } else { Err(Unfit::Count { what, state, model }) }
        };
        same("bodies", state.bodies.len(), self.graph.bodies.len())?;
        same("cables", state.curves.len(), self.cables.len())?;
        same("states", state.states.len(), self.graph.states.len())?;
        same("coordinates of joints", state.coordinates.len(), self.coordinates())?;
        for (index, (cable, curve)) in self.cables.iter().zip(&state.curves).enumerate() {
            let pieces = |what, state: usize, model: usize| {
                let cable = || self.path(Owner::Cable(index));
                if state == model {
                    Ok(())
                } else {
                    Err(Unfit::Pieces { cable: cable(), what, state, model })
                }
            };
            let count = cable.links().count();
            pieces("nodes", curve.positions.len(), count + 1)?;
            pieces("velocities of nodes", curve.velocities.len(), count + 1)?;
            pieces("slopes", curve.slopes.len(), cable.slopes())?;
            pieces("rates of slopes", curve.slope_rates.len(), cable.slopes())?;
            pieces("integrals", curve.integrals.len(), cable.integrals())?;
            pieces("strains of branches", curve.creep.len(), cable.creep())?;
            let sections = (curve.section_creep.len(), cable.section_creep());
            pieces("strains of branches in sections", sections.0, sections.1)?;
            pieces("strains of branches on winches", curve.wound.len(), cable.wound())?;
            pieces("attitudes of sections", curve.sections.len(), cable.sections())?;
            pieces("spins of sections", curve.spins.len(), cable.sections())?;
            pieces("turns of sections", curve.turns.len(), cable.turns())?;
        }
        Ok(())
    }

    /// The size of everything and its largest distance from the origin, m.
    pub(crate) fn extent(&self, state: &State) -> (f64, f64) {
        let nodes = state.curves.iter().flat_map(|curve| &curve.positions);
        let frames = (0..).zip(&self.graph.frames).map(|(index, _)| {
            let frame = self.frame(FrameId(index));
            frame.moving(&state.bodies[frame.body]).position
        });
        let bodies = state.bodies.iter().map(|body| body.position);
        let places = bodies.chain(frames).chain(nodes.copied());
        let none = Vec3::repeat(f64::INFINITY);
        let (mut least, mut most, mut farthest) = (none, -none, 0.0_f64);
        for place in places {
            (least, most) = (least.inf(&place), most.sup(&place));
            farthest = farthest.max(place.norm());
        }
        let cables = self.cables.iter().map(|cable| cable.links().length());
        let bodies = self.graph.bodies.iter().map(|body| self.reach(body));
        let size = (most - least).norm();
        (cables.chain(bodies).fold(size, f64::max), farthest)
    }

    /// How far a body's mass is from its frame, m.
    fn reach(&self, body: &Body) -> f64 {
        let Motion::Dynamic { .. } = body.motion else { return 0.0 };
        let [xx, yy, zz, ..] = self.array(body.inertia);
        let radius = (xx.max(yy).max(zz) / self.scalar(body.mass)).sqrt();
        let reach = Vec3::from(self.array(body.centre_of_mass)).norm() + radius;
        if reach.is_finite() { reach } else { 0.0 }
    }

    /// Of an element.
    fn path(&self, owner: Owner) -> String {
        self.paths.of(owner).to_owned()
    }

    /// By how much an element does not let the state be.
    fn aside(
        &self,
        owner: Owner,
        what: impl Into<String>,
        amount: f64,
        unit: &'static str,
    ) -> Unfit {
        Unfit::Aside { element: self.path(owner), what: what.into(), amount, unit }
    }

    /// Attitudes are rotations, and what is not moved by forces stands where it has to.
    fn check_bodies(&self, state: &State, slack: Slack) -> Result<(), Unfit> {
        let mut values = None;
        for (index, (body, now)) in self.graph.bodies.iter().zip(&state.bodies).enumerate() {
            let owner = Owner::Body(index);
            let bent = (now.attitude.transpose() * now.attitude - Mat3::identity()).norm();
            let bent = if now.attitude.determinant() > 0.0 { bent } else { bent.max(2.0) };
            if bent > slack.angle {
                return Err(self.aside(
                    owner,
                    "the attitude, which has to be a rotation,",
                    bent,
                    "rad",
                ));
            }
            let pose = match &body.motion {
                Motion::Dynamic { .. } => continue,
                Motion::Fixed => Placement::at(0.0, 0.0, 0.0),
                Motion::Prescribed { position, attitude, .. } => {
                    let values = values.get_or_insert_with(|| self.values_at(state.time));
                    self.pose(values, *position, *attitude)
                }
            };
            let away = (now.position - pose.position).norm();
            let turned = angle(&(pose.rotation.transpose() * now.attitude));
            if away > slack.length {
                return Err(self.aside(owner, "the place", away, "m"));
            }
            if turned > slack.angle {
                return Err(self.aside(owner, "the attitude", turned, "rad"));
            }
        }
        Ok(())
    }

    /// Everything that depends on time alone.
    pub(crate) fn values_at(&self, time: f64) -> Values {
        let mut values = self.values.clone();
        self.tape.run(Stage::Time, time, &mut values);
        values
    }

    /// Of a prescribed body, when the signals are these.
    fn pose(&self, values: &Values, position: [NodeId; 3], attitude: [NodeId; 4]) -> Placement {
        Base { position, attitude, rates: None }.motion(values).pose
    }

    /// Where the child is beside the coordinates that the joint leaves free.
    fn check_joint(&self, state: &State, index: usize, slack: Slack) -> Result<(), Unfit> {
        let joint = &self.joints[index];
        let frame = |frame: FrameId| {
            let frame = self.frame(frame);
            frame.moving(&state.bodies[frame.body])
        };
        let (parent, child) = (frame(joint.parent), frame(joint.child));
        let (away, turned) = self.beside(self.graph.joints[index].kind, &parent, &child);
        let owner = Owner::Joint(index);
        if away > slack.length {
            return Err(self.aside(owner, "the place of the child", away, "m"));
        }
        if turned > slack.angle {
            return Err(self.aside(owner, "the attitude of the child", turned, "rad"));
        }
        Ok(())
    }

    /// By how much a child is displaced and turned in ways that its joint does not allow, m and rad.
    pub(super) fn beside(&self, kind: JointKind, parent: &Moving, child: &Moving) -> (f64, f64) {
        let apart = child.position - parent.position;
        let relative = || angle(&(parent.attitude.transpose() * child.attitude));
        let direction = |nodes| Vec3::from(self.array(nodes)).normalize();
        let across = |axis: &Vec3| (apart - axis * axis.dot(&apart)).norm();
        // Of an axis that both frames share.
        let tilt = |axis: &Vec3| {
            let (on_parent, on_child) = (parent.attitude * axis, child.attitude * axis);
            on_parent.cross(&on_child).norm().atan2(on_parent.dot(&on_child))
        };
        match kind {
            JointKind::Free => (0.0, 0.0),
            JointKind::Fixed => (apart.norm(), relative()),
            JointKind::Spherical => (apart.norm(), 0.0),
            JointKind::Revolute { axis } => (apart.norm(), tilt(&direction(axis))),
            JointKind::Prismatic { axis } => {
                (across(&(parent.attitude * direction(axis))), relative())
            }
            JointKind::Cylindrical { axis } => {
                let axis = direction(axis);
                (across(&(parent.attitude * axis)), tilt(&axis))
            }
            JointKind::Planar { normal, .. } => {
                let normal = direction(normal);
                (apart.dot(&(parent.attitude * normal)).abs(), tilt(&normal))
            }
            JointKind::Universal { first, second } => {
                let (first, second) = (direction(first), direction(second));
                let now = (parent.attitude * first).dot(&(child.attitude * second));
                (apart.norm(), (now - first.dot(&second)).abs())
            }
        }
    }

    /// A cable's end is where it is pinned.
    fn check_end(
        &self,
        state: &State,
        cable: usize,
        end: usize,
        node: &Vec3,
        slack: Slack,
    ) -> Result<(), Unfit> {
        let Some(frame) = self.graph.cables[cable].ends[end].frame() else { return Ok(()) };
        let frame = self.frame(frame);
        let away = (frame.moving(&state.bodies[frame.body]).position - node).norm();
        if away <= slack.length {
            return Ok(());
        }
        let what = ["the place of the start", "the place of the end"][end];
        Err(self.aside(Owner::Cable(cable), what, away, "m"))
    }

    /// Rods have their lengths; they count from one at the start.
    fn check_links(&self, cable: usize, curve: &Curve, slack: Slack) -> Result<(), Unfit> {
        let cable_of = &self.cables[cable];
        if !cable_of.pieces.kind.is_of_rods() {
            return Ok(());
        }
        let lengths = cable_of.links().lengths();
        for (link, (ends, length)) in curve.positions.windows(2).zip(lengths).enumerate() {
            let off = ((ends[1] - ends[0]).norm() - length).abs();
            if off > slack.length {
                let what = format!("the length of link {}", link + 1);
                return Err(self.aside(Owner::Cable(cable), what, off, "m"));
            }
        }
        Ok(())
    }
}

/// Of a rotation, rad; exact where it is small.
fn angle(rotation: &Mat3) -> f64 {
    let m = rotation;
    let twice = Vec3::new(m[(2, 1)] - m[(1, 2)], m[(0, 2)] - m[(2, 0)], m[(1, 0)] - m[(0, 1)]);
    twice.norm().atan2(m.trace() - 1.0)
}
