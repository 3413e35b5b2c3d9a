//! The lumped form: point masses joined by springs and dampers, the comparison model of Hembree
//! and Slegers (2010, section 5.2).
//!
//! Each segment gives half its mass to both nodes, so the ends carry half. Between neighbours acts
//! the tension of an [`AxialLaw`]. Bending, drag, buoyancy and weight are
//! those of rigid links on the straight lines between the nodes; added mass sits on the nodes.
//!
//! One evaluation:
//!
//! ```text
//! data.place(&segments, positions, velocities, integrals, ends); // of the nodes that move
//! data.load(&segments, &loads, &medium);       // and what else adds to data.forces
//! accelerate(&segments, &mut data, &mut accelerations);
//! end_load(&segments, &data, End::Start);      // what a held end needs
//! ```

use std::sync::Arc;

use nalgebra::{Matrix3, Vector3};

use super::boundary::RootLoad;
use super::clamped::Clamped;
use super::line::Line;
use super::links::Links;
use super::loads::{Loads, Medium, Powers};
use crate::laws::{Controller, Curve, LineLaw, Spring};
use crate::spatial::Sym3;

/// Constants: lengths (unstretched) and masses of the segments, and what acts along each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Segments {
    /// Unstretched lengths and masses.
    pub links: Links,
    /// Tension over length and its rate.
    pub law: AxialLaw,
}

/// The tension of a segment of length d that is l long unstretched.
#[derive(Clone, Debug, PartialEq)]
pub enum AxialLaw {
    /// `stiffness (d - l) + damping dd/dt`, N/m and N s/m. Only what `pushes` does so when it is short; the others
    /// go slack, and their dampers too.
    Spring { stiffness: f64, damping: f64, pushes: bool },
    /// By a curve over d, and `damping dd/dt`, N s/m. Where the curve begins slack its damper does not push either.
    Table { curve: Arc<Curve>, damping: f64 },
    /// `proportional e + derivative de/dt + integral ∫e dt` with the error `e = (d - l) / d`; N, N s
    /// and N/s. Brateau, "Rigid tether modeling for underwater environment simulation", section II.
    /// The integral of each segment is part of the state. Its force has no potential, so that what
    /// it does is work of a load.
    Pid { proportional: f64, derivative: f64, integral: f64 },
}

/// What an end node does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LumpedEnd {
    /// It is a node of the state.
    Free,
    /// It is not in the state: a point of the world or of a body, m and m/s.
    Held { position: Vector3<f64>, velocity: Vector3<f64> },
}

/// One of the two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The first node.
    Start,
    /// The last node.
    End,
}

/// Everything that is computed anew in each evaluation. Allocated once.
#[derive(Clone, Debug)]
pub struct LumpedData {
    /// Of all nodes, held ones included; m.
    pub positions: Vec<Vector3<f64>>,
    /// m/s
    pub velocities: Vec<Vector3<f64>>,
    /// On the nodes, N.
    pub forces: Vec<Vector3<f64>>,
    /// Of each segment, N; positive when it pulls.
    pub tensions: Vec<f64>,
    /// Of each segment, relative to its present length: `(d - l) / d`.
    pub errors: Vec<f64>,
    /// Unit vectors of the segments, and their rates in 1/s.
    pub directions: Vec<[f64; 3]>,
    /// See `directions`.
    pub rates: Vec<[f64; 3]>,
    /// Of each segment, kg.
    added_masses: Vec<f64>,
    /// Whether there is any added mass.
    added: bool,
    /// Whether the first and the last node are held.
    held: [bool; 2],
}

/// What acts along the segments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Axial {
    /// Stored, J.
    pub elastic: f64,
    /// Of the dampers, W; never positive.
    pub damping_power: f64,
    /// Of the integral part of [`AxialLaw::Pid`], W.
    pub integral_power: f64,
}

impl AxialLaw {
    /// How many numbers of the state a cable of so many segments needs beside its nodes: the
    /// integrals of the errors, in s.
    pub fn integrals(&self, segments: usize) -> usize {
        match self {
            AxialLaw::Spring { .. } | AxialLaw::Table { .. } => 0,
            AxialLaw::Pid { .. } => segments,
        }
    }

    /// Whether it stores all that is done against it.
    pub(crate) fn is_elastic(&self) -> bool {
        match self {
            AxialLaw::Spring { damping, .. } | AxialLaw::Table { damping, .. } => *damping == 0.0,
            AxialLaw::Pid { .. } => false,
        }
    }

