//! What an input does at once, in one state: derivatives of what it causes and of what is recorded, by Richardson's extrapolation of central
//! differences between models in which all that acts follows the input along straight lines.

use std::ops::Range;
use std::sync::Arc;

use cdl_graph::Graph;

use super::bends::Sides;
use super::derivatives::{Here, Outputs};
use super::state_space::Slopes;
use super::straight::{Rises, straightened};
use crate::assembly::set_param;
use crate::mechanism::Mechanism;

/// What is so close to the value of an input is at it, relatively, or by the size of what is zero, SI.
const HERE: f64 = 1e-12;
const SIZE_OF_ZERO: f64 = 1e-3;
/// The same where sensors follow the input, by the change that is looked at.
const HERE_OF_SENSORS: f64 = 1e-4;

/// By how much what acts is changed for a difference: as a share of what it is, and SI.
const SHARE: f64 = 0.01;
const CHANGE: f64 = 1e-3;
/// The same of what is somewhere, as a share of the size of everything.
const CHANGE_OF_PLACES: f64 = 1e-6;
/// What acts is not changed by less in the search, SI.
const LEAST: f64 = 0.9e-7;
/// From one change to the next, and how many are tried.
const FARTHER: f64 = 100.0;
const MOST: usize = 6;
/// What agrees so many times less well is on the way out; the rest may be luck.
const WORSE: f64 = 10.0;
/// Slopes are the same by so much, or by so many times what close ones are apart by.
const SAME: f64 = 1e-6;
const OF_ROUNDING: f64 = 100.0;
/// How well differences agree of which nothing is seen.
const UNSEEN: f64 = f64::MAX;
/// Two differences that agree so well are told from each other by rounding only.
const CERTAIN: f64 = 1e-9;
/// And those that agree less well than this are none of something that has a derivative.
const UNKNOWN: f64 = 1e-2;
/// Of what acts, SI, and of what is read: smaller changes are rounding.
const ROUNDING: f64 = 1e-12;
const ROUNDING_OF_READ: f64 = 1e-13;

/// A state of a model as it is read.
pub(super) struct Read {
    /// What the input causes: accelerations of all that moves, or what acts on it.
    pub(super) caused: Vec<f64>,
    /// What is recorded.
    pub(super) here: Here,
}

/// Derivatives by a parameter.
pub(super) struct ByInput {
    /// Of [`Read::caused`], by the parameter.
    pub(super) caused: Vec<f64>,
    /// By the parameter, in the units of their columns.
    pub(super) outputs: Vec<f64>,
    /// What each of these has been corrected by, as two differences disagree, or, where rounding is more than that,
    /// about what it makes of it.
    pub(super) doubts: Vec<f64>,
    /// How well two differences agree, as a share of the largest.
    pub(super) apart: f64,
    /// Whether both sides have slopes of their own.
    pub(super) has_kink: bool,
    /// Whether it says where something is, as a drive and a prescribed motion do.
    pub(super) prescribes: bool,
}

/// Why a state is not read in a model that differs by numbers.
pub(super) enum Unread {
    /// There is no such model.
    NotAssembled,
    /// In words.
    Because(String),
}

