//! What of a very large model the page and the picture show, so that both stay files that a browser opens:
//! the page takes at most about 20 MB. What is left out is said, and stands in `results.csv` all the same.

use super::Column;
use super::film::{Film, thinned};
use super::number::grouped_digits;
use super::plots::{PlotGroup, plot_groups};
use super::scene::{Scene, SceneWheel};

/// Drawn at most, of each.
const BODIES: usize = 800;
/// At most drawn.
const CABLES: usize = 800;
/// At most drawn.
const LOADS: usize = 5000;
/// Plotted at most.
const CURVES: usize = 1200;

/// Which bodies, cables, wheels and loads are drawn.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    /// At most so many as a page can move.
    pub bodies: Chosen,
    /// Evenly among all.
    pub cables: Chosen,
    /// Those of cables that are drawn.
    pub wheels: Chosen,
    /// Evenly among all.
    pub loads: Chosen,
}

impl Cast {
    /// Of a scene.
    pub(super) fn of(scene: &Scene) -> Self {
        let cables = Chosen::among(scene.cables.len(), CABLES);
        let has_its_cables = |wheel: &SceneWheel| {
            wheel.ends.iter().all(|&(cable, _)| cables.place_of(cable).is_some())
        };
        let wheels = scene.wheels.iter().map(has_its_cables);
        Self {
            bodies: Chosen::among(scene.bodies.len(), BODIES),
            wheels: Chosen::where_so(wheels.collect()),
            cables,
            loads: Chosen::among(scene.loads.len(), LOADS),
        }
    }

    /// The wheels that are drawn, with their cables among those that are.
    pub(super) fn wheels(&self, all: Vec<SceneWheel>) -> Vec<SceneWheel> {
        let mut wheels = self.wheels.of(all);
        for (cable, _) in wheels.iter_mut().flat_map(|wheel| &mut wheel.ends) {
            *cable = self.cables.place_of(*cable).unwrap_or(*cable);
        }
        wheels
    }

    /// In words, what is not drawn.
    fn left_out(&self) -> impl Iterator<Item = String> {
        let all = [
            (&self.bodies, "bodies"),
            (&self.cables, "cables"),
            (&self.loads, "springs, forces and torques"),
        ];
        all.into_iter().filter_map(|(chosen, kind)| {
            let drawn = grouped_digits(chosen.places.as_ref()?.len() as u64);
            let count = grouped_digits(chosen.count as u64);
            Some(format!("{drawn} of {count} {kind} are drawn, evenly spaced among all"))
        })
    }
}

/// Some of a row of things, evenly spaced, the first and the last among them.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    /// How many there are in all.
    pub count: usize,
    /// `None` where all are chosen.
    places: Option<Vec<usize>>,
}

impl Chosen {
    /// Evenly, so many at most.
    fn among(count: usize, most: usize) -> Self {
        let places = (count > most).then(|| thinned(&(0..count).collect::<Vec<_>>(), most));
        Self { count, places }
    }

    /// Those that are true.
    fn where_so(chosen: Vec<bool>) -> Self {
        let places = (0..chosen.len()).filter(|&place| chosen[place]).collect::<Vec<_>>();
        Self { count: chosen.len(), places: (places.len() < chosen.len()).then_some(places) }
    }

    /// Where one of all is among those that are chosen.
    fn place_of(&self, index: usize) -> Option<usize> {
        match &self.places {
            None => (index < self.count).then_some(index),
            Some(places) => places.binary_search(&index).ok(),
        }
    }

    /// The chosen ones of a list.
    pub(super) fn of<T: Clone>(&self, all: Vec<T>) -> Vec<T> {
        match &self.places {
            None => all,
            Some(places) => places.iter().filter_map(|&place| all.get(place).cloned()).collect(),
        }
    }
}

/// The plots of as many columns as are plotted, the first ones. No vector loses a component.
pub(super) fn plotted(columns: &[Column]) -> Vec<PlotGroup> {
    let Some(first) = columns.get(..CURVES).filter(|_| columns.len() > CURVES) else {
        return plot_groups(columns);
    };
    let mut groups = plot_groups(first);
    // A few columns more tell whether the last plot is whole.
    let more = plot_groups(columns.get(..columns.len().min(CURVES + 8)).unwrap_or(first));
    groups.retain(|group| more.contains(group));
    groups
}

/// How many columns, from the first on, a history has to keep for these plots.
pub(super) fn plotted_columns(plots: &[PlotGroup]) -> usize {
    plots.iter().flat_map(|plot| &plot.curves).map(|curve| curve.column + 1).max().unwrap_or(0)
}

/// In words, what of a run its page leaves out.
pub(super) fn left_out(film: &Film, columns: &[Column], groups: &[PlotGroup]) -> Vec<String> {
    let curves: usize = groups.iter().map(|group| group.curves.len()).sum();
    let of_columns = (curves < columns.len()).then(|| {
        let (plotted, count) =
            (grouped_digits(curves as u64), grouped_digits(columns.len() as u64));
        format!("the first {plotted} of {count} recorded columns are plotted")
    });
    film.cast().left_out().chain(of_columns).collect()
}
