// ---- Plots: drawn as SVG, on the screen as in a file; zoomed and read with the pointer; in step with the scene. ----

const PLOT_HEIGHT = 250;
const LETTER = 6.6;

/** Draws curves into `svg`; what is needed to read from it. */
function drawPlot(svg, figure, { width, height, ranges, hidden, onPaper }) {
  const colours = plotColours(onPaper);
  const curves = figure.curves.filter((_, index) => !hidden.has(index));
  const xRange = ranges.x ?? rangeOf(curves.length ? curves : figure.curves, "x");
  // What moves does so within the same axes.
  const yRange = rangeOf(figure.instants ? figure.curves : curves, "y", ranges.x);
  const yTicks = ticksOf(yRange, (height - 60) / 42);
  const left = 30 + LETTER * Math.max(2, ...yTicks.map(({ label }) => label.length));
  const xTicks = ticksOf(xRange, (width - 12 - left) / 80);
  // Half of the last label, which may stand below the end.
  const right = Math.max(12, (LETTER * (xTicks.at(-1)?.label.length ?? 0)) / 2);
  const area = { left, top: 8, right: width - right, bottom: height - 42 };
  const xAt = (value) => area.left + ((value - xRange[0]) / (xRange[1] - xRange[0])) * (area.right - area.left);
  const yAt = (value) => area.bottom - ((value - yRange[0]) / (yRange[1] - yRange[0])) * (area.bottom - area.top);
  const text = (x, y, words, more = {}) =>
    drawn("text", { x, y, fill: colours.soft, "font-size": 12, "font-family": "system-ui, sans-serif", ...more }, words);
  const line = (x1, y1, x2, y2, stroke, more = {}) => drawn("line", { x1, y1, x2, y2, stroke, ...more });

  const inside = `inside-${figure.id}${onPaper ? "-paper" : ""}`;
  const parts = [
    drawn("rect", { x: 0, y: 0, width, height, fill: colours.ground }),
    drawn("clipPath", { id: inside }, drawn("rect", { x: area.left - 3, y: area.top - 3, width: Math.max(0, area.right - area.left + 6), height: area.bottom - area.top + 6 })),
  ];
  for (const { value, label } of yTicks) {
    parts.push(line(area.left, yAt(value), area.right, yAt(value), colours.grid));
    parts.push(text(area.left - 6, yAt(value) + 4, label, { "text-anchor": "end" }));
  }
  for (const { value, label } of xTicks) {
    parts.push(line(xAt(value), area.top, xAt(value), area.bottom, colours.grid));
    parts.push(text(xAt(value), area.bottom + 16, label, { "text-anchor": "middle" }));
  }
  if (!figure.across) {
    for (const [at] of data.events.length <= 40 ? data.events : []) {
      if (at >= xRange[0] && at <= xRange[1]) {
        parts.push(line(xAt(at), area.top, xAt(at), area.bottom, colours.soft, { "stroke-dasharray": "2 3" }));
      }
    }
  }
  parts.push(drawn("path", { d: `M${area.left} ${area.top}V${area.bottom}H${area.right}`, fill: "none", stroke: colours.line }));
  const bundle = drawn("g", { "clip-path": `url(#${inside})`, fill: "none", "stroke-width": 1.7, "stroke-linejoin": "round" });
  for (const curve of curves) {
    if (!figure.apart) bundle.append(drawn("path", { d: pathOf(curve, xAt, yAt), stroke: curve.colour, ...(curve.thin ? { "stroke-width": 1, "stroke-dasharray": "5 3" } : {}) }));
    // A few points are what was computed, and the line between them is not.
    if (figure.apart || (curve.x.length <= 60 && !curve.thin)) {
      const dots = curve.x.map((x, index) => (curve.y[index] === null ? "" : `M${xAt(x).toFixed(1)} ${yAt(curve.y[index]).toFixed(1)}h0`));
      bundle.append(drawn("path", { d: dots.join(""), stroke: curve.colour, "stroke-width": 5, "stroke-linecap": "round" }));
    }
  }
  parts.push(bundle);
  parts.push(text((area.left + area.right) / 2, height - 6, figure.over, { "text-anchor": "middle" }));
  const middle = (area.top + area.bottom) / 2;
  parts.push(text(0, 0, figure.values, { "text-anchor": "middle", transform: `translate(12 ${middle}) rotate(-90)` }));
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren(...parts);
  return { area, xAt, yAt, xRange, valueAt: (pixel) => xRange[0] + ((pixel - area.left) / (area.right - area.left)) * (xRange[1] - xRange[0]) };
}

