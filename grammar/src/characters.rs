//! Characters that have no place in the language, and what was probably meant by them.

use crate::lexemes::Lexeme;
use crate::syntax::Span;

/// What to say of `character`, which stands between `before` and `after`; and what to write instead, where that is
/// one thing.
pub(crate) fn advice(
    character: &str,
    before: char,
    after: char,
) -> (&'static str, Option<&'static str>) {
    match character {
        "&" | "&&" => ("write `and`", Some("and")),
        "||" => ("write `or`", Some("or")),
        "|" => ("write `or`, or `abs(...)` for an absolute value", None),
        "~" | "!" if after == '=' => ("write `!=`", None),
        "~" | "!" => ("write `not`", Some("not ")),
        "?" => ("a choice is written `if a then b else c`", None),
        "'" if before.is_alphanumeric() || matches!(before, ']' | ')') => (
            "nothing is transposed or derived by a sign: vectors are neither rows nor columns, and rates have names",
            None,
        ),
        "'" => ("strings stand between `\"`", None),
        "“" | "”" | "„" | "‘" | "’" | "«" | "»" => ("strings stand between `\"`", None),
        "$" => ("a name is read without a sign before it", Some("")),
        "@" => ("what changes in time is written as it is: `1 N.m * sin(1 rad/s * time)`", None),
        "#" => ("comments start with `//`", Some("//")),
        "·" | "⋅" if before.is_alphabetic() && after.is_alphabetic() => {
            ("units are multiplied by `.`", Some("."))
        }
        "×" | "·" | "⋅" => ("write `*`", Some("*")),
        "÷" => ("write `/`", Some("/")),
        "−" | "–" => ("write `-`", Some("-")),
        "≤" => ("write `<=`", Some("<=")),
        "≥" => ("write `>=`", Some(">=")),
        "≠" => ("write `!=`", Some("!=")),
        "π" => ("write `pi`", Some("pi")),
        "²" => ("write `^2`", Some("^2")),
        "³" => ("write `^3`", Some("^3")),
        _ => ("", None),
    }
}

/// Said of what is never seen.
pub(crate) const CONTROL: &str = "a control character cannot be used here";

/// `kg·m²/s` as it is written here, with its place, if more than one sign in it is another.
pub(crate) fn unit_on_paper(text: &str, sign: Lexeme) -> Option<(Span, String)> {
    const SIGNS: [char; 4] = ['·', '⋅', '²', '³'];
    let is_part = |c: char| c.is_ascii_alphanumeric() || "/.^-".contains(c) || SIGNS.contains(&c);
    let (before, rest) = (text.get(..sign.start as usize)?, text.get(sign.start as usize..)?);
    let start = before.len()
        - before.chars().rev().take_while(|c| is_part(*c)).map(char::len_utf8).sum::<usize>();
    let end = sign.start as usize + rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let whole = text.get(start..end)?;
    // A number may touch it, as in `2kg·m²`.
    let number = whole.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(0);
    let (start, whole) = (start + number, whole.get(number..)?);
    let signs = whole.chars().filter(|c| SIGNS.contains(c)).count();
    let is_unit = whole.starts_with(|c: char| c.is_ascii_alphabetic()) && signs > 1;
    let meant = whole.replace(['·', '⋅'], ".").replace('²', "^2").replace('³', "^3");
    is_unit.then(|| (Span::new(start as u32, end as u32), meant))
}

/// `2'000` and `2’000` as they are written here, with their place.
pub(crate) fn grouped_number(text: &str, sign: Lexeme) -> Option<(Span, String)> {
    let is_digit = |c: &char| c.is_ascii_digit();
    let (before, rest) = (text.get(..sign.start as usize)?, text.get(sign.start as usize..)?);
    let whole = before.chars().rev().take_while(is_digit).count();
    let whole = before.get(before.len() - whole..)?;
    let mark = sign.text(text);
    let groups: Vec<&str> = rest.split(mark).skip(1).collect();
    let start = sign.start - whole.len() as u32;
    let (mut number, mut end) = (whole.to_owned(), sign.start);
    for group in groups {
        let digits: String = group.chars().take_while(is_digit).collect();
        number.push_str(&digits);
        end += (mark.len() + digits.len()) as u32;
        if digits.len() != 3 || digits.len() < group.len() {
            break;
        }
    }
    let is_group = matches!(mark, "'" | "’" | "`");
    let starts = rest.get(mark.len()..)?.chars().take_while(is_digit).count() == 3;
    (is_group && starts && (1..=3).contains(&whole.len())).then(|| (Span::new(start, end), number))
}
