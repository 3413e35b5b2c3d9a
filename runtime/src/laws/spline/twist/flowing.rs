//! The twist of a piece whose free length changes, and through whose ends rope may go.
//!
//! With the ratio `Λ` of the free length to the length `l` that the piece is made for, its twist `ψ` stores
//! `½ GJ ψ²/(l Λ)`. Rope that comes in through an end by `ς` (m, negative where it leaves) is twisted by `τ*` for each
//! length and stays as it is turned beyond: so `Δψ = δ + Σ τ* ς`, where `δ` is what axes and tangents turn by. Over a step
//! the energy changes exactly by
//!
//! ```text
//! ΔU = GJ/l [ψ̄ o Δψ - ¼ (ψ₀² + ψ₁²) f ΔΛ],     o = ½ (1/Λ₀ + 1/Λ₁),   f = 1/(Λ₀ Λ₁)
//! ```
//!
//! What rope has stored goes along with it, so neither winch nor sheave feel its twist: with `τ̂ = ψ̄ o/l` the force on what
//! comes in is `-½ GJ τ̂²`, against `½ GJ τ²` on the length. What is left, `GJ (τ̂ τ* - ½ τ̂²) ς`, is the energy `½ GJ τ*² ς`
//! that is brought, less `½ GJ (τ̂ - τ*)² ς`, which is lost where rope of different twist meets.
//! Where moments that turn sections make another torque at the end than in the piece, the rope there is twisted by `τ̂ + ε`, which is in the
//! place of `τ̂` in all of that; as they do `GJ ε τ* ς` themselves, that much less is brought.
//!
//! Dampers feel how fast the material is twisted, whose strain is what is turned at both ends of the piece by the material there.
//! A node within a rope moves through the material, which passes it by `q` (m/s, towards the end), so of the rate at which
//! its axes turn `τ q` belongs to that. So the twist that a piece with the material in it gets is
//!
//! ```text
//! D = δ/h - q₀ τ₀ + q₁ τ₁
//! ```
//!
//! with the twist `τ` at those of its nodes that lie within the rope, and the same `τ` for both pieces beside a node: what all
//! pieces get together is what the ends of the rope turn by. What comes in through an end is twisted to what is there as well,
//! which is in `D`, as nothing is taken away for it. The moment `η D/Λ` acts on what turns, and, times `τ q`, on the lengths.

use std::ops::AddAssign;

/// What resists the twist of a piece at the length that it is made for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlowingTwist {
    /// `GJ/l`, N m.
    pub(crate) stiffness: f64,
    /// N m s
    pub(crate) damping: f64,
    /// m
    pub(crate) length: f64,
    /// Where its start and its end are ends of the cable that rope goes through, by how much more it is twisted there than in its
    /// middle, rad/m; within the rope nothing but its length feels it.
    pub(crate) through: [Option<f64>; 2],
}

/// All that decides what it does: over a step, or at an instant with rates for changes by time. As a change of all this
/// it is what derivatives are taken along.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Twisted {
    /// `ψ̄`, rad.
    pub(crate) mean: f64,
    /// Half the mean of the squares of the twist at both ends of the step, rad².
    pub(crate) half_square: f64,
    /// `o`
    pub(crate) over: f64,
    /// `f`
    pub(crate) fall: f64,
    /// Mean of `Λ`.
    pub(crate) ratio: f64,
    /// `D`, rad/s.
    pub(crate) rate: f64,
}

/// What it does, or how that changes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TwistActs {
    /// Resists `δ`, N m.
    pub(crate) moment: f64,
    /// The part of that by dampers, which resists `D`, N m.
    pub(crate) damped: f64,
    /// On the ratio `Λ`, N m.
    pub(crate) on_ratio: f64,
    /// On what comes in through its start and its end, N.
    pub(crate) on_flow: [f64; 2],
}

