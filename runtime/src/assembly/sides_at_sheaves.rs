//! Whether the sides of two cables are those of one rope where a sheave joins them.
//!
//! Both say by themselves to which side they resist otherwise and are curved when relaxed, and how they are twisted. So the section at
//! the sheave has a side by the one and one by the other; the rope turns there in its direction alone, by the smallest rotation.

use std::f64::consts::{PI, TAU};

use cdl_graph::{EndOnSheave, Joined};

use super::sections::{carried, held};
use super::{Assembly, Owner};
use crate::mechanism::State;
use crate::results::rounded;
use crate::spatial::Vec3;

/// rad
const APART: f64 = 0.02;
/// One plus the cosine between both directions: with less the rope turns back, and nothing says about which axis.
const BACK: f64 = 1e-6;

/// The section at the end of a cable.
struct Section {
    /// From the first part of the rope into the second.
    direction: Vec3,
    /// To which its first stiffness is.
    stiff: Vec3,
    /// To which it is curved when relaxed, 1/m.
    relaxed: Vec3,
    /// Whether both stiffnesses differ.
    differs: bool,
}

/// A warning for each sheave where they are not.
pub(super) fn apart(assembly: &Assembly<'_>, start: &State) -> Vec<String> {
    let told = assembly.graph.sheaves().into_iter().filter_map(|Joined { joint, from, to, .. }| {
        let [first, second] = [(from, 1), (to, 0)].map(|own| section(assembly, start, own));
        let (first, second) = (first?, second?);
        let angle = angle_between(&first, &second)?;
        let paths = &assembly.mechanism.paths;
        let [first, second] = [from, to].map(|own| paths.of(Owner::Cable(own.cable.index())));
        let sheave = paths.of(Owner::Joint(joint.index()));
        Some(format!(
            "at `{sheave}` the sides of `{first}` and `{second}` meet turned by {} degrees against each other: they are taken for one section; \
             turn `towards` of one of them, or its `twist`",
            rounded(angle.to_degrees(), 3)
        ))
    });
    told.collect()
}

/// By how much one is turned against the other where that is more than nothing, rad.
fn angle_between(first: &Section, second: &Section) -> Option<f64> {
    if 1.0 + first.direction.dot(&second.direction) < BACK {
        return None;
    }
    let turned = |own: &Vec3, other: &Vec3, period: f64| {
        let own = carried(own, &first.direction, &second.direction);
        let angle = own.cross(other).dot(&second.direction).atan2(own.dot(other));
        let angle = (angle - period * (angle / period).round()).abs();
        (angle > APART).then_some(angle)
    };
    // Resisting is alike to a side and away from it.
    let stiff = first.differs.then(|| turned(&first.stiff, &second.stiff, PI)).flatten();
    let is_curved = first.relaxed != Vec3::zeros();
    stiff.or_else(|| is_curved.then(|| turned(&first.relaxed, &second.relaxed, TAU)).flatten())
}

/// Where rope goes through an end towards it (1), or away from it.
fn section(
    assembly: &Assembly<'_>,
    start: &State,
    (EndOnSheave { cable, end }, towards): (EndOnSheave, usize),
) -> Option<Section> {
    let (index, own) = (cable.index(), &assembly.mechanism.cables[cable.index()]);
    let sides = own.sides.filter(|own| own.differ())?;
    let clamp = own.clamps[end]?;
    let curve = &start.curves[index];
    let ([one, other], _) = held(assembly, start, &clamp);
    // The axes at the end are turned back by the angle that counts as no twist.
    let angle = if end == 1 { *curve.turns.get(own.links().count())? } else { 0.0 };
    let (sine, cosine) = angle.sin_cos();
    let axes = [one * cosine - other * sine, one * sine + other * cosine];
    let along = if end == 0 { curve.slopes.first() } else { curve.slopes.last() }?.normalize();
    let [stiff, _] = axes;
    Some(Section {
        direction: if end == towards { along } else { -along },
        stiff,
        relaxed: axes[0] * sides.relaxed[0] + axes[1] * sides.relaxed[1],
        differs: sides.stiffness[0] != sides.stiffness[1],
    })
}
