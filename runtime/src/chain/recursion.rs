//! Form 1: the recursion of Hembree and Slegers (2010), two rotations per link.
//!
//! The paper joins to each link `j` the five accelerations `(ω̇_y, ω̇_z, a)` of its angular motion
//! and of its start, and carries inward a symmetric 5x5 matrix `M̄` and a vector `Γ̄`: the moments
//! and the force that the link and all after it need at the joint. Its step is `M̃ = M - K Gᵀ M`
//! (eq. 45) and `M̄ = M' + Dᵀ M̃ D` (eq. 38). Because `Gᵀ` picks the two moments, and a joint
//! without moment makes them vanish for every acceleration of the link before, the first two rows
//! of `M̃` are zero, and with them by symmetry the first two columns: only the 3x3 block of the
//! translation is left, an articulated mass `A` of the joint, and of `Γ̃` only its force `b`. So
//! `Dᵀ M̃ D` is that block moved by the link's offset, and the step needs no more than what
//! follows.
//!
//! A link has the direction `u`, the pair `B = (e₁, e₂)` that completes it to an orthonormal triad,
//! its start's acceleration `a_a`, `g = l |u̇|²`, the end's acceleration `a_b = a_a - g u + B τ`
//! with `τ = l ω̇`, the mass `m` and the added mass `μ` across itself, with which `κ₂ = (m + μ)/3`
//! and `κ = (m + μ)/6`. At its end the rest needs `A a_b + b`. In the triad,
//!
//! ```text
//! N = κ₂ + Bᵀ A B     k = Bᵀ A u     s = u·A u     w = Bᵀ (b - g A u)
//! moments about the start, over l:   (N + κ) Bᵀ a_a + k (u·a_a) + N τ + w = 0
//! ```
//!
//! The 2x2 inverse of `N` (the paper's `Gᵀ M G`) gives `τ`, and put into the sum of forces on the
//! link
//!
//! ```text
//! A ← B (κ₂ - κ² N⁻¹) Bᵀ - κ (B N⁻¹k uᵀ + u kᵀN⁻¹ Bᵀ) + (m + s - k·N⁻¹k) u uᵀ
//! b ← -κ B N⁻¹ w + u (u·b - g s - g m/2 - k·N⁻¹ w) - F
//! ```
//!
//! with `F` the nodal force at the start. Written this way the large terms have been cancelled by
//! hand (`M + κ₂ + .. - (M + ..) N⁻¹ (M + ..)`), so a heavy tip costs no digits across the link.
//! What remains is `s - k·N⁻¹k`: as many digits are lost as the ratio of the tip's mass to a link's
//! has (1e-10 relative for 1e6); the other form does not lose them. Outward, `a_b = -B (κ N⁻¹ Bᵀ
//! a_a + N⁻¹k (u·a_a) + N⁻¹ w) + u (u·a_a - g)`.
//!
//! A held tip is a free one with a support force `p` that is found at the root: with the 3x3
//! matrices `Y` and `Λ` the tip accelerates by `Yᵀ a_a + z + Λ p` and the root needs
//! `A a_a + b - Y p`; one link changes them by
//!
//! ```text
//! W = N⁻¹ Bᵀ Y     Λ ← Λ + Yᵀ B W     z ← z - g Yᵀu - Yᵀ B N⁻¹ w     Y ← u (uᵀY - kᵀ W) - κ B W
//! ```
//!
//! Operations per link (multiplications, additions, four divisions; no added mass): the triad 12,
//! inward 242, outward 61, tension 31, together 346 instead of the paper's 834; a held tip adds
//! about 190. The paper's count contains the rotations between the links' own axes, which disappear
//! where all is written in world axes. The chain of dependent operations is `A → A B → N → division
//! → N⁻¹k → A`.
//!
//! Expected about 200 cycles, 80 ns, from the count at two operations per cycle; measured 51 to 58
//! ns per link with placing and weight, from 8 to 10 000 links (AMD EPYC, no target flags), 75 ns
//! with a held tip.

use nalgebra::{Matrix3, Vector3};