impl AddAssign for TwistActs {
    fn add_assign(&mut self, other: Self) {
        self.moment += other.moment;
        self.damped += other.damped;
        self.on_ratio += other.on_ratio;
        self.on_flow.iter_mut().zip(other.on_flow).for_each(|(own, add)| *own += add);
    }
}

impl Twisted {
    /// Over a step between two twists (rad) and two ratios, or twice the same at an instant; the rate is `D`, rad/s.
    pub(crate) fn between([first, last]: [f64; 2], [start, end]: [f64; 2], rate: f64) -> Self {
        Self {
            mean: 0.5 * (first + last),
            half_square: 0.25 * (first * first + last * last),
            over: 0.5 * (1.0 / start + 1.0 / end),
            fall: 1.0 / (start * end),
            ratio: 0.5 * (start + end),
            rate,
        }
    }
}

impl FlowingTwist {
    /// `τ̂`, rad/m.
    pub(crate) fn density(&self, at: &Twisted) -> f64 {
        at.mean * at.over / self.length
    }

    /// Where rope goes through, a function of the twist there, of which this is that in the middle (rad/m).
    fn at_ends(&self, density: f64, of: impl Fn(f64) -> f64) -> [f64; 2] {
        self.through.map(|through| through.map_or(0.0, |excess| of(density + excess)))
    }

    /// `GJ`, N m².
    pub(crate) fn rigidity(&self) -> f64 {
        self.stiffness * self.length
    }

    /// Forces, and what dampers lose, W.
    pub(crate) fn acts(&self, at: &Twisted) -> (TwistActs, f64) {
        let density = self.density(at);
        let damped = self.damping * at.rate / at.ratio;
        let acts = TwistActs {
            moment: self.stiffness * at.mean * at.over + damped,
            damped,
            on_ratio: self.stiffness * at.half_square * at.fall,
            on_flow: self.at_ends(density, |own| -0.5 * self.rigidity() * own * own),
        };
        (acts, damped * at.rate)
    }

    /// How the forces change along a change of all that decides them.
    pub(crate) fn along(&self, at: &Twisted, by: &Twisted) -> TwistActs {
        let denser = (by.mean * at.over + at.mean * by.over) / self.length;
        let damped =
            self.damping * (by.rate / at.ratio - at.rate * by.ratio / (at.ratio * at.ratio));
        TwistActs {
            moment: self.rigidity() * denser + damped,
            damped,
            on_ratio: self.stiffness * (by.half_square * at.fall + at.half_square * by.fall),
            on_flow: self.at_ends(self.density(at), |own| -self.rigidity() * own * denser),
        }
    }

