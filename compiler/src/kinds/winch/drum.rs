//! `drum`: what a winch winds its rope on.
//!
//! Layers fill the room between the flanges as far as rope of a round cross-section does: of the volume that has come on,
//! `s d² π/4`, by as much as the squares around it are larger. So the square of the radius where rope leaves grows by
//! `c = d²/(π b k)` for each length `s` of the rope that is on it.

use cdl_graph::{Drum, NodeId, UnaryOp};

use crate::lower::{Fields, Lowered};
use crate::schema::Field;
use crate::schema::build::{default, optional, required};
use crate::schema::key::{Always, Block, Maybe, Scalar, block, scalar};
use crate::symbolic::Scalars;

pub(crate) const DRUM: Maybe<Block> =
    optional("drum", block(FIELDS), "what rope is wound on, in layers; see above");

const FIELDS: &[Field] =
    &[RADIUS.field, STORED.field, WIDTH.field, PACKING.field, FLANGE.field, INERTIA.field];

const RADIUS: Always<Scalar> =
    required("radius", scalar("m"), "of the drum, without rope").positive();
const STORED: Always<Scalar> =
    required("stored", scalar("m"), "wound on it at the start, unstretched").non_negative();
pub(super) const WIDTH: Maybe<Scalar> =
    optional("width", scalar("m"), "between the flanges; rope lies in one layer if not given")
        .positive();
const PACKING: Always<Scalar> = default(
    "packing",
    scalar("1"),
    "1",
    "of layers: d^2 by what a turn of the rope takes of their cross-section",
)
.between(0.1, 1.16);
pub(super) const FLANGE: Maybe<Scalar> =
    optional("flange", scalar("m"), "its radius, which layers do not go beyond").positive();
const INERTIA: Always<Scalar> = default(
    "inertia",
    scalar("kg.m^2"),
    "0 kg.m^2",
    "about its axis, with all that turns with it but the rope",
)
.non_negative();

/// That of a block, for a cable with this length and this diameter.
pub(crate) fn drum(
    scalars: &mut impl Scalars,
    block: Fields<'_>,
    [length, diameter]: [NodeId; 2],
) -> Lowered<Drum> {
    let radius = block.value(&RADIUS)?;
    let whole = scalars.plus(length, block.value(&STORED)?);
    let inertia = block.value(&INERTIA)?;
    let Some(width) = block.given(&WIDTH) else {
        let growth = scalars.constant(0.0);
        return Ok(Drum { radius, growth, inertia, whole, capacity: None });
    };
    let square = scalars.times(diameter, diameter);
    let pi = scalars.constant(std::f64::consts::PI);
    let room = scalars.times(pi, width);
    let room = scalars.times(room, block.value(&PACKING)?);
    let growth = scalars.over(square, room);
    let capacity = block.given(&FLANGE).map(|flange| {
        let [own, outer] = [radius, flange].map(|own| scalars.times(own, own));
        let ring = scalars.minus(outer, own);
        scalars.over(ring, growth)
    });
    Ok(Drum { radius, growth, inertia, whole, capacity })
}

/// What is left on it.
pub(crate) fn stored(scalars: &mut impl Scalars, drum: &Drum, paid_out: NodeId) -> NodeId {
    scalars.minus(drum.whole, paid_out)
}

/// Where rope leaves it.
pub(crate) fn radius(scalars: &mut impl Scalars, drum: &Drum, paid_out: NodeId) -> NodeId {
    let stored = stored(scalars, drum, paid_out);
    let layers = scalars.times(drum.growth, stored);
    let square = scalars.times(drum.radius, drum.radius);
    let square = scalars.plus(square, layers);
    scalars.unary(UnaryOp::Sqrt, square)
}

/// What it has turned since the rope had this length: with `R² - R₁² = c (L₁ - L)` the integral of `dL/R`.
pub(crate) fn angle(
    scalars: &mut impl Scalars,
    drum: &Drum,
    paid_out: NodeId,
    length: NodeId,
) -> NodeId {
    let radii = [paid_out, length].map(|own| radius(scalars, drum, own));
    let sum = scalars.plus(radii[0], radii[1]);
    let way = scalars.minus(paid_out, length);
    let twice = scalars.plus(way, way);
    scalars.over(twice, sum)
}
