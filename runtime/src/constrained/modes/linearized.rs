//! A mechanism about a state that stays: stiffness, damping and inertia as sparse matrices, with constraints beside them.
//!
//! ```text
//! M ẍ + C ẋ + K x - G' μ = 0,    -G x - S μ = 0
//! ```
//!
//! `K` is the derivative of all forces, those of the constraints included with what they pull now (the geometric
//! stiffness), `G` are the gradients of the constraints, and `S` the compliances of those that are laws.
//! All three are what Newton's matrix consists of, which is linear in the factors of rates and inertia ([`Scheme`]).

use nalgebra::{Matrix3, Vector3};

use super::super::balance::{Times, Wanted, evaluate, fill};
use super::super::data::ConstrainedData;
use super::super::jacobian::inertia_diagonal;
use super::super::known;
use super::super::model::ConstrainedModel;
use super::super::scheme::Scheme;
use super::super::units::cross_matrix;
use super::steady::Rotor;
use crate::laws::Relaxation;

/// What rates are multiplied by to tell them from stiffnesses, without rounding; 1/s.
const RATE: f64 = (1_u64 << 40) as f64;

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
        let time = data.state.time;
        let times = Times { end: time, balance: time };
        data.velocity_offsets.copy_from_slice(&data.state.velocities);
        data.acceleration_offsets.fill(Vector3::zeros());
        data.displacements.fill(Vector3::zeros());
        data.multipliers.copy_from_slice(&data.state.multipliers);
        model.vectors.evaluate(&data.state.positions, &mut data.at.start);
        known::displace(model, data, time);
        let mut filled = |rate: f64, inertia: f64, wanted: Wanted| {
            let scheme = linear(rate, inertia);
            evaluate(model, data, &scheme, times);
            fill(model, data, &scheme, wanted);
            data.matrix.clone()
        };
        let mut stiffness = filled(0.0, 0.0, Wanted::Newton);
        let mut damping = filled(RATE, 0.0, Wanted::Newton);
        for (value, still) in damping.iter_mut().zip(&stiffness) {
            *value = (*value - still) / RATE;
        }
        let mut inertia = filled(0.0, 1.0, Wanted::Accelerations);
        for (value, constraint) in inertia.iter_mut().zip(filled(0.0, 0.0, Wanted::Accelerations)) {
            *value -= constraint;
        }
        let masses = inertia_diagonal(model, &data.state.positions);
        for rotor in rotors {
            gyrate(model, rotor, &mut damping);
        }
        hold_rates(model, &mut stiffness, &mut damping);
        let is_damped = damping.iter().any(|value| *value != 0.0);
        Self { stiffness, damping: is_damped.then_some(damping), inertia, masses }
    }

    /// Whether any force follows velocities.
    pub(super) fn is_damped(&self) -> bool {
        self.damping.is_some()
    }
}

/// Derivatives at an instant, with these factors of velocities and accelerations.
fn linear(rate: f64, inertia: f64) -> Scheme {
    Scheme {
        discrete: false,
        balance: 1.0,
        rate,
        inertia,
        spins: false,
        compliance: 0.0,
        state_weight: 0.0,
        relaxation: Relaxation::Held,
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

/// Constraints on velocities hold for displacements of a motion that goes to and fro.
fn hold_rates(model: &ConstrainedModel, stiffness: &mut [f64], damping: &mut [f64]) {
    if model.equations.user.iter().all(|constraint| constraint.holonomic) {
        return;
    }
    let mut is_multiplier = vec![false; model.structure.unknowns()];
    model.multipliers.iter().for_each(|&(_, unknown, _)| is_multiplier[unknown] = true);
    for (place, (row, _)) in model.structure.entries().into_iter().enumerate() {
        if is_multiplier[row as usize] {
            stiffness[place] += damping[place];
            damping[place] = 0.0;
        }
    }
}