    /// Of rope that comes in through the start or the end (1) by `comes` (m/s) and is twisted by `brings` for each length (rad/m): the
    /// power that it brings, and what is lost where it meets the rope here, W. Together they are exactly what the forces leave; what moments
    /// that turn sections there have of it is theirs.
    pub(crate) fn brought(&self, at: &Twisted, end: usize, brings: f64, comes: f64) -> [f64; 2] {
        let (density, excess) = (self.density(at), self.through[end].unwrap_or(0.0));
        let flux = self.rigidity() * comes;
        let there = density + excess;
        if comes <= 0.0 {
            return [flux * (density * brings - 0.5 * there * there), 0.0];
        }
        let apart = there - brings;
        [flux * brings * (0.5 * brings - excess), 0.5 * flux * apart * apart]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const H: f64 = 0.02;
    /// `D h` by what the ratio grows by, rad.
    const GOES: f64 = 0.6;
    const LAW: FlowingTwist = FlowingTwist {
        stiffness: 3.0,
        damping: 0.4,
        length: 1.7,
        through: [Some(0.2), Some(-0.1)],
    };

    /// Over a step from a twist and a ratio, by what turns, comes in and grows, each with `τ*`.
    fn step(
        first: f64,
        [start, end]: [f64; 2],
        turned: f64,
        flows: &[(f64, f64)],
    ) -> (Twisted, f64) {
        let last = first + turned + flows.iter().map(|(brings, came)| brings * came).sum::<f64>();
        let rate = (turned + GOES * (end - start)) / H;
        (Twisted::between([first, last], [start, end], rate), last)
    }

    /// Forces' work, what is lost and what is brought are what the energy changes by; nothing is lost but where it may be.
    #[test]
    fn every_step_keeps_its_energy() {
        for damping in [0.0, 0.4] {
            let law = FlowingTwist { damping, ..LAW };
            for flows in [
                vec![],
                vec![(0.9, 0.05)],
                vec![(1.2, -0.04)],
                vec![(-0.7, 0.3), (1.1, -0.2)],
                vec![(0.0, 0.0)],
            ] {
                let (first, ratios, turned) = (2.0, [1.1, 1.13], -0.03);
                let (at, last) = step(first, ratios, turned, &flows);
                let (acts, damped) = law.acts(&at);
                let on_ratio = acts.on_ratio - acts.damped * GOES;
                let mut work = -acts.moment * turned + on_ratio * (ratios[1] - ratios[0]);
                let mut left = -damped * H;
                for (end, &(brings, came)) in flows.iter().enumerate() {
                    work += acts.on_flow[end] * came;
                    let [brought, lost] = law.brought(&at, end, brings, came / H);
                    assert!(lost >= 0.0);
                    left += (brought - lost) * H;
                }
                let stored = |twist: f64, ratio: f64| 0.5 * law.stiffness * twist * twist / ratio;
                let change = stored(last, ratios[1]) - stored(first, ratios[0]);
                assert!((change + work - left).abs() < 1e-14, "{flows:?}: {change} {work} {left}");
                assert!(damped >= 0.0);
            }
        }
    }

    /// A rope that is twisted evenly and hauled in takes its share along: the torque stays, and nothing pulls at the winch.
    #[test]
    fn what_is_hauled_in_takes_its_twist_along() {
        let (start, came) = (1.4, -1e-3);
        let end = start + came / LAW.length;
        let density = 2.0 / (start * LAW.length);
        let (at, last) = step(2.0, [start, end], 0.0, &[(density, came)]);
        assert!((last / end - 2.0 / start).abs() < 1e-15);
        let through = [Some(0.0); 2];
        let (acts, _) = FlowingTwist { damping: 0.0, through, ..LAW }.acts(&at);
        assert!((acts.moment - LAW.stiffness * 2.0 / start).abs() < 1e-6);
        // The length is the ratio times that of the piece.
        assert!((acts.on_ratio / LAW.length + acts.on_flow[0]).abs() < 1e-6, "{acts:?}");
    }

    /// Against central differences, along every component by itself.
    #[test]
    fn changes_are_those_of_the_forces() {
        let (at, _) = step(2.0, [1.1, 1.3], 0.2, &[(-0.7, 0.3), (1.1, -0.2)]);
        let components: [fn(&mut Twisted) -> &mut f64; 6] = [
            |own| &mut own.mean,
            |own| &mut own.half_square,
            |own| &mut own.over,
            |own| &mut own.fall,
            |own| &mut own.ratio,
            |own| &mut own.rate,
        ];
        for of in components {
            let mut by = Twisted::default();
            *of(&mut by) = 1.0;
            let found = LAW.along(&at, &by);
            let side = |change: f64| {
                let mut moved = at;
                *of(&mut moved) += change;
                LAW.acts(&moved).0
            };
            let (more, less) = (side(1e-5), side(-1e-5));
            for (found, both) in [
                (found.moment, [more.moment, less.moment]),
                (found.damped, [more.damped, less.damped]),
                (found.on_ratio, [more.on_ratio, less.on_ratio]),
                (found.on_flow[0], [more.on_flow[0], less.on_flow[0]]),
            ] {
                let expected = (both[0] - both[1]) / 2e-5;
                assert!((found - expected).abs() < 1e-8 * (1.0 + expected.abs()));
            }
        }
    }
}
