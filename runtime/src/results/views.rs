//! Views of the scene that are asked for.

/// How the page shows the scene, beside the views that it always has.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub name: String,
    /// Where the eye is from what it looks at, in world axes; absent where the page chooses.
    pub from: Option<[f64; 3]>,
    /// The path of the body that the camera goes along with.
    pub follow: Option<String>,
    pub colour: ViewColour,
    pub size: ViewSize,
}

/// What colours of cables say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewColour {
    Tension,
    Name,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewSize {
    /// Of what moves, over the whole run; about a body that is followed, of its surroundings.
    Fit,
    /// Of everything.
    All,
    /// So many metres across.
    Across(f64),
}
