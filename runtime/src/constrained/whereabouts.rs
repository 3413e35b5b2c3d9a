//! Where the elements of the graph are among blocks and coordinates; from a state in nobody's coordinates, and
//! back to it.
//!
//! Blocks of bodies are four in a row, so one index is enough. A cable's end that is pinned is no
//! node of its own, and what a state says of it is not needed: it follows from the body.

use std::ops::Range;

use nalgebra::{Matrix3, Vector3};

use super::coordinate::Coordinate;
use super::data::State;
use super::model::ConstrainedModel;
use super::units::spin;
use super::vectors::Vectors;
use crate::mechanism::{self, Curve, Ledger, Moving};

/// By their index in the graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Whereabouts {
    /// Of each body: the first of its four blocks.
    pub(super) bodies: Vec<usize>,
    /// Of each cable: the blocks of its nodes from start to end; none where a node is a point of a body.
    pub(super) nodes: Vec<Vec<Option<usize>>>,
    /// Of each cable that is a spline: the blocks of its slopes at these nodes.
    pub(super) slopes: Vec<Vec<usize>>,
    /// Of each cable: its controlled segments.
    pub(super) integrals: Vec<Range<usize>>,
    /// Of each cable: what its visco-elastic branches remember.
    pub(super) creep: Vec<Range<usize>>,
    /// Of each cable that resists being twisted: the first blocks of the bodies that its nodes between the ends are.
    pub(super) sections: Vec<Vec<usize>>,
    /// Of each cable: where its turns are among the coordinates of the state.
    pub(super) turns: Vec<Range<usize>>,
    /// Of each coordinate of all joints: its index among [`ConstrainedModel::coordinates`].
    pub(super) coordinates: Vec<usize>,
}

impl Whereabouts {
    /// A state in natural coordinates; its multipliers are zero.
    /// Bodies whose motion is prescribed are taken as the state has them; the first step moves them
    /// to where they belong.
    pub(super) fn import(
        &self,
        vectors: &Vectors,
        coordinates: &[Coordinate],
        from: &mechanism::State,
        state: &mut State,
    ) {
        state.time = from.time;
        for (&first, body) in self.bodies.iter().zip(&from.bodies) {
            state.positions[first] = body.position;
            state.velocities[first] = body.velocity;
            for axis in 0..3 {
                let director = body.attitude.column(axis).into_owned();
                state.positions[first + 1 + axis] = director;
                state.velocities[first + 1 + axis] = body.angular_velocity.cross(&director);
            }
        }
        for (index, (blocks, curve)) in self.nodes.iter().zip(&from.curves).enumerate() {
            let nodes = curve.positions.iter().zip(&curve.velocities);
            for (block, (position, velocity)) in blocks.iter().zip(nodes) {
                if let Some(block) = *block {
                    state.positions[block] = *position;
                    state.velocities[block] = *velocity;
                }
            }
            debug_assert_eq!(curve.slopes.len(), curve.slope_rates.len());
            let slopes = curve.slopes.iter().zip(&curve.slope_rates);
            for (&block, (slope, rate)) in self.slopes[index].iter().zip(slopes) {
                (state.positions[block], state.velocities[block]) = (*slope, *rate);
            }
            let integrals = self.integrals[index].clone();
            state.integrals[integrals]
                .iter_mut()
                .zip(&curve.integrals)
                .for_each(|(to, x)| *to = *x);
            let creep = state.creep[self.creep[index].clone()].iter_mut();
            let own = curve.creep.iter().chain(&curve.section_creep).chain(&curve.wound);
            creep.zip(own).for_each(|(to, x)| *to = *x);
            let sections = curve.sections.iter().zip(&curve.spins);
            for (&first, (section, spin)) in self.sections[index].iter().zip(sections) {
                for (block, axis) in (first + 1..).zip(section.column_iter()) {
                    state.positions[block] = axis.into_owned();
                    state.velocities[block] = spin.cross(&axis);
                }
            }
            let turns = state.coordinates[self.turns[index].clone()].iter_mut();
            turns.zip(&curve.turns).for_each(|(to, x)| *to = *x);
        }
        for (&index, &known) in self.coordinates.iter().zip(&from.coordinates) {
            let coordinate = &coordinates[index];
            let at = coordinate.vectors.map(|id| vectors.value(id, &state.positions));
            state.coordinates[index] = coordinate.value_at(at, known);
        }
        state.states.copy_from_slice(&from.states);
        state.multipliers.fill(0.0);
        (state.dissipated, state.work) = (from.ledger.dissipated, from.ledger.work);
    }
}

impl ConstrainedModel {
    /// From nobody's coordinates; the state's multipliers become zero.
    pub(super) fn import(&self, from: &mechanism::State, state: &mut State) {
        self.whereabouts.import(&self.vectors, &self.coordinates, from, state);
    }

    /// In nobody's coordinates.
    pub(super) fn export(&self, state: &State) -> mechanism::State {
        let whereabouts = &self.whereabouts;
        let attitude = |first: usize| {
            Matrix3::from_columns(&[1, 2, 3].map(|axis| state.positions[first + axis]))
        };
        let body = |&first: &usize| Moving {
            position: state.positions[first],
            attitude: attitude(first),
            velocity: state.velocities[first],
            angular_velocity: spin(&state.positions, &state.velocities, first),
        };
        let curve = |index: usize| {
            let creep = &state.creep[whereabouts.creep[index].clone()];
            let along = self.mechanism.cables[index].creep().min(creep.len());
            let (creep, rest) = creep.split_at(along);
            let sections = self.mechanism.cables[index].section_creep().min(rest.len());
            let (section_creep, wound) = rest.split_at(sections);
            let nodes = &self.nodes[index];
            let slopes = |blocks: &[Vector3<f64>]| {
                whereabouts.slopes[index].iter().map(|&block| blocks[block]).collect()
            };
            let of = |blocks: &[Vector3<f64>]| {
                nodes.iter().map(|&node| self.vectors.value(node, blocks)).collect()
            };
            Curve {
                positions: of(&state.positions),
                velocities: of(&state.velocities),
                slopes: slopes(&state.positions),
                slope_rates: slopes(&state.velocities),
                integrals: state.integrals[whereabouts.integrals[index].clone()].to_vec(),
                creep: creep.to_vec(),
                section_creep: section_creep.to_vec(),
                wound: wound.to_vec(),
                sections: whereabouts.sections[index]
                    .iter()
                    .map(|&first| attitude(first))
                    .collect(),
                spins: whereabouts.sections[index]
                    .iter()
                    .map(|&first| spin(&state.positions, &state.velocities, first))
                    .collect(),
                turns: state.coordinates[whereabouts.turns[index].clone()].to_vec(),
            }
        };
        mechanism::State {
            time: state.time,
            bodies: whereabouts.bodies.iter().map(body).collect(),
            curves: (0..self.nodes.len()).map(curve).collect(),
            coordinates: whereabouts.coordinates.iter().map(|&i| state.coordinates[i]).collect(),
            states: state.states.clone(),
            ledger: Ledger { dissipated: state.dissipated, work: state.work },
        }
    }
}
