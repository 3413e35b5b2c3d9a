//! Forces of a small motion from what it strains.
//!
//! Stiffness of short pieces is a small difference of products that are larger by a power of their
//! number: bending of a rope of two thousand leaves no digit of what its slowest motion stores. But
//! what moves all that a row couples as one rigid body stores nothing in the row, so it is taken
//! away before anything is multiplied, in twice as many digits. What the row makes of it then is
//! rounding of its entries, or a force that turns, as weight does, or what ties it to the ground:
//! it counts where it is more than the first.

use nalgebra::{Matrix3, Vector3};

use super::super::model::ConstrainedModel;
use super::super::units::UnitKind;

/// Of the terms of a row, what rounding of its entries makes of a rigid motion, at the most.
const ROUNDED: f64 = 4.0 * f64::EPSILON;
/// A turn that is told by less than this share of what tells others is none: about the line of a
/// straight rope.
const UNTOLD: f64 = 1e-10;

/// The rows of a stiffness, with what each couples.
pub(super) struct Strained {
    /// Of each unknown: columns and values.
    rows: Vec<Vec<(usize, f64)>>,
    /// Groups that have a place.
    pieces: Vec<Piece>,
    /// Unknowns that are no displacements of these.
    others: Vec<usize>,
}

/// A group, and what it is coupled with.
struct Piece {
    /// Unknowns of its displacements.
    own: std::ops::Range<usize>,
    /// The first three of these: of its place.
    place: usize,
    /// That move with a rigid body, itself among them.
    near: Vec<Near>,
    /// From moments of what they move to how they turn.
    turning: Matrix3<f64>,
}

/// Three unknowns.
struct Near {
    /// The first of them.
    at: usize,
    /// What a turn displaces: from the piece's place, m, or a slope; none where the unknowns are a
    /// turn.
    arm: Option<Vector3<f64>>,
    /// Whether they are a place.
    is_place: bool,
    /// What they count, squared: m² for turns and slopes.
    weight: f64,
    /// How far rounding of places displaces them by a turn, over its precision, m.
    far: f64,
}

/// What a motion strains.
pub(super) struct Strains {
    /// Of each unknown, as the product with the stiffness.
    pub(super) forces: Vec<f64>,
    /// The sum of the terms that its energy is rounded by.
    pub(super) terms: f64,
}

impl Strained {
    /// Of a stiffness in a state of rest: where everything is there says what moves as one body.
    pub(super) fn new(
        model: &ConstrainedModel,
        positions: &[Vector3<f64>],
        stiffness: &[f64],
    ) -> Self {
        let size = model.structure.unknowns();
        let rows = model.structure.rows(stiffness, &vec![true; size]);
        let rows: Vec<_> = rows.into_iter().map(|(_, entries)| entries).collect();
        let mut owners = vec![None; size];
        let mut of_group: Vec<Vec<usize>> = vec![Vec::new(); model.structure.groups().len()];
        for (index, unit) in model.units.iter().enumerate().filter(|(_, unit)| unit.in_space) {
            let (Some(group), Some(first)) = (unit.group, unit.first_unknown(&model.structure))
            else {
                continue;
            };
            owners[first..first + unit.unknowns()].fill(Some(index));
            of_group[group].push(index);
        }
        let mut is_other = vec![true; size];
        let mut pieces = Vec::new();
        for units in of_group {
            let Some(&place) = units.iter().find(|&&unit| model.units[unit].is_place()) else {
                continue;
            };
            let firsts = units.iter().filter_map(|&unit| {
                let first = model.units[unit].first_unknown(&model.structure)?;
                Some(first..first + model.units[unit].unknowns())
            });
            let own = firsts.reduce(|all, one| all.start.min(one.start)..all.end.max(one.end));
            let (Some(own), Some(at)) = (own, model.units[place].first_unknown(&model.structure))
            else {
                continue;
            };
            let columns = rows[own.clone()].iter().flatten().map(|&(column, _)| column);
            let mut near: Vec<usize> = columns.filter_map(|column| owners[column]).collect();
            near.sort_unstable();
            near.dedup();
            is_other[own.clone()].fill(false);
            pieces.push(Piece::new(model, positions, (own, at, place), &near));
        }
        let others = (0..size).filter(|&unknown| is_other[unknown]).collect();
        Self { rows, pieces, others }
    }

    /// Of a motion with its multipliers.
    pub(super) fn by(&self, x: &[f64]) -> Strains {
        let mut forces = vec![0.0; x.len()];
        for &unknown in &self.others {
            forces[unknown] = self.rows[unknown].iter().map(|&(k, value)| value * x[k]).sum();
        }
        // What is not rigid in each motion, what is, and that with what rounding of places adds.
        let mut left = x.to_vec();
        let mut rigid = vec![[0.0; 2]; x.len()];
        let mut terms = 0.0;
        for piece in &self.pieces {
            piece.part(x, &mut left, &mut rigid);
            for row in piece.own.clone() {
                let (mut force, mut size) = (0.0, 0.0);
                let (mut turned, mut of_turned) = (0.0, 0.0);
                for &(k, value) in &self.rows[row] {
                    force += value * left[k];
                    size += (value * left[k]).abs();
                    turned += value * rigid[k][0];
                    of_turned += value.abs() * rigid[k][1];
                }
                if turned.abs() > ROUNDED * of_turned {
                    force += turned;
                    size += of_turned;
                }
                forces[row] = force;
                terms += x[row].abs() * size;
            }
            for near in &piece.near {
                let all = near.at..near.at + 3;
                left[all.clone()].copy_from_slice(&x[all.clone()]);
                rigid[all].fill([0.0; 2]);
            }
        }
        Strains { forces, terms }
    }
}

