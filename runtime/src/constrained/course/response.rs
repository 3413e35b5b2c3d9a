//! What an input does to a course that stands still, and what is read of the motion that it keeps up.

use nalgebra::Vector3;

use super::ConstrainedCourse;
use super::way::Way;
use crate::analyses::Outcome;
use crate::constrained::cable::brought::Bringing;
use crate::constrained::data::State;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::modes::{Cause, Harmonic};
use crate::constrained::newton::correct;
use crate::constrained::sense::{Readable, sense};
use crate::constrained::sources::{Motion, Source, SourceRead};
use crate::constrained::{dependence, instant, known, latches};
use crate::mechanism;
use crate::signals::Stage;

impl<'a> ConstrainedCourse<'a> {
    /// In a state of another model that differs by numbers, whose prescribed bodies are where these say; whether
    /// constraints are satisfied or not.
    pub(crate) fn pushed(model: &'a ConstrainedModel, state: &mechanism::State) -> Self {
        let mut course = Self::new(model);
        let data = course.memory.work();
        model.import(state, &mut data.state);
        data.open = latches::open(model, &data.state.states);
        model.mechanism.tape.run(Stage::Time, data.state.time, &mut data.values);
        for own in &model.known {
            let motion = own.base.motion(&data.values);
            let first = model.units[own.unit].block;
            let (positions, velocities) = (known::positions(&motion), known::velocities(&motion));
            data.state.positions[first..first + 4].copy_from_slice(&positions);
            data.state.velocities[first..first + 4].copy_from_slice(&velocities);
        }
        course.follow_coordinates();
        dependence::soften(model, course.memory.work());
        course
    }

    /// Reads the state as it is: velocities are not fitted to constraints. Whether there are accelerations. Of these sensors read those of what is driven,
    /// and of everything else `known` ones, of all unknowns.
    pub(crate) fn read_as_it_is(&mut self, known: &[f64]) -> bool {
        let model = self.model;
        self.memory.show_state();
        let are_there = instant::accelerations(model, self.memory.work());
        let mut values = self.memory.take_values();
        self.evaluate_shown(self.memory.shown().time, &mut values);
        let readable = self.readable();
        sense(&readable, &model.output_reads, &mut values);
        let known = self.with_accelerations(known);
        let known = Readable { accelerations: &known, ..readable };
        sense(&known, &accelerations(&model.output_reads), &mut values);
        model.mechanism.tape.run(Stage::Output, self.memory.shown().time, &mut values);
        self.memory.put_values(values);
        are_there
    }

    /// What sensors of places and accelerations read of a swing with these displacements of all unknowns at so many rad/s, in which what is driven stands still; by nodes
    /// of the tape. As differences between two states places would be known to the last digits of where they are, and accelerations to those of forces.
    pub(crate) fn swinging(&self, displacements: &[f64], turning: f64) -> Vec<(usize, f64)> {
        let state = &self.memory.data().state;
        let mut moves = vec![Vector3::zeros(); state.positions.len()];
        self.put_moves(displacements, &mut moves);
        for own in &self.model.known {
            let first = self.model.units[own.unit].block;
            moves[first..first + 4].fill(Vector3::zeros());
        }
        let by_turning: Vec<_> = moves.iter().map(|own| own * (-turning * turning)).collect();
        let (motion, coordinates) = (self.model.motion(state), &state.coordinates);
        let still = Readable { motion, coordinates, accelerations: &by_turning, ..self.readable() };
        // Places change along a displacement as they do in time where it is a velocity.
        let motion = Motion { velocities: &moves, ..self.model.motion(state) };
        let moving = Readable { motion, coordinates, ..self.readable() };
        let (second, first) =
            (accelerations(&self.model.output_reads), places(&self.model.output_reads));
        let mut values = self.memory.data().values.clone();
        sense(&still, &second, &mut values);
        sense(&moving, &first, &mut values);
        let nodes = second.iter().chain(&first).flat_map(|read| &read.nodes);
        nodes.map(|&(_, node)| (node as usize, values.nodes[node as usize])).collect()
    }

    /// Of all blocks: of what moves by the equations as told, of what is driven as they are.
    fn with_accelerations(&self, unknowns: &[f64]) -> Vec<Vector3<f64>> {
        let mut all = self.memory.data().accelerations.clone();
        self.put_moves(unknowns, &mut all);
        all
    }

