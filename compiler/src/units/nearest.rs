//! What an unknown unit symbol was probably meant to be.

use super::symbols::{PREFIXES, SYMBOLS, find};

/// `sec` is `s`, `Nm` is `N.m`, `mm2` is `mm^2`, `KN` is `kN`.
pub(super) fn nearest_symbol(text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    by_word(text)
        .or_else(|| with_exponent(text))
        .or_else(|| split_product(text, 3, true))
        .or_else(|| split_product(text, 3, false))
        .or_else(|| by_case(text))
        .or_else(|| by_word(&text.to_lowercase()))
}

/// Full names and common spellings, with prefixes before full names: `kilometers`, `mps`.
fn by_word(text: &str) -> Option<String> {
    match text {
        "mps" => return Some("m/s".to_owned()),
        "fps" => return Some("ft/s".to_owned()),
        "rps" => return Some("rev/s".to_owned()),
        "Kg" | "KG" | "kgs" | "kilo" | "kilos" => return Some("kg".to_owned()),
        "msec" => return Some("ms".to_owned()),
        _ => {}
    }
    let symbol = |text: &str| SYMBOLS.iter().find(|symbol| symbol.words.contains(&text));
    if let Some(symbol) = symbol(text) {
        return Some(symbol.text.to_owned());
    }
    let lower = text.to_lowercase();
    [("kilo", "k"), ("mega", "M"), ("giga", "G"), ("milli", "m"), ("micro", "u"), ("centi", "c")]
        .iter()
        .find_map(|(word, prefix)| {
            let symbol = symbol(lower.strip_prefix(word)?)?;
            symbol.prefixed.then(|| format!("{prefix}{}", symbol.text))
        })
}

/// `KN` and `Kn` are `kN` rather than `kn`: an exact prefix with another case is a force here.
fn by_case(text: &str) -> Option<String> {
    let prefixed = PREFIXES.iter().flat_map(|(prefix, _, _)| {
        SYMBOLS
            .iter()
            .filter(|symbol| symbol.prefixed)
            .map(move |symbol| format!("{prefix}{}", symbol.text))
    });
    prefixed
        .chain(SYMBOLS.iter().map(|symbol| symbol.text.to_owned()))
        .filter(|candidate| candidate.eq_ignore_ascii_case(text))
        // The candidate that shares most letters as written, earlier ones first.
        .min_by_key(|candidate| candidate.bytes().zip(text.bytes()).filter(|(a, b)| a != b).count())
}

/// `m2` is `m^2`, `s-1` is `s^-1`.
fn with_exponent(text: &str) -> Option<String> {
    let end = text.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
    let exponent = text.get(end.len()..)?;
    (!exponent.is_empty() && !end.is_empty() && find(end).is_some())
        .then(|| format!("{end}^{exponent}"))
}

/// `Nm` is `N.m`, `Nms` is `N.m.s`: at most `parts` parts, all but the first without a prefix where
/// `plain` says so.
fn split_product(text: &str, parts: usize, plain: bool) -> Option<String> {
    if parts == 0 || text.len() > 12 {
        return None;
    }
    let cuts = text.char_indices().map(|(i, _)| i).skip(1);
    cuts.filter_map(|cut| text.split_at_checked(cut)).find_map(|(head, tail)| {
        // Temperatures do not occur in products here, but `KN` does, for `kN`.
        find(head).filter(|_| head != "K")?;
        let is_plain = SYMBOLS.iter().any(|symbol| symbol.text == tail);
        if is_plain || (!plain && find(tail).is_some()) {
            return Some(format!("{head}.{tail}"));
        }
        Some(format!("{head}.{}", split_product(tail, parts - 1, plain)?))
    })
}