use super::boundary::{Root, RootLoad, TAUT, Taut, Tip};
use super::data::{EndForces, Motion, State};
use super::links::Links;
use crate::spatial::Sym3;

/// What the inward pass leaves for the outward pass.
#[derive(Clone, Debug)]
pub(super) struct Elimination {
    joints: Vec<LinkJoint>,
    /// `W` of each link; used when the tip is held.
    support_rows: Vec<[Vector3<f64>; 2]>,
    mass: Sym3,
    bias: Vector3<f64>,
    support: Support,
    tip: Tip,
}

/// `first` and `second` complete the link's direction to a triad; numbers are components along
/// these two.
#[derive(Clone, Copy, Debug)]
struct LinkJoint {
    first: Vector3<f64>,
    second: Vector3<f64>,
    /// `N⁻¹` as 11, 22, 12.
    inverse: [f64; 3],
    /// `N⁻¹ k`
    coupling: [f64; 2],
    /// `N⁻¹ w`
    drift: [f64; 2],
}

/// The answer of the tip's acceleration to the root's acceleration and to a force at the tip.
#[derive(Clone, Copy, Debug)]
struct Support {
    transfer: Matrix3<f64>,
    acceleration: Vector3<f64>,
    compliance: Sym3,
}

impl Support {
    const NONE: Self = Self {
        transfer: Matrix3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        acceleration: Vector3::new(0.0, 0.0, 0.0),
        compliance: Sym3::ZERO,
    };
}

impl Elimination {
    pub(crate) fn new(count: usize) -> Self {
        let zero = Vector3::zeros();
        let joint = LinkJoint {
            first: zero,
            second: zero,
            inverse: [0.0; 3],
            coupling: [0.0; 2],
            drift: [0.0; 2],
        };
        Self {
            joints: vec![joint; count],
            support_rows: vec![[zero; 2]; count],
            mass: Sym3::ZERO,
            bias: zero,
            support: Support::NONE,
            tip: Tip::Free,
        }
    }
}

/// Two unit vectors that complete the unit vector `u` to a right-handed triad, without a branch:
/// Duff et al., "Building an orthonormal basis, revisited", JCGT 6 (2017).
#[inline(always)]
fn triad(u: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
    let sign = 1.0_f64.copysign(u.z);
    let a = -1.0 / (sign + u.z);
    let b = u.x * u.y * a;
    (
        Vector3::new(1.0 + sign * u.x * u.x * a, sign * b, -sign * u.x),
        Vector3::new(b, sign + u.y * u.y * a, -u.y),
    )
}

/// `ADDED` as in the other form: whether there is any added mass. A held tip has a pass of its own,
/// which carries the support's matrices along.
pub(super) fn inward<const ADDED: bool>(
    links: &Links,
    state: State<'_>,
    forces: &[Vector3<f64>],
    added_masses: &[f64],
    tip: Tip,
    elimination: &mut Elimination,
) {
    match tip {
        Tip::Free | Tip::Body { .. } => {
            pass::<ADDED, false>(links, state, forces, added_masses, tip, elimination)
        }
        Tip::Held { .. } => {
            pass::<ADDED, true>(links, state, forces, added_masses, tip, elimination)
        }
    }
}

