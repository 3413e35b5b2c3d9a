//! The laws of what acts: value, slopes and stored energy of each, once for both formulations.
//!
//! A law is plain data and pure functions. It knows neither coordinates nor schemes: who calls it says where
//! and how fast things are, and puts what it gets where it belongs. SI units throughout.
//!
//! | file | the law of | stores |
//! |---|---|---|
//! | `axis` | spring, damper and friction along a coordinate of a joint | `k (q - q₀)²/2` |
//! | `ball` | spring, damper and friction against the turning of a spherical joint | `k φ²/2` |
//! | `spring` | a spring with a damper between two points, and in a segment of a cable | `k s²/2` |
//! | `curve` | a force by a table | its integral |
//! | `line` | what pulls along the line between two points: kinds of springs | as they do |
//! | `controller` | what keeps the length of a segment of a cable | `P (d - l - l ln(d/l))` |
//! | `drum` | the inertia of rope that is wound on something | |
//! | `wound` | how rope that lies on a winch is turned | |
//! | `capstan` | dry friction of a rope that slides over something round | |
//! | `bending` | stiffness and damping between neighbouring pieces of a cable | `k θ²/2` |
//! | `spline` | stretch and curvature of a rope that is a spline | |
//! | `bspline` | the functions that a rope is a sum of, times its control points | |
//! | `relaxation` | a spring and a damper in a row | `E (ε - α)²/2` |
//! | `medium` | the fluids around a cable, and how far a piece of it is in each | |
//! | `drag` | resistance of a fluid | |
//! | `buoyancy` | weight of the displaced fluid | its potential |
//! | `added_mass` | fluid that moves with the cable | kinetic energy |
//!
//! What acts along a cable is taken piece by piece (`piece`), as forces on its start and its end.

pub(crate) mod added_mass;
mod axis;
mod ball;
pub(crate) mod bending;
pub(crate) mod bspline;
pub(crate) mod buoyancy;
mod capstan;
mod controller;
mod curve;
pub(crate) mod drag;
mod drum;
mod line;
pub(crate) mod medium;
mod piece;
mod relaxation;
pub(crate) mod spline;
mod spring;
mod wound;

pub(crate) use axis::AxisLaw;
pub(crate) use ball::BallLaw;
pub(crate) use ball::by_trace;
pub use bending::Bending;
pub(crate) use capstan::{Capstan, Share};
pub(crate) use controller::Controller;
pub(crate) use curve::Curve;
pub(crate) use curve::{Inverse, Outside};
pub use drag::Drag;
pub(crate) use drum::Drum;
pub(crate) use line::{LineLaw, Pulling};
pub(crate) use medium::Layers;
pub use medium::{Fluid, Medium};
pub(crate) use piece::{GAUSS, Piece, mass_shares};
pub(crate) use relaxation::{Branch, From, Relaxation, Sprung};
pub(crate) use spring::Spring;
pub(crate) use wound::{Exit, NOTED, coming, haul, pay_out};

/// A number that depends on another one, with its derivative by that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sloped {
    /// The number.
    pub(crate) value: f64,
    /// Its derivative.
    pub(crate) slope: f64,
}
