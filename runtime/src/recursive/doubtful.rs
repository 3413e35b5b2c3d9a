//! What is said of accelerations that have lost digits.

use super::data::Data;
use super::model::RecursiveModel;
use crate::assembly::Owner;
use crate::results::rounded;

/// Of all evaluations so far, where so much is lost that it matters: a bound by rounding, of which a tenth is usual.
pub(super) fn doubtful(model: &RecursiveModel, data: &Data) -> Vec<String> {
    let path = |body: usize| model.mechanism.paths.of(Owner::Body(model.tree_bodies[body]));
    let eliminated =
        [data.tree.doubt, data.transfer.doubt].into_iter().filter_map(|own| own.tells());
    let eliminated = eliminated.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(share, body)| {
        format!(
            "accelerations are known to about {} of themselves only: what hangs on the joint of `{}` resists other motions far \
             more than the one that is free, and the difference has lost digits; `energy_momentum` keeps them",
            rounded(share, 1),
            path(body)
        )
    });
    let outweighed =
        model.transfer.as_ref().and_then(|transfer| transfer.lost(&data.transfer).tells());
    let outweighed = outweighed.map(|(share, body)| {
        format!(
            "accelerations are known to about {} of the largest only: the forces in the joints of `{}` are so large beside what it \
             takes to move it that their difference has lost digits, and what hangs on it moves by that; `dynamics = recursive` \
             keeps more of them across hinges and sliders",
            rounded(share, 1),
            path(body),
        )
    });
    eliminated.into_iter().chain(outweighed).collect()
}
