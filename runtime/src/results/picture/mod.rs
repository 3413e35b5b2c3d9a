//! `picture.svg`: the motion in one still picture.
//!
//! Cables and the outlines of bodies at about a dozen instants (or places of another axis), older ones fainter, on the coordinate
//! plane in which the moving things are largest, at equal scale, with the paths of cable ends and body
//! origins, and the loads with a legend. The text is a function of the frames alone.

mod drawing;
mod hull;
mod loads;
mod ticks;

use super::Column;
use super::bounds::Bounds;
use super::colours::colour;
use super::film::Film;
use super::loads::Loads;
use super::number::rounded;
use super::plane::{Plane, viewing_plane, whole_bounds};
use super::scene::{Pose, SceneFrame};
use drawing::{Dashes, Drawing, Stroke};
use hull::convex_hull;

/// Instants that are drawn.
const INSTANTS: usize = 12;
/// The picture of a run as SVG text; none if the scene is empty or nowhere finite.
pub(super) fn svg(title: &str, experiment: &str, axis: &Column, film: &Film) -> Option<String> {
    let frames = film.frames();
    let plane = viewing_plane(film, &frames)?;
    let shown = instants(&frames);
    let (first, last) = (frames.first()?.at, frames.last()?.at);
    let mut bounds = Bounds::empty();
    for &frame in &shown {
        for (index, _) in film.scene().bodies.iter().enumerate() {
            body_outlines(film, frame, index, plane)
                .iter()
                .flatten()
                .for_each(|&p| bounds.include(p));
        }
        frame.polylines.iter().flatten().for_each(|&p| bounds.include(plane.project(p)));
    }
    let paths = paths(film, &frames, plane);
    paths.iter().flat_map(|(_, path)| path).for_each(|&p| bounds.include(p));
    let size = whole_bounds(film, &frames, plane).largest_extent();
    let loads = Loads::new(film, &frames, size);
    for frame in &shown {
        for index in 0..loads.all().len() {
            loads::line(&loads, index, frame, plane).into_iter().for_each(|p| bounds.include(p));
        }
    }
    let mut drawing = Drawing::new(bounds.finite()?, plane.axis_titles());
    for (colour, path) in &paths {
        drawing.line(path, Stroke { colour, width: 1.0, opacity: 0.45, dashes: Dashes::Dotted });
    }
    let latest = *shown.last()?;
    for (age, &frame) in shown.iter().rev().enumerate().rev() {
        let opacity = strength(age, shown.len());
        draw_frame(&mut drawing, film, frame, latest, plane, opacity);
        loads::draw(&mut drawing, &loads, (frame, latest), plane, opacity);
    }
    let unit = axis.suffix();
    let caption = if last > first {
        format!(
            "{} instants from {}{unit} to {}{unit}, older ones fainter",
            shown.len(),
            rounded(first, 4),
            rounded(last, 4)
        )
    } else {
        format!("at {}{unit}", rounded(first, 4))
    };
    let legend = loads::legend(&loads);
    Some(drawing.finish(&format!("{title} · {experiment}"), &caption, &legend))
}

/// Opacity of an instant: 1 for the latest (`age` 0), falling to 0.15.
fn strength(age: usize, of: usize) -> f64 {
    let oldest = of.saturating_sub(1).max(1) as f64;
    1.0 - 0.85 * (age as f64 / oldest).sqrt()
}

/// About [`INSTANTS`] frames, evenly spaced along the axis, with the first and the last.
fn instants<'a>(frames: &[&'a SceneFrame]) -> Vec<&'a SceneFrame> {
    let (Some(first), Some(last)) = (frames.first(), frames.last()) else { return Vec::new() };
    let step = (last.at - first.at) / (INSTANTS - 1) as f64;
    let mut shown: Vec<&SceneFrame> = Vec::new();
    for k in 0..INSTANTS {
        let at = first.at + k as f64 * step;
        let distance = |frame: &SceneFrame| (frame.at - at).abs();
        let nearest = frames.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(&frame) = nearest
            && shown.last().is_none_or(|before| frame.at > before.at)
        {
            shown.push(frame);
        }
    }
    shown
}

