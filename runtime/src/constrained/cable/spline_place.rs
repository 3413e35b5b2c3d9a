//! The force across a section of a spline, and the tension there.
//!
//! The forces of a piece on the place of its first node, with its part of loads and inertia, are in balance with what
//! the part before it pulls with: that is the force across the node, as accurate as the motion of the nodes (a tension
//! or a shear from derivatives of the curve would not be). From there the balance of what lies between goes on to the
//! section.

use std::sync::Arc;

use nalgebra::{Vector2, Vector3};

use super::flowing_fluid::HalfFlow;
use super::place::{PointOnPiece, acts_before};
use crate::chain::{Loads, Medium};
use crate::constrained::equations::Constraint;
use crate::constrained::sense::Readable;
use crate::constrained::vectors::VectorId;
use crate::laws::spline::{Bent, NODAL, halves, integrals_to, place_at};
use crate::laws::{Piece, added_mass, mass_shares};
use crate::signals::Values;

/// Where on which piece.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct SplinePlace {
    /// Index among the pieces of splines, and among the moments of their stretch.
    pub(in crate::constrained) piece: usize,
    /// Of a first piece, its third moment.
    pub(in crate::constrained) even: Option<usize>,
    /// Index among what twists pieces.
    pub(in crate::constrained) twisted: Option<usize>,
    /// Index among what bends pieces otherwise to one side.
    pub(in crate::constrained) directed: Option<usize>,
    /// Of the piece's length, from its start.
    pub(in crate::constrained) fraction: f64,
    /// Whether it is the cable's start.
    pub(in crate::constrained) is_start: bool,
    /// The piece beside it that is nearer, where there are several; and where it begins, in lengths of a piece from where
    /// this one does.
    pub(in crate::constrained) beside: Option<(usize, f64)>,
    /// The slope there.
    pub(in crate::constrained) along: VectorId,
    /// The piece that ends there where two of them meet; else that of the place.
    pub(in crate::constrained) ends_there: usize,
    /// m/s²
    pub(in crate::constrained) gravity: Vector3<f64>,
    /// The user's forces on the piece.
    pub(in crate::constrained) points: Vec<PointOnPiece>,
    /// None where no fluid acts on the cable.
    pub(in crate::constrained) in_fluid: Option<FluidPlace>,
}

/// The two straight halves of a piece on which fluids act.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct FluidPlace {
    /// Start and end of both, and how rope flows through them.
    pub(in crate::constrained) halves: [([VectorId; 2], Option<HalfFlow>); 2],
    /// Coefficients of drag and added mass, and the diameter.
    pub(in crate::constrained) loads: Arc<Loads>,
}

/// How a piece is bent at a place.
struct Bend {
    /// Slope and curvature of the piece there.
    bent: Bent,
    /// How that changes, 1/s.
    rates: Bent,
    /// By how much the piece is longer than what it is made for.
    ratio: f64,
}

impl Bend {
    /// At a fraction of a piece.
    fn of(readable: &Readable<'_>, piece: usize, x: f64) -> Self {
        let motion = &readable.motion;
        let piece = &readable.model.elements.spline_pieces[piece];
        let ratio = piece.flow.as_ref().map_or(1.0, |flow| flow.payout.ratio_in(motion));
        let of = |q: [Vector3<f64>; NODAL]| Bent::at(&q, x, piece.shapes.length);
        Self {
            bent: of(motion.positions(&piece.nodal)),
            rates: of(motion.velocities(&piece.nodal)),
            ratio,
        }
    }

    /// Of the curvature, 1/(m s).
    fn rate(&self) -> f64 {
        let curvature = self.bent.curvature();
        if curvature == 0.0 {
            return 0.0;
        }
        let gradient = self.bent.gradient();
        let square = gradient.by_a.dot(&self.rates.a) + gradient.by_b.dot(&self.rates.b);
        square / (2.0 * curvature * self.ratio)
    }
}

impl FluidPlace {
    /// What fluids do on start and end of both halves, less what their added mass needs, N.
    fn forces(
        &self,
        readable: &Readable<'_>,
        medium: &Medium,
        length: f64,
    ) -> [[Vector3<f64>; 2]; 2] {
        let motion = &readable.motion;
        self.halves.map(|(ends, flow)| {
            let Some(flow) = flow else {
                return steeped(readable, medium, &self.loads, ends, length);
            };
            let places = ends.map(|end| motion.position(end));
            let velocities = ends.map(|end| motion.velocity(end));
            let payout = &flow.payout;
            let rates = payout.rates(motion.vectors, motion.velocities);
            let piece = flow.piece(places, velocities, (payout.ratio_in(motion), &rates), length);
            less_inertia(readable, medium, &self.loads, ends, &piece)
        })
    }
}

