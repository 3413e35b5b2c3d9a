//! Impacts of one instant, all together: on stops that are run into, and by what events connect.
//!
//! Stops that something rests on, or that are touched, take part where the impulses reach them. What holds by a limited
//! effort, such as friction or a motor, gives way to an impulse, however well it holds; and where an impulse turns what it moves, it
//! decides anew what it does.

use cdl_graph::{Held, JointKind, Latch, Tears};
use nalgebra::DMatrix;

use super::list::{LatchingOf, StopOf};
use crate::analyses::{Answer, Formulation, Impact};
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::{Contact, Gap, Mechanism, Struck, strike};
use crate::results::rounded;

/// What would meet within this share of a step meets at one instant.
const AT_ONCE: f64 = 1e-10;
/// Beyond what is struck, in multiples of how far that is in: instants are found only so well.
const TOUCHES: f64 = 4.0;
/// A rate that changes by less, beside the largest change, does not change.
const UNCHANGED: f64 = 1e-12;
/// Beyond its stop something may begin by so much of its size, m, or rad.
const BEGINS: f64 = 1e-9;
/// Of the distance from the origin.
const ROUNDING: f64 = 1e-13;
/// Of the speed at which a motion rests: what is slower has not left its stop.
const SLOW: f64 = 1e-6;

/// What an impact did at one stop.
pub(super) struct AtStop {
    /// By the latch.
    pub(super) latch: usize,
    /// What it does in the problem.
    pub(super) struck: Struck,
    /// Whether something rested on it before.
    pub(super) rested: bool,
}

/// All hard stops of a mechanism, in the order of its events.
pub(super) fn stops(mechanism: &Mechanism) -> Vec<StopOf> {
    let parts = mechanism.events.iter().flat_map(|event| &event.parts);
    let stops = parts.flat_map(|part| &part.latching).filter_map(|latching| match latching {
        LatchingOf::Bounce(stop) => Some(*stop),
        LatchingOf::Close { .. } | LatchingOf::Open(_) => None,
    });
    stops.collect()
}

/// What may take part in an impact.
struct Candidate {
    /// By the latch's state.
    state: usize,
    /// A stop, or what friction holds.
    sort: Sort,
}

impl Candidate {
    /// Whether something rested on it before.
    fn rested(&self) -> bool {
        matches!(self.sort, Sort::Stop { rests: true, .. })
    }
}

/// What a latch may do in an impact.
#[derive(Clone, Copy)]
enum Sort {
    Stop {
        stop: StopOf,
        /// Away from it.
        rate: f64,
        rests: bool,
        /// It is met by what is shown, and what steps carry on beside that goes away from it, slower than what rests.
        settles: bool,
    },
    Limited(Tears),
}

/// Where the stops of these latches are run into, after a step of at most `longest` seconds.
pub(super) fn impact(
    mechanism: &Mechanism,
    course: &mut dyn Formulation,
    struck: &[usize],
    longest: f64,
) -> Result<Vec<AtStop>, Fault> {
    let (candidates, mut reached) = candidates(mechanism, course, struck, longest);
    let states: Vec<usize> = candidates.iter().map(|own| own.state).collect();
    // Impulses on those that are reached reach others.
    let mut answers: Vec<Option<Answer>> = vec![None; candidates.len()];
    let mut next = 0;
    while next < reached.len() {
        let index = reached[next];
        next += 1;
        let Some(answer) = course.answer(states[index], &states)? else { continue };
        for (other, &rate) in answer.rates.iter().enumerate() {
            let is_stop = matches!(candidates[other].sort, Sort::Stop { .. });
            if is_stop && rate.abs() > UNCHANGED && !reached.contains(&other) {
                reached.push(other);
            }
        }
        answers[index] = Some(answer);
    }
    let moved: Vec<(usize, StopOf, Contact, &Answer)> = reached
        .iter()
        .filter_map(|&index| match (candidates[index].sort, &answers[index]) {
            (Sort::Stop { stop, rate, rests, settles }, Some(answer)) => {
                let StopOf { restitution, rest, .. } = stop;
                let rests = rests || settles;
                Some((index, stop, Contact { rate, restitution, rest, rests }, answer))
            }
            _ => None,
        })
        .collect();
    let compliance = DMatrix::from_fn(moved.len(), moved.len(), |row, column| {
        let ((of, by, ..), (_, at, _, answer)) = (moved[row], moved[column]);
        by.into * at.into * answer.rates[of] / answer.inertia
    });
    let contacts: Vec<Contact> = moved.iter().map(|own| own.2).collect();
    let found = strike(&compliance, &contacts);
    let mut change = vec![0.0; moved.first().map_or(0, |own| own.3.velocities.len())];
    let mut rates = vec![0.0; candidates.len()];
    for ((_, stop, _, answer), struck) in moved.iter().zip(&found) {
        let size = -stop.into * struck.impulse / answer.inertia;
        change.iter_mut().zip(&answer.velocities).for_each(|(sum, own)| *sum += size * own);
        rates.iter_mut().zip(&answer.rates).for_each(|(sum, own)| *sum += size * own);
    }
    let most = rates.iter().fold(0.0_f64, |most, rate| most.max(rate.abs()));
    let mut changes = Vec::new();
    for (candidate, rate) in candidates.iter().zip(&rates) {
        match candidate.sort {
            Sort::Limited(tears) if rate.abs() > UNCHANGED * most => {
                changes.extend([(candidate.state, 0.0), (tears.state.index(), tears.value)]);
            }
            Sort::Limited(_) | Sort::Stop { .. } => {}
        }
    }
    let is_closed = |rests: bool| if rests { 1.0 } else { 0.0 };
    changes.extend(moved.iter().zip(&found).filter_map(|((index, ..), struck)| {
        let is_new = struck.rests != candidates[*index].rested();
        is_new.then_some((candidates[*index].state, is_closed(struck.rests)))
    }));
    let lost = found.iter().map(|own| own.lost).sum();
    course.strike(&change, lost);
    course.set_states(&changes, Gap::default())?;
    let at = moved.iter().zip(found);
    Ok(at
        .map(|((index, stop, ..), struck)| AtStop {
            latch: stop.latch,
            struck,
            rested: candidates[*index].rested(),
        })
        .collect())
}

