//! Form 2: end points and tensions, one banded block elimination.
//!
//! A slender link without spin is two points with the mass matrix `m/6 [[2, 1], [1, 2]]` and the
//! constraint that their distance is `l`. With the added mass `μ` across the link the blocks are
//!
//! ```text
//! M_d = (m + μ P)/3   (diagonal)      M_o = (m + μ P)/6   (off-diagonal)      P = 1 - u uᵀ
//! ```
//!
//! For link `j` from node `a` to node `b` with the mean tension `λ` and the rate `u̇`:
//!
//! ```text
//! M_d a_a + M_o a_b = F_a + λ u + (force from the links before)
//! M_o a_a + M_d a_b = F_b - λ u + (force from the links after)
//! u · (a_b - a_a)   = -l |u̇|² = -g
//! ```
//!
//! Inward. Suppose everything from `b` outward, with the block `M_d` of link `j` at `b`, answers a
//! further force `r` at `b` by `a_b = d + S r` (`S` symmetric, a compliance in 1/kg). Then
//! `a_b = d - S (λ u + M_o a_a)`, and with `h = S u`, `σ = u·h`, `q = u + M_o h` and
//! `γ = u·d + g` the constraint reads `q·a_a + σ λ = γ`. What is left at `a`:
//!
//! ```text
//! G a_a - λ q = f + r      G = M_d + M_d(link before) - M_o S M_o      f = F - M_o d
//! q·a_a + σ λ = γ
//! ```
//!
//! where `F` is the whole nodal force at `a` and `r` what the link before adds. So with
//! `y = G⁻¹ q` and `ω = σ + q·y`
//!
//! ```text
//! λ = λ₀ - (y/ω)·r     λ₀ = (γ - y·f)/ω
//! S ← G⁻¹ - y yᵀ/ω     d ← G⁻¹ (f + λ₀ q)
//! ```
//!
//! Outward, from the root's acceleration: `r = -λ u - M_o a_a` of the link before gives the
//! acceleration `d + S r` of its end and the next tension.
//!
//! Carrying the compliance instead of the articulated mass has two merits. `G` lies between `7/12`
//! and `2/3` of a link's mass (for equal links), however heavy the rest is, so nothing is lost to
//! cancellation where a heavy body hangs on light links. And a held tip is the start `S = 0`, `d =
//! a_tip`, with no infinite numbers; only a chain that is held at both ends and straight is
//! singular, and shows it by `σ = 0` at the root.
//!
//! Operations per link (multiplications, additions, three divisions; no added mass): inward 166,
//! outward 41, together 207, where the recursion in five-dimensional matrices of Hembree and
//! Slegers (2010) counts 834. The chain of dependent operations is `S → h → q → y → ω → division →
//! S`, about 25 operations deep: near 80 cycles, less than the 100 that the count takes at two
//! operations per cycle, so the number of operations is the limit, not their order.
//!
//! Expected 40 ns per link; measured 37 to 43 ns with placing and weight, from 8 to 10 000 links
//! (AMD EPYC, no target flags), with a heavy or held tip too. At 100 000 links it is 44 to 50 ns:
//! each link then moves about 700 bytes through memory.

use nalgebra::Vector3;

use super::boundary::{Root, RootLoad, TAUT, Taut, Tip};
use super::data::{EndForces, Motion, State};
use super::links::Links;
use crate::spatial::Sym3;

/// What the inward pass leaves for the outward pass.
#[derive(Clone, Debug)]
pub(super) struct Elimination {
    /// Of each link.
    pub(super) ends: Vec<LinkEnd>,
    /// What is left there.
    pub(super) root: AtRoot,
    /// What is at the tip.
    pub(super) tip: Tip,
}

