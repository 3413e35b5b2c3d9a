//! Where the elements of the graph are, and the state at the start.
//!
//! The start itself is found by the recursive formulation, with loops closed; here it is only
//! written in natural coordinates.

use nalgebra::Vector3;

use super::Parts;
use crate::assembly::Owner;
use crate::constrained::cable::place::PulledBy;
use crate::constrained::data::State;
use crate::constrained::vectors::VectorId;
use crate::constrained::whereabouts::Whereabouts;
use crate::mechanism;

impl Parts {
    /// Strains of dampers so far.
    pub(super) fn crept(&self) -> usize {
        self.creep.iter().map(|own| own.end).max().unwrap_or(0)
    }

    /// By index in the graph; made before units and vectors are handed over to the model.
    pub(super) fn whereabouts(&self) -> Whereabouts {
        let own_block = |&node: &VectorId| {
            let &[part] = &self.vectors.parts[self.vectors.range(node)] else { return None };
            let unit = part.unit as usize;
            matches!(self.unit_owners[unit], Owner::Cable(_)).then_some(self.units[unit].block)
        };
        let block = |&unit: &usize| self.units[unit].block;
        let integrals = self.pieces.iter().map(|pieces| match pieces.first() {
            Some(&PulledBy::Controller(first)) => first..first + pieces.len(),
            Some(
                PulledBy::Link(_) | PulledBy::Segment(_) | PulledBy::Spline(_) | PulledBy::Span(_),
            )
            | None => 0..0,
        });
        Whereabouts {
            bodies: self.unit_of.iter().map(|&unit| self.units[unit].block).collect(),
            slopes: self
                .slopes
                .iter()
                .map(|slopes| slopes.iter().filter_map(own_block).collect())
                .collect(),
            nodes: self.nodes.iter().map(|nodes| nodes.iter().map(own_block).collect()).collect(),
            integrals: integrals.collect(),
            creep: self.creep.clone(),
            sections: self.sections.iter().map(|own| own.iter().map(block).collect()).collect(),
            turns: self.turns.clone(),
            coordinates: self.joint_coordinates.concat(),
        }
    }

    /// Coordinates have the turns that the state says; multipliers get their length when the matrix
    /// is laid out.
    pub(super) fn start(&self, whereabouts: &Whereabouts, from: &mechanism::State) -> State {
        let zeros = vec![Vector3::zeros(); self.blocks];
        let mut state = State {
            time: 0.0,
            positions: zeros.clone(),
            velocities: zeros,
            coordinates: vec![
                0.0;
                self.turns
                    .iter()
                    .map(|own| own.end)
                    .fold(self.coordinates.len(), usize::max)
            ],
            integrals: vec![0.0; self.elements.controlled_segments.len()],
            creep: vec![0.0; self.crept()],
            states: vec![0.0; from.states.len()],
            multipliers: Vec::new(),
            dissipated: 0.0,
            mixed: 0.0,
            work: 0.0,
        };
        whereabouts.import(&self.vectors, &self.coordinates, from, &mut state);
        state
    }
}
