//! What divides a cable into pieces, which is its variant.

use cdl_graph::{self as graph, ChainForm, ControlPoints, Table};

use super::axial::{AXIAL, BSPLINE_AXIAL, SPLINE_AXIAL, axial, bspline_axial, spline_axial};
use super::bending::{LEAST_RADIUS, SECOND_BENDING};
use super::torsion::TORSION;
use crate::lower::{Fields, Lowered, Unlowered};
use crate::schema::Variant;
use crate::schema::build::{choice, default, required};
use crate::schema::key::{Always, Choice, Count, OneOf, choices, count, one_of};
use crate::typed::Element;

/// Of one cable; a million links take about a gigabyte.
const MOST_PIECES: f64 = 1e6;

const COUNT: Always<Count> =
    required("count", count(), "the number of links, all of the same length")
        .between(1.0, MOST_PIECES)
        .structural()
        .source("Hembree and Slegers 2010");
const FORM: Always<OneOf<Form>> =
    default("form", one_of(), "auto", "which recursion computes them").structural();
const NODES: Always<Count> = required("nodes", count(), "the number of points, both ends included")
    .between(2.0, MOST_PIECES)
    .structural();
pub(super) const ELEMENTS: Always<Count> =
    required("elements", count(), "the number of cubic pieces, all of the same length")
        .between(1.0, 1e5)
        .structural();

const AUTO: Variant = choice("auto", "the faster one that applies", &[]);
const RECURSION: Variant = choice("recursion", "two rotations per link, 2x2 inversions", &[]);
const NATURAL: Variant =
    choice("natural", "end points and distance constraints, banded elimination", &[]);

choices! {
    /// How the links of a chain are computed.
    Form {
        Auto = AUTO,
        Recursion = RECURSION,
        Natural = NATURAL,
    }
}

const RIGID_LINKS: Variant = choice(
    "rigid_links",
    "straight rigid links joined by ball joints; does not stretch",
    &[COUNT.field, FORM.field],
);
const LUMPED: Variant =
    choice("lumped", "point masses joined by springs with dampers", &[NODES.field])
        .with_fields(&[AXIAL.field]);

const SPLINE: Variant = choice(
    "spline",
    "cubic pieces with a tension that is an unknown; bends and stretches",
    &[ELEMENTS.field],
)
.with_fields(&[SPLINE_AXIAL.field, TORSION.field, SECOND_BENDING.field, LEAST_RADIUS.field]);

const TEMPEL: &str = "Tempel 2019, section 3.6";

const DEGREE: Always<Count> = required(
    "degree",
    count(),
    "of the polynomial in each span; one less than of that its derivatives are continuous",
)
.between(2.0, 6.0)
.structural()
.source(TEMPEL);
const SPANS: Always<Count> = required(
    "spans",
    count(),
    "the number of polynomials; spans and degree together are the number of control points",
)
.between(1.0, 1e4)
.structural()
.source(TEMPEL);
const CONTROL_POINTS: Always<OneOf<Control>> =
    default("control_points", one_of(), "greville", "where they are along the straight rope")
        .structural();

const GREVILLE: Variant = choice("greville", "where each span has its share of the length", &[]);
const UNIFORM: Variant = choice(
    "uniform",
    "at equal distances: spans near the ends have less of the length, slow vibrations are less accurate, and the fastest more",
    &[],
);

choices! {
    /// Where control points of a straight rope are.
    Control {
        Greville = GREVILLE,
        Uniform = UNIFORM,
    }
}

const BSPLINE: Variant = choice(
    "bspline",
    "one smooth curve by control points; bends and stretches",
    &[DEGREE.field, SPANS.field, CONTROL_POINTS.field],
)
.with_fields(&[BSPLINE_AXIAL.field]);

choices! {
    /// What divides a cable.
    Discretization {
        RigidLinks = RIGID_LINKS,
        Lumped = LUMPED,
        Spline = SPLINE,
        BSpline = BSPLINE,
    }
}

pub(super) fn discretization(
    element: &Element,
    fields: Fields<'_>,
    tables: &[Table],
) -> Lowered<graph::Discretization> {
    let variant = element.variant().and_then(Discretization::named).ok_or(Unlowered)?;
    Ok(match variant {
        Discretization::RigidLinks => graph::Discretization::RigidLinks {
            count: fields.value(&COUNT)?,
            form: match fields.value(&FORM)?.0 {
                Form::Auto => ChainForm::Auto,
                Form::Recursion => ChainForm::Recursion,
                Form::Natural => ChainForm::Natural,
            },
        },
        Discretization::Lumped => graph::Discretization::Lumped {
            points: fields.value(&NODES)?,
            axial: axial(fields, tables)?,
        },
        Discretization::Spline => graph::Discretization::Spline {
            elements: fields.value(&ELEMENTS)?,
            axial: spline_axial(fields.value(&SPLINE_AXIAL)?, tables)?,
        },
        Discretization::BSpline => {
            let [stiffness, damping] = bspline_axial(fields)?;
            graph::Discretization::BSpline {
                degree: fields.value(&DEGREE)?,
                spans: fields.value(&SPANS)?,
                control: match fields.value(&CONTROL_POINTS)?.0 {
                    Control::Greville => ControlPoints::Greville,
                    Control::Uniform => ControlPoints::Uniform,
                },
                stiffness,
                damping,
            }
        }
    })
}