/// At a link's end, towards the tip: `a = d + S r`, and `λ = λ₀ - row·r` of the next link.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkEnd {
    /// `S`, 1/kg.
    pub(super) compliance: Sym3,
    /// `d`, m/s².
    pub(super) free_acceleration: Vector3<f64>,
    /// `row`
    pub(super) tension_row: Vector3<f64>,
    /// `λ₀`, N.
    pub(super) free_tension: f64,
    /// `1/ω`: the tension for a unit of `γ`.
    pub(super) tension_gain: f64,
    /// `h`, 1/kg.
    pub(super) along: Vector3<f64>,
}

/// The two equations that are left at the root node, and the first link's mass as their measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtRoot {
    pub(super) mass: Sym3,
    pub(super) force: Vector3<f64>,
    pub(super) row: Vector3<f64>,
    pub(super) compliance: f64,
    pub(super) gap: f64,
    pub(super) link_mass: f64,
}

impl Elimination {
    /// Memory for so many links.
    pub(crate) fn new(count: usize) -> Self {
        let end = LinkEnd {
            compliance: Sym3::ZERO,
            free_acceleration: Vector3::zeros(),
            tension_row: Vector3::zeros(),
            free_tension: 0.0,
            tension_gain: 0.0,
            along: Vector3::zeros(),
        };
        let root = AtRoot {
            mass: Sym3::ZERO,
            force: Vector3::zeros(),
            row: Vector3::zeros(),
            compliance: 0.0,
            gap: 0.0,
            link_mass: 1.0,
        };
        Self { ends: vec![end; count], root, tip: Tip::Free }
    }
}

/// `M_d` of a link.
#[inline(always)]
fn diagonal<const ADDED: bool>(mass: f64, added: f64, u: &Vector3<f64>) -> Sym3 {
    if ADDED {
        Sym3::isotropic((mass + added) / 3.0).plus_square(-added / 3.0, u)
    } else {
        Sym3::isotropic(mass / 3.0)
    }
}

/// `M_o v` of a link.
#[inline(always)]
pub(super) fn off_diagonal<const ADDED: bool>(
    mass: f64,
    added: f64,
    u: &Vector3<f64>,
    v: &Vector3<f64>,
) -> Vector3<f64> {
    if ADDED { v * ((mass + added) / 6.0) - u * (added / 6.0 * u.dot(v)) } else { v * (mass / 6.0) }
}

/// Solves `G a - λ q = f`, `q·a + σ λ = γ`: the new compliance and free acceleration, and the row
/// and constant of `λ`.
#[inline(always)]
pub(super) fn eliminate(root: &AtRoot) -> LinkEnd {
    let AtRoot { mass, force, row, compliance, gap, .. } = root;
    let (adjugate, determinant) = mass.adjugate();
    // The same as in the head of this file, times the determinant, so that both divisions can
    // start as early as possible and side by side.
    let y = adjugate.times(row);
    let omega = compliance * determinant + row.dot(&y);
    let (over_determinant, over_omega) = (1.0 / determinant, 1.0 / omega);
    let tension_row = y * over_omega;
    let free_tension = (gap * determinant - y.dot(force)) * over_omega;
    let free = adjugate.times(force) + y * free_tension;
    let rank_one = adjugate.plus_square(-over_omega, &y);
    LinkEnd {
        compliance: rank_one.scaled(over_determinant),
        free_acceleration: free * over_determinant,
        tension_row,
        free_tension,
        tension_gain: determinant * over_omega,
        along: Vector3::zeros(),
    }
}

/// Of a link's mass over what moves it along itself: below it `u·S u` is looked at as a sum.
const HEAVY: f64 = 1e-3;

/// A node with all beyond it, and the parts of `q` along the link there and along what that answers.
struct Beyond {
    at_node: AtRoot,
    outer: [Vector3<f64>; 2],
}

