//! What a point at some arc length does.

use nalgebra::Vector3;

use super::data::{Data, State};
use super::links::Links;
use super::loads::{Loads, Medium, PointForce};

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
pub fn direction_at(links: &Links, state: State<'_>, arc_length: f64) -> Vector3<f64> {
    let (link, _) = links.locate(arc_length);
    state.directions.get(link).map_or(Vector3::repeat(f64::NAN), |u| Vector3::from(*u))
}

/// Tension in N at the arc length in m, after an outward pass; positive when it pulls.
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
    let (link, fraction) = links.locate(arc_length);
    let u = direction_at(links, state, arc_length);
    let (Some([a, b]), Some(mean), Some(mass)) =
        (data.accelerations.get(link..link + 2), data.tensions.get(link), links.masses().get(link))
    else {
        return f64::NAN;
    };
    let (a, b) = (u.dot(a), u.dot(b));
    let nodal = loads.on_piece(data.line(links, state), medium, link);
    let along = || {
        let on_link = |point: &&PointForce| point.link == link;
        point_forces.iter().filter(on_link).map(|point| (point.fraction, u.dot(&point.force)))
    };
    // The tension that the point forces alone would cause is the sum of those further out.
    let points_mean: f64 = along().map(|(at, force)| at * force).sum();
    let points_here: f64 =
        along().map(|(at, force)| if at >= fraction { force } else { 0.0 }).sum();
    let mean = mean - points_mean;
    let start = mean + u.dot(&nodal[0]) - mass / 6.0 * (2.0 * a + b);
    let end = mean - u.dot(&nodal[1]) + mass / 6.0 * (a + 2.0 * b);
    let bulge = 6.0 * (mean - 0.5 * (start + end));
    start + (end - start) * fraction + bulge * fraction * (1.0 - fraction) + points_here
}
