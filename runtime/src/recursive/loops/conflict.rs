//! Which closings contradict each other, where a state cannot be closed from anywhere.
//!
//! A smallest set is looked for: without any one of it the others can be closed. There may be more than one such set, of which
//! later closings have their say before earlier ones. Halves are left out at a time (U. Junker, "QuickXplain", AAAI 2004), so of
//! hundreds of closings two are found by a few dozen searches.

use super::Level;
use super::project::{NotClosed, look};
use super::size::Sizes;
use super::start::{close_positions, close_velocities};
use crate::assembly::Owner;
use crate::recursive::{Data, RecursiveModel, kinematics, prescribe};

/// Closings times what moves: with more nobody waits for an answer.
const MOST_WORK: usize = 60_000;

/// Closings that cannot be closed together, though they can without any one of them: in their order, by their index. None where
/// that is not looked for. `closes`: whether some position closes a model.
pub(crate) fn conflict(
    model: &RecursiveModel,
    closes: impl Fn(&RecursiveModel) -> bool,
) -> Option<Vec<usize>> {
    let count = model.loops.closings.len();
    if count * model.layout.dimensions.velocities > MOST_WORK {
        return None;
    }
    let latest_first: Vec<usize> = (0..count).rev().collect();
    let mut found = smallest(&[], false, &latest_first, &|kept| !closes(&only(model, kept)));
    found.sort_unstable();
    Some(found)
}

/// The smallest part of `of` that fails together with `beside`, where all of it does: what stands first is kept rather than what
/// follows. `is_new`: whether `beside` alone may fail already.
fn smallest(
    beside: &[usize],
    is_new: bool,
    of: &[usize],
    fails: &impl Fn(&[usize]) -> bool,
) -> Vec<usize> {
    if of.is_empty() || (is_new && fails(beside)) {
        return Vec::new();
    }
    if let [_] = of {
        return of.to_vec();
    }
    let (first, second) = of.split_at(of.len() / 2);
    let later = smallest(&[beside, first].concat(), true, second, fails);
    let is_new = !later.is_empty();
    let mut found = smallest(&[beside, &later].concat(), is_new, first, fails);
    found.extend(later);
    found
}

/// The model with some of its closings only.
/// Its sizes are those of what is left, as these are kept by closing.
pub(crate) fn only(model: &RecursiveModel, kept: &[usize]) -> RecursiveModel {
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

/// Whom a closing contradicts that could not be closed in a run, at that time, s, near that state. None where that is not known.
/// Empty where it cannot be closed by itself, as what is driven does not let it.
pub(crate) fn partners(
    model: &RecursiveModel,
    found: &NotClosed,
    time: f64,
    state: &[f64],
) -> Option<Vec<Owner>> {
    let everything = vec![1.0; model.layout.dimensions.velocities];
    let closes = |model: &RecursiveModel| {
        let (mut data, mut state) = (Data::new(model), state.to_vec());
        prescribe(model, &mut data, time);
        look(model, &mut data, time, &state);
        let placed = close_positions(model, &mut data, time, &mut state, &everything);
        placed.is_ok()
            && match found.level {
                Level::Position => true,
                Level::Velocity => {
                    close_velocities(model, &mut data, time, &mut state, &everything).is_ok()
                }
            }
    };
    if closes(model) {
        return None;
    }
    let closings = conflict(model, closes)?;
    if !closings.contains(&found.closing) {
        return None;
    }
    let others = closings.into_iter().filter(|&own| own != found.closing);
    Some(others.map(|own| model.loops.closings[own].owner).collect())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::smallest;

    /// Of two pairs that exclude each other the later one is found, by few looks, wherever it stands among a thousand.
    #[test]
    fn of_many_the_last_that_exclude_each_other_are_found_by_few_looks() {
        let (count, earlier) = (1000, [3, 700]);
        for later in [[998, 999], [4, 999], [500, 701]] {
            let looks = Cell::new(0);
            let fails = |kept: &[usize]| {
                looks.set(looks.get() + 1);
                [earlier, later].iter().any(|own| own.iter().all(|one| kept.contains(one)))
            };
            let latest_first: Vec<usize> = (0..count).rev().collect();
            let mut found = smallest(&[], false, &latest_first, &fails);
            found.sort_unstable();
            assert_eq!(found, later);
            assert!(looks.get() <= 44, "{} looks", looks.get());
        }
    }
}
