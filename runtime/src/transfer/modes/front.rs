//! The dynamic stiffness `S(λ)` of all that is beyond a joint, by the displacement of what carries it, and how many modes are below `λ = ω²`.
//!
//! ```text
//! body     S <- Σ X'S X + G + K - λM        (what it carries, and itself)
//! joint    p = K + H'S H,   s = S H + B'    count += signs of p,   S <- S - s p^-1 s'
//! ```
//!
//! By Sylvester's law the negative pivots are as many as there are modes below `λ`, several of one frequency included (Wittrick and
//! Williams, Quarterly Journal of Mechanics and Applied Mathematics 24 (1971)). Where what is beyond a joint swings by itself at `λ` with its carrier at
//! rest, `p` has next to no pivot and `S` next to no bounds. Such a pivot is delayed: its coordinate stays loose, and is eliminated with those
//! of a later joint, whose mass or stiffness moves it away from zero.
//!
//! What holds a point in place is such a coordinate from the outset: the force there, whose own entry is nothing at first and then minus the compliance of
//! all up to the joint. By the law of inertia each of them makes one negative pivot, beside those of the motions that it lets be.

use nalgebra::{DMatrix, SMatrix};

use super::super::{Mat6, Number, Vec6, halves, stacked};
use super::members::{Member, Members};
use crate::spatial::Vec3;

/// So much larger than what is there an elimination may make a stiffness: digits that are lost at most.
const GROWTH: f64 = 1e3;

/// A coordinate that is not eliminated yet.
#[derive(Clone, Debug)]
struct Loose {
    /// By the displacement of the body.
    row: Vec6,
    /// By all loose coordinates of the same front, itself included.
    among: Vec<f64>,
    /// Of what its own entry is made.
    size: f64,
    /// Whether it is the force that holds a point.
    holds: bool,
}

/// Of a body with all that is beyond it.
#[derive(Clone, Debug)]
struct Front {
    /// By the displacement of the joint, 6x6.
    stiffness: Mat6,
    /// Of what the entries on the diagonal are made.
    sizes: Vec6,
    /// Freedoms whose pivots are too small to be eliminated yet.
    loose: Vec<Loose>,
}

/// Adds a body to what it carries; of what the entries on the diagonal are made then.
pub(super) fn add_body(member: &Member, square: f64, stiffness: &mut Mat6) -> Vec6 {
    let mut sizes = stiffness.diagonal().abs();
    let mut own = Mat6::zeros();
    member.add_stiffness(&mut own);
    sizes += own.diagonal().abs();
    let mut inertia = Mat6::zeros();
    member.add_inertia(-square, &mut inertia);
    sizes += inertia.diagonal().abs();
    *stiffness += own + inertia;
    // A slender piece has nothing about itself, but rounding of the rest where it stands askew.
    for first in [0, 3] {
        let mut part = sizes.fixed_rows_mut::<3>(first);
        let least = f64::EPSILON * part.max();
        part.apply(|own| *own = own.max(least));
    }
    sizes
}

/// By the displacement of the carrier's reference point, from which `arm` leads to the body's own.
pub(super) fn at_carrier<T: Number>(stiffness: &SMatrix<T, 6, 6>, arm: &Vec3) -> SMatrix<T, 6, 6> {
    let arm = arm.cross_matrix().map(T::from_real);
    let of = |i: usize, j: usize| stiffness.fixed_view::<3, 3>(i, j).into_owned();
    let (mixed, shifts) = (of(0, 3), of(3, 3));
    let moved = arm * shifts;
    let across = mixed + moved;
    let both = mixed * arm;
    let mut shifted = *stiffness;
    let turns = of(0, 0) - both - both.transpose() - moved * arm;
    shifted.fixed_view_mut::<3, 3>(0, 0).copy_from(&turns);
    shifted.fixed_view_mut::<3, 3>(0, 3).copy_from(&across);
    shifted.fixed_view_mut::<3, 3>(3, 0).copy_from(&across.transpose());
    shifted
}

