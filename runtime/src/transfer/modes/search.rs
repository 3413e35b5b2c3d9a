//! The lowest modes: brackets from counts, vectors by inverse iteration, squares from what the parts store, and counts on both sides of each
//! as the proof that it is one, and that none is missing.

use std::sync::atomic::{AtomicBool, Ordering};

use nalgebra::DMatrix;

use super::super::Vec6;
use super::members::{Members, Motion, Sum};
use super::solution::Factors;

/// How far a count looks beside a square, relatively: it is right to that.
const SURE: f64 = 1e-12;
/// Squares that are nearer to each other are counted together.
const TOGETHER: f64 = 1e-9;
/// What an iteration changes when it has come to its end.
const SETTLED: f64 = 1e-13;
/// Of rounding that sums may have.
pub(super) const ROUNDED: f64 = 16.0 * f64::EPSILON;
/// Brackets this wide, the larger end over the smaller, are iterated in: around one square, and around several.
const ALONE: f64 = 4.0;
const SEVERAL: f64 = 1.2;
/// More at once are told apart by counts first.
const MOST: usize = 12;
/// What is left of a motion that depends on others, of the square of its size.
const DEPENDENT: f64 = 1e-24;
/// A residual that is good enough.
const CLEAN: f64 = 1e-12;
/// Of a bracket: squares that are as near have one shift.
const CLOSE: f64 = 1e-3;
/// Of iterations.
const LOOKS: u32 = 20;
/// The most and the least that a square may be, 1/s^2.
const LARGEST: f64 = 1e40;
const LEAST: f64 = 1e-40;

/// A mode by itself.
#[derive(Clone, Debug)]
pub(crate) struct Swept {
    /// `ω²`, 1/s^2; zero where it cannot be told from that.
    pub(crate) square: f64,
    /// Forces that are left over, as a share of those of inertia.
    pub(crate) residual: f64,
    /// `x'Mx = 1`
    pub(crate) motion: Motion,
}

/// What the search comes to, the lowest first.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// With their motions.
    pub(crate) modes: Vec<Swept>,
    /// Whether counts say that these are all, each once.
    pub(crate) counted: bool,
    /// A square that some which are said to be nothing may have, 1/s^2: rounding hides it, and it is no small one beside how weights make
    /// everything swing.
    pub(crate) hidden: Option<f64>,
}

/// Somebody wanted it to end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cancelled;

/// Of the largest square that may be taken for nothing: what motions that are not quite free have of others.
const UNSEEN: f64 = 1e-12;

/// Of a square: what another iteration takes is worth one more.
const FALLS: f64 = 0.25;

/// A square within so many times what forces that are left over make of it is none.
const OF_DOUBT: f64 = 64.0;
/// What these leave of a frequency is told from here on, as a share of it.
const UNSURE: f64 = 3e-3;

/// Squares between two, with how many are below each.
#[derive(Clone, Copy, Debug)]
struct Bracket {
    /// Below it there are `below` squares.
    low: f64,
    /// Below it there are `until`.
    high: f64,
    /// How many squares are below `low`.
    below: usize,
    /// How many are below `high`.
    until: usize,
}

/// A square with its motion, and what its rounding is relative to.
struct Ritz {
    /// Of the frequency, (rad/s)².
    square: Sum,
    motion: Motion,
}

/// While modes are looked for.
struct Search<'a> {
    /// The tree.
    members: &'a Members,
    /// How many modes are asked for.
    wanted: usize,
    /// Of the random motions that searches begin with.
    seed: u64,
    /// Found so far: squares with motions.
    modes: Vec<(f64, Motion)>,
    counted: bool,
}

