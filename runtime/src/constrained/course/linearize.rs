//! A course beside the state that it stands in: what is read there, and how it accelerates.

use super::ConstrainedCourse;
use super::way::Way;
use crate::analyses::Outcome;
use crate::assembly::Owner;
use crate::constrained::latches;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::modes::{self, Reduced};
use crate::constrained::units::{Unit, UnitKind};
use crate::constrained::{dependence, known, watch};
use crate::mechanism;
use crate::results::Column;

/// A displacement that is looked at: so much of the extent, and of a radian.
const ASIDE: f64 = 1e-5;

/// No step is taken, but what is read has accelerations.
const ASIDE_OF_REST: Way = Way::Midpoint { discrete: false, project: true };

impl<'a> ConstrainedCourse<'a> {
    /// In a state of rest of another model that differs by numbers. Nothing where its constraints do not let that be.
    pub(crate) fn beside(model: &'a ConstrainedModel, state: &mechanism::State) -> Option<Self> {
        let mut course = Self::new(model);
        let data = course.memory.work();
        model.import(state, &mut data.state);
        data.open = latches::open(model, &data.state.states);
        if watch::open(model, data).is_some() || known::is_elsewhere(model, data) {
            return None;
        }
        dependence::soften(model, data);
        course.way = ASIDE_OF_REST;
        course.begin();
        Some(course)
    }

    /// Whatever state is read meanwhile, accelerations are found for it.
    pub(crate) fn looking_aside<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let way = std::mem::replace(&mut self.way, ASIDE_OF_REST);
        self.memory.forget();
        let seen = look(self);
        self.way = way;
        self.memory.forget();
        seen
    }

    /// The state, as both formulations know it.
    pub(crate) fn exported(&self) -> mechanism::State {
        self.model.export(&self.memory.data().state)
    }

    /// The equations of small motions in independent coordinates.
    pub(crate) fn reduced(&mut self) -> Result<Reduced, Outcome> {
        let found = modes::reduce(self.model, self.memory.work());
        found.map_err(|trouble| self.unfound(trouble))
    }

    /// Each independent coordinate.
    pub(crate) fn coordinates(&self, reduced: &Reduced) -> Vec<Column> {
        let named = |&unknown: &usize| {
            self.coordinate(unknown)
                .unwrap_or_else(|| Column::new(format!("coordinate[{unknown}]"), ""))
        };
        reduced.free.iter().map(named).collect()
    }

    /// What an unknown is called, with its unit; none for multipliers.
    fn coordinate(&self, unknown: usize) -> Option<Column> {
        let model = self.model;
        let at = |unit: &Unit| unit.first_unknown(&model.structure);
        let index = model.units.iter().position(|unit| {
            at(unit).is_some_and(|at| (at..at + unit.unknowns()).contains(&unknown))
        })?;
        let (unit, owner) = (&model.units[index], model.unit_owners[index]);
        let path = model.mechanism.paths.of(owner);
        let k = unknown - at(unit)?;
        let axis = ["x", "y", "z"][k % 3];
        let of_cable = |part: &str, unit_of: &str, axis: &str| {
            let is_same = |other: usize| {
                model.unit_owners[other] == owner
                    && model.units[other].is_place() == unit.is_place()
                    && at(&model.units[other]).is_some()
            };
            let number = (0..index).filter(|other| is_same(*other)).count();
            Column::new(format!("{path}[{number}].{part}{axis}"), unit_of)
        };
        Some(match unit.kind {
            UnitKind::Body { .. } if matches!(owner, Owner::Cable(_)) => {
                let (part, unit_of) = if k < 3 { ("", "m") } else { ("turn.", "rad") };
                of_cable(part, unit_of, axis)
            }
            UnitKind::Body { .. } if k < 3 => Column::new(format!("{path}.{axis}"), "m"),
            UnitKind::Body { .. } => Column::new(format!("{path}.turn.{axis}"), "rad"),
            UnitKind::Node if matches!(owner, Owner::Cable(_)) => of_cable("", "m", axis),
            UnitKind::Node => Column::new(format!("{path}.{axis}"), "m"),
            UnitKind::Slope => of_cable("slope.", "", axis),
            UnitKind::SlopeAlong { .. } => of_cable("slope", "", ""),
        })
    }

    /// How far along a coordinate to look, m or rad.
    pub(crate) fn aside(&self, reduced: &Reduced, coordinate: usize) -> f64 {
        let mut largest: f64 = 0.0;
        for unit in &self.model.units {
            let Some(at) = unit.first_unknown(&self.model.structure) else { continue };
            for k in 0..unit.unknowns() {
                let way = reduced.ways[(at + k, coordinate)].abs();
                largest = largest.max(way / unit.scale(k, self.model.extent));
            }
        }
        if largest > 0.0 { ASIDE / largest } else { ASIDE }
    }

    /// Moves along a coordinate, calls, and moves back.
    pub(crate) fn displaced<T>(
        &mut self,
        (reduced, coordinate): (&Reduced, usize),
        (displacement, rate): (f64, f64),
        look: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let way = reduced.ways.column(coordinate);
        let along = |factor: f64| -> Vec<f64> { way.iter().map(|own| factor * own).collect() };
        self.moved_along((&along(displacement), &along(rate)), look)
    }

    /// Of the independent coordinates, in the state that was read last, which has no velocities.
    pub(crate) fn accelerations(&self, reduced: &Reduced) -> Vec<f64> {
        let all = self.all_accelerations();
        reduced.free.iter().map(|&unknown| all[unknown]).collect()
    }

    /// Of all unknowns that are displacements.
    pub(crate) fn all_accelerations(&self) -> Vec<f64> {
        let (model, data) = (self.model, self.memory.data());
        let mut all = vec![0.0; model.structure.unknowns()];
        for unit in &model.units {
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let own = unit.moving(&self.memory.shown().positions, &data.accelerations);
            all[at..at + unit.unknowns()].copy_from_slice(&own[..unit.unknowns()]);
        }
        all
    }
}
