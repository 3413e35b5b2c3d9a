//! Takes the drift of an integration out of positions and velocities.
//!
//! The nearest state in the metric of the mass matrix: `Δq = -M^-1 J' Λ^-1 g`, moved along the
//! drift of the tree and of the cables, then `Δv = -M^-1 J' Λ^-1 g'`. From the drift of one step the
//! first factorization serves all iterations; it is renewed where they do not contract. Independent
//! rows are projected on; the others have to be satisfied then, too.
//!
//! Near a singular position a state is only taken for the nearest one on its branch if its velocities
//! hardly change; inside of one, states come from [`super::passage`].

use super::model::{Closing, ClosingKind, Closure, Level};
use super::passage::{self, Hindrance};
use super::rank::Zone;
use super::size::{self, share};
use super::{close, response, rows};
use crate::assembly::Owner;
use crate::recursive::data::Failure;
use crate::recursive::{Data, RecursiveModel, recursion};
use crate::results::rounded;
use crate::signals::Stage;

/// A projection that did not come to an end.
/// For the report of a run that has to stop, and for the search of a start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NotClosed {
    /// Index of the closing that is furthest from being closed.
    pub(crate) closing: usize,
    /// In SI units; see [`NotClosed::amount`].
    pub(crate) residual: f64,
    /// Whether its row is a length, or else an angle; absent for equations of users.
    pub(crate) is_length: Option<bool>,
    /// Whether positions or velocities were to be closed.
    pub(crate) level: Level,
}

impl NotClosed {
    /// By how much it is open, with its unit.
    /// Rates have that per second; equations of users are in the unit of their sides.
    pub(crate) fn amount(&self, model: &RecursiveModel) -> String {
        let owner = model.loops.closings.get(self.closing).map(|own| own.owner);
        let unit = match (self.is_length, self.level, owner) {
            (Some(true), Level::Position, _) => "m",
            (Some(false), Level::Position, _) => "rad",
            (Some(true), Level::Velocity, _) => "m/s",
            (Some(false), Level::Velocity, _) => "rad/s",
            (None, level, Some(Owner::Constraint(index))) => {
                model.mechanism.graph.constraints[index].unit(level == Level::Velocity)
            }
            (None, _, _) => "",
        };
        let blank = if unit.is_empty() { "" } else { " " };
        format!("{}{blank}{unit}", rounded(self.residual, 4))
    }
}

/// Aimed at, in shares of the rows' sizes.
const TOLERANCE: f64 = 1e-13;
/// Near a singular position, where what is left grows with the third power of the distance.
const TIGHT: f64 = 2e-16;
/// Taken when rounding keeps the iteration from getting closer.
const ACCEPTABLE: f64 = 1e-10;
/// What equations that say nothing new may be open by.
const REPEATED: f64 = 1e-9;
/// The same where forces alone keep loops closed, beside a thousand times what the others are open by.
const APART: f64 = 1e-6;
/// What is smaller cannot be made smaller still.
const NOTHING: f64 = 1e-290;
/// Of Newton's method with one matrix.
const ITERATIONS: usize = 8;
/// How often the matrix is made anew.
const RENEWALS: usize = 6;
/// At the end of a step near a singular position the projection changes velocities by no more than
/// this part, or the state is on another branch.
const AT_END: f64 = 0.05;
/// The same anywhere: a step that has led over a singular position and beside its branch shows so.
const ANYWHERE: f64 = 0.25;
/// Slower than this part of the fastest so far counts as that fast, so that a motion that turns back is no
/// other branch.
const TURNING: f64 = 0.02;
/// Slower than this part of the rate that belongs to the forces in the constraints is rounding: a mechanism
/// that they lock has velocities of no direction.
const STILL: f64 = 1e-9;

/// Why a state was not closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Obstruction {
    /// It moved, and is open still.
    Open(NotClosed),
    /// It is too near a singular position to be closed by its gradients.
    Singular,
}

/// Evaluates all rows at a state: positions, velocities and, where there are equations, signals.
/// No inertia is needed for that, so nothing is solved.
pub(crate) fn look(model: &RecursiveModel, data: &mut Data, time: f64, state: &[f64]) {
    recursion::kinematics(model, data, state);
    if model.loops.reads_signals {
        crate::recursive::sense::sense(model, data, state, &model.sensors.state);
        model.mechanism.tape.run(Stage::State, time, &mut data.values);
    }
    rows::rows(model, data, state);
}

