//! A signal within a step, as curves of fourth order over parts of it that are halved where it goes on otherwise.
//!
//! The part that is in doubt most is halved first, until all of them together are known or there are no looks left. By how much a part's integral
//! may be off is told by what it and its halves differ by, and by how far the signal was from the curve where it was looked at. Where the largest
//! change stays in half of the time there is a jump, and it is gone to by bisection.

use super::point::Point;

/// Of the signal's range, times the step: by how much parts may be wrong altogether.
const AGREED: f64 = 1e-6;
/// What is left in each half of that by which the sum of both and the whole are apart: nearly nothing where it is smooth, an eighth at kinks.
const GAINED: f64 = 0.1;
/// A share of how far a signal is from its curve, times the time, is what its integral is expected to be off by at least.
const UNSEEN: f64 = 1e-3;
/// What is left of the largest change in half of the time where a signal jumps.
const STAYS: f64 = 0.8;
/// Halvings to a jump, and what is so small a share of a part is one.
const HALVINGS: usize = 30;
const NARROW: f64 = 1e-6;
/// Looks for two halves, and for three parts around a jump.
const DEAREST: usize = 9;
/// A polynomial through five points, by which it is given at an eighth and at three eighths, and mirrored.
const EIGHTHS: [[f64; 5]; 2] = [[35.0, 140.0, -70.0, 28.0, -5.0], [-5.0, 60.0, 90.0, -20.0, 3.0]];

/// A polynomial through a signal's values at both ends and at quarters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// At the same distances.
    points: [Point; 5],
    /// By how much its integral may be off, in the signal's unit, times s.
    doubt: f64,
    /// The largest change in the part that this one is a half of; none at first.
    change: Option<f64>,
}

impl Part {
    /// s
    pub(super) fn time(&self) -> f64 {
        self.points[4].at - self.points[0].at
    }

    /// The signal's, times s (Boole's rule).
    pub(super) fn integral(&self) -> f64 {
        let [a, b, c, d, e] = self.points.map(|point| point.value);
        self.time() * (7.0 * (a + e) + 32.0 * (b + d) + 12.0 * c) / 90.0
    }

    /// Of the signal's square.
    pub(super) fn integral_of_square(&self) -> f64 {
        let square = |point: Point| Point { value: point.value * point.value, ..point };
        Self { points: self.points.map(square), ..*self }.integral()
    }

    /// Of the signal less a value.
    pub(super) fn less(&self, value: f64) -> Self {
        let points = self.points.map(|point| Point { value: point.value - value, ..point });
        Self { points, ..*self }
    }

    /// Between its points two and two, with the polynomial in their middle.
    pub(super) fn quarters(&self) -> impl Iterator<Item = [Point; 3]> {
        let points = self.points;
        self.eighths().into_iter().enumerate().map(move |(k, value)| {
            let at = 0.5 * (points[k].at + points[k + 1].at);
            [points[k], Point { at, value }, points[k + 1]]
        })
    }

    /// The polynomial in the middle of each quarter.
    fn eighths(&self) -> [f64; 4] {
        let values = self.points.map(|point| point.value);
        let at = |of: [f64; 5]| of.iter().zip(values).map(|(own, value)| own * value).sum::<f64>();
        let back = |[a, b, c, d, e]: [f64; 5]| [e, d, c, b, a];
        let [first, second] = EIGHTHS;
        [first, second, back(second), back(first)].map(|of| at(of) / 128.0)
    }

    /// From a point to the next.
    fn largest_change(&self) -> f64 {
        self.points.windows(2).map(|own| change(own[0], own[1])).fold(0.0, f64::max)
    }

    /// By how much its integral may be off, as far as it tells by itself.
    fn first_doubt(&self) -> f64 {
        let [a, b, c, d, e] = self.points.map(|point| point.value);
        let simpson = self.time() * (a + 4.0 * c + e) / 6.0;
        let off = [(b, [a, c, e]), (d, [e, c, a])]
            .map(|(own, through)| (own - parabola_at_quarter(through)).abs());
        GAINED * (self.integral() - simpson).abs() + UNSEEN * off[0].max(off[1]) * self.time()
    }
}

/// Of one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    parts: Vec<Part>,
    /// By how much integrals over all steps so far may be off, where nobody could look any more.
    pub(super) doubt: f64,
}

impl Parts {
    /// In no order.
    pub(super) fn all(&self) -> &[Part] {
        &self.parts
    }

