//! The motion of the scene, in bounded memory.

use super::budget::Cast;
use super::scene::{Acting, Pose, Scene, SceneFrame, SceneShape, Turned};
use super::solid::{Detail, Solid, solid};

/// Frames in the animation at most.
const FRAMES: usize = 300;
/// Points per frame at most, over all bodies, loads and cables; a cable keeps its end points whatever happens.
const POINTS: usize = 1200;
/// What a load or a body counts for: two points and a size, or a place and an attitude, rounded up.
const POINTS_PER_THING: usize = 3;
/// Points per cable at most: a curve through so many looks smooth.
const POINTS_PER_CABLE: usize = 97;

/// Frames of a run: at most 600 while it goes on, of which the animation shows at most 300.
///
/// Every frame is kept at first; when there are too many, every second one is dropped and only every
/// second, fourth, ... of the following is kept. The last frame is always known, so that a run that
/// was stopped shows where it stood. Cables of many nodes are thinned to evenly spaced ones, and where what is drawn
/// is more than a frame is to hold there are fewer frames. Of very many things only some are in it.
#[derive(Clone, Debug)]
pub(super) struct Film {
    /// What is drawn.
    scene: Scene,
    /// Which of the scene's things are drawn.
    cast: Cast,
    /// Of round shapes.
    detail: Detail,
    /// In their order.
    kept: Vec<SceneFrame>,
    /// The latest frame, unless it is the last of `kept`.
    latest: Option<SceneFrame>,
    /// Every so many frames one is kept.
    stride: usize,
    /// Frames so far.
    offered: usize,
    points_per_cable: usize,
    /// In the animation, at most.
    most: usize,
}

impl Film {
    /// Without frames.
    pub(super) fn new(scene: Scene) -> Self {
        let cast = Cast::of(&scene);
        let scene = Scene {
            bodies: cast.bodies.of(scene.bodies),
            wheels: cast.wheels(scene.wheels),
            cables: cast.cables.of(scene.cables),
            loads: cast.loads.of(scene.loads),
        };
        let things = POINTS_PER_THING * (scene.bodies.len() + scene.loads.len());
        let share = POINTS.saturating_sub(things) / scene.cables.len().max(1);
        let least = things + 2 * scene.cables.len();
        Film {
            points_per_cable: share.clamp(2, POINTS_PER_CABLE),
            most: (FRAMES * POINTS / least.max(POINTS)).max(2),
            detail: Detail::of_so_many(&scene.bodies),
            scene,
            cast,
            kept: Vec::new(),
            latest: None,
            stride: 1,
            offered: 0,
        }
    }

    /// What is drawn.
    pub(super) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Which of the scene's things are drawn.
    pub(super) fn cast(&self) -> &Cast {
        &self.cast
    }

    /// The surface of a shape, with fewer corners where there are many bodies.
    pub(super) fn solid(&self, shape: &SceneShape) -> Solid {
        solid(shape, self.detail)
    }

    /// Whether the next frame will be kept. The others matter only as the last of the run, so a
    /// caller to whom a frame is dear asks first.
    pub(super) fn wants_next(&self) -> bool {
        self.offered.is_multiple_of(self.stride)
    }

    /// Counts a frame that was not made because [`Film::wants_next`] said no.
    pub(super) fn skip(&mut self) {
        self.offered += 1;
    }

    /// Adds a frame; places on the axis must not decrease.
    pub(super) fn push(&mut self, frame: SceneFrame) {
        let wanted = self.wants_next();
        self.offered += 1;
        let frame = self.fitted(frame);
        if !wanted {
            self.latest = Some(frame);
            return;
        }
        self.latest = None;
        self.kept.push(frame);
        if self.kept.len() == 2 * self.most {
            let mut index = 0;
            self.latest = self.kept.last().cloned();
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
    }

    /// The frames to show: at most 300, the last frame of the run among them.
    pub(super) fn frames(&self) -> Vec<&SceneFrame> {
        let all: Vec<&SceneFrame> = self.kept.iter().chain(&self.latest).collect();
        thinned(&all, self.most)
    }

    /// The frame with the poses, cables and loads that the scene has, and the cables thinned.
    fn fitted(&self, mut frame: SceneFrame) -> SceneFrame {
        let unknown = Pose { position: [f64::NAN; 3], attitude: [f64::NAN; 4] };
        let Cast { bodies, cables, wheels, loads } = &self.cast;
        frame.poses.resize(bodies.count, unknown);
        frame.poses = bodies.of(frame.poses);
        frame.polylines.resize(cables.count, Vec::new());
        frame.polylines = cables.of(frame.polylines);
        frame.tensions.resize(cables.count, Vec::new());
        frame.tensions = cables.of(frame.tensions);
        frame.wheels.resize(wheels.count, Turned::UNKNOWN);
        frame.wheels = wheels.of(frame.wheels);
        frame.loads.resize(loads.count, Acting::UNKNOWN);
        frame.loads = loads.of(frame.loads);
        for polyline in &mut frame.polylines {
            *polyline = thinned(polyline, self.points_per_cable);
        }
        for tensions in &mut frame.tensions {
            *tensions = thinned(tensions, self.points_per_cable);
        }
        frame
    }
}

/// At most `most` (at least two) evenly spaced items, with the first and the last.
pub(super) fn thinned<T: Clone>(items: &[T], most: usize) -> Vec<T> {
    if items.len() <= most {
        return items.to_vec();
    }
    let (last, steps) = (items.len() - 1, most.max(2) - 1);
    (0..=steps).filter_map(|step| items.get((step * last + steps / 2) / steps).cloned()).collect()
}
