//! Where a function of the unit cube is least, without derivatives: places all over it, and then downhill from the best.
//!
//! In one dimension by Brent's method (Brent 1973, chapter 5), in several by a simplex (Nelder and Mead 1965) that is begun anew, as one may
//! have become flat.

/// Places that are looked at first: in one dimension, and for each of several.
const PLACES: usize = 24;
const PLACES_OF_EACH: usize = 30;
const MOST_STEPS: usize = 80;
/// Of the cube: steps that are shorter find nothing more, as a minimum is flat.
const SHORTEST: f64 = 1e-8;
/// Edges of the simplexes, and steps with each for each dimension.
const EDGES: [f64; 3] = [0.1, 0.03, 0.003];
const STEPS_OF_EACH: usize = 120;

/// The best of all places that were looked at; nothing where none of them has a value.
pub(super) fn least(
    dimensions: usize,
    function: &dyn Fn(&[f64]) -> Option<f64>,
) -> Option<Vec<f64>> {
    let value = |at: &[f64]| function(at).unwrap_or(f64::INFINITY);
    let best = match dimensions {
        0 => return None,
        1 => on_a_line(&|at| value(&[at])),
        _ => in_space(dimensions, &value),
    };
    best.1.is_finite().then_some(best.0)
}

fn on_a_line(value: &dyn Fn(f64) -> f64) -> (Vec<f64>, f64) {
    let place = |k: usize| k as f64 / (PLACES - 1) as f64;
    let values: Vec<f64> = (0..PLACES).map(|k| value(place(k))).collect();
    let best = (0..PLACES).min_by(|a, b| values[*a].total_cmp(&values[*b])).unwrap_or(0);
    if !values[best].is_finite() {
        return (vec![place(best)], values[best]);
    }
    let bounds = (place(best.saturating_sub(1)), place((best + 1).min(PLACES - 1)));
    let (at, least) = brent(bounds, (place(best), values[best]), value);
    (vec![at], least)
}

/// From a place within bounds, at which nothing is lower than at the best one.
fn brent(
    (mut low, mut high): (f64, f64),
    (at, value_at): (f64, f64),
    value: &dyn Fn(f64) -> f64,
) -> (f64, f64) {
    const GOLDEN: f64 = 0.381_966_011_250_105;
    let (mut x, mut w, mut v) = (at, at, at);
    let (mut fx, mut fw, mut fv) = (value_at, value_at, value_at);
    let (mut step, mut before) = (0.0_f64, 0.0_f64);
    for _ in 0..MOST_STEPS {
        let middle = 0.5 * (low + high);
        if (x - middle).abs() + 0.5 * (high - low) <= 2.0 * SHORTEST {
            break;
        }
        // Where a parabola through the last three has its minimum.
        let r = (x - w) * (fx - fv);
        let q = (x - v) * (fx - fw);
        let (p, q) = ((x - v) * q - (x - w) * r, 2.0 * (q - r));
        let (p, q) = if q > 0.0 { (-p, q) } else { (p, -q) };
        let is_good = p.is_finite()
            && q.is_finite()
            && p.abs() < (0.5 * q * before).abs()
            && p > q * (low - x)
            && p < q * (high - x);
        if is_good {
            (before, step) = (step, p / q);
        } else {
            before = if x < middle { high - x } else { low - x };
            step = GOLDEN * before;
        }
        let moved = if step.abs() >= SHORTEST { step } else { SHORTEST.copysign(step) };
        let u = (x + moved).clamp(low, high);
        let fu = value(u);
        if fu <= fx {
            if u < x {
                high = x
            } else {
                low = x
            }
            (v, fv, w, fw, x, fx) = (w, fw, x, fx, u, fu);
        } else {
            if u < x {
                low = u
            } else {
                high = u
            }
            if fu <= fw || w == x {
                (v, fv, w, fw) = (w, fw, u, fu);
            } else if fu <= fv || v == x || v == w {
                (v, fv) = (u, fu);
            }
        }
    }
    (x, fx)
}

fn in_space(dimensions: usize, value: &dyn Fn(&[f64]) -> f64) -> (Vec<f64>, f64) {
    let count = PLACES_OF_EACH * dimensions;
    let places = corners(dimensions, count).chain((1..=count).map(|k| halton(k, dimensions)));
    let valued = places.map(|at| {
        let own = value(&at);
        (at, own)
    });
    let middle = || (vec![0.5; dimensions], f64::INFINITY);
    let mut best = valued.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_else(middle);
    if best.1.is_finite() {
        for edge in EDGES {
            best = simplex(best, edge, value);
        }
    }
    best
}

/// Of the cube, where there are not more than so many: what can be run may be no more than one of them.
fn corners(dimensions: usize, most: usize) -> impl Iterator<Item = Vec<f64>> {
    let count = u32::try_from(dimensions).ok().and_then(|own| 2_usize.checked_pow(own));
    let count = count.filter(|own| *own <= most).unwrap_or(0);
    let side = |corner: usize, k: usize| if corner >> k & 1 == 1 { 1.0 } else { 0.0 };
    (0..count).map(move |corner| (0..dimensions).map(|k| side(corner, k)).collect())
}

/// The numbers of `k` mirrored behind the point, for a prime base each (Halton 1960).
fn halton(k: usize, dimensions: usize) -> Vec<f64> {
    let primes = (2..).filter(|n| (2..*n).all(|own| n % own != 0));
    let mirrored = |base: usize| {
        let (mut share, mut rest, mut at) = (1.0 / base as f64, k, 0.0);
        while rest > 0 {
            at += share * (rest % base) as f64;
            rest /= base;
            share /= base as f64;
        }
        at
    };
    primes.take(dimensions).map(mirrored).collect()
}