    /// Divides a step, of which both ends and the middle are known and the `tops` within, until curves agree with what they go through or
    /// `looks` are used up. `look` gives the signal at an instant.
    pub(super) fn follow(
        &mut self,
        [from, middle, to]: [Point; 3],
        tops: impl Iterator<Item = Point>,
        range: f64,
        looks: &mut usize,
        look: &mut dyn FnMut(f64) -> f64,
    ) {
        self.parts.clear();
        let tolerance = AGREED * range * (to.at - from.at);
        let first = self.between([from, middle, to], looks, look);
        self.parts.push(first);
        for top in tops {
            self.divide_at(top, looks, look);
        }
        loop {
            let doubt: f64 = self.parts.iter().map(|part| part.doubt).sum();
            let worst = (0..self.parts.len())
                .max_by(|&a, &b| self.parts[a].doubt.total_cmp(&self.parts[b].doubt));
            let Some(worst) = worst.filter(|_| doubt > tolerance && *looks >= DEAREST) else {
                self.doubt += doubt;
                return;
            };
            let part = self.parts.swap_remove(worst);
            match part.change.is_some_and(|change| part.largest_change() >= STAYS * change) {
                true => self.close_in(part, looks, look),
                false => self.halve(part, looks, look),
            }
        }
    }

    /// Through three points and two more, or a parabola where there are no looks for these.
    fn between(
        &self,
        [a, c, e]: [Point; 3],
        looks: &mut usize,
        look: &mut dyn FnMut(f64) -> f64,
    ) -> Part {
        let mut quarter = |near: Point, far: Point| match looks.checked_sub(1) {
            Some(left) => {
                *looks = left;
                in_the_middle(near, c, look)
            }
            None => Point {
                at: 0.5 * (near.at + c.at),
                value: parabola_at_quarter([near.value, c.value, far.value]),
            },
        };
        let points = [a, quarter(a, e), c, quarter(e, a), e];
        let part = Part { points, doubt: 0.0, change: None };
        // What is no number is not followed.
        let doubt = Some(part.first_doubt()).filter(|doubt| doubt.is_finite());
        Part { doubt: doubt.unwrap_or(0.0), ..part }
    }

    /// Where a value is known that curves may miss.
    fn divide_at(&mut self, top: Point, looks: &mut usize, look: &mut dyn FnMut(f64) -> f64) {
        let is_around = |part: &Part| part.points[0].at < top.at && top.at < part.points[4].at;
        let Some(at) = self.parts.iter().position(is_around).filter(|_| *looks >= DEAREST) else {
            return;
        };
        let [from, .., to] = self.parts.swap_remove(at).points;
        for (a, c) in [(from, top), (top, to)] {
            *looks -= 1;
            let part = self.between([a, in_the_middle(a, c, look), c], looks, look);
            self.parts.push(part);
        }
    }

    /// Looks at all quarters of a part, and keeps both halves with what the curve through the whole was off by.
    fn halve(&mut self, part: Part, looks: &mut usize, look: &mut dyn FnMut(f64) -> f64) {
        *looks -= 4;
        let [a, b, c, d, e] = part.points;
        let expected = part.eighths();
        let seen = [(a, b), (b, c), (c, d), (d, e)].map(|(a, b)| in_the_middle(a, b, look));
        let off = |k: usize| (seen[k].value - expected[k]).abs();
        let halves = [
            ([a, seen[0], b, seen[1], c], off(0).max(off(1))),
            ([c, seen[2], d, seen[3], e], off(2).max(off(3))),
        ];
        let change = Some(part.largest_change());
        let [left, right] = halves.map(|(points, off)| {
            let doubt = UNSEEN * off * 0.5 * part.time();
            Part { points, doubt, change }
        });
        let apart = GAINED * (left.integral() + right.integral() - part.integral()).abs();
        self.parts.extend([left, right].map(|half| {
            let doubt = Some(half.doubt + apart).filter(|doubt| doubt.is_finite());
            Part { doubt: doubt.unwrap_or(0.0), ..half }
        }));
    }

    /// Goes to a jump, and leaves a part on each of its sides.
    fn close_in(&mut self, part: Part, looks: &mut usize, look: &mut dyn FnMut(f64) -> f64) {
        let largest = part.largest_change();
        let steepest = part.points.windows(2).find(|own| change(own[0], own[1]) == largest);
        let Some(&[mut from, mut to]) = steepest else { return self.parts.push(part) };
        for _ in 0..HALVINGS {
            // What both sides need is kept.
            if *looks <= DEAREST {
                break;
            }
            *looks -= 1;
            let middle = in_the_middle(from, to, look);
            if middle.at <= from.at || middle.at >= to.at {
                break;
            }
            let whole = change(from, to);
            (from, to) = match change(from, middle) > change(middle, to) {
                true => (from, middle),
                false => (middle, to),
            };
            // What does not jump changes by half in half of the time, about.
            if change(from, to) < STAYS * whole {
                break;
            }
        }
        let [first, .., last] = part.points;
        for (a, c) in [(first, from), (from, to), (to, last)] {
            let time = c.at - a.at;
            if time <= 0.0 {
                continue;
            }
            let line = Point { at: 0.5 * (a.at + c.at), value: 0.5 * (a.value + c.value) };
            let own = if time <= NARROW * part.time() {
                // With no looks.
                let jump = self.between([a, line, c], &mut 0, look);
                Part { doubt: 0.5 * time * change(a, c), ..jump }
            } else {
                let middle = match looks.checked_sub(1) {
                    Some(left) => {
                        *looks = left;
                        in_the_middle(a, c, look)
                    }
                    None => line,
                };
                self.between([a, middle, c], looks, look)
            };
            self.parts.push(own);
        }
    }
}

