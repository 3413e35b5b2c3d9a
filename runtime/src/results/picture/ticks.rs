//! Round numbers along an axis.

/// Multiples of 1, 2 or 5 times a power of ten in `[low, high]`, at most about `most` of them, and how
/// many decimals they need.
pub(super) fn ticks(low: f64, high: f64, most: usize) -> (Vec<f64>, usize) {
    let range = high - low;
    if !(range > 0.0 && range.is_finite()) {
        return (vec![low], 3);
    }
    let rough = range / most.max(1) as f64;
    let exponent = rough.log10().floor();
    let power = 10f64.powf(exponent);
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|&s| s >= rough * (1.0 - 1e-9));
    let step = step.unwrap_or(10.0 * power);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    ((first..=last.min(first + 50)).map(|k| k as f64 * step).collect(), decimals)
}