/// Takes what turns of the carrier do from a stiffness by the displacement of a joint.
pub(super) fn loosen<T: Number>(stiffness: &mut SMatrix<T, 6, 6>) {
    stiffness.fixed_rows_mut::<3>(0).fill(T::zero());
    stiffness.fixed_columns_mut::<3>(0).fill(T::zero());
}

impl Front {
    /// Of nothing.
    fn empty() -> Self {
        Self { stiffness: Mat6::zeros(), sizes: Vec6::zeros(), loose: Vec::new() }
    }

    fn add_body(&mut self, member: &Member, square: f64) {
        self.sizes = add_body(member, square, &mut self.stiffness);
    }

    /// A point of the body cannot move: the force that sees to it has three components more.
    fn hold(&mut self, arm: &Vec3) {
        let before = self.loose.len();
        self.loose.iter_mut().for_each(|own| own.among.resize(before + 3, 0.0));
        self.loose.extend([0, 1, 2].map(|k| {
            let way = Vec3::ith(k, 1.0);
            let row = stacked(&arm.cross(&way), &way);
            Loose { row, among: vec![0.0; before + 3], size: 0.0, holds: true }
        }));
    }

    /// At the carrier's reference point, which stands at `-arm`.
    fn shift(&mut self, arm: &Vec3) {
        self.stiffness = at_carrier(&self.stiffness, arm);
        for loose in &mut self.loose {
            let [moment, force] = halves(&loose.row);
            loose.row = stacked(&(moment + arm.cross(&force)), &force);
        }
    }

    /// With what is beyond another joint.
    fn join(&mut self, other: Front) {
        self.stiffness += other.stiffness;
        let (before, added) = (self.loose.len(), other.loose.len());
        self.loose.iter_mut().for_each(|own| own.among.resize(before + added, 0.0));
        self.loose.extend(other.loose.into_iter().map(|own| Loose {
            among: std::iter::repeat_n(0.0, before).chain(own.among).collect(),
            ..own
        }));
    }

    /// Makes the freedoms of the body's joint loose. From here on the front is by the displacement of the carrier's point.
    fn loosen(&mut self, members: &Members, member: &Member) {
        let freedoms = members.of(member);
        let moved: Vec<Vec6> =
            freedoms.iter().map(|freedom| self.stiffness * freedom.along).collect();
        let (before, all) = (self.loose.len(), self.loose.len() + freedoms.len());
        for own in &mut self.loose {
            own.among.extend(freedoms.iter().map(|freedom| freedom.along.dot(&own.row)));
        }
        for (i, freedom) in freedoms.iter().enumerate() {
            let mut among = Vec::with_capacity(all);
            among.extend(self.loose[..before].iter().map(|own| own.among[before + i]));
            for (j, moved) in moved.iter().enumerate() {
                let own = if i == j { freedom.stiffness } else { member.coupling(i, j) };
                among.push(own + freedom.along.dot(moved));
            }
            let size = freedom.along.map(|x| x * x).dot(&self.sizes) + freedom.stiffness.abs();
            // A compliance is made of those of what gives way.
            if size > 0.0 {
                for own in self.loose[..before].iter_mut().filter(|own| own.holds) {
                    own.size += own.among[before + i].powi(2) / size;
                }
            }
            let row = moved[i] + stacked(&freedom.turning, &Vec3::zeros());
            self.loose.push(Loose { row, among, size, holds: false });
        }
        if member.is_loose {
            loosen(&mut self.stiffness);
            for own in &mut self.loose {
                own.row.fixed_rows_mut::<3>(0).fill(0.0);
            }
        }
    }

    /// The usual case of one freedom and nothing loose: eliminated at once, if that does no harm.
    fn pass_one(
        &mut self,
        members: &Members,
        member: &Member,
        (growth, is_root): (f64, bool),
    ) -> Option<usize> {
        let [freedom] = members.of(member) else { return None };
        if !self.loose.is_empty() || member.is_loose {
            return None;
        }
        let moved = self.stiffness * freedom.along;
        let pivot = freedom.stiffness + freedom.along.dot(&moved);
        let row = moved + stacked(&freedom.turning, &Vec3::zeros());
        if !is_root {
            let bound = growth * pivot.abs();
            if !(0..6).all(|k| row[k] * row[k] <= bound * self.sizes[k]) {
                return None;
            }
            if pivot != 0.0 {
                self.stiffness -= row * (row / pivot).transpose();
            }
        }
        Some(usize::from(pivot <= 0.0))
    }

