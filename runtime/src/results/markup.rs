//! Text inside HTML and SVG.

use cdl_graph::named;

/// `text` with the characters that mean something in markup replaced by references, and those named that would not be seen, or turn
/// what follows.
pub(super) fn escaped(text: &str) -> String {
    named(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
