//! Text inside HTML and SVG.

/// `text` with the characters that mean something in markup replaced by references.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
