//! What assembly makes of a graph in natural coordinates: flat and constant.

use std::ops::Range;
use std::sync::Arc;

use nalgebra::Vector3;

use super::across::Across;
use super::cable::brought::{self, Bringing, Brought, Passed};
use super::cable::carried_bends::CarriedBends;
use super::cable::links::PlainLink;
use super::cable::payout::PaidOut;
use super::cable::place::{CablePlace, PulledBy};
use super::cable::spline::Spline;
use super::coordinate::Coordinate;
use super::data::State;
use super::elements::Elements;
use super::elements::mass::KnownMotion;
use super::equations::Equations;
use super::kkt::Structure;
use super::latches::LatchOn;
use super::matrix::{Wires, Wiring};
use super::sources::{Motion, SourceRead};
use super::states::States;
use super::units::{Unit, UnitKind};
use super::vectors::{VectorId, Vectors};
use super::whereabouts::Whereabouts;
use crate::assembly::Owner;
use crate::mechanism::Mechanism;
use crate::signals::Stage;

/// A body that moves by itself.
/// Six unknowns: displacement of its origin (m), then a small rotation (rad), world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingBody {
    /// Among the units.
    pub(super) index: usize,
    /// The first of its four.
    pub(super) block: usize,
    /// That has its six unknowns.
    pub(super) group: usize,
}

impl MovingBody {
    /// Its three blocks.
    pub(super) fn directors(&self) -> Range<usize> {
        self.block + 1..self.block + 4
    }
}

/// A graph in natural coordinates, ready to run.
/// Units are numbered by assembly: all bodies of the graph in its order, the world first, then
/// nodes of cables.
#[derive(Clone, Debug)]
pub(crate) struct ConstrainedModel {
    /// What both formulations are made from.
    pub(crate) mechanism: Arc<Mechanism>,
    /// What moves, and the world.
    pub(super) units: Vec<Unit>,
    /// Of each body unit with unknowns: where its six rows and columns begin.
    pub(super) corners: Vec<Option<Wires>>,
    /// Prescribed bodies; the world does not move and is not among them.
    pub(super) known: Vec<KnownMotion>,
    /// Everything else is written in these.
    pub(super) vectors: Vectors,
    /// Scalar coordinates of all joints.
    pub(super) coordinates: Vec<Coordinate>,
    /// Links between nodes that move by themselves; they are among the masses and distances too, which
    /// iterations leave out.
    pub(super) plain_links: Vec<PlainLink>,
    /// Weight on each block, N.
    pub(super) weights: Vec<Vector3<f64>>,
    /// The user's.
    pub(super) states: States,
    /// All constraints.
    pub(super) equations: Equations,
    /// All that acts, and all inertia.
    pub(super) elements: Elements,
    /// Where tensions and forces of cables are read.
    pub(super) cable_places: Vec<CablePlace>,
    /// Joints across which forces and torques are read.
    pub(super) across: Vec<Across>,
    /// Coordinates that events hold, and by which of the user's equations.
    pub(super) held_coordinates: Vec<(usize, usize)>,
    /// What events close and open.
    pub(super) latches: Vec<LatchOn>,
    /// Every multiplier: who it belongs to, where it is among all unknowns, and its diagonal entry.
    pub(super) multipliers: Vec<(Owner, usize, Wires)>,
    /// The multipliers of all but constraints on velocities, and laws.
    pub(super) position_multipliers: Vec<usize>,
    /// Of every multiplier: where it needs a compliance, its diagonal entry is minus this times
    /// [`super::scheme::Scheme::compliance`].
    pub(super) compliances: Vec<f64>,
    /// Of every unknown: see [`super::step::merit`].
    pub(super) merit_weights: Vec<f64>,
    /// Groups of unknowns, and which of them are coupled.
    pub(super) structure: Structure,
    /// Where derivatives by blocks go in the matrix.
    pub(super) wiring: Wiring,
    /// What signals that act on the motion read, what events read besides, and then outputs; what only rates of states read stands with
    /// [`Self::states`].
    pub(super) state_reads: Vec<SourceRead>,
    /// See `state_reads`.
    pub(super) event_reads: Vec<SourceRead>,
    /// Whether accelerations or multipliers are among these.
    pub(super) events_feel_forces: bool,
    /// Whether there are velocities that events may read, and something that they let go.
    pub(super) events_feel_velocities: bool,
    /// See `state_reads`.
    pub(super) output_reads: Vec<SourceRead>,
    /// Whether loads or constraints have to be evaluated in every iteration.
    pub(super) signals: bool,
    /// When the derivatives of loads are evaluated.
    pub(super) derivatives: Stage,
    /// Before constraints have been satisfied to rounding.
    pub(super) start: State,
    /// Of displacements, m.
    pub(super) extent: f64,
    /// Of every unit: who it belongs to.
    pub(super) unit_owners: Vec<Owner>,
    /// For pictures: origin and axes of bodies, in the order of the scene.
    pub(super) poses: Vec<([VectorId; 1], [VectorId; 3])>,
    /// Cables that rope goes out of or into.
    pub(super) splines: Vec<Spline>,
    /// Cables that rope goes out of or into, with their free lengths.
    pub(super) paid_out: Vec<PaidOut>,
    /// Ends of twisted ropes that rope goes through.
    pub(super) brought: Vec<Brought>,
    /// Nodes of twisted ropes that rope flows past.
    pub(super) passed: Vec<Passed>,
    /// Cables that flow and remember how they were bent.
    pub(super) carried_bends: Vec<CarriedBends>,
    /// Of each cable of the graph: its nodes from start to end.
    pub(super) nodes: Vec<Vec<VectorId>>,
    /// What pictures show of it: the nodes, and places between those of a spline.
    pub(super) polylines: Vec<Vec<VectorId>>,
    /// Of each cable: its pieces from start to end, as something pulls them together.
    pub(super) pieces: Vec<Vec<PulledBy>>,
    /// Of each load: the points that it acts on, one of them twice where there is one.
    pub(super) load_points: Vec<[VectorId; 2]>,
    /// Where the elements of the graph are.
    pub(super) whereabouts: Whereabouts,
}

