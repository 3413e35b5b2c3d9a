//! Dimensions and units: what the token behind a number means, and how to speak about dimensions.

mod customary;
mod dimension;
mod names;
mod nearest;
mod reference;
mod suggest;
mod symbols;
#[cfg(test)]
mod tests;
mod unit;

pub use customary::customary;
pub use dimension::{Dimension, Exponent};
pub use names::{
    Description, QUANTITY_TYPES, QuantityType, base_units, describe, describe_unit,
    dimension_named, in_words, reciprocal_unit, si_unit, type_name, type_name_of_unit,
    unit_in_words,
};
pub use reference::document;
pub use suggest::{missing_factor, with_article};
pub use unit::{ConversionError, Unit, UnknownUnit, convert, unit_named};
