//! Which bodies a run takes by the kernel for rods in a row, and what is said of it.

use super::{Owner, sweeps};
use crate::recursive::RecursiveModel;

/// Looks for them where accelerations need no answers to forces that close loops. Gives why, where
/// articulated inertias would be the other way.
pub(super) fn stretches(model: &mut RecursiveModel) -> Option<String> {
    if !model.loops.is_empty() {
        return None;
    }
    let is_hung = sweeps::hung(&model.cables, model.tree.bodies());
    model.tree.find_stretches(&is_hung);
    // These share the kinematics only.
    if model.transfer.is_some() {
        return None;
    }
    let found = model.tree.stretches();
    let longest = found.iter().max_by_key(|stretch| stretch.len())?;
    let path = |body: usize| model.mechanism.paths.of(Owner::Body(model.tree_bodies[body]));
    let [first, last] = longest.ends().map(path);
    let others = match found.len() {
        1 => String::new(),
        2 => ", and in another row as long at the most".to_owned(),
        count => format!(", and in {} more rows as long at the most", count - 1),
    };
    Some(format!(
        "{} rods in a row on ball joints, {first} to {last}{others}, by a sweep for bodies that are symmetric about the line of their joints: the same \
         accelerations, with fewer operations for each",
        longest.len(),
    ))
}
