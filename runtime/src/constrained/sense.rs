//! From the motion to the signals that read it.
//!
//! A row needs accelerations and multipliers of its instant ([`super::instant`]); while a step is
//! being solved there are none, and what depends on them is not a number. Vectors are in world axes
//! but those relative to a joint's child.

use cdl_graph::EnergyPart;
use nalgebra::Vector3;

use super::cable::place::PulledBy;
use super::cable::segment::Segment;
use super::elements::axis::AxisOn;
use super::elements::line::tension;
use super::energy::{energies, momentum};
use super::model::ConstrainedModel;
use super::sources::{Motion, Source, SourceRead, attitude};
use crate::mechanism::{ByEvents, Energies};
use crate::signals::Values;

/// What there is to read.
pub(super) struct Readable<'a> {
    /// In which places are looked up.
    pub(super) model: &'a ConstrainedModel,
    /// Positions and velocities that are shown.
    pub(super) motion: Motion<'a>,
    /// The velocities whose kinetic energy counts: those that the steps carry on, from which the motion that
    /// is shown may differ by what does not fit the constraints.
    pub(super) carried: &'a [Vector3<f64>],
    /// The velocities whose momentum counts: those that fit the constraints, from which the motion that is shown may differ by what dampers
    /// settle (`step/overdamped/settling.rs`), as they are not free of moments.
    pub(super) fitting: &'a [Vector3<f64>],
    /// Of the joints' coordinates.
    pub(super) coordinates: &'a [f64],
    /// Of the errors of controlled segments, s.
    pub(super) integrals: &'a [f64],
    /// Of visco-elastic branches.
    pub(super) creep: &'a [f64],
    /// Of the user's.
    pub(super) states: &'a [f64],
    /// Of the blocks; empty where they are not known.
    pub(super) accelerations: &'a [Vector3<f64>],
    /// Of all unknowns; empty where they are not known.
    pub(super) multipliers: &'a [f64],
    /// J; dissipated so far and work so far are those of the last step's end.
    pub(super) ledger: [f64; 2],
    /// At the start of the run, J.
    pub(super) initial_energy: f64,
    /// What events have done to the energies so far, J.
    pub(super) by_events: ByEvents,
}

/// As many as the largest quantity has; the rest is NaN.
type Components = [f64; 9];

/// Of a vector or a matrix; what is beyond its length is no number.
fn components(values: &[f64]) -> Components {
    let mut all = [f64::NAN; 9];
    all[..values.len()].copy_from_slice(values);
    all
}

/// Writes what sensors read into the signals.
/// After the state has been placed; does not run the tape of signals.
pub(super) fn sense(readable: &Readable<'_>, reads: &[SourceRead], values: &mut Values) {
    for read in reads {
        let found = if read.still.holds(readable.states) {
            components(&[0.0])
        } else {
            readable.quantity(&read.source, values)
        };
        for &(component, node) in &read.nodes {
            values.nodes[node as usize] =
                found.get(component as usize).copied().unwrap_or(f64::NAN);
        }
    }
}

/// Writes velocities once more, as they fit the constraints before dampers settle any.
pub(super) fn sense_unsettled(readable: &Readable<'_>, reads: &[SourceRead], values: &mut Values) {
    let motion = Motion { velocities: readable.fitting, ..readable.motion };
    let readable = Readable { motion, ..*readable };
    for read in reads.iter().filter(|read| read.source.is_velocity()) {
        sense(&readable, std::slice::from_ref(read), values);
    }
}

