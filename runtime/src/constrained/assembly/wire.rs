//! The structure of the matrix, and the place of everything in it.
//!
//! In two goes: all equations and elements tell what they couple, from which the order of
//! elimination and the fill follow; then all are given their places. Nothing is looked up in a
//! step.

use super::reads::Reads;
use super::{Foundation, Parts};
use crate::constrained::cable::links::PlainLink;
use crate::constrained::data::State;
use crate::constrained::kkt::{Coupling, Structure};
use crate::constrained::latches::LatchOn;
use crate::constrained::matrix::{Coupler, Multiplier, Wirer, Wiring};
use crate::constrained::model::ConstrainedModel;
use crate::constrained::units::UnitKind;
use crate::constrained::vectors::VectorId;
use crate::constrained::whereabouts::Whereabouts;
use nalgebra::Vector3;

impl Parts {
    /// `(whereabouts, start)` are of these parts. Compliances and weights of merits are still
    /// missing.
    pub(super) fn wired(
        mut self,
        foundation: &Foundation<'_, '_>,
        (whereabouts, mut start): (Whereabouts, State),
        reads: Reads,
    ) -> ConstrainedModel {
        let poses = self.poses(foundation);
        let load_points = if self.still { Vec::new() } else { self.load_points(foundation) };
        let polylines = self.polylines(foundation);
        let couplings = self.couplings();
        let structure = Structure::new(std::mem::take(&mut self.groups), &couplings);
        let mut wiring = Wiring::default();
        self.resolve(&structure, &mut wiring);
        let plain_links = self.plain(&wiring);
        let others = |count: usize, plain: Vec<usize>| -> Vec<usize> {
            let mut other = vec![true; count];
            plain.into_iter().for_each(|index| other[index] = false);
            (0..count).filter(|&index| other[index]).collect()
        };
        let of_plain = &self.plain_links;
        self.elements.other_masses = others(
            self.elements.link_masses.len(),
            of_plain.iter().map(|&(mass, _)| mass).collect(),
        );
        self.equations.other_distances = others(
            self.equations.distances.len(),
            of_plain.iter().map(|&(_, distance)| distance).collect(),
        );
        let mut corners = Vec::with_capacity(self.units.len());
        for unit in &self.units {
            corners.push(match (&unit.kind, unit.group) {
                (UnitKind::Body { .. }, Some(group)) => {
                    Some(wiring.corner(&structure, (group, unit.row)))
                }
                // From the turn before it.
                (UnitKind::SlopeAlong { .. }, Some(group)) => {
                    Some(wiring.corner(&structure, (group, unit.row - 3)))
                }
                (_, _) => None,
            });
        }
        let mut of_positions = vec![true; structure.unknowns()];
        for each in self.equations.user.iter().filter(|each| !each.holonomic) {
            of_positions[each.unknown] = false;
        }
        self.equations.laws(|unknown| of_positions[unknown] = false);
        let multipliers: Vec<_> = self
            .owners
            .iter()
            .map(|&(owner, multiplier)| {
                let unknown = structure.offset(multiplier.group) + multiplier.row;
                (owner, unknown, wiring.diagonal(&structure, multiplier))
            })
            .collect();
        let unknown = |multiplier: &Multiplier| structure.offset(multiplier.group) + multiplier.row;
        let latches = self.latched.iter().map(|(state, multipliers)| LatchOn {
            state: *state,
            unknowns: multipliers.iter().map(unknown).collect(),
        });
        let latches: Vec<_> = latches.collect();
        let mut for_events = reads.state.iter().chain(&reads.event);
        let events_feel_velocities =
            !latches.is_empty() && for_events.any(|read| read.source.is_velocity());
        let held = foundation.assembly.graph.held_coordinates().into_iter();
        let held_coordinates = held.filter_map(|own| {
            let coordinates = &self.joint_coordinates[own.joint.index()];
            let coordinate = *coordinates.get(usize::from(own.coordinate))?;
            Some((coordinate, self.constraint_rows[own.constraint.index()] + own.row))
        });
        let held_coordinates = held_coordinates.collect();
        start.multipliers = vec![0.0; structure.unknowns()];
        let extent = extent(&start.positions, &self);
        ConstrainedModel {
            mechanism: foundation.assembly.mechanism.clone(),
            units: self.units,
            corners,
            known: self.known,
            vectors: self.vectors,
            coordinates: self.coordinates,
            plain_links,
            weights: self.weights,
            signals: !reads.state.is_empty()
                || !self.states.is_empty()
                || !self.equations.user.is_empty()
                || !self.elements.loads.is_empty()
                || !self.elements.segments.is_empty()
                || !self.elements.axes.is_empty()
                || !self.elements.pieces_in_fluid.is_empty()
                || !self.elements.flows_in_fluid.is_empty(),
            states: self.states,
            equations: self.equations,
            elements: self.elements,
            position_multipliers: multipliers
                .iter()
                .map(|&(_, unknown, _)| unknown)
                .filter(|&unknown| of_positions[unknown])
                .collect(),
            multipliers,
            held_coordinates,
            latches,
            compliances: Vec::new(),
            merit_weights: Vec::new(),
            cable_places: self.cable_places,
            across: self.across,
            structure,
            wiring,
            events_feel_forces: reads.event.iter().any(|read| read.source.feels_forces()),
            events_feel_velocities,
            state_reads: reads.state,
            event_reads: reads.event,
            output_reads: reads.output,
            derivatives: foundation.plan.dynamics.stage_of_derivatives(),
            start,
            extent,
            unit_owners: self.unit_owners,
            poses,
            splines: self.splines,
            paid_out: self.paid_out,
            brought: self.brought,
            passed: self.passed,
            carried_bends: self.carried_bends,
            nodes: self.nodes,
            polylines,
            pieces: self.pieces,
            load_points,
            whereabouts,
        }
    }

