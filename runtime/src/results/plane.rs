//! The coordinate plane on which the scene is seen best.

use super::bounds::Bounds;
use super::film::Film;
use super::scene::SceneFrame;

/// A coordinate plane of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    /// Which world axis goes to the right, and which up.
    pub right: usize,
    pub up: usize,
    /// Length of the axes of a body without shape, m.
    pub mark: f64,
}

impl Plane {
    pub(super) fn project(&self, point: [f64; 3]) -> [f64; 2] {
        let along = |axis: usize| point.get(axis).copied().unwrap_or(f64::NAN);
        [along(self.right), along(self.up)]
    }

    pub(super) fn axis_titles(&self) -> [String; 2] {
        let name = |axis: usize| ["x", "y", "z"].get(axis).copied().unwrap_or("?");
        [format!("{} [m]", name(self.right)), format!("{} [m]", name(self.up))]
    }
}

/// Bounds of the body origins and cable points over the frames: of everything, and of what moves.
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
    (all, moving)
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
