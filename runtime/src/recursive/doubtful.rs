//! What is said of accelerations that have lost digits.

use super::data::Data;
use super::model::RecursiveModel;
use crate::assembly::Owner;
use crate::results::rounded;

/// Of all evaluations so far, where so much is lost that it matters: a bound by rounding, of which a tenth is usual.
pub(super) fn doubtful(model: &RecursiveModel, data: &Data) -> Option<String> {
    let found = [data.tree.doubt, data.transfer.doubt].into_iter().filter_map(|own| own.tells());
    let (share, body) = found.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    let path = model.mechanism.paths.of(Owner::Body(model.tree_bodies[body]));
    Some(format!(
        "accelerations are known to about {} of themselves only: what hangs on the joint of `{path}` resists other motions far \
         more than the one that is free, and the difference has lost digits; `energy_momentum` keeps them",
        rounded(share, 1)
    ))
}
