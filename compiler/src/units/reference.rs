//! Units and quantity types as documentation.

use std::fmt::Write;

use super::names::{QUANTITY_TYPES, si_unit};
use super::symbols::{PREFIXES, SYMBOLS};

/// The page `cdl reference units`, Markdown.
pub fn document() -> String {
    let mut page = String::from(
        "## units\n\n\
         A unit stands behind a number or a list, without blanks inside: `9.81 m/s^2`, `5 N.m`, \
         `[1, 2, 3] m`, `4 1/s`, `0.13 m^0.5/s`. `.` multiplies and `/` divides, from left to right; an \
         exponent may be negative or a fraction: `^-1`, `^0.5`, `^(1/2)`. Angles are plain numbers, but \
         where an angle is expected a unit is asked for.\n\n",
    );
    page.push_str("| unit | value | prefixes |\n|---|---|---|\n");
    // Writing to a String cannot fail.
    for symbol in SYMBOLS {
        let value = crate::diagnostics::number(symbol.multiplier / symbol.divisor);
        let si = match (si_unit(symbol.dimension).as_str(), symbol.angle) {
            ("1", true) => " rad".to_owned(),
            ("1", false) => String::new(),
            ("rad/s", false) => " 1/s".to_owned(),
            (unit, _) => format!(" {unit}"),
        };
        let prefixes = if symbol.prefixed { "yes" } else { "" };
        let _ = writeln!(page, "| `{}` | {value}{si} | {prefixes} |", symbol.text);
    }
    page.push_str("\nPrefixes: ");
    let prefixes: Vec<_> = PREFIXES
        .iter()
        .filter(|(text, _, _)| text.is_ascii())
        .map(|(text, multiplier, divisor)| {
            format!("`{text}` {}", crate::diagnostics::number(multiplier / divisor))
        })
        .collect();
    let _ = writeln!(page, "{}.\n\n### Types of quantities\n", prefixes.join(", "));
    for ty in QUANTITY_TYPES {
        let _ = match ty.unit {
            "1" => writeln!(page, "- `{}`: a plain number", ty.name),
            unit => writeln!(page, "- `{}`: {unit}", ty.name),
        };
    }
    page
}
