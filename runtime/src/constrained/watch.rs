//! Whether constraints that depend on each other agree, at every instant.
//!
//! A step leaves residuals; where one is wider than rounding, or where no correction closes one, the rows that
//! depend on each other are looked for there, and each is held against what the others imply. To first order
//! that difference, the gap, is the same wherever the mechanism stands: no displacement closes it.
//! Rates are treated alike, with what drives, prescribed motions and equations ask for at the instant itself,
//! so that nothing depends on the step.

use nalgebra::Vector3;

use super::data::ConstrainedData;
use super::dependence::{Dependence, Level, fill_at_state};
use super::known;
use super::model::ConstrainedModel;
use super::sources::Source;
use super::user::UserConstraint;
use super::vectors::VectorId;
use super::velocities::rates;
use crate::signals::Stage;

/// Of residuals of positions, relative to the size of what moves; and of rates, relative to the fastest.
const OPEN: f64 = 1e-9;
/// What rounding may leave of places far away.
const ROUNDING: f64 = 1e3 * f64::EPSILON;

/// Two constraints that no displacement, or no velocity, satisfies together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contradiction {
    /// Of the multiplier of the later one.
    pub(super) unknown: usize,
    /// Of another one; none where nothing that moves can satisfy it.
    pub(super) against: Option<usize>,
    /// What is left open, with its unit where that is known.
    pub(super) amount: f64,
    pub(super) unit: Option<Measure>,
    pub(super) level: Level,
}

/// Of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Metre,
    Radian,
}

/// After a step of `data.step` seconds, with its residuals in `data.right_side`: how wide the widest open
/// constraint is, in multiples of what rounding explains.
pub(super) fn openness(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let mut widest: f64 = 0.0;
    let mut see = |unknown: usize, tolerance: f64| {
        let ratio = data.right_side[unknown].abs() / tolerance.max(f64::MIN_POSITIVE);
        widest = widest.max(ratio);
    };
    let length = length_tolerance(model, data);
    let of = |unit| if unit == Measure::Metre { length } else { OPEN };
    for each in &model.coincidences {
        each.unknowns.iter().for_each(|&unknown| see(unknown, length));
    }
    for each in &model.products {
        see(each.unknown, of(unit_of_product(model, &each.factors)));
    }
    for each in &model.distances {
        see(each.unknown, length);
    }
    for each in &model.drives {
        see(each.unknown, of(unit_of_drive(model, each.coordinate)));
    }
    if model.user.is_empty() {
        return widest;
    }
    let fastest = data.balance_velocities.iter().map(|rate| rate.norm()).fold(0.0, f64::max);
    let rate = OPEN * fastest + 1e-3 * length / data.step;
    for each in &model.user {
        let tolerance = if each.holonomic {
            equation_tolerance(model, data, each, length)
        } else {
            rate * data.user.steepest(each)
        };
        see(each.unknown, tolerance);
    }
    widest
}

/// Of lengths, in the size of what moves and is driven now, m.
fn length_tolerance(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let place = |unit: &super::units::Unit| data.end_positions[unit.block];
    let first = model.units.get(1).map_or(Vector3::zeros(), place);
    let (mut size, mut farthest): (f64, f64) = (0.0, 0.0);
    for unit in &model.units {
        size = size.max((place(unit) - first).norm());
        farthest = farthest.max(place(unit).norm());
    }
    for (drive, value) in model.drives.iter().zip(&data.drive_values) {
        if unit_of_drive(model, drive.coordinate) == Measure::Metre {
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

/// Of an equation between positions, in its own unit: that of lengths and angles times what they mean to it.
fn equation_tolerance(
    model: &ConstrainedModel,
    data: &ConstrainedData,
    equation: &UserConstraint,
    length: f64,
) -> f64 {
    let of = |source: &Source| match *source {
        Source::Coordinate(index) if model.coordinates[index].is_angle() => OPEN,
        Source::Axes(_) => OPEN,
        _ => length,
    };
    let arguments = equation.arguments.iter().zip(data.user.slopes(equation));
    arguments.map(|(argument, slope)| slope.abs() * of(&argument.source)).sum()
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
    model.tape.run(Stage::Time, data.state.time, &mut data.values);
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

fn widest(model: &ConstrainedModel, data: &ConstrainedData, level: Level) -> Option<Contradiction> {
    let found = Dependence::find(model, data, level);
    let residuals: Vec<f64> =
        found.unknowns.iter().map(|&unknown| data.right_side[unknown]).collect();
    let fastest = residuals.iter().fold(0.0_f64, |most, rate| rate.abs().max(most));
    let length = length_tolerance(model, data);
    let mut widest: Option<(f64, Contradiction)> = None;
    for row in &found.rows {
        let unknown = found.unknowns[row.row];
        let unit = unit_of(model, unknown);
        let tolerance = match (level, unit) {
            (Level::Rate, _) => OPEN * fastest,
            (Level::Position, Some(Measure::Metre)) => length,
            (Level::Position, Some(Measure::Radian)) => OPEN,
            (Level::Position, None) => {
                let equation = model.user.iter().find(|each| each.unknown == unknown);
                equation.map_or(length, |each| equation_tolerance(model, data, each, length))
            }
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

/// What a multiplier belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Structure,
    Drive,
    Equation,
}

pub(super) fn kind(model: &ConstrainedModel, unknown: usize) -> Kind {
    if model.user.iter().any(|each| each.unknown == unknown) {
        Kind::Equation
    } else if model.drives.iter().any(|each| each.unknown == unknown) {
        Kind::Drive
    } else {
        Kind::Structure
    }
}

/// None for equations of users.
fn unit_of(model: &ConstrainedModel, unknown: usize) -> Option<Measure> {
    if let Some(each) = model.products.iter().find(|each| each.unknown == unknown) {
        return Some(unit_of_product(model, &each.factors));
    }
    if let Some(each) = model.drives.iter().find(|each| each.unknown == unknown) {
        return Some(unit_of_drive(model, each.coordinate));
    }
    (kind(model, unknown) == Kind::Structure).then_some(Measure::Metre)
}

fn unit_of_drive(model: &ConstrainedModel, coordinate: usize) -> Measure {
    if model.coordinates[coordinate].is_angle() { Measure::Radian } else { Measure::Metre }
}

/// Of two directions, or of a direction and the line between two points.
fn unit_of_product(model: &ConstrainedModel, factors: &[VectorId; 2]) -> Measure {
    let is_line = |factor: VectorId| {
        model.vectors.parts[model.vectors.range(factor)]
            .iter()
            .any(|part| part.coefficients[0] != 0.0)
    };
    if factors.iter().any(|&factor| is_line(factor)) { Measure::Metre } else { Measure::Radian }
}
