//! A rod by Kirchhoff's equations and shooting.

use super::reference::{integrate, solve};
use super::rows::largest;

/// It goes from the origin along x and carries a force at its end; across it are the axes `side` and `x × side`.
pub struct Rod {
    pub length: f64,
    pub side: [f64; 3],
    /// Against bending towards both axes, and against twisting, N m².
    pub stiffness: [f64; 3],
    /// Towards both axes where it is relaxed, 1/m.
    pub relaxed: [f64; 2],
    /// EA, N.
    pub axial: f64,
}

/// What it comes to.
pub struct RodEnd {
    pub place: [f64; 3],
    pub side: [f64; 3],
    pub moment: [f64; 3],
}

pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

impl Rod {
    /// Its end for a moment at the start and the force.
    pub fn shot(&self, moment: [f64; 3], force: [f64; 3]) -> RodEnd {
        let rates = |y: [f64; 15]| {
            let part = |k: usize| [y[3 * k], y[3 * k + 1], y[3 * k + 2]];
            let (d, e, t, m) = (part(1), part(2), part(3), part(4));
            let towards = [
                dot(m, e) / self.stiffness[0] + self.relaxed[0],
                self.relaxed[1] - dot(m, d) / self.stiffness[1],
            ];
            let about = dot(m, t) / self.stiffness[2];
            // ω = -z₂ d₁ + z₁ d₂ + τ t
            let turning = [0, 1, 2].map(|k| e[k] * towards[0] - d[k] * towards[1] + t[k] * about);
            let stretched = 1.0 + dot(force, t) / self.axial;
            let place = t.map(|own| own * stretched);
            let all = [
                place,
                cross(turning, d),
                cross(turning, e),
                cross(turning, t),
                cross(force, place),
            ];
            std::array::from_fn(|k| all[k / 3][k % 3])
        };
        let along = [1.0, 0.0, 0.0];
        let parts = [[0.0; 3], self.side, cross(along, self.side), along, moment];
        let start = std::array::from_fn(|k| parts[k / 3][k % 3]);
        let times: Vec<f64> = (0..=200).map(|k| self.length * f64::from(k) / 200.0).collect();
        let y = *integrate(start, &times, 2, rates).last().expect("an end");
        let part = |k: usize| [y[3 * k], y[3 * k + 1], y[3 * k + 2]];
        RodEnd { place: part(0), side: part(1), moment: part(4) }
    }

    /// The moment at its start under a force, and its end, where the moment is `at_end` of that; in eighths of the force, so
    /// that Newton's method finds the way.
    pub fn held_by(
        &self,
        force: [f64; 3],
        at_end: impl Fn(&RodEnd, [f64; 3]) -> [f64; 3],
    ) -> ([f64; 3], RodEnd) {
        let missed = |moment: [f64; 3], force: [f64; 3]| {
            let end = self.shot(moment, force);
            let wanted = at_end(&end, force);
            [0, 1, 2].map(|k| end.moment[k] - wanted[k])
        };
        let mut moment = [0.0; 3];
        let scale = largest(&self.stiffness) / self.length;
        for part in 1..=8 {
            let own = force.map(|own| own * f64::from(part) / 8.0);
            for _ in 0..12 {
                let now = missed(moment, own);
                let mut slopes = [[0.0; 3]; 3];
                for column in 0..3 {
                    let mut other = moment;
                    other[column] += 1e-6 * scale;
                    let beside = missed(other, own);
                    for row in 0..3 {
                        slopes[row][column] = (beside[row] - now[row]) / (1e-6 * scale);
                    }
                }
                let step = solve(slopes, now);
                moment = [0, 1, 2].map(|k| moment[k] - step[k]);
            }
        }
        let left = missed(moment, force);
        assert!(largest(&left) < 1e-10 * scale, "{left:?}");
        (moment, self.shot(moment, force))
    }
}

/// Of an end that nothing turns.
pub fn free(_: &RodEnd, _: [f64; 3]) -> [f64; 3] {
    [0.0; 3]
}
