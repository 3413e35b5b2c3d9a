//! From a planned graph to a model in natural coordinates.
//!
//! Elements become units, vectors, constraints and loads.
//!
//! The same functions serve all elements: a point or axis of a body becomes a [`Linear`] expression
//! in the blocks of its unit, that a vector (`vector`), and elements hold indices of vectors only.
//! When all is known, `wire` lays out the matrix.
//!
//! | file | makes |
//! |---|---|
//! | `joints`, `cables`, `loads`, `latches` | equations and elements |
//! | `carried` | what ropes that relax take along where they flow |
//! | `reads` | what sensors read |
//! | `wire` | the structure of the matrix, and everybody's places in it |
//! | `regularize` | compliances of multipliers |
//! | `start` | the first state |
//! | `still` | how splines hang between bodies that stand still |

mod bspline;
mod cables;
mod carried;
mod edges;
mod guided;
mod joints;
mod latches;
mod loads;
mod lumped;
mod reads;
mod regularize;
mod rigid_links;
mod spline;
mod start;
mod states;
mod still;
mod torsion;
mod wire;

use std::ops::Range;

use cdl_graph::{BodyId, CableId, Cut, Dynamics, FrameId, Graph, Motion, Plan, TreeNode};
use nalgebra::{Matrix3, Vector3};

use super::across::{Across, JointParts};
use super::cable::brought::{Brought, Passed};
use super::cable::carried_bends::CarriedBends;
use super::cable::payout::PaidOut;
use super::cable::place::{CablePlace, PulledBy};
use super::cable::spline::Spline;
use super::coordinate::Coordinate;
use super::elements::Elements;
use super::elements::mass::KnownMotion;
use super::equations::Equations;
use super::jacobian::{compliances_by_inertia, inertia_diagonal};
use super::kkt::Group;
use super::matrix::Multiplier;
use super::model::ConstrainedModel;
use super::states::States;
use super::step::merit;
use super::units::{Unit, UnitKind, natural_inertia};
use super::vectors::{Linear, Made, VectorId, Vectors};
use crate::assembly::{Assembly, Owner};
use crate::mechanism::{Base, State};
use crate::spatial::{Mat3, Sym3, quaternion_matrix};

pub(super) use regularize::COMPLIANCE;
pub(crate) use still::hang_splines;

/// What the elements are made from.
pub(super) struct Foundation<'a, 'b> {
    /// The mechanism, and the errors found so far.
    assembly: &'a mut Assembly<'b>,
    /// The planned graph: integrator, forest, cuts.
    plan: &'a Plan,
}

/// Whether a run needs the constrained formulation: for its steps, or to find where it starts.
pub(crate) fn is_wanted(plan: &Plan, starts_at_rest: bool) -> bool {
    match plan.dynamics {
        Dynamics::Constrained => true,
        Dynamics::Auto | Dynamics::Recursive | Dynamics::TransferMatrix => starts_at_rest,
    }
}

/// A model that begins at `start`. `None` when something is wrong; the errors are in the assembly.
///
/// Bodies come first, as joints and cables hang multipliers on their groups; what closes loops
/// comes after all of the forest.
pub(crate) fn assemble(
    assembly: &mut Assembly<'_>,
    plan: &Plan,
    start: &State,
) -> Option<ConstrainedModel> {
    let foundation = &mut Foundation { assembly, plan };
    let graph = foundation.assembly.graph;
    let mut parts = Parts::new(graph);
    parts.bodies(foundation);
    parts.hang(foundation.plan);
    for node in &foundation.plan.forest {
        match node {
            TreeNode::Body { body, connection } => {
                parts.hold(foundation, *body, *connection);
            }
            TreeNode::Cable { cable, root } => parts.cable(foundation, *cable, *root)?,
        }
    }
    parts.close_cables();
    for cut in &foundation.plan.cuts {
        match cut {
            Cut::Joint(joint) => parts.cut_joint(foundation, *joint),
            // A cable's end that is pinned is a combination of the body's blocks anyway.
            Cut::CableEnd { .. } => {}
            Cut::Latch(latch) => parts.latched_end(foundation, *latch),
        }
    }
    parts.edges(foundation);
    parts.carried(foundation);
    parts.states(foundation);
    parts.effort_slopes(foundation);
    parts.loads(foundation);
    parts.user_constraints(foundation);
    parts.latches(foundation);
    parts.reading = true;
    let reads = parts.reads(foundation);
    if !foundation.assembly.errors.is_empty() {
        return None;
    }
    parts.count_turns();
    let whereabouts = parts.whereabouts();
    let start = parts.start(&whereabouts, start);
    let model = parts.wired(foundation, (whereabouts, start), reads);
    Some(weighed(model))
}

