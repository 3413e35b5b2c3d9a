//! Whether the energy ledger of a run closes: a pure function of the energies at the accepted steps.
//!
//! `kinetic + gravity + elastic + dissipated - work` is constant in nature. How far it moves in a run, its
//! imbalance, is compared with what was exchanged: the largest range that one of the five parts went
//! through. A range does not depend on where heights are measured from, and is there where potential
//! energies alone change into each other. Ranges do not see exchange within the kinetic energy, as in a
//! body that tumbles or a load that circles; therefore the kinetic energy of what does not go straight on
//! counts as exchanged too. A body in uniform flight exchanges nothing, however fast it is.
//!
//! Where next to nothing is exchanged the imbalance is rounding and no matter how large its ratio is; what
//! rounding may be is a small share of the energies themselves, and of the largest force of a constraint times the size of everything. The latter
//! excuses no more than what is worth a warning, unless all that is exchanged is as little: near a singular position such a force has no bound. So what
//! is exchanged counts as little beside the least that was carried, as a weight that rests on something is all the time.

use crate::constrained::ImplicitMethod;
use crate::mechanism::{Energies, Stepping};
use crate::results::rounded;

/// What a ledger must keep to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limits {
    /// An imbalance above this share of what was exchanged is worth a warning.
    warning: f64,
    /// Above this one the run has failed.
    failure: f64,
    /// What rounding may be: a share of the largest kinetic energy,
    rounding_of_motion: f64,
    /// and of the other parts.
    rounding_of_store: f64,
}

impl Limits {
    /// The imbalance is an error of the order of the scheme.
    const OF_ORDER: Self =
        Self { warning: 1e-3, failure: 5e-2, rounding_of_motion: 1e-11, rounding_of_store: 1e-11 };
    /// Velocities are quotients of positions there, which costs digits far from the origin, and Newton's
    /// method stops a little before rounding.
    const IMPLICIT: Self =
        Self { rounding_of_motion: 1e-7, rounding_of_store: 1e-10, ..Self::OF_ORDER };
    /// Where there are no steps.
    pub(crate) const AT_REST: Self = Self::IMPLICIT;

    /// Schemes that balance the energy in each step by construction are held to more than those whose
    /// imbalance is an error of their order.
    pub(crate) fn of(stepping: &Stepping) -> Self {
        match stepping {
            Stepping::Explicit(_) => Self::OF_ORDER,
            Stepping::Implicit(ImplicitMethod::EnergyMomentum { .. }) => {
                Self { warning: 1e-6, failure: 1e-3, ..Self::IMPLICIT }
            }
            Stepping::Implicit(
                ImplicitMethod::Midpoint { .. } | ImplicitMethod::GeneralizedAlpha { .. },
            ) => Self::IMPLICIT,
        }
    }

    /// What a run of two phases is held to.
    pub(crate) fn looser(self, other: Self) -> Self {
        Self {
            warning: self.warning.max(other.warning),
            failure: self.failure.max(other.failure),
            rounding_of_motion: self.rounding_of_motion.max(other.rounding_of_motion),
            rounding_of_store: self.rounding_of_store.max(other.rounding_of_store),
        }
    }
}

/// Of the largest force of a constraint, times the size of everything: what rounding of it may do to the energy. Runs at rest leave a tenth of that at
/// most, and what something heavy rests on is no reason for what light things do.
const ROUNDING_OF_FORCES: f64 = 1e-12;

/// What is to be thought of a run's energies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The ledger closes as far as the integrator's order and rounding allow.
    Closed,
    /// It is open by more than that: look at the results with care.
    Open,
    /// It is open by so much that the results are not worth having.
    Failed,
    /// One of its parts is not a finite number since this time, s.
    NotFinite { time: f64 },
}

/// How well a ledger closes, in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    pub verdict: Verdict,
    /// The largest distance from closing at any accepted step, J; NaN where a part is not finite.
    pub imbalance: f64,
    /// When it was largest, s.
    pub at: f64,
    /// J
    pub exchanged: f64,
    /// The shares of `exchanged` above which a run is warned of and has failed.
    pub limits: [f64; 2],
    /// Whether the imbalance is no more than rounding.
    pub rounding: bool,
}

impl Judgement {
    /// The imbalance relative to what was exchanged. Zero where there is none; infinite where something
    /// came from nothing, and NaN where a part is not finite.
    pub fn ratio(&self) -> f64 {
        if self.imbalance == 0.0 { 0.0 } else { self.imbalance / self.exchanged }
    }

