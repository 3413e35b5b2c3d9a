//! The strains of a rope's spline: what a cubic element between two nodes is stretched and bent by, and discrete
//! gradients of both.
//!
//! An element of the unstretched length `l` goes from a node with the place `r₀` and the slope `g₀ = ∂r/∂s` to one with
//! `r₁` and `g₁`; together they are `q = (r₀, g₀, r₁, g₁)`. With `x = s/l` everything is linear in them:
//!
//! ```text
//! r   = (1-3x²+2x³) r₀ + l (x-2x²+x³) g₀ + (3x²-2x³) r₁ + l (x³-x²) g₁
//! a = ∂r/∂s,   b = ∂²r/∂s²
//! ```
//!
//! Stretch and curvature are functions of `a` and `b` at three Gauss points (`shape`). The tension is linear in each
//! element and conjugate to the moments of the stretch `φₘ = l Σ w Pₘ (|a| - 1)` with Legendre's polynomials
//! (`stretch`): two of them for each element. A third one vanishes in the first element of a rope, without which one
//! stretching of the whole rope, by all `|g|` together, had no stiffness. The curvature is that of the direction by the
//! unstretched length, `κ² = C/A - (B/A)²` with `A = a·a`, `B = a·b`, `C = b·b` (`curvature`); what damps it counts how far it is
//! bent more or less (`bend_change`). The element is that of
//! Meier, Popp and Wall (2017) for slender ropes without twist, with a tension of its own. Where a winch pays it out or
//! hauls it in, rope flows through elements (`flow`). Ropes that resist twisting have axes across them at their nodes
//! (`twist`), and may bend otherwise towards one of them than towards the other (`directed`).
//!
//! Signs: a positive tension pulls, and `s` grows from the cable's start to its end.

mod bend_change;
mod curvature;
mod directed;
mod flow;
mod shape;
mod stretch;
mod twist;

pub(crate) use bend_change::{BendChange, bend_change, bend_change_slopes};
pub(crate) use curvature::{Bent, square_gradient};
pub(crate) use directed::{
    Directing, OnPiece, SECTION_ROWS, SEEN, SectionRows, Seen, Two, bends, mixed, shares,
    shares_by_angle,
};
pub(crate) use flow::{CARRIES, Flow, FlowSlopes, Flowing, LENGTHS, OnFlow, Shares};
pub(crate) use shape::{
    GaussPoint, INNER, INNER_ROWS, Inner, InnerRows, NODAL, POINTS, Shapes, bend_at, blocks,
    halves, integrals_to, legendre, place_at, slope_at, spread,
};
pub(crate) use stretch::{
    DEGREES, MomentGradients, Strains, Stretch, directions, moment_gradients, moment_rates,
    moments, strained, strains,
};
pub(crate) use twist::{
    ACROSS, Apart, Comes, FlowingTwist, RelaxingTwist, Sections, TWISTED, TwistActs, TwistSlopes,
    Twisted, Twisting, mixed_twist, turn, twist,
};
