//! Characters that have no place in the language, and what was probably meant by them.

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
        "²" => ("write `^2`", Some("^2")),
        "³" => ("write `^3`", Some("^3")),
        _ => ("", None),
    }
}
