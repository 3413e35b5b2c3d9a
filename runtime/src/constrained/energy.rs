//! Stored energies and momenta.

use nalgebra::Vector3;

use super::laws;
use super::masses::body_kinetic;
use super::model::ConstrainedModel;
use super::sources::Motion;
use super::units::UnitKind;
use crate::dynamics::Energies;
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
        sum.elastic += laws::energy(&axis.law, coordinates[axis.coordinate]);
    }
    for ball in &model.balls {
        sum.elastic += ball.stored(&ball.axes.map(|axis| motion.position(axis)));
    }
    for load in &model.loads {
        if let Some((line, numbers, true)) = load.spring(values) {
            sum.elastic += numbers.energy(&motion.position(line.vector));
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
