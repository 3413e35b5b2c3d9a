//! Small motions about a state that stays: natural frequencies, damping and shapes.

use std::f64::consts::TAU;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::about::course;
use super::conclusion::{ModesFound, SmallMotions};
use super::formulation::Formulation;
use super::kinks::kink;
use super::observer::{Layout, Observer, Row};
use super::recorder::{Recorder, scene};
use super::report::{Outcome, Still, not_written};
use super::state_space::{self, StateSpace};
use crate::assembly::why_matrices;
use crate::constrained::{ConstrainedCourse, Shape, Shapes};
use crate::events;
use crate::mechanism::{Energies, SmallMotion};
use crate::model::{Model, Modes, by_matrices};
use crate::recursive::RecursiveModel;
use crate::results::{Column, rounded};
use crate::transfer::modes::{Cancelled, Swept};

/// Of one turn of a shape.
const FRAMES: usize = 24;

/// A small motion `Re(x exp(λt))` by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// `λ`: how fast it grows, and turns; 1/s and rad/s.
    pub growth: f64,
    /// See `growth`.
    pub turning: f64,
    /// What forces that are left over in it displace, as a share of how far it goes.
    pub residual: f64,
    /// The share of its frequency that rounding may take of it.
    pub unsure: f64,
    /// For people: the path of the element that moves most.
    pub moves: String,
}

impl Mode {
    /// `|λ|/2π`, Hz: of an oscillation what it would be without damping.
    pub fn frequency(&self) -> f64 {
        self.turning.hypot(self.growth) / TAU
    }

    /// Of the oscillation as it is, s; infinite where there is none.
    pub fn period(&self) -> f64 {
        TAU / self.turning
    }

    /// `-Re λ/|λ|`: 1 for what comes back without swinging, negative for what grows; zero for what moves freely.
    pub fn damping_ratio(&self) -> f64 {
        let size = self.turning.hypot(self.growth);
        // Without a minus before zero.
        if size > 0.0 { 0.0 - self.growth / size } else { 0.0 }
    }

    /// Whether nothing holds it back.
    pub fn is_free(&self) -> bool {
        self.turning == 0.0 && self.growth == 0.0
    }

    /// In the order of [`Mode::columns`].
    fn values(&self) -> [f64; 6] {
        [
            self.frequency(),
            self.period(),
            self.damping_ratio(),
            self.turning / TAU,
            self.growth,
            self.residual,
        ]
    }

    /// Of the table of modes.
    fn columns() -> Vec<Column> {
        let named = [
            ("frequency", "Hz"),
            ("period", "s"),
            ("damping_ratio", ""),
            ("damped_frequency", "Hz"),
            ("growth_rate", "1/s"),
            ("residual", ""),
        ];
        named.map(|(name, unit)| Column::new(name, unit)).to_vec()
    }
}

/// What the search for modes has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct ModesReport {
    /// What all analyses of one state have.
    pub still: Still,
    /// The slowest first.
    pub modes: Vec<Mode>,
    /// Where the equations are wanted, too.
    pub state_space: Option<StateSpace>,
}

/// A row for each mode, and how it looks over a turn; or until `cancel` is set.
pub(super) fn modes(
    model: &Model,
    modes: &Modes,
    observer: &mut dyn Observer,
    cancel: &AtomicBool,
) -> ModesReport {
    let began = Instant::now();
    let (mut course, found) = course(&modes.rest, &modes.about, cancel);
    let mut recorder = Recorder::new(model);
    let mut found_modes = Vec::new();
    let mut notes = Vec::new();
    let (mut space, mut is_incomplete) = (None, false);
    let (mut method, mut reason) = (None, None);
    let mut solver_time = began.elapsed();
    let outcome = found.and_then(|()| {
        if let Some(fault) = events::beyond(&model.mechanism, &mut course) {
            return Err(Outcome::Fault(fault));
        }
        let energies = course.read(course.time(), f64::INFINITY);
        recorder.start(model, energies);
        recorder.sample(&mut course);
        recorder.take(model, &course);
        let freedoms = usize::try_from(model.size.freedoms).unwrap_or(usize::MAX);
        let (shapes, by) = shapes(modes, &mut course, freedoms, cancel)?;
        solver_time = began.elapsed();
        method = (!matches!(by, By::Sweeps { .. })).then(|| by_matrices(&modes.about));
        if let By::MatricesFor(why) = by {
            reason = Some(why_matrices(why));
        }
        let nothing_is_told = shapes.notes.is_empty();
        is_incomplete = shapes.is_incomplete;
        notes.extend(shapes.notes);
        notes.extend(left_out(model, course.states()));
        notes.extend(unstable(&shapes.shapes));
        notes.extend(known_badly(&shapes.shapes));
        let barely_free = match by {
            By::Sweeps { hidden: Some(square) } => Some(hidden(square)),
            By::Sweeps { hidden: None } | By::Matrices | By::MatricesFor(_) => {
                barely_free(&shapes.shapes)
            }
        };
        is_incomplete |= barely_free.is_some();
        notes.extend(barely_free);
        if shapes.shapes.is_empty() && nothing_is_told {
            notes.push("all that could move is held: there are no modes".to_owned());
        }
        found_modes = shapes.shapes.iter().map(|shape| mode(&course, shape)).collect();
        show(model, &mut course, (&found_modes, &shapes.shapes), energies, observer)?;
        recorder.note_rows(found_modes.len() as u64);
        if let Some(inputs) = &modes.inputs {
            notes.extend(stands_still(model, course.states()));
            let found = state_space::state_space((model, inputs), &mut course, cancel)?;
            notes.extend(found.notes);
            space = Some(found.space);
        }
        notes.extend(kink(&mut course, &shapes.shapes));
        Ok(())
    });
    let outcome = outcome.err().unwrap_or(Outcome::Finished);
    let modes = found_modes.iter().map(|own| [own.frequency(), own.damping_ratio()]).collect();
    let modes = if is_incomplete { ModesFound::InPart } else { ModesFound::All(modes) };
    let small = SmallMotions { modes, ..SmallMotions::default() };
    let mut solved = recorder.solved(model, &mut course, outcome, (solver_time, &small));
    solved.warnings.extend(notes);
    solved.method = method.unwrap_or(solved.method);
    solved.reasons.extend(reason);
    let still = Still::of(model, &course, &recorder, solved);
    ModesReport { still, modes: found_modes, state_space: space }
}

