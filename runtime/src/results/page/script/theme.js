// ---- Colours of the page, which follow light and dark. ----

const dark = matchMedia("(prefers-color-scheme: dark)");

/** A colour of the style sheet by its name. */
function themed(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The colours of plots: those of the screen, or of a sheet of paper, which a file is. */
function plotColours(onPaper) {
  if (onPaper) return { ink: "#1c2329", soft: "#5b6670", line: "#c4ccd2", grid: "#e6eaed", ground: "#ffffff" };
  return { ink: themed("ink"), soft: themed("soft"), line: themed("line"), grid: themed("grid"), ground: "none" };
}

/** From what pulls least to what pulls most: told apart by most kinds of colour vision, and on either ground. */
const SCALE = [
  [0.0, [57, 93, 190]], [0.25, [32, 148, 164]], [0.5, [120, 180, 70]], [0.75, [235, 160, 45]], [1.0, [205, 40, 60]],
];

/** Red, green and blue between 0 and 1 of a share of the scale. */
function onScale(share) {
  const at = Math.min(1, Math.max(0, share));
  const next = Math.max(1, SCALE.findIndex(([place]) => place >= at));
  const [[from, low], [to, high]] = [SCALE[next - 1], SCALE[next]];
  const part = (at - from) / (to - from);
  return low.map((value, index) => (value + part * (high[index] - value)) / 255);
}

const scaleGradient = () =>
  `linear-gradient(to right, ${SCALE.map(([at, rgb]) => `rgb(${rgb.join(" ")}) ${100 * at}%`).join(", ")})`;
