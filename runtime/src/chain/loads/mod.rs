//! What acts along a cable: nodal forces `∫(1-ξ) f`, `∫ξ f` of each piece, energies and powers.

mod bending;
mod point_force;

use nalgebra::Vector3;
pub(crate) use point_force::{PointForce, add_point_forces};

use super::clamped::OnClamps;
use super::line::Line;
use crate::laws::medium::Wetting;
pub use crate::laws::{Bending, Drag, Fluid, Medium};
use crate::laws::{Layers, Piece, added_mass, buoyancy, drag};

/// Constants of what acts along a cable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loads {
    /// Acceleration of free fall, world axes, m/s^2.
    pub gravity: Vector3<f64>,
    /// m. Without a diameter no fluid acts.
    pub diameter: f64,
    /// Coefficients.
    pub drag: Drag,
    /// Coefficient of the displaced mass.
    pub added_mass: f64,
    /// Whether displaced fluid carries weight.
    pub buoyancy: bool,
    /// Stiffness and damping of the joints between pieces.
    pub bending: Bending,
}

/// Work per time on the cable of what has no potential, W; positive adds to the cable's energy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Powers {
    /// Also that of wind and current, which may be positive.
    pub drag: f64,
    /// Of bending and joint damping; never positive.
    pub damping: f64,
    /// What the fluid adds to the added mass's kinetic energy besides its inertia force.
    pub added_mass: f64,
    /// What a moving surface adds to the potential of the buoyancy.
    pub surface: f64,
}

impl Powers {
    /// W
    pub fn sum(&self) -> f64 {
        self.drag + self.damping + self.added_mass + self.surface
    }
}

/// J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Potentials {
    /// Of weight, zero at the origin.
    pub weight: f64,
    /// Of displaced fluid.
    pub buoyancy: f64,
    /// Of bending.
    pub bending: f64,
}

impl Loads {
    /// Weight alone.
    pub fn weight(gravity: Vector3<f64>) -> Self {
        Self {
            gravity,
            diameter: 0.0,
            drag: Drag::None,
            added_mass: 0.0,
            buoyancy: false,
            bending: Bending::default(),
        }
    }

    /// Whether anything here depends on what surrounds the cable.
    pub(crate) fn feels_fluids(&self) -> bool {
        let wanted = self.buoyancy || self.added_mass != 0.0 || self.drag != Drag::None;
        wanted && self.diameter > 0.0
    }

    /// Those that act on the cable.
    fn layers(&self, medium: &Medium) -> Layers {
        if self.feels_fluids() { medium.layers() } else { Layers::Vacuum }
    }

    /// Of so much of the cable (m), m³.
    pub(crate) fn volume(&self, length: f64) -> f64 {
        0.25 * std::f64::consts::PI * self.diameter * self.diameter * length
    }

    /// Weight, buoyancy and drag of one piece, and the drag's power.
    #[inline(always)]
    fn distributed(
        &self,
        layers: &Layers,
        wetting: &Wetting,
        piece: &Piece,
    ) -> ([Vector3<f64>; 2], f64) {
        let half = self.gravity * (0.5 * piece.mass);
        let mut sum = [half, half];
        if self.buoyancy {
            let volume = self.volume(piece.length);
            let lift = buoyancy::forces(layers, wetting.shares(), volume, &self.gravity);
            sum = [sum[0] + lift[0], sum[1] + lift[1]];
        }
        let (resistance, power) = drag::forces(&self.drag, layers, wetting, piece, self.diameter);
        ([sum[0] + resistance[0], sum[1] + resistance[1]], power)
    }

