//! What leans of a bend towards an axis, `R`, and one bend as a function of its numbers, over a step: with first and second derivatives.
//!
//! A bend `z = (b·d - (a·d) R)/s` is a function of seven numbers, the products `b·d` and `a·d` and the five that `R` is made of,
//! `p`, `σ`, `τ`, `m` and `g·g`, in this order. Discrete derivatives between two times are by means, so each is a function of the
//! numbers at both; what is differentiated again is so by those at the end.

use super::{NUMBERS, OF_RATIO, PRODUCTS};

/// `b·d` and `a·d`, at the start and at the end.
pub(super) struct Bends {
    /// 1/m
    pub(super) bends: [f64; 2],
    /// Without unit.
    pub(super) leans: [f64; 2],
}

/// `R` over a step, with what it is made of, each at the start and at the end where there are two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ratio {
    /// `a·b`, 1/m.
    sigma: [f64; 2],
    /// `b·g`, 1/m.
    tau: [f64; 2],
    /// `|a|`
    s: [f64; 2],
    /// `|g|`
    v: [f64; 2],
    /// `s v + m`
    sum: [f64; 2],
    /// `σ v + τ s`
    above: [f64; 2],
    /// One over `s (s v + m)`.
    over: [f64; 2],
    /// `R`
    value: [f64; 2],
    /// `1/s`
    each: [f64; 2],
    /// One over the sums of `s` and of `v`.
    by_roots: [f64; 2],
    /// Of what is above and of what is below, by `p`, `σ`, `τ`, `m` and `g·g`: discrete.
    of_above: [f64; OF_RATIO],
    /// See `of_above`; of `s (s v + m)`.
    of_below: [f64; OF_RATIO],
    /// Of `R`, by these.
    by: [f64; OF_RATIO],
}

/// Of two.
#[inline(always)]
fn mean([x, y]: [f64; 2]) -> f64 {
    0.5 * (x + y)
}

impl Ratio {
    /// Over a step.
    #[inline(always)]
    pub(super) fn between([start, end]: &[[f64; PRODUCTS]; 2]) -> Self {
        let [.., p0, sigma0, tau0, m0, square0] = *start;
        let [.., p1, sigma1, tau1, m1, square1] = *end;
        let (sigma, tau) = ([sigma0, sigma1], [tau0, tau1]);
        let (s, v) = ([p0.sqrt(), p1.sqrt()], [square0.sqrt(), square1.sqrt()]);
        let by_roots = [1.0 / (s[0] + s[1]), 1.0 / (v[0] + v[1])];
        let above = [sigma0 * v[0] + tau0 * s[0], sigma1 * v[1] + tau1 * s[1]];
        let sum = [s[0] * v[0] + m0, s[1] * v[1] + m1];
        let over = [1.0 / (s[0] * sum[0]), 1.0 / (s[1] * sum[1])];
        let (root, length) = (mean(s), mean(v));
        let of_above = [mean(tau) * by_roots[0], length, root, 0.0, mean(sigma) * by_roots[1]];
        let of_below =
            [(root * length + mean(sum)) * by_roots[0], 0.0, 0.0, root, root * root * by_roots[1]];
        let (share, fall) = (mean(over), mean(above) * over[0] * over[1]);
        let mut by = [0.0; OF_RATIO];
        for (by, (above, below)) in by.iter_mut().zip(of_above.iter().zip(&of_below)) {
            *by = above * share - below * fall;
        }
        let value = [above[0] * over[0], above[1] * over[1]];
        let each = [1.0 / s[0], 1.0 / s[1]];
        Self { sigma, tau, s, v, sum, above, over, value, each, by_roots, of_above, of_below, by }
    }

    /// What bends at the start and at the end, 1/m.
    #[inline(always)]
    pub(super) fn bends(&self, Bends { bends, leans }: &Bends) -> [f64; 2] {
        let of = |time: usize| (bends[time] - leans[time] * self.value[time]) * self.each[time];
        [of(0), of(1)]
    }

    /// What the bend loses by `p` alone for each of itself: `Δ(1/s) = -Δp/(s₀ s₁ (s₀ + s₁))`.
    #[inline(always)]
    fn fall(&self) -> f64 {
        self.each[0] * self.each[1] * self.by_roots[0]
    }

    /// `b·d - (a·d) R` in the middle of the step.
    #[inline(always)]
    fn bend(&self, Bends { bends, leans }: &Bends) -> f64 {
        mean([bends[0] - leans[0] * self.value[0], bends[1] - leans[1] * self.value[1]])
    }

    /// Of a bend by its numbers: discrete.
    #[inline(always)]
    pub(super) fn gradient(&self, of: &Bends) -> [f64; NUMBERS] {
        let each = mean(self.each);
        let lean = -mean(of.leans) * each;
        let [p, sigma, tau, m, square] = self.by;
        [
            each,
            -mean(self.value) * each,
            lean * p - self.bend(of) * self.fall(),
            lean * sigma,
            lean * tau,
            lean * m,
            lean * square,
        ]
    }