impl Members {
    /// So many, or as many as there are.
    pub(crate) fn lowest(&self, wanted: usize, cancel: &AtomicBool) -> Result<Found, Cancelled> {
        let wanted = wanted.min(self.freedoms.len().saturating_sub(3 * self.held.len()));
        let mut search =
            Search { members: self, wanted, seed: 1, modes: Vec::new(), counted: true };
        let [falling, free, swinging] = search.brackets();
        for bracket in [falling, free, swinging] {
            search.divide(bracket, cancel)?;
        }
        let Search { mut modes, mut counted, .. } = search;
        counted &= modes.len() >= wanted;
        modes.truncate(wanted);
        let slowest = modes.iter().map(|own| own.0.abs()).filter(|own| *own > 0.0);
        let slowest = slowest.fold(f64::INFINITY, f64::min);
        let slowest = if slowest.is_finite() { slowest } else { 1.0 };
        let swept = |(square, motion): (f64, Motion)| {
            let doubt = self.doubt(&motion);
            let square = if square.abs() <= OF_DOUBT * doubt { 0.0 } else { square };
            let residual = self.residual(&motion, square, square.abs().max(slowest));
            // Far above what it mostly is, so only what is large is told, as a share of the frequency.
            let unsure = 0.5 * doubt / square.abs();
            let is_told = square != 0.0 && unsure > UNSURE;
            let residual = if is_told { residual.max(unsure) } else { residual };
            Swept { square, residual, motion }
        };
        let modes: Vec<Swept> = modes.into_iter().map(swept).collect();
        let has_free = modes.iter().any(|own| own.square == 0.0);
        let hidden = (has_free && self.hides()).then_some(free.high);
        Ok(Found { modes, counted, hidden })
    }
}

impl Bracket {
    /// How many times as large the one end is as the other.
    fn ratio(&self) -> f64 {
        let (a, b) = (self.low.abs(), self.high.abs());
        if self.low * self.high > 0.0 { a.max(b) / a.min(b) } else { f64::INFINITY }
    }

    fn holds(&self, square: f64) -> bool {
        self.low <= square && square <= self.high
    }
}

/// A shift amid squares that have come close to each other, when they have been seen twice.
fn nearer(bracket: &Bracket, before: &[f64], found: &[Ritz]) -> Option<f64> {
    let (first, last) = (found.first()?.square.value, found.last()?.square.value);
    let is_close = last - first <= CLOSE * (bracket.high - bracket.low);
    let between = 0.5 * (first + last);
    (!before.is_empty() && is_close && bracket.holds(between)).then_some(between)
}