    /// Whether it is a spring with a damper beside it.
    pub(crate) fn is_simple(&self) -> bool {
        !matches!(self, AxialLaw::Pid { .. })
    }

    /// How much more it pulls for each metre per second, N s/m, where a segment of that length is `distance` long.
    pub(crate) fn resistance(&self, length: f64, distance: f64) -> f64 {
        let along = |law: &LineLaw| law.damping() * law.taut_share(distance, distance).value;
        match *self {
            AxialLaw::Spring { stiffness, damping, pushes } => {
                along(&LineLaw::Linear(Spring { stiffness, damping, length, pushes }))
            }
            AxialLaw::Table { ref curve, damping } => along(&LineLaw::table(curve, damping)),
            AxialLaw::Pid { derivative, .. } => derivative * length / (distance * distance),
        }
    }

    /// How much more it pulls for each metre, N/m, where a segment of that length is `distance` long; without dampers and integrals.
    pub(crate) fn stiffness(&self, length: f64, distance: f64) -> f64 {
        let along = |law: &LineLaw| {
            let factor = law.factor(distance);
            factor.value + factor.slope * distance
        };
        match *self {
            AxialLaw::Spring { stiffness, damping, pushes } => {
                along(&LineLaw::Linear(Spring { stiffness, damping, length, pushes }))
            }
            AxialLaw::Table { ref curve, damping } => along(&LineLaw::table(curve, damping)),
            AxialLaw::Pid { proportional, .. } => proportional * length / (distance * distance),
        }
    }

    /// The tension of a segment and what it adds to `axial`.
    fn tension(&self, segment: &Stretch, axial: &mut Axial) -> f64 {
        let Stretch { length, distance, lengthening, integrated } = *segment;
        let mut pulled = |law: &LineLaw| {
            let tension = law.tension(distance, lengthening);
            axial.elastic += law.energy(distance);
            axial.damping_power -= tension.damper * lengthening;
            tension.sum()
        };
        match *self {
            AxialLaw::Spring { stiffness, damping, pushes } => {
                pulled(&LineLaw::Linear(Spring { stiffness, damping, length, pushes }))
            }
            AxialLaw::Table { ref curve, damping } => pulled(&LineLaw::table(curve, damping)),
            AxialLaw::Pid { proportional, derivative, integral } => {
                let law = Controller { proportional, derivative, integral, length };
                axial.elastic += law.energy(distance);
                axial.damping_power -= law.damping(distance) * lengthening * lengthening;
                axial.integral_power -= integral * integrated * lengthening;
                law.tension(distance, lengthening, integrated)
            }
        }
    }
}

/// A segment now.
struct Stretch {
    /// Unstretched, m.
    length: f64,
    /// m
    distance: f64,
    /// m/s
    lengthening: f64,
    /// The integral of the error, s.
    integrated: f64,
}

impl LumpedData {
    /// Memory for so many segments.
    pub fn new(segments: &Segments) -> Self {
        let count = segments.links.count();
        let nodes = vec![Vector3::zeros(); count + 1];
        Self {
            positions: nodes.clone(),
            velocities: nodes.clone(),
            forces: nodes,
            tensions: vec![0.0; count],
            errors: vec![0.0; count],
            directions: vec![[0.0; 3]; count],
            rates: vec![[0.0; 3]; count],
            added_masses: vec![0.0; count],
            added: false,
            held: [false; 2],
        }
    }