/// Fills in what is measured by the inertia at the start.
fn weighed(mut model: ConstrainedModel) -> ConstrainedModel {
    let positions = &model.start.positions;
    let diagonal = inertia_diagonal(&model, positions);
    let by_inertia = compliances_by_inertia(&model, positions, &diagonal);
    model.compliances = regularize::compliances(&model, &by_inertia);
    model.merit_weights = merit::weights(&model, &diagonal, &by_inertia);
    model
}

/// A model while it is put together.
struct Parts {
    /// Bodies of the graph in its order, the world first, then nodes and slopes of cables.
    units: Vec<Unit>,
    /// Of each unit: the element to blame for it.
    unit_owners: Vec<Owner>,
    /// Unknowns that are eliminated together.
    groups: Vec<Group>,
    /// Of each body of the graph.
    unit_of: Vec<usize>,
    /// Bodies whose motion is prescribed.
    known: Vec<KnownMotion>,
    /// How many vectors of three components the units have so far.
    blocks: usize,
    /// Those that something needs, each once.
    vectors: Vectors,
    /// Finds them again.
    made: Made,
    /// Of all joints.
    coordinates: Vec<Coordinate>,
    /// Of each joint of the graph: its coordinates.
    joint_coordinates: Vec<Vec<usize>>,
    /// Cables that are splines, with their pieces.
    splines: Vec<Spline>,
    /// Of each cable of the graph: its spans, if it is a B-spline.
    bsplines: Vec<Option<bspline::BSplineOf>>,
    /// Cables whose free length a winch changes.
    paid_out: Vec<PaidOut>,
    /// Ends of twisted ropes that rope goes through.
    brought: Vec<Brought>,
    /// Nodes of twisted ropes that rope flows past.
    passed: Vec<Passed>,
    carried_bends: Vec<CarriedBends>,
    /// Of each cable of the graph: its nodes from start to end.
    nodes: Vec<Vec<VectorId>>,
    /// Of each of them that is a spline: the slopes there.
    slopes: Vec<Vec<VectorId>>,
    /// Cables with the units of bodies that hang on them, in the order of cables.
    hanging: Vec<(CableId, usize)>,
    /// Of each cable of the graph: what pulls along each piece, from start to end.
    pieces: Vec<Vec<PulledBy>>,
    /// Last links of cables whose tip is held: they get multipliers of their own.
    closing: Vec<rigid_links::ClosingLink>,
    /// Where tensions, forces and curvatures are read.
    cable_places: Vec<CablePlace>,
    /// Of each joint of the graph: what it consists of.
    joint_parts: Vec<JointParts>,
    /// Joints across which forces are read, and where each joint of the graph is among them.
    across: Vec<Across>,
    /// See `across`.
    across_of: Vec<Option<usize>>,
    /// Links between nodes that move by themselves: index among the masses and among the distances.
    plain_links: Vec<(usize, usize)>,
    /// Elements are complete.
    reading: bool,
    /// All bodies stand where the start has them.
    still: bool,
    /// By how much ropes that only hang somewhere are stiffer along their axes than they are.
    stiffer: f64,
    /// Of each cable: where strains of the dampers in its branches are.
    creep: Vec<Range<usize>>,
    /// Of each cable that resists being twisted: the units of the nodes between its ends.
    sections: Vec<Vec<usize>>,
    /// Of each cable: where its turns are among the coordinates.
    turns: Vec<Range<usize>>,
    /// Of each cable that has sides: the first of its pieces among the directed ones.
    directed: Vec<Option<usize>>,
    /// Of all blocks, N (N m on directors).
    weights: Vec<Vector3<f64>>,
    /// The user's.
    states: States,
    /// All constraints.
    equations: Equations,
    /// All that acts.
    elements: Elements,
    /// Of each multiplier: the element that it belongs to.
    owners: Vec<(Owner, Multiplier)>,
    /// What events close and open: the state that says so, and all multipliers of it.
    latched: Vec<(usize, Vec<Multiplier>)>,
    /// Of each constraint of the graph: the first of its rows among the user's.
    constraint_rows: Vec<usize>,
}

