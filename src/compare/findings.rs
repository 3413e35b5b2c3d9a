//! What two runs have come to as a whole: statistics, the peaks of responses, and verdicts.

use serde_json::Value;

/// Of one run, as its summary has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// Names, values and units; not a number where one has none.
    numbers: Vec<(String, f64, String)>,
    /// Names of criteria, and what became of them.
    verdicts: Vec<(String, String)>,
}

/// How two runs differ in these.
pub struct Apart {
    /// Names, and in words how they differ; those that differ most first.
    pub lines: Vec<(String, String)>,
    /// Whether any differs by more than is allowed.
    pub is_beyond: bool,
}

impl Findings {
    pub fn of(summary: &Value) -> Self {
        let all = |name: &str| summary[name].as_array().cloned().unwrap_or_default();
        let word = |own: &Value, name: &str| own[name].as_str().unwrap_or_default().to_owned();
        let number = |own: &Value| {
            let value = own["value"].as_f64().unwrap_or(f64::NAN);
            (word(own, "name"), value, word(own, "unit"))
        };
        let peak = |own: &Value| {
            let (name, value, unit) = number(own);
            (format!("largest {name}"), value, unit)
        };
        let verdict = |own: &Value| (word(own, "name"), word(own, "verdict").replace('_', " "));
        Self {
            numbers: all("statistics")
                .iter()
                .map(number)
                .chain(all("peaks").iter().map(peak))
                .collect(),
            verdicts: all("criteria").iter().map(verdict).collect(),
        }
    }

    /// What both have, in the order of how much it differs; verdicts first.
    pub fn compared(&self, other: &Self, tolerance: f64) -> Apart {
        let mut lines = Vec::new();
        for (name, here) in &self.verdicts {
            let there = other.verdicts.iter().find(|(own, _)| own == name);
            if let Some((_, there)) = there.filter(|(_, there)| there != here) {
                lines.push((name.clone(), format!("{here}, and then {there}")));
            }
        }
        let mut is_beyond = !lines.is_empty();
        let mut numbers: Vec<(f64, (String, String))> = Vec::new();
        for (name, here, unit) in &self.numbers {
            let same = |own: &&(String, f64, String)| own.0 == *name && own.2 == *unit;
            let Some((_, there, _)) = other.numbers.iter().find(same) else { continue };
            let share = share(*here, *there);
            if share == 0.0 {
                continue;
            }
            is_beyond |= share > tolerance;
            let mark = if share > tolerance { "" } else { ", within" };
            let unit = if matches!(&**unit, "" | "1") { String::new() } else { format!(" {unit}") };
            let percent = 100.0 * share;
            let far = if share.is_finite() { format!(" ({percent:.2} %)") } else { String::new() };
            let [here, there] = [*here, *there].map(short);
            let words = format!("{here}{unit}, and then {there}{unit}{far}{mark}");
            numbers.push((share, (name.clone(), words)));
        }
        numbers.sort_by(|a, b| b.0.total_cmp(&a.0));
        lines.extend(numbers.into_iter().map(|(_, line)| line));
        Apart { lines, is_beyond }
    }
}

/// With seven digits.
fn short(value: f64) -> f64 {
    format!("{value:.6e}").parse().unwrap_or(value)
}

/// Of the larger one; infinite where one of them only is a number.
fn share(a: f64, b: f64) -> f64 {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => 0.0,
        (true, false) | (false, true) => f64::INFINITY,
        (false, false) if a == b => 0.0,
        (false, false) => (a - b).abs() / a.abs().max(b.abs()),
    }
}
