//! What cables consist of, and what is read across them.
//!
//! | module | holds |
//! |---|---|
//! | `links` | rigid links between nodes that move by themselves, in loops of their own |
//! | `segment`, `control` | segments that pull like springs, or as a controller says |
//! | `bending` | joints between neighbouring pieces |
//! | `clump` | masses that sit on them |
//! | `spline`, `tension` | pieces of a spline, and the law of what pulls them together |
//! | `bspline` | spans of a B-spline |
//! | `curving` | what the curvature of both does |
//! | `twisted`, `held_section` | what twists a piece of a spline, and the inertia of its sections at an end |
//! | `twist_flow`, `twist_relaxing`, `brought` | what flowing rope adds to that, with a torque that relaxes, and what it takes along |
//! | `setting_off` | how its sections turn at the start |
//! | `framed` | derivatives of pieces between nodes that have axes, by places, turns and growths |
//! | `directed`, `directed_flow`, `directed_relaxing`, `directed_read` | what bends it otherwise to one side than to another, what flowing rope adds to that, with moments that relax, and what is read of it |
//! | `remembered`, `carried`, `carried_bends`, `mixing` | what relaxes in a piece of a spline, and goes along with rope that flows |
//! | `payout`, `flowing`, `flowing_fluid`, `reel`, `drum` | what winches and sheaves add to them: rope flows through pieces, and onto a reel or a drum |
//! | `edge` | rope that slides from one spline over to another |
//! | `curled` | what a curved relaxed shape adds to them |
//! | `fluid` | pieces in air and water |
//! | `place`, `spline_place`, `bspline_place` | tensions and forces across a section |

pub(super) mod bending;
pub(super) mod brought;
pub(super) mod bspline;
pub(super) mod bspline_place;
pub(super) mod carried;
pub(super) mod carried_bends;
pub(super) mod clump;
pub(super) mod control;
pub(super) mod curled;
pub(super) mod curving;
pub(super) mod directed;
pub(super) mod directed_flow;
mod directed_read;
mod directed_relaxing;
pub(super) mod drum;
pub(super) mod edge;
pub(super) mod flowing;
pub(super) mod flowing_fluid;
pub(super) mod fluid;
mod framed;
pub(super) mod held_section;
pub(super) mod links;
pub(super) mod mixing;
pub(super) mod payout;
mod pieces;
pub(super) mod place;
pub(super) mod reel;
pub(super) mod remembered;
pub(super) mod segment;
pub(super) mod setting_off;
pub(super) mod spline;
pub(super) mod spline_place;
pub(super) mod tension;
pub(super) mod twist_flow;
mod twist_relaxing;
pub(super) mod twisted;