fn pass<const ADDED: bool, const HELD: bool>(
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
    let joints = &mut elimination.joints[..count];
    let support_rows = &mut elimination.support_rows[..count];
    let mut support = Support::NONE;

    let (mut articulated, mut bias) = match tip {
        Tip::Free | Tip::Held { .. } => (Sym3::ZERO, -forces[count]),
        Tip::Body { mass, bias } => (Sym3::from_matrix(&mass), bias - forces[count]),
    };
    for j in (0..count).rev() {
        let u = Vector3::from(directions[j]);
        let across = if ADDED { masses[j] + added_masses[j] } else { masses[j] };
        let (kappa2, kappa) = (across / 3.0, across / 6.0);
        let g = lengths[j] * Vector3::from(rates[j]).norm_squared();
        let (e1, e2) = triad(&u);

        let (m1, m2) = (articulated.times(&e1), articulated.times(&e2));
        let (n11, n22, n12) = (kappa2 + e1.dot(&m1), kappa2 + e2.dot(&m2), e1.dot(&m2));
        let (k1, k2) = (u.dot(&m1), u.dot(&m2));
        let s = u.dot(&articulated.times(&u));
        let (w1, w2) = (e1.dot(&bias) - g * k1, e2.dot(&bias) - g * k2);

        // Solved by elimination of the first row, like Cholesky's: with the adjugate, `s - k·N⁻¹k`
        // would lose the square of the ratio of the largest to the smallest mass instead of the
        // ratio.
        let (over, first) = (1.0 / (n11 * n22 - n12 * n12), 1.0 / n11);
        let (i11, i22, i12) = (n22 * over, n11 * over, -n12 * over);
        let (k_rest, w_rest) = (n11 * k2 - n12 * k1, n11 * w2 - n12 * w1);
        let (c2, t2) = (k_rest * over, w_rest * over);
        let (c1, t1) = ((k1 - n12 * c2) * first, (w1 - n12 * t2) * first);
        let (k_c, k_t) = ((k1 * k1 + k_rest * c2) * first, (k1 * w1 + k_rest * t2) * first);
        joints[j] = LinkJoint {
            first: e1,
            second: e2,
            inverse: [i11, i22, i12],
            coupling: [c1, c2],
            drift: [t1, t2],
        };

        if HELD {
            let y = &support.transfer;
            let (y1, y2, yu) = (y.tr_mul(&e1), y.tr_mul(&e2), y.tr_mul(&u));
            let (row1, row2) = (y1 * i11 + y2 * i12, y1 * i12 + y2 * i22);
            support_rows[j] = [row1, row2];
            support.acceleration -= yu * g + y1 * t1 + y2 * t2;
            // Yᵀ B N⁻¹ Bᵀ Y is symmetric: its two halves are equal.
            support.compliance =
                support.compliance.plus_product(0.5, &y1, &row1).plus_product(0.5, &y2, &row2);
            support.transfer = u * (yu - row1 * k1 - row2 * k2).transpose()
                - (e1 * kappa) * row1.transpose()
                - (e2 * kappa) * row2.transpose();
        }

        let (x11, x22, x12) =
            (kappa2 - kappa * kappa * i11, kappa2 - kappa * kappa * i22, -kappa * kappa * i12);
        let (v1, v2) = (-kappa * c1, -kappa * c2);
        let axial = masses[j] + (s - k_c);
        let p1 = e1 * x11 + e2 * x12 + u * v1;
        let p2 = e1 * x12 + e2 * x22 + u * v2;
        let p3 = e1 * v1 + e2 * v2 + u * axial;
        articulated = Sym3 {
            xx: e1.x * p1.x + e2.x * p2.x + u.x * p3.x,
            yy: e1.y * p1.y + e2.y * p2.y + u.y * p3.y,
            zz: e1.z * p1.z + e2.z * p2.z + u.z * p3.z,
            xy: e1.x * p1.y + e2.x * p2.y + u.x * p3.y,
            xz: e1.x * p1.z + e2.x * p2.z + u.x * p3.z,
            yz: e1.y * p1.z + e2.y * p2.z + u.y * p3.z,
        };
        let thrust = u.dot(&bias) - g * (s + 0.5 * masses[j]) - k_t;
        bias = u * thrust - e1 * (kappa * t1) - e2 * (kappa * t2) - forces[j];
    }
    elimination.mass = articulated;
    elimination.bias = bias;
    elimination.support = support;
    elimination.tip = tip;
}

pub(super) fn root_load(elimination: &Elimination) -> Result<RootLoad, Taut> {
    let Elimination { mass, bias, support, tip, .. } = elimination;
    match tip {
        Tip::Free | Tip::Body { .. } => Ok(RootLoad { mass: mass.to_matrix(), bias: *bias }),
        Tip::Held { acceleration } => {
            let stiff = support.compliance.safe_inverse(TAUT).ok_or(Taut)?.to_matrix();
            let transfer = &support.transfer;
            let mass = mass.to_matrix() + transfer * stiff * transfer.transpose();
            let force = stiff * (acceleration - support.acceleration);
            Ok(RootLoad { mass, bias: bias - transfer * force })
        }
    }
}

