//! A mechanism about a state that stays: stiffness, damping and inertia as sparse matrices, with constraints beside them.
//!
//! ```text
//! M ẍ + C ẋ + K x - G' μ = 0,    -G x - S μ = 0
//! ```
//!
//! `K` is the derivative of all forces, those of the constraints included with what they pull now (the geometric
//! stiffness), `G` are the gradients of the constraints, and `S` the compliances of those that are laws.
//! All three are what Newton's matrix consists of, which is linear in the factors of rates and inertia ([`Scheme`]).

use nalgebra::Matrix3;

use super::super::balance::Wanted;
use super::super::damping::{self, Moving, fill_linear, linear};
use super::super::data::ConstrainedData;
use super::super::jacobian::inertia_diagonal;
use super::super::model::ConstrainedModel;
use super::super::units::cross_matrix;
use super::steady::Rotor;

/// Values in the places of [`super::super::kkt::Structure`].
pub(super) struct Linearized {
    /// With the constraints.
    pub(super) stiffness: Vec<f64>,
    /// Absent where no force follows velocities.
    pub(super) damping: Option<Vec<f64>>,
    pub(super) inertia: Vec<f64>,
    /// Of each unknown that is a displacement, about what resists it, kg or kg m^2; zero for multipliers.
    pub(super) masses: Vec<f64>,
}

impl Linearized {
    /// In `data.state`, with the multipliers that hold it there; rotors turn meanwhile.
    pub(super) fn new(
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        rotors: &[Rotor],
    ) -> Self {
        let mut damping = Vec::new();
        damping::damping(model, data, Moving::AsItDoes, &mut damping);
        let stiffness = data.matrix.clone();
        let mut filled = |inertia: f64| {
            let scheme = linear(0.0, inertia);
            fill_linear(model, data, Moving::AsItDoes, &scheme, Wanted::Accelerations);
            data.matrix.clone()
        };
        let mut inertia = filled(1.0);
        for (value, constraint) in inertia.iter_mut().zip(filled(0.0)) {
            *value -= constraint;
        }
        let masses = inertia_diagonal(model, &data.state.positions);
        for rotor in rotors {
            gyrate(model, rotor, &mut damping);
        }
        let is_damped = damping.iter().any(|value| *value != 0.0);
        Self { stiffness, damping: is_damped.then_some(damping), inertia, masses }
    }

    /// Whether any force follows velocities.
    pub(super) fn is_damped(&self) -> bool {
        self.damping.is_some()
    }
}

/// Turned by `δθ`, a rotor with the momentum `H` has `H + J δθ' + δθ × H` (its inertia is the same about all axes across its
/// own), so that a moment `H × δθ'` less acts on it.
fn gyrate(model: &ConstrainedModel, rotor: &Rotor, damping: &mut [f64]) {
    let body = rotor.body;
    let Some(own) = model.structure.block(body.group, body.group) else { return };
    let moment: Matrix3<f64> = -cross_matrix(&rotor.momentum);
    for i in 0..3 {
        for k in 0..3 {
            damping[own.at(3 + i, 3 + k)] += moment[(i, k)];
        }
    }
}
