//! `cable`: a slender line between two places.

mod lower;
mod schema;

pub(crate) use schema::CABLE;
pub use schema::STATION_QUANTITIES;