    /// What unknowns are of blocks, of those that move by the equations.
    fn put_moves(&self, unknowns: &[f64], all: &mut [Vector3<f64>]) {
        for unit in &self.model.units {
            let Some(at) = unit.first_unknown(&self.model.structure) else { continue };
            let positions = &self.memory.data().state.positions;
            unit.moved((at, unknowns), positions, |block, by| all[block] = by);
        }
    }

    /// The equations of the motion that an input keeps up, where the course is.
    pub(crate) fn harmonic(&mut self) -> Result<Harmonic<'a>, Outcome> {
        let is_at_rest = matches!(self.way, Way::Rest(Some(_)));
        let found = Harmonic::new(self.model, self.memory.work(), is_at_rest);
        found.map_err(|trouble| self.unfound(trouble))
    }

    /// Tells it what the input does; false where that cannot be followed.
    pub(crate) fn caused(&mut self, harmonic: &mut Harmonic<'a>, cause: &Cause) -> bool {
        harmonic.cause(self.memory.work(), cause)
    }

    /// How many motions fall away by themselves, and not much slower than this, rad/s.
    pub(crate) fn falling(&mut self, harmonic: &Harmonic<'a>, turning: f64) -> usize {
        harmonic.unstable(self.memory.work(), turning)
    }

    /// Displaced and moving along vectors of all unknowns; calls, and moves back.
    pub(crate) fn moved_along<T>(
        &mut self,
        (displacements, rates): (&[f64], &[f64]),
        look: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let base = self.memory.data().state.clone();
        self.displace(displacements, rates);
        let seen = look(self);
        self.memory.work().state.copy_from(&base);
        seen
    }

    /// The largest displacement in a vector of all unknowns, by what is large for each.
    pub(crate) fn size_of(&self, vector: &[f64]) -> f64 {
        let mut largest: f64 = 0.0;
        for unit in &self.model.units {
            let Some(at) = unit.first_unknown(&self.model.structure) else { continue };
            for k in 0..unit.unknowns() {
                largest = largest.max(vector[at + k].abs() / unit.scale(k, self.model.extent));
            }
        }
        largest
    }

    /// How large everything is, m.
    pub(crate) fn extent(&self) -> f64 {
        self.model.extent
    }

    /// Joint coordinates where the state is; they are counted over whole turns.
    pub(super) fn follow_coordinates(&mut self) {
        let (model, state) = (self.model, &mut self.memory.work().state);
        let positions = &state.positions;
        model.follow(|id| model.vectors.value(id, positions), &mut state.coordinates);
    }

    /// Zero displacements and velocities of nothing.
    pub(crate) fn nothing(&self) -> Vec<f64> {
        vec![0.0; self.model.structure.unknowns()]
    }

    /// Puts the state elsewhere.
    pub(super) fn displace(&mut self, displacements: &[f64], rates: &[f64]) {
        let (model, data) = (self.model, self.memory.work());
        data.correction.copy_from_slice(displacements);
        data.displacements.fill(Vector3::zeros());
        correct(model, data, 1.0);
        let before = (data.state.positions.clone(), data.state.coordinates.clone());
        for (position, displacement) in data.state.positions.iter_mut().zip(&data.displacements) {
            *position += displacement;
        }
        self.follow_coordinates();
        let data = self.memory.work();
        let [first, last] = [&before.0, &data.state.positions];
        let value = |positions| move |id| model.vectors.value(id, positions);
        let coordinates = (&before.1[..], &mut data.state.coordinates[..], &data.state.creep[..]);
        model.bring([&value(first), &value(last)], coordinates, Bringing::Rest);
        for unit in &model.units {
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let State { positions, velocities, .. } = &mut data.state;
            unit.moved((at, rates), positions, |block, by| velocities[block] = by);
        }
    }
}

/// Those that read accelerations.
fn accelerations(reads: &[SourceRead]) -> Vec<SourceRead> {
    let is_one = |read: &&SourceRead| {
        matches!(
            read.source,
            Source::Acceleration(_)
                | Source::AngularAcceleration(_)
                | Source::CoordinateAcceleration(_)
                | Source::RelativeAcceleration { .. }
        )
    };
    reads.iter().filter(is_one).cloned().collect()
}

/// Those of places, as they read velocities.
fn places(reads: &[SourceRead]) -> Vec<SourceRead> {
    let rate = |read: &SourceRead| {
        let source = match read.source {
            Source::Position(id) => Source::Velocity(id),
            Source::Coordinate(index) => Source::Rate(index),
            _ => return None,
        };
        Some(SourceRead { source, ..read.clone() })
    };
    reads.iter().filter_map(rate).collect()
}