impl Readable<'_> {
    /// All that is stored, lost and done, J.
    pub(super) fn energies(&self, values: &Values) -> Energies {
        let carried = Motion { velocities: self.carried, ..self.motion };
        let stored = energies(self.model, values, &carried, self.coordinates, self.creep);
        let [dissipated, work] = self.ledger;
        Energies { dissipated, work, by_events: self.by_events, ..stored }
    }

    /// Linear and angular momentum, N s and N m s.
    fn momenta(&self) -> (Vector3<f64>, Vector3<f64>) {
        momentum(self.model, &Motion { velocities: self.fitting, ..self.motion })
    }

    /// The components of one source; no numbers where accelerations or multipliers are needed and not known.
    fn quantity(&self, source: &Source, values: &Values) -> Components {
        let motion = &self.motion;
        let acceleration = |id| motion.vectors.value(id, self.accelerations);
        let known = !self.accelerations.is_empty();
        let vector = |value: Vector3<f64>| components(value.as_slice());
        match *source {
            Source::Position(id) => vector(motion.position(id)),
            Source::Velocity(id) => vector(motion.velocity(id)),
            Source::Acceleration(id) if known => vector(acceleration(id)),
            Source::Axes(axes) => components(motion.axes(&axes).as_slice()),
            Source::Attitude(axes) => components(&attitude(&motion.axes(&axes))),
            Source::AngularVelocity(axes) => vector(motion.spin(&axes)),
            Source::AngularAcceleration(axes) if known => vector(self.spin_rate(&axes)),
            Source::Coordinate(index) => components(&[self.coordinates[index]]),
            Source::Rate(index) => {
                let coordinate = &self.model.coordinates[index];
                let at = coordinate.vectors.map(|id| motion.position(id));
                let rates = coordinate.vectors.map(|id| motion.velocity(id));
                let gradient = coordinate.gradient_at(at);
                components(&[gradient.iter().zip(&rates).map(|(g, r)| g.dot(r)).sum()])
            }
            Source::CoordinateAcceleration(index) if known => {
                let coordinate = &self.model.coordinates[index];
                let at = coordinate.vectors.map(|id| motion.position(id));
                let rates = coordinate.vectors.map(|id| motion.velocity(id));
                let second = coordinate.vectors.map(acceleration);
                let gradient = coordinate.gradient_at(at);
                let linear: f64 = gradient.iter().zip(&second).map(|(g, a)| g.dot(a)).sum();
                components(&[linear + coordinate.curvature_at(at, rates)])
            }
            Source::Effort(index) => components(&[self.effort(index, values)]),
            Source::RelativeVelocity { parent, child, component, linear } => {
                let (angular, straight) = self.relative_velocity(&parent, &child);
                let axes = motion.axes(&[child[1], child[2], child[3]]);
                let value = if linear { straight } else { angular };
                components(&[axes.column(component.min(2)).dot(&value)])
            }
            Source::RelativeAcceleration { parent, child, component, linear } if known => {
                components(&[self.relative_acceleration(&parent, &child, component, linear)])
            }
            Source::Direction(id) => vector(motion.position(id).normalize()),
            Source::Tension(index) if known => {
                components(&[self.model.cable_places[index].tension(self, values)])
            }
            Source::CableForce(index) if known => {
                vector(self.model.cable_places[index].force(self, values))
            }
            Source::CableTorque(index) => {
                components(&[self.model.cable_places[index].torque(self)])
            }
            Source::Curvature(index) => {
                components(&[self.model.cable_places[index].curvature(self)])
            }
            Source::CableMoment(index) => {
                components(&[self.model.cable_places[index].moment(self)])
            }
            Source::JointForce { across, component } if known => {
                let wrench = self.model.across[across].wrench(self, values);
                components(&[wrench.force[component.min(2)]])
            }
            Source::JointTorque { across, component } if known => {
                let wrench = self.model.across[across].wrench(self, values);
                components(&[wrench.torque[component.min(2)]])
            }
            Source::Multiplier(index) if known => {
                let unknown = self.model.equations.user[index].unknown;
                components(&[self.multipliers[unknown]])
            }
            Source::State(index) => components(&[self.states[index]]),
            Source::Energy(part) => {
                let now = self.energies(values);
                components(&[match part {
                    EnergyPart::Kinetic => now.kinetic,
                    EnergyPart::Gravity => now.gravity,
                    EnergyPart::Elastic => now.elastic,
                    EnergyPart::Dissipated => now.dissipated,
                    EnergyPart::Work => now.work,
                    EnergyPart::Impacts => now.by_events.impacts,
                    EnergyPart::Events => now.by_events.work,
                    EnergyPart::Total => now.total(),
                    EnergyPart::Balance => {
                        now.total() - self.initial_energy + now.dissipated - now.work
                    }
                }])
            }
            Source::Momentum => vector(self.momenta().0),
            Source::AngularMomentum => vector(self.momenta().1),
            Source::Acceleration(_)
            | Source::AngularAcceleration(_)
            | Source::CoordinateAcceleration(_)
            | Source::RelativeAcceleration { .. }
            | Source::Tension(_)
            | Source::CableForce(_)
            | Source::JointForce { .. }
            | Source::JointTorque { .. }
            | Source::Multiplier(_) => components(&[]),
        }
    }

    /// From `d̈ = α × d + ω × ḋ`: `Σ (1/2) d × d̈` has the angular acceleration and nothing else.
    fn spin_rate(&self, axes: &[super::vectors::VectorId; 3]) -> Vector3<f64> {
        let vectors = self.motion.vectors;
        axes.iter()
            .map(|&axis| {
                self.motion.position(axis).cross(&vectors.value(axis, self.accelerations)) * 0.5
            })
            .sum()
    }

    /// Angular and linear velocity of the child frame relative to the parent frame, world axes.
    /// rad/s and m/s; the linear one is that of the child's origin as seen from the turning parent.
    fn relative_velocity(
        &self,
        parent: &[super::vectors::VectorId; 4],
        child: &[super::vectors::VectorId; 4],
    ) -> (Vector3<f64>, Vector3<f64>) {
        let motion = &self.motion;
        let base = motion.spin(&[parent[1], parent[2], parent[3]]);
        let own = motion.spin(&[child[1], child[2], child[3]]);
        let arm = motion.position(child[0]) - motion.position(parent[0]);
        let linear = motion.velocity(child[0]) - motion.velocity(parent[0]) - base.cross(&arm);
        (own - base, linear)
    }

    /// The rate of a component of the relative velocity in the child's axes.
    /// rad/s^2, or m/s^2 where `linear`; components are in axes that turn with the child, so their
    /// turning counts.
    fn relative_acceleration(
        &self,
        parent: &[super::vectors::VectorId; 4],
        child: &[super::vectors::VectorId; 4],
        component: usize,
        linear: bool,
    ) -> f64 {
        let motion = &self.motion;
        let vectors = motion.vectors;
        let (parent_axes, child_axes) =
            ([parent[1], parent[2], parent[3]], [child[1], child[2], child[3]]);
        let (base, own) = (motion.spin(&parent_axes), motion.spin(&child_axes));
        let (base_rate, own_rate) = (self.spin_rate(&parent_axes), self.spin_rate(&child_axes));
        let axis = motion.position(child_axes[component.min(2)]);
        let (angular, straight) = self.relative_velocity(parent, child);
        if linear {
            let arm = motion.position(child[0]) - motion.position(parent[0]);
            let arm_rate = motion.velocity(child[0]) - motion.velocity(parent[0]);
            let rate = vectors.value(child[0], self.accelerations)
                - vectors.value(parent[0], self.accelerations)
                - base_rate.cross(&arm)
                - base.cross(&arm_rate);
            rate.dot(&axis) + straight.dot(&own.cross(&axis))
        } else {
            (own_rate - base_rate).dot(&axis) + angular.dot(&own.cross(&axis))
        }
    }

    /// What springs, dampers, friction and drives apply along a coordinate.
    /// Positive where it makes the coordinate larger; N or N m.
    fn effort(&self, index: usize, values: &Values) -> f64 {
        let model = self.model;
        let mut sum = 0.0;
        for axis in model.elements.axes.iter().filter(|axis| axis.coordinate == index) {
            sum += self.law_effort(axis, values);
        }
        for drive in model.equations.drives.iter().filter(|drive| drive.equation.index == index) {
            sum += self.multipliers.get(drive.unknown()).copied().unwrap_or(f64::NAN);
        }
        sum + self.held_effort(index)
    }

    /// What holds a coordinate in place.
    pub(super) fn held_effort(&self, index: usize) -> f64 {
        let held = self.model.held_coordinates.iter().filter(|(own, _)| *own == index);
        let unknowns = held.map(|&(_, row)| self.model.equations.user[row].unknown);
        unknowns.map(|unknown| self.multipliers.get(unknown).copied().unwrap_or(f64::NAN)).sum()
    }

    /// What springs, dampers and friction apply along a coordinate, and the user.
    pub(super) fn law_effort(&self, axis: &AxisOn, values: &Values) -> f64 {
        let rate = self.quantity(&Source::Rate(axis.coordinate), values)[0];
        let given = axis.given(values);
        let scheme = super::scheme::Scheme::instant();
        let at = self.coordinates[axis.coordinate];
        super::elements::axis::effort(&axis.law, given, at, rate, &scheme).sum()
    }

    /// Of a piece of a cable, N.
    /// Positive when it pulls. That of a rigid link is its multiplier with the sign changed.
    pub(super) fn mean_tension(&self, pull: PulledBy) -> f64 {
        let motion = &self.motion;
        match pull {
            PulledBy::Link(index) => {
                -self.multipliers[self.model.equations.distances[index].unknown()]
            }
            PulledBy::Spline(index) => {
                self.model.equations.stretches[index].mean_tension(self.multipliers)
            }
            PulledBy::Span(index) => self.model.elements.bspline_spans[index].mean_tension(motion),
            PulledBy::Segment(index) => {
                let Segment { line, law, length: _ } = &self.model.elements.segments[index];
                let rate = motion.velocity(line.vector);
                tension(law, &motion.position(line.vector), &rate, self.model.extent)
            }
            PulledBy::Controller(index) => {
                let segment = &self.model.elements.controlled_segments[index];
                let id = segment.line.vector;
                let (line, rate) = (motion.position(id), motion.velocity(id));
                segment.tension(&line, &rate, self.integrals[index])
            }
        }
    }
}
