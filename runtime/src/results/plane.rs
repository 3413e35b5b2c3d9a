//! The coordinate plane on which the scene is seen best.

use super::bounds::Bounds;
use super::film::Film;
use super::scene::{Acting, SceneFrame};

/// A coordinate plane of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    /// Which world axis goes to the right, and which up.
    pub right: usize,
    /// See `right`.
    pub up: usize,
    /// Length of the axes of a body without shape, m.
    pub mark: f64,
}

impl Plane {
    /// A place onto the plane.
    pub(super) fn project(&self, point: [f64; 3]) -> [f64; 2] {
        let along = |axis: usize| point.get(axis).copied().unwrap_or(f64::NAN);
        [along(self.right), along(self.up)]
    }

    /// The direction that is looked along.
    pub(super) fn normal(&self) -> [f64; 3] {
        [0, 1, 2].map(|axis| if axis == self.right || axis == self.up { 0.0 } else { 1.0 })
    }

    /// To the right and up, with units.
    pub(super) fn axis_titles(&self) -> [String; 2] {
        let name = |axis: usize| ["x", "y", "z"].get(axis).copied().unwrap_or("?");
        [format!("{} [m]", name(self.right)), format!("{} [m]", name(self.up))]
    }
}

/// Bounds of the body origins, cable points and points of loads over the frames: of everything, and of what moves.
fn bounds(film: &Film, frames: &[&SceneFrame]) -> (Bounds<3>, Bounds<3>) {
    let (mut all, mut moving) = (Bounds::empty(), Bounds::empty());
    let mut take = |points: &dyn Fn(&SceneFrame) -> Vec<[f64; 3]>| {
        let (mut own, mut drift) = (Bounds::empty(), 0.0f64);
        let start = frames.first().map(|frame| points(frame)).unwrap_or_default();
        for frame in frames {
            for (index, point) in points(frame).into_iter().enumerate() {
                own.include(point);
                let before = start.get(index).copied().unwrap_or(point);
                let moved = point.iter().zip(before).map(|(a, b)| (a - b).abs());
                drift = moved.fold(drift, f64::max);
            }
        }
        all.join(&own);
        if drift > 1e-9 {
            moving.join(&own);
        }
    };
    for index in 0..film.scene().bodies.len() {
        take(&|frame| frame.poses.get(index).map(|pose| pose.position).into_iter().collect());
    }
    for index in 0..film.scene().cables.len() {
        take(&|frame| frame.polylines.get(index).cloned().unwrap_or_default());
    }
    for index in 0..film.scene().loads.len() {
        take(&|frame| frame.loads.get(index).map(Acting::points).unwrap_or_default());
    }
    (all, moving)
}

/// Bounds of everything that is drawn, over all frames, as far as arrows do not reach beyond it.
pub(super) fn whole_bounds(film: &Film, frames: &[&SceneFrame], plane: Plane) -> Bounds<3> {
    let mut bounds = Bounds::empty();
    let Plane { mark, .. } = plane;
    let axes = [[mark, 0.0, 0.0], [0.0, mark, 0.0], [0.0, 0.0, mark]];
    let corners: Vec<Vec<[f64; 3]>> = film
        .scene()
        .bodies
        .iter()
        .map(|body| body.shape.as_ref().map_or(axes.to_vec(), |shape| film.solid(shape).vertices))
        .collect();
    for frame in frames {
        for (pose, corners) in frame.poses.iter().zip(&corners) {
            bounds.include(pose.position);
            corners.iter().for_each(|&corner| bounds.include(pose.place(corner)));
        }
        frame.polylines.iter().flatten().for_each(|&point| bounds.include(point));
        frame.loads.iter().flat_map(Acting::points).for_each(|point| bounds.include(point));
    }
    bounds
}

/// The plane without the axis along which the moving things extend least; of equal ones y goes first,
/// then x, so that z points up where it can. None if nothing is anywhere.
pub(super) fn viewing_plane(film: &Film, frames: &[&SceneFrame]) -> Option<Plane> {
    let (all, moving) = bounds(film, frames);
    let all = all.finite()?;
    let [x, y, z] = moving.finite().unwrap_or(all).extent();
    let size = all.largest_extent();
    // Extents within a thousandth of each other count as equal.
    let margin = 1e-3 * x.max(y).max(z);
    let (right, up) = if y <= x + margin && y <= z + margin {
        (0, 2)
    } else if x <= z + margin {
        (1, 2)
    } else {
        (0, 1)
    };
    Some(Plane { right, up, mark: if size > 0.0 { 0.06 * size } else { 0.5 } })
}