impl Parts {
    /// Empty, with room for what the graph has.
    fn new(graph: &Graph) -> Self {
        Self {
            units: Vec::new(),
            unit_owners: Vec::new(),
            groups: Vec::new(),
            unit_of: vec![0; graph.bodies.len()],
            known: Vec::new(),
            blocks: 0,
            vectors: Vectors::default(),
            made: Made::default(),
            coordinates: Vec::new(),
            joint_coordinates: vec![Vec::new(); graph.joints.len()],
            splines: Vec::new(),
            bsplines: vec![None; graph.cables.len()],
            paid_out: Vec::new(),
            brought: Vec::new(),
            passed: Vec::new(),
            carried_bends: Vec::new(),
            nodes: vec![Vec::new(); graph.cables.len()],
            slopes: vec![Vec::new(); graph.cables.len()],
            hanging: Vec::new(),
            pieces: vec![Vec::new(); graph.cables.len()],
            closing: Vec::new(),
            cable_places: Vec::new(),
            joint_parts: vec![JointParts::default(); graph.joints.len()],
            across: Vec::new(),
            across_of: vec![None; graph.joints.len()],
            plain_links: Vec::new(),
            reading: false,
            still: false,
            stiffer: 1.0,
            creep: vec![0..0; graph.cables.len()],
            sections: vec![Vec::new(); graph.cables.len()],
            turns: vec![0..0; graph.cables.len()],
            directed: vec![None; graph.cables.len()],
            weights: Vec::new(),
            states: States::default(),
            equations: Equations::default(),
            elements: Elements::default(),
            owners: Vec::new(),
            latched: Vec::new(),
            constraint_rows: Vec::new(),
        }
    }

    /// Units whose motion is known have blocks, but no group of unknowns.
    fn unit(&mut self, owner: Owner, kind: UnitKind, unknown: bool) -> usize {
        let group = unknown.then_some(self.groups.len());
        let unit = Unit { kind, block: self.blocks, group, row: 0, in_space: true };
        if unknown {
            self.groups.push(Group { displacements: unit.unknowns(), multipliers: 0 });
        }
        self.add_unit(owner, unit)
    }

    /// The slope of a spline at a node, in the node's group, or in one of its own where a body has the node. That of a section goes
    /// along its third axis.
    fn slope(&mut self, owner: Owner, node: Option<usize>) -> usize {
        let Some(node) = node else { return self.unit(owner, UnitKind::Slope, true) };
        let Unit { group, block: body, .. } = self.units[node];
        let kind = match self.units[node].kind {
            UnitKind::Body { .. } => {
                UnitKind::SlopeAlong { body, axis: self.vectors.grows_along(body) }
            }
            UnitKind::Node | UnitKind::Slope | UnitKind::SlopeAlong { .. } => UnitKind::Slope,
        };
        let mut unit = Unit { kind, block: self.blocks, group, row: 0, in_space: true };
        if let Some(group) = group {
            unit.row = self.groups[group].displacements;
            self.groups[group].displacements += unit.unknowns();
        }
        self.add_unit(owner, unit)
    }

    /// Gives the unit its blocks; returns its index.
    fn add_unit(&mut self, owner: Owner, unit: Unit) -> usize {
        self.unit_owners.push(owner);
        self.blocks += unit.blocks();
        self.weights.resize(self.blocks, Vector3::zeros());
        self.units.push(unit);
        self.units.len() - 1
    }

    /// A new multiplier in a group.
    fn multiplier(&mut self, owner: Owner, group: usize) -> Multiplier {
        let row = self.groups[group].unknowns();
        self.groups[group].multipliers += 1;
        let multiplier = Multiplier { group, row };
        self.owners.push((owner, multiplier));
        multiplier
    }

    /// A group that has multipliers only.
    fn loop_group(&mut self) -> usize {
        self.groups.push(Group { displacements: 0, multipliers: 0 });
        self.groups.len() - 1
    }

    /// A vector that an element needs in every iteration; while sensors are read, one that only
    /// they need.
    fn vector(&mut self, linear: &Linear) -> VectorId {
        let id = self.seldom_vector(linear);
        if !self.reading {
            self.vectors.need(id);
        }
        id
    }

    /// A vector whose values are not looked for in iterations.
    fn seldom_vector(&mut self, linear: &Linear) -> VectorId {
        self.made.vector(&mut self.vectors, &self.units, linear)
    }