    /// Nodes from the state (positions in m and velocities in m/s of the nodes that move, in order)
    /// and from the held ends; directions; the forces along the segments. `integrals` are those of
    /// the segments' errors, in s, as many as [`AxialLaw::integrals`] says.
    pub fn place(
        &mut self,
        segments: &Segments,
        positions: &[[f64; 3]],
        velocities: &[[f64; 3]],
        integrals: &[f64],
        ends: [LumpedEnd; 2],
    ) -> Axial {
        self.held = ends.map(|end| matches!(end, LumpedEnd::Held { .. }));
        self.added = false;
        let first = usize::from(self.held[0]);
        for (node, value) in self.positions.iter_mut().skip(first).zip(positions) {
            *node = Vector3::from(*value);
        }
        for (node, value) in self.velocities.iter_mut().skip(first).zip(velocities) {
            *node = Vector3::from(*value);
        }
        let last = self.positions.len() - 1;
        for (node, end) in [0, last].into_iter().zip(ends) {
            if let LumpedEnd::Held { position, velocity } = end {
                self.positions[node] = position;
                self.velocities[node] = velocity;
            }
        }
        self.forces.fill(Vector3::zeros());
        let mut axial = Axial::default();
        for (j, &length) in segments.links.lengths().iter().enumerate() {
            let offset = self.positions[j + 1] - self.positions[j];
            let relative = self.velocities[j + 1] - self.velocities[j];
            let distance = offset.norm();
            // Nodes on top of each other have no direction, and no force between them.
            let over = if distance > 0.0 { 1.0 / distance } else { 0.0 };
            let u = offset * over;
            let lengthening = u.dot(&relative);
            let stretch = Stretch {
                length,
                distance,
                lengthening,
                integrated: integrals.get(j).copied().unwrap_or(0.0),
            };
            let tension = segments.law.tension(&stretch, &mut axial);
            self.errors[j] = (distance - length) * over;
            self.directions[j] = u.into();
            self.rates[j] = ((relative - u * lengthening) * over).into();
            self.tensions[j] = tension;
            self.forces[j] += u * tension;
            self.forces[j + 1] -= u * tension;
        }
        axial
    }

    /// The cable as its loads see it, after [`LumpedData::place`].
    pub fn line<'a>(&'a self, segments: &'a Segments) -> Line<'a> {
        Line {
            positions: &self.positions,
            velocities: &self.velocities,
            directions: &self.directions,
            rates: &self.rates,
            lengths: segments.links.lengths(),
            masses: segments.links.masses(),
            lumped: true,
            clamped: &Clamped::NOT,
        }
    }

    /// Adds all that acts along the cable to the nodal forces, and sets the added mass.
    pub fn load(&mut self, segments: &Segments, loads: &Loads, medium: &Medium) -> Powers {
        let line = Line {
            positions: &self.positions,
            velocities: &self.velocities,
            directions: &self.directions,
            rates: &self.rates,
            lengths: segments.links.lengths(),
            masses: segments.links.masses(),
            lumped: true,
            clamped: &Clamped::NOT,
        };
        self.added = loads.has_added_mass(medium);
        loads.add_forces(line, medium, &mut self.forces, &mut self.added_masses)
    }

    /// Half of the neighbouring segments' mass, and of their added mass across them.
    fn nodal_mass(&self, segments: &Segments, node: usize) -> (f64, Sym3) {
        let masses = segments.links.masses();
        let mut mass = 0.0;
        let mut added = Sym3::ZERO;
        for segment in [node.checked_sub(1), Some(node)].into_iter().flatten() {
            mass += 0.5 * masses.get(segment).copied().unwrap_or(0.0);
            if self.added
                && let (Some(value), Some(u)) =
                    (self.added_masses.get(segment), self.directions.get(segment))
            {
                let half = 0.5 * value;
                added = added.plus(&Sym3::isotropic(half)).plus_square(-half, &Vector3::from(*u));
            }
        }
        (mass, added)
    }
}

/// Accelerations of the nodes that move, m/s^2, after all forces.
pub fn accelerate(segments: &Segments, data: &LumpedData, accelerations: &mut [[f64; 3]]) {
    let first = usize::from(data.held[0]);
    for (i, acceleration) in accelerations.iter_mut().enumerate() {
        let node = first + i;
        let Some(force) = data.forces.get(node) else { return };
        *acceleration = answer(segments, data, node, force).into();
    }
}

/// The acceleration (m/s^2) that a force (N) gives to a node that nothing else holds.
pub(crate) fn answer(
    segments: &Segments,
    data: &LumpedData,
    node: usize,
    force: &Vector3<f64>,
) -> Vector3<f64> {
    let (mass, added) = data.nodal_mass(segments, node);
    if data.added {
        added.plus(&Sym3::isotropic(mass)).inverse().times(force)
    } else {
        force / mass
    }
}

/// What moves a held end with the acceleration `a`: `mass * a + bias`, exerted on the cable by a
/// support or a body (N). The mass is that of the end node.
pub(crate) fn end_load(segments: &Segments, data: &LumpedData, end: End) -> RootLoad {
    let node = match end {
        End::Start => 0,
        End::End => data.positions.len() - 1,
    };
    let (mass, added) = data.nodal_mass(segments, node);
    RootLoad { mass: Matrix3::identity() * mass + added.to_matrix(), bias: -data.forces[node] }
}
