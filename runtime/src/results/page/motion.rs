//! The moving scene: a figure of plotly for its first frame, and what the player needs to move it.

use plotly::common::{Line, Marker, Mode};
use plotly::layout::{
    AspectMode, AspectRatio, Axis, Camera, CameraCenter, Eye, LayoutScene, Margin, Up,
};
use plotly::mesh3d::Lighting;
use plotly::{Layout, Mesh3D, Scatter3D, Traces};
use serde::Serialize;

use super::curves::Figure;
use super::loads::MovingLoads;
use crate::results::bounds::Bounds;
use crate::results::colours::colour;
use crate::results::film::Film;
use crate::results::loads::Loads;
use crate::results::markup::escaped;
use crate::results::number::round_significant;
use crate::results::plane::{Plane, viewing_plane, whole_bounds};
use crate::results::scene::{SceneFrame, SceneShape};
use crate::results::solid::Solid;

/// A point where a line is broken.
pub(super) const GAP: [f64; 3] = [f64::NAN; 3];
/// Cables of so many points at most show them, so that links can be told apart.
const MARKED_POINTS: usize = 66;

#[derive(Serialize)]
pub(super) struct Motion {
    figure: Figure,
    /// Places on the axis, one per frame.
    times: Vec<f64>,
    /// Base64 of little-endian `f32`: for each frame and body, position and quaternion (w, x, y, z).
    poses: String,
    bodies: usize,
    /// Base64 of little-endian `f32`: for each frame, the points of all cables one after the other.
    points: String,
    /// How many points each cable has.
    counts: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loads: Option<MovingLoads>,
    /// The traces that move, in terms of the above.
    moving: Vec<MovingTrace>,
}

#[derive(Serialize)]
struct MovingTrace {
    /// Index among the figure's traces.
    trace: usize,
    parts: Vec<Part>,
}

/// A stretch of a trace's points.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Part {
    /// Points fixed on a body, in its axes; null where a line is broken.
    Body { index: usize, local: Vec<Option<[f32; 3]>> },
    /// The points of a cable and a gap after them.
    Cable { index: usize },
    /// The lines of a load and a gap after them.
    Load { index: usize },
}

/// The motion as data for the player, and what the loads are in words; none if the scene is empty or nowhere finite.
pub(super) fn motion(film: &Film) -> Option<(Motion, Vec<String>)> {
    let frames = film.frames();
    let plane = viewing_plane(film, &frames)?;
    let counts = point_counts(film, &frames);
    let mut stage =
        Stage { film, first: frames.first()?, data: Traces::new(), traces: 0, moving: Vec::new() };
    stage.solids();
    stage.triads(plane.mark);
    stage.cables(&counts);
    stage.trails(&frames);
    let mut bounds = whole_bounds(film, &frames, plane);
    let loads = Loads::new(film, &frames, bounds.largest_extent());
    let words = (0..loads.all().len()).map(|index| loads.in_words(index)).collect();
    let loads = stage.loads(&loads, &frames, plane.normal(), &mut bounds);
    let layout = layout(bounds.finite()?, plane);
    let motion = Motion {
        times: frames.iter().map(|frame| frame.at).collect(),
        poses: base64(poses(&frames)),
        bodies: film.scene().bodies.len(),
        points: base64(points(&frames, &counts)),
        counts,
        loads,
        moving: stage.moving,
        figure: Figure { data: stage.data, layout, across: false },
    };
    Some((motion, words))
}

/// Traces as they are put together.
pub(super) struct Stage<'a> {
    film: &'a Film,
    pub(super) first: &'a SceneFrame,
    data: Traces,
    traces: usize,
    moving: Vec<MovingTrace>,
}

