//! `sample`: the values of a parameter as draws from a distribution.

use cdl_grammar::syntax::{Element, Expr, ExprKind, Name};

use super::Unfolding;
use super::rows::is_plain;
use super::variations::{MOST, OfModel, number, si};
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::expression_text;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::types::Ty;
use crate::schema::{self, KindId};
use crate::typed::{Value, Variation, VariedBy};

/// Where the values of a parameter come from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Distribution {
    Uniform { low: f64, high: f64 },
    Normal { mean: f64, deviation: f64 },
    Lognormal { mean: f64, deviation: f64 },
}

/// One that is written, and how often it is drawn from.
pub(super) struct Sample<'a> {
    context: Context,
    name: &'a Name,
    law: &'a Expr,
    ty: Ty,
    distribution: Distribution,
    count: Option<usize>,
    seed: u64,
    is_given: bool,
}

impl<'a> Unfolding<'_, 'a> {
    /// `sample PARAMETER = normal(MEAN, DEVIATION) { count = N; seed = N }`
    pub(super) fn sample<'s>(
        &mut self,
        context: Context,
        of: OfModel<'_, 'a>,
        element: &'s Element,
    ) -> Option<Sample<'s>> {
        if is_broken(element) {
            return None;
        }
        let is_plain =
            is_plain(element) && element.body.as_ref().is_none_or(|body| body.members.is_empty());
        let name = element.name.as_ref().filter(|name| name.index.is_none());
        let (Some(name), Some(law), true) = (name, &element.law, is_plain) else {
            let message = "a sample has a parameter of the model and a distribution";
            self.misplaced(context, KindId::Sample, element.kind.span, message);
            return None;
        };
        let name = &name.name;
        if !self.is_scalar_parameter(context, of, name, "`sample`") {
            return None;
        }
        let ty = self.type_of_parameter(of, name)?;
        let distribution = self.distribution(context, law, &ty)?;
        let [count, seed] = self.counts_of_sample(context, element)?;
        let seed = seed.unwrap_or(1) as u64;
        let is_given = of.is_given(&name.text);
        Some(Sample { context, name, law, ty, distribution, count, seed, is_given })
    }

    fn distribution(&mut self, context: Context, law: &Expr, ty: &Ty) -> Option<Distribution> {
        let place = context.place(law.span);
        let known = ["uniform", "normal", "lognormal"];
        let call = match &law.kind {
            ExprKind::Call { callee, arguments, unit: None } => match &callee.kind {
                ExprKind::Name(name) => Some((&**name, arguments)),
                _ => None,
            },
            _ => None,
        };
        let Some((called, arguments)) = call else {
            let usage = schema::usage(KindId::Sample.kind());
            let message = "a sample has a distribution: `uniform(LOW, HIGH)`, `normal(MEAN, DEVIATION)` or `lognormal(MEAN, DEVIATION)`";
            self.values.report(context, diagnostics::misplaced_part(place, message, &usage));
            return None;
        };
        if !known.contains(&called) {
            self.values.report(context, diagnostics::unknown_name(place, called, &known));
            return None;
        }
        let names = if called == "uniform" { ["low", "high"] } else { ["mean", "deviation"] };
        let mut given: [Option<f64>; 2] = [None, None];
        let mut written = [String::new(), String::new()];
        for (index, argument) in arguments.iter().enumerate() {
            let slot = match &argument.name {
                Some(name) => names.iter().position(|own| *own == &*name.text),
                None => (index < 2).then_some(index),
            };
            let Some(slot) = slot.filter(|slot| given[*slot].is_none()) else {
                let text = argument.name.as_ref().map_or("a third argument", |own| &*own.text);
                let place = context.place(argument.span);
                let report = diagnostics::unknown_argument(place, text, called, &names);
                self.values.report(context, report);
                return None;
            };
            let of = Of::Law("sample");
            let value = self.evaluator().typed_value(context, &argument.value, ty, of);
            written[slot] = expression_text::text(&argument.value);
            given[slot] =
                Some(self.known_number(context, KindId::Sample, &argument.value, &value)?);
        }
        let [Some(first), Some(second)] = given else {
            let [a, b] = names;
            let doc = "a distribution has two numbers";
            let missing = if given[0].is_none() { a } else { b };
            let example = format!("sample NAME = {called}({a}, {b})");
            let of = format!("`{called}`");
            let report = diagnostics::missing_field(place, missing, &of, doc, &example);
            self.values.report(context, report);
            return None;
        };
        let distribution = match called {
            "uniform" => Distribution::Uniform { low: first, high: second },
            "normal" => Distribution::Normal { mean: first, deviation: second },
            _ => Distribution::Lognormal { mean: first, deviation: second },
        };
        if let Some((message, label)) = trouble(called, (first, second), &written) {
            self.values.report(context, diagnostics::impossible_value(place, message, &label));
            return None;
        }
        Some(distribution)
    }

    /// `count` and `seed`.
    fn counts_of_sample(
        &mut self,
        context: Context,
        element: &Element,
    ) -> Option<[Option<usize>; 2]> {
        let kind = KindId::Sample.kind();
        let mut found = [None, None];
        for field in element.body.iter().flat_map(|body| &body.fields) {
            let position = kind.fields.iter().position(|own| *own.name == *field.name.text);
            let Some(position) = position else {
                let names: Vec<&str> = kind.fields.iter().map(|own| own.name).collect();
                let place = context.place(field.name.span);
                let report = diagnostics::unknown_field(place, &field.name.text, kind.name, &names);
                self.values.report(context, report);
                return None;
            };
            let known = &kind.fields[position];
            let of = Of::Field(known.name);
            let Value::Int(value) = self.schema_value(context, &field.value, known, of) else {
                return None;
            };
            let limits = if position == 0 { (2, MOST) } else { (0, usize::MAX) };
            let what = format!("the `{}` of a `sample`", known.name);
            let own = self.count_within(context, &field.value, (&what, value), limits)?;
            found[position] = Some(own);
        }
        Some(found)
    }

    /// All samples of an experiment as variations that go together.
    pub(super) fn drawn_variations(&mut self, samples: Vec<Sample<'_>>) {
        let Some(first) = samples.first() else { return };
        let counts: Vec<usize> = samples.iter().filter_map(|own| own.count).collect();
        let place = first.context.place(first.law.span);
        let Some(&count) = counts.first() else {
            let doc = "how many draws there are";
            let example =
                format!("sample {} = normal(MEAN, DEVIATION) {{ count = 100 }}", first.name.text);
            let report = diagnostics::missing_field(place, "count", "sample", doc, &example);
            self.values.report(first.context, report);
            return;
        };
        if counts.iter().any(|own| *own != count) {
            let message =
                "samples go together, so they have one `count`, and these have different ones";
            let report = diagnostics::impossible_value(place, message, "of this and others");
            self.values.report(first.context, report);
            return;
        }
        if self.variants().saturating_mul(count) > MOST {
            let message = format!("a study has at most {MOST} variants");
            let report = diagnostics::impossible_value(place, &message, "too many");
            self.values.report(first.context, report);
            return;
        }
        for sample in samples {
            let place = sample.context.place(sample.name.span);
            let known = self.elements.variations.iter().find(|own| *own.name == *sample.name.text);
            if let Some(earlier) = known.map(|own| own.place) {
                let name = &sample.name.text;
                let report = diagnostics::duplicate_name(place, "sample", name, earlier);
                self.values.report(sample.context, report);
                continue;
            }
            let (unit, factor) = super::variations::shown_in(sample.law, &sample.ty);
            let mut draws = Draws::new(sample.seed, &sample.name.text);
            let values =
                (0..count).map(|_| number(sample.distribution.draw(&mut draws), &sample.ty));
            let variation = Variation {
                name: sample.name.text.to_string(),
                values: values.collect(),
                unit: if unit.is_empty() { si(&sample.ty) } else { unit },
                factor,
                origin: VariedBy::Draws,
                place,
            };
            if !sample.is_given {
                self.elements.variations.push(variation);
            }
        }
    }
}

