//! Fields that depend on each other.

/// Fields of which one at most may be given.
#[derive(Clone, Copy, Debug)]
pub struct Alternatives {
    pub groups: &'static [&'static [&'static str]],
    /// Whether one of each group has to be given.
    pub one_needed: bool,
}

/// The fields of a kind of element that say the same.
pub fn alternatives(kind: &str) -> Option<Alternatives> {
    match kind {
        "cable" => Some(Alternatives {
            groups: &[&["mass", "density", "linear_density", "material"]],
            one_needed: true,
        }),
        "body" => Some(Alternatives {
            groups: &[&["mass", "density"], &["density", "material"]],
            one_needed: false,
        }),
        _ => None,
    }
}

/// The fields of a cable that mean nothing without its `diameter`.
pub const NEEDS_DIAMETER: &[&str] = &["drag", "density", "material"];
