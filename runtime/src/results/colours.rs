//! The colours of bodies, cables and loads.

/// Told apart by most kinds of colour vision, on light and on dark ground.
const PALETTE: [&str; 6] = ["#2f7fc1", "#d0603f", "#2a9d74", "#9467bd", "#bd8f1a", "#6b7d8f"];

/// The colour of the `index`-th thing of a scene: bodies first, then cables, then loads.
pub(super) fn colour(index: usize) -> &'static str {
    PALETTE.get(index % PALETTE.len()).copied().unwrap_or("#6b7d8f")
}
