//! E0435: sections that do not make a cable. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// What is wrong with them.
#[derive(Clone, Copy, Debug)]
pub enum NoSection<'a> {
    /// Of what is no spline.
    Links,
    /// Those that say theirs have this many elements together; beside them are so many that say nothing.
    Elements { all: u32, taken: u64, open: u64 },
    /// The mass of the whole is given, and that of a section.
    WholeMass { section: &'a str },
    /// That of the whole is asked for, while sections have their own.
    Mass,
    /// They are so long together, m, and so many say nothing.
    Lengths { all: f64, taken: f64, open: usize },
    /// It has no diameter, and its cable has none, for something that needs one.
    Width { section: &'a str, field: &'a str },
    /// It is called like something that is read of a cable.
    Name { section: &'a str },
    /// One stretches where the cable does not, or the other way round.
    Stretches { section: &'a str },
    /// Beside something that is about the whole, such as its torsion.
    Beside { field: &'a str },
    /// Rope goes through an end.
    Flows,
}

/// `place` is that of what is wrong.
pub fn no_section(place: Place, cable: &str, why: NoSection<'_>) -> Diagnostic {
    let error = |message: String| build::error("E0435", message, place);
    match why {
        NoSection::Links => error(format!("`{cable}` cannot have sections"))
            .label("only a `spline` has them")
            .note("`spline(elements = N)` divides each section into pieces of its own"),
        NoSection::Elements { all, taken, open: 0 } => {
            error(format!("the sections of `{cable}` have {taken} elements, and the cable {all}"))
                .label("these are those of all sections together")
                .note("a section without `elements` takes what others leave")
        }
        NoSection::Elements { all, taken, open } => {
            let sections = if open == 1 { "1 section" } else { &format!("{open} sections") };
            let left = u64::from(all).saturating_sub(taken);
            error(format!("the {all} elements of `{cable}` are not enough for its sections"))
                .label(format!("{taken} are taken, which leaves {left} for {sections}"))
                .note("each section needs at least one")
        }
        NoSection::WholeMass { section } => error(format!("the mass of `{cable}` is given twice"))
            .label(format!("of the whole cable, while `{section}` says its own"))
            .note("write `linear_density` or `density`, which holds for sections that say nothing"),
        NoSection::Mass => error(format!("the mass of `{cable}` is that of its sections"))
            .label("it is no number of the cable")
            .note("a `let` can say what a section weighs: `let chain = 145 kg/m * 60 m`"),
        NoSection::Lengths { all, taken, open: 0 } => error(format!(
            "the sections of `{cable}` are {taken} m long together, and the cable {all} m"
        ))
        .label("its `length` is that of all sections")
        .note("a section without `length` takes what others leave"),
        NoSection::Lengths { all, taken, .. } => error(format!(
            "the sections of `{cable}` leave nothing to those that do not say how long they are"
        ))
        .label(format!("{taken} m of its {all} m are taken")),
        NoSection::Width { section, field } => {
            error(format!("`{section}` needs a `diameter`, or `{cable}` one"))
                .label(format!("`{field}` depends on it"))
        }
        NoSection::Name { section } => error(format!("a section cannot be called `{section}`"))
            .label(format!("`{cable}.{section}` is read of every cable")),
        NoSection::Stretches { section } => error(format!(
            "`{cable}` stretches in some of its sections only"
        ))
        .label(format!("`{section}` does otherwise than the cable says"))
        .note("write `axial = elastic(stiffness = ...)` with a high stiffness; it costs nothing"),
        NoSection::Beside { field } => {
            error(format!("`{cable}` cannot have sections and `{field}`"))
                .label(format!("`{field}` is about a rope that is alike from end to end"))
                .note("let it be several cables with a body between two of them")
        }
        NoSection::Flows => {
            error(format!("rope with sections cannot go through an end of `{cable}`"))
                .label("what flows is alike from end to end")
                .note("let the part that flows be a cable of its own, with a body where it ends")
        }
    }
}