impl Piece {
    /// Of a group whose own unknowns are `own`, with its place at `at`, the unit of that place and all
    /// units that its rows couple.
    fn new(
        model: &ConstrainedModel,
        positions: &[Vector3<f64>],
        (own, at, place): (std::ops::Range<usize>, usize, usize),
        units: &[usize],
    ) -> Self {
        let here = positions[model.units[place].block];
        let arms = units.iter().map(|&unit| &model.units[unit]).filter(|unit| unit.is_place());
        let reach = arms.map(|unit| (positions[unit.block] - here).norm()).fold(0.0, f64::max);
        let reach = if reach > 0.0 { reach } else { model.extent };
        let mut near = Vec::new();
        for unit in units.iter().map(|&unit| &model.units[unit]) {
            let Some(first) = unit.first_unknown(&model.structure) else { continue };
            let there = positions[unit.block];
            let mut note = |at, arm, is_place, weight, far| {
                near.push(Near { at, arm, is_place, weight, far });
            };
            match unit.kind {
                UnitKind::Node => {
                    note(first, Some(there - here), true, 1.0, there.norm() + here.norm())
                }
                UnitKind::Body { .. } => {
                    note(first, Some(there - here), true, 1.0, there.norm() + here.norm());
                    note(first + 3, None, false, reach * reach, 0.0);
                }
                UnitKind::Slope => note(first, Some(there), false, reach * reach, 0.0),
                // Turns with its body, and grows with nothing rigid.
                UnitKind::SlopeAlong { .. } => {}
            }
        }
        let mut moments = Matrix3::zeros();
        for own in &near {
            moments += own.weight
                * match own.arm {
                    Some(arm) => Matrix3::identity() * arm.norm_squared() - arm * arm.transpose(),
                    None => Matrix3::identity(),
                };
        }
        let eigen = moments.symmetric_eigen();
        let least = UNTOLD * eigen.eigenvalues.max();
        let inverse = eigen.eigenvalues.map(|own| if own > least { 1.0 / own } else { 0.0 });
        let turning =
            eigen.eigenvectors * Matrix3::from_diagonal(&inverse) * eigen.eigenvectors.transpose();
        Self { own, place: at, near, turning }
    }

    /// Splits what moves here into the rigid motion that is nearest to it, with its place, and the
    /// rest.
    fn part(&self, x: &[f64], left: &mut [f64], rigid: &mut [[f64; 2]]) {
        let three = |at: usize| Vector3::new(x[at], x[at + 1], x[at + 2]);
        let goes = three(self.place);
        let mut moment = Vector3::zeros();
        for near in &self.near {
            let own = if near.is_place { three(near.at) - goes } else { three(near.at) };
            moment += near.weight * near.arm.map_or(own, |arm| arm.cross(&own));
        }
        let turn = self.turning * moment;
        for near in &self.near {
            let goes = if near.is_place { goes } else { Vector3::zeros() };
            for k in 0..3 {
                let (a, b) = ((k + 1) % 3, (k + 2) % 3);
                let [moved, rest] = match near.arm {
                    Some(arm) => [
                        goes[k] + (turn[a] * arm[b] - turn[b] * arm[a]),
                        beyond(x[near.at + k], goes[k], [turn[a], arm[b]], [turn[b], arm[a]]),
                    ],
                    None => [turn[k], x[near.at + k] - turn[k]],
                };
                left[near.at + k] = rest;
                rigid[near.at + k] = [moved, moved.abs() + turn.norm() * near.far];
            }
        }
    }
}

/// `x - v - (a b - c d)`, of which nothing is rounded but the result (Dekker, Numerische Mathematik
/// 18 (1971)).
fn beyond(x: f64, v: f64, [a, b]: [f64; 2], [c, d]: [f64; 2]) -> f64 {
    let (first, second) = (a * b, c * d);
    let lost = c.mul_add(d, -second) - a.mul_add(b, -first);
    let (gone, one) = difference(x, v);
    let (turned, two) = difference(gone, first);
    let (turned, three) = difference(turned, -second);
    turned + (one + two + three + lost)
}

/// With what rounding takes of it (Knuth).
fn difference(a: f64, b: f64) -> (f64, f64) {
    let difference = a - b;
    let back = difference - a;
    (difference, (a - (difference - back)) - (b + back))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `2 + 2h - 1 - (1 + h)²` is `-h²`, of which nothing is left where the square is rounded
    /// first; and the other product likewise.
    #[test]
    fn nothing_is_rounded_but_the_result() {
        let small = 2.0_f64.powi(-30);
        let one = 1.0 + small;
        assert_eq!(beyond(2.0 + 2.0 * small, 1.0, [one, one], [0.0, 5.0]), -small * small);
        assert_eq!(beyond(-2.0 * small, 1.0, [0.0, 5.0], [one, one]), small * small);
        assert_eq!(difference(1.0, small * small), (1.0, -small * small));
    }
}
