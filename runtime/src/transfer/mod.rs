//! Trees of rigid bodies by the Riccati transfer matrix method (Rui, Bestle, Wang and Gu, Multibody System Dynamics 49
//! (2020) 337-354), in a form that has an inverse for every joint.
//!
//! At each connection there are the accelerations `A = (α, a)` and what is transmitted, `h = (n, f)`: the moment and the force of
//! the root's side on the tips' side. What the tips' side allows is affine, and is passed on towards the root in one of two forms
//! ([`Form`]):
//!
//! ```text
//! impedance    h = N (M N'A + p) + H_s τ
//! compliance   C φ + d = N'A,   h = N φ + H_s τ
//! ```
//!
//! `N` are the directions that the joint holds, `H` those that it lets go, `τ` the efforts along these, `H_s = H (H'H)^-1`. The
//! first form cannot fail where tips are free, the second one where they are held, and it loses no digits to heavy tips; so
//! topology and masses choose, once ([`mod@form`]). Joints have no square transfer matrix in either: their freedoms are
//! eliminated, so nothing here has the poles of the paper's hinge (its equation 10), and no product of matrices grows along a chain.
//!
//! A body with several inputs takes them one after the other, and what holds it to the ground beside its joint (a row of a closing)
//! is one more input, of no compliance; so there is no overall matrix, and what is held at its tips needs no cut.
//!
//! ```text
//! evaluate   kinematics   of the tree: poses, velocities, loads           (as for the articulated recursion)
//!            inward       tips to roots: inputs joined, joint passed      algorithms A3, B2, B3 of the paper
//!            outward      roots to tips: h, then A, of every connection   A5, B4
//! ```
//!
//! What every connection transmits is an unknown of the sweep, not a quantity computed afterwards.
//!
//! | file | holds |
//! |---|---|
//! | `form`, `model` | which form where; what is constant |
//! | `data` | what changes |
//! | `alone` | what is constant of a body by itself |
//! | `ball`, `bead` | bodies between ball joints in either form, written out |
//! | `root`, `reduction` | compliances by their square roots, and how these stay triangles |
//! | `directions` | what a joint holds and lets go now |
//! | `factor` | factorizations that judge their pivots |
//! | `inward`, `outward` | the two sweeps |
//! | `rooted` | the same over bodies with roots |
//! | `axes` | the axes in which each body's part stands |
//! | `shaken` | rounding made visible |
//! | `modes` | small motions by sweeps |

mod alone;
mod axes;
mod ball;
mod bead;
mod data;
mod directions;
mod factor;
mod form;
mod inward;
mod model;
pub(crate) mod modes;
mod outward;
mod reduction;
mod root;
mod rooted;
mod shaken;
#[cfg(test)]
mod tests;

pub(crate) use data::TransferData;
pub(crate) use form::{Beyond, Surroundings};
pub(crate) use model::Transfer;
pub(crate) use shaken::note_slim;

/// `(α, a)` in rad/s^2 and m/s^2, or `(n, f)` in N m and N; world axes, at a reference point.
type Vec6 = nalgebra::SVector<f64, 6>;
type Mat6 = nalgebra::SMatrix<f64, 6, 6>;

use nalgebra::{ComplexField, SVector, Scalar, Vector3};

use crate::spatial::Vec3;

/// What a sweep computes with: real numbers, and complex ones where something swings with a phase of its own.
pub(crate) trait Number: ComplexField<RealField = f64> + Copy {}

impl<T: ComplexField<RealField = f64> + Copy> Number for T {}

/// Of which the lower half counts.
fn symmetric<const N: usize>(lower: &nalgebra::SMatrix<f64, N, N>) -> nalgebra::SMatrix<f64, N, N> {
    nalgebra::SMatrix::from_fn(|i, j| lower[(i.max(j), i.min(j))])
}

fn stacked<T: Scalar>(first: &Vector3<T>, second: &Vector3<T>) -> SVector<T, 6> {
    let [a, b, c]: [T; 3] = first.clone().into();
    let [d, e, f]: [T; 3] = second.clone().into();
    SVector::from([a, b, c, d, e, f])
}

fn halves<T: Scalar>(of: &SVector<T, 6>) -> [Vector3<T>; 2] {
    [of.fixed_rows::<3>(0).into_owned(), of.fixed_rows::<3>(3).into_owned()]
}

/// A wrench at a point that stands at `arm`, at the origin of the arm.
fn shifted<T: Number>(wrench: &SVector<T, 6>, arm: &Vec3) -> SVector<T, 6> {
    let [moment, force] = halves(wrench);
    stacked(&(moment + arm.map(T::from_real).cross(&force)), &force)
}

/// The acceleration of a body's point at `arm`, without velocity products.
fn carried<T: Number>(acceleration: &SVector<T, 6>, arm: &Vec3) -> SVector<T, 6> {
    let [alpha, linear] = halves(acceleration);
    stacked(&alpha, &(linear + alpha.cross(&arm.map(T::from_real))))
}
