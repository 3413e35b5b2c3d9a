//! What a difference is a share of.

use std::collections::BTreeMap;

use super::difference::Difference;

/// Of the largest number with its unit, what a quantity has to have so that its own size says something: solvers leave as much where
/// nothing acts, such as in the tension at a free end.
const ROUNDING: f64 = 1e-9;

/// Components are measured by the largest of their vector: what is rounding in one that does not move is no difference. And so is
/// what is rounding beside other quantities of its unit.
pub(super) fn by_sizes(all: &mut [Difference]) {
    let vectors = largest(all, |own| vector(&own.name));
    let units = largest(all, |_| String::new());
    for own in all {
        let of = |sizes: &Sizes, name: String| sizes.get(&(name, own.unit.clone())).copied();
        let size = of(&vectors, vector(&own.name)).unwrap_or(own.largest);
        // Pure numbers have nothing in common.
        let beside = of(&units, String::new()).filter(|_| !matches!(&*own.unit, "" | "1"));
        let beside = beside.filter(|all| size < ROUNDING * all);
        let share = match own.amount {
            0.0 => 0.0,
            amount => amount / beside.map_or(size, |all| ROUNDING * all).max(f64::MIN_POSITIVE),
        };
        (own.largest, own.beside, own.share) = (size, beside, share);
    }
}

/// By name and unit.
type Sizes = BTreeMap<(String, String), f64>;

fn largest(all: &[Difference], name: impl Fn(&Difference) -> String) -> Sizes {
    let mut sizes = Sizes::new();
    for own in all {
        let size = sizes.entry((name(own), own.unit.clone())).or_default();
        *size = size.max(own.largest);
    }
    sizes
}

/// Of a component.
fn vector(name: &str) -> String {
    let parts = name.rsplit_once('.').filter(|(_, part)| matches!(*part, "w" | "x" | "y" | "z"));
    parts.map_or(name, |(vector, _)| vector).to_owned()
}