fn simplex(start: (Vec<f64>, f64), edge: f64, value: &dyn Fn(&[f64]) -> f64) -> (Vec<f64>, f64) {
    let dimensions = start.0.len();
    let mut corners = vec![start];
    for k in 0..dimensions {
        let mut at = corners[0].0.clone();
        at[k] += if at[k] + edge <= 1.0 { edge } else { -edge };
        let own = value(&at);
        corners.push((at, own));
    }
    for _ in 0..STEPS_OF_EACH * dimensions {
        corners.sort_by(|a, b| a.1.total_cmp(&b.1));
        let best = &corners[0];
        let far = corners.iter().flat_map(|own| own.0.iter().zip(&best.0));
        if far.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) <= SHORTEST {
            break;
        }
        let worst = corners[dimensions].clone();
        let centre: Vec<f64> = (0..dimensions)
            .map(|k| {
                corners[..dimensions].iter().map(|own| own.0[k]).sum::<f64>() / dimensions as f64
            })
            .collect();
        // Beyond a bound it is the bound.
        let along = |factor: f64| {
            let at =
                centre.iter().zip(&worst.0).map(|(c, w)| (c + factor * (c - w)).clamp(0.0, 1.0));
            let at: Vec<f64> = at.collect();
            let own = value(&at);
            (at, own)
        };
        let reflected = along(1.0);
        let next = if reflected.1 < corners[0].1 {
            let expanded = along(2.0);
            if expanded.1 < reflected.1 { expanded } else { reflected }
        } else if reflected.1 < corners[dimensions - 1].1 {
            reflected
        } else {
            let contracted = along(if reflected.1 < worst.1 { 0.5 } else { -0.5 });
            if contracted.1 < reflected.1.min(worst.1) {
                contracted
            } else {
                // Nothing is better: all come closer to the best.
                let best = corners[0].0.clone();
                for own in &mut corners[1..] {
                    own.0.iter_mut().zip(&best).for_each(|(at, best)| *at = 0.5 * (*at + best));
                    own.1 = value(&own.0);
                }
                continue;
            }
        };
        corners[dimensions] = next;
    }
    corners.sort_by(|a, b| a.1.total_cmp(&b.1));
    corners.swap_remove(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(dimensions: usize, function: &dyn Fn(&[f64]) -> Option<f64>) -> Vec<f64> {
        least(dimensions, function).expect("a place")
    }

    /// Smooth, with a kink, at either end, and the lower of two valleys.
    #[test]
    fn on_a_line_it_is_found_to_the_root_of_rounding() {
        let near = |found: &[f64], at: f64| assert!((found[0] - at).abs() < 3e-8, "{found:?} {at}");
        near(&found(1, &|x| Some((x[0] - 0.3123).powi(2))), 0.3123);
        near(&found(1, &|x| Some((x[0] - 0.777).abs())), 0.777);
        near(&found(1, &|x| Some(x[0])), 0.0);
        near(&found(1, &|x| Some(-x[0].exp())), 1.0);
        let valleys = |x: &[f64]| Some((9.0 * x[0]).cos() + 0.2 * x[0]);
        // Where -9 sin 9x = -0.2, in the first of its two valleys.
        near(&found(1, &valleys), (std::f64::consts::PI - (0.2_f64 / 9.0).asin()) / 9.0);
        // Where a part of the range has no values.
        near(&found(1, &|x| (x[0] > 0.4).then_some((x[0] - 0.5).powi(2))), 0.5);
        assert_eq!(least(1, &|_| None), None);
        assert_eq!(least(3, &|_| None), None);
    }

    /// Rosenbrock's valley, a minimax that has kinks everywhere, and a corner.
    #[test]
    fn in_space_it_is_found() {
        let near = |found: &[f64], at: &[f64], by: f64| {
            let far = found.iter().zip(at).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(far < by, "{found:?} {at:?}");
        };
        let valley = |x: &[f64]| {
            let (x, y) = (4.0 * x[0] - 2.0, 4.0 * x[1] - 2.0);
            Some((1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2))
        };
        near(&found(2, &valley), &[0.75, 0.75], 1e-4);
        let minimax =
            |x: &[f64]| Some((x[0] - 0.4).abs().max((x[1] - 0.6).abs() + 0.3 * (x[0] - 0.4)));
        near(&found(2, &minimax), &[0.4, 0.6], 1e-4);
        near(&found(3, &|x| Some(x.iter().sum())), &[0.0, 0.0, 0.0], 1e-6);
        near(
            &found(3, &|x| Some(x.iter().map(|x| (x - 0.1).powi(2)).sum())),
            &[0.1, 0.1, 0.1],
            1e-5,
        );
    }

    /// A corner of half a per mille of the square.
    #[test]
    fn what_can_only_be_run_in_a_corner_is_found() {
        let in_a_corner = |x: &[f64]| {
            let left = 3.0 * (x[0] - x[1]) - 2.9;
            (left >= 0.0).then(|| left.sqrt() + x[1])
        };
        let at = found(2, &in_a_corner);
        assert!(3.0 * (at[0] - at[1]) - 2.9 < 1e-6 && at[1] < 1e-3, "{at:?}");
        assert_eq!(corners(2, 60).count(), 4);
        assert_eq!(corners(9, 270).count(), 0);
    }

    #[test]
    fn places_fill_the_cube_evenly() {
        let in_half = (1..=300).filter(|k| halton(*k, 2)[1] < 0.5).count();
        assert!((145..=155).contains(&in_half), "{in_half}");
        assert_eq!(halton(3, 2), [0.75, 1.0 / 9.0]);
    }
}
