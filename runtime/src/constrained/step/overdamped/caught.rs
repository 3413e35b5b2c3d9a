//! Joints, and ropes on edges, that stop in their dry friction within a step.
//!
//! Friction that is smooth at rest is a damper there that nothing outweighs, and next to none in a joint that slides. A step in which
//! such a joint stops ends with it sliding back, as midpoint steps do, and from then on its rate turns round from step to step, and
//! with it the friction in every row. So where a rate has changed its sign within a step, and friction can hold what acts on the joint at
//! rest, an impulse of the friction brings it to the rate `v*` by which friction holds that. With the response `u` to a
//! unit impulse along the coordinate `q` and its acceleration `q̈` at rest, without friction:
//!
//! ```text
//! F(v*) = q̈/q̇(u),    v₁ ← v₁ - u (q̇(v₁) - v*)/q̇(u)
//! ```
//!
//! What acts with more than that goes on sliding, the other way.

use nalgebra::Vector3;

use crate::constrained::balance::collect_displacements;
use crate::constrained::coordinate::Coordinate;
use crate::constrained::data::ConstrainedData;
use crate::constrained::dependence::fill_at_state;
use crate::constrained::instant;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::refined;
use crate::constrained::scheme::Scheme;
use crate::constrained::units::Unit;
use crate::constrained::vectors::VectorId;
use crate::constrained::velocities::taken;

/// Of its friction: what takes more is not held.
const HOLDS: f64 = 0.99;

/// Of what an impulse would do if nothing held what it acts on: less is nothing.
const GIVES_WAY: f64 = 1e-9;

/// Something with dry friction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Friction {
    on: On,
    /// Of its coordinate at the end of the last step, m/s or rad/s.
    rate: f64,
    /// Where that step began.
    before: f64,
}

/// Where friction acts.
#[derive(Clone, Copy, Debug)]
enum On {
    /// A coordinate of a joint, by its axis among those of the model.
    Axis(usize),
    /// Rope that goes over an edge, by its index.
    Edge(usize),
}

impl Friction {
    /// All that a model has, as it begins.
    pub(super) fn all(model: &ConstrainedModel, data: &ConstrainedData) -> Vec<Self> {
        let axes = model.elements.axes.iter().enumerate();
        let axes = axes.filter(|(_, axis)| axis.law.friction > 0.0).map(|(at, _)| On::Axis(at));
        let edges = (0..model.elements.ropes_on_edges.len()).map(On::Edge);
        let own = |on: On| {
            let rate = on.rate(model, data, &data.state.velocities);
            Self { on, rate, before: rate }
        };
        axes.chain(edges).map(own).collect()
    }

    /// Looks at the end of an accepted step: whether it has turned round in that, and slides by then. Not after a jump, where nothing tells
    /// how it began.
    pub(super) fn follow(
        &mut self,
        model: &ConstrainedModel,
        data: &ConstrainedData,
        is_after_jump: bool,
    ) -> bool {
        let now = self.on.rate(model, data, &data.state.velocities);
        self.before = if is_after_jump { now } else { self.rate };
        self.rate = now;
        self.has_turned(model, now)
    }

    /// The same after it has been stopped.
    pub(super) fn note_stop(&mut self, model: &ConstrainedModel, data: &ConstrainedData) {
        self.rate = self.on.rate(model, data, &data.state.velocities);
    }

    fn has_turned(&self, model: &ConstrainedModel, now: f64) -> bool {
        self.before * now < 0.0 && now.abs() > self.on.speed(model)
    }

    /// Stops it at the end of a step of `step` seconds from where the last one began, if it has turned round in that and is held. Whether it
    /// does. `across` is memory for all blocks.
    pub(super) fn stop(
        &self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
        across: &mut Vec<Vector3<f64>>,
    ) -> bool {
        let now = self.on.rate(model, data, &data.state.velocities);
        self.has_turned(model, now) && self.held(model, data, (now, step), across).is_some()
    }

    /// Brings the rate from what it is `now` to that by which it is held, if it is.
    fn held(
        &self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        (now, step): (f64, f64),
        across: &mut Vec<Vector3<f64>>,
    ) -> Option<()> {
        let gives = self.on.respond(model, data, across)?;
        data.velocities_before.copy_from_slice(&data.state.velocities);
        let change = |data: &mut ConstrainedData, by: f64| {
            let all = data.state.velocities.iter_mut().zip(&*across);
            all.for_each(|(own, answer)| *own += answer * (by / gives));
        };
        change(data, -now);
        let pulls = self.on.acceleration(model, data).map(|own| own / gives);
        let Some(end) = pulls.and_then(|pull| self.on.held(model, data, pull)) else {
            data.state.velocities.copy_from_slice(&data.velocities_before);
            return None;
        };
        change(data, end);
        let taken = taken(model, data);
        let lost = taken.dissipated - taken.work;
        // Not where it is no number either.
        if lost.is_nan() || lost < 0.0 {
            data.state.velocities.copy_from_slice(&data.velocities_before);
            return None;
        }
        data.state.dissipated += lost;
        // By the change of velocities that stands there now.
        for (mean, change) in data.last_accelerations.iter_mut().zip(&data.accelerations) {
            *mean += change * (2.0 / step);
        }
        Some(())
    }
}