/// The root's acceleration and the support's force at the tip.
fn solve_root(elimination: &Elimination, root: Root) -> Result<(Vector3<f64>, Vector3<f64>), Taut> {
    let Elimination { mass, bias, support, tip, .. } = elimination;
    let transfer = &support.transfer;
    match (root, tip) {
        (Root::Given(a), Tip::Free | Tip::Body { .. }) => Ok((a, Vector3::zeros())),
        (Root::Free, Tip::Free | Tip::Body { .. }) => {
            Ok((-mass.inverse().times(bias), Vector3::zeros()))
        }
        (Root::Given(a), Tip::Held { acceleration }) => {
            let stiff = support.compliance.safe_inverse(TAUT).ok_or(Taut)?;
            Ok((a, stiff.times(&(acceleration - support.acceleration - transfer.tr_mul(&a)))))
        }
        (Root::Free, Tip::Held { acceleration }) => {
            let inverse = mass.inverse();
            let free = -inverse.times(bias);
            let compliance = support.compliance.to_matrix()
                + transfer.transpose() * inverse.to_matrix() * transfer;
            let stiff = Sym3::from_matrix(&compliance).inverse();
            let gap = acceleration - support.acceleration - transfer.tr_mul(&free);
            let force = stiff.times(&gap);
            Ok((free + inverse.times(&(transfer * force)), force))
        }
    }
}

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
    let (directions, rates) = (&state.directions[..count], &state.rates[..count]);
    let (forces, added_masses) = (&forces[..=count], &added_masses[..count]);
    let joints = &elimination.joints[..count];
    let support_rows = &elimination.support_rows[..count];
    let accelerations = &mut motion.accelerations[..=count];
    let direction_accelerations = &mut motion.direction_accelerations[..count];
    let tensions = &mut motion.tensions[..count];

    let (mut start, support) = solve_root(elimination, root)?;
    let held = matches!(elimination.tip, Tip::Held { .. });
    accelerations[0] = start;
    for j in 0..count {
        let u = Vector3::from(directions[j]);
        let across = if ADDED { masses[j] + added_masses[j] } else { masses[j] };
        let kappa = across / 6.0;
        let LinkJoint { first, second, inverse: [i11, i22, i12], coupling, drift } = &joints[j];
        let (a1, a2) = (kappa * first.dot(&start), kappa * second.dot(&start));
        let along = u.dot(&start);
        let mut b1 = -(i11 * a1 + i12 * a2 + coupling[0] * along + drift[0]);
        let mut b2 = -(i12 * a1 + i22 * a2 + coupling[1] * along + drift[1]);
        if held {
            let [row1, row2] = &support_rows[j];
            b1 += row1.dot(&support);
            b2 += row2.dot(&support);
        }
        let g = lengths[j] * Vector3::from(rates[j]).norm_squared();
        let end = first * b1 + second * b2 + u * (along - g);
        direction_accelerations[j] = ((end - start) * (1.0 / lengths[j])).into();
        accelerations[j + 1] = end;
        start = end;
    }

    let tip = match elimination.tip {
        Tip::Free => Vector3::zeros(),
        Tip::Body { mass, bias } => mass * start + bias,
        Tip::Held { .. } => -support,
    };
    // The force that each link's end gives to all after it, by the balance of forces from the tip.
    let mut given = tip - forces[count];
    for j in (0..count).rev() {
        let u = Vector3::from(directions[j]);
        let (a, b) = (&accelerations[j], &accelerations[j + 1]);
        let third = masses[j] / 6.0;
        tensions[j] = -(u.dot(&given) + third * (u.dot(a) + 2.0 * u.dot(b)));
        let sum = a + b;
        given += sum * (0.5 * masses[j]) - forces[j];
        if ADDED {
            given += (sum - u * u.dot(&sum)) * (0.5 * added_masses[j]);
        }
    }
    let root_force = match root {
        Root::Free => Vector3::zeros(),
        Root::Given(_) => given,
    };
    Ok(EndForces { root: root_force, tip })
}
