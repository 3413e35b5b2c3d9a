//! Why an implicit step has no end, in words.
//!
//! A [`Stuck`] names unknowns and groups, a [`Fault`] elements of the model: this is the way from
//! one to the other. What signals made infinite is named first, as all else follows from it, then a
//! cable that is held straight, then what the solver met.

use cdl_graph::Latch;
use nalgebra::{Matrix4, Vector3};

use super::cable::payout::PaidOut;
use super::data::ConstrainedData;
use super::dependence::Level;
use super::equations::{Kind, Measure};
use super::equilibrium::Rest;
use super::known;
use super::latches::Unmet;
use super::model::ConstrainedModel;
use super::newton::Stuck;
use super::too_fast::hauled_in;
use super::units::UnitKind;
use super::vectors::VectorId;
use super::watch::{self, Contradiction, Open};
use crate::assembly::Owner;
use crate::events;
use crate::fault::{Fault, FaultKind, apart, parted};
use crate::mechanism::Unfit;

/// A constraint that a state leaves open, from which a run was to go on.
pub(super) fn aside(model: &ConstrainedModel, open: &Open) -> Unfit {
    let kind = watch::kind(model, open.unknown);
    let unit = match (kind, open.unit) {
        (Kind::Equation, _) | (_, None) => "",
        (_, Some(Measure::Metre)) => "m",
        (_, Some(Measure::Radian)) => "rad",
    };
    let what = match kind {
        Kind::Structure => "the constraint",
        Kind::Drive => "the driven coordinate",
        Kind::Equation => "the equation",
    };
    let element = model.mechanism.paths.of(model.owner_of_unknown(open.unknown)).to_owned();
    Unfit::Aside { element, what: what.to_owned(), amount: open.amount, unit }
}

/// A connection that an event could not close.
pub(super) fn not_met(model: &ConstrainedModel, time: f64, unmet: &Unmet) -> Fault {
    let paths = &model.mechanism.paths;
    match unmet {
        Unmet::Apart(found) => apart(&model.mechanism, time, found),
        Unmet::Parted(owner) => parted(paths, time, *owner),
        Unmet::Singular => {
            let why =
                "what is closed here holds what is held already, or nothing that moves".to_owned();
            Fault::new(paths, FaultKind::SingularPosition, time, Owner::Experiment, "impact", why)
        }
    }
}

