//! What resists a cable's being bent, with numbers: to one side and to the other, and from its relaxed shape;
//! and what relaxes where its sections stay bent or twisted.

use std::sync::Arc;

use cdl_graph::{Cable, MaxwellBranch, Relaxed};
use nalgebra::Vector3;

use super::{Assembly, Owner, Problem, products};
use crate::chain::{Bending, Links};
use crate::laws::Branch;
use crate::mechanism::{Clamp, Product, RelaxingSections, Sides, Torsion};
use crate::results::rounded;

/// What a clamp does with what it clamps: it holds a direction by the stiffness of that, and is where the shape begins
/// that nothing bends. Tells the clamp to which side that turns.
pub(super) fn from_clamps(
    assembly: &mut Assembly<'_>,
    owner: Owner,
    found: &Cable,
    (products, links): (&[Product], &Links),
    (clamps, bending): (&mut [Option<Clamp>; 2], &mut Bending),
) -> Option<()> {
    let at_ends = [products.first(), products.last()];
    for product in clamps.iter().zip(at_ends).filter_map(|(clamp, own)| clamp.and(own)) {
        let stiffness = product.loads.bending.stiffness;
        let expected = "a positive number, as an end is clamped";
        assembly.require(owner, "bending stiffness", stiffness, stiffness > 0.0, expected);
    }
    relaxed(assembly, owner, found, (clamps, bending), links)
}

/// What a cable looks like where nothing bends it.
fn relaxed(
    assembly: &mut Assembly<'_>,
    owner: Owner,
    found: &Cable,
    (clamps, bending): (&mut [Option<Clamp>; 2], &mut Bending),
    links: &Links,
) -> Option<()> {
    let Relaxed::Arc { radius, towards } = found.bending.relaxed else { return Some(()) };
    let (radius, towards) = (assembly.scalar(radius), Vector3::from(assembly.array(towards)));
    let longest = links.lengths().iter().copied().fold(0.0, f64::max);
    let long_enough = radius > longest;
    if !long_enough {
        let [radius, longest] = [radius, longest].map(|own| rounded(own, 4));
        let text = format!(
            "the radius of its relaxed arc is {radius} m, which has to be more than the length of a piece, {longest} m; more pieces help"
        );
        assembly.fail(owner, Problem::Number(text));
    }
    let Some(clamp) = clamps.iter_mut().flatten().next() else {
        let text = "nothing clamps a cable whose relaxed shape is an arc".to_owned();
        assembly.fail(owner, Problem::Plan(text));
        return None;
    };
    clamp.side = aside(assembly, owner, clamp, towards, "the side of its relaxed arc");
    bending.curvature = 1.0 / radius;
    (long_enough && clamp.side.is_some()).then_some(())
}

/// What relaxes in sections; the compiler has seen that they know how they are turned.
pub(super) fn relaxing(assembly: &Assembly<'_>, found: &Cable) -> RelaxingSections {
    let of = |branches: &[MaxwellBranch]| -> Arc<[Branch]> {
        branches.iter().map(|own| products::branch(assembly, own)).collect()
    };
    let Some(torsion) = &found.torsion else { return RelaxingSections::default() };
    RelaxingSections { bending: of(&found.bending.branches), torsion: of(&torsion.branches) }
}

/// What bends a rope otherwise to one side than to the other, or by a moment of its own; tells the clamp at its start to
/// which. Damping of the curvature alone leaves the plane of it free, so where sections know how they are turned it acts
/// on both sides, and so does what relaxes (`bends`).
pub(super) fn sides(
    assembly: &mut Assembly<'_>,
    owner: Owner,
    found: &Cable,
    (start, torsion, bending, bends): (&mut Option<Clamp>, Option<Torsion>, &Bending, bool),
) -> Option<Option<Sides>> {
    let curved = bending.curvature != 0.0;
    let any = found.bending.second.is_some() || curved || bending.damping != 0.0 || bends;
    let (Some(clamp), Some(_), true) = (start, torsion, any) else { return Some(None) };
    let curl = clamp.side;
    let mut stiffness = [bending.stiffness; 2];
    if let Some(second) = found.bending.second {
        stiffness[0] = assembly.scalar(second.stiffness);
        let towards = Vector3::from(assembly.array(second.towards));
        clamp.side = aside(assembly, owner, clamp, towards, "the side of its second stiffness");
        clamp.side?;
    }
    let curl = curl.map_or(Vector3::zeros(), |side| side * bending.curvature);
    let relaxed = clamp.across().map(|axis| axis.dot(&curl));
    Some(Some(Sides { stiffness, relaxed, damping: bending.damping }))
}

/// The part of a direction across a clamped end, of length 1.
fn aside(
    assembly: &mut Assembly<'_>,
    owner: Owner,
    clamp: &Clamp,
    towards: Vector3<f64>,
    what: &str,
) -> Option<Vector3<f64>> {
    let across = towards - clamp.direction * clamp.direction.dot(&towards);
    if across.norm() > ALONG * towards.norm() {
        return Some(across.normalize());
    }
    let text = format!("{what} points along its clamped end, which gives no plane");
    assembly.fail(owner, Problem::Number(text));
    None
}

/// Below this sine of their angle two directions count as one.
const ALONG: f64 = 1e-9;
