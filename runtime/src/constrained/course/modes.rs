//! Small motions of a course that stands still, and how they look.

use std::sync::atomic::AtomicBool;

use nalgebra::Vector3;

use super::ConstrainedCourse;
use super::held_at_rest::HeldAtRest;
use super::way::Way;
use crate::analyses::{Formulation, Outcome};
use crate::assembly::Owner;
use crate::constrained::dependence;
use crate::constrained::instant;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::modes::{self, Shape, Shapes, Trouble, Unsteady};
use crate::constrained::newton::correct;
use crate::constrained::units::Unit;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::{SmallMotion, State};
use crate::results::scene::SceneFrame;

/// What moves most in a shape moves by this share of the extent in pictures.
const AMPLITUDE: f64 = 0.08;

impl<'a> ConstrainedCourse<'a> {
    /// At the start as it is written. Where nothing moves there, motors that would hold in a run do so.
    pub(crate) fn at_start(model: &'a ConstrainedModel) -> Self {
        let mut course = Self::new(model);
        let velocities = &course.memory.data().state.velocities;
        let mut held = match velocities.iter().all(|own| *own == Vector3::zeros()) {
            true => course.hold_at_rest(),
            false => HeldAtRest::default(),
        };
        course.see_what_holds();
        while course.give_way(&mut held).is_some() {
            course.see_what_holds();
        }
        course.begin();
        course
    }

    /// For what is read at the start; whether that is held is seen later.
    fn see_what_holds(&mut self) {
        let (model, data) = (self.model, self.memory.work());
        dependence::soften(model, data);
        if instant::accelerations(model, data) {
            data.state.multipliers.copy_from_slice(&data.multipliers);
        }
    }

    /// The lowest so many modes of so many freedoms, where the course is.
    pub(crate) fn modes(
        &mut self,
        wanted: usize,
        freedoms: usize,
        cancel: &AtomicBool,
    ) -> Result<Shapes, Outcome> {
        let is_at_rest = matches!(self.way, Way::Rest(Some(_)));
        let how_many = (wanted, freedoms);
        let found = modes::find(self.model, self.memory.work(), how_many, is_at_rest, cancel);
        let shapes = found.map_err(|trouble| self.unfound(trouble))?;
        let is_certain = shapes.notes.is_empty() && !shapes.is_incomplete;
        if let (Way::Rest(Some(rest)), true) = (&mut self.way, is_certain) {
            // Known better now than by signs of pivots near zero, which rounding turns round.
            rest.stands = Some(!shapes.shapes.iter().any(Shape::grows));
        }
        Ok(shapes)
    }

    /// Where everything is, if nothing turns there.
    pub(crate) fn resting(&mut self) -> Result<Option<State>, Outcome> {
        let is_at_rest = matches!(self.way, Way::Rest(Some(_)));
        let is_still = is_at_rest || {
            let is_still = modes::is_still(self.model, self.memory.work());
            is_still.map_err(|trouble| self.unfound(trouble))?
        };
        Ok(is_still.then(|| self.model.export(&self.memory.data().state)))
    }

    /// The largest force that the search for the state has left over, N.
    pub(crate) fn left_over(&self) -> f64 {
        if let Way::Rest(Some(rest)) = &self.way { rest.left } else { 0.0 }
    }

    /// How small motions that sweeps have found look here, all that fall among them. What matrices say of the state's stability is known better now.
    pub(crate) fn shapes_of(&mut self, motions: &[SmallMotion]) -> Shapes {
        let shapes = Shape::of_bodies(self.model, motions);
        if let Way::Rest(Some(rest)) = &mut self.way {
            rest.stands = Some(!motions.iter().any(|own| own.square < 0.0));
        }
        Shapes { shapes, notes: Vec::new(), is_incomplete: false }
    }

