//! E0301: wrong dimension. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;
use crate::units::{Description, Dimension, missing_factor};

/// `of` says what expects it, such as ``the field `length` ``.
pub fn wrong_dimension(
    place: Place,
    expected: &Description,
    found: &Description,
    of: Option<&str>,
) -> Diagnostic {
    // The damping along a rope has that unit, and is no momentum.
    let is_damping = expected.words == "Momentum";
    let expects = if is_damping { &expected.unit } else { &expected.words };
    let message = format!("expected {expects}, found {}", found.words);
    let wants = of.map_or_else(
        || {
            format!(
                "in {found}, but {expected} is expected",
                found = found.unit,
                expected = expected.unit
            )
        },
        |of| format!("in {}, but {of} is in {}", found.unit, expected.unit),
    );
    let hint = missing_factor(expected.dimension, found.dimension);
    let hint = hint.map(|hint| format!("help: to get {expects}, {hint}"));
    // The most treacherous pair of units.
    let knots = (expected.dimension == Dimension::FORCE && found.dimension == Dimension::SPEED)
        .then(|| "`kN` is the kilonewton, `kn` the knot".to_owned());
    let is_length = found.dimension == Dimension::LENGTH;
    let passes = (of == Some("an at") && is_length).then(|| {
        "what happens where something passes a value is a `when`: `when load.position.z > 5 m { ... }`"
            .to_owned()
    });
    // Not both: a time is not what is meant there.
    let hint = hint.filter(|_| passes.is_none());
    build::error("E0301", message, place).label(wants).note_if(hint).note_if(knots).note_if(passes)
}