/// What fluids do on the ends of a straight piece of this unstretched length (m), less what their added mass needs, N.
pub(super) fn steeped(
    readable: &Readable<'_>,
    medium: &Medium,
    loads: &Loads,
    ends: [VectorId; 2],
    length: f64,
) -> [Vector3<f64>; 2] {
    let motion = &readable.motion;
    let [places, velocities] =
        [ends.map(|end| motion.position(end)), ends.map(|end| motion.velocity(end))];
    let piece = Piece::between(places, velocities, length);
    less_inertia(readable, medium, loads, ends, &piece)
}

/// The same, of a piece.
fn less_inertia(
    readable: &Readable<'_>,
    medium: &Medium,
    loads: &Loads,
    ends: [VectorId; 2],
    piece: &Piece,
) -> [Vector3<f64>; 2] {
    let (forces, added) = loads.on_piece(piece, medium);
    let vectors = readable.motion.vectors;
    let [first, second] = ends.map(|end| vectors.value(end, readable.accelerations));
    let [own, shared] = mass_shares(false);
    let needs = |near: Vector3<f64>, far: Vector3<f64>| {
        added_mass::inertia(piece, added, &(near * own + far * shared))
    };
    [forces[0] - needs(first, second), forces[1] - needs(second, first)]
}

/// The part of a load that is linear along a piece, and has these parts on its ends, up to a fraction of the piece.
fn before_of([start, end]: &[Vector3<f64>; 2], s: f64) -> Vector3<f64> {
    (start * 4.0 - end * 2.0) * (s - 0.5 * s * s) + (end * 4.0 - start * 2.0) * (0.5 * s * s)
}

impl SplinePlace {
    /// What the part towards the end pulls with on the part towards the start, N, world axes.
    pub(in crate::constrained) fn force(
        &self,
        readable: &Readable<'_>,
        values: &Values,
    ) -> Vector3<f64> {
        let model = readable.model;
        let piece = &model.elements.spline_pieces[self.piece];
        let stretch = &model.equations.stretches[self.piece];
        let motion = &readable.motion;
        let accelerations = motion.vectors.all(&piece.nodal, readable.accelerations);
        let length = piece.shapes.length;
        let mut force = piece.instant_forces(motion)[0];
        if let Some(twisted) = self.twisted {
            let twisted = &model.elements.twisted_pieces[twisted];
            force += twisted.on_first(motion, readable.coordinates, readable.creep);
        }
        if let Some(directed) = self.directed {
            let directed = &model.elements.directed_pieces[directed];
            force += directed.on_first(motion, readable.coordinates, readable.creep);
        }
        match &piece.flow {
            Some(flow) => {
                let own = readable.accelerations;
                force += flow.on_first(piece, motion, own)
                    + flow.up_to(piece, motion, own, self.fraction);
            }
            None => {
                let weight = self.gravity * piece.mass;
                force += weight * piece.shapes.integrals()[0] - piece.times_mass(&accelerations)[0];
                // What acts between the node and the section.
                let before = integrals_to(self.fraction, length);
                let inertia: Vector3<f64> =
                    (0..NODAL).map(|k| accelerations[k] * (piece.mass * before[k])).sum();
                force += inertia - weight * (self.fraction * length);
            }
        }
        let mut add = |id: VectorId, own: Vector3<f64>| {
            if id == piece.nodal[0] {
                force += own;
            }
        };
        stretch.forces(motion, readable.multipliers, &mut add);
        if let Some(even) = self.even {
            model.equations.even_stretches[even].forces(motion, readable.multipliers, add);
        }
        if let Some(fluid) = &self.in_fluid {
            let medium = crate::mechanism::surroundings(&model.mechanism.fluids, values);
            let found = fluid.forces(readable, &medium, 0.5 * length);
            for (own, ends) in found.iter().flatten().zip(halves(length).iter().flatten()) {
                force += own * ends[0];
            }
            let share = [2.0 * self.fraction, 2.0 * self.fraction - 1.0];
            for (half, share) in found.iter().zip(share) {
                force -= before_of(half, share.clamp(0.0, 1.0));
            }
        }
        for point in &self.points {
            let own = point.of.force(readable, values);
            force += own * place_at(point.fraction, length)[0];
            if acts_before(point.fraction, self.fraction, self.is_start) {
                force -= own;
            }
        }
        force
    }

