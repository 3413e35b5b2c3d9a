//! Whether a state of rest falls, by what its softest motions strain: for very many pieces, where signs of pivots and quotients of the matrix are those of rounding.

use std::sync::atomic::AtomicBool;

use super::super::data::ConstrainedData;
use super::super::equilibrium::forces_left;
use super::super::model::ConstrainedModel;
use super::super::scheme::Scheme;
use super::linearized::Linearized;
use super::operator::Operator;
use super::undamped;
use super::{MISSHAPEN, undamped_shapes, usual};

/// Motions that are looked at, as a state may fall to two sides, or beside what is free.
const LOOKED_AT: usize = 4;

/// What strains tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::constrained) enum ByStrains {
    /// None of the softest falls.
    Stands,
    /// In the direction `data.correction`; how steeply, 1/s^2.
    Falls(f64),
    /// They are not found, or satisfy their equations badly.
    Untold,
}

/// Of the state of `data`, whose residuals and matrix are lost.
pub(in crate::constrained) fn falls_by_strains(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    cancel: &AtomicBool,
) -> ByStrains {
    let left = forces_left(model, data, &Scheme::rest(0.0, 0.0, false));
    let noise = left.size * model.units.len() as f64 / model.extent;
    let linear = Linearized::new(model, data, &[]);
    let usual = usual(model, &linear, left.largest);
    let mut operator = Operator::new(model, data, &linear);
    let how_many = (LOOKED_AT, usize::MAX);
    let Ok(lowest) = undamped::lowest(&mut operator, how_many, (usual, noise), cancel) else {
        return ByStrains::Untold;
    };
    let shapes = undamped_shapes(&mut operator, &lowest);
    let is_known = |residual: f64| residual < MISSHAPEN;
    let falling = shapes.iter().find(|own| own.value.re > 0.0 && is_known(own.residual));
    if let Some(shape) = falling {
        data.correction.copy_from_slice(&shape.vector[0]);
        model.multipliers.iter().for_each(|&(_, unknown, _)| data.correction[unknown] = 0.0);
        return ByStrains::Falls(shape.value.re * shape.value.re);
    }
    let free_or_known = |own: &super::Shape| own.value.norm() == 0.0 || is_known(own.residual);
    if shapes.iter().all(free_or_known) { ByStrains::Stands } else { ByStrains::Untold }
}
