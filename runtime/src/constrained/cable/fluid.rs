//! Drag, buoyancy and added mass on the pieces of a cable, over a step and with derivatives.
//!
//! The laws are those of [`crate::laws`], taken where the forces are in balance. Beyond that:
//!
//! - Buoyancy at a surface has the potential `V G (ρ_below - ρ_above) D(z₀, z₁)`, whose gradient is
//!   Gonzalez's: that in the balance, corrected along the change of both heights above the surface so
//!   that the potential's change is exact. A rising surface does the work of its lift.
//! - Added mass resists the acceleration in the balance, `(v₁ - v₀)/h` in the midpoint schemes, with the
//!   directions there. Its kinetic energy does not belong to that force alone; the difference between
//!   its change over a step and what the force takes is counted as work of the fluid, as in the
//!   recursion, whose `laws/added_mass.rs` has the rate of it.

use std::sync::Arc;

use nalgebra::{Matrix3, Vector3};

use crate::chain::Loads;
use crate::constrained::data::Configurations;
use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::scheme::Scheme;
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::laws::medium::{Wetting, depth, wetting};
use crate::laws::{Layers, Piece, added_mass, buoyancy, drag, mass_shares};
use crate::mechanism::{Energies, Fluids};
use crate::signals::Values;

/// One link or segment in air or water.
/// It has no mass of its own here; that is in the links.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct PieceInFluid {
    /// The node nearer to the cable's start, and the other.
    pub(in crate::constrained) ends: [VectorId; 2],
    /// Unstretched, m.
    pub(in crate::constrained) length: f64,
    /// All pieces of a cable have them in common.
    pub(in crate::constrained) loads: Arc<Loads>,
    /// Added mass sits on the nodes.
    pub(in crate::constrained) lumped: bool,
    /// Where the derivatives by both ends go in the matrix.
    pub(in crate::constrained) wires: Wires,
}

/// What surrounds the cables in the balance, and the surface at both ends of the step, m.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Surroundings {
    /// Densities, and how air and water move.
    pub(in crate::constrained) layers: Layers,
    /// Heights of the surface at the start and the end of the step, m.
    pub(in crate::constrained) levels: [f64; 2],
}

/// From the values of the signals in the balance; `levels` are the heights of the surface at both ends of the step, m.
pub(in crate::constrained) fn surroundings(
    fluids: &Fluids,
    values: &Values,
    levels: [f64; 2],
) -> Surroundings {
    Surroundings { layers: crate::mechanism::surroundings(fluids, values).layers(), levels }
}

impl Surroundings {
    /// With the surface where it is at the start (0) or the end (1) of the step.
    pub(in crate::constrained) fn at(&self, end: usize) -> Layers {
        match self.layers {
            Layers::Two { above, below, level_rate, .. } => {
                Layers::Two { above, below, level: self.levels[end], level_rate }
            }
            Layers::Vacuum | Layers::One(_) => self.layers,
        }
    }
}

/// Blocks in the balance.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Rates<'a> {
    /// Of the blocks, m/s.
    pub(in crate::constrained) velocities: &'a [Vector3<f64>],
    /// Of the blocks, m/s².
    pub(in crate::constrained) accelerations: &'a [Vector3<f64>],
}

/// Forces on the start and the end, N, and their powers, W.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct FluidAction {
    /// N, in the axes of the world.
    pub(in crate::constrained) forces: [Vector3<f64>; 2],
    /// By drag; negative where the fluid drives the piece.
    pub(in crate::constrained) dissipated: f64,
    /// Of the added mass's force, and of the surface.
    pub(in crate::constrained) work: f64,
}

/// A gradient of the depth function by both heights, and its derivatives by the heights at the end.
/// A share of the piece's volume for each end.
struct Lift {
    /// By the height of the start and of the end; without unit.
    gradient: [f64; 2],
    /// Of each of them by each height at the end of the step, 1/m.
    slopes: [[f64; 2]; 2],
}

/// A piece in the balance.
pub(super) struct Steeped<'a> {
    /// Coefficients of drag and added mass, and the diameter.
    pub(super) loads: &'a Loads,
    /// m^3
    pub(super) volume: f64,
    /// Direction, length and velocities of its ends.
    pub(super) piece: &'a Piece,
    /// Of its ends, m.
    pub(super) distance: f64,
    /// How much of it is in which fluid.
    pub(super) wet: &'a Wetting,
}

