//! The state at the start, from where the recursive formulation has put everything.

use nalgebra::Vector3;

use super::cables::from_start;
use super::{Foundation, Parts};
use crate::constrained::data::State;
use crate::constrained::units::UnitKind;
use crate::constrained::vectors::VectorValues;
use crate::dynamics::{Data, kinematics, prescribe};

impl Parts {
    pub(super) fn start(&self, foundation: &Foundation<'_, '_>) -> State {
        let model = foundation.model;
        let mut data = Data::new(model);
        prescribe(model, &mut data, 0.0);
        kinematics(model, &mut data, &model.start);
        let mut positions = vec![Vector3::zeros(); self.blocks];
        let mut velocities = positions.clone();
        for (&unit, frame) in self.unit_of.iter().zip(foundation.frames) {
            let Some(frame) = frame else { continue };
            let first = self.units[unit].block;
            let (pose, rate) = (frame.pose(&data.tree), frame.velocity(&data.tree));
            positions[first] = pose.position;
            velocities[first] = rate.linear;
            for axis in 0..3 {
                let director = pose.rotation.column(axis).into_owned();
                positions[first + 1 + axis] = director;
                velocities[first + 1 + axis] = rate.angular.cross(&director);
            }
        }
        for (nodes, index) in self.nodes.iter().zip(foundation.cables) {
            let Some(index) = *index else { continue };
            let (cable, found) = (&model.cables[index], &data.cables[index]);
            let at = from_start(cable.reversed, cable.positions(found));
            let moving = from_start(cable.reversed, cable.velocities(found));
            for (node, (position, velocity)) in nodes.iter().zip(at.iter().zip(&moving)) {
                let &[(unit, _)] = node.terms() else { continue };
                if let UnitKind::Node = self.units[unit].kind {
                    positions[self.units[unit].block] = *position;
                    velocities[self.units[unit].block] = *velocity;
                }
            }
        }
        let mut values = VectorValues::new(&self.vectors);
        self.vectors.evaluate(&positions, &mut values);
        let coordinates = self.start_coordinates(foundation, &values);
        State {
            time: 0.0,
            positions,
            velocities,
            coordinates,
            integrals: vec![0.0; self.controlled_segments.len()],
            multipliers: Vec::new(),
            dissipated: 0.0,
            work: 0.0,
        }
    }

    /// Angles as they were written, turns included.
    fn start_coordinates(&self, foundation: &Foundation<'_, '_>, at: &VectorValues) -> Vec<f64> {
        let mut all = vec![0.0; self.coordinates.len()];
        let joints = &foundation.assembly.graph.joints;
        for (indices, joint) in self.joint_coordinates.iter().zip(joints) {
            for (k, &index) in indices.iter().enumerate() {
                let written = joint.start.coordinates.get(k);
                let driven = joint.coordinates.get(k).and_then(|axis| axis.drive);
                let near = match (driven, written) {
                    (Some(drive), _) => foundation.model.values.scalar(drive.value),
                    (None, Some(&node)) => foundation.assembly.scalar(node),
                    (None, None) => 0.0,
                };
                let near = if near.is_finite() { near } else { 0.0 };
                all[index] = self.coordinates[index].value(at, near);
            }
        }
        all
    }
}