    /// What is wrong with the ledger, in a sentence; nothing where it closes.
    pub fn says(&self) -> Option<String> {
        let Self { verdict, at, .. } = self;
        let numbers = || {
            format!(
                "{} J of {} J exchanged ({}), most at {} s",
                rounded(self.imbalance, 2),
                rounded(self.exchanged, 3),
                rounded(self.ratio(), 2),
                rounded(*at, 6)
            )
        };
        match verdict {
            Verdict::Closed => None,
            Verdict::Open => Some(format!("the energy ledger is open by {}", numbers())),
            Verdict::Failed => Some(format!("the energy ledger does not close: {}", numbers())),
            Verdict::NotFinite { time } => {
                Some(format!("energies are no finite numbers from {} s on", rounded(*time, 6)))
            }
        }
    }

    /// What is to be said where rows between steps have a ledger that is open by more than that of the
    /// steps: `rows` is its largest imbalance, J, and when, s.
    pub(crate) fn between_steps(&self, rows: (f64, f64)) -> Option<String> {
        let (imbalance, time) = rows;
        let worse = imbalance > 10.0 * self.imbalance && imbalance > 1e-3 * self.exchanged;
        (worse && self.exchanged > 0.0).then(|| {
            format!(
                "rows between steps are interpolated: at {} s their ledger is open by {} J, that of the \
                 steps by {} J; record at whole multiples of the step",
                rounded(time, 6),
                rounded(imbalance, 2),
                rounded(self.imbalance, 2)
            )
        })
    }
}

/// The energies of a run as they come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    /// Energies at the start.
    start: Energies,
    /// Energies that cancel in the parts, J: rounding is a share of them too.
    hidden: f64,
    /// What constraints carry where the ledger was most open, J.
    carried: f64,
    /// The least that they carried where the ledger became more open, J.
    least_carried: Option<f64>,
    /// Least and largest of each part, J.
    least: [f64; 5],
    /// See `least`.
    largest: [f64; 5],
    /// The largest kinetic energy of what did not go straight on, J.
    turned: f64,
    imbalance: f64,
    at: f64,
    not_finite: Option<f64>,
}

/// In the order of the ledger.
fn parts(energies: &Energies) -> [f64; 5] {
    let Energies { kinetic, gravity, elastic, dissipated, work, by_events: _ } = *energies;
    [kinetic, gravity, elastic, dissipated, work]
}

impl Ledger {
    /// `hidden` is the size of what cancels within the parts, J, such as weight and buoyancy.
    pub(crate) fn new(start: &Energies, hidden: f64) -> Self {
        let own = parts(start);
        let finite = own.iter().all(|part| part.is_finite());
        Self {
            start: *start,
            hidden,
            least: own,
            largest: own,
            not_finite: (!finite).then_some(0.0),
            ..Self::default()
        }
    }

    /// A phase begins in which so much cancels within the parts, J.
    pub(crate) fn hide(&mut self, hidden: f64) {
        self.hidden = self.hidden.max(hidden);
    }

    /// Constraints carry so much, as a force times the size of everything, J.
    pub(crate) fn carry(&mut self, carried: f64) {
        self.carried = self.carried.max(carried);
        self.least_carried = Some(self.least_carried.map_or(carried, |least| least.min(carried)));
    }

    /// How far the ledger is from closing, J. Part by part, so that energies that stay as they are cost
    /// no digits.
    pub(crate) fn balance(&self, now: &Energies) -> f64 {
        let start = &self.start;
        (now.kinetic - start.kinetic)
            + (now.gravity - start.gravity)
            + (now.elastic - start.elastic)
            + (now.dissipated - start.dissipated)
            - (now.work - start.work)
    }

    /// Takes the energies at the end of an accepted step. `turned` is asked for the kinetic energy of what
    /// does not go straight on, J, only where it can matter. Whether it has not been as far from closing before.
    pub(crate) fn enter(
        &mut self,
        time: f64,
        now: &Energies,
        turned: impl FnOnce() -> f64,
    ) -> bool {
        let balance = self.balance(now).abs();
        if !balance.is_finite() {
            self.not_finite.get_or_insert(time);
            return false;
        }
        let is_largest = balance > self.imbalance;
        if is_largest {
            (self.imbalance, self.at) = (balance, time);
        }
        for (index, part) in parts(now).into_iter().enumerate() {
            self.least[index] = self.least[index].min(part);
            self.largest[index] = self.largest[index].max(part);
        }
        if now.kinetic > self.exchanged() {
            self.turned = self.turned.max(turned().min(now.kinetic));
        }
        is_largest
    }