    pub(super) fn unfound(&self, trouble: Trouble) -> Outcome {
        let paths = &self.model.mechanism.paths;
        let time = self.memory.data().state.time;
        let fault = |kind, owner, term: &str, why: String| {
            Outcome::Fault(Fault::new(paths, kind, time, owner, term, why))
        };
        match trouble {
            Trouble::Cancelled => Outcome::Cancelled,
            Trouble::Unsteady(Unsteady { owner, why }) => {
                fault(FaultKind::NotStill, owner, "state", why)
            }
            Trouble::Singular => {
                let why = "it can move in a way that has no inertia, is in a singular position, or has parts that are so stiff beside others \
                           that nothing is left of the slow motions";
                let (kind, owner) = (FaultKind::SingularPosition, Owner::Experiment);
                fault(kind, owner, "linearization", why.to_owned())
            }
            Trouble::Crowded => {
                let why = "so many of its slow motions creep back at nearly one rate, which is stiffness over damping, that they cannot be told from each other: with less \
                           damping the slowest ones swing";
                let (kind, owner) = (FaultKind::SingularPosition, Owner::Experiment);
                fault(kind, owner, "linearization", why.to_owned())
            }
            Trouble::Inexact => {
                let why = "all that is found satisfies the equations badly: stiffnesses or masses differ by so much that \
                           nothing is left of the slow motions; fewer pieces, or parts that are less stiff, may help";
                let (kind, owner) = (FaultKind::SingularPosition, Owner::Experiment);
                fault(kind, owner, "linearization", why.to_owned())
            }
        }
    }

    /// A displacement in which all shapes have a share, as large as what is large; nothing where nothing moves.
    pub(crate) fn along_all(&self, shapes: &[Shape]) -> Option<Vec<f64>> {
        let mut way = self.nothing();
        for (index, shape) in shapes.iter().enumerate() {
            let size = self.size_of(&shape.vector[0]);
            if size > 0.0 {
                // Shares that are not special.
                let share = (1.0 + (0.618 * index as f64).fract()) / size;
                way.iter_mut().zip(&shape.vector[0]).for_each(|(to, own)| *to += share * own);
            }
        }
        let size = self.size_of(&way);
        way.iter_mut().for_each(|own| *own /= size);
        (size > 0.0).then_some(way)
    }

    /// The path of the element that each displacement belongs to; empty for other unknowns.
    pub(crate) fn owners_of_displacements(&self) -> Vec<&str> {
        let mut paths = vec![""; self.model.structure.unknowns()];
        for (unit, owner) in self.model.units.iter().zip(&self.model.unit_owners) {
            if let Some(first) = unit.first_unknown(&self.model.structure) {
                paths[first..first + unit.unknowns()].fill(self.model.mechanism.paths.of(*owner));
            }
        }
        paths
    }

    /// The path of the element that moves farthest in a shape.
    pub(crate) fn moves_most(&self, shape: &Shape) -> String {
        let units = self.model.units.iter().zip(&self.model.unit_owners);
        let farthest = units.map(|(unit, owner)| (self.farthest(unit, shape), *owner));
        let most = farthest.max_by(|a, b| a.0.total_cmp(&b.0));
        let owner = most.map_or(Owner::Experiment, |(_, owner)| owner);
        self.model.mechanism.paths.of(owner).to_owned()
    }

    /// How far a unit moves in a shape; turns count by the extent.
    fn farthest(&self, unit: &Unit, shape: &Shape) -> f64 {
        let Some(first) = unit.first_unknown(&self.model.structure) else { return 0.0 };
        // A slope says how a line turns, which its nodes do as well.
        if !unit.is_place() {
            return 0.0;
        }
        let size = |k: usize| shape.vector[0][first + k].hypot(shape.vector[1][first + k]);
        let extent = self.model.extent;
        let measured = |k: usize| size(k) * extent / unit.scale(k, extent);
        (0..unit.unknowns()).map(measured).fold(0.0, f64::max)
    }

    /// How a shape looks at a phase of its motion, rad; placed at `at`.
    pub(crate) fn shape_picture(&mut self, shape: &Shape, phase: f64, at: f64) -> SceneFrame {
        let units = self.model.units.iter();
        let most = units.map(|unit| self.farthest(unit, shape)).fold(0.0, f64::max);
        let amplitude = if most > 0.0 { AMPLITUDE * self.model.extent / most } else { 0.0 };
        let model = self.model;
        let (data, shown) = self.memory.both();
        let (cosine, sine) = (phase.cos(), phase.sin());
        let parts = shape.vector[0].iter().zip(&shape.vector[1]);
        for (slot, (re, im)) in data.correction.iter_mut().zip(parts) {
            *slot = amplitude * (re * cosine - im * sine);
        }
        data.displacements.fill(Vector3::zeros());
        correct(model, data, 1.0);
        shown.copy_from(&data.state);
        for (place, displacement) in shown.positions.iter_mut().zip(&data.displacements) {
            *place += displacement;
        }
        // What pulls is known of the state of rest alone.
        SceneFrame { tensions: Vec::new(), ..self.picture(at) }
    }
}
