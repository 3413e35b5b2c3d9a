//! What a point at some arc length does.

use nalgebra::Vector3;

use crate::chain::section::Section;
use crate::chain::{Data, Links, Loads, Medium, PointForce, State};

/// Of node values that are linear along each link (positions, velocities, accelerations) at the arc
/// length in m from the root, clamped to the chain.
pub fn at_arc_length(links: &Links, nodes: &[Vector3<f64>], arc_length: f64) -> Vector3<f64> {
    let (link, fraction) = links.locate(arc_length);
    match nodes.get(link..link + 2) {
        Some([a, b]) => a * (1.0 - fraction) + b * fraction,
        _ => Vector3::repeat(f64::NAN),
    }
}

/// The unit direction of the link at the arc length; at a joint, of the link after it.
fn direction_at(links: &Links, state: State<'_>, arc_length: f64) -> Vector3<f64> {
    let (link, _) = links.locate(arc_length);
    state.directions.get(link).map_or(Vector3::repeat(f64::NAN), |u| Vector3::from(*u))
}

/// Tension in N at the arc length in m, after an outward pass; positive when it pulls: the part of
/// [`force_at`] along the link.
///
/// Along a link the tension's slope is the tangential force less mass times tangential
/// acceleration, nearly linear, so the tension is the quadratic function with the link's mean (the
/// elimination's result) and both its end values, which follow from the nodal forces; at a point
/// force it steps.
pub fn tension_at(
    links: &Links,
    state: State<'_>,
    data: &Data,
    loads: &Loads,
    medium: &Medium,
    point_forces: &[PointForce],
    arc_length: f64,
) -> f64 {
    let force = force_at(links, state, data, loads, medium, point_forces, arc_length);
    direction_at(links, state, arc_length).dot(&force)
}

/// The force in N, world axes, with which the chain beyond the arc length in m pulls at what is before
/// it (towards the root), after an outward pass; with the shear of bending, and that of a link's own
/// weight and inertia. At the tip it is what body or support exerts on the chain, at the root what the
/// chain exerts on its support. Point forces at the very place count as beyond it.
pub fn force_at(
    links: &Links,
    state: State<'_>,
    data: &Data,
    loads: &Loads,
    medium: &Medium,
    point_forces: &[PointForce],
    arc_length: f64,
) -> Vector3<f64> {
    let (piece, fraction) = links.locate(arc_length);
    let (Some(&[first, second]), Some(&tension)) =
        (data.accelerations.get(piece..piece + 2), data.tensions.get(piece))
    else {
        return Vector3::repeat(f64::NAN);
    };
    let section = Section {
        line: data.line(links, state),
        piece,
        fraction,
        tension,
        accelerations: [first, second],
        points_beyond: true,
        at_start: None,
    };
    section.force(loads, medium, point_forces.iter().copied())
}
