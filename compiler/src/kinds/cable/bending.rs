//! What resists being bent: `bending`, `joint_damping`, and of a spline `second_bending` and `least_radius`.

use cdl_graph::{self as graph, CableEnd, NodeId};

use super::branches::{SECTION_TIMES, relaxing};
use crate::diagnostics;
use crate::lower::{Fields, Lowered, Lowering};
use crate::schema::build::{choice, default, optional, required};
use crate::schema::key::{
    Always, Block, Many, Maybe, OneOf, Scalar, Vector, block, choices, direction, list, one_of,
    scalar,
};
use crate::schema::{Field, Variant};
use crate::typed::Element;

pub(super) const BENDING: Maybe<Block> =
    optional("bending", block(BENDING_FIELDS), "resistance to bending; without it none");
pub(super) const JOINT_DAMPING: Always<Scalar> = default(
    "joint_damping",
    scalar("N.m.s/rad"),
    "0 N.m.s/rad",
    "moment per rate of the angle between neighbouring links",
)
.non_negative()
.source("Hembree and Slegers 2010, eq. 48");

const BENDING_STIFFNESS: Always<Scalar> =
    default("stiffness", scalar("N.m^2"), "0 N.m^2", "moment per curvature, EI").non_negative();
const BENDING_DAMPING: Always<Scalar> =
    default("damping", scalar("N.m^2.s"), "0 N.m^2.s", "moment per rate of curvature")
        .non_negative();

const RELAXED: Always<OneOf<Relaxed>> =
    default("relaxed", one_of(), "straight", "its shape without moments");

pub(super) const BENDING_BRANCHES: Maybe<Many> = optional(
    "branches",
    list("N.m^2"),
    "moment per curvature of what relaxes beside it; of a `spline` with `torsion`",
)
.non_negative();

const BENDING_FIELDS: &[Field] = &[
    BENDING_STIFFNESS.field,
    BENDING_DAMPING.field,
    RELAXED.field,
    BENDING_BRANCHES.field,
    SECTION_TIMES.field,
];

const RELAXED_RADIUS: Always<Scalar> =
    required("radius", scalar("m"), "of the circle; more than the length of a link").positive();
const RELAXED_TOWARDS: Always<Vector> = required(
    "towards",
    direction(),
    "the side to which it curls, in the axes of the frame that clamps it (of `start` where both are clamped)",
);

const RELAXED_STRAIGHT: Variant = choice("straight", "a line", &[]);
const RELAXED_ARC: Variant = choice(
    "arc",
    "a circular arc in the plane of the clamp's direction and `towards`; needs a clamped end",
    &[RELAXED_RADIUS.field, RELAXED_TOWARDS.field],
);

choices! {
    /// What a cable looks like when nothing bends it.
    Relaxed {
        Straight = RELAXED_STRAIGHT,
        Arc = RELAXED_ARC,
    }
}

pub(super) const SECOND_BENDING: Maybe<Block> = optional(
    "second_bending",
    block(SECOND_FIELDS),
    "another stiffness, against being bent to one side and away from it; needs `torsion`",
);
const SECOND_STIFFNESS: Always<Scalar> =
    required("stiffness", scalar("N.m^2"), "moment per curvature there, EI").positive();
const SECOND_TOWARDS: Always<Vector> =
    required("towards", direction(), "the side, in the axes of the frame that clamps the start");

const SECOND_FIELDS: &[Field] = &[SECOND_STIFFNESS.field, SECOND_TOWARDS.field];

pub(super) const LEAST_RADIUS: Maybe<Scalar> = optional(
    "least_radius",
    scalar("m"),
    "by which it may be bent: a run tells where it is bent by less",
)
.positive();

impl Lowering<'_> {
    pub(super) fn bending(
        &mut self,
        element: &Element,
        discretization: &graph::Discretization,
        ends: [CableEnd; 2],
    ) -> Lowered<graph::Bending> {
        let fields = Fields::Element(element);
        let relaxed = self.relaxed(element, ends)?;
        match discretization {
            graph::Discretization::Spline { .. } | graph::Discretization::BSpline { .. } => {
                self.no_joints(element);
            }
            graph::Discretization::RigidLinks { .. } | graph::Discretization::Lumped { .. } => {}
        }
        let (stiffness, damping) = match fields.given(&BENDING) {
            Some(bending) => (bending.value(&BENDING_STIFFNESS)?, bending.value(&BENDING_DAMPING)?),
            None => (self.constant(0.0), self.constant(0.0)),
        };
        let branches = fields
            .given(&BENDING)
            .map_or_else(Vec::new, |bending| relaxing(bending, &BENDING_BRANCHES));
        let second = second_bending(fields, discretization)?;
        Ok(graph::Bending { stiffness, damping, branches, second, relaxed })
    }

    /// A curved shape needs to know where it begins.
    fn relaxed(&mut self, element: &Element, ends: [CableEnd; 2]) -> Lowered<graph::Relaxed> {
        let Some(bending) = Fields::Element(element).given(&BENDING) else {
            return Ok(graph::Relaxed::Straight);
        };
        let (shape, given) = bending.value(&RELAXED)?;
        match shape {
            Relaxed::Straight => Ok(graph::Relaxed::Straight),
            Relaxed::Arc => {
                if !ends.iter().any(|end| matches!(end, CableEnd::Clamped { .. })) {
                    let place = element.place_of(BENDING.field.name);
                    self.diagnostics.push(diagnostics::curled_without_clamp(place, &element.path));
                }
                let radius = given.value(&RELAXED_RADIUS)?;
                let towards = given.value(&RELAXED_TOWARDS)?;
                Ok(graph::Relaxed::Arc { radius, towards })
            }
        }
    }

    /// A spline bends everywhere, and has no joints.
    fn no_joints(&mut self, element: &Element) {
        let given = element.field(JOINT_DAMPING.field.name).filter(|own| !own.is_default);
        if let Some(field) = given {
            self.diagnostics.push(diagnostics::not_of_a_spline(field.place, &element.path));
        }
    }
}

/// Of a spline.
fn second_bending(
    fields: Fields<'_>,
    discretization: &graph::Discretization,
) -> Lowered<Option<graph::SecondBending>> {
    let graph::Discretization::Spline { .. } = discretization else { return Ok(None) };
    let Some(given) = fields.given(&SECOND_BENDING) else { return Ok(None) };
    Ok(Some(graph::SecondBending {
        stiffness: given.value(&SECOND_STIFFNESS)?,
        towards: given.value(&SECOND_TOWARDS)?,
    }))
}

/// Of a spline.
pub(super) fn least_radius(
    fields: Fields<'_>,
    discretization: &graph::Discretization,
) -> Option<NodeId> {
    match discretization {
        graph::Discretization::Spline { .. } => fields.given(&LEAST_RADIUS),
        graph::Discretization::RigidLinks { .. }
        | graph::Discretization::Lumped { .. }
        | graph::Discretization::BSpline { .. } => None,
    }
}
