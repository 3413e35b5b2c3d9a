//! Events that follow each other without end.

/// So many at one instant, each made true by the one before.
pub(super) const MOST_ROUNDS: usize = 100;

/// So many within [`SHARE`] of the run.
const MOST: u32 = 1000;
const SHARE: f64 = 1e-6;

/// The same of impacts, which end where they have become slow.
const MOST_IMPACTS: u32 = 10_000;

/// Three pauses of one event in a row, each shorter than the one before by about the same factor, and the last shorter than these shares of a step
/// and of the time so far.
const OF_STEP: f64 = 1e-3;
const OF_TIME: f64 = 1e-7;
/// Where steps that are taken again cannot be shorter: so many of the shortest.
const OF_SHORTEST: f64 = 10.0;

/// Of the pause before: less is rounding.
const SHORTER: f64 = 0.999;
/// Between the factors of both pauses.
const ALIKE: f64 = 3.0;

/// When conditions became true, to find out that they do so without end.
#[derive(Clone, Debug)]
pub(super) struct Patience {
    /// In which [`MOST`] events are too many, s.
    window: f64,
    /// When the window began, s.
    since: f64,
    /// Of events in it.
    count: u32,
    /// The last three times of each event, the latest first, s.
    last: Vec<[f64; 3]>,
}

impl Patience {
    /// For so many events in a run of this length, s.
    pub(super) fn new(events: usize, duration: f64) -> Self {
        let never = [f64::NEG_INFINITY; 3];
        let (window, since) = (SHARE * duration, f64::NEG_INFINITY);
        Self { window, since, count: 0, last: vec![never; events] }
    }

    /// An event has happened, in a run with steps of about `step` seconds, which are no shorter than `shortest` where they are
    /// taken again; `strikes` where it is an impact. Why it is one too many, if so.
    pub(super) fn note(
        &mut self,
        event: usize,
        time: f64,
        [step, shortest]: [f64; 2],
        strikes: bool,
    ) -> Option<String> {
        if time - self.since > self.window {
            (self.since, self.count) = (time, 0);
        }
        self.count += 1;
        if strikes {
            return (self.count > MOST_IMPACTS).then(|| {
                format!(
                    "more than {MOST_IMPACTS} impacts within {:.3e} s: with a larger `rest` in the `limits` of the joint \
                     they come to rest",
                    self.window
                )
            });
        }
        if self.count > MOST {
            return Some(format!(
                "more than {MOST} events within {:.3e} s: conditions become true and false in turn; two thresholds \
                 in place of one help, such as `when x > 1.1 m` and `when x < 0.9 m`",
                self.window
            ));
        }
        let [a, b, c] = self.last[event];
        if time == a {
            // In the rounds of one instant.
            return None;
        }
        self.last[event] = [time, a, b];
        let pauses = [b - c, a - b, time - a];
        let factors = [pauses[1] / pauses[0], pauses[2] / pauses[1]];
        let shrinks = pauses[0].is_finite()
            && factors.iter().all(|&factor| factor < SHORTER)
            && factors[0].max(factors[1]) < ALIKE * factors[0].min(factors[1]);
        let short = (OF_STEP * step).min(OF_TIME * time).max(OF_SHORTEST * shortest);
        (shrinks && pauses[2] < short).then(|| {
            format!(
                "it becomes true ever faster, after {:.3e}, {:.3e} and {:.3e} s: it happens infinitely often in a finite \
                 time; end the run before, or let it happen only while something is large enough",
                pauses[0], pauses[1], pauses[2]
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Patience;

    #[test]
    fn pauses_that_shrink_to_nothing_are_found_and_others_are_not() {
        let mut bounces = Patience::new(1, 10.0);
        let (mut time, mut pause, mut count) = (0.0, 1.0, 0);
        while bounces.note(0, time, [1e-3, 0.0], false).is_none() {
            time += pause;
            pause *= 0.8;
            count += 1;
        }
        assert!((65..=69).contains(&count), "{count}");
        // Marks on a tape, 50 mm, 4 mm and 0.3 mm apart, then 1 m, under a head that moves at 1 m/s, in long steps.
        let mut marks = Patience::new(1, 10.0);
        for index in 0..9 {
            for at in [0.0, 0.05, 0.054, 0.0543] {
                assert_eq!(marks.note(0, 1.0543 * f64::from(index) + at, [1.0, 0.0], false), None);
            }
        }
        let mut sampled = Patience::new(2, 10.0);
        for index in 0..10_000 {
            let time = 1e-5 * f64::from(index);
            assert_eq!(sampled.note(index as usize % 2, time, [1.0, 0.0], false), None);
        }
        let mut chattering = Patience::new(2, 10.0);
        let first = (0..5000).find(|&index| {
            chattering
                .note(index as usize % 2, 1e-10 * f64::from(index), [1e-3, 0.0], false)
                .is_some()
        });
        assert_eq!(first, Some(1000));
    }
}