impl Steeped<'_> {
    /// Minus the derivatives of the forces on both ends, but that by accelerations, by where the ends are at the end of the step.
    /// `lifts` are those of the depth function, `shared` the accelerations that the added mass of each end takes part
    /// in.
    pub(super) fn slopes(
        &self,
        scheme: &Scheme,
        layers: &Layers,
        lifts: &[[f64; 2]; 2],
        shared: &[Vector3<f64>; 2],
    ) -> [[Matrix3<f64>; 2]; 2] {
        let Steeped { loads, volume, piece, distance, wet } = *self;
        let mut by_line = [Matrix3::zeros(); 2];
        let mut all = [[Matrix3::zeros(); 2]; 2];
        if loads.drag != drag::Drag::None {
            let found = drag::slopes(&loads.drag, layers, wet, piece, distance, loads.diameter);
            by_line = found.by_line;
            for (k, row) in all.iter_mut().enumerate() {
                for (l, entry) in row.iter_mut().enumerate() {
                    *entry -= found.by_velocity[k][l] * scheme.rate;
                    let by_height = found.by_height[k][l] * scheme.balance;
                    let mut column = entry.column_mut(2);
                    column -= by_height;
                }
            }
        }
        if let (true, Layers::Two { .. }) = (loads.buoyancy, layers) {
            let factor = buoyancy::lift_per_share(layers, volume, &loads.gravity);
            for (row, slopes) in all.iter_mut().zip(lifts) {
                for (entry, slope) in row.iter_mut().zip(slopes) {
                    entry[(2, 2)] -= factor * slope;
                }
            }
        }
        if loads.added_mass != 0.0 {
            let mass = added_mass::mass(layers, wet, loads.added_mass, volume);
            let u = piece.direction;
            let across = Matrix3::identity() - u * u.transpose();
            let (coefficient, width) = (loads.added_mass, loads.diameter);
            let by_height = added_mass::mass_slopes(layers, wet, coefficient, volume, width)
                .map(|slope| slope * scheme.balance);
            for (k, shared) in shared.iter().enumerate() {
                by_line[k] += added_mass::force_by_line(piece, distance, mass, shared);
                for l in 0..2 {
                    let by_height = across * shared * by_height[l];
                    let mut column = all[k][l].column_mut(2);
                    column += by_height;
                }
            }
        }
        for k in 0..2 {
            // The line grows with the end and shrinks with the start.
            let stiffness = by_line[k] * scheme.balance;
            all[k][0] += stiffness;
            all[k][1] -= stiffness;
        }
        all
    }
}

impl PieceInFluid {
    /// `length` in m, unstretched.
    pub(in crate::constrained) fn of(
        ends: [VectorId; 2],
        length: f64,
        loads: Arc<Loads>,
        lumped: bool,
    ) -> Self {
        Self { ends, length, loads, lumped, wires: Wires::default() }
    }

    /// For the laws, and the distance of its ends, m.
    fn piece(&self, ends: [Vector3<f64>; 2], velocities: [Vector3<f64>; 2]) -> (Piece, f64) {
        (Piece::between(ends, velocities, self.length), (ends[1] - ends[0]).norm())
    }

    /// The piece where the forces are in balance, and how far its ends are apart (m).
    fn in_balance(
        &self,
        vectors: &Vectors,
        at: &Configurations,
        rates: &Rates<'_>,
    ) -> (Piece, f64) {
        let velocities = self.ends.map(|end| vectors.value(end, rates.velocities));
        self.piece(self.ends.map(|end| at.balance.of(end)), velocities)
    }

    /// m^3
    fn volume(&self) -> f64 {
        self.loads.volume(self.length)
    }

    /// Shares of the added mass: of both ends in the force on each.
    /// Those of a consistent mass, or of two halves for lumped cables.
    fn shares(&self) -> [[f64; 2]; 2] {
        let [own, shared] = mass_shares(self.lumped);
        [[own, shared], [shared, own]]
    }

    /// Accelerations that each end's added mass takes part in.
    fn shared(&self, vectors: &Vectors, accelerations: &[Vector3<f64>]) -> [Vector3<f64>; 2] {
        let [a, b] = self.ends.map(|end| vectors.value(end, accelerations));
        self.shares().map(|[first, second]| a * first + b * second)
    }

