//! Loads in the moving scene: how each kind is drawn, and where each is.

use serde::Serialize;

use super::base64::base64;
use super::scene::counted_from;
use crate::results::loads::{Loads, Look, look, straight, unit, word};
use crate::results::scene::{SceneFrame, SceneLoadKind};

/// Points in a frame of all loads of one kind: where there would be more, they become coarser, and then straight lines.
const POINTS: usize = 12_000;
/// Points of one turn at most: it looks round.
const POINTS_PER_TURN: usize = 10;

/// In the order in which the page has their looks.
const KINDS: [SceneLoadKind; 5] = [
    SceneLoadKind::Spring,
    SceneLoadKind::Damper,
    SceneLoadKind::Pull,
    SceneLoadKind::Force,
    SceneLoadKind::Torque,
];

/// Loads, how they look, and where they are.
#[derive(Serialize)]
pub(super) struct MovingLoads {
    /// In the order of their rows.
    all: Vec<MovingLoad>,
    /// Of each kind.
    looks: Vec<MovingLook>,
    /// For each frame and load, from, to, and the size in N or N m.
    rows: String,
}

/// What does not move of a load.
#[derive(Serialize)]
struct MovingLoad {
    name: String,
    colour: &'static str,
    /// Among the looks.
    kind: usize,
}

/// Lines along a way and across it; null where they are broken.
#[derive(Serialize)]
struct MovingLook {
    lines: Vec<Option<[f32; 3]>>,
    /// m; none where it is the length of the way.
    radius: Option<f64>,
    word: &'static str,
    unit: &'static str,
    dashed: bool,
    /// Drawn with a broad pen.
    wide: bool,
}

/// Nothing where nothing acts.
pub(super) fn moving_loads(
    loads: &Loads<'_>,
    frames: &[&SceneFrame],
    origin: [f64; 3],
) -> Option<MovingLoads> {
    if loads.all().is_empty() {
        return None;
    }
    let rows = frames.iter().flat_map(|frame| {
        (0..loads.all().len()).flat_map(|index| {
            let drawn = loads.drawn(index, frame);
            let ends = [drawn.from, drawn.to].map(|end| counted_from(origin, end));
            ends.into_iter().flatten().chain([drawn.size])
        })
    });
    let all = loads.all().iter().enumerate().map(|(index, load)| MovingLoad {
        name: load.path.clone(),
        colour: loads.colour(index),
        kind: KINDS.iter().position(|own| *own == load.kind).unwrap_or(0),
    });
    Some(MovingLoads {
        rows: base64(rows),
        all: all.collect(),
        looks: KINDS.iter().map(|&kind| moving_look(loads, kind)).collect(),
    })
}

/// As the page reads it.
fn moving_look(loads: &Loads<'_>, kind: SceneLoadKind) -> MovingLook {
    let look = look_of(loads, kind);
    MovingLook {
        lines: look
            .lines
            .iter()
            .map(|place| place.map(|at| at.map(|value| value as f32)))
            .collect(),
        radius: (!look.grows).then_some(loads.radius),
        word: word(kind),
        unit: unit(kind),
        dashed: kind == SceneLoadKind::Pull,
        wide: matches!(kind, SceneLoadKind::Force | SceneLoadKind::Torque),
    }
}

/// The more there are of one kind, the coarser it is.
fn look_of(loads: &Loads<'_>, kind: SceneLoadKind) -> Look {
    let count = loads.all().iter().filter(|load| load.kind == kind).count().max(1);
    let fits = |look: &Look| count * look.lines.len() <= POINTS;
    let finer = (4..=POINTS_PER_TURN).rev().map(|points| look(kind, false, points));
    finer.into_iter().find(fits).unwrap_or_else(|| straight(kind))
}