    /// The largest range of a part, J.
    fn exchanged(&self) -> f64 {
        let ranges = self.largest.iter().zip(&self.least).map(|(largest, least)| largest - least);
        ranges.fold(self.turned, f64::max)
    }

    /// A row between two steps: it counts only where it is not finite.
    pub(crate) fn look(&mut self, time: f64, balance: f64) {
        if !balance.is_finite() {
            self.not_finite.get_or_insert(time);
        }
    }

    /// By the limits of an integrator.
    pub(crate) fn judge(&self, limits: &Limits) -> Judgement {
        let exchanged = self.exchanged();
        let size = |index: usize| self.largest[index].abs().max(self.least[index].abs());
        let of_energies = limits.rounding_of_motion * size(0)
            + limits.rounding_of_store * (self.hidden + (1..5).map(size).sum::<f64>());
        let of_all = of_energies + ROUNDING_OF_FORCES * self.carried;
        let of_rest = of_energies + ROUNDING_OF_FORCES * self.least_carried.unwrap_or(0.0);
        let is_little = exchanged <= of_rest || self.imbalance <= limits.failure * exchanged;
        let rounding = self.imbalance <= of_energies || (self.imbalance <= of_all && is_little);
        let verdict = match self.not_finite {
            Some(time) => Verdict::NotFinite { time },
            None if rounding => Verdict::Closed,
            None if self.imbalance > limits.failure * exchanged => Verdict::Failed,
            None if self.imbalance > limits.warning * exchanged => Verdict::Open,
            None => Verdict::Closed,
        };
        Judgement {
            verdict,
            imbalance: if self.not_finite.is_some() { f64::NAN } else { self.imbalance },
            at: self.not_finite.unwrap_or(self.at),
            exchanged,
            limits: [limits.warning, limits.failure],
            rounding,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recursive::step::Method;

    const RK4: Stepping = Stepping::Explicit(Method::Rk4 { step: 1e-3 });

    fn at(kinetic: f64, gravity: f64) -> Energies {
        Energies { kinetic, gravity, ..Energies::default() }
    }

    fn judged(stepping: &Stepping, turned: f64, run: &[Energies]) -> Judgement {
        let mut ledger = Ledger::new(&run[0], 0.0);
        for (index, now) in run.iter().enumerate() {
            ledger.enter(index as f64, now, || turned);
        }
        ledger.judge(&Limits::of(stepping))
    }

    #[test]
    fn thresholds_are_shares_of_what_was_exchanged_at_any_scale() {
        for scale in [1e-300, 1e-20, 1.0, 1e20, 1e300] {
            let run = |open: f64| [at(0.0, 0.0), at((1.0 + open) * scale, -scale)];
            let verdict = |open| judged(&RK4, 0.0, &run(open)).verdict;
            assert_eq!(verdict(0.0), Verdict::Closed);
            assert_eq!(verdict(0.9e-3), Verdict::Closed);
            assert_eq!(verdict(1.1e-3), Verdict::Open);
            assert_eq!(verdict(-4.9e-2), Verdict::Open);
            assert_eq!(verdict(5.5e-2), Verdict::Failed);
            assert_eq!(verdict(-0.5), Verdict::Failed);
            assert_eq!(verdict(1e3), Verdict::Failed);
        }
    }

    #[test]
    fn what_balances_by_construction_is_held_to_more() {
        let scheme = Stepping::Implicit(ImplicitMethod::EnergyMomentum {
            step: 1e-2,
            tolerance: None,
            project_velocities: false,
        });
        let run = |open: f64| [at(0.0, 0.0), at(1.0 + open, -1.0)];
        let verdict = |open| judged(&scheme, 0.0, &run(open)).verdict;
        assert_eq!(verdict(1e-8), Verdict::Closed);
        assert_eq!(verdict(1e-5), Verdict::Open);
        assert_eq!(verdict(2e-3), Verdict::Failed);
    }

    /// A force of a constraint that is as large as near a singular position makes no jump of the energy rounding.
    #[test]
    fn large_forces_excuse_what_is_little() {
        let judged = |open: f64, exchanged: f64, carried: f64| {
            let mut ledger = Ledger::new(&at(0.0, 0.0), 0.0);
            ledger.enter(1.0, &at(exchanged, open - exchanged), || 0.0);
            ledger.carry(carried);
            ledger.judge(&Limits::of(&RK4)).verdict
        };
        assert_eq!(judged(0.01, 1.0, 0.0), Verdict::Open);
        assert_eq!(judged(0.01, 1.0, 1e11), Verdict::Closed);
        assert_eq!(judged(0.5, 1.0, 9e11), Verdict::Failed);
        assert_eq!(judged(1e-4, 1e-4, 1e9), Verdict::Closed);
    }

    /// What everything rests on is there all the time; a force that grows as a step goes wrong is no reason, however large.
    #[test]
    fn what_is_little_is_so_beside_the_least_that_was_carried() {
        let judged = |before: f64| {
            let mut ledger = Ledger::new(&at(0.0, 0.0), 0.0);
            for (time, open, carried) in [(1.0, 1e-9, before), (2.0, 15.0, 1e14)] {
                ledger.enter(time, &at(15.6, open - 15.6), || 0.0);
                ledger.carry(carried);
            }
            ledger.judge(&Limits::of(&RK4)).verdict
        };
        assert_eq!(judged(1e14), Verdict::Closed);
        assert_eq!(judged(100.0), Verdict::Failed);
    }

    #[test]
    fn energy_out_of_nothing_has_a_ratio_of_one() {
        let judgement = judged(&RK4, 0.0, &[at(0.0, 0.0), at(5.0, 0.0)]);
        assert_eq!((judgement.verdict, judgement.ratio()), (Verdict::Failed, 1.0));
    }

    #[test]
    fn where_nothing_is_exchanged_rounding_is_no_fault() {
        let far = [at(0.0, 1e7), at(1e-12, 1e7 + 4e-9), at(2e-12, 1e7 - 4e-9)];
        let judgement = judged(&RK4, 0.0, &far);
        assert_eq!((judgement.verdict, judgement.rounding), (Verdict::Closed, true));
        // A cable that floats: its weight of 100 N and its buoyancy cancel over 10 m.
        let floating = [at(0.0, 3e-14), at(6e-14, 2e-14)];
        assert_eq!(judged(&RK4, 0.0, &floating).verdict, Verdict::Failed);
        let mut ledger = Ledger::new(&floating[0], 1e3);
        ledger.enter(1.0, &floating[1], || 6e-14);
        assert_eq!(ledger.judge(&Limits::of(&RK4)).verdict, Verdict::Closed);
        let still = judged(&RK4, 0.0, &[at(0.0, 3.0), at(0.0, 3.0)]);
        assert_eq!((still.verdict, still.ratio()), (Verdict::Closed, 0.0));
    }

    #[test]
    fn uniform_flight_hides_nothing_and_tumbling_counts_as_exchange() {
        // A pendulum that gains all of its 10 J beside a body of 1 GJ.
        let beside = [at(1e9, 0.0), at(1e9 + 10.0, -0.1)];
        assert_eq!(judged(&RK4, 0.0, &beside).verdict, Verdict::Failed);
        // A tumbling body whose energy is right to 1e-6.
        let tumbling = [at(100.0, 0.0), at(100.0 + 1e-4, 0.0)];
        assert_eq!(judged(&RK4, 0.0, &tumbling).verdict, Verdict::Failed);
        assert_eq!(judged(&RK4, 90.0, &tumbling).verdict, Verdict::Closed);
    }

    #[test]
    fn potential_energies_that_change_into_each_other_are_exchanged() {
        let part = |gravity, elastic| Energies { gravity, elastic, ..Energies::default() };
        let run = [part(100.0, 0.0), part(90.0, 10.001)];
        let judgement = judged(&RK4, 0.0, &run);
        assert_eq!(judgement.verdict, Verdict::Closed);
        assert!((judgement.exchanged - 10.001).abs() < 1e-9);
    }

    #[test]
    fn one_part_that_is_not_finite_is_a_failure_for_good() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let run = [at(0.0, 0.0), at(0.0, bad), at(1.0, -1.0)];
            let judgement = judged(&RK4, 0.0, &run);
            assert_eq!(judgement.verdict, Verdict::NotFinite { time: 1.0 });
            assert!(judgement.ratio().is_nan());
            let begun = judged(&RK4, 0.0, &[at(bad, 0.0), at(0.0, 0.0)]);
            assert_eq!(begun.verdict, Verdict::NotFinite { time: 0.0 });
        }
    }
}
