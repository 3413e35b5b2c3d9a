//! The moving scene as data for the page's script.

use serde::Serialize;

use super::base64::base64;
use super::loads::{MovingLoads, moving_loads};
use crate::results::bounds::Bounds;
use crate::results::colours::colour;
use crate::results::film::Film;
use crate::results::loads::Loads;
use crate::results::plane::{viewing_plane, whole_bounds};
use crate::results::scene::{SceneFrame, SceneShape, WheelEnd};
use crate::results::views::{View, ViewColour, ViewSize};

/// A point that is nowhere.
const GAP: [f64; 3] = [f64::NAN; 3];

/// Rows of numbers are base64 of little-endian `f32`, frame by frame. Places are counted from an origin amid the scene, so that
/// as many digits are left far from that of the world.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MovingScene {
    /// Places on the axis, one per frame.
    times: Vec<f64>,
    /// The world axis along which one looks at first.
    normal: [f64; 3],
    /// In the order of their poses.
    bodies: Vec<MovingBody>,
    /// In the order of their points.
    cables: Vec<MovingCable>,
    /// In the order of their rows.
    wheels: Vec<MovingWheel>,
    /// None where nothing acts that could be drawn.
    loads: Option<MovingLoads>,
    /// The first is shown first.
    views: Vec<MovingView>,
    /// Of each body position and quaternion (w, x, y, z).
    poses: String,
    /// Of each cable as many points as it has at most, not numbers where there are fewer now.
    points: String,
    /// At these, N; empty where none is known.
    tensions: String,
    /// Of each wheel its travel, radius and angle.
    wheel_rows: String,
    /// Height of the surface; empty without water.
    water: String,
}

/// What does not move of a body.
#[derive(Serialize)]
struct MovingBody {
    name: String,
    colour: &'static str,
    shape: Option<SceneShape>,
}

/// What does not move of a cable.
#[derive(Serialize)]
struct MovingCable {
    name: String,
    colour: &'static str,
    diameter: f64,
    /// Points at most.
    count: usize,
}

/// What does not move of a wheel.
#[derive(Serialize)]
struct MovingWheel {
    name: String,
    colour: &'static str,
    /// Whether it winds rope up.
    drum: bool,
    /// Cables, and 0 for their start or 1 for their end.
    ends: Vec<(usize, u8)>,
}

/// How the scene is looked at.
#[derive(Serialize)]
struct MovingView {
    name: String,
    from: Option<[f64; 3]>,
    /// A body.
    follow: Option<usize>,
    colour: &'static str,
    size: MovingSize,
}

