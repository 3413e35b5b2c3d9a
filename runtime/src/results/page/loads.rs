//! Loads in the moving scene: their traces at the first frame, and what the player needs to place them at any other.

use plotly::Scatter3D;
use plotly::common::{DashType, Line, Mode};
use serde::Serialize;

use super::motion::{GAP, Part, Stage, base64, coordinates};
use crate::results::bounds::Bounds;
use crate::results::loads::{Drawn, Loads, Look, look, placed, straight, unit, word};
use crate::results::markup::escaped;
use crate::results::scene::{SceneFrame, SceneLoadKind};

/// Points in a frame of all loads of one kind: where there would be more, they become coarser, and then straight lines.
const POINTS: usize = 12_000;
/// Points of one turn at most: it looks round.
const POINTS_PER_TURN: usize = 10;

const KINDS: [SceneLoadKind; 5] = [
    SceneLoadKind::Spring,
    SceneLoadKind::Damper,
    SceneLoadKind::Pull,
    SceneLoadKind::Force,
    SceneLoadKind::Torque,
];

#[derive(Serialize)]
pub(super) struct MovingLoads {
    /// Base64 of little-endian `f32`: for each frame and load, from, to, and the size in N or N m.
    rows: String,
    names: Vec<String>,
    /// Of each load, among the looks.
    kinds: Vec<usize>,
    looks: Vec<MovingLook>,
    /// The direction of view at first, along which the second coordinate across a way is.
    normal: [f64; 3],
}

/// Lines along a way and across it; null where they are broken.
#[derive(Serialize)]
struct MovingLook {
    lines: Vec<Option<[f32; 3]>>,
    /// m; none where it is the length of the way.
    radius: Option<f32>,
    word: &'static str,
    unit: &'static str,
}

impl Stage<'_> {
    /// Loads of one kind and colour are one trace. The bounds become those with arrows and coils.
    pub(super) fn loads(
        &mut self,
        loads: &Loads<'_>,
        frames: &[&SceneFrame],
        normal: [f64; 3],
        bounds: &mut Bounds<3>,
    ) -> Option<MovingLoads> {
        if loads.all().is_empty() {
            return None;
        }
        let looks = looks(loads);
        let rows: Vec<Drawn> = frames
            .iter()
            .flat_map(|frame| (0..loads.all().len()).map(|index| loads.drawn(index, frame)))
            .collect();
        for (index, drawn) in rows.iter().enumerate() {
            let kind = loads.all().get(index % loads.all().len()).map(|load| load.kind);
            let radius = match kind {
                Some(SceneLoadKind::Torque) => 0.4 * drawn.length(),
                Some(SceneLoadKind::Force) => 0.1 * drawn.length(),
                _ => loads.radius,
            };
            for end in [drawn.from, drawn.to] {
                bounds.include(end.map(|value| value - radius));
                bounds.include(end.map(|value| value + radius));
            }
        }
        self.traces_of_loads(loads, &looks, normal);
        let short = |look: &Look, kind: SceneLoadKind| MovingLook {
            lines: look.lines.iter().map(|place| place.map(|at| at.map(|v| v as f32))).collect(),
            radius: (!look.grows).then_some(loads.radius as f32),
            word: word(kind),
            unit: unit(kind),
        };
        let values = rows
            .iter()
            .flat_map(|drawn| drawn.from.into_iter().chain(drawn.to).chain([drawn.size]));
        Some(MovingLoads {
            rows: base64(values),
            names: loads.all().iter().map(|load| escaped(&load.path)).collect(),
            kinds: loads.all().iter().map(|load| place_of(load.kind)).collect(),
            looks: looks.iter().zip(KINDS).map(|(look, kind)| short(look, kind)).collect(),
            normal,
        })
    }

    fn traces_of_loads(&mut self, loads: &Loads<'_>, looks: &[Look], normal: [f64; 3]) {
        let mut traces: Vec<(SceneLoadKind, &'static str)> = Vec::new();
        for (index, load) in loads.all().iter().enumerate() {
            let own = (load.kind, loads.colour(index));
            if !traces.contains(&own) {
                traces.push(own);
            }
        }
        for (kind, shade) in traces {
            let Some(look) = looks.get(place_of(kind)) else { continue };
            let (mut places, mut names, mut parts) = (Vec::new(), Vec::new(), Vec::new());
            for (index, load) in loads.all().iter().enumerate() {
                if load.kind != kind || loads.colour(index) != shade {
                    continue;
                }
                let drawn = loads.drawn(index, self.first);
                let end = places.len() + look.lines.len() + 1;
                if drawn.has_line() {
                    places.extend(placed(look, [drawn.from, drawn.to], loads.radius, normal));
                }
                places.resize(end, GAP);
                // The player says what it is, and how large.
                names.resize(end, String::new());
                parts.push(Part::Load { index });
            }
            let line = Line::new().color(shade);
            let line = match kind {
                SceneLoadKind::Spring | SceneLoadKind::Damper => line.width(3.0),
                SceneLoadKind::Pull => line.width(3.0).dash(DashType::Dash),
                SceneLoadKind::Force | SceneLoadKind::Torque => line.width(5.0),
            };
            let [x, y, z] = coordinates(&places);
            let trace = Scatter3D::new(x, y, z)
                .mode(Mode::Lines)
                .line(line)
                .text_array(names)
                .hover_template("%{text}<extra></extra>");
            self.moving_trace(trace, parts);
        }
    }
}

/// In the order of the kinds. The more there are of one, the coarser it is.
fn looks(loads: &Loads<'_>) -> Vec<Look> {
    let of = |kind: SceneLoadKind| {
        let count = loads.all().iter().filter(|load| load.kind == kind).count().max(1);
        let fits = |look: &Look| count * look.lines.len() <= POINTS;
        let finer = (4..=POINTS_PER_TURN).rev().map(|points| look(kind, false, points));
        finer.into_iter().find(fits).unwrap_or_else(|| straight(kind))
    };
    KINDS.map(of).to_vec()
}

fn place_of(kind: SceneLoadKind) -> usize {
    KINDS.iter().position(|own| *own == kind).unwrap_or(0)
}
