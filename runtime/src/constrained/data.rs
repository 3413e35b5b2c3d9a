//! What changes while a constrained model runs.
//!
//! "Blocks" are vectors of three for each point and director of each unit, "unknowns" the numbers
//! of a Newton step; see `units` and `model`. Between steps only [`State`] and what guesses the
//! next step has a meaning.

use nalgebra::Vector3;

use super::cable::fluid::surroundings;
use super::dependence;
use super::elements::Acted;
use super::equations::UserData;
use super::kkt::Factorization;
use super::latches;
use super::model::ConstrainedModel;
use super::refined::Refinement;
use super::scheme::Scheme;
use super::seen::Step;
use super::states::StatesData;
use super::step::branch::Closures;
use super::step::spinning::{SpinOffsets, Spinning};
use super::vectors::{VectorValues, Vectors};
use super::watch;
use crate::laws::spline::{INNER_ROWS, InnerRows};
use crate::mechanism::ByEvents;
use crate::signals::Values;

/// The vectors at the start of a step, in the balance, and at the end that is looked for.
#[derive(Clone, Debug)]
pub(super) struct Configurations {
    /// Of the step.
    pub(super) start: VectorValues,
    /// Where forces are in balance: in the middle, or where the scheme has it.
    pub(super) balance: VectorValues,
    /// The guess.
    pub(super) end: VectorValues,
}

impl Configurations {
    /// All zero.
    fn new(vectors: &Vectors) -> Self {
        let values = VectorValues::new(vectors);
        Self { start: values.clone(), balance: values.clone(), end: values }
    }
}

/// Positions and velocities of all blocks, angles that remember their turns, and multipliers.
/// Of the constrained formulation; [`crate::mechanism::State`] is the one that belongs to nobody.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    /// s
    pub(super) time: f64,
    /// m; directors have no unit.
    pub(super) positions: Vec<Vector3<f64>>,
    /// Of the blocks, per second.
    pub(super) velocities: Vec<Vector3<f64>>,
    /// Of all coordinates of joints, then what twisted ropes have turned by ([`super::cable::twisted`]); m or rad, angles
    /// with all turns.
    pub(super) coordinates: Vec<f64>,
    /// Of the errors of controlled segments, s.
    pub(super) integrals: Vec<f64>,
    /// Strains of the dampers in visco-elastic branches: of pieces of splines, by moment and branch.
    pub(super) creep: Vec<f64>,
    /// Of the user's.
    pub(super) states: Vec<f64>,
    /// Of all unknowns; those of displacements are zero.
    /// Of the last step, N or N m; they guess those of the next.
    pub(super) multipliers: Vec<f64>,
    /// Lost so far, J.
    pub(super) dissipated: f64,
    /// Of that, where rope that remembers different things was mixed, J.
    pub(super) mixed: f64,
    /// Done so far by loads, drives and prescribed motions, J.
    pub(super) work: f64,
}

impl State {
    /// Takes over another state of the same model; allocates nothing.
    pub(super) fn copy_from(&mut self, other: &State) {
        self.time = other.time;
        self.positions.copy_from_slice(&other.positions);
        self.velocities.copy_from_slice(&other.velocities);
        self.coordinates.copy_from_slice(&other.coordinates);
        self.integrals.copy_from_slice(&other.integrals);
        self.creep.copy_from_slice(&other.creep);
        self.states.copy_from_slice(&other.states);
        self.multipliers.copy_from_slice(&other.multipliers);
        (self.dissipated, self.mixed, self.work) = (other.dissipated, other.mixed, other.work);
    }
}

