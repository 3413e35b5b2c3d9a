//! Which closings contradict each other, where a start cannot be closed from anywhere.
//!
//! One after the other is left out; where the rest cannot be closed either it was not needed for the contradiction, and stays
//! out. What remains is a smallest set: without any one of it the others can be closed. There may be more than one such set,
//! of which later closings have their say before earlier ones.

use crate::recursive::{Data, RecursiveModel, Sizes, kinematics, prescribe};

/// With more of them, or more of them times what moves, nobody waits for an answer.
const MOST: usize = 24;
const MOST_WORK: usize = 10_000;

/// Closings that cannot be closed together, though they can without any one of them: in their order, by their index. None where
/// that is not looked for. `closes`: whether some position closes a model.
pub(super) fn conflict(
    model: &RecursiveModel,
    closes: impl Fn(&RecursiveModel) -> bool,
) -> Option<Vec<usize>> {
    let count = model.loops.closings.len();
    if count > MOST || count * model.layout.dimensions.velocities > MOST_WORK {
        return None;
    }
    let without = |kept: &[usize], index: usize| -> Vec<usize> {
        kept.iter().copied().filter(|&own| own != index).collect()
    };
    let mut kept: Vec<usize> = (0..count).collect();
    for index in 0..count {
        let others = without(&kept, index);
        if !others.is_empty() && !closes(&only(model, &others)) {
            kept = others;
        }
    }
    Some(kept)
}

/// The model with some of its closings only.
/// Its sizes are those of what is left, as these are kept by closing.
pub(super) fn only(model: &RecursiveModel, kept: &[usize]) -> RecursiveModel {
    let mut model = model.clone();
    let mut index = 0;
    model.keep_closings(|_| {
        index += 1;
        kept.contains(&(index - 1))
    });
    let mut data = Data::new(&model);
    prescribe(&model, &mut data, 0.0);
    kinematics(&model, &mut data, &model.start);
    model.loops.sizes = Sizes::new(&model, &data);
    model
}
