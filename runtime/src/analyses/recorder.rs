//! Rows, and the energy ledger beside them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cdl_graph::{Load, LoadKind, Motion, NodeId, OutputUnit};

use super::conclusion::{SmallMotions, conclude, doubted, without_start};
use super::formulation::Formulation;
use super::observer::{Layout, Observer, Row};
use super::phases::Phases;
use super::report::{Outcome, Solved, not_written};
use super::statistics::Statistics;
use super::verdict::Ledger;
use crate::fault::bad_output;
use crate::mechanism::{Energies, Span, Visible};
use crate::model::{Model, Solver};
use crate::results::Column;
use crate::results::scene::{Scene, SceneBody, SceneCable, SceneLoad, SceneLoadKind};
use crate::spatial::Vec3;

/// Whether a row where the course is belongs to those that are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Upto {
    /// Those before it only.
    Before,
    /// It as well.
    There,
}

/// Of so many recorded quantities it is said that they are no finite numbers.
const MOST_NOT_FINITE: usize = 10;

/// Writes rows at whole multiples of the interval, without any influence on the steps.
pub(super) struct Recorder {
    /// Absent where there is one row.
    span: Option<Span>,
    next: u64,
    /// Of the row.
    values: Vec<f64>,
    /// Energies at the first row.
    pub(super) first: Energies,
    /// Energies at the last row.
    pub(super) last: Energies,
    /// Energies at the accepted steps.
    ledger: Ledger,
    /// What constraints carried in the step before, J.
    carried: f64,
    /// The largest imbalance at a row, J, and when, s.
    at_rows: (f64, f64),
    /// For the report.
    warnings: Vec<String>,
    /// Outputs of which it has been said that they are no finite numbers, by their index.
    not_finite: Vec<usize>,
    /// Those that are over.
    pub(super) phases: Phases,
    /// Absent where nothing is asked for.
    pub(super) statistics: Option<Statistics>,
    has_begun: bool,
}

impl Recorder {
    /// Before the first row.
    pub(super) fn new(model: &Model) -> Self {
        Self {
            span: match &model.solver {
                Solver::Simulation(simulation) => Some(simulation.span),
                Solver::Equilibrium(_) | Solver::Modes(_) | Solver::Response(_) => None,
            },
            next: 0,
            values: vec![
                0.0;
                model.mechanism.outputs.iter().map(|output| output.nodes.len()).sum()
            ],
            first: Energies::default(),
            last: Energies::default(),
            ledger: Ledger::default(),
            carried: f64::INFINITY,
            at_rows: (0.0, 0.0),
            warnings: Vec::new(),
            not_finite: Vec::new(),
            phases: Phases::default(),
            statistics: Statistics::new(model),
            has_begun: false,
        }
    }

    /// Where the energy ledger begins.
    pub(super) fn start(&mut self, model: &Model, first: Energies) {
        self.has_begun = true;
        self.first = first;
        self.last = first;
        self.ledger = Ledger::new(&first, cancelling(model));
    }

    /// Of the whole run.
    pub(super) fn rows(&self) -> u64 {
        self.span.map_or(1, |span| span.rows())
    }

    /// The run has ended a phase where `course` is, and goes on with another model.
    pub(super) fn go_on(&mut self, before: &Model, course: &dyn Formulation, model: &Model) {
        self.phases.end(before, course);
        self.ledger.hide(cancelling(model));
        if let Some(statistics) = &mut self.statistics {
            statistics.go_on(model);
        }
    }

    /// Samples where the course is, at a start or where something has just been set.
    pub(super) fn sample(&mut self, course: &mut dyn Formulation) {
        if let Some(statistics) = &mut self.statistics {
            statistics.begin(course);
        }
    }

    /// At the end of a step. Steps are what an integrator is responsible for, and rows may be rare.
    pub(super) fn judge(&mut self, course: &mut dyn Formulation) {
        let now = course.energies();
        let carried = course.carried();
        if self.ledger.enter(course.time(), &now, || course.turned()) {
            // A step that goes wrong has the largest forces, and they are no reason.
            self.ledger.carry(carried.min(self.carried));
        }
        self.carried = carried;
        if let Some(statistics) = &mut self.statistics {
            statistics.step(course);
        }
    }

    /// Writes all rows up to the course's time, with it or without. One long step may hold very many.
    pub(super) fn due(
        &mut self,
        model: &Model,
        course: &mut dyn Formulation,
        observer: &mut dyn Observer,
        (cancel, upto): (&AtomicBool, Upto),
    ) -> Result<(), Outcome> {
        let Some(span) = self.span else { return Ok(()) };
        let (rows, tolerance) = (span.rows(), span.crumb());
        let last = match upto {
            Upto::Before => course.time() - tolerance,
            Upto::There => course.time() + tolerance,
        };
        loop {
            let time = self.next as f64 * span.every;
            if self.next >= rows || time > last {
                return Ok(());
            }
            if cancel.load(Ordering::Relaxed) {
                return Err(Outcome::Cancelled);
            }
            let energies = course.read(time, tolerance);
            self.write(model, course, time, energies, observer)?;
        }
    }

