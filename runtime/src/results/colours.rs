//! The colours of bodies, cables and loads, and of the curves of a plot.

use std::sync::LazyLock;

/// Told apart by most kinds of colour vision, on light and on dark ground.
const FIRST: [&str; 10] = [
    "#2f7fc1", "#d0603f", "#2a9d74", "#9467bd", "#bd8f1a", "#6b7d8f", "#c2477f", "#17a2b8",
    "#8a6642", "#6d9b1f",
];

/// So many are told apart; nobody tells more.
const DIFFERENT: usize = 500;

static ALL: LazyLock<Vec<String>> = LazyLock::new(|| (0..DIFFERENT).map(made).collect());

/// The colour of the `index`-th thing of a scene: bodies first, then cables, wheels and loads.
pub(super) fn colour(index: usize) -> &'static str {
    ALL.get(index % DIFFERENT).map_or(FIRST[0], String::as_str)
}

/// The colour of a thing by its place in the scene.
fn made(index: usize) -> String {
    if let Some(first) = FIRST.get(index) {
        return (*first).to_owned();
    }
    // Steps of the golden section come nowhere near a hue again soon.
    let hue = 6.0 * (index as f64 * 0.381_966_011_250_105).fract();
    let lightness = [0.44, 0.56, 0.36][index % 3];
    let saturation = [0.62, 0.5, 0.44, 0.72][index % 4];
    let chroma = saturation * (1.0 - (2.0_f64 * lightness - 1.0).abs());
    let second = chroma * (1.0 - (hue % 2.0 - 1.0).abs());
    let [red, green, blue] = match hue as usize {
        0 => [chroma, second, 0.0],
        1 => [second, chroma, 0.0],
        2 => [0.0, chroma, second],
        3 => [0.0, second, chroma],
        4 => [second, 0.0, chroma],
        _ => [chroma, 0.0, second],
    }
    .map(|part| (255.0 * (part + lightness - chroma / 2.0)).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::{DIFFERENT, colour};
    use std::collections::HashSet;

    #[test]
    fn no_two_things_have_one_colour() {
        let found: HashSet<&str> = (0..DIFFERENT).map(colour).collect();
        assert_eq!(found.len(), DIFFERENT);
        assert!(found.iter().all(|own| own.len() == 7 && own.starts_with('#')));
    }
}
