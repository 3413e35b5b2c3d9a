//! Whether what acts has a kink in a state: then small motions are those of one side of it.

use rustc_hash::FxHashMap;

use crate::constrained::{ConstrainedCourse, Shape};

/// How far from the state kinks are looked for, of the extent.
const ASIDE: f64 = 1e-5;
/// Of the largest change: what bends less has no kink that matters.
const FEELS: f64 = 0.01;
/// Of a distance: two that are so near to one another tell rounding from what bends, which changes by
/// less than four times as much.
const BESIDE: f64 = 1.0 / 1024.0;
/// Of what rounding makes of an element's accelerations: less is no kink.
const BEYOND_ROUNDING: f64 = 4.0;

/// A note where what acts on something is not the same on both sides of the state, displaced or moving. One direction is looked at, in which all
/// shapes have a share. What bends does so by the square of the distance, rounding is the same at all of them, and a kink is in proportion.
pub(super) fn kink(course: &mut ConstrainedCourse<'_>, shapes: &[Shape]) -> Option<String> {
    let way = course.along_all(shapes)?;
    let nothing = course.nothing();
    let fastest = shapes.iter().map(|shape| shape.value.norm()).fold(0.0, f64::max);
    let rates: Vec<f64> = way.iter().map(|own| fastest * own).collect();
    let displaced = Beside::look(course, (&way, &nothing))?;
    let moving = Beside::look(course, (&nothing, &rates))?;
    let largest = displaced.largest().max(moving.largest());
    let owners = course.owners_of_displacements();
    let (owner, _) = [displaced, moving]
        .iter()
        .filter_map(|beside| beside.most_kinked(largest, &owners))
        .max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(format!(
        "what acts on `{owner}` has a kink in this state: these motions are those of one side of it"
    ))
}

/// Accelerations of all unknowns in a state, and on both sides of it at some distances.
struct Beside {
    /// In the state itself.
    here: Vec<f64>,
    /// Ahead and behind, near to far, the last one twice as nearly as can be told from rounding.
    sides: [[Vec<f64>; 2]; 4],
}

impl Beside {
    /// `None` where there are none.
    fn look(
        course: &mut ConstrainedCourse<'_>,
        (displacements, rates): (&[f64], &[f64]),
    ) -> Option<Self> {
        let nothing = course.nothing();
        let mut look = |far: f64| {
            let by = |way: &[f64]| way.iter().map(|own| far * own).collect::<Vec<f64>>();
            course.moved_along((&by(displacements), &by(rates)), |course| {
                course.read_as_it_is(&nothing).then(|| course.all_accelerations())
            })
        };
        let here = look(0.0)?;
        let mut sides = |far: f64| Some([look(far)?, look(-far)?]);
        let far = [0.5, 1.0, 10.0, 10.0 * (1.0 + BESIDE)].map(|own| sides(own * ASIDE));
        let [half, near, far, farther] = far;
        Some(Self { here, sides: [half?, near?, far?, farther?] })
    }

    /// By how much an acceleration is not in the middle of both sides.
    fn bends(&self, distance: usize, k: usize) -> f64 {
        let [ahead, behind] = &self.sides[distance];
        (ahead[k] + behind[k] - 2.0 * self.here[k]).abs()
    }

    /// From one side, far away, to the other.
    fn changes(&self, k: usize) -> f64 {
        let [ahead, behind] = &self.sides[2];
        (ahead[k] - behind[k]).abs() + self.bends(2, k)
    }

    /// The most that rounding adds to the bends of accelerations of each element: what is more
    /// different at two distances beside one another than anything that bends.
    fn roundings<'o>(&self, owners: &[&'o str]) -> FxHashMap<&'o str, f64> {
        let mut most = FxHashMap::default();
        for (k, &owner) in owners.iter().enumerate() {
            let [far, farther] = [2, 3].map(|distance| self.bends(distance, k));
            let apart = (farther - far).abs() - 4.0 * BESIDE * far.max(farther);
            let own: &mut f64 = most.entry(owner).or_insert(0.0);
            *own = own.max(apart);
        }
        most
    }

    /// Change of all unknowns.
    fn largest(&self) -> f64 {
        (0..self.here.len()).map(|k| self.changes(k)).fold(0.0, f64::max)
    }

    /// The element with the sharpest kink among those that change by a share of the `largest` change, and how sharp it is.
    fn most_kinked<'o>(&self, largest: f64, owners: &[&'o str]) -> Option<(&'o str, f64)> {
        let roundings = self.roundings(owners);
        let is_kink = |k: usize, owner: &str| {
            let [first, second, third] = [0, 1, 2].map(|distance| self.bends(distance, k));
            third > BEYOND_ROUNDING * roundings.get(owner).copied().unwrap_or(0.0)
                && third > FEELS * self.changes(k)
                && self.changes(k) > FEELS * largest
                && (1.7..2.4).contains(&(second / first))
                && (8.0..12.5).contains(&(third / second))
        };
        let all = owners.iter().enumerate();
        let kinked = all.filter(|(k, owner)| is_kink(*k, owner));
        kinked.map(|(k, owner)| (*owner, self.bends(2, k))).max_by(|a, b| a.1.total_cmp(&b.1))
    }
}