/// Working memory; nothing in a step allocates.
pub(crate) struct ConstrainedData {
    /// Of all signals.
    pub(super) values: Values,
    /// At the start of the step.
    pub(super) state: State,
    /// Of the end that is looked for, relative to the start.
    /// Of bodies such that directors stay orthonormal at the end.
    pub(super) displacements: Vec<Vector3<f64>>,
    /// Of the blocks, m.
    pub(super) end_positions: Vec<Vector3<f64>>,
    /// With all turns; m or rad.
    pub(super) end_coordinates: Vec<f64>,
    /// s
    pub(super) end_integrals: Vec<f64>,
    /// Strains of dampers.
    pub(super) end_creep: Vec<f64>,
    /// Of the user's.
    pub(super) states: StatesData,
    /// s; zero at an instant.
    pub(super) step: f64,
    /// When signals are evaluated for the end of a step of the run, and when that is; s.
    pub(super) jump: [f64; 2],
    /// Multipliers of the step.
    pub(super) multipliers: Vec<f64>,
    /// In the balance.
    pub(super) balance_positions: Vec<Vector3<f64>>,
    /// Of the blocks.
    pub(super) balance_velocities: Vec<Vector3<f64>>,
    /// m or rad
    pub(super) balance_coordinates: Vec<f64>,
    /// What driven coordinates have to be at the end.
    pub(super) drive_values: Vec<f64>,
    /// What the velocities in the balance are beside `rate · displacements`.
    pub(super) velocity_offsets: Vec<Vector3<f64>>,
    /// What the accelerations in the balance are beside `inertia · displacements`.
    pub(super) acceleration_offsets: Vec<Vector3<f64>>,
    /// Of each unit that is a body, where it turns by the scheme on rotations: offsets of its angular velocity and
    /// acceleration, and where it is at the end.
    pub(super) spin_offsets: Vec<SpinOffsets>,
    /// See `spin_offsets`.
    pub(super) spinning: Vec<Spinning>,
    /// Accelerations in the balance.
    pub(super) accelerations: Vec<Vector3<f64>>,
    /// All vectors that elements and equations are written in.
    pub(super) at: Configurations,
    /// What acts on the blocks, N (N m on directors), constraints included.
    pub(super) forces: Vec<Vector3<f64>>,
    /// Inertia minus `forces`: what known units have to bring up.
    pub(super) residuals: Vec<Vector3<f64>>,
    /// Of the step: what is lost and what loads do, W.
    pub(super) power: StepPower,
    /// What visco-elastic branches have lost over the step, J.
    pub(super) relaxed: f64,
    /// Of what is dissipated over the step, where rope is mixed that remembers different twists, J.
    pub(super) mixed: f64,
    /// Heights of the water's surface at the start and the end of the step, m.
    pub(super) levels: [f64; 2],
    /// In the places that `ConstrainedModel::structure` gives.
    pub(super) matrix: Vec<f64>,
    /// Derivatives of pieces between nodes that have axes, on their way into the matrix (`cable/framed.rs`).
    pub(super) gathered: Vec<InnerRows>,
    /// Becomes a solution when it is solved for.
    pub(super) right_side: Vec<f64>,
    /// What Newton's method would move by.
    pub(super) newton_correction: Vec<f64>,
    /// Of the unknowns, and of the terms that residuals consist of.
    pub(super) magnitudes: Vec<f64>,
    /// See `magnitudes`.
    pub(super) terms: Vec<f64>,
    /// The last correction that was made, and what it was made to.
    pub(super) correction: Vec<f64>,
    pub(super) displacements_before: Vec<Vector3<f64>>,
    /// See `displacements_before`.
    pub(super) multipliers_before: Vec<f64>,
    /// Of the state, before the last projection.
    pub(super) velocities_before: Vec<Vector3<f64>>,
    /// Mean accelerations over the last step, to guess the next one.
    pub(super) last_accelerations: Vec<Vector3<f64>>,
    /// Of each unit that is a body: its angular velocity at the last step's start (rad/s), and how long that was;
    /// zero before the first.
    pub(super) last_spins: Vec<Vector3<f64>>,
    /// See `last_spins`; s.
    pub(super) last_step: f64,
    /// The farthest that a body has turned in the step just found, rad.
    pub(super) turn: f64,
    /// Which unit that is.
    pub(super) turning: usize,
    /// The same of a link.
    pub(super) link_turn: f64,
    /// Of the matrix as it was factored last.
    pub(super) factorization: Factorization,
    /// Memory for solutions without compliances.
    pub(super) refinement: Refinement,
    /// What closes loops of bodies.
    pub(super) closures: Closures,
    /// Those of [`ConstrainedModel::compliances`] that are needed; zero for constraints that no other
    /// depends on.
    pub(super) compliances: Vec<f64>,
    pub(super) user: UserData,
    /// See [`super::seen::Step::open`].
    pub(super) open: Vec<bool>,
    /// See [`super::seen::Step::lifted`].
    pub(super) lifted: Vec<bool>,
    /// Of the state at the start of the run, J.
    pub(super) initial_energy: f64,
    /// What events have done so far.
    pub(super) by_events: ByEvents,
    /// The largest residual of a position constraint at the end of a step so far.
    pub(super) constraint_error: f64,
    /// Whether constraints may say again what others say.
    pub(super) may_depend: bool,
    /// Of the step's end, see [`watch::openness`].
    pub(super) openness: f64,
    /// So far.
    pub(super) newton: NewtonCounts,
}

/// What is made of a step with a guess of its end.
pub(super) struct Made<'a> {
    /// Forces and integrals at the step's end.
    pub(super) acted: Acted<'a>,
    /// Inertia less forces, N.
    pub(super) residuals: &'a mut [Vector3<f64>],
    /// Lost, and of loads.
    pub(super) power: &'a mut StepPower,
    /// Of Newton's equations.
    pub(super) right_side: &'a mut [f64],
    /// Its values, in the places of the structure.
    pub(super) matrix: &'a mut [f64],
    /// See [`ConstrainedData::gathered`].
    pub(super) gathered: &'a mut [InnerRows],
}