impl Beyond {
    /// `h = S u` and `u·h` as sums, where a heavy tip makes them the small difference of two: how the node yields while the link beyond it is held,
    /// which is nothing along it, and what that yields,
    ///
    /// ```text
    /// S = [q]x' G [q]x / (q·adj G q) + y yᵀ σ/(q·y ω)
    /// ```
    ///
    /// Links on one line are so to the last digit: cross products are taken of them, not of sums.
    fn along(&self, u: &Vector3<f64>) -> (Vector3<f64>, f64) {
        let Self { at_node: AtRoot { mass, row, compliance, .. }, outer: [link, answer] } = self;
        let (adjugate, determinant) = mass.adjugate();
        let y = adjugate.times(row);
        let square = row.dot(&y);
        let share = y.dot(u) * compliance / (square * (compliance * determinant + square));
        let across = link.cross(u) + answer.cross(u);
        let turned = mass.times(&across);
        (turned.cross(row) / square + y * share, across.dot(&turned) / square + y.dot(u) * share)
    }
}

/// `ADDED` tells the compiler whether there is any added mass, so that chains without cost nothing
/// for it.
pub(super) fn inward<const ADDED: bool>(
    links: &Links,
    state: State<'_>,
    forces: &[Vector3<f64>],
    added_masses: &[f64],
    tip: Tip,
    elimination: &mut Elimination,
) {
    let count = links.count().min(state.directions.len()).min(state.rates.len());
    let (lengths, masses) = (&links.lengths()[..count], &links.masses()[..count]);
    let (directions, rates) = (&state.directions[..count], &state.rates[..count]);
    let (forces, added_masses) = (&forces[..=count], &added_masses[..count]);
    let ends = &mut elimination.ends[..count];
    elimination.tip = tip;

    let last = count - 1;
    let mut u = Vector3::from(directions[last]);
    let (mut mass, mut added) = (masses[last], if ADDED { added_masses[last] } else { 0.0 });
    let mut block = diagonal::<ADDED>(mass, added, &u);
    let (mut compliance, mut free) = match tip {
        Tip::Free => {
            let inverse = block.inverse();
            (inverse, inverse.times(&forces[count]))
        }
        Tip::Body { mass, bias } => {
            let inverse = block.plus(&Sym3::from_matrix(&mass)).inverse();
            (inverse, inverse.times(&(forces[count] - bias)))
        }
        Tip::Held { acceleration } => (Sym3::ZERO, acceleration),
    };
    ends[last] = LinkEnd {
        compliance,
        free_acceleration: free,
        tension_row: Vector3::zeros(),
        free_tension: 0.0,
        tension_gain: 0.0,
        along: Vector3::zeros(),
    };
    let mut beyond: Option<Beyond> = None;
    let mut j = last;
    loop {
        let mut h = compliance.times(&u);
        let mut sigma = u.dot(&h);
        if sigma * mass < HEAVY
            && let Some(beyond) = &beyond
        {
            (h, sigma) = beyond.along(&u);
        }
        ends[j].along = h;
        let along = u.dot(&free);
        let (kappa, beta) =
            if ADDED { ((mass + added) / 6.0, added / 6.0) } else { (mass / 6.0, 0.0) };
        let mut remaining = block.plus(&compliance.scaled(-kappa * kappa));
        let (mut row, mut force) = (u + h * kappa, forces[j] - free * kappa);
        let mut own = 1.0;
        if ADDED {
            remaining = remaining
                .plus_product(kappa * beta, &u, &h)
                .plus_square(-(beta * beta * sigma), &u);
            own -= beta * sigma;
            row -= u * (beta * sigma);
            force += u * (beta * along);
        }
        let outer = [u * own, h * kappa];
        let gap = along + lengths[j] * Vector3::from(rates[j]).norm_squared();
        if j == 0 {
            elimination.root =
                AtRoot { mass: remaining, force, row, compliance: sigma, gap, link_mass: mass };
            return;
        }
        j -= 1;
        u = Vector3::from(directions[j]);
        mass = masses[j];
        if ADDED {
            added = added_masses[j];
        }
        block = diagonal::<ADDED>(mass, added, &u);
        let remaining = remaining.plus(&block);
        let at_node =
            AtRoot { mass: remaining, force, row, compliance: sigma, gap, link_mass: mass };
        let end = eliminate(&at_node);
        (compliance, free) = (end.compliance, end.free_acceleration);
        beyond = Some(Beyond { at_node, outer });
        ends[j] = end;
    }
}