    /// Of the depth function, where there is a surface.
    fn lift(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        surroundings: &Surroundings,
        wet: &Wetting,
    ) -> Lift {
        let width = self.loads.diameter;
        let mut gradient = wet.shares();
        let mut slopes =
            wet.slopes(width).shares().map(|row| row.map(|value| value * scheme.balance));
        let levels = surroundings.levels;
        if scheme.discrete {
            let ends = |values: &crate::constrained::vectors::VectorValues| {
                self.ends.map(|end| values.of(end))
            };
            let none = [Vector3::zeros(); 2];
            let (start, _) = self.piece(ends(&at.start), none);
            let (end, _) = self.piece(ends(&at.end), none);
            let rise = [0, 1].map(|k| (end.ends[k].z - levels[1]) - (start.ends[k].z - levels[0]));
            let square = rise[0] * rise[0] + rise[1] * rise[1];
            // Below this the gradient in the balance is exact to rounding.
            if square > 1e-10 * width * width {
                let change = depth(&end, levels[1], width) - depth(&start, levels[0], width);
                let missing = change - gradient[0] * rise[0] - gradient[1] * rise[1];
                let factor = missing / square;
                let last = wetting(&end, levels[1], width).shares();
                for l in 0..2 {
                    let moved = slopes[0][l] * rise[0] + slopes[1][l] * rise[1];
                    let slope = (last[l] - gradient[l] - moved - 2.0 * factor * rise[l]) / square;
                    for k in 0..2 {
                        slopes[k][l] += slope * rise[k];
                    }
                    slopes[l][l] += factor;
                }
                for k in 0..2 {
                    gradient[k] += factor * rise[k];
                }
            }
        }
        Lift { gradient, slopes }
    }

    /// Adds the forces to the blocks.
    ///
    /// `dissipated` is minus the power of drag: negative where a current drags the cable along.
    pub(in crate::constrained) fn add_force(
        &self,
        vectors: &Vectors,
        scheme: &Scheme,
        at: &Configurations,
        rates: &Rates<'_>,
        surroundings: &Surroundings,
        blocks: &mut [Vector3<f64>],
    ) -> FluidAction {
        let layers = &surroundings.layers;
        let (piece, _) = self.in_balance(vectors, at, rates);
        let wet = layers.wetting(&piece, self.loads.diameter);
        let loads = &self.loads;
        let (mut forces, power) = drag::forces(&loads.drag, layers, &wet, &piece, loads.diameter);
        let mut action = FluidAction { forces, dissipated: -power, work: 0.0 };
        if loads.buoyancy {
            let shares = match layers {
                Layers::Vacuum | Layers::One(_) => wet.shares(),
                Layers::Two { .. } => {
                    let shares = self.lift(scheme, at, surroundings, &wet).gradient;
                    let [start, end] = surroundings.levels;
                    let of_surface =
                        buoyancy::lift_per_share(layers, self.volume(), &loads.gravity)
                            * (shares[0] + shares[1]);
                    action.work += of_surface * (end - start) * scheme.rate;
                    shares
                }
            };
            let lift = buoyancy::forces(layers, shares, self.volume(), &loads.gravity);
            forces = [forces[0] + lift[0], forces[1] + lift[1]];
        }
        if loads.added_mass != 0.0 {
            let mass = added_mass::mass(layers, &wet, loads.added_mass, self.volume());
            for (k, shared) in self.shared(vectors, rates.accelerations).into_iter().enumerate() {
                let force = -added_mass::inertia(&piece, mass, &shared);
                forces[k] += force;
                action.work += force.dot(&piece.velocities[k]);
            }
        }
        for (end, force) in self.ends.iter().zip(&forces) {
            vectors.add_force(*end, force, blocks);
        }
        action.forces = forces;
        action
    }

    /// Adds the inertia forces of the added mass for accelerations of the blocks.
    fn add_mass(
        &self,
        vectors: &Vectors,
        at: &Configurations,
        accelerations: &[Vector3<f64>],
        layers: &Layers,
        blocks: &mut [Vector3<f64>],
    ) {
        if self.loads.added_mass == 0.0 {
            return;
        }
        let (piece, _) = self.piece(self.ends.map(|end| at.balance.of(end)), [Vector3::zeros(); 2]);
        let wet = layers.wetting(&piece, self.loads.diameter);
        let mass = added_mass::mass(layers, &wet, self.loads.added_mass, self.volume());
        for (end, shared) in self.ends.iter().zip(self.shared(vectors, accelerations)) {
            vectors.add_force(*end, &added_mass::inertia(&piece, mass, &shared), blocks);
        }
    }