/// W, mean over the step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct StepPower {
    /// Lost.
    pub(super) dissipated: f64,
    /// Of loads, drives and prescribed motions.
    pub(super) work: f64,
}

/// What Newton's method took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct NewtonCounts {
    /// Factorizations.
    pub(super) iterations: u64,
    /// Corrections that were made shorter.
    pub(super) halvings: u64,
}

impl ConstrainedData {
    /// The step with the guess that has been placed, and what is made of it.
    pub(super) fn split<'a>(
        &'a mut self,
        model: &'a ConstrainedModel,
        scheme: &'a Scheme,
    ) -> (Step<'a>, Made<'a>) {
        let step = Step {
            scheme,
            extent: model.extent,
            vectors: &model.vectors,
            coordinates: &model.coordinates,
            at: &self.at,
            start: &self.state,
            end_coordinates: &self.end_coordinates,
            balance_coordinates: &self.balance_coordinates,
            drive_values: &self.drive_values,
            duration: self.step,
            positions: &self.balance_positions,
            velocities: &self.balance_velocities,
            accelerations: &self.accelerations,
            multipliers: &self.multipliers,
            compliances: &self.compliances,
            values: &self.values,
            response: &self.states.response,
            user: &self.user,
            open: &self.open,
            lifted: &self.lifted,
            surroundings: surroundings(&model.mechanism.fluids, &self.values, self.levels),
        };
        let made = Made {
            acted: Acted {
                forces: &mut self.forces,
                integrals: &mut self.end_integrals,
                creep: &mut self.end_creep,
                relaxed: &mut self.relaxed,
                mixed: &mut self.mixed,
            },
            residuals: &mut self.residuals,
            power: &mut self.power,
            right_side: &mut self.right_side,
            matrix: &mut self.matrix,
            gathered: &mut self.gathered,
        };
        (step, made)
    }

    /// After an evaluation at the end of a step.
    pub(super) fn note_constraint_error(&mut self, model: &ConstrainedModel) {
        for &unknown in &model.position_multipliers {
            self.constraint_error = self.constraint_error.max(self.right_side[unknown].abs());
        }
        if self.may_depend {
            self.openness = watch::openness(model, self);
        }
    }

    /// At the start of the model; all memory that steps need.
    pub(crate) fn new(model: &ConstrainedModel) -> Self {
        let blocks = vec![Vector3::zeros(); model.blocks()];
        let unknowns = model.structure.unknowns();
        Self {
            values: model.mechanism.values.clone(),
            state: model.start.clone(),
            states: StatesData::new(&model.states, model.start.states.len()),
            displacements: blocks.clone(),
            end_positions: blocks.clone(),
            end_coordinates: model.start.coordinates.clone(),
            end_integrals: vec![0.0; model.elements.controlled_segments.len()],
            end_creep: model.start.creep.clone(),
            step: 0.0,
            jump: [f64::NAN; 2],
            multipliers: vec![0.0; unknowns],
            balance_positions: blocks.clone(),
            balance_velocities: blocks.clone(),
            balance_coordinates: model.start.coordinates.clone(),
            drive_values: vec![0.0; model.equations.drives.len()],
            velocity_offsets: blocks.clone(),
            acceleration_offsets: blocks.clone(),
            spin_offsets: vec![SpinOffsets::default(); model.units.len()],
            spinning: vec![Spinning::default(); model.units.len()],
            displacements_before: blocks.clone(),
            velocities_before: blocks.clone(),
            last_accelerations: blocks.clone(),
            last_spins: vec![Vector3::zeros(); model.units.len()],
            last_step: 0.0,
            turn: 0.0,
            turning: 0,
            link_turn: 0.0,
            closures: Closures::new(model),
            multipliers_before: vec![0.0; unknowns],
            accelerations: blocks.clone(),
            at: Configurations::new(&model.vectors),
            forces: blocks.clone(),
            residuals: blocks,
            power: StepPower::default(),
            relaxed: 0.0,
            mixed: 0.0,
            levels: [0.0; 2],
            matrix: vec![0.0; model.structure.values()],
            gathered: vec![INNER_ROWS; model.vectors.slopes_along()],
            right_side: vec![0.0; unknowns],
            newton_correction: vec![0.0; unknowns],
            magnitudes: vec![0.0; unknowns],
            terms: vec![0.0; unknowns],
            correction: vec![0.0; unknowns],
            factorization: Factorization::new(&model.structure),
            refinement: Refinement::new(model),
            compliances: model.compliances.clone(),
            user: UserData::new(model),
            open: latches::open(model, &model.start.states),
            lifted: vec![false; model.elements.ropes_on_edges.len()],
            initial_energy: 0.0,
            by_events: ByEvents::default(),
            constraint_error: 0.0,
            may_depend: dependence::may_depend(model),
            openness: 0.0,
            newton: NewtonCounts::default(),
        }
    }
}
