//! The log of what happened.

/// An event that took effect; those that are sampled only where they say something.
#[derive(Clone, Debug, PartialEq)]
pub struct Happened {
    /// s
    pub time: f64,
    /// As it is written, such as `when load.position.z < 0 m`.
    pub event: String,
    /// What it set, by path, in SI.
    pub set: Vec<(String, f64)>,
    /// What it notes, and why it ends the run.
    pub note: Option<String>,
    /// See `note`.
    pub stop: Option<String>,
}
