//! Dimensions and units.

mod dimension;

pub use dimension::{Dimension, Exponent};