    /// Writes a row where the course is, unless the last one is there.
    pub(super) fn last_row(
        &mut self,
        model: &Model,
        course: &mut dyn Formulation,
        observer: &mut dyn Observer,
    ) -> Result<(), Outcome> {
        let Some(span) = self.span else { return Ok(()) };
        let time = course.time();
        let before = self.next.saturating_sub(1) as f64 * span.every;
        if (time - before).abs() <= span.crumb() && self.next > 0 {
            return Ok(());
        }
        let energies = course.read(time, f64::INFINITY);
        self.write(model, course, time, energies, observer)
    }

    /// Says of each output, the first time that it is no finite number, why; of the first ones, where there are many.
    fn say_what_is_not_finite(&mut self, model: &Model, course: &dyn Formulation, time: f64) {
        let mechanism = &model.mechanism;
        for (index, output) in mechanism.outputs.iter().enumerate() {
            if self.not_finite.len() > MOST_NOT_FINITE || self.not_finite.contains(&index) {
                continue;
            }
            let Some(why) = bad_output(mechanism, index, course.values()) else { continue };
            self.not_finite.push(index);
            self.warnings.push(match self.not_finite.len() {
                ..=MOST_NOT_FINITE => {
                    format!("`{}` is not a finite number at {time} s: {why}", output.name)
                }
                _ => "further recorded quantities are not finite numbers".to_owned(),
            });
        }
    }

    /// Writes what the course has read last as a row.
    pub(super) fn write(
        &mut self,
        model: &Model,
        course: &dyn Formulation,
        time: f64,
        now: Energies,
        observer: &mut dyn Observer,
    ) -> Result<(), Outcome> {
        let balance = self.ledger.balance(&now);
        self.last = now;
        self.ledger.look(time, balance);
        if balance.abs() > self.at_rows.0 {
            self.at_rows = (balance.abs(), time);
        }
        if !self.take(model, course) {
            self.say_what_is_not_finite(model, course, time);
        }
        observer.row(&self.row(time, now)).map_err(not_written)?;
        if observer.wants_frame() {
            observer.frame(course.picture(time)).map_err(not_written)?;
        }
        self.next += 1;
        Ok(())
    }

    /// Rows of something else have been written.
    pub(super) fn note_rows(&mut self, rows: u64) {
        self.next = rows;
    }

    /// Takes over what the course has read last; whether all of it is finite.
    pub(super) fn take(&mut self, model: &Model, course: &dyn Formulation) -> bool {
        let outputs = model.mechanism.outputs.iter();
        let all = outputs.flat_map(|output| output.nodes.iter().map(|&node| (node, &output.unit)));
        let mut finite = true;
        for (slot, (node, unit)) in self.values.iter_mut().zip(all) {
            *slot = course.values().scalar(node) / unit.factor;
            finite &= slot.is_finite();
        }
        finite
    }

    /// What was taken over last.
    pub(super) fn taken(&self) -> &[f64] {
        &self.values
    }

    /// What was taken over last, with the energies that go with it.
    pub(super) fn row(&self, time: f64, energies: Energies) -> Row<'_> {
        Row { at: time, values: &self.values, energies, balance: self.ledger.balance(&energies) }
    }

    /// What all reports say, without events.
    pub(super) fn solved(
        &self,
        model: &Model,
        course: &mut dyn Formulation,
        outcome: Outcome,
        (solver_time, small): (Duration, &SmallMotions),
    ) -> Solved {
        let judgement = self.ledger.judge(&self.phases.limits(model));
        let between = judgement.between_steps(self.at_rows);
        let conclusion = match self.has_begun {
            true => {
                conclude(model, course, self.statistics.as_ref(), (&judgement, &outcome), small)
            }
            false => without_start(model),
        };
        Solved {
            outcome,
            model: model.name().to_owned(),
            experiment: model.experiment().to_owned(),
            size: model.size,
            method: self.phases.method(model),
            reasons: self.phases.reasons(model),
            effort: self.phases.effort(course),
            rows: self.next,
            events: 0,
            solver_time,
            judgement,
            constraint_error: self.phases.constraint_error(course),
            warnings: {
                let notes = self.phases.notes(course);
                let own = model.warnings.iter().chain(&self.warnings).cloned();
                let valueless = conclusion.notes.iter().cloned();
                let doubted = self.statistics.iter().flat_map(|own| doubted(model, own));
                own.chain(between).chain(notes).chain(doubted).chain(valueless).collect()
            },
            conclusion,
            last_state: course.state(),
        }
    }
}

/// Energies that may cancel within the parts, J.
fn cancelling(model: &Model) -> f64 {
    weight_of_cables(model) + of_what_is_held(model) + NOTHING * lift(model)
}