/// Names the culprit of a step that should have ended at `time`.
/// `data` is where the solver stopped; it is not used for the run afterwards.
pub(super) fn fault(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    time: f64,
    stuck: &Stuck,
) -> Fault {
    let paths = &model.mechanism.paths;
    if let Some(bad) = model.mechanism.first_bad_use(&data.values) {
        return Fault::not_finite(paths, time, bad);
    }
    if let Some(fault) = little_left(model, data, time) {
        return fault;
    }
    if let Some(fault) = held_straight(model, data, time) {
        return fault;
    }
    if let Stuck::NoConvergence { .. } | Stuck::TooShort { .. } = stuck
        && let Some(fault) = stretched_out(model, data, time)
    {
        return fault;
    }
    let mut arc_length = None;
    let (kind, owner, term, why) = match *stuck {
        Stuck::Contradiction(found) => (
            FaultKind::LoopOpen,
            model.owner_of_unknown(found.unknown),
            match watch::kind(model, found.unknown) {
                Kind::Structure => "closing constraint",
                Kind::Drive => "drive",
                Kind::Equation => "constraint",
            },
            contradiction(model, &found),
        ),
        Stuck::Singular { group } => (
            FaultKind::SingularPosition,
            model.owner_of_group(group),
            "position",
            match without_inertia(model) {
                Some(text) => text,
                None => "the mechanism is in a singular position: it can move on in more than one way, or its \
                         parts have no inertia in some direction; a little inertia, friction or another start may help"
                    .to_owned(),
            },
        ),
        Stuck::NoConvergence { unknown, finite: true } => (
            FaultKind::NoConvergence,
            model.owner_of_unknown(unknown),
            "motion",
            format!(
                "the step's end was not found, not even for a part of {:.3e} s: Newton's corrections do not get \
                 smaller; it may be near a singular position, or at the end of what cables and stops allow",
                data.step
            ),
        ),
        Stuck::TurnsTooFar { unknown, angle } => (
            FaultKind::NoConvergence,
            model.owner_of_unknown(unknown),
            "turning",
            format!(
                "it turns by {:.0} degrees in {:.3e} s, the shortest part of a step: too far to be followed; its \
                 inertia may be too small for what turns it, or something drives it without bound",
                angle.to_degrees(),
                data.step
            ),
        ),
        Stuck::NoConvergence { unknown, finite: false } => (
            FaultKind::NotFinite,
            model.owner_of_unknown(unknown),
            "motion",
            "it has left the range of numbers, as in a motion that grows without bound; a shorter step \
             may help"
                .to_owned(),
        ),
        Stuck::State { index } => (
            FaultKind::NoConvergence,
            Owner::State(index),
            "rate",
            format!(
                "its value at the end of the step was not found, not even for a part of {:.3e} s; a rate that jumps \
                 or grows without bound may have none",
                data.step
            ),
        ),
        Stuck::TooShort { step } => (
            FaultKind::StepTooShort,
            Owner::Experiment,
            "step",
            format!(
                "to follow the tolerance the step would have to be shorter than {step:.3e} s; a larger \
                 tolerance or fixed steps may help, or a singular position is near"
            ),
        ),
        Stuck::Restless { unknown, left, largest, far } => (
            FaultKind::NoRest,
            {
                let (owner, at) = place(model, unknown);
                arc_length = at;
                owner
            },
            "equilibrium",
            if far {
                let stops = match events::has_stops(&model.mechanism) {
                    true => "; hard stops are not seen by the search",
                    false => "",
                };
                format!(
                    "there is no state of rest: nothing holds it, so it moves away for ever; a joint, a cable or \
                     a spring that holds it may be missing{stops}{}",
                    let_go(model, data)
                )
            } else {
                format!(
                    "no state of rest was found: forces of {} N are left over{}; something may turn or move on for \
                     ever, as under a torque that nothing resists, or the start is too far away{}",
                    rounded(left),
                    match left < largest {
                        true => format!(", and the largest that act are {} N", rounded(largest)),
                        // Moments are measured by the extent, and can seem larger than all forces.
                        false => String::new(),
                    },
                    let_go(model, data)
                )
            },
        ),
        Stuck::Start => (
            FaultKind::SingularPosition,
            Owner::Experiment,
            "start",
            match without_inertia(model) {
                Some(text) => format!("the accelerations at the start are not determined: {text}"),
                None => "the accelerations at the start are not determined: the mechanism starts in a singular \
                         position"
                    .to_owned(),
            },
        ),
    };
    let partners = match *stuck {
        Stuck::Contradiction(found) => found.against.map(|own| model.owner_of_unknown(own)),
        _ => None,
    };
    let fault = Fault { arc_length, ..Fault::new(paths, kind, time, owner, term, why) };
    fault.with(partners.into_iter().collect())
}

/// What would hold a coordinate in a run, but not while a state of rest is looked for, in words that follow others.
fn let_go(model: &ConstrainedModel, data: &ConstrainedData) -> String {
    let mut latches = model.mechanism.graph.latches.iter();
    let is_let_go =
        |own: &&Latch| own.tears.is_some() && data.state.states[own.state.index()] == 0.0;
    let Some(latch) = latches.find(is_let_go) else { return String::new() };
    let path = &latch.path;
    if latch.holds_coordinates() {
        format!(
            "; the `stiction` of `{path}` holds nothing while a state of rest is looked for, but `locked = true` does"
        )
    } else {
        format!(
            "; the motor of `{path}` holds nothing here, as its command is not zero at the start and is not led there by an `acceleration`, or its `effort` is zero"
        )
    }
}

/// Where a body is a mere point, which nothing keeps from turning at once: what to do about it.
fn without_inertia(model: &ConstrainedModel) -> Option<String> {
    let is_point =
        |inertia: &Matrix4<f64>| (1..4).all(|i| inertia.row(i).iter().all(|own| *own == 0.0));
    model.units.iter().find_map(|unit| match (&unit.kind, unit.group) {
        (UnitKind::Body { inertia }, Some(group)) if is_point(inertia) => {
            let path = model.mechanism.paths.of(model.owner_of_group(group));
            Some(format!(
                "`{path}` has no inertia in some direction in which it can turn; give it a `shape` or an `inertia`"
            ))
        }
        _ => None,
    })
}