/// How much of the scene is seen.
#[derive(Serialize)]
#[serde(untagged)]
enum MovingSize {
    /// `fit` or `all`.
    Word(&'static str),
    /// m
    Across(f64),
}

/// What has a name on the page, with its colour.
pub(super) struct Named {
    /// Its name.
    pub words: String,
    pub colour: &'static str,
}

/// The motion as data for the player, and what is in it in words; none if the scene is empty or nowhere finite.
pub(super) fn moving_scene(film: &Film, views: &[View]) -> Option<(MovingScene, Vec<Named>)> {
    let frames = film.frames();
    let plane = viewing_plane(film, &frames)?;
    let bounds = whole_bounds(film, &frames, plane);
    let loads = Loads::new(film, &frames, bounds.largest_extent());
    let origin = middle(bounds.finite()?);
    let counts = point_counts(film, &frames);
    let scene = film.scene();
    let (cables_from, wheels_from) = (scene.bodies.len(), scene.bodies.len() + scene.cables.len());
    let bodies = scene.bodies.iter().enumerate().map(|(index, body)| MovingBody {
        name: body.path.clone(),
        colour: colour(index),
        shape: body.shape,
    });
    let cables = scene.cables.iter().zip(&counts).enumerate();
    let cables = cables.map(|(index, (cable, &count))| MovingCable {
        name: cable.path.clone(),
        colour: colour(cables_from + index),
        diameter: cable.diameter,
        count,
    });
    let wheels = scene.wheels.iter().enumerate().map(|(index, wheel)| MovingWheel {
        name: wheel.path.clone(),
        colour: colour(wheels_from + index),
        drum: wheel.ends.len() == 1,
        ends: wheel
            .ends
            .iter()
            .map(|&(cable, end)| (cable, u8::from(end == WheelEnd::End)))
            .collect(),
    });
    let moving = MovingScene {
        times: frames.iter().map(|frame| frame.at).collect(),
        normal: plane.normal(),
        bodies: bodies.collect(),
        cables: cables.collect(),
        wheels: wheels.collect(),
        loads: moving_loads(&loads, &frames, origin),
        views: views.iter().map(|view| moving_view(film, view)).collect(),
        poses: base64(poses(&frames, origin)),
        points: base64(points(&frames, &counts, origin)),
        tensions: base64_if_any(tensions(&frames, &counts)),
        wheel_rows: base64(
            frames
                .iter()
                .flat_map(|frame| &frame.wheels)
                .flat_map(|own| [own.travel, own.radius, own.angle]),
        ),
        water: base64_if_any(
            frames.iter().map(|frame| frame.water.map_or(f64::NAN, |level| level - origin[2])),
        ),
    };
    let names = moving.bodies.iter().map(|own| (&own.name, own.colour));
    let names = names.chain(moving.cables.iter().map(|own| (&own.name, own.colour)));
    let names = names.chain(moving.wheels.iter().map(|own| (&own.name, own.colour)));
    let named = names.map(|(words, colour)| Named { words: words.clone(), colour });
    let loads = (0..loads.all().len())
        .map(|index| Named { words: loads.in_words(index), colour: loads.colour(index) });
    let named = named.chain(loads).collect();
    Some((moving, named))
}

/// A view that is asked for, with the body by its index.
fn moving_view(film: &Film, view: &View) -> MovingView {
    let body = |path: &String| film.scene().bodies.iter().position(|body| body.path == *path);
    MovingView {
        name: view.name.clone(),
        from: view.from,
        follow: view.follow.as_ref().and_then(body),
        colour: match view.colour {
            ViewColour::Tension => "tension",
            ViewColour::Name => "name",
        },
        size: match view.size {
            ViewSize::Fit => MovingSize::Word("fit"),
            ViewSize::All => MovingSize::Word("all"),
            ViewSize::Across(length) => MovingSize::Across(length),
        },
    }
}

/// Of a box.
fn middle(bounds: Bounds<3>) -> [f64; 3] {
    let mut middle = bounds.low;
    middle.iter_mut().zip(bounds.high).for_each(|(low, high)| *low = (*low + high) / 2.0);
    middle
}

/// A place from an origin amid the scene.
pub(super) fn counted_from(origin: [f64; 3], mut point: [f64; 3]) -> [f64; 3] {
    point.iter_mut().zip(origin).for_each(|(value, zero)| *value -= zero);
    point
}

/// The most points that each cable has in a frame.
fn point_counts(film: &Film, frames: &[&SceneFrame]) -> Vec<usize> {
    let points = |frame: &&SceneFrame, index: usize| frame.polylines.get(index).map_or(0, Vec::len);
    let most = |index| frames.iter().map(|frame| points(frame, index)).max().unwrap_or(0);
    (0..film.scene().cables.len()).map(most).collect()
}

/// Of all bodies in all frames.
fn poses<'a>(frames: &'a [&SceneFrame], origin: [f64; 3]) -> impl Iterator<Item = f64> + 'a {
    let poses = frames.iter().flat_map(|frame| &frame.poses);
    poses.flat_map(move |pose| counted_from(origin, pose.position).into_iter().chain(pose.attitude))
}

/// Of all cables in all frames, filled up to their counts.
fn points<'a>(
    frames: &'a [&SceneFrame],
    counts: &'a [usize],
    origin: [f64; 3],
) -> impl Iterator<Item = f64> + 'a {
    let lines = frames.iter().flat_map(move |frame| frame.polylines.iter().zip(counts));
    lines
        .flat_map(|(line, &count)| filled(line, count, GAP))
        .flat_map(move |own| counted_from(origin, own))
}

/// At these points.
fn tensions<'a>(frames: &'a [&SceneFrame], counts: &'a [usize]) -> impl Iterator<Item = f64> + 'a {
    let lines = frames.iter().flat_map(move |frame| frame.tensions.iter().zip(counts));
    lines.flat_map(|(line, &count)| filled(line, count, f64::NAN))
}

/// So many, which are made up where there are fewer.
fn filled<T: Copy>(values: &[T], count: usize, by: T) -> impl Iterator<Item = T> {
    values.iter().copied().chain(std::iter::repeat(by)).take(count)
}

/// Nothing where nothing is known.
fn base64_if_any(values: impl Iterator<Item = f64>) -> String {
    let values: Vec<f64> = values.collect();
    if values.iter().any(|value| value.is_finite()) {
        base64(values.into_iter())
    } else {
        String::new()
    }
}
