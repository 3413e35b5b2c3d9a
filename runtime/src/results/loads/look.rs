//! The lines that a load is drawn with, along its way and across it.
//!
//! A spring is a coil, or a zigzag in the plane of a picture; a damper a piston in a cup; a force an arrow; a torque an arrow with
//! two heads and an arc around it that turns as the torque does. So a coil is told from a cable, a torque from a force, and a torque
//! about the direction of view, whose arrow nobody sees, is an arc with its sense.

use std::f64::consts::TAU;

use crate::results::scene::{SceneLoadKind, norm};
use crate::results::solid::across;

/// A point of a line: the share of the way, and two coordinates across it, in radii. The second of these is along the direction of
/// view, as far as that is across the way. None where the line is broken.
type Place = Option<[f64; 3]>;

/// The lines, and how wide they are.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::results) struct Look {
    /// Along the way and across it.
    pub lines: Vec<Place>,
    /// The radius is the length of the way, else that of springs.
    pub grows: bool,
}

/// Turns of a coil.
const TURNS: usize = 7;
/// Where the coil begins and ends.
const COIL: [f64; 2] = [0.14, 0.86];
/// Of a torque's arc, over the length of its arrow.
const ARC: f64 = 0.3;
/// How far the arc goes, of a full turn.
const SWEEP: f64 = 0.8;
/// Where the arc is along the arrow.
const ARC_AT: f64 = 0.4;

/// In space, or flat for a picture. A coil has so many points for each turn.
pub(in crate::results) fn look(kind: SceneLoadKind, flat: bool, points_per_turn: usize) -> Look {
    let lines = match kind {
        SceneLoadKind::Spring if flat => zigzag(),
        SceneLoadKind::Spring => coil(points_per_turn),
        SceneLoadKind::Pull => way().to_vec(),
        SceneLoadKind::Damper => damper(flat),
        SceneLoadKind::Force => way().into_iter().chain(head(1.0, flat)).collect(),
        SceneLoadKind::Torque => {
            way().into_iter().chain(head(1.0, flat)).chain(head(0.86, flat)).chain(arc()).collect()
        }
    };
    Look { lines, grows: grows(kind) }
}

/// Only the way, where there are too many for more.
pub(in crate::results) fn straight(kind: SceneLoadKind) -> Look {
    Look { lines: way().to_vec(), grows: grows(kind) }
}

/// Whether the drawing is as wide as the way is long.
fn grows(kind: SceneLoadKind) -> bool {
    match kind {
        SceneLoadKind::Spring | SceneLoadKind::Damper | SceneLoadKind::Pull => false,
        SceneLoadKind::Force | SceneLoadKind::Torque => true,
    }
}

/// From end to end.
fn way() -> [Place; 2] {
    [Some([0.0, 0.0, 0.0]), Some([1.0, 0.0, 0.0])]
}

/// A stretch of a coil between straight ends.
fn coil(points_per_turn: usize) -> Vec<Place> {
    let [begin, end] = COIL;
    let count = TURNS * points_per_turn;
    let point = |index: usize| {
        let share = index as f64 / count as f64;
        let (sin, cos) = (TAU * TURNS as f64 * share).sin_cos();
        Some([begin + (end - begin) * share, cos, sin])
    };
    let [first, last] = way();
    let ends = [begin, end].map(|at| Some([at, 0.0, 0.0]));
    let [before, after] = ends;
    [first, before].into_iter().chain((0..=count).map(point)).chain([after, last]).collect()
}

/// Of a spring.
fn zigzag() -> Vec<Place> {
    let [begin, end] = COIL;
    let count = 2 * TURNS;
    let point = |index: usize| {
        let side = if index.is_multiple_of(2) { 1.0 } else { -1.0 };
        Some([begin + (end - begin) * (index as f64 + 0.5) / count as f64, side, 0.0])
    };
    let [first, last] = way();
    let [before, after] = [begin, end].map(|at| Some([at, 0.0, 0.0]));
    [first, before].into_iter().chain((0..count).map(point)).chain([after, last]).collect()
}

/// The rod comes from the start.
fn damper(flat: bool) -> Vec<Place> {
    let mut lines = vec![Some([0.0, 0.0, 0.0]), Some([0.55, 0.0, 0.0]), None];
    lines.extend([Some([0.7, 0.0, 0.0]), Some([1.0, 0.0, 0.0])]);
    let cup = [[0.3, 1.0], [0.7, 1.0], [0.7, -1.0], [0.3, -1.0]];
    let piston = [[0.55, 0.75], [0.55, -0.75]];
    for line in [&cup[..], &piston] {
        lines
            .extend([None].into_iter().chain(line.iter().map(|&[at, side]| Some([at, side, 0.0]))));
        if !flat {
            let turned = line.iter().map(|&[at, side]| Some([at, 0.0, side]));
            lines.extend([None].into_iter().chain(turned));
        }
    }
    lines
}

/// The head of an arrow, after a gap.
fn head(tip: f64, flat: bool) -> Vec<Place> {
    let (length, width) = (0.18, 0.065);
    let mut lines = vec![None];
    let barb = |u: f64, v: f64| Some([tip - length, width * u, width * v]);
    lines.extend([barb(1.0, 0.0), Some([tip, 0.0, 0.0]), barb(-1.0, 0.0)]);
    if !flat {
        lines.extend([None, barb(0.0, 1.0), Some([tip, 0.0, 0.0]), barb(0.0, -1.0)]);
    }
    lines
}

/// Right-handed about the arrow, with a head of its own.
fn arc() -> Vec<Place> {
    let at = |share: f64, radius: f64| {
        let (sin, cos) = (TAU * SWEEP * share).sin_cos();
        Some([ARC_AT, radius * cos, radius * sin])
    };
    let curve = (0..=24).map(|index| at(f64::from(index) / 24.0, ARC));
    let barbs = [at(0.87, ARC * 1.28), at(1.0, ARC), at(0.87, ARC * 0.72)];
    [None].into_iter().chain(curve).chain([None]).chain(barbs).collect()
}

/// Unit vectors across the way from one point to another: the first in the plane whose normal is given, and with the second
/// right-handed about the way. The second is along the normal where the way lies in the plane.
fn axes(way: [f64; 3], normal: [f64; 3]) -> [[f64; 3]; 2] {
    let length = norm(way);
    let along = way.map(|part| part / length);
    let side = cross(normal, along);
    let size = norm(side);
    // Where one looks along the way, all directions across it are as good.
    if size.is_nan() || size <= 1e-6 {
        let (first, _) = across(along);
        return [first, cross(along, first)];
    }
    let first = side.map(|part| part / size);
    [first, cross(along, first)]
}

/// The points of a look between two points, with a radius in m; not finite where it is broken.
pub(in crate::results) fn placed(
    look: &Look,
    [from, to]: [[f64; 3]; 2],
    radius: f64,
    normal: [f64; 3],
) -> Vec<[f64; 3]> {
    let mut way = to;
    way.iter_mut().zip(from).for_each(|(end, start)| *end -= start);
    let [first, second] = axes(way, normal);
    let radius = if look.grows { norm(way) } else { radius };
    let place = |&place: &Place| {
        let Some([share, u, v]) = place else { return [f64::NAN; 3] };
        let mut point = from;
        let parts = way.into_iter().zip(first).zip(second);
        for (value, ((along, first), second)) in point.iter_mut().zip(parts) {
            *value += share * along + radius * (u * first + v * second);
        }
        point
    };
    look.lines.iter().map(place).collect()
}

/// The product of two vectors.
fn cross([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]) -> [f64; 3] {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}
