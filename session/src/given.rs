//! Parameters that a run was given from outside.

use crate::fnv1a::Fnv1a;

/// A name of a folder with more than that behind it is no longer read by anybody.
const LONGEST: usize = 60;

/// By name, as they were written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    overrides: Vec<(String, String)>,
}

impl Given {
    /// In the order of the names, so that it does not matter in which they were given.
    pub(crate) fn new(overrides: &[(&str, &str)]) -> Self {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let mut overrides: Vec<_> = overrides.iter().map(owned).collect();
        overrides.sort();
        Self { overrides }
    }

    pub(crate) fn overrides(&self) -> &[(String, String)] {
        &self.overrides
    }

    /// For the name of a folder: `-links=8-mass=3kg`, and nothing if there are none. Other values have another
    /// suffix: where it does not show them whole, a hash of them follows.
    pub(crate) fn suffix(&self) -> String {
        let (mut shown, mut whole, mut is_lossy) = (String::new(), String::new(), false);
        for (name, value) in &self.overrides {
            let value: Vec<&str> = value.split_whitespace().collect();
            whole.push_str(&format!("-{name}={}", value.join(" ")));
            // A number and its unit are read without a space; `a - b` is not.
            is_lossy |= value.len() > 2;
            shown.push_str(&format!("-{name}={}", value.concat()));
        }
        let is_plain = |each: char| each.is_alphanumeric() || "-=.+_".contains(each);
        is_lossy |= shown.chars().count() > LONGEST || !shown.chars().all(is_plain);
        if !is_lossy {
            return shown;
        }
        let plain = |each| if is_plain(each) { each } else { '_' };
        let short: String = shown.chars().take(LONGEST).map(plain).collect();
        let hash = Fnv1a::of(whole.as_bytes());
        format!("{short}-{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suffix(overrides: &[(&str, &str)]) -> String {
        Given::new(overrides).suffix()
    }

    #[test]
    fn short_values_are_read_in_the_name() {
        assert_eq!(suffix(&[]), "");
        assert_eq!(suffix(&[("links", "8")]), "-links=8");
        assert_eq!(suffix(&[("mass", "3  kg"), ("links", "-8")]), "-links=-8-mass=3kg");
        assert_eq!(suffix(&[("links", "-8"), ("mass", "3 kg")]), "-links=-8-mass=3kg");
    }

    /// What cannot stand in a name, or would be too long, is told apart all the same.
    #[test]
    fn other_values_have_other_names() {
        let long = |digit: char| format!("1.{}{digit} m", "0".repeat(300));
        let values = ["3 m/s", "3 m*s", "../../x", "\"a\"", "'a'", "1 m - 2 m", "1 m-2 m", "/"];
        let mut names: Vec<_> = values.iter().map(|value| suffix(&[("a", value)])).collect();
        names.extend(['1', '2'].map(|digit| suffix(&[("a", &long(digit))])));
        for name in &names {
            assert!(
                name.chars().count() <= LONGEST + 9 && !name.contains(['/', '"', ' ']),
                "{name}"
            );
        }
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
    }
}