impl On {
    /// Puts what a unit impulse along the coordinate does to the velocities into `across`, and gives what it does to the rate, 1/kg or
    /// 1/(kg m²). `None` where that is nothing, as of a joint that is driven or locked, or in a singular position.
    fn respond(
        self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        across: &mut Vec<Vector3<f64>>,
    ) -> Option<f64> {
        fill_at_state(model, data);
        refined::factor(model, data, &Scheme::instant()).ok()?;
        data.residuals.fill(Vector3::zeros());
        for (id, along) in self.parts(model, data).iter().flatten() {
            model.vectors.add_force(*id, &-along, &mut data.residuals);
        }
        data.right_side.fill(0.0);
        collect_displacements(model, data);
        data.correction.copy_from_slice(&data.right_side);
        refined::solve(model, data);
        let freely = gives_freely(model, data);
        across.clear();
        across.resize(data.state.positions.len(), Vector3::zeros());
        for unit in &model.units {
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let unknowns = (at, &data.right_side[..]);
            unit.moved(unknowns, &data.state.positions, |block, by| across[block] += by);
        }
        let gives = self.rate(model, data, across);
        (gives > GIVES_WAY * freely && gives.is_finite()).then_some(gives)
    }

    /// Of the coordinate at the state, m/s² or rad/s². `None` in a singular position.
    fn acceleration(self, model: &ConstrainedModel, data: &mut ConstrainedData) -> Option<f64> {
        if !instant::accelerations(model, data) {
            return None;
        }
        let linear = self.rate(model, data, &data.accelerations);
        let On::Axis(axis) = self else { return Some(linear) };
        let coordinate = coordinate(model, axis);
        let [at, rates] = [&data.state.positions, &data.state.velocities]
            .map(|blocks| coordinate.vectors.map(|id| model.vectors.value(id, blocks)));
        Some(linear + coordinate.curvature_at(at, rates))
    }

    /// The rate at which friction holds a pull (N or N m), m/s or rad/s; after [`Self::acceleration`]. `None` where it does not.
    fn held(self, model: &ConstrainedModel, data: &ConstrainedData, pull: f64) -> Option<f64> {
        match self {
            On::Axis(axis) => {
                let law = &model.elements.axes[axis].law;
                let share = pull / law.friction;
                (share.abs() < HOLDS).then(|| law.friction_speed * share.atanh())
            }
            On::Edge(edge) => {
                let edge = &model.elements.ropes_on_edges[edge];
                edge.held((&data.at.balance, &data.multipliers), pull, HOLDS)
            }
        }
    }

    /// Up to which its friction is smooth, m/s or rad/s.
    fn speed(self, model: &ConstrainedModel) -> f64 {
        match self {
            On::Axis(axis) => model.elements.axes[axis].law.friction_speed,
            On::Edge(edge) => model.elements.ropes_on_edges[edge].capstan.speed,
        }
    }

    /// Of the coordinate at the state, by these rates of all blocks.
    fn rate(
        self,
        model: &ConstrainedModel,
        data: &ConstrainedData,
        blocks: &[Vector3<f64>],
    ) -> f64 {
        let parts = self.parts(model, data);
        parts.iter().flatten().map(|(id, along)| along.dot(&model.vectors.value(*id, blocks))).sum()
    }

    /// The vectors that the coordinate follows, with its gradient by each.
    fn parts(
        self,
        model: &ConstrainedModel,
        data: &ConstrainedData,
    ) -> [Option<(VectorId, Vector3<f64>)>; 3] {
        match self {
            On::Axis(axis) => {
                let ids = coordinate(model, axis).vectors;
                let at = ids.map(|id| model.vectors.value(id, &data.state.positions));
                let gradient = coordinate(model, axis).gradient_at(at);
                std::array::from_fn(|k| Some((ids[k], gradient[k])))
            }
            On::Edge(edge) => {
                let travel = model.elements.ropes_on_edges[edge].travel;
                [Some((travel, Vector3::x())), None, None]
            }
        }
    }
}

/// What a unit impulse, `data.correction`, would do to the rate if nothing held what it acts on, 1/kg or 1/(kg m²).
fn gives_freely(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let of_unit = |unit: &Unit| {
        let block = unit.group.and_then(|group| model.structure.block(group, group))?;
        let first = unit.first_unknown(&model.structure)?;
        let own = (0..unit.unknowns()).map(|k| {
            let inertia = data.matrix[block.at(unit.row + k, unit.row + k)];
            let impulse = data.correction[first + k];
            if inertia > 0.0 { impulse * impulse / inertia } else { 0.0 }
        });
        Some(own.sum::<f64>())
    };
    model.units.iter().filter_map(of_unit).sum()
}

fn coordinate(model: &ConstrainedModel, axis: usize) -> &Coordinate {
    &model.coordinates[model.elements.axes[axis].coordinate]
}