impl ConstrainedModel {
    /// Of every unknown; the others are displacements.
    pub(super) fn is_multiplier(&self) -> Vec<bool> {
        let mut is_multiplier = vec![false; self.structure.unknowns()];
        self.multipliers.iter().for_each(|&(_, unknown, _)| is_multiplier[unknown] = true);
        is_multiplier
    }

    /// The index of the unit of a body of the graph.
    pub(super) fn unit_of_body(&self, body: usize) -> usize {
        let block = self.whereabouts.bodies[body];
        self.units.partition_point(|unit| unit.block < block)
    }

    /// Coordinates of joints, and turns of ropes, follow to where vectors are.
    pub(super) fn follow(&self, of: impl Fn(VectorId) -> Vector3<f64>, coordinates: &mut [f64]) {
        for (slot, coordinate) in coordinates.iter_mut().zip(&self.coordinates) {
            *slot = coordinate.value_at(coordinate.vectors.map(&of), *slot);
        }
        for piece in &self.elements.twisted_pieces {
            coordinates[piece.turn] = piece.turn(&of, coordinates[piece.turn]);
        }
    }

    /// What counts as no twist follows what has gone through the ends of ropes, see [`brought::bring`].
    pub(super) fn bring(
        &self,
        at: [&dyn Fn(VectorId) -> Vector3<f64>; 2],
        coordinates: (&[f64], &mut [f64], &[f64]),
        bringing: Bringing,
    ) {
        let pieces = (
            &self.brought[..],
            &self.elements.twisted_pieces[..],
            &self.elements.directed_pieces[..],
        );
        brought::bring(pieces, at, coordinates, bringing);
    }

    /// Vectors of three: four for a body, one for a node.
    pub(super) fn blocks(&self) -> usize {
        self.weights.len()
    }

    /// Bodies that move by themselves: which unit, where its blocks begin, and its group of unknowns.
    pub(super) fn moving_bodies(&self) -> impl Iterator<Item = MovingBody> {
        self.units.iter().enumerate().filter_map(|(index, unit)| match (&unit.kind, unit.group) {
            (UnitKind::Body { .. }, Some(group)) => {
                Some(MovingBody { index, block: unit.block, group })
            }
            (_, _) => None,
        })
    }

    /// Whose a group of unknowns is.
    pub(super) fn owner_of_group(&self, group: usize) -> Owner {
        let unit = self.units.iter().position(|unit| unit.group == Some(group));
        if let Some(unit) = unit {
            return self.unit_owners[unit];
        }
        let first = self.structure.offset(group);
        self.owner_of_unknown(first)
    }

    /// Of everything in a state.
    pub(super) fn motion<'a>(&'a self, state: &'a State) -> Motion<'a> {
        Motion {
            vectors: &self.vectors,
            positions: &state.positions,
            velocities: &state.velocities,
        }
    }

    /// Whose an unknown is.
    /// For messages; the experiment where nobody owns it.
    pub(super) fn owner_of_unknown(&self, unknown: usize) -> Owner {
        let multiplier = self.multipliers.iter().find(|(_, at, _)| *at == unknown);
        if let Some((owner, _, _)) = multiplier {
            return *owner;
        }
        let unit = self.units.iter().position(|unit| {
            unit.first_unknown(&self.structure)
                .is_some_and(|first| (first..first + unit.unknowns()).contains(&unknown))
        });
        unit.map_or(Owner::Experiment, |unit| self.unit_owners[unit])
    }
}