/// A row that is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OpenRow {
    /// Index of its closing.
    pub(crate) closing: usize,
    /// Index among all rows.
    pub(crate) row: usize,
    /// m or rad, or as the user's equation has it.
    pub(crate) residual: f64,
}

/// The row of positions that a state leaves open most, if it is by more than a share of its size. The motions
/// prescribed at `time` must be there.
pub(crate) fn most_open(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
    allowed: f64,
) -> Option<OpenRow> {
    if model.loops.is_empty() {
        return None;
    }
    look(model, data, time, state);
    size::measure(model, data);
    let (row, worst) = size::furthest(&data.loops.residuals, &data.loops.sizes);
    let closing = model.loops.closings.iter().position(|closing| closing.rows.contains(&row))?;
    (worst > allowed || worst.is_nan()).then(|| OpenRow {
        closing,
        row,
        residual: data.loops.residuals[row].abs(),
    })
}

/// Puts the state on the closing constraints after a step. The motions prescribed at `time` must be
/// there.
///
/// After success the kinematics, the rows and the articulated inertias in `data` belong to a state
/// near the new one, and an evaluation has to follow.
pub(crate) fn project(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Failure> {
    match nearest(model, data, time, state, false) {
        Ok(()) => Ok(()),
        Err(Obstruction::Open(open)) => Err(Failure::NotClosed(open)),
        Err(Obstruction::Singular) => passage::put_on_branch(model, data, time, state),
    }
}

/// Whether a state that was put on the constraints at the end of a step has kept its way: velocities
/// `before` that have hardly changed.
pub(crate) fn check_way(
    model: &RecursiveModel,
    data: &mut Data,
    before: &[f64],
    state: &[f64],
) -> Result<(), Failure> {
    // What a step makes of the velocities counts, too: where they pass through zero, its errors are no way.
    let (limit, of, hindrance) = match data.loops.independence.zone {
        Zone::Regular => (ANYWHERE, data.loops.lately, Hindrance::Step),
        Zone::Near | Zone::Singular => (AT_END, 0.0, Hindrance::Branch),
    };
    let now = &state[model.layout.dimensions.velocity_range()];
    data.loops.lately = 0.0;
    if turned(model, data, before, now, of) > limit {
        Err(passage::failure(model, data, hindrance))
    } else {
        Ok(())
    }
}

/// By which part of themselves velocities were changed, or of a rate `of` that is larger.
/// Velocities count by their units, and only those that move a closing.
pub(crate) fn turned(
    model: &RecursiveModel,
    data: &mut Data,
    before: &[f64],
    now: &[f64],
    of: f64,
) -> f64 {
    let matters = &model.loops.sizes.matters;
    let changes = before.iter().zip(now).zip(matters);
    let change = changes.fold(0.0_f64, |most, ((a, b), matters)| most.max((a - b).abs() * matters));
    let speed = size::speed(model, now);
    data.loops.fastest = data.loops.fastest.max(speed);
    let still = STILL * data.loops.held.sqrt();
    let of = speed.max(TURNING * data.loops.fastest).max(still).max(of);
    if change == 0.0 { 0.0 } else { change / of }
}

/// The nearest closed state: positions, then velocities. Where a singular position is too near, only
/// if `forced`.
/// The order matters: velocities are projected at the positions found.
pub(crate) fn nearest(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    forced: bool,
) -> Result<(), Obstruction> {
    positions(model, data, time, state, forced)?;
    velocities(model, data, time, state, forced)
}

/// The row that is furthest from zero in shares of its size, among those that take part or among the
/// others.
fn furthest(data: &Data, level: Level, takes_part: bool) -> (usize, f64) {
    let own = &data.loops;
    let values = match level {
        Level::Position => &own.residuals,
        Level::Velocity => &own.rates,
    };
    let mut best = (0, 0.0);
    for row in (0..values.len()).filter(|&row| own.independence.rows[row] == takes_part) {
        let now = share(values[row], own.sizes[row]);
        if now.is_nan() {
            return (row, f64::NAN);
        }
        if now > best.1 {
            best = (row, now);
        }
    }
    best
}

/// After a step of a method that leaves what is open to forces: whether equations that say nothing new are
/// about as closed as the others, or contradict them.
pub(crate) fn watch(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
) -> Result<(), Failure> {
    let level = Level::Position;
    look(model, data, time, state);
    size::measure(model, data);
    let (row, other) = furthest(data, level, false);
    let (widest, share) = furthest(data, level, true);
    if share > data.loops.widest.map_or(0.0, |(known, ..)| known) {
        let open = not_closed(model, widest, data.loops.residuals[widest].abs(), level);
        data.loops.widest = Some((share, time, open));
    }
    let allowed = APART.max(1e3 * share);
    if other <= allowed || matches!(model.loops.method, Closure::Penalty { .. }) {
        Ok(())
    } else {
        Err(Failure::NotClosed(not_closed(model, row, data.loops.residuals[row].abs(), level)))
    }
}

/// Whether equations that say nothing new are satisfied with the others.
fn others_hold(
    model: &RecursiveModel,
    data: &Data,
    level: Level,
    scale: f64,
) -> Result<(), Obstruction> {
    let (row, share) = furthest(data, level, false);
    let is_nothing = share < NOTHING;
    if share <= REPEATED * scale
        || is_nothing
        || matches!(model.loops.method, Closure::Penalty { .. })
    {
        Ok(())
    } else {
        Err(open(model, data, row, level))
    }
}

/// What residuals are brought to, in shares of the rows' sizes.
fn aim(data: &Data) -> f64 {
    match data.loops.independence.zone {
        Zone::Regular if !data.loops.tight => TOLERANCE,
        Zone::Regular | Zone::Near | Zone::Singular => TIGHT,
    }
}

/// Iterates with one factorization as long as residuals become smaller than three tenths each time.
pub(super) fn positions(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    forced: bool,
) -> Result<(), Obstruction> {
    let level = Level::Position;
    look(model, data, time, state);
    size::measure(model, data);
    let mut before = f64::INFINITY;
    let mut renew = true;
    let mut renewals = 0;
    for _ in 0..ITERATIONS * RENEWALS {
        let (row, worst) = furthest(data, level, true);
        let settled = worst <= ACCEPTABLE && worst > 0.3 * before;
        if worst <= aim(data) || settled || worst < NOTHING {
            return others_hold(model, data, level, 1.0);
        }
        if renew || worst > 0.3 * before || !worst.is_finite() {
            if renewals == RENEWALS || !worst.is_finite() {
                return Err(open(model, data, row, level));
            }
            renewals += 1;
            prepare(model, data, time, state).map_err(|()| open(model, data, row, level))?;
            if data.loops.independence.zone == Zone::Singular && !forced {
                return Err(Obstruction::Singular);
            }
            renew = false;
        }
        before = worst;
        let own = &mut data.loops;
        own.forces.copy_from_slice(&own.residuals);
        own.compliance.solve_exactly(&model.loops.structure.pattern, &mut own.forces);
        step_positions(model, data, state, -1.0);
        look(model, data, time, state);
    }
    let (row, _) = furthest(data, level, true);
    Err(open(model, data, row, level))
}

/// Moves positions along `M^-1 J' f` times `sign`; velocities stay what they are but tangent.
/// After [`Compliance::solve_exactly`](super::factor::Compliance::solve_exactly) has put the forces
/// into `data.loops.forces`.
fn step_positions(model: &RecursiveModel, data: &mut Data, state: &mut [f64], sign: f64) {
    let mut factorized_at = std::mem::take(&mut data.loops.state);
    factorized_at.copy_from_slice(state);
    response::respond(model, data, &factorized_at);
    data.loops.state = factorized_at;
    let mut change = std::mem::take(&mut data.loops.change);
    for slot in &mut change {
        *slot *= sign;
    }
    super::drift(model, &mut state[..model.layout.dimensions.positions], &mut change, 1.0);
    data.loops.change = change;
    recursion::restore(model, data, state);
}

/// Linear in the velocities, so one solution is enough but for rounding.
pub(super) fn velocities(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    forced: bool,
) -> Result<(), Obstruction> {
    let level = Level::Velocity;
    let range = model.layout.dimensions.velocity_range();
    let scale = rate_scale(model, data, &state[range.clone()]);
    let mut before = f64::INFINITY;
    let mut renewals = 0;
    let mut ready = false;
    for _ in 0..ITERATIONS * 2 {
        let (row, worst) = furthest(data, level, true);
        let settled = worst <= ACCEPTABLE * scale && worst > 0.3 * before;
        if worst <= aim(data) * scale || settled || worst < NOTHING {
            return others_hold(model, data, level, scale);
        }
        if !ready || worst > 0.3 * before || !worst.is_finite() {
            if renewals == 3 || !worst.is_finite() {
                return Err(open(model, data, row, level));
            }
            renewals += 1;
            prepare(model, data, time, state).map_err(|()| open(model, data, row, level))?;
            if data.loops.independence.zone == Zone::Singular && !forced {
                return Err(Obstruction::Singular);
            }
            ready = true;
        }
        before = worst;
        let own = &mut data.loops;
        own.forces.copy_from_slice(&own.rates);
        own.compliance.solve_exactly(&model.loops.structure.pattern, &mut own.forces);
        response::respond(model, data, state);
        for (slot, change) in state[range.clone()].iter_mut().zip(&data.loops.change) {
            *slot -= change;
        }
        recursion::restore(model, data, state);
        look(model, data, time, state);
    }
    let (row, _) = furthest(data, level, true);
    Err(open(model, data, row, level))
}

/// What rates are compared to beside their rows' sizes, 1/s: how fast coordinates and what carries
/// them are, and how large the rates were to begin with.
fn rate_scale(model: &RecursiveModel, data: &mut Data, velocities: &[f64]) -> f64 {
    let first = furthest(data, Level::Velocity, true).1;
    let carried = data.loops.sizes.iter().zip(&data.loops.carried);
    let carried = carried.fold(0.0_f64, |most, (&size, &rate)| most.max(share(rate, size)));
    let scale = size::speed(model, velocities).max(first).max(carried);
    data.loops.fastest = data.loops.fastest.max(scale);
    scale
}

/// Velocities alone: Gear, Gupta and Leimkuhler's method keeps the positions by itself.
pub(crate) fn project_velocities(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Failure> {
    look(model, data, time, state);
    size::measure(model, data);
    match velocities(model, data, time, state, false) {
        Ok(()) => Ok(()),
        Err(Obstruction::Open(open)) => Err(Failure::NotClosed(open)),
        Err(Obstruction::Singular) => project(model, data, time, state),
    }
}

/// The articulated inertias at a state, without loads, and `Λ`.
/// Loads do not matter to inertias. Errors mean that a joint cannot be eliminated, or that `Λ` is not finite.
pub(crate) fn prepare(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
) -> Result<(), ()> {
    look(model, data, time, state);
    recursion::inward(model, data, state, None).map_err(drop)?;
    close::compliance(model, data, state).map_err(drop)
}

/// That a row is open, by what the data say of it now.
fn open(model: &RecursiveModel, data: &Data, row: usize, level: Level) -> Obstruction {
    let residual = match level {
        Level::Position => data.loops.residuals[row],
        Level::Velocity => data.loops.rates[row],
    };
    Obstruction::Open(not_closed(model, row, residual.abs(), level))
}

/// The closing that a row belongs to.
pub(crate) fn closing_of(model: &RecursiveModel, row: usize) -> usize {
    let holds = |closing: &Closing| closing.rows.contains(&row);
    model.loops.closings.iter().position(holds).unwrap_or(0)
}

/// The same with a number.
pub(crate) fn not_closed(
    model: &RecursiveModel,
    row: usize,
    residual: f64,
    level: Level,
) -> NotClosed {
    let closing = closing_of(model, row);
    NotClosed { closing, residual, is_length: is_length(model, closing, row), level }
}

/// Whether a row is a length, or else an angle; nobody knows here what an equation of the user's is.
fn is_length(model: &RecursiveModel, closing: usize, row: usize) -> Option<bool> {
    let own = model.loops.closings.get(closing)?;
    match &own.kind {
        ClosingKind::CableEnd { .. } => Some(true),
        ClosingKind::Joint(joint) => joint.is_length(row.saturating_sub(own.rows.start)),
        ClosingKind::Equations(_) => None,
    }
}

/// Remembers how far the angles of cut joints have turned.
/// After a step has been accepted, at its state: angles are followed by less than half a turn.
pub(crate) fn follow_angles(model: &RecursiveModel, data: &mut Data) {
    super::each_angle(model, |joint, coordinate| {
        let slot = joint.windings + coordinate;
        let pair = joint.pair(&data.tree);
        let angle = joint.coordinate(&pair, coordinate, data.loops.windings[slot]).value;
        data.loops.windings[slot] = angle;
    });
}