/// Whose an unknown is, and of a node of a cable the arc length from its start, m.
fn place(model: &ConstrainedModel, unknown: usize) -> (Owner, Option<f64>) {
    let owner = model.owner_of_unknown(unknown);
    let Owner::Cable(index) = owner else { return (owner, None) };
    let of_unknown = |id: VectorId| {
        model.vectors.parts[model.vectors.range(id)].iter().any(|part| {
            let first = model.units[part.unit as usize].first_unknown(&model.structure);
            first.is_some_and(|first| (first..first + 3).contains(&unknown))
        })
    };
    let node = model.nodes[index].iter().position(|&node| of_unknown(node));
    (owner, node.map(|node| model.mechanism.cables[index].links().arc_lengths()[node]))
}

/// What rounding leaves over in an equilibrium whose tolerance asks for less.
/// A note of the report, as the equilibrium is as good as it can be.
pub(super) fn left_over(model: &ConstrainedModel, rest: &Rest, tolerance: f64) -> String {
    let (owner, at) = place(model, rest.unknown);
    let at = at.map_or(String::new(), |at| format!(", {} m from its start", rounded(at)));
    format!(
        "{} N are left over at `{}`{at}, which is rounding: the tolerance asks for {} N, but forces cannot be told \
         from zero so finely there",
        rounded(rest.left),
        model.mechanism.paths.of(owner),
        rounded(tolerance * rest.largest)
    )
}

/// To three digits, for a message.
/// For N and m in messages.
fn rounded(value: f64) -> String {
    let text = format!("{value:.2e}");
    match text.parse::<f64>() {
        Ok(value) if (1e-3..1e6).contains(&value.abs()) || value == 0.0 => value.to_string(),
        Ok(_) | Err(_) => text,
    }
}

/// Links straighter than this, relative to their length, carry nothing across.
const STRAIGHT: f64 = 1e-12;

/// Of a length: closer to straight, nothing but pulling is left for a motion.
const NEARLY_STRAIGHT: f64 = 1e-5;

/// Of a length in a second: ends that part more slowly are only moved by rounding.
const PARTING: f64 = 1e-6;

/// Of a rope's length at the start: less than this is nothing.
const NOTHING: f64 = 1e-3;

/// The free length of a rope that goes through an end at the start of the step and, if it goes on as it does, at `time`; m.
fn free_length(
    model: &ConstrainedModel,
    data: &ConstrainedData,
    rope: &PaidOut,
    time: f64,
) -> [f64; 2] {
    let [length, rate] = [&data.state.positions, &data.state.velocities]
        .map(|blocks| rope.length(&model.vectors, blocks));
    [length, length + rate * (time - data.state.time)]
}

/// A rope of which winches and sheaves have left nearly nothing.
fn little_left(model: &ConstrainedModel, data: &ConstrainedData, time: f64) -> Option<Fault> {
    let rope = model.paid_out.iter().find(|rope| {
        let [length, next] = free_length(model, data, rope, time);
        next <= 0.0 || length < NOTHING * rope.payout.reference
    })?;
    let [length, _] = free_length(model, data, rope, time);
    Some(hauled_in(model, rope.cable, length, time))
}

/// A cable that cannot stretch.
struct Chain {
    /// Of the cable in the graph.
    index: usize,
    /// Their places.
    ends: [VectorId; 2],
    /// m
    length: f64,
}

/// As long as they are at `time`.
fn chains<'a>(
    model: &'a ConstrainedModel,
    data: &'a ConstrainedData,
    time: f64,
) -> impl Iterator<Item = Chain> + 'a {
    let length = move |index: usize, length: f64| {
        let rope = model.paid_out.iter().find(|rope| rope.cable == index);
        rope.map_or(length, |rope| free_length(model, data, rope, time)[1])
    };
    let cables = model.mechanism.cables.iter().zip(&model.nodes).enumerate();
    cables.filter_map(move |(index, (cable, nodes))| match cable.axial() {
        None => Some(Chain {
            index,
            ends: [*nodes.first()?, *nodes.last()?],
            length: length(index, cable.links().length()),
        }),
        Some(_) => None,
    })
}

