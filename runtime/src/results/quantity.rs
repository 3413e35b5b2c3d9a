//! The recorded quantities, and the axis that they are recorded over.

/// One recorded number, or the axis of a table: a scalar quantity or one component of a vector or quaternion.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The path of the quantity, with `.x`, `.y`, `.z` (and `.w` first, for a quaternion) for a
    /// component: `tether.end.position.x`, `energy.kinetic`.
    pub name: String,
    /// The symbol of the unit that the values are in; empty or `1` for a pure number.
    pub unit: String,
}

impl Column {
    /// A name, and the symbol of a unit, which is empty for a pure number.
    pub fn new(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Column { name: name.into(), unit: unit.into() }
    }

    /// A quotient by something of another unit.
    pub fn per(&self, unit: &str, name: impl Into<String>) -> Self {
        let own = cdl_graph::OutputUnit { symbol: self.unit.clone(), factor: 1.0 };
        Column::new(name, own.per(unit).symbol)
    }

    /// The axis of a run.
    pub fn time() -> Self {
        Column::new("time", "s")
    }

    /// The axis of modes: their numbers.
    pub(crate) fn mode() -> Self {
        Column::new("mode", "")
    }

    /// The unit as it is shown: `1` for a pure number.
    pub(super) fn unit_symbol(&self) -> &str {
        if self.unit.is_empty() { "1" } else { &self.unit }
    }

    /// `name [unit]`; every column has brackets, so that a reader can split at the last ` [`.
    pub(super) fn heading(&self) -> String {
        format!("{} [{}]", self.name, self.unit_symbol())
    }

    /// The same for people: `force [kg·m/s²]`, and a name alone for a pure number.
    pub(super) fn title(&self) -> String {
        titled(&self.name, self.unit_symbol())
    }

    /// What stands after a number: ` m/s²`, and nothing after a pure number.
    pub fn suffix(&self) -> String {
        match self.unit_symbol() {
            "1" => String::new(),
            unit => format!(" {}", typeset_unit(unit)),
        }
    }
}

/// What stands at an axis: a name with its unit, if it has one.
pub(super) fn titled(name: &str, unit: &str) -> String {
    match unit {
        "" | "1" => name.to_owned(),
        unit => format!("{name} [{}]", typeset_unit(unit)),
    }
}

/// A unit symbol as it is printed: `kg.m/s^2` is `kg·m/s²`.
pub(super) fn typeset_unit(symbol: &str) -> String {
    let mut text = String::new();
    let mut rest = symbol;
    while let Some(first) = rest.chars().next() {
        let (taken, shown) = match first {
            '^' => raised(rest),
            '.' => (1, "·".to_owned()),
            other => (other.len_utf8(), other.to_string()),
        };
        text.push_str(&shown);
        rest = rest.get(taken..).unwrap_or_default();
    }
    text
}

/// The exponent at the start of `text`, which begins with `^`: its length and its raised form. A
/// fraction such as `^0.5` stays as it is, because there is no raised point.
fn raised(text: &str) -> (usize, String) {
    let digits = |c: char| c.is_ascii_digit() || c == '-' || c == '.';
    let length = 1 + text.chars().skip(1).take_while(|&c| digits(c)).count();
    let exponent = text.get(1..length).unwrap_or_default();
    let superscript = |c: char| match c {
        '-' => Some('⁻'),
        '0' => Some('⁰'),
        '1' => Some('¹'),
        '2' => Some('²'),
        '3' => Some('³'),
        _ => c.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)),
    };
    match exponent.chars().map(superscript).collect::<Option<String>>() {
        Some(shown) if !shown.is_empty() => (length, shown),
        _ => (length, format!("^{exponent}")),
    }
}

#[cfg(test)]
mod tests {
    use super::Column;

    #[test]
    fn units_of_quotients_are_read_back_as_what_they_are() {
        for (above, below, quotient) in [
            ("m", "N", "m/N"),
            ("m", "N.m", "m/(N.m)"),
            ("m", "1/m", "m/(1/m)"),
            ("1/m", "N", "1/m/N"),
            ("1/m", "1", "1/m"),
            ("1/s", "", "1/s"),
            ("1", "kg", "1/kg"),
            ("", "1/m", "1/(1/m)"),
            ("1", "", ""),
        ] {
            let column = Column::new("a", above).per(below, "b");
            assert_eq!(column, Column::new("b", quotient), "{above} by {below}");
        }
    }
}
