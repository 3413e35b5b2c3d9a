//! How many steps something turned round in, and when that is told.

/// Of all steps.
const TOLD: f64 = 0.02;

/// Steps in which something turned round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub(super) steps: u64,
    /// Of these, up to the last step in a row, and at most.
    in_a_row: u64,
    most_in_a_row: u64,
}

impl Counted {
    pub(super) fn note(&mut self, turned: bool) {
        self.steps += u64::from(turned);
        self.in_a_row = if turned { self.in_a_row + 1 } else { 0 };
        self.most_in_a_row = self.most_in_a_row.max(self.in_a_row);
    }

    /// Whether these are `least` in a row, or a share of `all` steps and no fewer than that.
    pub(super) fn is_told(&self, least: u64, all: u64) -> bool {
        let is_share = self.steps as f64 > TOLD * all as f64;
        self.most_in_a_row >= least || (self.steps >= least && is_share)
    }
}

#[cfg(test)]
mod tests {
    use super::Counted;

    fn told(turned: impl Fn(u64) -> bool, all: u64) -> bool {
        let mut counted = Counted::default();
        (0..all).for_each(|step| counted.note(turned(step)));
        counted.is_told(20, all)
    }

    #[test]
    fn a_few_in_a_row_are_told_of_however_many() {
        assert!(told(|step| (500..520).contains(&step), 100_000));
        assert!(!told(|step| (500..519).contains(&step), 100_000));
    }

    #[test]
    fn a_share_of_all_is_told_wherever_it_is() {
        assert!(told(|step| step % 10 == 0, 300));
        assert!(!told(|step| step % 10 == 0, 190));
        assert!(!told(|step| step % 100 == 0, 100_000));
    }
}