    /// Adds nodal forces to `forces` (N, as many as nodes), and sets the added mass of each piece
    /// (kg) where there is a coefficient.
    pub(crate) fn add_forces(
        &self,
        line: Line<'_>,
        medium: &Medium,
        forces: &mut [Vector3<f64>],
        added_masses: &mut [f64],
    ) -> Powers {
        let layers = self.layers(medium);
        let mut powers = Powers::default();
        if let Layers::Vacuum = layers {
            for (j, mass) in line.masses.iter().enumerate() {
                let half = self.gravity * (0.5 * mass);
                if let Some([start, end]) = forces.get_mut(j..j + 2) {
                    *start += half;
                    *end += half;
                }
            }
            added_masses.fill(0.0);
        } else {
            for (j, (piece, added)) in line.pieces().zip(added_masses).enumerate() {
                let wetting = layers.wetting(&piece, self.diameter);
                let (nodal, power) = self.distributed(&layers, &wetting, &piece);
                powers.drag += power;
                if let Some([start, end]) = forces.get_mut(j..j + 2) {
                    *start += nodal[0];
                    *end += nodal[1];
                }
                let volume = self.volume(piece.length);
                if self.added_mass != 0.0 {
                    *added = added_mass::mass(&layers, &wetting, self.added_mass, volume);
                    powers.added_mass += added_mass::power(
                        &piece,
                        &layers,
                        &wetting,
                        self.added_mass,
                        volume,
                        self.diameter,
                        line.lumped,
                    );
                } else {
                    *added = 0.0;
                }
                if self.buoyancy {
                    powers.surface +=
                        buoyancy::surface_power(&layers, &wetting, volume, &self.gravity);
                }
            }
        }
        if !self.bending.is_none() {
            powers.damping = bending::add_forces(&self.bending, line, forces);
        }
        powers
    }

    /// Whether pieces get added mass in this medium.
    pub(crate) fn has_added_mass(&self, medium: &Medium) -> bool {
        self.added_mass != 0.0 && !matches!(self.layers(medium), Layers::Vacuum)
    }

    /// Of the whole cable.
    pub(crate) fn potentials(&self, line: Line<'_>, medium: &Medium) -> Potentials {
        let layers = self.layers(medium);
        let mut sum =
            Potentials { bending: bending::energy(&self.bending, line), ..Default::default() };
        for piece in line.pieces() {
            let middle = 0.5 * (piece.ends[0] + piece.ends[1]);
            sum.weight -= piece.mass * self.gravity.dot(&middle);
            if self.buoyancy {
                let volume = self.volume(piece.length);
                sum.buoyancy +=
                    buoyancy::potential(&piece, &layers, volume, self.diameter, &self.gravity);
            }
        }
        sum
    }

    /// Kinetic energy of the added mass, J.
    pub(crate) fn added_kinetic(&self, line: Line<'_>, medium: &Medium) -> f64 {
        let layers = self.layers(medium);
        if self.added_mass == 0.0 {
            return 0.0;
        }
        line.pieces()
            .map(|piece| {
                let wetting = layers.wetting(&piece, self.diameter);
                let volume = self.volume(piece.length);
                let mass = added_mass::mass(&layers, &wetting, self.added_mass, volume);
                added_mass::kinetic(&piece, mass, line.lumped)
            })
            .sum()
    }

    /// Nodal forces of weight, buoyancy and drag on one piece, N, and its added mass, kg.
    pub(crate) fn on_piece(&self, piece: &Piece, medium: &Medium) -> ([Vector3<f64>; 2], f64) {
        let layers = self.layers(medium);
        let wetting = layers.wetting(piece, self.diameter);
        let nodal = self.distributed(&layers, &wetting, piece).0;
        if self.added_mass == 0.0 {
            return (nodal, 0.0);
        }
        let volume = self.volume(piece.length);
        (nodal, added_mass::mass(&layers, &wetting, self.added_mass, volume))
    }

    /// Nodal forces on a piece at rest, N, and its added mass, kg. None where they change with its place or direction: where it goes through a surface, or
    /// something streams past.
    pub(crate) fn constant_on(
        &self,
        piece: &Piece,
        medium: &Medium,
    ) -> Option<([Vector3<f64>; 2], f64)> {
        let layers = self.layers(medium);
        let wet = layers.wetting(piece, self.diameter).mean;
        let is_passing = 0.0 < wet && wet < 1.0 && matches!(layers, Layers::Two { .. });
        let is_dragged = self.drag != Drag::None && layers.flows();
        (!is_passing && !is_dragged).then(|| self.on_piece(piece, medium))
    }

    /// What the moments of bending are on what clamps the line.
    pub(crate) fn on_clamps(&self, line: Line<'_>) -> OnClamps {
        bending::on_clamps(&self.bending, line)
    }

    /// What the moments in both joints of a piece are at its end, N; minus that at its start.
    pub(crate) fn shear(&self, line: Line<'_>, index: usize) -> Vector3<f64> {
        if self.bending.is_none() {
            Vector3::zeros()
        } else {
            bending::on_piece(&self.bending, line, index)
        }
    }
}