    /// Eliminates what is loose, the best pivots first, as far as no stiffness grows beyond bounds; the number of negative pivots.
    fn settle(&mut self, growth: f64, is_root: bool) -> usize {
        let mut negatives = 0;
        while let Some(best) = self.best(growth, is_root) {
            negatives += self.eliminate(best, is_root);
        }
        negatives
    }

    /// The loose coordinate whose elimination makes others grow least.
    fn best(&self, growth: f64, is_root: bool) -> Option<usize> {
        let made = |index: usize| {
            let own = &self.loose[index];
            let pivot = own.among[index].abs();
            let share = |entry: f64, size: f64| {
                if entry == 0.0 { 0.0 } else { entry * entry / (pivot * size) }
            };
            let rows = (0..6).map(|k| if is_root { 0.0 } else { share(own.row[k], self.sizes[k]) });
            let others = self.loose.iter().enumerate().filter(|(other, _)| *other != index);
            rows.chain(others.map(|(other, loose)| share(own.among[other], loose.size)))
                .fold(0.0, f64::max)
        };
        let all = (0..self.loose.len()).map(|index| (index, made(index)));
        let (best, least) = all.min_by(|a, b| a.1.total_cmp(&b.1))?;
        (least <= growth).then_some(best)
    }

    fn eliminate(&mut self, index: usize, is_root: bool) -> usize {
        let own = self.loose.swap_remove(index);
        let last = self.loose.len();
        let Loose { row, mut among, .. } = own;
        let pivot = among.swap_remove(index);
        for loose in &mut self.loose {
            loose.among.swap_remove(index);
        }
        debug_assert_eq!(among.len(), last);
        if pivot != 0.0 {
            if !is_root {
                self.stiffness -= row * (row / pivot).transpose();
            }
            for (loose, factor) in self.loose.iter_mut().zip(among.iter().map(|x| x / pivot)) {
                if factor != 0.0 {
                    loose.row -= row * factor;
                    for (entry, other) in loose.among.iter_mut().zip(&among) {
                        *entry -= factor * other;
                    }
                }
            }
        }
        usize::from(pivot <= 0.0)
    }

    /// What nothing later can help: all signs at once.
    fn rest(self) -> usize {
        let count = self.loose.len();
        let matrix = DMatrix::from_fn(count, count, |i, j| self.loose[i].among[j]);
        matrix.symmetric_eigenvalues().iter().filter(|value| **value <= 0.0).count()
    }
}

impl Members {
    /// How many modes are below `square`, 1/s^2.
    pub(super) fn below(&self, square: f64) -> usize {
        self.below_within(GROWTH, square)
    }

    /// With pivots delayed where an elimination would make a stiffness larger by more than `growth`.
    pub(super) fn below_within(&self, growth: f64, square: f64) -> usize {
        let mut waiting: Vec<Option<Box<Front>>> = vec![None; self.members.len()];
        let mut count = 0;
        for (body, member) in self.members.iter().enumerate().rev() {
            let mut front = waiting[body].take().unwrap_or_else(|| Box::new(Front::empty()));
            front.add_body(member, square);
            if let Some(arm) = &member.held {
                front.hold(arm);
            }
            let is_root = member.carrier.is_none();
            count += front.pass_one(self, member, (growth, is_root)).unwrap_or_else(|| {
                front.loosen(self, member);
                front.settle(growth, is_root)
            });
            let Some(carrier) = member.carrier else {
                if !front.loose.is_empty() {
                    count += front.rest();
                }
                continue;
            };
            front.shift(&member.arm);
            match &mut waiting[carrier] {
                Some(other) => other.join(*front),
                slot => *slot = Some(front),
            }
        }
        count.saturating_sub(3 * self.held.len())
    }
}
