//! Stored energies and momenta.
//!
//! Weights have their zero at the world's origin, springs at their rest. Kinetic energy is that of
//! bodies, links and nodes that move by the equations, and of the fluid that moves with cables;
//! prescribed bodies have none.

use nalgebra::Vector3;

use super::elements::Stored;
use super::elements::mass::body_kinetic;
use super::model::ConstrainedModel;
use super::sources::Motion;
use super::units::UnitKind;
use crate::laws::Layers;
use crate::mechanism::Energies;
use crate::signals::Values;

/// Kinetic, gravity and elastic, J; the ledger's other parts are zero.
/// `values` tells where the water's surface is and what numbers of loads are now.
pub(super) fn energies(
    model: &ConstrainedModel,
    values: &Values,
    motion: &Motion<'_>,
    coordinates: &[f64],
    creep: &[f64],
) -> Energies {
    let mut sum = Energies { kinetic: kinetic(model, motion), ..Energies::default() };
    for (weight, position) in model.weights.iter().zip(motion.positions) {
        sum.gravity -= weight.dot(position);
    }
    let layers = crate::mechanism::surroundings(&model.mechanism.fluids, values).layers();
    sum.kinetic += added_kinetic(model, &layers, motion);
    model.elements.add_stored(&Stored { motion, coordinates, creep, values, layers }, &mut sum);
    sum
}

/// Of everything that moves freely, J.
pub(super) fn kinetic(model: &ConstrainedModel, motion: &Motion<'_>) -> f64 {
    let mut sum = 0.0;
    for unit in &model.units {
        if let (UnitKind::Body { inertia }, Some(_)) = (&unit.kind, unit.group) {
            sum += body_kinetic(inertia, unit.block, motion.velocities);
        }
    }
    model.elements.add_kinetic(motion, &mut sum);
    sum
}

/// Of the fluid that moves with cables, J.
pub(super) fn added_kinetic(model: &ConstrainedModel, layers: &Layers, motion: &Motion<'_>) -> f64 {
    let mut sum = 0.0;
    model.elements.add_carried_kinetic(motion, layers, &mut sum);
    sum
}

/// Linear momentum, and angular momentum about the world's origin, of everything that moves freely.
/// kg m/s and kg m^2/s. The fluid around cables has no part in it.
pub(super) fn momentum(
    model: &ConstrainedModel,
    motion: &Motion<'_>,
) -> (Vector3<f64>, Vector3<f64>) {
    let (mut linear, mut angular) = (Vector3::zeros(), Vector3::zeros());
    for unit in &model.units {
        let (UnitKind::Body { inertia }, Some(_)) = (&unit.kind, unit.group) else { continue };
        if !unit.in_space {
            continue;
        }
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
    model.elements.add_momentum(motion, &mut linear, &mut angular);
    (linear, angular)
}
