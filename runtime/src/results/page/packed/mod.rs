//! The script of three.js, which the program carries packed. `build.rs` packs it.

#[cfg(test)]
mod pack;
mod unpack;

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/three.js.packed"));

/// Without the element around it.
pub(super) fn three_js() -> String {
    // `build.rs` has seen that it comes back.
    unpack::unpack(PACKED).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::pack::pack;
    use super::unpack::unpack;
    use super::{PACKED, three_js};

    #[test]
    fn texts_come_back_as_they_were() {
        let long = "what stands here stands here again; ".repeat(300);
        for text in
            ["", "a", "abcdef", "abcdefabcdef", "aaaaaaaaaaaaaaaaaaaaaaa", "µ°µ°µ°µ°µ°µ°µ°", &long]
        {
            let packed = pack(text.as_bytes());
            assert_eq!(unpack(&packed).as_deref(), Some(text), "{packed:?}");
        }
        assert!(pack(long.as_bytes()).len() < 60);
    }

    /// Texts of few letters repeat themselves in all ways, into what is being made, too.
    #[test]
    fn texts_of_chance_come_back() {
        let mut state = 1_u32;
        for length in 0..400 {
            let letters = (0..length).map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if state >> 30 == 0 { 'b' } else { 'a' }
            });
            let text: String = letters.collect();
            assert_eq!(unpack(&pack(text.as_bytes())), Some(text));
        }
    }

    #[test]
    fn what_is_cut_off_or_refers_to_nothing_is_no_text() {
        let packed = pack("abcdefgh abcdefgh abcdefgh".as_bytes());
        for end in 0..packed.len() {
            // A piece may end behind its bytes.
            let whole = unpack(&packed);
            assert!(unpack(&packed[..end]) != whole, "{end}");
        }
        assert_eq!(unpack(&[0, 5, 1, 0]), None);
        assert_eq!(unpack(&[0xff; 12]), None);
    }

    #[test]
    fn the_script_is_whole_and_small() {
        let script = three_js();
        assert!(
            script.starts_with("\"use strict\";var THREE=") || script.starts_with("var THREE=")
        );
        assert!(script.contains("WebGLRenderer") && !script.contains("</script"));
        assert!(2 * PACKED.len() < script.len(), "{} of {}", PACKED.len(), script.len());
    }
}
