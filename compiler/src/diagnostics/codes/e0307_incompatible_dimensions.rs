//! E0307: an operation on two dimensions that do not fit. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;
use crate::units::{Description, missing_factor};

/// `operation` such as `add`, `compare`; each side with its place.
pub fn incompatible_dimensions(
    place: Place,
    operation: &str,
    left: (Place, &Description),
    right: (Place, &Description),
) -> Diagnostic {
    let ((left_place, left), (right_place, right)) = (left, right);
    let (l, r) = (&left.words, &right.words);
    let message = match operation {
        "subtract" => format!("cannot subtract {r} from {l}"),
        "compare" => format!("cannot compare {l} with {r}"),
        "add" => format!("cannot add {l} and {r}"),
        other => format!("`{other}` does not take {l} and {r}"),
    };
    build::error("E0307", message, place)
        .label("both sides must have the same dimension")
        .related(left_place, format!("in {}", left.unit))
        .related(right_place, format!("in {}", right.unit))
        .note_if(
            missing_factor(left.dimension, right.dimension)
                .map(|hint| format!("help: the right side would fit if you {hint}")),
        )
}

/// A function or operator whose argument has to be a plain number, such as `exp(2 m)`.
pub fn needs_plain_number(place: Place, what: &str, found: &Description) -> Diagnostic {
    build::error("E0307", format!("{what} takes a plain number, found {}", found.words), place)
        .label(format!("in {}", found.unit))
        .note(format!("divide by a reference value in {} first", found.unit))
}

/// A row or a column whose terms have different dimensions.
pub fn terms_do_not_fit(place: Place, message: &str, label: &str) -> Diagnostic {
    build::error("E0307", message.to_owned(), place).label(label)
}
