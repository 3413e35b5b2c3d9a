//! What a terminal would obey in place of showing it, or not show at all: control characters, marks that turn the
//! direction of writing, other line ends, and characters without a width.

use std::borrow::Cow;

fn is_obeyed(c: char) -> bool {
    let turns = matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_unseen =
        matches!(c, '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}' | '\u{feff}');
    turns || is_unseen || (c.is_control() && !matches!(c, '\n' | '\t' | '\r'))
}

/// The text with stand-ins of as many bytes, so that places in it stay where they are.
pub fn in_place(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let stand_in = |c: char| match c.len_utf8() {
        _ if !is_obeyed(c) => c.to_string(),
        3 => '\u{fffd}'.to_string(),
        bytes => "?".repeat(bytes),
    };
    Cow::Owned(text.chars().map(stand_in).collect())
}

/// The text with names such as `U+202E`.
pub fn named(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let name = |c: char| match is_obeyed(c) {
        true => format!("U+{:04X}", u32::from(c)),
        false => c.to_string(),
    };
    Cow::Owned(text.chars().map(name).collect())
}

/// JSON in which strings have escapes such as `\u202e` in place of such characters.
pub fn escaped(json: &str) -> Cow<'_, str> {
    if !json.contains(is_obeyed) {
        return Cow::Borrowed(json);
    }
    let escape = |c: char| match is_obeyed(c) {
        true => format!("\\u{:04x}", u32::from(c)),
        false => c.to_string(),
    };
    Cow::Owned(json.chars().map(escape).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_shown() {
        assert_eq!(in_place("a\u{feff}\u{2028}b"), "a\u{fffd}\u{fffd}b");
        assert_eq!(named("a\u{feff}\u{2028}b"), "aU+FEFFU+2028b");
    }

    /// What programs read is the same.
    #[test]
    fn json_says_the_same_without_them() {
        let text = "a\u{7f}\u{85}\u{202e}b\u{feff}";
        let json = serde_json::to_string(text).expect("JSON");
        let escaped = escaped(&json);
        assert_eq!(escaped, r#""a\u007f\u0085\u202eb\ufeff""#);
        assert_eq!(serde_json::from_str::<String>(&escaped).expect("JSON"), text);
    }

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        let text = "a\u{1b}[31m\u{202e}b\u{85}\tc\n";
        assert_eq!(in_place(text).len(), text.len());
        assert_eq!(in_place(text), "a?[31m\u{fffd}b??\tc\n");
        assert_eq!(named(text), "aU+001B[31mU+202EbU+0085\tc\n");
        assert!(matches!(in_place("plain"), Cow::Borrowed(_)));
    }
}