/// A cable of rigid links between two ends that are held, as far apart at `time` as it is long, or farther.
/// Uses the displacements of `data` for where the ends are at `time`.
fn held_straight(model: &ConstrainedModel, data: &mut ConstrainedData, time: f64) -> Option<Fault> {
    data.displacements.fill(Vector3::zeros());
    known::displace(model, data, time);
    let place = |id: VectorId| {
        let moved = model.vectors.value(id, &data.displacements);
        let still = model.vectors.value(id, &data.state.positions);
        still + moved
    };
    let data = &*data;
    chains(model, data, time).find_map(|Chain { index, ends, length }| {
        let held = model.mechanism.is_held_by_both_ends(index);
        let distance = (place(ends[1]) - place(ends[0])).norm();
        if !held || distance < length * (1.0 - STRAIGHT) {
            return None;
        }
        let [first, last] = ends.map(|end| model.vectors.value(end, &data.state.positions));
        let part = distance - (last - first).norm();
        if distance > length * (1.0 + STRAIGHT) || part > STRAIGHT * length {
            let movers = model.mechanism.movers(index);
            return Some(model.mechanism.pulled(index, time, (distance, length), &movers));
        }
        let why = model.mechanism.held_straight(index, distance);
        let (paths, kind) = (&model.mechanism.paths, FaultKind::SingularPosition);
        Some(Fault::new(paths, kind, time, Owner::Cable(index), "tension", why))
    })
}

/// A cable of rigid links whose ends are as far apart as it is long where the step began and still part, so what moves them cannot go
/// on. One that only hangs is as straight, but its ends do not part.
fn stretched_out(model: &ConstrainedModel, data: &ConstrainedData, time: f64) -> Option<Fault> {
    let between = |ends: [VectorId; 2], blocks: &[Vector3<f64>]| {
        let [first, last] = ends.map(|end| model.vectors.value(end, blocks));
        last - first
    };
    chains(model, data, time).find_map(|Chain { index, ends, length }| {
        let line = between(ends, &data.state.positions);
        let distance = line.norm();
        let parts = line.dot(&between(ends, &data.state.velocities)) / distance;
        let links = model.mechanism.cables[index].links().count();
        let is_one = links > 1
            && distance > length * (1.0 - NEARLY_STRAIGHT)
            && parts > PARTING * length;
        is_one.then(|| {
            let why = format!(
                "its ends are {distance:.4} m apart, as far as it is long ({length:.4} m), and what moves them pulls on: \
                 let it be longer, or something give way"
            );
            let (paths, owner) = (&model.mechanism.paths, Owner::Cable(index));
            Fault::new(paths, FaultKind::NoConvergence, time, owner, "length", why)
        })
    })
}

/// What two constraints ask for together, and by how much they differ.
/// Amounts are gaps to first order, in the unit of the first constraint.
fn contradiction(model: &ConstrainedModel, found: &Contradiction) -> String {
    let amount = match (found.unit, found.level) {
        (Some(Measure::Metre), Level::Position) => format!("{:.3e} m", found.amount),
        (Some(Measure::Radian), Level::Position) => format!("{:.3e} rad", found.amount),
        (Some(Measure::Metre), Level::Rate) => format!("{:.3e} m/s", found.amount),
        (Some(Measure::Radian), Level::Rate) => format!("{:.3e} rad/s", found.amount),
        (None, level) => {
            let unit = match model.owner_of_unknown(found.unknown) {
                Owner::Constraint(index) => {
                    model.mechanism.graph.constraints[index].unit(level == Level::Rate)
                }
                _ => "",
            };
            format!("{:.3e} {unit}", found.amount).trim_end().to_owned()
        }
    };
    let Some(against) = found.against else {
        return format!(
            "it cannot be satisfied, {amount} are left: nothing that it reads can move"
        );
    };
    let path = model.mechanism.paths.of(model.owner_of_unknown(against));
    let other = match watch::kind(model, against) {
        Kind::Drive => format!("the drive of `{path}`"),
        Kind::Structure | Kind::Equation => format!("`{path}`"),
    };
    match found.level {
        Level::Position => format!(
            "it and {other} contradict each other, {amount} are left: nothing that moves can satisfy both"
        ),
        Level::Rate => format!(
            "it and {other} contradict each other, they ask for rates that differ by {amount}: nothing that \
             moves can satisfy both"
        ),
    }
}
