//! Edges that hold a rope by dry friction, in steps that are long beside how fast they do it.
//!
//! Friction is steep where a rope is held: within a hair of a speed it is whole to one side and to the other. A midpoint
//! step takes it at the mean of both rates, which is right over the step; the rate at its end goes on to the other side of
//! the mean, and so does what a row makes of it there. Positions are right, and tensions of rows beside the edge are on
//! its wrong side. It is only seen here, for a note.

use crate::assembly::Owner;
use crate::constrained::data::ConstrainedData;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::step::counted::Counted;

/// So many steps are told, see [`Counted::is_told`].
const LEAST: u64 = 10;

/// What has been seen of all edges of a model.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Holding {
    /// Of each edge.
    turned: Vec<Counted>,
    steps: u64,
}

impl Holding {
    /// Only where there are such.
    pub(in crate::constrained) fn new(model: &ConstrainedModel) -> Option<Self> {
        let edges = model.elements.ropes_on_edges.len();
        (edges > 0).then(|| Self { turned: vec![Counted::default(); edges], steps: 0 })
    }

    /// Looks at a step that has been accepted.
    pub(in crate::constrained) fn follow(
        &mut self,
        model: &ConstrainedModel,
        data: &ConstrainedData,
    ) {
        self.steps += 1;
        let at = (&model.vectors, &data.at.balance);
        let velocities = [&data.balance_velocities[..], &data.state.velocities[..]];
        for (edge, turned) in model.elements.ropes_on_edges.iter().zip(&mut self.turned) {
            turned.note(edge.turned(at, velocities));
        }
    }

    /// For the reader of the results.
    pub(in crate::constrained) fn notes<'a>(
        &'a self,
        model: &'a ConstrainedModel,
    ) -> impl Iterator<Item = String> + 'a {
        let each = model.elements.ropes_on_edges.iter().zip(&self.turned);
        each.filter(move |(_, turned)| turned.is_told(LEAST, self.steps)).map(|(edge, turned)| {
            let path = model.mechanism.paths.of(Owner::Joint(edge.joint));
            format!(
                "in {} of {} steps the friction of `{path}` turned round: steps are long beside how fast it holds its \
                 rope, and tensions in rows beside it may be on its wrong side, while positions are not; shorter steps, \
                 `generalized_alpha`, or a larger `speed` of the edge make them right",
                turned.steps, self.steps
            )
        })
    }
}
