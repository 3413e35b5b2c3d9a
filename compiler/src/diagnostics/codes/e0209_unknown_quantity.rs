//! E0209: unknown quantity or member. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;
use crate::schema::STATION_QUANTITIES;

/// `owner` such as ``the cable `tether` `` or `a vector`; `candidates` are what can be read of it.
pub fn unknown_quantity(place: Place, name: &str, owner: &str, candidates: &[&str]) -> Diagnostic {
    let owner = build::article(owner);
    let diagnostic =
        build::error("E0209", format!("{owner} has no `{name}`"), place).label("cannot be read");
    let of_station = STATION_QUANTITIES.iter().any(|quantity| quantity.name == name);
    if of_station && candidates.contains(&"end") {
        let places = "`start`, `mid`, `end` or `at(...)`";
        return diagnostic.note(format!("a place on a cable has one: read it at {places}")).fix(
            format!("write `end.{name}`"),
            place,
            format!("end.{name}"),
        );
    }
    if matches!(name, "x" | "y" | "z") && candidates.contains(&"position") {
        let meant = format!("position.{name}");
        return diagnostic.fix(format!("write `{meant}`"), place, meant);
    }
    if matches!(name, "norm" | "length" | "magnitude") && candidates == ["x", "y", "z"] {
        return diagnostic.note("the length of a vector is `norm(v)`");
    }
    diagnostic.did_you_mean(name, place, candidates, "it has")
}

/// `phase.down` of a `phase` that is a value of the enum.
pub fn value_of_value(place: Place, name: &str, owner: &str, of: &str) -> Diagnostic {
    build::error("E0209", format!("{} has no `{name}`", build::article(owner)), place)
        .label(format!("a value of the enum `{of}`, not of one of its values"))
        .note(format!("write `{of}.{name}`, or `{name}` where such a value is asked for"))
}

/// A member of a component that exists but is not `pub`.
pub fn private_member(place: Place, name: &str, owner: &str, declared: Place) -> Diagnostic {
    build::error("E0209", format!("`{name}` is private to {}", build::article(owner)), place)
        .label("not visible from here")
        .related(declared, "declared here; write `pub` before it to make it visible")
}
