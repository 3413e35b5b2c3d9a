// ---- Axes of plots: ranges, round ticks and their labels. ----

/** Where curves lie, of those points whose place is within `over`; room above and below, also for a constant. */
function rangeOf(curves, along, over) {
  let [low, high] = [Infinity, -Infinity];
  for (const curve of curves) {
    const values = curve[along];
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (value === null || !Number.isFinite(value)) continue;
      if (over && !(curve.x[index] >= over[0] && curve.x[index] <= over[1])) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Rounding errors of a constant would fill the plot, and a small constant would look like zero.
  if (high - low <= 1e-9 * size || high === low) return size > 0 ? [low - 0.5 * size, high + 0.5 * size] : [-1, 1];
  const room = along === "y" ? 0.06 * (high - low) : 0;
  return [low - room, high + room];
}

/** Round numbers within a range, about so many, with their labels. */
function ticksOf([low, high], about) {
  const step = roundStep(high - low, about);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  const size = Math.max(Math.abs(low), Math.abs(high));
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const label = (value) => {
    if (value === 0) return "0";
    if (size >= 1e6 || size < 1e-3) {
      const digits = Math.max(0, Math.floor(Math.log10(Math.abs(value)) + 1e-9) - Math.floor(Math.log10(step) + 1e-9));
      return value.toExponential(Math.min(12, digits)).replace("e+", "e").replace("-", "−");
    }
    return value.toFixed(Math.min(12, decimals)).replace("-", "−");
  };
  return Array.from({ length: Math.max(0, Math.min(count, 50)) }, (_, index) => {
    const value = (first + index) * step;
    return { value, label: label(Math.abs(value) < 1e-9 * step ? 0 : value) };
  });
}
