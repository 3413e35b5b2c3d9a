//! E0403: a joint holds what is held already. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// A fixed joint between bodies that fixed joints have made one; `around` are those joints.
pub fn fixed_twice(place: Place, joint: &str, around: &[(&str, Place)]) -> Diagnostic {
    let message = format!("the joint `{joint}` fixes what is fixed already");
    let mut diagnostic =
        build::error("E0403", message, place).label("closes a circle of fixed joints");
    for (other, place) in around {
        diagnostic = diagnostic.related(*place, format!("`{other}` is part of the circle"));
    }
    diagnostic.note("leave one of them out: it could only agree with the others or contradict them")
}

/// A joint between two places that no force can move relative to each other; `ends` are the frames.
pub fn cannot_move(place: Place, joint: &str, ends: [&str; 2], same_body: bool) -> Diagnostic {
    let [from, to] = ends;
    let (message, why) = if from == to {
        (
            format!("the joint `{joint}` connects `{from}` with itself"),
            "a joint goes from one body, or from `world`, to another".to_owned(),
        )
    } else if same_body {
        (
            format!("the joint `{joint}` connects a body with itself"),
            format!("fixed joints make `{from}` and `{to}` parts of one body"),
        )
    } else {
        (
            format!("the joint `{joint}` has nothing to hold"),
            format!(
                "`{from}` and `{to}` both move as they are told: the world, bodies with a \
                 prescribed motion, and what is fixed to them"
            ),
        )
    };
    build::error("E0403", message, place).label("nothing can move in it").note(why)
}
