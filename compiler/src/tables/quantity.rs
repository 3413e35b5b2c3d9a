//! Texts such as `1.5 m`, `[1, 2, 3] mm` and `[[1, 0], [0, 1]] kg.m^2`.

use super::DataValue;
use crate::units::{Unit, UnknownUnit, unit_named};

/// What a text in a data file means.
pub(super) enum Reading {
    Value(DataValue),
    /// A number with something behind it that looks like a unit but is none.
    UnknownUnit(UnknownUnit),
    /// A number that is not finite in SI.
    NotFinite,
    /// Anything else is text.
    Text,
}

pub(super) fn read(text: &str) -> Reading {
    let mut rest = text.trim();
    let Some(tree) = number_or_list(&mut rest, 0) else { return Reading::Text };
    let token = rest.trim();
    if token.contains(char::is_whitespace) || (token.is_empty() && matches!(tree, Tree::Number(_)))
    {
        return Reading::Text;
    }
    let unit = if token.is_empty() {
        Unit::ONE
    } else {
        match unit_named(token) {
            Ok(unit) => unit,
            // `2 cables` is a text, `2 Nm` a mistake.
            Err(unknown) if unknown.nearest.is_some() => return Reading::UnknownUnit(unknown),
            Err(_) => return Reading::Text,
        }
    };
    match in_si(&tree, unit) {
        Some(value) => Reading::Value(value),
        None => Reading::NotFinite,
    }
}

enum Tree {
    Number(f64),
    List(Vec<Tree>),
}

/// Takes a number or a list in brackets from the front.
fn number_or_list(rest: &mut &str, depth: usize) -> Option<Tree> {
    const DEEPEST: usize = 4;
    *rest = rest.trim_start();
    let Some(after) = rest.strip_prefix('[') else { return number(rest).map(Tree::Number) };
    if depth >= DEEPEST {
        return None;
    }
    *rest = after;
    let mut list = Vec::new();
    loop {
        list.push(number_or_list(rest, depth + 1)?);
        *rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(']') {
            *rest = after;
            return Some(Tree::List(list));
        }
        *rest = rest.strip_prefix(',')?;
    }
}

/// The longest prefix that is a decimal number.
fn number(rest: &mut &str) -> Option<f64> {
    let bytes = rest.as_bytes();
    let digits = |mut i: usize| {
        while bytes.get(i).is_some_and(u8::is_ascii_digit) {
            i += 1;
        }
        i
    };
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let mut end = digits(sign);
    let mut any = end > sign;
    if bytes.get(end) == Some(&b'.') {
        let after = digits(end + 1);
        any |= after > end + 1;
        end = after;
    }
    if !any {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let after = digits(signed);
        if after > signed {
            end = after;
        }
    }
    let value = rest.get(..end)?.parse().ok()?;
    *rest = rest.get(end..)?;
    Some(value)
}

fn in_si(tree: &Tree, unit: Unit) -> Option<DataValue> {
    match tree {
        Tree::Number(value) => {
            let value = unit.to_si(*value);
            value.is_finite().then_some(DataValue::Scalar { value, dimension: unit.dimension })
        }
        Tree::List(list) => {
            list.iter().map(|tree| in_si(tree, unit)).collect::<Option<_>>().map(DataValue::Array)
        }
    }
}