/// How modes have been found.
#[derive(Clone, Copy)]
enum By {
    /// What is free may have this square, 1/s^2.
    Sweeps { hidden: Option<f64> },
    /// As was planned.
    Matrices,
    /// Sweeps were meant, and this was in their way.
    MatricesFor(&'static str),
}

/// By sweeps over the forest where that is possible, otherwise by matrices.
fn shapes(
    modes: &Modes,
    course: &mut ConstrainedCourse<'_>,
    freedoms: usize,
    cancel: &AtomicBool,
) -> Result<(Shapes, By), Outcome> {
    let mut by = By::Matrices;
    if let Some(forest) = &modes.swept {
        match swept(forest, course, modes.count, cancel)? {
            Ok(FoundBySweeps { motions, hidden }) => {
                return Ok((course.shapes_of(&motions), By::Sweeps { hidden }));
            }
            Err(why) => by = By::MatricesFor(why),
        }
    }
    Ok((course.modes(modes.count, freedoms, cancel)?, by))
}

/// The slowest motions of a forest.
struct FoundBySweeps {
    motions: Vec<SmallMotion>,
    /// What is free may have this square, 1/s^2.
    hidden: Option<f64>,
}

/// Why not where something turns or is damped, or where counts do not say that all are found.
fn swept(
    forest: &RecursiveModel,
    course: &mut ConstrainedCourse<'_>,
    wanted: usize,
    cancel: &AtomicBool,
) -> Result<Result<FoundBySweeps, &'static str>, Outcome> {
    let Some(state) = course.resting()? else { return Ok(Err("something turns in the state")) };
    let Some(mut standing) = forest.standing_loosely(&state) else {
        return Ok(Err(
            "what acts on a cable changes with its place in this state, or it is folded",
        ));
    };
    if standing.members.is_damped() {
        return Ok(Err("a spring to the ground is damped"));
    }
    let members = &mut standing.members;
    members.left_over = members.left_over.max(course.left_over());
    let found = members.lowest(wanted, cancel).map_err(|Cancelled| Outcome::Cancelled)?;
    let motion = |own: &Swept| standing.small_motion(own.square, own.residual, &own.motion);
    Ok(match found.counted {
        true => {
            let motions = found.modes.iter().map(motion).collect();
            Ok(FoundBySweeps { motions, hidden: found.hidden })
        }
        false => Err("counts by sweeps did not agree"),
    })
}

/// Of a shape that has been found.
fn mode(course: &ConstrainedCourse<'_>, shape: &Shape) -> Mode {
    Mode {
        growth: shape.value.re,
        turning: shape.value.im,
        residual: shape.residual,
        unsure: shape.unsure,
        moves: course.moves_most(shape),
    }
}

fn show(
    model: &Model,
    course: &mut ConstrainedCourse<'_>,
    (modes, shapes): (&[Mode], &[Shape]),
    energies: Energies,
    observer: &mut dyn Observer,
) -> Result<(), Outcome> {
    let layout = Layout {
        axis: Column::mode(),
        columns: Mode::columns(),
        scene: scene(model),
        rows: modes.len() as u64,
    };
    observer.begin(&layout).map_err(not_written)?;
    for (index, (mode, shape)) in modes.iter().zip(shapes).enumerate() {
        let number = (index + 1) as f64;
        let row = Row { at: number, values: &mode.values(), energies, balance: 0.0 };
        observer.row(&row).map_err(not_written)?;
        for frame in 0..FRAMES {
            let turn = frame as f64 / FRAMES as f64;
            if observer.wants_frame() {
                // From rest over both sides and back; the pictures of the next one go on from there.
                let picture = course.shape_picture(shape, TAU * (turn - 0.25), number + turn);
                observer.frame(picture).map_err(not_written)?;
            }
        }
    }
    Ok(())
}

