//! How strongly a start is meant.

use cdl_graph::StartWeight;

use crate::lower::Fields;
use crate::schema::build::optional;
use crate::schema::{Field, Type};

/// In the starts of bodies and joints.
pub(crate) const START_WEIGHT: Field = optional(
    "weight",
    Type::Scalar("1"),
    "gives way where loops do not allow it, the less the larger this is beside the others; without it \
     what is written is kept",
)
.positive();

/// What becomes of a start where loops do not allow it: first of the fields `places`, then of `rates`.
/// What is written is kept, unless it has a weight. A weight by itself is that of the place.
pub(crate) fn weights<'n>(
    start: Fields<'_>,
    places: impl IntoIterator<Item = &'n str>,
    rates: impl IntoIterator<Item = &'n str>,
) -> [StartWeight; 2] {
    let weight = start.scalar("weight");
    let place_is_written = places.into_iter().any(|name| start.has(name));
    let rate_is_written = rates.into_iter().any(|name| start.has(name));
    let place_is_meant = place_is_written || (weight.is_some() && !rate_is_written);
    [place_is_meant, rate_is_written].map(|meant| match (meant, weight) {
        (false, _) => StartWeight::Free,
        (true, None) => StartWeight::Exact,
        (true, Some(weight)) => StartWeight::Weighted(weight),
    })
}