/// Where body origins and free cable ends went; none for what stands still.
fn paths(film: &Film, frames: &[&SceneFrame], plane: Plane) -> Vec<(&'static str, Vec<[f64; 2]>)> {
    let scene = film.scene();
    let bodies = (0..scene.bodies.len()).map(|index| {
        let place = move |frame: &&SceneFrame| frame.poses.get(index).map(|pose| pose.position);
        (colour(index), frames.iter().filter_map(place).collect::<Vec<_>>())
    });
    let cables = (0..scene.cables.len()).flat_map(|index| {
        let shade = colour(scene.bodies.len() + index);
        let first = move |frame: &&SceneFrame| frame.polylines.get(index)?.first().copied();
        let last = move |frame: &&SceneFrame| frame.polylines.get(index)?.last().copied();
        [
            (shade, frames.iter().filter_map(first).collect::<Vec<_>>()),
            (shade, frames.iter().filter_map(last).collect::<Vec<_>>()),
        ]
    });
    bodies
        .chain(cables)
        .map(|(shade, path)| {
            (shade, path.into_iter().map(|p| plane.project(p)).collect::<Vec<_>>())
        })
        .filter(|(_, path)| path.windows(2).any(|pair| pair.first() != pair.last()))
        .collect()
}

/// The outline of a body in the plane: its silhouette, or two or three axes if it has no shape.
fn body_outlines(
    film: &Film,
    frame: &SceneFrame,
    index: usize,
    plane: Plane,
) -> Vec<Vec<[f64; 2]>> {
    let (Some(body), Some(pose)) = (film.scene().bodies.get(index), frame.poses.get(index)) else {
        return Vec::new();
    };
    match &body.shape {
        Some(shape) => {
            let place = |&vertex: &[f64; 3]| plane.project(pose.place(vertex));
            let mut outline = convex_hull(film.solid(shape).vertices.iter().map(place).collect());
            outline.extend(outline.first().copied());
            vec![outline]
        }
        None => triad(pose, plane),
    }
}

/// The axes of a body without shape.
fn triad(pose: &Pose, plane: Plane) -> Vec<Vec<[f64; 2]>> {
    let length = plane.mark;
    let tips = [[length, 0.0, 0.0], [0.0, length, 0.0], [0.0, 0.0, length]];
    tips.map(|tip| vec![plane.project(pose.position), plane.project(pose.place(tip))]).to_vec()
}

/// What stands where it stands in the latest frame is drawn only there.
fn draw_frame(
    drawing: &mut Drawing,
    film: &Film,
    frame: &SceneFrame,
    latest: &SceneFrame,
    plane: Plane,
    opacity: f64,
) {
    let scene = film.scene();
    let is_latest = std::ptr::eq(frame, latest);
    for (index, body) in scene.bodies.iter().enumerate() {
        if !is_latest && frame.poses.get(index) == latest.poses.get(index) {
            continue;
        }
        for outline in body_outlines(film, frame, index, plane) {
            let stroke =
                Stroke { colour: colour(index), width: 1.4, opacity, dashes: Dashes::Solid };
            match body.shape {
                Some(_) => drawing.area(&outline, stroke),
                None => drawing.line(&outline, stroke),
            }
        }
    }
    for (index, polyline) in frame.polylines.iter().enumerate() {
        if !is_latest && latest.polylines.get(index) == Some(polyline) {
            continue;
        }
        let points: Vec<[f64; 2]> = polyline.iter().map(|&p| plane.project(p)).collect();
        let colour = colour(scene.bodies.len() + index);
        drawing.line(&points, Stroke { colour, width: 1.6, opacity, dashes: Dashes::Solid });
    }
}