    /// As the scene lists them.
    /// Origin and axes of the body's own frame.
    fn poses(&mut self, foundation: &Foundation<'_, '_>) -> Vec<([VectorId; 1], [VectorId; 3])> {
        let graph = foundation.assembly.graph;
        let mut poses = Vec::new();
        for visible in &foundation.assembly.mechanism.scene {
            let frame = graph.bodies[visible.body].frame;
            let origin = self.origin(foundation, frame);
            let origin = self.vector(&origin);
            poses.push(([origin], self.frame_axes(foundation, frame)));
        }
        poses
    }

    /// The places of masses and distances, put together. The line goes from the first node to the
    /// second, so the multiplier's entries in the matrix have a plus for the first and a minus for
    /// the second.
    fn plain(&self, wiring: &Wiring) -> Vec<PlainLink> {
        let block = |id: VectorId| {
            let part = &self.vectors.parts[self.vectors.range(id).start];
            part.first
        };
        let link = |&(mass, distance): &(usize, usize)| {
            let (mass, distance) =
                (&self.elements.link_masses[mass], &self.equations.distances[distance]);
            let between = wiring.places(mass.wires);
            // The line is the second node less the first.
            let bound = wiring.places(distance.wires[0]);
            PlainLink {
                blocks: mass.ends.map(block),
                unknown: distance.unknown() as u32,
                length: distance.length(),
                over_length: 1.0 / distance.length(),
                own: mass.own,
                shared: mass.shared,
                diagonal: [between[0], between[3]],
                across: [between[1], between[2]],
                columns: [bound[2], bound[0]],
                rows: [bound[3], bound[1]],
            }
        };
        self.plain_links.iter().map(link).collect()
    }

    /// Sorted, without repeats.
    fn couplings(&self) -> Vec<Coupling> {
        let mut coupler = Coupler {
            vectors: &self.vectors,
            units: &self.units,
            coordinates: &self.coordinates,
            couplings: Vec::new(),
        };
        self.equations.couple(&mut coupler);
        self.elements.couple(&mut coupler);
        let mut all = coupler.couplings;
        all.sort_unstable_by_key(|coupling| (coupling.first.0, coupling.second.0));
        all.dedup();
        all
    }

    /// The order is that of the lists, as filling goes by it.
    fn resolve(&mut self, structure: &Structure, wiring: &mut Wiring) {
        let Parts { vectors, units, coordinates, .. } = self;
        let mut wirer = Wirer { vectors, units, coordinates, structure, wiring };
        self.equations.wire(&mut wirer);
        self.elements.wire(&mut wirer);
    }
}

/// The largest distance of anything from the first point, m.
fn extent(positions: &[Vector3<f64>], parts: &Parts) -> f64 {
    let mut largest: f64 = 0.0;
    let first = parts.units.get(1).map_or(Vector3::zeros(), |unit| positions[unit.block]);
    for unit in parts.units.iter().filter(|unit| unit.is_place()) {
        largest = largest.max((positions[unit.block] - first).norm());
    }
    if largest > 0.0 { largest } else { 1.0 }
}
