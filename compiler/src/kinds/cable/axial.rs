//! What pulls where a cable is stretched: `axial` of lumped cables and of splines.

use cdl_graph::{Axial, AxialStiffness, Lasting, MaxwellBranch, NodeId, Table};

use super::branches::branches;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::schema::Variant;
use crate::schema::build::{choice, default, optional, required};
use crate::schema::key::{
    Always, Many, Maybe, OneOf, Rows, Scalar, Truth, choices, list, one_of, scalar, table, truth,
};
use crate::typed::Element;

const COMPRESSION: Always<Truth> = default(
    "compression",
    truth(),
    "false",
    "whether it also pushes, as a rod does, instead of going slack",
);

const ELASTIC_STIFFNESS: Always<Scalar> =
    required("stiffness", scalar("N"), "force per strain, EA").positive();
const ELASTIC_DAMPING: Always<Scalar> =
    default("damping", scalar("N.s"), "0 N.s", "force per rate of strain").non_negative();
const SPRING_STIFFNESS: Always<Scalar> =
    required("stiffness", scalar("N/m"), "force per elongation of a segment").positive();
const SPRING_DAMPING: Always<Scalar> =
    default("damping", scalar("N.s/m"), "0 N.s/m", "force per rate of elongation of a segment")
        .non_negative();
const PID_KP: Always<Scalar> = required("kp", scalar("N"), "force per error").positive();
const PID_KD: Always<Scalar> =
    default("kd", scalar("N.s"), "0 N.s", "force per rate of the error").non_negative();
const PID_KI: Always<Scalar> =
    default("ki", scalar("N/s"), "0 N/s", "force per error and time").non_negative();

const ELASTIC: Variant = choice(
    "elastic",
    "by the section, whatever the number of nodes; goes slack",
    &[ELASTIC_STIFFNESS.field, ELASTIC_DAMPING.field, COMPRESSION.field],
);
const SPRING: Variant = choice(
    "spring",
    "by the segment between two nodes; goes slack",
    &[SPRING_STIFFNESS.field, SPRING_DAMPING.field, COMPRESSION.field],
);
const PID: Variant = choice(
    "pid",
    "a controller that keeps each segment's length: `kp e + kd de/dt + ki (integral of e)`, where \
         e is its elongation over its present length; also pushes",
    &[PID_KP.field, PID_KD.field, PID_KI.field],
);

const LUMPED_MEASURED: Variant = choice(
    "measured",
    "by the section, as a table says; below its first row it pulls as there, so one that begins with `0, 0` goes slack",
    &[MEASURED_TENSION.field, ELASTIC_DAMPING.field],
);

choices! {
    /// What pulls when a cable is stretched.
    AxialLaw {
        Elastic = ELASTIC,
        Spring = SPRING,
        Measured = LUMPED_MEASURED,
        Pid = PID,
    }
}

pub(super) const AXIAL: Always<OneOf<AxialLaw>> =
    required("axial", one_of(), "its law of stretching");

const BRANCH: Always<Scalar> =
    required("branch", scalar("N"), "force per strain of the branch, beside `stiffness`")
        .non_negative();
const TIME_CONSTANT: Always<Scalar> =
    required("time_constant", scalar("s"), "in which the branch's force falls to 37 %").positive();
const BRANCHES: Always<Many> =
    required("branches", list("N"), "force per strain of each branch").non_negative();
const TIME_CONSTANTS: Always<Many> =
    required("time_constants", list("s"), "of each branch").positive();
const LASTING: Always<Scalar> =
    default("stiffness", scalar("N"), "0 N", "force per strain that lasts, EA").non_negative();
const RELAXED_STIFFNESS: Always<Scalar> =
    required("stiffness", scalar("N"), "force per strain that lasts, EA").positive();

const MEASURED_TENSION: Always<Rows> = required(
    "tension",
    table("1", "N"),
    "over the strain: linear between rows and rising, beyond the last as before it",
);
const MEASURED_BRANCHES: Maybe<Many> = optional(
    "branches",
    list("N"),
    "force per strain of what relaxes beside it; none where the rope goes over winches and sheaves",
)
.non_negative();
const MEASURED_TIMES: Maybe<Many> =
    optional("time_constants", list("s"), "of each branch").positive();

const INEXTENSIBLE: Variant = choice("inextensible", "keeps its length", &[]);
const SPLINE_ELASTIC: Variant = choice(
    "elastic",
    "by the section; also pushes where it is shorter than it should be, until it buckles",
    &[ELASTIC_STIFFNESS.field, ELASTIC_DAMPING.field],
);

const ZENER: Variant = choice(
    "zener",
    "visco-elastic: a part of its tension, `branch` times the strain, fades with the time constant where the strain stays",
    &[RELAXED_STIFFNESS.field, BRANCH.field, TIME_CONSTANT.field, ELASTIC_DAMPING.field],
);
const MAXWELL: Variant = choice(
    "maxwell",
    "visco-elastic: any number of such parts, with or without one that lasts (the generalized Maxwell model)",
    &[BRANCHES.field, TIME_CONSTANTS.field, LASTING.field, ELASTIC_DAMPING.field],
);

