//! Stored energies and momenta.

use nalgebra::Vector3;

use super::cable_fluid::PieceInFluid;
use super::masses::body_kinetic;
use super::model::ConstrainedModel;
use super::sources::Motion;
use super::units::UnitKind;
use crate::laws::Layers;
use crate::mechanism::Energies;
use crate::signals::Values;

/// Kinetic, gravity and elastic, J; the ledger's other parts are zero.
pub(super) fn energies(
    model: &ConstrainedModel,
    values: &Values,
    motion: &Motion<'_>,
    coordinates: &[f64],
) -> Energies {
    let mut sum = Energies { kinetic: kinetic(model, motion.velocities), ..Energies::default() };
    for (weight, position) in model.weights.iter().zip(motion.positions) {
        sum.gravity -= weight.dot(position);
    }
    for axis in &model.axes {
        sum.elastic += axis.law.energy(coordinates[axis.coordinate]);
    }
    for ball in &model.balls {
        sum.elastic += ball.stored(&ball.axes.map(|axis| motion.position(axis)));
    }
    for segment in &model.controlled_segments {
        sum.elastic += segment.energy(&motion.position(segment.line.vector));
    }
    for joint in &model.bent_joints {
        sum.elastic += joint.energy(joint.lines.map(|line| motion.position(line)));
    }
    if !model.pieces_in_fluid.is_empty() {
        let layers = crate::mechanism::surroundings(&model.fluids, values).layers();
        sum.kinetic += added_kinetic(model, &layers, motion);
        for piece in &model.pieces_in_fluid {
            let ends = piece.ends.map(|end| motion.position(end));
            sum.gravity += piece.potential(ends, &layers);
        }
    }
    for load in &model.loads {
        if let Some((line, spring, true)) = load.spring(values) {
            sum.elastic += spring.energy(motion.position(line.vector).norm());
        }
    }
    sum
}

/// Of everything that moves freely, J.
pub(super) fn kinetic(model: &ConstrainedModel, velocities: &[Vector3<f64>]) -> f64 {
    let mut sum = 0.0;
    for unit in &model.units {
        if let (UnitKind::Body { inertia }, Some(_)) = (&unit.kind, unit.group) {
            sum += body_kinetic(inertia, unit.block, velocities);
        }
    }
    for link in &model.link_masses {
        sum += link.kinetic(&model.vectors, velocities);
    }
    sum
}

/// Of the fluid that moves with cables, J.
pub(super) fn added_kinetic(model: &ConstrainedModel, layers: &Layers, motion: &Motion<'_>) -> f64 {
    let of_piece = |piece: &PieceInFluid| {
        let ends = piece.ends.map(|end| motion.position(end));
        piece.kinetic(ends, piece.ends.map(|end| motion.velocity(end)), layers)
    };
    model.pieces_in_fluid.iter().map(of_piece).sum()
}

/// Linear momentum, and angular momentum about the world's origin, of everything that moves freely.
pub(super) fn momentum(
    model: &ConstrainedModel,
    motion: &Motion<'_>,
) -> (Vector3<f64>, Vector3<f64>) {
    let (mut linear, mut angular) = (Vector3::zeros(), Vector3::zeros());
    for unit in &model.units {
        let (UnitKind::Body { inertia }, Some(_)) = (&unit.kind, unit.group) else { continue };
        for i in 0..4 {
            for j in 0..4 {
                let velocity = motion.velocities[unit.block + j] * inertia[(i, j)];
                if i == 0 {
                    linear += velocity;
                }
                angular += motion.positions[unit.block + i].cross(&velocity);
            }
        }
    }
    for link in &model.link_masses {
        let [a, b] = link.ends.map(|end| motion.velocity(end));
        let [p, q] = link.ends.map(|end| motion.position(end));
        let (first, second) = (a * link.own + b * link.shared, a * link.shared + b * link.own);
        linear += first + second;
        angular += p.cross(&first) + q.cross(&second);
    }
    (linear, angular)
}