/// At a quarter of the way of a parabola through its ends and its middle.
fn parabola_at_quarter([near, middle, far]: [f64; 3]) -> f64 {
    0.375 * near + 0.75 * middle - 0.125 * far
}

/// Of the signal, without a sign.
fn change(from: Point, to: Point) -> f64 {
    (to.value - from.value).abs()
}

/// The signal between two instants.
fn in_the_middle(a: Point, b: Point, look: &mut dyn FnMut(f64) -> f64) -> Point {
    let at = 0.5 * (a.at + b.at);
    Point { at, value: look(at) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over one step from 0, and how often it was looked at.
    fn followed(
        signal: impl Fn(f64) -> f64,
        end: f64,
        tops: &[f64],
        most: usize,
    ) -> (Parts, usize) {
        let point = |at: f64| Point { at, value: signal(at) };
        let (mut parts, mut looks, mut calls) = (Parts::default(), most, 0);
        let tops: Vec<Point> = tops.iter().map(|&at| point(at)).collect();
        let values = (0..1000).map(|k| signal(end * f64::from(k) / 999.0));
        let (low, high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), own| (low.min(own), high.max(own)));
        let points = [0.0, 0.5 * end, end].map(point);
        parts.follow(points, tops.into_iter(), high - low, &mut looks, &mut |at| {
            calls += 1;
            signal(at)
        });
        assert_eq!(calls, most - looks);
        (parts, calls)
    }

    fn sums(parts: &Parts) -> [f64; 3] {
        let of = |what: fn(&Part) -> f64| parts.all().iter().map(what).sum();
        [of(Part::time), of(Part::integral), of(Part::integral_of_square)]
    }

    /// From 2 to 5 at 0.3, and then it falls by one: 0.6 + 3.5 - 0.7²/2, and 1.2 + 25·0.7 - 10·0.7²/2 + 0.7³/3.
    #[test]
    fn a_jump_is_found() {
        for place in [0.3, 0.5, 0.7001, 1e-3] {
            let rest = 1.0 - place;
            let signal = |t: f64| if t < place { 2.0 } else { 5.0 - (t - place) };
            let (parts, calls) = followed(signal, 1.0, &[], 1000);
            let found = sums(&parts);
            let exact = [
                1.0,
                2.0 * place + 5.0 * rest - 0.5 * rest * rest,
                4.0 * place + 25.0 * rest - 5.0 * rest * rest + rest.powi(3) / 3.0,
            ];
            println!("{place}: {calls} {found:?} {exact:?} {:e}", parts.doubt);
            assert!(found.iter().zip(exact).all(|(own, exact)| (own - exact).abs() < 3e-6));
            assert!(calls < 100, "{calls}");
        }
    }

    /// sin over a quarter and over three of its periods.
    #[test]
    fn what_is_smooth_is_halved_until_parabolas_agree() {
        for (periods, most) in [(0.25, 40), (3.0, 400)] {
            let end = std::f64::consts::TAU * periods;
            let (parts, calls) = followed(f64::sin, end, &[], 1000);
            let [time, plain, square] = sums(&parts);
            println!("{calls} {plain} {square} {:e}", parts.doubt);
            assert!((time - end).abs() < 1e-12 && (plain - (1.0 - end.cos())).abs() < 1e-6 * end);
            let exact = 0.5 * end - 0.25 * (2.0 * end).sin();
            assert!((square - exact).abs() < 3e-6 * end && calls < most, "{calls}");
        }
    }

    /// A bell that is a hundredth of the step wide, which neither end nor middle shows.
    #[test]
    fn a_known_top_is_not_missed() {
        let signal = |t: f64| (-((t - 0.29) / 0.004).powi(2)).exp();
        let exact = 0.004 * std::f64::consts::PI.sqrt();
        let (parts, calls) = followed(signal, 1.0, &[0.29], 1000);
        let [_, plain, square] = sums(&parts);
        println!("{calls}: {plain} {exact}");
        assert!((plain / exact - 1.0).abs() < 1e-4, "{plain}");
        assert!((square / exact * 2.0_f64.sqrt() - 1.0).abs() < 1e-4, "{square}");
    }

    /// What nobody can follow costs no more than what is allowed, and is in doubt.
    #[test]
    fn noise_is_not_followed_for_ever() {
        let noise = |t: f64| (1e9 * t).sin().mul_add(1e6, 0.0).fract();
        let (parts, calls) = followed(noise, 1.0, &[], 50);
        assert!(calls <= 50 && parts.doubt > 1e-3, "{calls} {}", parts.doubt);
    }
}
