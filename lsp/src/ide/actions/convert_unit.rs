//! The same quantity in another customary unit, where it can be written exactly.

use cdl_compiler::units::{Unit, customary, unit_named};
use cdl_grammar::syntax::{Expr, ExprKind, Name, Span, UnaryOp};

use super::{Action, ActionKind, Asked};
use crate::ide::edit::Edit;
use crate::ide::tree::{Node, Spot};

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    // The innermost with a unit, but not around a part that is no number of its own.
    for spot in asked.chain.iter().rev() {
        let Node::Expr(expr) = spot.node else { continue };
        let Some((unit, numbers)) = quantity(expr) else { continue };
        let Ok(from) = unit_named(&unit.text) else { return };
        for &to in customary(&unit.text).iter().filter(|to| ***to != *unit.text) {
            let Ok(other) = unit_named(to) else { continue };
            let mut edits: Option<Vec<Edit>> = numbers
                .iter()
                .map(|(digits, span)| {
                    Some(Edit::new(spot.place(*span), converted(digits, from, other)?))
                })
                .collect();
            if let Some(edits) = &mut edits {
                edits.push(Edit::new(spot.place(unit.span), to));
                actions.push(action(asked, spot, edits));
            }
        }
        return;
    }
}

fn action(asked: &Asked<'_>, spot: &Spot<'_>, edits: &[Edit]) -> Action {
    // The title shows the result.
    let range = spot.range();
    let mut shown = String::new();
    let mut at = range.start;
    for edit in edits {
        shown.push_str(asked.slice(at..edit.start));
        shown.push_str(&edit.text);
        at = edit.end;
    }
    shown.push_str(asked.slice(at..range.end));
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    Action {
        title: format!("Convert to `{shown}`"),
        kind: ActionKind::Rewrite,
        fixes: Vec::new(),
        edits: edits.to_vec(),
        is_preferred: false,
    }
}

/// The unit and the numbers of `5 m`, `[1, -2, 3] m` or `diag(1, 2, 3) kg.m^2`; `None` for anything
/// that is not made of numbers alone.
fn quantity(expr: &Expr) -> Option<(&Name, Vec<(&str, Span)>)> {
    let mut numbers = Vec::new();
    let unit = match &expr.kind {
        // In parentheses its span is longer than itself.
        ExprKind::Number { digits, unit: Some(unit) } if expr.span.end == unit.span.end => {
            let start = expr.span.start;
            numbers.push((digits.as_ref(), Span::new(start, start + digits.len() as u32)));
            unit
        }
        ExprKind::List { elements, unit: Some(unit) } => {
            elements.iter().try_for_each(|own| collect(own, &mut numbers))?;
            unit
        }
        ExprKind::Call { arguments, unit: Some(unit), .. } => {
            arguments.iter().try_for_each(|own| collect(&own.value, &mut numbers))?;
            unit
        }
        _ => return None,
    };
    Some((unit, numbers))
}

fn collect<'e>(expr: &'e Expr, numbers: &mut Vec<(&'e str, Span)>) -> Option<()> {
    match &expr.kind {
        ExprKind::Number { digits, unit: None } => {
            let is_bare = expr.span.end - expr.span.start == digits.len() as u32;
            is_bare.then(|| numbers.push((digits, expr.span)))
        }
        ExprKind::Unary { op: UnaryOp::Negate, operand } => collect(operand, numbers),
        ExprKind::List { elements, unit: None } => {
            elements.iter().try_for_each(|own| collect(own, numbers))
        }
        _ => None,
    }
}

/// Fewer digits than a double has, so that nothing that is only nearly equal is offered.
const MOST_DIGITS: usize = 10;

/// The shortest decimal in `to` for the same value in SI units, to rounding; `None` where it is too
/// long, too small or too large to be read.
fn converted(digits: &str, from: Unit, to: Unit) -> Option<String> {
    let si = from.to_si(digits.parse().ok()?);
    let value = to.from_si(si);
    if value == 0.0 {
        return Some("0".to_owned());
    }
    if !(1e-6..1e7).contains(&value) {
        return None;
    }
    (0..MOST_DIGITS).find_map(|after_first| {
        let text = format!("{value:.after_first$e}");
        let rounded: f64 = text.parse().ok()?;
        let error = (to.to_si(rounded) - si).abs();
        // A double prints as the shortest decimal that means it.
        (error <= 1e-15 * si.abs()).then(|| rounded.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(digits: &str, from: &str, to: &str) -> Option<String> {
        converted(digits, unit_named(from).ok()?, unit_named(to).ok()?)
    }

    #[test]
    fn what_is_exact_is_written() {
        assert_eq!(to("1.5875", "mm", "inch").as_deref(), Some("0.0625"));
        assert_eq!(to("1", "m", "mm").as_deref(), Some("1000"));
        assert_eq!(to("0.1", "mm", "m").as_deref(), Some("0.0001"));
        assert_eq!(to("10", "kn", "kmh").as_deref(), Some("18.52"));
        assert_eq!(to("1e3", "N", "kN").as_deref(), Some("1"));
        assert_eq!(to("180", "deg", "rev").as_deref(), Some("0.5"));
        assert_eq!(to("0", "m", "ft").as_deref(), Some("0"));
        assert_eq!(to("7.85", "g/cm^3", "kg/m^3").as_deref(), Some("7850"));
    }

    #[test]
    fn what_would_be_rounded_is_not_offered() {
        assert_eq!(to("1", "m", "inch"), None);
        assert_eq!(to("30", "deg", "rad"), None);
        assert_eq!(to("210", "GPa", "Pa"), None);
        assert_eq!(to("1", "mm", "nmi"), None);
    }

    /// The value in SI units stays the same, computed another way.
    #[test]
    fn values_are_kept() {
        for digits in ["1", "2.5", "0.3", "12", "9.81", "1e-3", "123.456"] {
            for from in ["m", "mm", "kN", "deg", "kn", "bar", "kg.m^2", "rpm", "h", "kW.h"] {
                for other in customary(from) {
                    let Some(text) = to(digits, from, other) else { continue };
                    let factor = cdl_compiler::units::convert(from, other).unwrap_or(f64::NAN);
                    let expected = digits.parse::<f64>().unwrap_or(f64::NAN) * factor;
                    let found = text.parse::<f64>().unwrap_or(f64::NAN);
                    let error = (found - expected).abs() / expected;
                    assert!(error <= 1e-15, "{digits} {from} = {text} {other}: {error}");
                }
            }
        }
    }
}