    /// At the end, by what they are made of there: what is above, one over what is below, and `R`.
    #[inline(always)]
    fn end_gradients(&self) -> [[f64; OF_RATIO]; 3] {
        let ([_, s], [_, v], [_, sum]) = (self.s, self.v, self.sum);
        let ([_, sigma], [_, tau], [_, over], [_, above]) =
            (self.sigma, self.tau, self.over, self.above);
        let (of_s, of_v) = (0.5 / s, 0.5 / v);
        let of_above = [tau * of_s, v, s, 0.0, sigma * of_v];
        let square = -over * over;
        let of_over = [square * (sum + s * v) * of_s, 0.0, 0.0, square * s, square * s * s * of_v];
        let mut all = [of_above, of_over, [0.0; OF_RATIO]];
        for k in 0..OF_RATIO {
            all[2][k] = of_above[k] * over + above * of_over[k];
        }
        all
    }

    /// Of [`Self::by`] by what it is made of at the end.
    #[inline(always)]
    fn by_slopes(
        &self,
        [of_above, of_over, _]: &[[f64; OF_RATIO]; 3],
    ) -> [[f64; OF_RATIO]; OF_RATIO] {
        let [by_s, by_v] = self.by_roots;
        let (of_s, of_v) = (0.5 / self.s[1], 0.5 / self.v[1]);
        let (root, length) = (mean(self.s), mean(self.v));
        let (share, fall) = (mean(self.over), mean(self.above) * self.over[0] * self.over[1]);
        let mut all = [[0.0; OF_RATIO]; OF_RATIO];
        for (k, row) in all.iter_mut().enumerate() {
            for (l, entry) in row.iter_mut().enumerate() {
                let falls = self.over[0]
                    * (0.5 * of_above[l] * self.over[1] + mean(self.above) * of_over[l]);
                *entry = self.of_above[k] * 0.5 * of_over[l] - self.of_below[k] * falls;
            }
        }
        // What is above, and what is below, change by roots, and by σ and τ.
        let half_s = 0.5 * of_s;
        let half_v = 0.5 * of_v;
        let (v_end, s_end) = (self.v[1], self.s[1]);
        all[0][0] -= self.of_above[0] * by_s * of_s * share;
        all[0][2] += 0.5 * by_s * share;
        all[1][4] += half_v * share;
        all[2][0] += half_s * share;
        all[4][1] += 0.5 * by_v * share;
        all[4][4] -= self.of_above[4] * by_v * of_v * share;
        let below_by_s =
            by_s * (half_s * length + 0.5 * v_end * of_s) - self.of_below[0] * by_s * of_s;
        all[0][0] -= below_by_s * fall;
        all[0][3] -= 0.5 * by_s * fall;
        all[0][4] -= by_s * (root * half_v + 0.5 * s_end * of_v) * fall;
        all[3][0] -= half_s * fall;
        all[4][0] -= 2.0 * root * half_s * by_v * fall;
        all[4][4] += self.of_below[4] * by_v * of_v * fall;
        all
    }

    /// Of [`Self::gradient`] by the numbers at the end.
    #[inline(always)]
    pub(super) fn slopes(&self, of: &Bends) -> [[f64; NUMBERS]; NUMBERS] {
        let end = self.end_gradients();
        let by_slopes = self.by_slopes(&end);
        let of_value = &end[2];
        let [_, last] = self.each;
        let (each, ratio) = (mean(self.each), mean(self.value));
        let lean = mean(of.leans);
        // 1/s at the end by p there, of which the mean has half.
        let of_last = -0.5 * last * last * last;
        let of_each = 0.5 * of_last;
        let mut all = [[0.0; NUMBERS]; NUMBERS];
        all[0][2] = of_each;
        for l in 0..OF_RATIO {
            all[1][2 + l] = -0.5 * of_value[l] * each;
            for k in 0..OF_RATIO {
                all[2 + k][2 + l] = -lean * each * by_slopes[k][l];
            }
        }
        all[1][2] -= ratio * of_each;
        for k in 0..OF_RATIO {
            all[2 + k][1] = -0.5 * each * self.by[k];
            all[2 + k][2] -= lean * of_each * self.by[k];
        }
        let (bend, fall) = (self.bend(of), self.fall());
        all[2][0] = -0.5 * fall;
        all[2][1] += 0.5 * self.value[1] * fall;
        for l in 0..OF_RATIO {
            all[2][2 + l] += 0.5 * of.leans[1] * of_value[l] * fall;
        }
        let [by_s, _] = self.by_roots;
        let of_fall = self.each[0] * by_s * (of_last - last * by_s * 0.5 * last);
        all[2][2] -= bend * of_fall;
        all
    }
}
