//! What air and water do with a cable: `drag`, `added_mass` and `buoyancy`.

use cdl_graph::{Drag, NodeId};

use crate::lower::{BlockOrVariant, Fields, Lowered, Lowering};
use crate::schema::build::{choice, default, optional, required};
use crate::schema::key::{Always, BlockOr, Maybe, Scalar, Truth, block_or, choices, scalar, truth};
use crate::schema::{Field, KindId, Variant};

pub(super) const DRAG: Maybe<BlockOr<DragLaw>> =
    optional("drag", block_or(DRAG_FIELDS), "drag coefficients; without it there is no drag");
pub(super) const ADDED_MASS: Always<Scalar> = default(
    "added_mass",
    scalar("1"),
    "0",
    "coefficient of the fluid mass that moves along across the cable; 1 for a circular section",
)
.non_negative();
pub(super) const BUOYANCY: Maybe<Truth> = optional(
    "buoyancy",
    truth(),
    "whether displaced fluid carries weight; by default where there is water and a diameter",
)
.structural();

const DRAG_NORMAL: Always<Scalar> =
    default("normal", scalar("1"), "0", "for flow across, on the area diameter * length")
        .non_negative();
const DRAG_TANGENT: Always<Scalar> = default(
    "tangent",
    scalar("1"),
    "0",
    "for flow along, on the wetted area pi * diameter * length",
)
.non_negative();

const DRAG_FIELDS: &[Field] = &[DRAG_NORMAL.field, DRAG_TANGENT.field];

pub(super) const DRAG_COEFFICIENT: Always<Scalar> =
    required("coefficient", scalar("1"), "drag coefficient")
        .non_negative()
        .source("Hembree and Slegers 2010, eq. 47");

const ISOTROPIC: Variant = choice(
    "isotropic",
    "a force along the whole relative velocity, on the area diameter * length",
    &[DRAG_COEFFICIENT.field],
);

choices! {
    /// Drag that is no block of coefficients.
    DragLaw {
        Isotropic = ISOTROPIC,
    }
}

/// What resists flow, if the block says so. `zero` is that number.
pub(super) fn drag(fields: Fields<'_>, zero: NodeId) -> Lowered<Option<Drag>> {
    Ok(match fields.given(&DRAG) {
        None => None,
        Some(BlockOrVariant::Variant(DragLaw::Isotropic, given)) => {
            let normal = given.value(&DRAG_COEFFICIENT)?;
            Some(Drag { normal, tangent: zero, isotropic: true })
        }
        Some(BlockOrVariant::Block(given)) => {
            let normal = given.value(&DRAG_NORMAL)?;
            let tangent = given.value(&DRAG_TANGENT)?;
            Some(Drag { normal, tangent, isotropic: false })
        }
    })
}

impl Lowering<'_> {
    /// The environment may stand further down in the model.
    pub(super) fn has_water(&mut self) -> bool {
        let model = self.model;
        *self.has_water.get_or_insert_with(|| {
            let mut elements = model.elements.iter();
            let environment = elements.find(|other| other.kind == KindId::Environment);
            environment.is_some_and(|own| Fields::Element(own).nested(KindId::Water).is_some())
        })
    }
}
