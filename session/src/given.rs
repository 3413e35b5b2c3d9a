//! Parameters that a run was given from outside.

use cdl_compiler::typed::Parameter;

use crate::fnv1a::Fnv1a;

/// A name of a folder with more than that behind it is no longer read by anybody.
const LONGEST: usize = 60;

/// By name, as they were written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    overrides: Vec<(String, String)>,
    /// The same as the name of a folder has them.
    named: Vec<(String, String)>,
}

impl Given {
    /// In the order of the names, so that it does not matter in which they were given. `parameters` are those of the model, with
    /// these values.
    pub(crate) fn new(overrides: &[(&str, &str)], parameters: &[Parameter]) -> Self {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let mut overrides: Vec<_> = overrides.iter().map(owned).collect();
        overrides.sort();
        let named = |(name, value): &(String, String)| {
            let number = parameters.iter().find(|own| own.name == *name).and_then(in_base_unit);
            (name.clone(), number.unwrap_or(value.clone()))
        };
        let named = overrides.iter().map(named).collect();
        Self { overrides, named }
    }

    pub(crate) fn overrides(&self) -> &[(String, String)] {
        &self.overrides
    }

    /// For the name of a folder: `-links=8-mass=3kg`, and nothing if there are none. Other values have another
    /// suffix: where it does not show them whole, a hash of them follows.
    pub(crate) fn suffix(&self) -> String {
        let (mut shown, mut whole, mut is_lossy) = (String::new(), String::new(), false);
        for (name, value) in &self.named {
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

/// A number in its SI unit, so that `200 g` and `0.2 kg` are one folder; none where that is not shorter than most people write, as
/// of 30 degrees in radians.
fn in_base_unit(parameter: &Parameter) -> Option<String> {
    const MOST_DIGITS: usize = 6;
    let [number] = parameter.numbers[..] else { return None };
    // Without what the conversion has rounded.
    let text = format!("{number:.14e}").parse::<f64>().ok().map(|own| own.to_string())?;
    let digits = text.trim_start_matches(['-', '0', '.']).trim_end_matches('0').len();
    let unit = if parameter.unit == "1" { "" } else { parameter.unit.as_str() };
    let is_short = digits <= MOST_DIGITS + 1 && text.len() <= 2 * MOST_DIGITS;
    (number.is_finite() && is_short).then(|| format!("{text} {unit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suffix(overrides: &[(&str, &str)]) -> String {
        Given::new(overrides, &[]).suffix()
    }

    /// Of one value is one name, however it was written.
    #[test]
    fn a_value_has_one_name_in_any_unit() {
        let of = |written: &str, number: f64, unit: &str| {
            let parameter = Parameter {
                name: "a".to_owned(),
                text: written.to_owned(),
                numbers: vec![number],
                unit: unit.to_owned(),
                written_in: None,
                default: None,
            };
            Given::new(&[("a", written)], &[parameter]).suffix()
        };
        assert_eq!(of("0.2 kg", 0.2, "kg"), "-a=0.2kg");
        assert_eq!(of("200 g", 200.0 * 1e-3, "kg"), "-a=0.2kg");
        assert_eq!(of("1.1 mm", 1.1 * 1e-3, "m"), "-a=0.0011m");
        assert_eq!(of("12 kN", 12.0 * 1e3, "N"), "-a=12000N");
        assert_eq!(of("8", 8.0, "1"), "-a=8");
        assert_eq!(of("30 deg", 30_f64.to_radians(), "rad"), "-a=30deg");
        assert_eq!(of("1 m / 3", 1.0 / 3.0, "m"), of("1 m / 3", 1.0 / 3.0, "m"));
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
