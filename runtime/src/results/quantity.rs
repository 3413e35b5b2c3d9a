//! The recorded quantities.

/// One recorded number: a scalar quantity or one component of a vector or quaternion.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The path of the quantity, with `.x`, `.y`, `.z` (and `.w` first, for a quaternion) for a
    /// component: `tether.end.position.x`, `energy.kinetic`.
    pub name: String,
    /// The symbol of the unit that the values are in; empty or `1` for a pure number.
    pub unit: String,
}

impl Column {
    pub fn new(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Column { name: name.into(), unit: unit.into() }
    }

    /// The unit as it is shown: `1` for a pure number.
    pub(super) fn unit_symbol(&self) -> &str {
        if self.unit.is_empty() { "1" } else { &self.unit }
    }

    /// `name [unit]`; every column has brackets, so that a reader can split at the last ` [`.
    pub(super) fn heading(&self) -> String {
        format!("{} [{}]", self.name, self.unit_symbol())
    }
}
