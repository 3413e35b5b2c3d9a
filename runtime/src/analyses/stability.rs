//! Whether the step of an explicit integrator suits what is fastest in the model.
//!
//! An explicit method multiplies what oscillates or decays faster than its step can follow, so the motion
//! grows without bound, or an adaptive one takes as many steps as that asks for, whatever the tolerance.

use crate::assembly::{Owner, Paths};
use crate::mechanism::Effort;
use crate::recursive::Fastest;
use crate::recursive::step::Method;
use crate::results::rounded;

/// What three digits may add to a number is less than it lacks then.
const BELOW: f64 = 0.995;

/// A step that is too long for an element.
#[derive(Clone, Debug, PartialEq)]
pub struct TooLong {
    /// The element to blame.
    pub owner: Owner,
    /// For people: the path of the element that is fastest.
    pub element: String,
    /// For cables: arc length from the start, m.
    pub arc_length: Option<f64>,
    /// How fast, 1/s (rad/s where it oscillates).
    pub rate: f64,
    /// s
    pub step: f64,
    /// The longest that is stable, s.
    pub stable: f64,
    /// Whether implicit steps of this length would not mind.
    pub stiff: bool,
    /// A spring that begins with both ends at one place, where no step would do: it has no direction there.
    /// Then the rate says nothing, and what is told is that.
    pub ends_meet: bool,
}

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { element, arc_length, rate, step, stable, ends_meet, .. } = self;
        if *ends_meet {
            return write!(
                f,
                "`{element}` begins with both ends at one place, where it has no direction: which way it pushes is left to rounding"
            );
        }
        write!(f, "the step of {} s is too long for `{element}`", rounded(*step, 3))?;
        if let Some(arc_length) = arc_length {
            write!(f, ", {} m from its start", rounded(*arc_length, 3))?;
        }
        // A step that is said to be stable is.
        let (rate, stable) = (rounded(*rate, 3), rounded(BELOW * stable, 3));
        write!(
            f,
            ": its fastest motion has a rate of {rate} rad/s; steps up to {stable} s are stable"
        )
    }
}

impl TooLong {
    /// What to do instead.
    pub fn advice(&self) -> String {
        if self.ends_meet {
            return "let its ends start apart, by a `start` or by another place of one of them; a spring of length zero may begin so"
                .to_owned();
        }
        let shorter = format!("take steps of {} s", rounded(0.8 * self.stable, 1));
        if self.stiff {
            format!(
                "{shorter}, or an implicit integrator, which does not mind what is stiff: \
                 `energy_momentum` or `generalized_alpha`"
            )
        } else {
            shorter
        }
    }
}

/// Step times rate up to which a method is stable: on the imaginary and the negative real axis of the test
/// equation (Hairer and Wanner, Solving ODEs II, IV.2), whichever is less.
fn limit(method: Method) -> f64 {
    match method {
        Method::Rk4 { .. } => 2.785,
        // Of the half kick's iteration where it is damped, too.
        Method::Leapfrog { .. } => 2.0,
        Method::Rk45 { .. } => 3.3,
    }
}

/// How many evaluations the look ahead may take: about as many as six steps, but not more than a
/// tenth of a short run.
pub(crate) fn evaluations(method: Method, duration: f64) -> u64 {
    let steps = match method {
        Method::Rk4 { step } | Method::Leapfrog { step } => duration / step,
        Method::Rk45 { .. } => 100.0,
    };
    (0.4 * steps).clamp(8.0, 24.0) as u64
}

/// How many steps of fixed length a run takes.
pub(crate) fn steps(method: Method, duration: f64) -> Option<u64> {
    match method {
        Method::Rk4 { step } | Method::Leapfrog { step } => Some((duration / step) as u64),
        Method::Rk45 { .. } => None,
    }
}

/// A rate up to which nothing is said, 1/s: of an adaptive run there may be something to say in the end.
pub(crate) fn harmless(method: Method) -> f64 {
    match method {
        Method::Rk4 { step } | Method::Leapfrog { step } => limit(method) / step,
        Method::Rk45 { .. } => 0.0,
    }
}

/// Where a fixed step is too long; an adaptive integrator finds its own.
pub(crate) fn caution(paths: &Paths, method: Method, fastest: &Fastest) -> Option<TooLong> {
    let step = match method {
        Method::Rk4 { step } | Method::Leapfrog { step } => step,
        Method::Rk45 { .. } => return None,
    };
    let stable = limit(method) / fastest.rate;
    (step > stable).then(|| TooLong {
        owner: fastest.owner,
        element: paths.of(fastest.owner).to_owned(),
        arc_length: fastest.arc_length,
        rate: fastest.rate,
        step,
        stable,
        stiff: fastest.stiff,
        ends_meet: false,
    })
}

/// Steps from which a run is called slow.
const MANY: u64 = 5_000;

/// A note on an adaptive run whose steps were limited by stability and not by accuracy.
pub(crate) fn limited(
    paths: &Paths,
    method: Method,
    effort: Effort,
    reached: f64,
    fastest: Option<&Fastest>,
) -> Option<String> {
    let Method::Rk45 { .. } = method else { return None };
    if effort.steps + effort.rejected < MANY {
        return None;
    }
    let mean = reached / effort.steps as f64;
    // Steps that accuracy limits are a few times shorter than the rate allows; those that stability limits
    // are near the limit, where every few steps one is rejected.
    let stiff = fastest.filter(|found| found.stiff && mean * found.rate > 0.4 * limit(method));
    let rejected = effort.rejected as f64 > 0.2 * effort.steps as f64;
    let place = match stiff {
        Some(found) => format!(
            "`{}`, whose fastest motion has a rate of {} rad/s, limited the steps to {} s in the mean",
            paths.of(found.owner),
            rounded(found.rate, 2),
            rounded(mean, 2)
        ),
        None if rejected => format!(
            "{} steps were rejected and {} taken, {} s long in the mean, as where something is stiff",
            effort.rejected,
            effort.steps,
            rounded(mean, 2)
        ),
        None => return None,
    };
    Some(format!("{place}; an implicit integrator would take fewer: `energy_momentum`"))
}