impl Distribution {
    fn draw(self, draws: &mut Draws) -> f64 {
        match self {
            Distribution::Uniform { low, high } => low + (high - low) * draws.even(),
            Distribution::Normal { mean, deviation } => mean + deviation * draws.normal(),
            Distribution::Lognormal { mean, deviation } => {
                // Of the logarithm.
                let square = (deviation / mean).powi(2).ln_1p();
                (mean.ln() - 0.5 * square + square.sqrt() * draws.normal()).exp()
            }
        }
    }
}

/// Numbers that look like chance (`SplitMix64`, Steele, Lea and Flood 2014), each parameter's its own.
struct Draws(u64);

impl Draws {
    fn new(seed: u64, name: &str) -> Self {
        // FNV-1a
        let mut state = 0xcbf2_9ce4_8422_2325_u64;
        for byte in seed.to_le_bytes().into_iter().chain(name.bytes()) {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self(state)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut own = self.0;
        own = (own ^ (own >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        own = (own ^ (own >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        own ^ (own >> 31)
    }

    /// Between 0 and 1, both excluded.
    fn even(&mut self) -> f64 {
        ((self.next() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// Box and Muller (1958); of each pair one.
    fn normal(&mut self) -> f64 {
        let (radius, angle) = (self.even(), self.even());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }
}

/// What is wrong with the numbers of a distribution, and which of them, by their texts.
fn trouble(
    called: &str,
    (first, second): (f64, f64),
    [a, b]: &[String; 2],
) -> Option<(&'static str, String)> {
    if !first.is_finite() || !second.is_finite() {
        return Some(("numbers of a distribution have to be finite", "not finite".to_owned()));
    }
    match called {
        "uniform" if second < first => Some((
            "the first number has to be the smaller one",
            format!("`{a}` is larger than `{b}`"),
        )),
        "lognormal" if first <= 0.0 => Some((
            "the mean of a lognormal distribution must be positive",
            format!("`{a}` is not positive"),
        )),
        "normal" | "lognormal" if second < 0.0 => {
            Some(("a standard deviation must not be negative", format!("`{b}` is negative")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean, standard deviation and the largest distance from the distribution function (Kolmogorov and Smirnov).
    fn looked_at(distribution: Distribution, below: impl Fn(f64) -> f64) -> [f64; 3] {
        const COUNT: usize = 40_000;
        let mut draws = Draws::new(7, "mass");
        let mut all: Vec<f64> = (0..COUNT).map(|_| distribution.draw(&mut draws)).collect();
        all.sort_by(f64::total_cmp);
        let count = COUNT as f64;
        let mean = all.iter().sum::<f64>() / count;
        let square = all.iter().map(|own| (own - mean).powi(2)).sum::<f64>() / count;
        let far = |(k, own): (usize, &f64)| (below(*own) - (k as f64 + 0.5) / count).abs();
        [mean, square.sqrt(), all.iter().enumerate().map(far).fold(0.0, f64::max)]
    }

    /// By integration of the density.
    fn normal_below(x: f64) -> f64 {
        let (from, steps) = (-8.0, 2000);
        let width = (x - from) / f64::from(steps);
        let density = |x: f64| (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
        let at = |k: i32| density(from + width * (f64::from(k) + 0.5)) * width;
        (0..steps).map(at).sum()
    }

    /// Of 40 000 draws the distance is below 0.0082 with a probability of 99 %.
    #[test]
    fn draws_follow_their_distributions() {
        let uniform = Distribution::Uniform { low: 2.0, high: 5.0 };
        let [mean, deviation, apart] = looked_at(uniform, |x| (x - 2.0) / 3.0);
        assert!((mean - 3.5).abs() < 0.015 && (deviation - 0.75_f64.sqrt()).abs() < 0.01);
        assert!(apart < 0.0082, "{apart}");
        let normal = Distribution::Normal { mean: 20.0, deviation: 3.0 };
        let [mean, deviation, apart] = looked_at(normal, |x| normal_below((x - 20.0) / 3.0));
        assert!((mean - 20.0).abs() < 0.05 && (deviation - 3.0).abs() < 0.04, "{mean} {deviation}");
        assert!(apart < 0.0082, "{apart}");
        let lognormal = Distribution::Lognormal { mean: 4.0, deviation: 1.0 };
        let square = 1.0625_f64.ln();
        let centre = 4.0_f64.ln() - 0.5 * square;
        let below = |x: f64| normal_below((x.ln() - centre) / square.sqrt());
        let [mean, deviation, apart] = looked_at(lognormal, below);
        assert!((mean - 4.0).abs() < 0.02 && (deviation - 1.0).abs() < 0.02, "{mean} {deviation}");
        assert!(apart < 0.0082, "{apart}");
    }

    /// Other seeds and other names give others, which have nothing to do with each other.
    #[test]
    fn draws_of_parameters_are_independent() {
        let streams = [(1, "a"), (2, "a"), (1, "b"), (1, "aa")];
        let mut all: Vec<Vec<f64>> = Vec::new();
        for (seed, name) in streams {
            let mut draws = Draws::new(seed, name);
            all.push((0..10_000).map(|_| draws.even() - 0.5).collect());
        }
        for (index, one) in all.iter().enumerate() {
            for other in &all[..index] {
                let product: f64 = one.iter().zip(other).map(|(a, b)| a * b).sum();
                // A twelfth each, with a deviation of 1/√10000.
                assert!((12.0 * product / 10_000.0).abs() < 0.04, "{product}");
            }
        }
    }
}