impl Stage<'_> {
    pub(super) fn moving_trace(&mut self, trace: Box<dyn plotly::Trace>, parts: Vec<Part>) {
        self.moving.push(MovingTrace { trace: self.traces, parts });
        self.still_trace(trace);
    }

    fn still_trace(&mut self, trace: Box<dyn plotly::Trace>) {
        self.data.push(trace);
        self.traces += 1;
    }

    fn place(&self, body: usize, point: [f64; 3]) -> [f64; 3] {
        self.first.poses.get(body).map_or(GAP, |pose| pose.place(point))
    }

    /// All bodies with shapes: their surfaces in one trace and their edges in another, because the
    /// cost of a frame grows with the number of traces.
    fn solids(&mut self) {
        let shape = |(index, shape): (usize, Option<&SceneShape>)| {
            shape.map(|shape| (index, self.film.solid(shape)))
        };
        let bodies = self.film.scene().bodies.iter().map(|body| body.shape.as_ref());
        let solids: Vec<(usize, Solid)> = bodies.enumerate().filter_map(shape).collect();
        if solids.is_empty() {
            return;
        }
        let (mut corners, mut names, mut faces, mut colours) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (body, solid) in &solids {
            let offset = corners.len();
            corners.extend(solid.vertices.iter().map(|&vertex| self.place(*body, vertex)));
            names.resize(corners.len(), self.name(*body));
            faces.extend(solid.triangles.iter().map(|corner| corner.map(|index| index + offset)));
            colours.resize(faces.len(), colour(*body));
        }
        let [x, y, z] = coordinates(&corners);
        let [i, j, k] = columns(&faces);
        let surfaces = Mesh3D::new(x, y, z, Some(i), Some(j), Some(k))
            .face_color(colours)
            .flat_shading(true)
            .lighting(
                // The epsilons are areas; the defaults would flatten bodies of centimetres.
                Lighting::new()
                    .ambient(0.75)
                    .diffuse(0.5)
                    .specular(0.05)
                    .roughness(0.9)
                    .face_normals_epsilon(1e-30)
                    .vertex_normals_epsilon(1e-30),
            )
            .text_array(names)
            .hover_template(HOVER);
        let parts = solids
            .iter()
            .map(|(body, solid)| part(*body, solid.vertices.iter().copied()))
            .collect();
        self.moving_trace(surfaces, parts);

        let edges = |solid: &Solid| {
            let line = |line: &Vec<usize>| {
                let corners = line.iter().filter_map(|&corner| solid.vertices.get(corner).copied());
                corners.chain([GAP]).collect::<Vec<_>>()
            };
            solid.edges.iter().flat_map(line).collect::<Vec<_>>()
        };
        let lines: Vec<(usize, Vec<[f64; 3]>)> =
            solids.iter().map(|(body, s)| (*body, edges(s))).collect();
        let corners: Vec<[f64; 3]> = lines
            .iter()
            .flat_map(|(body, line)| line.iter().map(|&p| self.place(*body, p)))
            .collect();
        let [x, y, z] = coordinates(&corners);
        let trace = Scatter3D::new(x, y, z)
            .mode(Mode::Lines)
            .line(Line::new().color("#34404a").width(2.0))
            .hover_info(plotly::common::HoverInfo::Skip);
        let parts = lines.iter().map(|(body, line)| part(*body, line.iter().copied())).collect();
        self.moving_trace(trace, parts);
    }

    /// The axes of bodies without shape: x red, y green, z blue.
    fn triads(&mut self, length: f64) {
        let bodies = self.film.scene().bodies.iter().enumerate();
        let bare: Vec<usize> =
            bodies.filter(|(_, body)| body.shape.is_none()).map(|(index, _)| index).collect();
        if bare.is_empty() {
            return;
        }
        let axes = [
            ("#d1495b", [length, 0.0, 0.0]),
            ("#2a9d74", [0.0, length, 0.0]),
            ("#2f7fc1", [0.0, 0.0, length]),
        ];
        for (shade, tip) in axes {
            let line = [[0.0; 3], tip, GAP];
            let places: Vec<[f64; 3]> =
                bare.iter().flat_map(|&body| line.map(|point| self.place(body, point))).collect();
            let names = bare.iter().flat_map(|&body| vec![self.name(body); line.len()]).collect();
            let [x, y, z] = coordinates(&places);
            let trace = Scatter3D::new(x, y, z)
                .mode(Mode::Lines)
                .line(Line::new().color(shade).width(5.0))
                .text_array(names)
                .hover_template(HOVER);
            self.moving_trace(trace, bare.iter().map(|&body| part(body, line)).collect());
        }
    }

    /// The cables of one colour are one trace.
    fn cables(&mut self, counts: &[usize]) {
        let bodies = self.film.scene().bodies.len();
        let mut shades: Vec<&str> = Vec::new();
        for (index, _) in counts.iter().enumerate() {
            let shade = colour(bodies + index);
            if !shades.contains(&shade) {
                shades.push(shade);
            }
        }
        for shade in shades {
            let members =
                counts.iter().enumerate().filter(|(index, _)| colour(bodies + index) == shade);
            let (mut places, mut names, mut parts, mut most) =
                (Vec::new(), Vec::new(), Vec::new(), 0);
            for (index, &count) in members {
                let points = self.first.polylines.get(index).map(Vec::as_slice).unwrap_or_default();
                places.extend_from_slice(points);
                places.resize(places.len() + (count + 1).saturating_sub(points.len()), GAP);
                let cable = self.film.scene().cables.get(index);
                names.resize(
                    places.len(),
                    cable.map_or_else(String::new, |cable| escaped(&cable.path)),
                );
                parts.push(Part::Cable { index });
                most = most.max(count);
            }
            let [x, y, z] = coordinates(&places);
            let mode = if most <= MARKED_POINTS { Mode::LinesMarkers } else { Mode::Lines };
            let trace = Scatter3D::new(x, y, z)
                .mode(mode)
                .line(Line::new().color(shade).width(5.0))
                .marker(Marker::new().color(shade).size(3))
                .text_array(names)
                .hover_template(HOVER);
            self.moving_trace(trace, parts);
        }
    }

    /// Where the ends of cables and the origins of bodies go.
    fn trails(&mut self, frames: &[&SceneFrame]) {
        let bodies = self.film.scene().bodies.len();
        for index in 0..bodies {
            self.trail(
                index,
                frames.iter().map(|frame| frame.poses.get(index).map(|pose| pose.position)),
            );
        }
        for index in 0..self.film.scene().cables.len() {
            let ends = |frame: &&SceneFrame| frame.polylines.get(index)?.last().copied();
            self.trail(bodies + index, frames.iter().map(ends));
        }
    }

    fn trail(&mut self, thing: usize, places: impl Iterator<Item = Option<[f64; 3]>>) {
        let places: Vec<[f64; 3]> = places.map(|place| place.unwrap_or(GAP)).collect();
        let moves = places.windows(2).any(|pair| pair.first() != pair.last());
        if !moves || thing >= 12 {
            return;
        }
        let [x, y, z] = coordinates(&places);
        let trace = Scatter3D::new(x, y, z)
            .mode(Mode::Lines)
            .line(Line::new().color(colour(thing)).width(2.0))
            .opacity(0.35)
            .hover_info(plotly::common::HoverInfo::Skip);
        self.still_trace(trace);
    }

    fn name(&self, body: usize) -> String {
        self.film.scene().bodies.get(body).map_or_else(String::new, |body| escaped(&body.path))
    }
}

