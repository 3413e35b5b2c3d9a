//! `cable`: a slender line between two places.
//!
//! | module | holds |
//! |---|---|
//! | `schema` | the kind: what it is made of, what is read of it |
//! | `pieces` | what divides it: its variants |
//! | `axial`, `bending`, `torsion`, `drag` | what acts along it: the fields of each, and what they become in the graph |
//! | `branches` | what of that relaxes |
//! | `ends`, `start` | how it is held, and its shape at time 0, likewise |
//! | `section` | stretches that are made of something else |
//! | `lower` | the whole of it in the graph |

mod axial;
mod bending;
mod branches;
mod drag;
mod ends;
mod lower;
mod pieces;
mod schema;
mod section;
mod start;
mod torsion;

pub(crate) use schema::CABLE;
pub use schema::STATION_QUANTITIES;
pub(crate) use section::SECTION;
