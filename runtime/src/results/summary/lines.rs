//! The summary for a terminal and for the head of a page: first what was found, then whether it can be trusted, and last
//! how it was solved.

use super::super::number::grouped_digits;
use super::{EnergyLedger, RunOutcome, Summary, rounded, with_unit};

/// More are in the table.
const MODES_SHOWN: usize = 20;
/// More are in `summary.json`.
const EXTREMES_SHOWN: usize = 12;
/// What there is to solve and what that took, each with what one of it is called; in the order of [`Summary::counts`].
const SIZE: [(&str, &str); 8] = [
    ("bodies", "body"),
    ("prescribed bodies", "prescribed body"),
    ("joints", "joint"),
    ("winches", "winch"),
    ("sheaves", "sheave"),
    ("cables", "cable"),
    ("links and segments", "link or segment"),
    ("degrees of freedom", "degree of freedom"),
];

impl Summary {
    /// The summary as pairs of a name and a short text.
    pub fn lines(&self) -> Vec<(String, String)> {
        let found = [self.motions(), self.numbers(), self.between(), self.required()];
        let solved = [self.given(), self.trust(), self.solution()];
        found.into_iter().chain(solved).flatten().collect()
    }

    /// Modes, and the peaks of a response.
    fn motions(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        let free = self.modes.iter().filter(|own| own.frequency == 0.0).count();
        if free > 0 {
            lines.push(line("free motions", free.to_string()));
        }
        for (index, mode) in self.modes.iter().enumerate().skip(free).take(MODES_SHOWN) {
            lines.push(line(&format!("mode {}", index + 1), mode.shown()));
        }
        if let Some(more) = self.modes.len().checked_sub(free + MODES_SHOWN).filter(|own| *own > 0)
        {
            lines.push(line("more modes", format!("{more}, in results.csv")));
        }
        lines.extend(self.peaks.iter().map(|own| line(&own.name, own.shown())));
        lines
    }

    /// What was asked for as a number.
    fn numbers(&self) -> Vec<(String, String)> {
        // What a profile is at each of its places would be a long list.
        let profiles = || self.extremes.iter().filter(|own| own.smallest.along.is_some());
        let is_alone = |name: &str| {
            let plots = profiles().filter_map(|own| own.name.split('[').next());
            let mut profiles = plots.filter_map(|plot| name.strip_prefix(plot));
            !profiles.any(|rest| rest.starts_with('[') || rest == ".length")
        };
        let recorded = self.recorded.iter().filter(|own| is_alone(&own.name));
        let values = self.statistics.iter().chain(recorded);
        let values = values.map(|own| line(&own.name, with_unit(own.value, &own.unit)));
        values.chain(self.sensitivities.iter().map(|own| line(&own.name, own.shown()))).collect()
    }

    fn between(&self) -> Vec<(String, String)> {
        let shown = self.extremes.iter().take(EXTREMES_SHOWN);
        let mut lines: Vec<_> = shown.map(|own| line(&own.name, own.shown())).collect();
        if let Some(more) = self.extremes.len().checked_sub(EXTREMES_SHOWN).filter(|own| *own > 0) {
            lines.push(line("more extremes", format!("{more}, in summary.json")));
        }
        lines
    }

    fn required(&self) -> Vec<(String, String)> {
        self.criteria.iter().map(|own| line(&own.name, own.shown())).collect()
    }

    /// Parameters: those from outside first.
    fn given(&self) -> Vec<(String, String)> {
        let from_outside = self.overrides.iter().map(|(name, value)| line(name, value.clone()));
        let is_given = |name: &str| self.overrides.iter().any(|(given, _)| given == name);
        let others = self.parameters.iter().filter(|own| !is_given(&own.name));
        from_outside.chain(others.map(|own| line(&own.name, own.text.clone()))).collect()
    }

    /// Whether to believe it: the ledger, constraints and steps.
    fn trust(&self) -> Vec<(String, String)> {
        let energy = self.energy.as_ref().map(|own| line("energy ledger", own.shown()));
        let constraints = self
            .constraint_error
            .map(|error| line("constraints", format!("within {} m", rounded(error, 2))));
        let steps = (self.count("steps") > 0).then(|| {
            let rejected = match self.count("rejected steps") {
                0 => "none rejected".to_owned(),
                count => format!("{} rejected", grouped_digits(count)),
            };
            line("steps", format!("{}, {rejected}", grouped_digits(self.count("steps"))))
        });
        let warnings = (!self.warnings.is_empty())
            .then(|| line("warnings", grouped_digits(self.warnings.len() as u64)));
        [energy, constraints, steps, warnings].into_iter().flatten().collect()
    }

    /// How it was found; the last that anybody asks.
    fn solution(&self) -> Vec<(String, String)> {
        let mut lines: Vec<_> =
            self.solver.iter().map(|(name, setting)| line(name, setting.shown())).collect();
        let size = SIZE.iter().filter_map(|(many, one)| match self.count(many) {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{} {many}", grouped_digits(count))),
        });
        let size: Vec<String> = size.collect();
        if !size.is_empty() {
            lines.push(line("size", size.join(", ")));
        }
        for (name, count) in &self.counts {
            let is_told = SIZE.iter().any(|(many, _)| many == name);
            if !is_told && name != "steps" && name != "rejected steps" {
                lines.push(line(name, grouped_digits(*count)));
            }
        }
        let simulated = self.outcome.simulated();
        if self.outcome != RunOutcome::AtRest {
            lines.push(line("simulated", with_unit(simulated, "s")));
        }
        let ratio = simulated / self.wall.solver;
        let time = if ratio.is_finite() && ratio > 0.0 {
            format!("{} s, {} times real time", rounded(self.wall.solver, 3), rounded(ratio, 3))
        } else {
            with_unit(self.wall.solver, "s")
        };
        lines.push(line("solver time", time));
        lines
    }

    fn count(&self, name: &str) -> u64 {
        self.counts.iter().find(|(own, _)| own == name).map_or(0, |(_, count)| *count)
    }
}

fn line(name: &str, text: String) -> (String, String) {
    (name.to_owned(), text)
}

impl EnergyLedger {
    /// Such as `closed, to 2.6e-9 J of 1.2 J exchanged (2.2e-9)`.
    fn shown(&self) -> String {
        let numbers = [(self.largest_imbalance, 2), (self.scale, 3), (self.ratio, 2)]
            .map(|(value, digits)| rounded(value, digits));
        let [imbalance, scale, ratio] = numbers;
        let rounding = if self.rounding && self.ratio > 0.0 { ", rounding" } else { "" };
        let verdict = match self.verdict {
            "closed" => "closed to",
            "open" | "failed" => "OPEN by",
            _ => "NOT FINITE:",
        };
        format!("{verdict} {imbalance} J of {scale} J exchanged ({ratio}{rounding})")
    }
}