impl Search<'_> {
    /// Of what falls, of what moves freely, and of what swings; all that are wanted are in these.
    fn brackets(&self) -> [Bracket; 3] {
        let below = |square: f64| self.members.below(square);
        let mut high = 1.0;
        let mut until = below(high);
        while until < self.wanted && high < LARGEST {
            high *= 256.0;
            until = below(high);
        }
        while high > LEAST {
            let fewer = below(high / 256.0);
            if fewer < self.wanted {
                break;
            }
            (high, until) = (high / 256.0, fewer);
        }
        let tiny = (1e-14 * high).max(self.members.noise());
        if tiny >= high {
            high = 16.0 * tiny;
            until = below(high);
        }
        let (fall, free) = (below(-tiny), below(tiny));
        let mut low = -16.0 * tiny;
        while fall > 0 && below(low) > 0 && low > -LARGEST {
            low *= 256.0;
        }
        [
            Bracket { low, high: -tiny, below: 0, until: fall },
            Bracket { low: -tiny, high: tiny, below: fall, until: free },
            Bracket { low: tiny, high, below: free, until },
        ]
    }

    /// Until each bracket's squares are known.
    fn divide(&mut self, whole: Bracket, cancel: &AtomicBool) -> Result<(), Cancelled> {
        let mut left = vec![whole];
        while let Some(bracket) = left.pop() {
            if cancel.load(Ordering::Relaxed) {
                return Err(Cancelled);
            }
            let count = bracket.until.saturating_sub(bracket.below);
            if count == 0 || bracket.below >= self.wanted {
                continue;
            }
            let ratio = bracket.ratio();
            if ratio == f64::INFINITY {
                self.take_free(bracket);
                continue;
            }
            if count <= MOST
                && ratio < if count == 1 { ALONE } else { SEVERAL }
                && let Some(found) = self.refine(&bracket, count)
            {
                self.modes.extend(found.into_iter().map(|own| (own.square.value, own.motion)));
                continue;
            }
            if ratio < 1.0 + SURE {
                self.take_narrow(&bracket, count);
                continue;
            }
            let between = (bracket.low * bracket.high).sqrt().copysign(bracket.low);
            let here = self.members.below(between).clamp(bracket.below, bracket.until);
            left.push(Bracket { low: between, below: here, ..bracket });
            left.push(Bracket { high: between, until: here, ..bracket });
        }
        Ok(())
    }

    /// What cannot be told from what moves freely is said to do so.
    fn take_free(&mut self, bracket: Bracket) {
        let count = (bracket.until - bracket.below).min(self.wanted - bracket.below);
        let Some(factors) = self.members.factors(bracket.low) else {
            self.counted = false;
            return;
        };
        let motions = self.nearest(&factors, count);
        self.counted &= motions.len() == count;
        // By itself, and not beside what is fast: a ship on its moorings is no free one because something on it is stiff.
        let noise = self.members.noise().max(UNSEEN * bracket.high);
        let is_free = |own: &Motion| {
            let Sum { value, terms } = self.members.potential(own, own);
            value.abs() <= (ROUNDED * terms).max(noise)
        };
        if motions.iter().all(is_free) {
            return self.modes.extend(motions.into_iter().map(|motion| (0.0, motion)));
        }
        let found = self.purified(&factors, self.best(motions));
        for Ritz { square: Sum { value, .. }, motion } in found {
            let square = if is_free(&motion) { 0.0 } else { value };
            self.modes.push((square, motion));
        }
    }

    /// Without what is left of faster motions, as long as any square falls: a heavy body that is only slow has a large share in what begins an iteration,
    /// and what it stores would be the square of a light one that is free.
    fn purified(&self, factors: &Factors, mut found: Vec<Ritz>) -> Vec<Ritz> {
        for _ in 0..LOOKS {
            let basis: Vec<Motion> = found.iter().map(|own| own.motion.clone()).collect();
            let next = self.best(self.applied(factors, &basis));
            let falls = |(next, own): (&Ritz, &Ritz)| {
                next.square.value.abs() < FALLS * own.square.value.abs()
            };
            if next.len() < found.len() || !next.iter().zip(&found).any(falls) {
                break;
            }
            found = next;
        }
        found
    }

    /// Several that differ by less than is resolved: known by the bracket.
    fn take_narrow(&mut self, bracket: &Bracket, count: usize) {
        let Some(factors) = self.members.factors(bracket.low) else {
            self.counted = false;
            return;
        };
        let motions = self.nearest(&factors, count);
        self.counted &= motions.len() == count;
        self.modes.extend(motions.into_iter().map(|motion| (bracket.low, motion)));
    }

    /// Those of a bracket by inverse iteration, if that comes to them all and to no other.
    fn refine(&mut self, bracket: &Bracket, count: usize) -> Option<Vec<Ritz>> {
        let at = |share: f64| bracket.low + share * (bracket.high - bracket.low);
        let mut factors =
            [0.5, 0.39, 0.62].iter().find_map(|&share| self.members.factors(at(share)))?;
        let mut motions = self.random(&factors, count);
        let mut before: Vec<f64> = Vec::new();
        let mut left = f64::INFINITY;
        for _ in 0..LOOKS {
            let found = self.best(self.applied(&factors, &motions));
            let is_settled = before.len() == found.len()
                && found.iter().zip(&before).all(|(own, before)| {
                    let Sum { value, terms } = own.square;
                    (value - before).abs() <= SETTLED * value.abs() + ROUNDED * terms
                });
            if is_settled {
                // Squares are found long before motions are.
                let residual = |own: &Ritz| {
                    let square = own.square.value;
                    self.members.residual(&own.motion, square, square.abs())
                };
                let now = found.iter().map(residual).fold(0.0, f64::max);
                if now < CLEAN || now > 0.5 * left {
                    return self.is_proved(bracket, &found).then_some(found);
                }
                left = now;
            }
            // The nearer the shift, the faster: cubic for a single one.
            if let Some(shift) = nearer(bracket, &before, &found) {
                factors = self.members.factors(shift).unwrap_or(factors);
            }
            before = found.iter().map(|own| own.square.value).collect();
            motions = found.into_iter().map(|own| own.motion).collect();
        }
        None
    }

    /// Whether counts beside each square, or several that are together, say the same.
    fn is_proved(&self, bracket: &Bracket, found: &[Ritz]) -> bool {
        if found.len() != bracket.until - bracket.below {
            return false;
        }
        let mut first = 0;
        while first < found.len() {
            let at = |index: usize| found[index].square.value;
            let apart = |k: &usize| at(*k) - at(*k - 1) > TOGETHER * at(*k).abs();
            let next = (first + 1..found.len()).find(apart).unwrap_or(found.len());
            let terms = found[first..next].iter().map(|own| own.square.terms).fold(0.0, f64::max);
            let beside = (SURE * at(first).abs()).max(ROUNDED * terms);
            let is_so = [1.0, 30.0, 1000.0].iter().any(|times| {
                self.members.below(at(first) - times * beside) == bracket.below + first
                    && self.members.below(at(next - 1) + times * beside) == bracket.below + next
            });
            if !is_so {
                return false;
            }
            first = next;
        }
        true
    }

    /// A basis of what is nearest to the shift, which nothing else is as near to by far.
    fn nearest(&mut self, factors: &Factors, count: usize) -> Vec<Motion> {
        let motions = self.random(factors, count);
        (0..2).fold(motions, |motions, _| self.applied(factors, &motions))
    }

    /// Any forces will do that are not special.
    fn random(&mut self, factors: &Factors, count: usize) -> Vec<Motion> {
        let mut number = || {
            self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005);
            self.seed = self.seed.wrapping_add(1_442_695_040_888_963_407);
            (self.seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let mut motion = |_| {
            let members = self.members.members.iter();
            let forces: Vec<Vec6> =
                members.map(|member| member.inertia(&Vec6::from_fn(|_, _| number()))).collect();
            self.members.solve(factors, &forces)
        };
        (0..count).map(&mut motion).collect()
    }

    /// One more application of `(K - σM)^-1 M`, as an orthonormal basis.
    fn applied(&self, factors: &Factors, motions: &[Motion]) -> Vec<Motion> {
        let members = self.members;
        let mut basis: Vec<Motion> = Vec::with_capacity(motions.len());
        for motion in motions {
            let mut own = members.solve(factors, &members.inertia(motion));
            let before = members.kinetic(&own, &own);
            for _ in 0..2 {
                for other in &basis {
                    own.add(-members.kinetic(other, &own), other);
                }
            }
            let left = members.kinetic(&own, &own);
            if left > DEPENDENT * before && left.is_finite() {
                own.scale(1.0 / left.sqrt());
                basis.push(own);
            }
        }
        basis
    }

    /// The best squares in a space, the lowest first.
    fn best(&self, mut basis: Vec<Motion>) -> Vec<Ritz> {
        let members = self.members;
        let ritz = |motion: Motion| Ritz { square: members.potential(&motion, &motion), motion };
        if basis.len() < 2 {
            return basis.pop().map(ritz).into_iter().collect();
        }
        let count = basis.len();
        let stored = DMatrix::from_fn(count, count, |i, j| match i <= j {
            true => members.potential(&basis[i], &basis[j]).value,
            false => 0.0,
        });
        let whole = DMatrix::from_fn(count, count, |i, j| stored[(i.min(j), i.max(j))]);
        let eigen = whole.symmetric_eigen();
        let combined = |column: usize| {
            let mut motion = basis[0].clone();
            motion.scale(eigen.eigenvectors[(0, column)]);
            for (k, own) in basis.iter().enumerate().skip(1) {
                motion.add(eigen.eigenvectors[(k, column)], own);
            }
            motion.scale(1.0 / members.kinetic(&motion, &motion).sqrt());
            ritz(motion)
        };
        let mut found: Vec<Ritz> = (0..count).map(combined).collect();
        found.sort_by(|a, b| a.square.value.total_cmp(&b.square.value));
        found
    }
}
