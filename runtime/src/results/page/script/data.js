// ---- What the page is about: data that the program wrote, and small helpers that all parts need. ----

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

/** Numbers that the program wrote as base64 of little-endian f32. */
function decoded(text) {
  return new Float32Array(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
}

/** An element with attributes, and text or elements inside. */
function element(name, attributes = {}, ...inside) {
  return filled(document.createElement(name), attributes, inside);
}

function drawn(name, attributes = {}, ...inside) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, inside);
}

function filled(node, attributes, inside) {
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  node.append(...inside);
  return node;
}

/** A number for people: four digits unless more are asked for, and no exponent where it can be read without. */
function shown(value, digits = 4) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(digits - 1).replace("e+", "e").replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(digits)));
}

/** The same with a unit, from N on in kN, MN or GN where that is shorter. */
function shownForce(value, unit) {
  const size = Math.abs(value);
  const [factor, letter] = size >= 1e9 ? [1e9, "G"] : size >= 1e6 ? [1e6, "M"] : size >= 1e3 ? [1e3, "k"] : [1, ""];
  return `${shown(value / factor, 3)} ${letter}${unit}`;
}

/** Round steps of 1, 2 or 5 that divide a stretch into about so many parts. */
function roundStep(stretch, parts) {
  const rough = stretch / Math.max(1, parts);
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((step) => step * power >= rough * 0.999) ?? 10);
}

/** The last index of a sorted row whose value is not above, and at least the first. */
function lastUpTo(values, value) {
  let low = 0;
  let high = values.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] <= value) low = middle; else high = middle;
  }
  return low;
}