/// What has no part in small motions, a note each.
pub(super) fn left_out(model: &Model, states: &[f64]) -> impl Iterator<Item = String> + use<> {
    [held_states(model), held_branches(model), let_go(model, states)].into_iter().flatten()
}

/// States of the user's have no part in it. What follows the ramp of a motor is none of these.
fn held_states(model: &Model) -> Option<String> {
    let graph = &model.mechanism.graph;
    let is_of_motor = |path: &str| {
        let joint = path.strip_suffix(".motor.ramp");
        joint.is_some_and(|joint| graph.latches.iter().any(|own| own.path == joint))
    };
    let states = graph.states.iter().filter(|state| state.rate.is_some());
    let moving = states.map(|state| state.path.as_str()).filter(|path| !is_of_motor(path));
    let named = first_and_more(moving)?;
    Some(format!("{named} stays as it is: states with a `rate` have no part in small motions"))
}

/// What `stiction` holds with is found by the events of a run, and there are none here; nor is there what a motor holds but where
/// it stands still.
fn let_go(model: &Model, states: &[f64]) -> Option<String> {
    let latches = model.mechanism.graph.latches.iter();
    let open = latches.filter(|latch| latch.tears.is_some() && states[latch.state.index()] == 0.0);
    let named = first_and_more(open.map(|latch| latch.path.as_str()))?;
    Some(format!(
        "{named} is let go: `stiction` has no part in small motions, nor has a motor but about a state in which it stands still; a `drive` or a `lock` holds there"
    ))
}

/// What inputs cannot move: a motor that holds still, whatever its command is.
pub(super) fn stands_still(model: &Model, states: &[f64]) -> Option<String> {
    let latches = model.mechanism.graph.latches.iter();
    let held = latches.filter(|own| {
        own.tears.is_some() && !own.holds_coordinates() && states[own.state.index()] != 0.0
    });
    let named = first_and_more(held.map(|latch| latch.path.as_str()))?;
    Some(format!("{named} is held still by its motor, whose command has no part in small motions"))
}

/// A note where ropes would relax.
fn held_branches(model: &Model) -> Option<String> {
    let cables = model.mechanism.graph.cables.iter().zip(&model.mechanism.cables);
    let relaxing = cables.filter(|(_, own)| own.creep() + own.section_creep() > 0);
    let named = first_and_more(relaxing.map(|(cable, _)| cable.path.as_str()))?;
    Some(format!("{named} does not relax in modes: its branches pull like springs"))
}

/// In words.
fn first_and_more<'a>(mut paths: impl Iterator<Item = &'a str>) -> Option<String> {
    let first = paths.next()?;
    Some(match paths.count() {
        0 => format!("`{first}`"),
        count => format!("`{first}` and {count} more"),
    })
}

/// What a frequency may be off by, and its growth beside that. Free motions have none.
fn known_badly(shapes: &[Shape]) -> Option<String> {
    let moving = shapes.iter().enumerate().filter(|(_, shape)| shape.value.norm() > 0.0);
    let all = moving.map(|(index, shape)| (index, shape.unsure));
    let (index, unsure) = all.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (unsure > KNOWN_BADLY).then(|| {
        format!(
            "mode {} is known to about {unsure:.0e} of its frequency only, and what of its damping is less than that is noise, its \
             sign as well: parts that differ much in stiffness or mass do that",
            index + 1
        )
    })
}

/// Free motions that forces resist which are left over, or that are too slow to be told from what is free.
fn barely_free(shapes: &[Shape]) -> Option<String> {
    let resisted = |shape: &&Shape| shape.value.norm() == 0.0 && shape.residual > RESISTED;
    let count = shapes.iter().filter(resisted).count();
    (count > 0).then(|| {
        format!(
            "{count} of the free motions may swing or fall slowly: what would resist them is less than what rounding, and forces that the equilibrium has left over, \
             make of it"
        )
    })
}

/// The same where it is known how fast they may be, by the square of that, 1/s^2.
fn hidden(square: f64) -> String {
    let most = rounded(square.sqrt() / TAU, 2);
    format!(
        "free motions may swing or fall, with less than {most} Hz: beside parts that are so much heavier, rounding hides what would resist them"
    )
}

/// Of what the slowest of the others takes: a free motion that is resisted by more is none, maybe. Rounding leaves at most
/// some 1e-7 of one that is; a swing that has drowned in it may be 1e-3 as fast as the slowest of the others, as that of a stiff bar is.
const RESISTED: f64 = 1e-6;

/// Of a frequency: what is told.
const KNOWN_BADLY: f64 = 1e-7;

/// A note where modes grow.
fn unstable(shapes: &[Shape]) -> Option<String> {
    let count = shapes.iter().filter(|shape| shape.grows()).count();
    (count > 0).then(|| {
        format!(
            "the state is unstable: of these modes {count} grow{} by {}",
            if count == 1 { "s" } else { "" },
            if count == 1 { "itself" } else { "themselves" }
        )
    })
}
