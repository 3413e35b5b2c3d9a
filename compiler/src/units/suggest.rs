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
    let factor = expected.over(found)?;
    let divisor = found.over(expected)?;
    // A name that the user meets daily reads better than the one of its inverse.
    let basic = [Dimension::LENGTH, Dimension::TIME, Dimension::MASS];
    if basic.contains(&divisor) {
        return Some(format!("divide by {}", with_article(type_name(divisor)?)));
    }
    if let Some(name) = type_name(factor).filter(|_| !factor.is_none()) {
        return Some(format!("multiply by {}", with_article(name)));
    }
    let name = type_name(divisor)?;
    Some(format!("divide by {}", with_article(name)))
}

/// `a Length`, `an Area`
pub fn with_article(name: &str) -> String {
    let vowel = name.chars().next().is_some_and(|first| "AEIOUaeiou".contains(first));
    format!("{} {name}", if vowel { "an" } else { "a" })
}