const HOVER: &str = "%{text}<br>x %{x:.4g} m<br>y %{y:.4g} m<br>z %{z:.4g} m<extra></extra>";

fn part(index: usize, local: impl IntoIterator<Item = [f64; 3]>) -> Part {
    Part::Body { index, local: local.into_iter().map(short).collect() }
}

/// None where a line is broken.
pub(super) fn short(point: [f64; 3]) -> Option<[f32; 3]> {
    let finite = point.iter().all(|value| value.is_finite());
    finite.then(|| point.map(|value| value as f32))
}

pub(super) fn coordinates(points: &[[f64; 3]]) -> [Vec<f64>; 3] {
    // Enough digits for the first frame; the others come as f32 anyway.
    columns(&points.iter().map(|point| point.map(|v| round_significant(v, 7))).collect::<Vec<_>>())
}

fn columns<T: Copy>(rows: &[[T; 3]]) -> [Vec<T>; 3] {
    let mut columns = [Vec::new(), Vec::new(), Vec::new()];
    for row in rows {
        for (column, &value) in columns.iter_mut().zip(row) {
            column.push(value);
        }
    }
    columns
}

/// Equal scales in all directions, a fixed box that holds the whole motion, and a view on the plane in
/// which the most happens.
fn layout(bounds: Bounds<3>, plane: Plane) -> Layout {
    let size = bounds.largest_extent().max(1e-6);
    // A plane motion gets some depth, or the box would be a sheet.
    let pad = bounds.extent().map(|extent| (0.3 * size - extent).max(0.08 * size) / 2.0);
    let range = |axis: usize| {
        let at = |values: [f64; 3]| values.get(axis).copied().unwrap_or(0.0);
        (at(bounds.low) - at(pad), at(bounds.high) + at(pad))
    };
    let length = |axis: usize| range(axis).1 - range(axis).0;
    let longest = length(0).max(length(1)).max(length(2));
    let share = |axis: usize| 1.6 * length(axis) / longest;
    let axis = |index: usize, name: &str| {
        let (low, high) = range(index);
        // Short edges get fewer numbers, so that they stay apart.
        let numbers = (2.0 + 5.0 * length(index) / longest) as usize;
        Axis::new()
            .title(plotly::common::Title::with_text(format!("{name} [m]")))
            .range(vec![low, high])
            .n_ticks(numbers)
            .show_spikes(false)
    };
    let eye = match (plane.right, plane.up) {
        (0, 2) => Eye::new().x(0.8).y(-2.1).z(0.6),
        (1, 2) => Eye::new().x(2.1).y(-0.8).z(0.6),
        _ => Eye::new().x(0.5).y(-1.3).z(1.9),
    };
    let scene = LayoutScene::new()
        .aspect_mode(AspectMode::Manual)
        .aspect_ratio(AspectRatio::new().x(share(0)).y(share(1)).z(share(2)))
        .camera(
            Camera::new()
                .eye(eye)
                .up(Up::new().x(0.0).y(0.0).z(1.0))
                .center(CameraCenter::new().x(0.0).y(0.0).z(-0.12)),
        )
        .x_axis(axis(0, "x"))
        .y_axis(axis(1, "y"))
        .z_axis(axis(2, "z"));
    let none = Margin::new().left(0).right(0).top(0).bottom(0);
    Layout::new().margin(none).height(560).show_legend(false).scene(scene)
}

