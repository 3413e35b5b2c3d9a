//! What relaxes where a cable stays stretched, bent or twisted: `branches` and `time_constants` of what resists that.

use cdl_graph::{MaxwellBranch, NodeId};

use super::bending::{BENDING, BENDING_BRANCHES};
use super::torsion::{TORSION, TORSION_BRANCHES};
use crate::diagnostics;
use crate::lower::{Fields, Lowering};
use crate::schema::build::optional;
use crate::schema::key::{Many, Maybe, list};
use crate::typed::Element;

/// Of a block that is about sections.
pub(super) const SECTION_TIMES: Maybe<Many> = optional(
    "time_constants",
    list("s"),
    "of each branch: in which it falls to 37 % where the rope stays as it is",
)
.positive();

impl Lowering<'_> {
    /// Both lists of a block about sections are about the same branches.
    pub(super) fn sections_have_times(&mut self, element: &Element) {
        let fields = Fields::Element(element);
        for (block, branches) in [(&BENDING, &BENDING_BRANCHES), (&TORSION, &TORSION_BRANCHES)] {
            let Some(given) = fields.given(block) else { continue };
            let counts =
                [branches, &SECTION_TIMES].map(|own| given.given(own).map_or(0, |own| own.len()));
            self.as_many_times(element, block.field.name, counts);
        }
    }

    /// Of a law in this field.
    pub(super) fn as_many_times(&mut self, element: &Element, field: &str, counts: [usize; 2]) {
        if counts[0] != counts[1] {
            let place = element.place_of(field);
            let report = diagnostics::branches_and_times(place, &element.path, counts);
            self.diagnostics.push(report);
        }
    }
}

/// What relaxes in a section, of a block.
pub(super) fn relaxing(given: Fields<'_>, own: &Maybe<Many>) -> Vec<MaxwellBranch> {
    let [stiffnesses, times] =
        [own, &SECTION_TIMES].map(|own| given.given(own).unwrap_or_default());
    branches(stiffnesses, times)
}

pub(super) fn branches(stiffnesses: Vec<NodeId>, times: Vec<NodeId>) -> Vec<MaxwellBranch> {
    let each = stiffnesses.into_iter().zip(times);
    each.map(|(stiffness, time_constant)| MaxwellBranch { stiffness, time_constant }).collect()
}
