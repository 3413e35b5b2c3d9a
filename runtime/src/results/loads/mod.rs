//! How loads are drawn: what acts between two points as a line, a force or torque as an arrow.
//!
//! Arrows are as long as forces are large. The largest force of all frames gets a fixed share of the size of the scene, and so does
//! the largest torque, as neither can be measured by the other. What is zero has no arrow, and no line either unless
//! it is a spring or a damper, which are there all the same.

mod look;

use super::colours::colour;
use super::film::Film;
use super::number::rounded;
use super::scene::{Acting, SceneFrame, SceneLoad, SceneLoadKind, norm};
pub(super) use look::{Look, look, placed, straight};

/// The length of the longest arrow, over the size of the scene.
const LONGEST: f64 = 0.2;
/// The radius of springs and dampers, over the size of the scene.
const RADIUS: f64 = 0.014;

/// The loads of a film, with what is common to all frames.
#[derive(Debug)]
pub(super) struct Loads<'a> {
    /// In the order of the scene.
    all: &'a [SceneLoad],
    /// How many things of the scene come before them.
    before: usize,
    /// Of the longest arrow, m.
    longest: f64,
    /// Of springs and dampers, m.
    pub radius: f64,
    /// Over all frames, N or N m.
    largest: Vec<f64>,
    /// The largest force, N.
    force: f64,
    /// The largest torque, N m.
    torque: f64,
}

/// A load in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drawn {
    /// Where its line begins, and where that or its arrow ends, m. Not finite where there is nothing to draw.
    pub from: [f64; 3],
    pub to: [f64; 3],
    /// N or N m, negative where it pushes.
    pub size: f64,
}

impl<'a> Loads<'a> {
    /// `size`: the largest extent of the scene, m.
    pub(super) fn new(film: &'a Film, frames: &[&SceneFrame], size: f64) -> Self {
        let scene = film.scene();
        let all = &scene.loads;
        let size = if size > 0.0 && size.is_finite() { size } else { 1.0 };
        let of = |index: usize| {
            let sizes = frames.iter().filter_map(|frame| frame.loads.get(index));
            let sizes = sizes.map(|acting| acting.size().abs()).filter(|size| size.is_finite());
            sizes.fold(0.0, f64::max)
        };
        let largest: Vec<f64> = (0..all.len()).map(of).collect();
        let among = |kind: SceneLoadKind| {
            let own = all.iter().zip(&largest).filter(|(load, _)| load.kind == kind);
            own.fold(0.0, |most: f64, (_, &size)| most.max(size))
        };
        Self {
            force: among(SceneLoadKind::Force),
            torque: among(SceneLoadKind::Torque),
            all,
            before: scene.bodies.len() + scene.cables.len() + scene.wheels.len(),
            longest: LONGEST * size,
            radius: RADIUS * size,
            largest,
        }
    }

    /// In the order of the scene.
    pub(super) fn all(&self) -> &'a [SceneLoad] {
        self.all
    }

    /// Of a load.
    pub(super) fn colour(&self, index: usize) -> &'static str {
        colour(self.before + index)
    }

    /// A load, by its index, as it acts in a frame.
    pub(super) fn drawn(&self, index: usize, frame: &SceneFrame) -> Drawn {
        let acting = frame.loads.get(index).copied().unwrap_or(Acting::UNKNOWN);
        let kind = self.all.get(index).map(|load| load.kind);
        let nowhere = [f64::NAN; 3];
        let size = acting.size();
        match acting {
            Acting::Between { points: [from, _], .. }
                if kind == Some(SceneLoadKind::Pull) && size == 0.0 =>
            {
                Drawn { from, to: nowhere, size }
            }
            Acting::Between { points: [from, to], .. } => Drawn { from, to, size },
            Acting::At { point, vector } => {
                let largest =
                    if kind == Some(SceneLoadKind::Torque) { self.torque } else { self.force };
                let mut to = nowhere;
                if largest > 0.0 {
                    let reach = vector.map(|part| part / largest * self.longest);
                    for ((end, start), along) in to.iter_mut().zip(point).zip(reach) {
                        *end = start + along;
                    }
                }
                Drawn { from: point, to, size }
            }
        }
    }

    /// Such as `stay: spring, largest shown 12.3 N`.
    pub(super) fn in_words(&self, index: usize) -> String {
        let Some(load) = self.all.get(index) else { return String::new() };
        let largest = self.largest.get(index).copied().unwrap_or(0.0);
        format!(
            "{}: {}, largest shown {} {}",
            load.path,
            word(load.kind),
            rounded(largest, 3),
            unit(load.kind)
        )
    }
}

impl Drawn {
    /// m; not finite where there is nothing to draw.
    pub(super) fn length(&self) -> f64 {
        let mut way = self.to;
        way.iter_mut().zip(self.from).for_each(|(end, start)| *end -= start);
        norm(way)
    }

    /// Whether a line from one end to the other is one.
    pub(super) fn has_line(&self) -> bool {
        let length = self.length();
        length > 0.0 && length.is_finite()
    }
}

/// That the page says.
pub(super) fn word(kind: SceneLoadKind) -> &'static str {
    match kind {
        SceneLoadKind::Spring => "spring",
        SceneLoadKind::Damper => "damper",
        SceneLoadKind::Pull | SceneLoadKind::Force => "force",
        SceneLoadKind::Torque => "torque",
    }
}

/// Of its size.
pub(super) fn unit(kind: SceneLoadKind) -> &'static str {
    match kind {
        SceneLoadKind::Spring
        | SceneLoadKind::Damper
        | SceneLoadKind::Pull
        | SceneLoadKind::Force => "N",
        SceneLoadKind::Torque => "N·m",
    }
}
