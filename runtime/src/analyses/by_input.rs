//! What an input does at once, in one state: derivatives of what it causes and of what is recorded, by Richardson's extrapolation of central
//! differences between models in which all that acts follows the input along straight lines.

use std::ops::Range;
use std::sync::Arc;

use cdl_graph::Graph;

use super::derivatives::{Here, Outputs};
use super::state_space::{Slopes, bends_at_once};
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
const CHANGES: [f64; 8] = [1e-3, 1e-1, 1e1, 1e3, 1e5, 1e7, 1e-5, 1e-7];
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
    /// How well two differences agree, as a share of the largest.
    pub(super) apart: f64,
    /// Whether both sides have slopes of their own.
    pub(super) has_kink: bool,
}

/// Why a state is not read in a model that differs by numbers.
pub(super) enum Unread {
    /// There is no such model.
    NotAssembled,
    /// In words.
    Because(String),
}

/// `read` looks at the state in a model of a graph that differs by numbers, of which it assembles what it needs; `here` is what it saw in this
/// one. Otherwise why there are no derivatives.
pub(super) fn by_input(
    (mechanism, recorded): (&Mechanism, &Outputs<'_>),
    name: &str,
    here: &Read,
    read: &dyn Fn(Arc<Graph>) -> Result<Read, Unread>,
) -> Result<ByInput, String> {
    let (count, sensors) = (here.caused.len(), recorded.sensors());
    let nothing = || Slopes::without_kinks(vec![0.0; here.here.read.len()]);
    let Some((parameter, now)) = recorded.parameter(name) else {
        let (caused, outputs) = (vec![0.0; count], vec![0.0; recorded.count()]);
        return Ok(ByInput { caused, outputs, apart: 0.0, has_kink: false });
    };
    let close = HERE * if now == 0.0 { SIZE_OF_ZERO } else { now.abs() };
    let rises = Rises::of(mechanism, (name, parameter), (&here.here.values, close))?;
    let steepest = rises.steepest();
    let both: Vec<f64> = here.caused.iter().chain(&here.here.read).copied().collect();
    let (mut differences, mut reach) = (None::<Differences>, close);
    if steepest > 0.0 {
        let (graph, change) = straightened(&mechanism.graph, name, &rises);
        let mut graph = Arc::new(graph);
        let look = |by: f64| -> Result<Vec<f64>, String> {
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
        let share = Some(share).filter(|own| own.is_finite());
        let changes = share.into_iter().chain(CHANGES.map(|own| own / steepest));
        let found = best(changes, (&both, [count, count + sensors], steepest), look)?;
        if found.apart > UNKNOWN {
            return Err(format!(
                "what the input `{name}` does is not in proportion to it, however little it changes, so it has no derivative"
            ));
        }
        let moved = found.slopes[count..count + sensors].iter().any(|own| *own != 0.0);
        if moved {
            reach = HERE_OF_SENSORS * found.change;
        }
        differences = Some(found);
    }
    let bends = differences.as_ref().is_some_and(|own| {
        let known = count + sensors;
        bends_at_once(&both[..known], &own.far, &own.near)
    });
    let (mut caused, mut found, mut apart) = (vec![0.0; count], nothing(), 0.0);
    if let Some(mut own) = differences {
        found = Slopes::without_kinks(own.slopes.split_off(count));
        (caused, apart) = (own.slopes, own.apart);
    }
    let outputs = recorded.slopes(&here.here, &found, (Some(parameter), reach));
    let has_kink = rises.has_kink || bends || outputs.kinks.contains(&true);
    Ok(ByInput { caused, outputs: outputs.slopes, apart, has_kink })
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
    /// By how much both disagree, as a share of the largest.
    apart: f64,
}

/// Of those changes the one whose differences agree best, in what is caused and in sensors, each by its largest.
fn best(
    changes: impl Iterator<Item = f64>,
    (here, [caused, sensors], steepest): (&[f64], [usize; 2], f64),
    mut look: impl FnMut(f64) -> Result<Vec<f64>, String>,
) -> Result<Differences, String> {
    let (mut best, mut last) = (None::<Differences>, String::new());
    for change in changes {
        let mut sides = |by: f64| -> Result<[Vec<f64>; 2], String> { Ok([look(by)?, look(-by)?]) };
        let (far, near) = match sides(change).and_then(|far| Ok((far, sides(0.5 * change)?))) {
            Ok(both) => both,
            Err(why) => {
                last = why;
                continue;
            }
        };
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
                return 0.0;
            }
            let (wide, close) = (&wide[range.clone()], &close[range]);
            let largest = most(&mut close.iter().copied());
            let apart = most(&mut wide.iter().zip(close).map(|(a, b)| (a - b) / 3.0));
            if largest > 0.0 { apart / largest } else { apart }
        };
        let apart = apart(0..caused).max(apart(caused..sensors));
        if best.as_ref().is_none_or(|own| apart < own.apart) {
            let both = close.iter().zip(&wide);
            let slopes = both.map(|(close, wide)| close + (close - wide) / 3.0).collect();
            best = Some(Differences { change, far, near, slopes, apart });
        }
        if apart <= CERTAIN {
            break;
        }
    }
    best.ok_or(last)
}