const MEASURED: Variant = choice(
    "measured",
    "as a table says, such as of polyester or of a rope that beds in; below its first row it goes on as above it",
    &[MEASURED_TENSION.field, ELASTIC_DAMPING.field, MEASURED_BRANCHES.field, MEASURED_TIMES.field],
);

choices! {
    /// What pulls when a spline is stretched.
    SplineAxial {
        Inextensible = INEXTENSIBLE,
        Elastic = SPLINE_ELASTIC,
        Measured = MEASURED,
        Zener = ZENER,
        Maxwell = MAXWELL,
    }
}

pub(super) const SPLINE_AXIAL: Always<OneOf<SplineAxial>> =
    default("axial", one_of(), "inextensible", "its law of stretching");

choices! {
    /// What pulls when a B-spline is stretched.
    BSplineAxial {
        Elastic = SPLINE_ELASTIC,
    }
}

pub(super) const BSPLINE_AXIAL: Always<OneOf<BSplineAxial>> =
    required("axial", one_of(), "its law of stretching");

impl Lowering<'_> {
    /// Both lists of the law of a spline are about the same branches.
    pub(super) fn branches_have_times(&mut self, element: &Element) {
        let fields = Fields::Element(element);
        let Ok((law, given)) = fields.value(&SPLINE_AXIAL) else { return };
        let counts = match law {
            SplineAxial::Maxwell => {
                let (Ok(branches), Ok(times)) =
                    (given.value(&BRANCHES), given.value(&TIME_CONSTANTS))
                else {
                    return;
                };
                [branches.len(), times.len()]
            }
            SplineAxial::Measured => [&MEASURED_BRANCHES, &MEASURED_TIMES]
                .map(|own| given.given(own).map_or(0, |own| own.len())),
            SplineAxial::Inextensible | SplineAxial::Elastic | SplineAxial::Zener => return,
        };
        self.as_many_times(element, SPLINE_AXIAL.field.name, counts);
    }
}

/// What pulls in a segment of a lumped cable.
pub(super) fn axial(fields: Fields<'_>, tables: &[Table]) -> Lowered<Axial> {
    let (law, given) = fields.value(&AXIAL)?;
    Ok(match law {
        AxialLaw::Elastic => Axial::Elastic {
            stiffness: given.value(&ELASTIC_STIFFNESS)?,
            damping: given.value(&ELASTIC_DAMPING)?,
            compression: given.value(&COMPRESSION)?,
        },
        AxialLaw::Spring => Axial::Spring {
            stiffness: given.value(&SPRING_STIFFNESS)?,
            damping: given.value(&SPRING_DAMPING)?,
            compression: given.value(&COMPRESSION)?,
        },
        AxialLaw::Measured => Axial::Measured {
            tension: measured(given, tables)?,
            damping: given.value(&ELASTIC_DAMPING)?,
        },
        AxialLaw::Pid => Axial::Pid {
            proportional: given.value(&PID_KP)?,
            derivative: given.value(&PID_KD)?,
            integral: given.value(&PID_KI)?,
        },
    })
}

/// What pulls where a spline is stretched, if it does.
pub(super) fn spline_axial(
    (law, given): (SplineAxial, Fields<'_>),
    tables: &[Table],
) -> Lowered<Option<AxialStiffness>> {
    let (lasting, branches) = match law {
        SplineAxial::Inextensible => return Ok(None),
        SplineAxial::Elastic => (Lasting::Stiffness(given.value(&ELASTIC_STIFFNESS)?), Vec::new()),
        SplineAxial::Measured => {
            let table = measured(given, tables)?;
            let [stiffnesses, times] = [&MEASURED_BRANCHES, &MEASURED_TIMES]
                .map(|own| given.given(own).unwrap_or_default());
            (Lasting::Measured(table), branches(stiffnesses, times))
        }
        SplineAxial::Zener => {
            let branch = MaxwellBranch {
                stiffness: given.value(&BRANCH)?,
                time_constant: given.value(&TIME_CONSTANT)?,
            };
            (Lasting::Stiffness(given.value(&RELAXED_STIFFNESS)?), vec![branch])
        }
        SplineAxial::Maxwell => {
            let stiffnesses = given.value(&BRANCHES)?;
            let times = given.value(&TIME_CONSTANTS)?;
            (Lasting::Stiffness(given.value(&LASTING)?), branches(stiffnesses, times))
        }
    };
    let damping = given.value(&ELASTIC_DAMPING)?;
    Ok(Some(AxialStiffness { lasting, damping, branches }))
}

/// Stiffness and damping of a B-spline against being stretched.
pub(super) fn bspline_axial(fields: Fields<'_>) -> Lowered<[NodeId; 2]> {
    let (BSplineAxial::Elastic, given) = fields.value(&BSPLINE_AXIAL)?;
    Ok([given.value(&ELASTIC_STIFFNESS)?, given.value(&ELASTIC_DAMPING)?])
}

/// The tension over the strain.
fn measured(given: Fields<'_>, tables: &[Table]) -> Lowered<Table> {
    let table = given.value(&MEASURED_TENSION)?;
    tables.get(table.index()).cloned().ok_or(Unlowered)
}