    /// A force that does not change, N, on a vector.
    fn weigh(&mut self, on: &Linear, force: Vector3<f64>) {
        for &(unit, coefficients) in on.terms() {
            let unit = &self.units[unit];
            let blocks = &mut self.weights[unit.block..unit.block + unit.blocks()];
            for (weight, coefficient) in blocks.iter_mut().zip(coefficients) {
                *weight += force * coefficient;
            }
        }
    }

    /// All of the graph, in its order; the world is the first unit. A body's weight acts at its
    /// centre of mass, and counts in the block of the origin and in those of the directors.
    fn bodies(&mut self, foundation: &mut Foundation<'_, '_>) {
        let graph = foundation.assembly.graph;
        let gravity = Vector3::from(foundation.assembly.array(graph.environment.gravity));
        for (index, body) in graph.bodies.iter().enumerate() {
            let assembly = &foundation.assembly;
            let mass = assembly.scalar(body.mass);
            let centre = Vector3::from(assembly.array(body.centre_of_mass));
            let inertia: Mat3 = Sym3::from_array(assembly.array(body.inertia)).to_matrix();
            match if self.still { &Motion::Fixed } else { &body.motion } {
                Motion::Fixed => {
                    let inertia = nalgebra::Matrix4::zeros();
                    self.unit_of[index] = self.unit(
                        Owner::Body(index),
                        UnitKind::Body { inertia: Box::new(inertia) },
                        false,
                    );
                }
                Motion::Prescribed { position, attitude, rates } => {
                    let unit = self.unit(
                        Owner::Body(index),
                        UnitKind::Body { inertia: Box::new(nalgebra::Matrix4::zeros()) },
                        false,
                    );
                    self.unit_of[index] = unit;
                    let fixed =
                        position.iter().chain(attitude).all(|&node| assembly.is_fixed(node));
                    let rates = if fixed { None } else { *rates };
                    let base = Base { position: *position, attitude: *attitude, rates };
                    self.known.push(KnownMotion { unit, base });
                }
                Motion::Dynamic { .. } => {
                    let natural = natural_inertia(mass, &centre, &inertia);
                    let unit = self.unit(
                        Owner::Body(index),
                        UnitKind::Body { inertia: Box::new(natural) },
                        true,
                    );
                    self.unit_of[index] = unit;
                    self.units[unit].in_space = body.in_space;
                    if body.in_space {
                        let moments = [mass, mass * centre.x, mass * centre.y, mass * centre.z];
                        let at = Linear::default().plus(unit, moments, 1.0);
                        self.weigh(&at, gravity);
                    }
                }
            }
        }
    }

    /// The rotation from a frame's axes to its body's.
    fn rotation(&self, foundation: &Foundation<'_, '_>, frame: FrameId) -> Matrix3<f64> {
        let found = &foundation.assembly.graph.frames[frame.index()];
        quaternion_matrix(foundation.assembly.array(found.attitude))
    }

    /// The unit of the body that has the frame.
    fn unit_of_frame(&self, foundation: &Foundation<'_, '_>, frame: FrameId) -> usize {
        self.unit_of[foundation.assembly.graph.frames[frame.index()].body.index()]
    }

    /// A frame's origin.
    fn origin(&self, foundation: &Foundation<'_, '_>, frame: FrameId) -> Linear {
        let found = &foundation.assembly.graph.frames[frame.index()];
        let [x, y, z] = foundation.assembly.array(found.position);
        Linear::default().plus(self.unit_of_frame(foundation, frame), [1.0, x, y, z], 1.0)
    }

    /// A direction that is fixed in a frame, given in its axes.
    fn direction(
        &self,
        foundation: &Foundation<'_, '_>,
        frame: FrameId,
        direction: &Vector3<f64>,
    ) -> Linear {
        let in_body = self.rotation(foundation, frame) * direction;
        let unit = self.unit_of_frame(foundation, frame);
        Linear::default().plus(unit, [0.0, in_body.x, in_body.y, in_body.z], 1.0)
    }

    /// The three axes of a frame.
    fn frame_axes(&mut self, foundation: &Foundation<'_, '_>, frame: FrameId) -> [VectorId; 3] {
        [0, 1, 2].map(|axis| {
            let linear = self.direction(foundation, frame, &Vector3::ith(axis, 1.0));
            self.vector(&linear)
        })
    }

    /// None for what is fixed or prescribed.
    fn group_of(&self, body: BodyId) -> Option<usize> {
        self.units[self.unit_of[body.index()]].group
    }
}