/// `read` looks at the state in a model of a graph that differs by numbers, of which it assembles what it needs; `here` is what it saw in this
/// one; everything has a size of `extent`, m. Otherwise why there are no derivatives.
pub(super) fn by_input(
    (mechanism, recorded, extent): (&Mechanism, &Outputs<'_>, f64),
    name: &str,
    here: &Read,
    read: &dyn Fn(Arc<Graph>) -> Result<Read, Unread>,
) -> Result<ByInput, String> {
    let (count, sensors) = (here.caused.len(), recorded.sensors());
    let nothing = || Slopes::without_kinks(vec![0.0; here.here.read.len()]);
    let Some((parameter, now)) = recorded.parameter(name) else {
        let (caused, outputs) = (vec![0.0; count], vec![0.0; recorded.count()]);
        let doubts = outputs.clone();
        let (has_kink, prescribes) = (false, false);
        return Ok(ByInput { caused, outputs, doubts, apart: 0.0, has_kink, prescribes });
    };
    let close = HERE * if now == 0.0 { SIZE_OF_ZERO } else { now.abs() };
    let rises = Rises::of(mechanism, (name, parameter), (&here.here.values, close))?;
    let steepest = rises.steepest();
    let both: Vec<f64> = here.caused.iter().chain(&here.here.read).copied().collect();
    let (mut differences, mut reach, mut bends) = (None::<Differences>, close, false);
    if steepest > 0.0 {
        let (graph, change) = straightened(&mechanism.graph, name, &rises);
        let mut graph = Arc::new(graph);
        let mut look = |by: f64| -> Result<Vec<f64>, String> {
            // It has just been made, and whoever has read it before has let it go: nothing is copied.
            let _ = set_param(Arc::make_mut(&mut graph), &change, by);
            let own = read(graph.clone()).map_err(|why| match why {
                Unread::NotAssembled => format!(
                    "the model cannot be with another value of `{name}`, close to what it is"
                ),
                Unread::Because(why) => why,
            })?;
            let all: Vec<f64> = own.caused.into_iter().chain(own.here.read).collect();
            match all[..count + sensors].iter().all(|own| own.is_finite()) {
                true => Ok(all),
                false => Err(format!(
                    "the motion has no acceleration with another value of `{name}`, close to what it is"
                )),
            }
        };
        let share = SHARE * rises.to_double(&here.here.values);
        let first = if share.is_finite() { share } else { CHANGE / steepest };
        let near = rises.moves_places.then_some(CHANGE_OF_PLACES * extent / steepest);
        // Where all is at one place, nothing is near to anything.
        let near = near.filter(|near| 0.0 < *near && *near < first);
        let found = best((first, near), (&both, [count, count + sensors], steepest), &mut look)?;
        if found.apart > UNKNOWN {
            return Err(format!(
                "what the input `{name}` does is not in proportion to it, however little it changes, so it has no derivative"
            ));
        }
        let moved = found.slopes[count..count + sensors].iter().any(|own| *own != 0.0);
        if moved {
            reach = HERE_OF_SENSORS * found.change;
        }
        bends = found.sides(&both[..count + sensors]).have_kink(&mut look)?;
        differences = Some(found);
    }
    let (mut caused, mut found, mut doubts, mut apart) =
        (vec![0.0; count], nothing(), nothing(), 0.0);
    if let Some(mut own) = differences {
        found = Slopes::without_kinks(own.slopes.split_off(count));
        doubts = Slopes::without_kinks(own.doubts.split_off(count));
        (caused, apart) = (own.slopes, own.apart);
    }
    let doubts = recorded.slopes(&here.here, &doubts, (None, reach)).slopes;
    let doubts = doubts.into_iter().map(|own| if own.is_finite() { own.abs() } else { 0.0 });
    let outputs = recorded.slopes(&here.here, &found, (Some(parameter), reach));
    let has_kink = rises.has_kink || bends || outputs.kinks.contains(&true);
    Ok(ByInput {
        caused,
        outputs: outputs.slopes,
        doubts: doubts.collect(),
        apart,
        has_kink,
        prescribes: rises.prescribes,
    })
}

/// What was seen on both sides, far and half as far.
struct Differences {
    /// Of the parameter, far from it.
    change: f64,
    /// On each side.
    far: [Vec<f64>; 2],
    /// Half as far on each side.
    near: [Vec<f64>; 2],
    slopes: Vec<f64>,
    /// What each has been corrected by.
    doubts: Vec<f64>,
    /// By how much both disagree, as a share of the largest.
    apart: f64,
}

impl Differences {
    /// Beside what was read at the value of the parameter.
    fn sides<'a>(&'a self, here: &'a [f64]) -> Sides<'a> {
        let both = |own: &'a [Vec<f64>; 2]| own.each_ref().map(Vec::as_slice);
        let (far, near) = (both(&self.far), both(&self.near));
        Sides { here, change: self.change, far, near, apart: self.apart }
    }
}

/// Whether two differences have the same slopes, but for what rounding takes of the closer ones.
fn tell_the_same([wide, close]: [&Differences; 2], parts: [Range<usize>; 2]) -> bool {
    let allowed = SAME.max(OF_ROUNDING * close.apart).min(UNKNOWN);
    let is_same = |range: Range<usize>| {
        let pairs = || wide.slopes[range.clone()].iter().zip(&close.slopes[range.clone()]);
        let apart = pairs().map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let largest = pairs().map(|(a, b)| a.abs().max(b.abs())).fold(0.0, f64::max);
        apart <= allowed * largest
    };
    close.apart == UNSEEN || parts.into_iter().all(is_same)
}

/// A change whose differences agree, in what is caused and in sensors, each by its largest. From the first one it goes to smaller ones as long
/// as these agree better, or else to larger ones. It never passes over changes that agree worse: far away anything may be straight, as a rope
/// is in the direction in which its end has been pulled away. So the first one has to tell the same as one that is `near`, or that is
/// where it goes from.
fn best(
    (first, near): (f64, Option<f64>),
    (here, [caused, sensors], steepest): (&[f64], [usize; 2], f64),
    mut look: impl FnMut(f64) -> Result<Vec<f64>, String>,
) -> Result<Differences, String> {
    let mut differ = |change: f64| -> Result<Differences, String> {
        let mut sides = |by: f64| -> Result<[Vec<f64>; 2], String> { Ok([look(by)?, look(-by)?]) };
        let (far, near) = (sides(change)?, sides(0.5 * change)?);
        let slope = |[ahead, back]: [f64; 2], by: f64| (ahead - back) / (2.0 * by);
        let (wide, close): (Vec<f64>, Vec<f64>) = (0..far[0].len())
            .map(|k| {
                let wide = slope([far[0][k], far[1][k]], change);
                (wide, slope([near[0][k], near[1][k]], 0.5 * change))
            })
            .unzip();
        let apart = |range: Range<usize>| {
            let most =
                |own: &mut dyn Iterator<Item = f64>| own.fold(0.0_f64, |a, b| a.max(b.abs()));
            let changed =
                most(&mut range.clone().flat_map(|k| far.each_ref().map(|own| own[k] - here[k])));
            let size = most(&mut here[range.clone()].iter().copied());
            if changed <= ROUNDING * steepest * change + ROUNDING_OF_READ * size {
                return None;
            }
            let (wide, close) = (&wide[range.clone()], &close[range]);
            let largest = most(&mut close.iter().copied());
            let apart = most(&mut wide.iter().zip(close).map(|(a, b)| (a - b) / 3.0));
            Some(if largest > 0.0 { apart / largest } else { apart })
        };
        let apart = match [apart(0..caused), apart(caused..sensors)] {
            [None, None] => UNSEEN,
            both => both.into_iter().flatten().fold(0.0, f64::max),
        };
        let both = close.iter().zip(&wide);
        let (slopes, doubts) = both
            .map(|(close, wide)| {
                let correction = (close - wide) / 3.0;
                (close + correction, correction.abs())
            })
            .unzip();
        Ok(Differences { change, far, near, slopes, doubts, apart })
    };
    let (mut first, mut best) = (first, differ(first));
    if let Some(near) = near {
        let beside = differ(near);
        let is_same = match (&best, &beside) {
            (Ok(best), Ok(beside)) => tell_the_same([best, beside], [0..caused, caused..sensors]),
            (Ok(_), Err(_)) => true,
            (Err(_), _) => false,
        };
        if !is_same {
            (first, best) = (near, beside);
        }
    }
    let agrees = |own: &Result<Differences, String>| match own {
        Ok(own) => own.apart,
        Err(_) => f64::INFINITY,
    };
    for factor in [1.0 / FARTHER, FARTHER] {
        let (mut change, mut last) = (first, agrees(&best));
        let at_first = last;
        for _ in 0..MOST {
            change *= factor;
            // Smaller changes are not seen where this one is not.
            let is_lost = factor < 1.0 && (last == UNSEEN || change * steepest < LEAST);
            if agrees(&best) <= CERTAIN || is_lost {
                break;
            }
            let own = differ(change);
            let apart = agrees(&own);
            if apart < agrees(&best) {
                best = own;
            }
            if apart > WORSE * last {
                break;
            }
            last = apart;
        }
        if agrees(&best) < at_first {
            break;
        }
    }
    let mut best = best?;
    if best.apart == UNSEEN {
        best.apart = 0.0;
    }
    Ok(best)
}