/** The line of a curve, broken where a number is missing. */
function pathOf(curve, xAt, yAt) {
  let text = "";
  let pen = "M";
  for (let index = 0; index < curve.x.length; index++) {
    const [x, y] = [curve.x[index], curve.y[index]];
    if (x === null || y === null) {
      pen = "M";
      continue;
    }
    text += `${pen}${xAt(x).toFixed(2)} ${yAt(y).toFixed(2)}`;
    pen = "L";
  }
  return text;
}

/** The value of a curve over a rising axis, between its points. */
function valueOn(curve, at) {
  const index = lastUpTo(curve.x, at);
  const next = Math.min(index + 1, curve.x.length - 1);
  const [a, b] = [curve.y[index], curve.y[next]];
  const step = curve.x[next] - curve.x[index];
  if (curve.x.length === 0 || a === null || b === null || at < curve.x[0] || at > curve.x[curve.x.length - 1]) return NaN;
  return step > 0 ? a + ((at - curve.x[index]) / step) * (b - a) : a;
}

/** Ranges that all plots over the axis of the run have in common. */
const common = { x: null, plots: [] };

/** Fills the figure of a plot: keys, drawing, files. `seek`: to a place on the axis of the run. */
function startPlot(figure, seek) {
  const host = byId(`plot-${figure.id}`);
  const svg = drawn("svg", { role: "img", "aria-label": `${figure.title}: ${figure.values} over ${figure.over}` });
  const cursor = element("div", { class: "cursor", hidden: "" });
  const dot = element("div", { class: "dot", hidden: "" });
  const band = element("div", { class: "band", hidden: "" });
  const hidden = new Set();
  const own = { x: null };
  const ranges = figure.across ? own : common;
  let view = null;
  let pointed = null;

  const keys = figure.curves.map((curve, index) => {
    const value = element("output");
    const key = element("button", { type: "button", "aria-pressed": "true", title: "show or hide" },
      element("i", { style: `background:${curve.colour}` }), curve.name, value);
    key.addEventListener("click", () => {
      if (hidden.delete(index) === false) hidden.add(index);
      key.setAttribute("aria-pressed", String(!hidden.has(index)));
      draw();
    });
    return { key, value };
  });
  host.before(element("div", { class: "keys" }, ...keys.map(({ key }) => key)));
  host.append(svg, cursor, dot, band);

  function draw() {
    const width = host.clientWidth;
    if (!width) return;
    view = drawPlot(svg, figure, { width, height: PLOT_HEIGHT, ranges, hidden, onPaper: false });
    read();
  }

  /** Shows what the curves are where the pointer is, else where the scene is. */
  function read() {
    if (!view) return;
    const { area, xAt, yAt } = view;
    const put = (node, shownHere, x, y) => {
      node.hidden = !shownHere;
      if (shownHere) Object.assign(node.style, { left: `${x}px`, top: `${y}px` });
    };
    if (figure.across) {
      const near = pointed === null ? (figure.at && moment.now !== null ? { curve: 0, index: lastUpTo(figure.at, moment.now) } : null) : nearest(pointed);
      keys.forEach(({ value }, index) => {
        const curve = figure.curves[index];
        value.textContent = near && (near.curve === index || figure.at) && near.index < curve.x.length
          ? `(${shown(curve.x[near.index])}, ${shown(curve.y[near.index] ?? NaN)})` : "";
      });
      const curve = near && figure.curves[near.curve];
      const known = curve && curve.x[near.index] !== null && curve.y[near.index] !== null && !hidden.has(near.curve);
      put(dot, known, known && xAt(curve.x[near.index]), known && yAt(curve.y[near.index]));
      return;
    }
    const at = pointed === null ? moment.now : view.valueAt(pointed[0]);
    const within = at !== null && at >= view.xRange[0] && at <= view.xRange[1];
    put(cursor, within, within && xAt(at), area.top);
    cursor.style.height = `${area.bottom - area.top}px`;
    keys.forEach(({ value }, index) => { value.textContent = at === null ? "" : shown(valueOn(figure.curves[index], at)); });
  }

  /** The point of a curve that is nearest to the pointer. */
  function nearest([px, py]) {
    let found = null;
    let least = Infinity;
    figure.curves.forEach((curve, own) => {
      if (hidden.has(own)) return;
      curve.x.forEach((x, index) => {
        const far = Math.hypot(view.xAt(x) - px, view.yAt(curve.y[index] ?? NaN) - py);
        if (far < least) [least, found] = [far, { curve: own, index }];
      });
    });
    return found;
  }

  let pressed = null;
  const placeOf = (event) => {
    const box = host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  host.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pressed = placeOf(event);
    host.setPointerCapture(event.pointerId);
  });
  host.addEventListener("pointermove", (event) => {
    pointed = placeOf(event);
    const width = pressed ? Math.abs(pointed[0] - pressed[0]) : 0;
    band.hidden = width < 5;
    if (view) Object.assign(band.style, { left: `${Math.min(pointed[0], pressed?.[0] ?? 0)}px`, width: `${width}px`, top: `${view.area.top}px`, height: `${view.area.bottom - view.area.top}px` });
    read();
  });
  host.addEventListener("pointerup", (event) => {
    const [from, to] = [pressed, placeOf(event)];
    pressed = null;
    band.hidden = true;
    if (!from || !view) return;
    if (Math.abs(to[0] - from[0]) >= 5) {
      ranges.x = [from[0], to[0]].sort((a, b) => a - b).map(view.valueAt);
      redrawAll();
    } else if (!figure.across) {
      seek(view.valueAt(to[0]));
    }
  });
  host.addEventListener("pointerleave", () => {
    pointed = null;
    read();
  });
  host.addEventListener("dblclick", () => {
    ranges.x = null;
    redrawAll();
  });
  const redrawAll = () => (figure.across ? draw() : common.plots.forEach((plot) => plot.draw()));

  const files = element("div", { class: "files" });
  const offer = (label, act) => {
    const button = element("button", { type: "button", title: `save this plot as ${label}` }, label);
    button.addEventListener("click", act);
    files.append(button);
  };
  const name = fileName(figure.title);
  offer("SVG", () => save(`${name}.svg`, "image/svg+xml", sheetOf(figure, ranges, hidden)));
  offer("PNG", () => savePicture(`${name}.png`, sheetOf(figure, ranges, hidden)));
  offer("CSV", () => save(`${name}.csv`, "text/csv", tableOf(figure)));
  host.parentElement.querySelector("figcaption").append(files);

  /** Shows curves that move as they are where the scene is; the last instant where nothing plays. */
  function follow() {
    const index = moment.now === null ? figure.instants.length - 1 : lastUpTo(figure.instants, moment.now);
    for (const curve of figure.curves) if (curve.moving) curve.y = curve.moving[index];
    draw();
  }

  const plot = { draw, read };
  if (!figure.across) common.plots.push(plot);
  new ResizeObserver(draw).observe(host);
  dark.addEventListener("change", draw);
  moment.listeners.push(figure.instants ? follow : read);
  if (figure.instants) follow(); else draw();
}

/** Starts plots when they come into view, and all of them before printing. */
function startPlots(figures, seek) {
  const waiting = new Map(figures.map((figure) => [byId(`plot-${figure.id}`), figure]));
  const start = (host) => {
    const figure = waiting.get(host);
    waiting.delete(host);
    if (figure) startPlot(figure, seek);
  };
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) start(target);
  }, { rootMargin: "400px" });
  for (const host of waiting.keys()) watcher.observe(host);
  addEventListener("beforeprint", () => [...waiting.keys()].forEach(start));
}
