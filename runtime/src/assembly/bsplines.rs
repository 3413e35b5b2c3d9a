//! The start of B-splines: control points along the shape that is written.
//!
//! The forest has laid one like the segments of a lumped cable, between the same points. Where these are on a line they stay;
//! else the curve goes through the shape of a much finer chain, as splines do (`splines.rs`), where the straight rope has its
//! control points. What hangs between two places then goes to where it is at rest.

use super::splines::{fine, is_straight, shortest};
use super::{Assembly, Problem};
use crate::mechanism::{CableOf, Clamp, Curve, State};
use crate::spatial::Vec3;

/// Places of control points.
pub(super) fn laid(
    assembly: &Assembly<'_>,
    index: usize,
    cable: &CableOf,
    state: &mut State,
) -> Result<(), Problem> {
    let count = cable.links().count();
    let places = &state.curves[index].positions;
    if !is_straight(places, shortest(cable))
        && let Some(spline) = cable.bspline()
    {
        let shape = fine(assembly, index, cable, [places[0], places[count]])?;
        let points = spline.through(&shape.places).ok_or_else(|| {
            Problem::NoShape(
                "no curve of these spans goes through the shape that is written".to_owned(),
            )
        })?;
        state.curves[index].positions = points;
    }
    for (end, beside, along) in clamped(assembly, cable, state) {
        let places = &mut state.curves[index].positions;
        let reach = (places[beside] - places[end]).norm();
        // Towards the end of the rope.
        let forward = if beside > end { reach } else { -reach };
        places[beside] = places[end] + along.0 * forward;
    }
    Ok(())
}

/// Said where a rope would be folded within a span: what it then stores would come of nowhere.
pub(super) fn unfolded(cable: &CableOf, state: &Curve) -> Result<(), Problem> {
    let Some(spline) = cable.bspline() else { return Ok(()) };
    let wide = spline.degree() + 1;
    let is_folded = |span: usize| {
        let points = &state.positions[span..span + wide];
        spline.gauss(span, [0.0, 1.0], wide).iter().any(|at| {
            let slopes = points.iter().zip(at.slope).map(|(own, by)| (own - points[0]) * by);
            slopes.sum::<Vec3>().norm() < LEAST
        })
    };
    match (0..spline.spans()).any(is_folded) {
        true => Err(Problem::NoShape(
            "as it starts it would be folded within one span; more spans, or `start = arc(...)`, may help".to_owned(),
        )),
        false => Ok(()),
    }
}

/// Of its unstretched length: a rope that is shorter than this somewhere lies on itself.
const LEAST: f64 = 0.5;

/// Points beside clamps turn with these.
pub(super) fn moving(assembly: &Assembly<'_>, index: usize, cable: &CableOf, state: &mut State) {
    for (end, beside, (_, spin)) in clamped(assembly, cable, state) {
        let curve = &mut state.curves[index];
        let arm = curve.positions[beside] - curve.positions[end];
        curve.velocities[beside] = curve.velocities[end] + spin.cross(&arm);
    }
}

/// Of each end that is clamped: its control point and the one beside it, the direction of the clamp, and how that turns, rad/s.
fn clamped(
    assembly: &Assembly<'_>,
    cable: &CableOf,
    state: &State,
) -> Vec<(usize, usize, (Vec3, Vec3))> {
    let last = cable.links().count();
    let ends = [(0, 1), (last, last - 1)].into_iter().zip(&cable.clamps);
    let each = ends.filter_map(|((end, beside), clamp)| {
        let clamp: &Clamp = clamp.as_ref()?;
        let moving = clamp.moving(assembly.mechanism, &state.bodies);
        Some((end, beside, (moving.attitude * clamp.direction, moving.angular_velocity)))
    });
    each.collect()
}
