//! Whether a step follows the branch of what constraints allow on which it began.
//!
//! Close by a singular position branches lie close to each other: where a crank is nearly as long as its rod, the slider may
//! turn back at the crank's pivot or go through it. The end of a step that is longer than the way between them may lie on the other
//! one, with every constraint closed and every energy right.
//!
//! On a branch gradients `G` of the constraints never depend on each other. So while a step follows it and `G` turns by less
//! than a right angle, `det(G₁ M⁻¹ G₀ᵀ)`, of gradients at its end and where it began, has the sign of `det(G₁ M⁻¹ G₁ᵀ)`; across
//! a singular position one direction in it has turned round. Both are determinants of a step's matrix, of which the rows are
//! gradients at its end and the columns those in its balance, wherever that is taken. One costs as much as a correction, so it
//! is asked for only where a pivot says that something may be singular within the step's reach.

use crate::assembly::Owner;
use crate::constrained::balance::{Times, Wanted, evaluate, fill};
use crate::constrained::data::ConstrainedData;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::refined;
use crate::constrained::scheme::Scheme;

/// Pivots are about the square of how far a singular position is, in angles: in multiples of the square of what a step turns by.
const REACH: f64 = 10.0;
/// The same where the motion may turn sharply, and from where on it may however short the step is.
const SIGHT: f64 = 100.0;
const NEAR: f64 = 0.03;
/// Pivots below this are what compliances of constraints have left: the position is singular.
const SINGULAR: f64 = 1e-7;

/// What of the loops that a model closes is nearest to being singular.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::constrained) struct Weakest {
    /// The group of what closes a loop.
    pub(in crate::constrained) group: usize,
    /// Of the terms of its weakest pivot: what is left. About the smallest eigenvalue of `G M⁻¹ Gᵀ` beside its diagonal.
    pub(in crate::constrained) share: f64,
    /// Whether a singular position may be so near that a motion by it turns sharply in the step.
    pub(in crate::constrained) is_near: bool,
    /// Whether one may be within reach of the step.
    pub(in crate::constrained) is_within_reach: bool,
}

/// What closes loops of bodies: joints and equations of users. Ropes in loops have many ways on, none of which is far from the next.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Closures {
    /// Of every unknown: whether it is the multiplier of such a one, in a group of multipliers alone.
    unknowns: Vec<bool>,
    /// How many of them say what others say.
    pub(in crate::constrained) dependent: usize,
    /// Memory for one of each.
    shares: Vec<(f64, usize)>,
}

impl Closures {
    /// Of a model; as if none depended on others.
    pub(in crate::constrained) fn new(model: &ConstrainedModel) -> Self {
        let mut unknowns = vec![false; model.structure.unknowns()];
        for &(owner, unknown, _) in &model.multipliers {
            unknowns[unknown] = matches!(owner, Owner::Joint(_) | Owner::Constraint(_));
        }
        for (index, group) in model.structure.groups().iter().enumerate() {
            let first = model.structure.offset(index);
            let own = &mut unknowns[first..first + group.displacements + group.multipliers];
            if group.displacements > 0 || own.contains(&false) {
                own.fill(false);
            }
        }
        let shares = Vec::with_capacity(unknowns.iter().filter(|&&own| own).count());
        Self { unknowns, dependent: 0, shares }
    }

    /// Whether there is none.
    pub(in crate::constrained) fn is_empty(&self) -> bool {
        self.shares.capacity() == 0
    }

    /// Whether the multiplier at an unknown is one of theirs.
    pub(in crate::constrained) fn has(&self, unknown: usize) -> bool {
        self.unknowns[unknown]
    }
}

/// By the matrix of the last correction of a step whose end has been found. None where there are no loops of bodies, or pivots cannot be told.
pub(in crate::constrained) fn weakest(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
) -> Option<Weakest> {
    if data.closures.is_empty() {
        return None;
    }
    let ConstrainedData { factorization, closures, .. } = data;
    let Closures { unknowns, dependent, shares } = closures;
    let pivots = factorization.eliminated()?;
    let mut found = pivots.weakest_pivot(&model.structure, unknowns, *dependent, shares)?;
    // What depends on others where a run begins in a singular position does so no more behind it.
    let still = shares[..*dependent].iter().filter(|own| own.0 < SINGULAR).count();
    if still < *dependent {
        *dependent = still;
        found = pivots.weakest_pivot(&model.structure, unknowns, still, shares)?;
    }
    let (share, group) = found;
    let places = model.units.iter().filter(|unit| unit.is_place());
    let moved = places.map(|unit| data.displacements[unit.block].amax()).fold(0.0, f64::max);
    let reach = data.turn.max(data.link_turn).max(moved / model.extent);
    let is_near = share < (SIGHT * reach * reach).max(NEAR);
    let is_within_reach = share < (REACH * reach * reach).max(SINGULAR);
    Some(Weakest { group, share, is_near, is_within_reach })
}

/// Whether the end that has been found lies across a singular position from where the step began. False where signs cannot be told.
/// `usual` is the sign along a branch, as it was found last: looked at again before anything is said. Everything is left evaluated for another purpose.
pub(in crate::constrained) fn is_left(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    times: Times,
    usual: &mut Option<bool>,
) -> bool {
    let across = is_negative(model, data, 0.0, times);
    if across.is_none() || across == *usual {
        return false;
    }
    *usual = is_negative(model, data, 1.0, times);
    usual.is_some() && across != *usual
}

/// Of the determinant with gradients at the end for rows, and for columns those between the beginning (0) and the end (1).
fn is_negative(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    balance: f64,
    times: Times,
) -> Option<bool> {
    let scheme = Scheme { balance, ..Scheme::instant() };
    evaluate(model, data, &scheme, times);
    fill(model, data, &scheme, Wanted::Accelerations);
    refined::factor(model, data, &scheme).ok()?;
    data.factorization.eliminated().map(|own| own.is_negative(&model.structure))
}
