//! What is said of accelerations and forces that have lost digits.

use super::data::{Data, Failure};
use super::evaluate;
use super::model::RecursiveModel;
use crate::assembly::Owner;
use crate::results::rounded;
use crate::transfer::note_slim;
use crate::tree::{Digits, TreeError};

/// Evaluations between two looks, each of which costs two.
const EVALUATIONS: u64 = 200;

/// Of all looks so far.
#[derive(Clone, Debug, Default)]
pub(super) struct DigitsLost {
    /// By whichever way to accelerations.
    tree: Digits,
    /// Evaluations after which there is another look.
    after: u64,
}

impl DigitsLost {
    /// After an evaluation at a state, which it leaves as it was; `rates` gets its derivatives again. Only now and then.
    pub(super) fn look(
        &mut self,
        model: &RecursiveModel,
        data: &mut Data,
        time: f64,
        (state, rates): (&[f64], &mut [f64]),
        evaluations: u64,
    ) {
        let is_due = evaluations >= self.after && data.is_evaluated && !data.stands_still;
        if !is_due || model.tree.bodies() == 0 {
            return;
        }
        if self.after == 0 && model.transfer.is_some() {
            note_slim(&model.tree, &mut self.tree.accelerations);
        }
        self.after = evaluations + EVALUATIONS;
        let clear = model.tree.note_clear(&data.tree, &mut self.tree);
        // What they remember of the way here is not to be touched.
        let loops = data.loops.clone();
        data.tree.shaken = Some(evaluations);
        evaluate(model, data, time, state, rates);
        data.tree.shaken = None;
        if data.is_evaluated {
            model.tree.note_shaken(&data.tree, &clear, &mut self.tree);
        } else if let Some(Failure::Tree(TreeError::Singular { body })) = data.failure {
            // With other last digits there is nothing that could be solved.
            self.tree.accelerations.note(1.0 / f64::EPSILON, body);
        }
        data.loops = loops;
        evaluate(model, data, time, state, rates);
    }

    /// Where so much is lost that it matters: a bound by rounding, of which a tenth is usual.
    pub(super) fn told(&self, model: &RecursiveModel) -> Option<String> {
        let (what, (share, body)) =
            match (self.tree.accelerations.tells(), self.tree.forces.tells()) {
                (None, None) => return None,
                (Some(own), None) => ("accelerations are", own),
                (None, Some(own)) => ("forces in joints are", own),
                (Some(own), Some(other)) => {
                    let worse = if other.0 > own.0 { other } else { own };
                    ("accelerations and forces in joints are", worse)
                }
            };
        let known = match share < 1.0 {
            true => format!("known to about {} of themselves only", rounded(share, 1)),
            false => "not known to a single digit".to_owned(),
        };
        Some(format!(
            "{what} {known}, worst at `{}`: what hangs on it resists some motions far more than those that are free, and the difference \
             has lost digits; `energy_momentum` often keeps more of them",
            model.mechanism.paths.of(Owner::Body(model.tree_bodies[body]))
        ))
    }
}
