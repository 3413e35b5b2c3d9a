//! A graph as stable, readable text: what snapshots hold and `cdl graph` prints.
//!
//! An expression that is used once stands where it is used; one that is used more often, or is deep,
//! gets a line of its own under `nodes` and is referred to as `%n`. Numbers are SI with nine
//! significant digits.

mod expression;

use std::fmt::Write;

use crate::{
    Graph, analysis, body, cable, constraint, criterion, demand, environment, event, frame, joint,
    latch, load, output, plan, state, statistic,
};
pub(crate) use expression::Expressions;

/// The text form of a graph.
pub fn text(graph: &Graph) -> String {
    let expressions = Expressions::new(graph);
    let mut out = format!("graph {}\n", graph.name);
    for section in [
        params(graph),
        nodes(graph, &expressions),
        equations(graph, &expressions),
        environment::text(graph, &expressions),
        body::text(graph, &expressions),
        frame::text(graph, &expressions),
        joint::text(graph, &expressions),
        cable::text(graph, &expressions),
        load::text(graph, &expressions),
        constraint::text(graph, &expressions),
        state::text(graph, &expressions),
        latch::text(graph),
        event::text(graph, &expressions),
        output::text(graph, &expressions),
        statistic::text(graph, &expressions),
        criterion::text(graph, &expressions),
        demand::text(graph, &expressions),
        analysis::text(graph, &expressions),
        plan::text(graph, &expressions),
    ] {
        out.push_str(&section);
    }
    out
}

/// Nine significant digits without trailing zeros, `-0` as `0`; plain up to 1e9 and down to 1e-4.
pub fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    let scientific = format!("{value:.8e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |digits: &str| match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => digits.to_owned(),
    };
    if (-4..9).contains(&exponent) {
        let decimals = usize::try_from(8 - exponent).unwrap_or(0);
        trimmed(&format!("{value:.decimals$}"))
    } else {
        format!("{}e{exponent}", trimmed(mantissa))
    }
}

/// A titled section with one indented line each, or nothing where there are no lines.
pub(crate) fn section(title: &str, lines: impl IntoIterator<Item = String>) -> String {
    let mut out = String::new();
    for line in lines {
        if out.is_empty() {
            let _ = writeln!(out, "\n{title}");
        }
        let _ = writeln!(out, "  {line}");
    }
    out
}

fn params(graph: &Graph) -> String {
    let params = &graph.signals.params;
    section("params", params.iter().map(|p| format!("{} = {}", p.path, number(p.value))))
}

fn nodes(graph: &Graph, expressions: &Expressions) -> String {
    let lines = (0..graph.signals.nodes.len())
        .filter_map(|index| expressions.definition(index))
        .collect::<Vec<_>>();
    section("nodes", lines)
}

fn equations(graph: &Graph, expressions: &Expressions) -> String {
    section(
        "equations",
        graph.signals.equations.iter().map(|equation| {
            format!("{} = {}", expressions.var(equation.var), expressions.scalar(equation.value))
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_short_and_have_nine_digits() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (1.0 / 3.0, "0.333333333"),
            (100.0, "100"),
            (123_456_789.0, "123456789"),
            (1.5e12, "1.5e12"),
            (1.2e-4, "0.00012"),
            (1.0e-5, "1e-5"),
            (f64::NAN, "NaN"),
            (0.999_999_999_9, "1"),
        ] {
            assert_eq!(number(value), expected);
        }
    }
}