/// Stops that are run into, touched or rested on, and what sticks; and which of these are run into.
fn candidates(
    mechanism: &Mechanism,
    course: &mut dyn Formulation,
    struck: &[usize],
    longest: f64,
) -> (Vec<Candidate>, Vec<usize>) {
    let latches = &mechanism.graph.latches;
    let state = |latch: usize| latches[latch].state.index();
    let stops = stops(mechanism);
    let all: Vec<usize> = stops.iter().map(|stop| state(stop.latch)).collect();
    let offsets = course.offsets(&all);
    let seen: Vec<(StopOf, f64, f64)> = stops
        .iter()
        .zip(offsets)
        .map(|(&stop, [offset, rate])| (stop, stop.into * offset, -stop.into * rate))
        .collect();
    let of_struck = seen.iter().filter(|(stop, ..)| struck.contains(&stop.latch));
    let (deepest, fastest) = of_struck.fold((0.0_f64, 0.0_f64), |(deepest, fastest), own| {
        (deepest.max(own.1), fastest.max(own.2.abs()))
    });
    let near = (TOUCHES * deepest).max(AT_ONCE * longest * fastest);
    let (mut candidates, mut reached) = (Vec::new(), Vec::new());
    let is_closed: Vec<bool> = course.states().iter().map(|&state| state != 0.0).collect();
    for (stop, way, rate) in seen {
        let (is_struck, rests) = (struck.contains(&stop.latch), is_closed[state(stop.latch)]);
        if is_struck {
            reached.push(candidates.len());
        }
        if is_struck || rests || way >= -near {
            let settles = is_struck && !rests && (0.0..stop.rest).contains(&rate);
            let rate = if rests || settles { 0.0 } else { rate };
            let sort = Sort::Stop { stop, rate, rests, settles };
            candidates.push(Candidate { state: state(stop.latch), sort });
        }
    }
    candidates.extend(
        limited(latches).map(|(state, tears)| Candidate { state, sort: Sort::Limited(tears) }),
    );
    (candidates, reached)
}

/// What holds by a limited effort, or moves against it, by its state: an impact may stop or turn that, too.
fn limited(latches: &[Latch]) -> impl Iterator<Item = (usize, Tears)> {
    latches.iter().filter_map(|own| Some((own.state.index(), own.tears?)))
}

/// What gives way where something closes, by its latch: stops that are rested on, and what has a limited effort.
fn giving_way(mechanism: &Mechanism, states: &[f64]) -> Vec<usize> {
    let stops = stops(mechanism);
    let gives = |index: usize, own: &Latch| {
        let is_closed = states[own.state.index()] != 0.0;
        own.tears.is_some() || is_closed && stops.iter().any(|stop| stop.latch == index)
    };
    let latches = mechanism.graph.latches.iter().enumerate();
    latches.filter(|(index, own)| gives(*index, own)).map(|(index, _)| index).collect()
}

