//! Loads in the picture.
//!
//! Springs, dampers and pulls have their shape in the latest frame only: a dozen coils over each other cannot be read. Where they were
//! before is a thin line. Arrows are drawn whole, as their lengths are what there is to compare.

use super::drawing::{Dashes, Drawing, Entry, Stroke};
use crate::results::loads::{Loads, look, placed, straight, unit};
use crate::results::number::rounded;
use crate::results::plane::Plane;
use crate::results::scene::{SceneFrame, SceneLoad, SceneLoadKind};

/// The legend names so many loads.
const NAMED: usize = 8;
/// More are drawn in the latest frame only,
const MOST_AT_ALL_INSTANTS: usize = 200;
/// and more than these as straight lines without names.
const MOST_WHOLE: usize = 1000;

/// The line of a load; empty where there is nothing to draw.
pub(super) fn line(
    loads: &Loads<'_>,
    index: usize,
    frame: &SceneFrame,
    plane: Plane,
) -> Vec<[f64; 2]> {
    let drawn = loads.drawn(index, frame);
    let Some(load) = loads.all().get(index).filter(|_| drawn.has_line()) else { return Vec::new() };
    let ends = [drawn.from, drawn.to];
    let look = match loads.all().len() > MOST_WHOLE {
        true => straight(load.kind),
        false => look(load.kind, true, 0),
    };
    let points = placed(&look, ends, loads.radius, plane.normal());
    points.into_iter().map(|point| plane.project(point)).collect()
}

/// The straight way between the points of a load.
fn way(loads: &Loads<'_>, index: usize, frame: &SceneFrame, plane: Plane) -> Vec<[f64; 2]> {
    let drawn = loads.drawn(index, frame);
    let ends = [drawn.from, drawn.to].map(|end| plane.project(end));
    if drawn.has_line() { ends.to_vec() } else { Vec::new() }
}

/// What acts as in the latest frame is drawn only there.
pub(super) fn draw(
    drawing: &mut Drawing,
    loads: &Loads<'_>,
    (frame, latest): (&SceneFrame, &SceneFrame),
    plane: Plane,
    opacity: f64,
) {
    let is_latest = std::ptr::eq(frame, latest);
    let count = loads.all().len();
    if !is_latest && count > MOST_AT_ALL_INSTANTS {
        return;
    }
    for (index, load) in loads.all().iter().enumerate() {
        if !is_latest && frame.loads.get(index) == latest.loads.get(index) {
            continue;
        }
        let size = rounded(loads.drawn(index, frame).size, 4);
        let name = format!("{}: {size} {}", load.path, unit(load.kind));
        let whole = stroke(loads, index, load.kind);
        let faint = Stroke { width: 0.8, opacity: 0.6 * opacity, ..whole };
        let (points, stroke) = match (is_latest, is_between(load.kind)) {
            (false, true) => (way(loads, index, frame, plane), faint),
            (true, _) | (_, false) => {
                (line(loads, index, frame, plane), Stroke { opacity, ..whole })
            }
        };
        match count > MOST_WHOLE {
            true => drawing.line(&points, stroke),
            false => drawing.named_line(&points, stroke, &name),
        }
    }
}

/// Whether it acts between two points.
fn is_between(kind: SceneLoadKind) -> bool {
    match kind {
        SceneLoadKind::Spring | SceneLoadKind::Damper | SceneLoadKind::Pull => true,
        SceneLoadKind::Force | SceneLoadKind::Torque => false,
    }
}

/// As lines of that kind are drawn.
fn stroke(loads: &Loads<'_>, index: usize, kind: SceneLoadKind) -> Stroke<'static> {
    let (width, dashes) = match kind {
        SceneLoadKind::Spring | SceneLoadKind::Damper => (1.2, Dashes::Solid),
        SceneLoadKind::Pull => (1.4, Dashes::Long),
        SceneLoadKind::Force | SceneLoadKind::Torque => (2.0, Dashes::Solid),
    };
    Stroke { colour: loads.colour(index), width, opacity: 1.0, dashes }
}

/// Names, kinds and sizes of the first loads, and how many more there are.
pub(super) fn legend(loads: &Loads<'_>) -> Vec<Entry<'static>> {
    let entry = |(index, load): (usize, &SceneLoad)| Entry {
        stroke: Some(stroke(loads, index, load.kind)),
        text: loads.in_words(index),
    };
    let mut legend: Vec<Entry<'static>> =
        loads.all().iter().enumerate().take(NAMED).map(entry).collect();
    let more = loads.all().len().saturating_sub(NAMED);
    if more > 0 {
        legend.push(Entry { stroke: None, text: format!("and {more} more") });
    }
    legend
}
