//! What is said of a motion in which rounding of the matrix has a share.

use std::ops::Range;

/// Of a motion: what is told, and what leaves none.
const LOST: f64 = 1e-6;
const MOST_LOST: f64 = 1e-3;

/// Why it is large, and what to do.
const WHY: &str = "pieces that are short and stiff beside the whole do that, or a frequency that is nearly a natural one; fewer pieces, or \
                   splines, help";

/// How much it matters.
pub(super) enum Rounding {
    Small,
    /// A note.
    Told(String),
    /// Why there is no motion to be shown.
    All(String),
}

/// Whether nothing of a motion is left to be shown.
pub(super) fn is_all(share: f64) -> bool {
    share > MOST_LOST
}

/// Of what hardly moves.
pub(super) fn remote(share: f64) -> Option<String> {
    let known = match share {
        share if share > 1.0 => "not known at all".to_owned(),
        share if share > LOST => format!("known to about {share:.0e} of itself only"),
        _ => return None,
    };
    Some(format!(
        "something hardly swings beside what carries it, beside what it carries or beside the input, and what is left there is {known}: the frequency is far above those at which it swings by itself"
    ))
}

/// Of a quantity, at a frequency where it swings less or more than at others.
pub(super) struct Drowned {
    /// Which columns are its own.
    pub(super) columns: Range<usize>,
    /// The share of it that rounding makes.
    pub(super) share: f64,
    /// Of the row, in its axis.
    pub(super) at: f64,
    pub(super) name: String,
}

/// Of quantities that are rounding beside what else swings, the worst named.
pub(super) fn drowned(all: &[Drowned], (axis, unit): (&str, &str)) -> Option<String> {
    let Drowned { share, at, name, .. } = all.iter().max_by(|a, b| a.share.total_cmp(&b.share))?;
    let known = match *share {
        share if share < 1.0 => format!("known to about {share:.0e} of itself only"),
        _ => "rounding alone".to_owned(),
    };
    let more = match all.len() - 1 {
        0 => String::new(),
        more => format!(" ({more} more like it)"),
    };
    Some(format!(
        "`{name}` is {known}{more}, worst at {axis} = {at} {unit}: it swings far less than what it is computed from"
    ))
}

/// Of a quantity: what is told.
pub(super) const DROWNED: f64 = 1e-4;

/// Of a share of the motion.
pub(super) fn rounding(share: f64) -> Rounding {
    if is_all(share) {
        let what = "how it swings is not known: of the motion";
        return Rounding::All(format!("{what} {share:.0e} or more is rounding; {WHY}"));
    }
    if share > LOST {
        let what = "what swings is known to about";
        return Rounding::Told(format!("{what} {share:.0e} of itself only: {WHY}"));
    }
    Rounding::Small
}
