//! E0432: a drum and the rope on it. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// Why rope cannot be wound on it.
#[derive(Clone, Copy, Debug)]
pub enum NoDrum {
    /// Layers of a rope that has no thickness.
    WithoutDiameter,
    /// Both in m.
    Full { stored: f64, capacity: f64 },
    /// A flange that is no larger than the drum.
    NoRoom,
    /// A flange beside one layer.
    OneLayer,
    /// Both in m.
    TooNarrow { width: f64, diameter: f64 },
}

pub fn no_drum(place: Place, winch: &str, cable: &str, why: NoDrum) -> Diagnostic {
    let message = format!("the drum of `{winch}` cannot hold `{cable}`");
    let report = build::error("E0432", message, place);
    match why {
        NoDrum::WithoutDiameter => report
            .label(format!("layers are as thick as `{cable}`, which has no diameter"))
            .note("give the cable a `diameter`, or leave out `width` where all rope lies in one layer"),
        NoDrum::Full { stored, capacity } => report
            .label(format!("{stored} m are stored on it, but it holds {capacity} m up to its flange"))
            .note("`stored` is what is wound on it at the start, beside the cable's `length`"),
        NoDrum::NoRoom => report
            .label("its flange is no larger than the drum")
            .note("`flange` and `radius` are both radii"),
        NoDrum::TooNarrow { width, diameter } => {
            let [width, diameter] = [width, diameter].map(build::number);
            report
                .label(format!("it is {width} m wide, and the rope {diameter} m thick"))
                .note("`width` is the distance between the flanges, in which turns lie side by side")
        }
        NoDrum::OneLayer => report
            .label("its `flange` bounds layers, which need a `width`")
            .note("`width` is the distance between the flanges; without one all rope lies in one layer"),
    }
}
