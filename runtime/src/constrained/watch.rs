//! Whether constraints that depend on each other agree, at every instant.
//!
//! A step leaves residuals; where one is wider than rounding, or where no correction closes one, the rows that
//! depend on each other are looked for there, and each is held against what the others imply. To first order
//! that difference, the gap, is the same wherever the mechanism stands: no displacement closes it.
//! Rates are treated alike, with what drives, prescribed motions and equations ask for at the instant itself,
//! so that nothing depends on the step.
//!
//! The names: a row is "open" by its residual at the end of a step, and has a "gap" by what it says
//! beside the rows that it depends on. Only gaps are contradictions; what is open can be closed by
//! the next step.

use nalgebra::Vector3;

use super::data::ConstrainedData;
use super::dependence::{Dependence, Level, fill_at_state};
use super::equations::{Kind, Measure, Tolerances};
use super::known;
use super::model::ConstrainedModel;
use super::velocities::rates;
use crate::signals::Stage;

/// Of residuals of positions, relative to the size of what moves; and of rates, relative to the fastest.
const OPEN: f64 = 1e-9;
/// What rounding may leave of places far away.
const ROUNDING: f64 = 1e3 * f64::EPSILON;

/// Two constraints that no displacement, or no velocity, satisfies together.
/// Told to the user by `trouble.rs`, in paths of elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contradiction {
    /// Of the multiplier of the later one.
    pub(super) unknown: usize,
    /// Of another one; none where nothing that moves can satisfy it.
    pub(super) against: Option<usize>,
    /// What is left open, with its unit where that is known.
    pub(super) amount: f64,
    /// See `amount`.
    pub(super) unit: Option<Measure>,
    /// Of positions or of velocities.
    pub(super) level: Level,
}

/// After a step of `data.step` seconds, with its residuals in `data.right_side`: how wide the widest open
/// constraint is, in multiples of what rounding explains.
pub(super) fn openness(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let mut widest: f64 = 0.0;
    let see = |unknown: usize, tolerance: f64| {
        let ratio = data.right_side[unknown].abs() / tolerance.max(f64::MIN_POSITIVE);
        widest = widest.max(ratio);
    };
    let length = length_tolerance(model, data);
    let mut rate = 0.0;
    if !model.equations.user.is_empty() {
        let fastest = data.balance_velocities.iter().map(|rate| rate.norm()).fold(0.0, f64::max);
        rate = OPEN * fastest + 1e-3 * length / data.step;
    }
    let tolerances = Tolerances { length, angle: OPEN, rate };
    let (vectors, coordinates) = (&model.vectors, &model.coordinates);
    model.equations.tolerances(vectors, coordinates, &data.user, &tolerances, see);
    widest
}

/// Of lengths, in the size of what moves and is driven now, m.
/// A share of the largest distance, and what rounding is at the farthest place.
fn length_tolerance(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let place = |unit: &super::units::Unit| data.end_positions[unit.block];
    let first = model.units.get(1).map_or(Vector3::zeros(), place);
    let (mut size, mut farthest): (f64, f64) = (0.0, 0.0);
    for unit in model.units.iter().filter(|unit| unit.is_place()) {
        size = size.max((place(unit) - first).norm());
        farthest = farthest.max(place(unit).norm());
    }
    for (drive, value) in model.equations.drives.iter().zip(&data.drive_values) {
        if !drive.equation.coordinate.is_angle() {
            size = size.max(value.abs());
        }
    }
    // Of points; directions have arms of length one.
    for (part, arm) in model.vectors.parts.iter().zip(&data.at.end.arms) {
        if part.coefficients[0] != 0.0 {
            size = size.max(arm.norm());
        }
    }
    // Where all of it is one point that nothing has moved yet: what rounding leaves of motions.
    OPEN * size.max(f64::EPSILON * model.extent) + ROUNDING * farthest
}

/// The unknown of the multiplier of a constraint that is open, and by how much; see [`unit_of`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Open {
    /// Of the multiplier.
    pub(super) unknown: usize,
    /// In the unit.
    pub(super) amount: f64,
    /// None where it is not known.
    pub(super) unit: Option<Measure>,
    /// In multiples of what a state may be open by.
    pub(super) ratio: f64,
}

/// Of what steps leave open, in multiples: what a state may be open by where a run goes on from it.
const LEFT_OPEN: f64 = 10.0;

/// The same as a share of sizes.
pub(super) const OF_STATE: f64 = LEFT_OPEN * OPEN;

/// The constraint of positions that the state leaves open most, if it is more than what steps leave. Equations of
/// velocities have their say when those are projected.
pub(super) fn open(model: &ConstrainedModel, data: &mut ConstrainedData) -> Option<Open> {
    fill_at_state(model, data);
    let length = LEFT_OPEN * length_tolerance(model, data);
    let of = Tolerances { length, angle: LEFT_OPEN * OPEN, rate: f64::MAX };
    let mut widest: Option<(f64, usize)> = None;
    let see = |unknown: usize, tolerance: f64| {
        let ratio = data.right_side[unknown].abs() / tolerance.max(f64::MIN_POSITIVE);
        let ratio = if ratio.is_nan() { f64::INFINITY } else { ratio };
        if ratio > widest.map_or(1.0, |(most, _)| most) {
            widest = Some((ratio, unknown));
        }
    };
    model.equations.tolerances(&model.vectors, &model.coordinates, &data.user, &of, see);
    widest.map(|(ratio, unknown)| Open {
        ratio,
        unknown,
        amount: data.right_side[unknown].abs(),
        unit: unit_of(model, unknown),
    })
}

