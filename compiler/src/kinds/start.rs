//! How strongly a start is meant.

use cdl_graph::StartWeight;

use crate::lower::Fields;
use crate::schema::build::optional;
use crate::schema::key::{Maybe, Scalar, scalar};

/// In the starts of bodies and joints.
pub(super) const START_WEIGHT: Maybe<Scalar> = optional(
    "weight",
    scalar("1"),
    "gives way where loops do not allow it, the less the larger this is beside the others; without it \
     what is written is kept",
)
.positive();

/// What becomes of a start where loops do not allow it: of its places, then of its rates.
/// What is written is kept, unless it has a weight. A weight by itself is that of the place.
pub(super) fn weights(
    start: Fields<'_>,
    place_is_written: bool,
    rate_is_written: bool,
) -> [StartWeight; 2] {
    let weight = start.given(&START_WEIGHT);
    let place_is_meant = place_is_written || (weight.is_some() && !rate_is_written);
    [place_is_meant, rate_is_written].map(|meant| match (meant, weight) {
        (false, _) => StartWeight::Free,
        (true, None) => StartWeight::Exact,
        (true, Some(weight)) => StartWeight::Weighted(weight),
    })
}