/// The most points that each cable has in a frame.
fn point_counts(film: &Film, frames: &[&SceneFrame]) -> Vec<usize> {
    let points = |frame: &&SceneFrame, index: usize| frame.polylines.get(index).map_or(0, Vec::len);
    let most = |index| frames.iter().map(|frame| points(frame, index)).max().unwrap_or(0);
    (0..film.scene().cables.len()).map(most).collect()
}

fn poses<'a>(frames: &'a [&SceneFrame]) -> impl Iterator<Item = f64> + 'a {
    let poses = frames.iter().flat_map(|frame| &frame.poses);
    poses.flat_map(|pose| pose.position.into_iter().chain(pose.attitude))
}

/// Cables of fewer points than they have in other frames are filled up with gaps.
fn points<'a>(frames: &'a [&SceneFrame], counts: &'a [usize]) -> impl Iterator<Item = f64> + 'a {
    let cables = frames.iter().flat_map(move |frame| frame.polylines.iter().zip(counts));
    cables
        .flat_map(|(points, &count)| {
            points.iter().copied().chain(std::iter::repeat(GAP)).take(count)
        })
        .flatten()
}

/// Base64 (RFC 4648) of the values as little-endian `f32`.
pub(super) fn base64(values: impl Iterator<Item = f64>) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes: Vec<u8> = values.flat_map(|value| (value as f32).to_le_bytes()).collect();
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let sextet = (word >> (18 - 6 * place)) as usize & 63;
            let letter = ALPHABET.get(sextet).copied().unwrap_or(b'=');
            text.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}