/// Whether the first link's tension cannot be told from the root's acceleration.
fn is_taut(elimination: &Elimination) -> bool {
    let AtRoot { compliance, link_mass, .. } = elimination.root;
    match elimination.tip {
        Tip::Held { .. } => compliance * link_mass <= TAUT,
        Tip::Free | Tip::Body { .. } => compliance <= 0.0,
    }
}

/// Of the root node with all beyond it: kg and N, world axes.
pub(super) fn root_load(elimination: &Elimination) -> Result<RootLoad, Taut> {
    if is_taut(elimination) {
        return Err(Taut);
    }
    let AtRoot { mass, force, row, compliance, gap, .. } = &elimination.root;
    let mass = mass.plus_square(1.0 / compliance, row).to_matrix();
    Ok(RootLoad { mass, bias: -force - row * (gap / compliance) })
}

/// Second derivatives of directions are differences of the nodes' accelerations over the link's
/// length.
pub(super) fn outward<const ADDED: bool>(
    links: &Links,
    state: State<'_>,
    forces: &[Vector3<f64>],
    added_masses: &[f64],
    elimination: &Elimination,
    root: Root,
    motion: Motion<'_>,
) -> Result<EndForces, Taut> {
    let count = links.count().min(state.directions.len()).min(motion.direction_accelerations.len());
    let (lengths, masses) = (&links.lengths()[..count], &links.masses()[..count]);
    let directions = &state.directions[..count];
    let added_masses = &added_masses[..count];
    let ends = &elimination.ends[..count];
    let accelerations = &mut motion.accelerations[..=count];
    let direction_accelerations = &mut motion.direction_accelerations[..count];
    let tensions = &mut motion.tensions[..count];

    let at_root = &elimination.root;
    let (mut start, mut tension, root_force) = match root {
        Root::Free => {
            let end = eliminate(at_root);
            (end.free_acceleration, end.free_tension, Vector3::zeros())
        }
        Root::Given(acceleration) => {
            if is_taut(elimination) {
                return Err(Taut);
            }
            let AtRoot { mass, force, row, compliance, gap, .. } = at_root;
            let tension = (gap - row.dot(&acceleration)) / compliance;
            (acceleration, tension, mass.times(&acceleration) - force - row * tension)
        }
    };
    accelerations[0] = start;
    let (mut before, mut along) = (start, 0.0);
    for j in 0..count {
        let u = Vector3::from(directions[j]);
        let added = if ADDED { added_masses[j] } else { 0.0 };
        let carried = off_diagonal::<ADDED>(masses[j], added, &u, &start);
        let r = -u * tension - carried;
        let end = &ends[j];
        let acceleration =
            end.free_acceleration - end.along * tension - end.compliance.times(&carried);
        let turning = (acceleration - start) * (1.0 / lengths[j]);
        direction_accelerations[j] = turning.into();
        accelerations[j + 1] = acceleration;
        tensions[j] = tension;
        (before, along) = (start, tension);
        tension = end.free_tension - end.tension_row.dot(&r);
        start = acceleration;
    }
    let tip = match elimination.tip {
        Tip::Free => Vector3::zeros(),
        Tip::Body { mass, bias } => mass * start + bias,
        Tip::Held { .. } => {
            let last = count - 1;
            let u = Vector3::from(directions[last]);
            let (mass, added) = (masses[last], if ADDED { added_masses[last] } else { 0.0 });
            forces[count]
                - u * along
                - off_diagonal::<ADDED>(mass, added, &u, &before)
                - diagonal::<ADDED>(mass, added, &u).times(&start)
        }
    };
    Ok(EndForces { root: root_force, tip })
}
