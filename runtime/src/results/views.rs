//! Views of the scene that are asked for.

/// How the page shows the scene, beside the views that it always has.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub name: String,
    /// Where the eye is from what it looks at, in world axes; absent where the page chooses.
    pub from: Option<[f64; 3]>,
    /// The path of the body that the camera goes along with.
    pub follow: Option<String>,
    /// What colours of cables say.
    pub colour: ViewColour,
    /// How much of the scene is seen.
    pub size: ViewSize,
}

/// What colours of cables say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewColour {
    /// How they pull.
    Tension,
    /// Which is which.
    Name,
}

/// How much of the scene is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewSize {
    /// Of what moves, over the whole run; about a body that is followed, of its surroundings.
    Fit,
    /// Of everything.
    All,
    /// So many metres across.
    Across(f64),
}