/// Of what it takes to lift everything by its size on Earth: where nothing happens, without gravity either, places are rounded
/// all the same, and move by that.
const NOTHING: f64 = 1e-14;

/// Everything that moves, by its size on Earth, J. Points that are all in one place have none: what falls from one row to the next is taken.
fn lift(model: &Model) -> f64 {
    let graph = &model.mechanism.graph;
    let size = match model.extent {
        size if size > 0.0 => size,
        _ => match &model.solver {
            Solver::Simulation(simulation) => STANDARD_GRAVITY * simulation.span.every.powi(2),
            Solver::Equilibrium(_) | Solver::Modes(_) | Solver::Response(_) => 0.0,
        },
    };
    let moves = graph.bodies.iter().filter(|body| matches!(body.motion, Motion::Dynamic { .. }));
    let bodies: f64 = moves.map(|body| model.mechanism.scalar(body.mass)).sum();
    let cables: f64 = model.mechanism.cables.iter().map(|cable| cable.links().mass()).sum();
    STANDARD_GRAVITY * (bodies + cables) * size
}

/// Where events hold things, a changing load does work on nothing but the rounding of places.
fn of_what_is_held(model: &Model) -> f64 {
    if model.mechanism.graph.latches.is_empty() { 0.0 } else { lift(model) }
}

/// m/s^2
const STANDARD_GRAVITY: f64 = 9.80665;

/// Weights of all cables times their lengths, J: their weight and buoyancy may cancel.
fn weight_of_cables(model: &Model) -> f64 {
    let cables = &model.mechanism.cables;
    let moments = cables.iter().map(|cable| cable.links().mass() * cable.links().length());
    let gravity = Vec3::from(model.mechanism.array(model.mechanism.graph.environment.gravity));
    gravity.norm() * moments.sum::<f64>()
}

/// What there is to see of a model in so many rows.
pub(super) fn layout(model: &Model, rows: u64) -> Layout {
    Layout { axis: Column::time(), columns: columns(model), scene: scene(model), rows }
}

/// What pictures show of a model.
pub(super) fn scene(model: &Model) -> Scene {
    let graph = &model.mechanism.graph;
    let body = |body: &Visible| SceneBody {
        path: graph.bodies[body.body].path.clone(),
        shape: body.shape,
    };
    let cable = |cable: &cdl_graph::Cable| SceneCable {
        path: cable.path.clone(),
        diameter: model.mechanism.scalar(cable.diameter),
    };
    Scene {
        bodies: model.mechanism.scene.iter().map(body).collect(),
        cables: graph.cables.iter().map(cable).collect(),
        wheels: model.mechanism.wheels.iter().map(|wheel| wheel.picture.clone()).collect(),
        loads: graph.loads.iter().map(|load| scene_load(model, load)).collect(),
    }
}

/// What pictures say of a load.
fn scene_load(model: &Model, load: &Load) -> SceneLoad {
    let kind = match &load.kind {
        LoadKind::Force { .. } => SceneLoadKind::Force,
        LoadKind::Torque { .. } => SceneLoadKind::Torque,
        LoadKind::Spring { law, .. } if !law.stores_energy() => SceneLoadKind::Pull,
        LoadKind::Spring { law, .. } => {
            let none = |node| model.mechanism.is_fixed(node) && model.mechanism.scalar(node) == 0.0;
            match law.stiffness() {
                Some(stiffness) if none(stiffness) => SceneLoadKind::Damper,
                Some(_) | None => SceneLoadKind::Spring,
            }
        }
    };
    SceneLoad { path: load.path.clone(), kind }
}

/// Of all that is recorded, one for each scalar.
pub(super) fn columns(model: &Model) -> Vec<Column> {
    let outputs = &model.mechanism.outputs;
    let all = outputs.iter().map(|own| (own.name.as_str(), &own.unit, own.nodes.as_slice()));
    columns_of(all).into_iter().map(|(column, ..)| column).collect()
}

/// A column for each number, with its node and the factor of its unit.
pub(super) fn columns_of<'a>(
    recorded: impl Iterator<Item = (&'a str, &'a OutputUnit, &'a [NodeId])>,
) -> Vec<(Column, NodeId, f64)> {
    let mut columns = Vec::new();
    for (name, unit, nodes) in recorded {
        let components: &[&str] = match nodes.len() {
            3 => &[".x", ".y", ".z"],
            4 => &[".w", ".x", ".y", ".z"],
            _ => &[""],
        };
        for (index, &node) in nodes.iter().enumerate() {
            let component = match components.get(index) {
                Some(component) => (*component).to_owned(),
                None => format!(".{index}"),
            };
            let column = Column::new(format!("{name}{component}"), unit.symbol.clone());
            columns.push((column, node, unit.factor));
        }
    }
    columns
}