/// Sets states of which some close connections. What gives way to impulses is let go before that, and held again where it has not
/// moved. Gives what that took, and the stops that are run into by it.
pub(super) fn connect(
    mechanism: &Mechanism,
    course: &mut dyn Formulation,
    changes: &mut Vec<(usize, f64)>,
    gap: Gap,
) -> Result<(Impact, Vec<usize>), Fault> {
    let latches = &mechanism.graph.latches;
    let state = |latch: usize| latches[latch].state.index();
    let mut giving = giving_way(mechanism, course.states());
    giving.retain(|&latch| changes.iter().all(|&(changed, _)| changed != state(latch)));
    let all: Vec<usize> = giving.iter().map(|&latch| state(latch)).collect();
    let held: Vec<f64> = all.iter().map(|&state| course.states()[state]).collect();
    let before = course.offsets(&all);
    changes.extend(all.iter().map(|&state| (state, 0.0)));
    let impact = course.set_states(changes, gap)?.unwrap_or_default();
    let stops = stops(mechanism);
    let after = course.offsets(&all);
    let change = |index: usize| (after[index][1] - before[index][1]).abs();
    let most = (0..all.len()).map(change).fold(0.0, f64::max);
    let (mut then, mut struck) = (Vec::new(), Vec::new());
    for (index, &latch) in giving.iter().enumerate() {
        let rate = after[index][1];
        match (stops.iter().find(|stop| stop.latch == latch), latches[latch].tears) {
            (Some(stop), _) if rate.abs() <= SLOW * stop.rest => then.push((all[index], 1.0)),
            (Some(stop), _) if stop.into * rate > 0.0 => struck.push(latch),
            // It leaves the stop.
            (Some(_), _) | (None, None) => {}
            (None, Some(tears)) if change(index) > UNCHANGED * most => {
                then.push((tears.state.index(), tears.value));
            }
            (None, Some(_)) => then.push((all[index], held[index])),
        }
    }
    if !then.is_empty() {
        course.set_states(&then, Gap::default())?;
    }
    Ok((impact, struck))
}

/// Whether a search for an equilibrium should know of something that it does not see.
pub(crate) fn has_stops(mechanism: &Mechanism) -> bool {
    !stops(mechanism).is_empty()
}

/// How something stands to a stop where a run begins, or where an equilibrium was found.
struct Standing<'a> {
    stop: StopOf,
    latch: &'a Latch,
    /// Whose coordinate the stop is for; nothing where that of a winch or of an equation is.
    joint: Option<usize>,
    /// From the stop, m or rad, and its rate.
    offset: [f64; 2],
    /// What is no nearer to the stop and no farther from it is at it.
    near: f64,
}

/// Of all hard stops.
fn standings<'a>(mechanism: &'a Mechanism, course: &mut dyn Formulation) -> Vec<Standing<'a>> {
    let stops = stops(mechanism);
    if stops.is_empty() {
        return Vec::new();
    }
    let latches = &mechanism.graph.latches;
    let all: Vec<usize> = stops.iter().map(|stop| latches[stop.latch].state.index()).collect();
    let offsets = course.offsets(&all);
    let held = mechanism.graph.held_coordinates();
    let (size, farthest) = mechanism.extent(&course.state());
    let standing = |(stop, offset): (StopOf, [f64; 2])| {
        let latch = &latches[stop.latch];
        let (joint, at) = match &latch.holds {
            Held::Constraint { constraint, memory, is_effort: _ } => {
                let joint = held.iter().find(|own| own.constraint == *constraint);
                let at = memory.first().map_or(0.0, |at| course.states()[at.index()].abs());
                (joint.map(|own| own.joint.index()), at)
            }
            Held::Joint(_) | Held::CableEnd { .. } => (None, 0.0),
        };
        let size = if joint.is_some_and(|own| turns(mechanism, own)) { 1.0 } else { size };
        let near = BEGINS * size.max(at) + ROUNDING * farthest;
        Standing { stop, latch, joint, offset, near }
    };
    stops.into_iter().zip(offsets).map(standing).collect()
}

fn turns(mechanism: &Mechanism, joint: usize) -> bool {
    matches!(mechanism.graph.joints[joint].kind, JointKind::Revolute { .. })
}

/// Closes the stops on which something lies at the beginning, at rest: what presses on them holds from there, and not from an impact
/// a moment later. What is pulled off is let go by the stop's own condition.
pub(super) fn rest(mechanism: &Mechanism, course: &mut dyn Formulation) -> Result<(), Fault> {
    let standings = standings(mechanism, course);
    let lies = |Standing { stop, latch, offset, near, .. }: &&Standing<'_>| {
        let [offset, rate] = offset.map(f64::abs);
        let is_open = course.states()[latch.state.index()] == 0.0;
        is_open && offset <= *near && rate <= SLOW * stop.rest
    };
    let touched: Vec<usize> = standings.iter().filter(lies).map(|own| own.stop.latch).collect();
    if touched.is_empty() {
        return Ok(());
    }
    impact(mechanism, course, &touched, 0.0).map(|_| ())
}

/// Something that is beyond a hard stop, where a run begins or an equilibrium was found.
pub(crate) fn beyond(mechanism: &Mechanism, course: &mut dyn Formulation) -> Option<Fault> {
    let time = course.time();
    standings(mechanism, course).into_iter().find_map(|Standing { stop, latch, joint, offset, near }| {
        let joint = joint?;
        let beyond = stop.into * offset[0];
        (beyond > near).then(|| {
            let amount = rounded(beyond, 3);
            let unit = if turns(mechanism, joint) { "rad" } else { "m" };
            let which = latch.closed.rsplit(' ').next().unwrap_or_default();
            let why = format!(
                "it begins {amount} {unit} beyond its hard stop `{which}`; a start has to be on the near side of hard \
                 stops, and so has an equilibrium, whose search does not see them"
            );
            let owner = Owner::Joint(joint);
            Fault::new(&mechanism.paths, FaultKind::Latch, time, owner, "coordinate", why)
        })
    })
}
