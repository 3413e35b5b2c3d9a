//! What would give an expression the dimension that was expected, in the spirit of numbat
//! (numbat.dev): the missing factor where it has a name.

use super::dimension::{Dimension, Exponent};
use super::names::type_name;

/// A sentence such as `multiply by a Length`, or `None` where nothing simple helps.
pub fn missing_factor(expected: Dimension, found: Dimension) -> Option<String> {
    if expected == found {
        return None;
    }
    if found.inverse() == Some(expected) {
        return Some("invert it: `1 / (...)`".to_owned());
    }
    if found.power(Exponent::HALF) == Some(expected) {
        return Some("take its square root: `sqrt(...)`".to_owned());
    }
    if found.power(Exponent::integer(2)) == Some(expected) {
        return Some("square it: `(...)^2`".to_owned());
    }
    // From a bare number every quantity is one factor away; that is a missing unit, not a factor.
    if found.is_none() {
        return None;
    }
    let named = |factor: Dimension| {
        let line_or_volume = matches!(type_name(factor), Some("LinearDensity" | "Density"));
        let is_common = COMMON.contains(&factor) || (line_or_volume && expected == Dimension::MASS);
        is_common.then(|| type_name(factor).map(with_article)).flatten()
    };
    let divide = named(found.over(expected)?).map(|name| format!("divide by {name}"));
    divide.or_else(|| named(expected.over(found)?).map(|name| format!("multiply by {name}")))
}

/// Factors that one forgets. Others, such as a Damping between a force and a speed, would be guesses.
const COMMON: [Dimension; 7] = [
    Dimension::LENGTH,
    Dimension::integers([2, 0, 0, 0, 0, 0, 0]),
    Dimension::integers([3, 0, 0, 0, 0, 0, 0]),
    Dimension::TIME,
    Dimension::MASS,
    Dimension::SPEED,
    Dimension::ACCELERATION,
];

/// `a Length`, `an Area`, `a universal`
pub fn with_article(name: &str) -> String {
    // Spoken like `you`.
    let is_spoken_as_consonant = ["uni", "use", "uti"].iter().any(|start| name.starts_with(start));
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u'])
        && !is_spoken_as_consonant;
    format!("{} {name}", if vowel { "an" } else { "a" })
}