    /// Adds what the added mass resists accelerations with, and nothing else.
    pub(in crate::constrained) fn fill_mass(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        layers: &Layers,
        filling: &mut Filling<'_>,
    ) {
        if self.loads.added_mass == 0.0 {
            return;
        }
        let (piece, _) = self.piece(self.ends.map(|end| at.balance.of(end)), [Vector3::zeros(); 2]);
        let wet = layers.wetting(&piece, self.loads.diameter);
        let mass = added_mass::mass(layers, &wet, self.loads.added_mass, self.volume());
        let across = Matrix3::identity() - piece.direction * piece.direction.transpose();
        let blocks =
            self.shares().map(|row| row.map(|share| across * (share * mass * scheme.inertia)));
        filling.stiffness(&self.ends, self.wires, &blocks);
    }

    /// Adds the derivatives of all forces but those by accelerations.
    pub(in crate::constrained) fn fill(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        rates: &Rates<'_>,
        surroundings: &Surroundings,
        filling: &mut Filling<'_>,
    ) {
        let layers = &surroundings.layers;
        let (piece, distance) = self.in_balance(filling.vectors, at, rates);
        let wet = layers.wetting(&piece, self.loads.diameter);
        let lifts = match (self.loads.buoyancy, layers) {
            (true, Layers::Two { .. }) => self.lift(scheme, at, surroundings, &wet).slopes,
            _ => [[0.0; 2]; 2],
        };
        let shared = self.shared(filling.vectors, rates.accelerations);
        let steeped = Steeped {
            loads: &self.loads,
            volume: self.volume(),
            piece: &piece,
            distance,
            wet: &wet,
        };
        let all = steeped.slopes(scheme, layers, &lifts, &shared);
        filling.stiffness(&self.ends, self.wires, &all);
    }

    /// Of buoyancy, J.
    pub(in crate::constrained) fn potential(
        &self,
        ends: [Vector3<f64>; 2],
        layers: &Layers,
    ) -> f64 {
        if !self.loads.buoyancy {
            return 0.0;
        }
        let (piece, _) = self.piece(ends, [Vector3::zeros(); 2]);
        let loads = &self.loads;
        buoyancy::potential(&piece, layers, self.volume(), loads.diameter, &loads.gravity)
    }

    /// Of the added mass, J.
    pub(in crate::constrained) fn kinetic(
        &self,
        ends: [Vector3<f64>; 2],
        velocities: [Vector3<f64>; 2],
        layers: &Layers,
    ) -> f64 {
        if self.loads.added_mass == 0.0 {
            return 0.0;
        }
        let (piece, _) = self.piece(ends, velocities);
        let wet = layers.wetting(&piece, self.loads.diameter);
        let mass = added_mass::mass(layers, &wet, self.loads.added_mass, self.volume());
        added_mass::kinetic(&piece, mass, self.lumped)
    }
}

impl Element for PieceInFluid {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.ends);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&self.ends);
    }

    #[inline(always)]
    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let (rates, around) = (step.rates(), &step.surroundings);
        let action =
            self.add_force(step.vectors, step.scheme, step.at, &rates, around, acted.forces);
        StepPower { dissipated: action.dissipated, work: action.work }
    }

    #[inline(always)]
    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        self.fill(step.scheme, step.at, &step.rates(), &step.surroundings, filling);
    }

    fn add_carried_inertia(&self, step: &Step<'_>, blocks: &mut [Vector3<f64>]) {
        let layers = &step.surroundings.layers;
        self.add_mass(step.vectors, step.at, step.accelerations, layers, blocks);
    }

    #[inline(always)]
    fn fill_carried_inertia(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        self.fill_mass(step.scheme, step.at, &step.surroundings.layers, filling);
    }

    fn add_carried_kinetic(&self, motion: &Motion<'_>, layers: &Layers, sum: &mut f64) {
        let ends = self.ends.map(|end| motion.position(end));
        *sum += self.kinetic(ends, self.ends.map(|end| motion.velocity(end)), layers);
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        let ends = self.ends.map(|end| stored.motion.position(end));
        energies.gravity += self.potential(ends, &stored.layers);
    }
}
