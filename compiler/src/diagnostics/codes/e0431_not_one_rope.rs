//! E0431: what a sheave joins is not one rope. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// Why both parts cannot be one rope.
#[derive(Clone, Copy, Debug)]
pub enum NotOneRope {
    /// Their ends are held at different places.
    Apart,
    /// A property of the product; that of the first cable, then of the second.
    Differs { what: &'static str, unit: &'static str, values: [f64; 2] },
    /// One of them is inextensible.
    OneStretches,
    /// Tensions were measured as other rows, or of one of them only.
    Tables,
    /// How many branches the tension, the torque or the bending of each has; the field that says so.
    Branches { of: &'static str, field: &'static str, counts: [usize; 2] },
}

pub fn not_one_rope(
    place: Place,
    sheave: &str,
    [from, to]: [&str; 2],
    why: NotOneRope,
) -> Diagnostic {
    let message = format!("`{from}` and `{to}` cannot be one rope over `{sheave}`");
    let report = build::error("E0431", message, place);
    match why {
        NotOneRope::Apart => report.label("their ends are held at different places").note(format!(
            "rope turns at a point here: hold the end of `{from}` and that of `{to}` at the same place of the same body"
        )),
        NotOneRope::Differs { what, unit, values: [a, b] } => report
            .label(format!("`{from}` has {what} of {a} {unit}, and `{to}` one of {b} {unit}"))
            .note("what goes over is of one product on both sides"),
        NotOneRope::OneStretches => report
            .label("one of them stretches, the other does not")
            .note("give both the same `axial`"),
        NotOneRope::Tables => report
            .label("their tensions are not by the same table")
            .note("give both the same `axial`, with the same table"),
        NotOneRope::Branches { of, field, counts } => {
            let [a, b] = counts.map(|count| match count {
                0 => "no branches".to_owned(),
                1 => "one branch".to_owned(),
                more => format!("{more} branches"),
            });
            report
                .label(format!("the {of} of `{from}` has {a}, and that of `{to}` {b}"))
                .note(format!("give both the same `{field}`, with their branches in the same order"))
        }
    }
}