    /// What the part towards the end turns the part towards the start with, N m, positive to the right. What the twist of
    /// a piece makes is the same all along it, and what its moments do to its axes goes from node to node.
    pub(in crate::constrained) fn torque(&self, readable: &Readable<'_>) -> f64 {
        let (elements, motion) = (&readable.model.elements, &readable.motion);
        let twisted = self.twisted.map_or(0.0, |index| {
            elements.twisted_pieces[index].moment(motion, readable.coordinates, readable.creep)
        });
        let directed = self.directed.map_or(0.0, |index| {
            let [start, end] = elements.directed_pieces[index].torques(
                motion,
                readable.coordinates,
                readable.creep,
            );
            start * (1.0 - self.fraction) + end * self.fraction
        });
        twisted + directed
    }

    /// 1/m
    pub(in crate::constrained) fn curvature(&self, readable: &Readable<'_>) -> f64 {
        let curvature = |bend: &Bend| bend.bent.a.cross(&bend.bent.b) / bend.bent.a.norm_squared();
        let bend = |piece, x| Bend::of(readable, piece, x);
        let of = |bend: Bend| curvature(&bend) / bend.ratio;
        self.interpolated(|piece, x| of(bend(piece, x))).norm()
    }

    /// N m
    pub(in crate::constrained) fn moment(&self, readable: &Readable<'_>) -> f64 {
        let elements = &readable.model.elements;
        if let Some(directed) = self.directed {
            let moments = |piece: usize, x| {
                let directed = &elements.directed_pieces[directed + piece - self.piece];
                let Readable { motion, coordinates, creep, .. } = readable;
                directed.whole_moments(motion, coordinates, creep, x)
            };
            return self.interpolated(|piece, x| Vector2::from(moments(piece, x))).norm();
        }
        let piece = &elements.spline_pieces[self.piece];
        let elastic = piece.stiffness * self.curvature(readable);
        if piece.damping == 0.0 {
            return elastic;
        }
        elastic + piece.damping * self.interpolated(|piece, x| Bend::of(readable, piece, x).rate())
    }

    /// From the two places of a piece where second derivatives of cubics are best (Barlow 1976), and those of the piece
    /// beside it: the error is of order 4 in the length of a piece, where at other places it is of order 2.
    /// `of` gives what is interpolated by the index of a piece and the fraction of it.
    fn interpolated<T>(&self, of: impl Fn(usize, f64) -> T) -> T
    where
        T: std::ops::Mul<f64, Output = T> + std::iter::Sum,
    {
        let best = 0.5 / 3.0_f64.sqrt();
        let mut places = [(self.piece, 0.0, 0.5 - best); 4];
        places[1].2 = 0.5 + best;
        let count = match self.beside {
            None => 2,
            Some((piece, from)) => {
                places[2] = (piece, from, 0.5 - best);
                places[3] = (piece, from, 0.5 + best);
                4
            }
        };
        let at = |k: usize| places[k].1 + places[k].2;
        let share = |k: usize| -> f64 {
            let others = (0..count).filter(|&l| l != k);
            others.map(|l| (self.fraction - at(l)) / (at(k) - at(l))).product()
        };
        (0..count).map(|k| of(places[k].0, places[k].2) * share(k)).sum()
    }

    /// N, positive when it pulls: along the slope, or all of the force where nothing resists bending. Such a rope has a kink
    /// where it is loaded, and the one slope that its pieces have there says nothing of either side.
    pub(in crate::constrained) fn tension(&self, readable: &Readable<'_>, values: &Values) -> f64 {
        let (motion, force) = (&readable.motion, self.force(readable, values));
        let piece = &readable.model.elements.spline_pieces[self.ends_there];
        if piece.bends() || self.directed.is_some() || self.twisted.is_some() {
            return motion.position(self.along).normalize().dot(&force);
        }
        let chord = motion.position(piece.nodal[2]) - motion.position(piece.nodal[0]);
        force.norm().copysign(chord.dot(&force))
    }
}