/// Looks for a contradiction in the state, where a step has ended.
pub(super) fn after_step(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
) -> Option<Contradiction> {
    at_state(model, data)
}

/// Looks for what keeps residuals open that no correction closes, where an iteration for the end of a step at
/// `end` (s) has stopped.
pub(super) fn after_iteration(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    end: f64,
) -> Option<Contradiction> {
    if !data.may_depend {
        return None;
    }
    let (start, step) = (data.state.clone(), data.step);
    data.state.time = end;
    data.state.positions.copy_from_slice(&data.end_positions);
    data.state.velocities.copy_from_slice(&data.balance_velocities);
    data.state.coordinates.copy_from_slice(&data.end_coordinates);
    let found = at_state(model, data);
    (data.state, data.step) = (start, step);
    found
}

/// The widest gap of positions, or else of rates.
/// Overwrites the matrix and the right side.
fn at_state(model: &ConstrainedModel, data: &mut ConstrainedData) -> Option<Contradiction> {
    fill_at_state(model, data);
    if let Some(found) = widest(model, data, Level::Position) {
        return Some(found);
    }
    rates_without_unknowns(model, data);
    widest(model, data, Level::Rate)
}

/// The rates of all constraints when only what is known moves become the right side.
fn rates_without_unknowns(model: &ConstrainedModel, data: &mut ConstrainedData) {
    model.mechanism.tape.run(Stage::Time, data.state.time, &mut data.values);
    data.balance_velocities.fill(Vector3::zeros());
    for known in &model.known {
        let motion = known.base.motion(&data.values);
        let first = model.units[known.unit].block;
        data.balance_velocities[first..first + 4].copy_from_slice(&known::velocities(&motion));
    }
    // Signals have been evaluated with the velocities of the state.
    let ConstrainedData { state, balance_velocities, .. } = data;
    std::mem::swap(&mut state.velocities, balance_velocities);
    rates(model, data);
    let ConstrainedData { state, balance_velocities, .. } = data;
    std::mem::swap(&mut state.velocities, balance_velocities);
}

/// `None` where all dependent constraints agree.
fn widest(model: &ConstrainedModel, data: &ConstrainedData, level: Level) -> Option<Contradiction> {
    let found = Dependence::find(model, data, level);
    let residuals: Vec<f64> =
        found.unknowns.iter().map(|&unknown| data.right_side[unknown]).collect();
    let asked = residuals.iter().fold(0.0_f64, |most, rate| rate.abs().max(most));
    let of = match level {
        Level::Position => {
            let length = length_tolerance(model, data);
            Tolerances { length, angle: OPEN, rate: length }
        }
        // What rounding leaves of rates, which are sums of what moves.
        Level::Rate => {
            let fastest = data.state.velocities.iter().map(|own| own.amax()).fold(0.0, f64::max);
            let rate = ROUNDING * fastest;
            Tolerances { length: rate, angle: rate, rate }
        }
    };
    let mut tolerances = vec![of.length; model.structure.unknowns()];
    let see = |unknown: usize, tolerance: f64| tolerances[unknown] = tolerance;
    model.equations.tolerances(&model.vectors, &model.coordinates, &data.user, &of, see);
    let mut widest: Option<(f64, Contradiction)> = None;
    for row in &found.rows {
        let unknown = found.unknowns[row.row];
        let unit = unit_of(model, unknown);
        let tolerance = match level {
            Level::Rate => OPEN * asked + tolerances[unknown],
            Level::Position => tolerances[unknown],
        };
        let gap = row.gap(&residuals);
        if !row.contradicts(&residuals, tolerance) {
            continue;
        }
        // Of those it contradicts, one that someone has written down: an equation or a drive before a joint.
        let partner = row.combination.iter().max_by(|a, b| {
            let key = |&(other, factor): &(usize, f64)| {
                let other = found.unknowns[other];
                (
                    model.owner_of_unknown(other) != model.owner_of_unknown(unknown),
                    kind(model, other),
                    factor.abs(),
                )
            };
            key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let against = partner.map(|&(other, _)| found.unknowns[other]);
        // In the partner's unit where one's own is not known.
        let (amount, unit) = match (unit, partner, against.and_then(|other| unit_of(model, other)))
        {
            (None, Some(&(_, factor)), Some(unit)) => (gap / factor, Some(unit)),
            _ => (gap, unit),
        };
        let ratio = gap.abs() / tolerance.max(f64::MIN_POSITIVE);
        if widest.as_ref().is_none_or(|(most, _)| ratio > *most) {
            let amount = amount.abs();
            widest = Some((ratio, Contradiction { unknown, against, amount, unit, level }));
        }
    }
    widest.map(|(_, found)| found)
}

/// What the multiplier at an unknown belongs to.
pub(super) fn kind(model: &ConstrainedModel, unknown: usize) -> Kind {
    let mut found = Kind::Structure;
    model.equations.kinds(|other, kind| {
        if other == unknown {
            found = kind;
        }
    });
    found
}

/// None for equations of users.
fn unit_of(model: &ConstrainedModel, unknown: usize) -> Option<Measure> {
    model.equations.measure(unknown, &model.vectors)
}
