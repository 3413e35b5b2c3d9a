// ---- Files for the reader: a plot as SVG, PNG or CSV, the scene as PNG. ----

const fileName = (title) => title.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 80) || "plot";

function save(name, type, content) {
  const link = element("a", { download: name, href: URL.createObjectURL(new Blob([content], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A plot as it is zoomed, on paper, with its title and the names of its curves. */
function sheetOf(figure, ranges, hidden) {
  const [width, height] = [720, 380];
  const svg = drawn("svg");
  drawPlot(svg, figure, { width, height, ranges, hidden, onPaper: true });
  const names = figure.curves.map((curve, index) => ({ ...curve, index })).filter(({ index }) => !hidden.has(index));
  const rows = Math.ceil(names.length / 3);
  const top = 30 + (names.length > 1 ? 18 * rows : 0);
  const words = (x, y, size, text) => drawn("text", { x, y, "font-size": size, "font-family": "system-ui, sans-serif", fill: "#1c2329" }, text);
  const sheet = drawn("svg", { xmlns: "http://www.w3.org/2000/svg", width, height: height + top, viewBox: `0 0 ${width} ${height + top}` },
    drawn("rect", { width, height: height + top, fill: "#ffffff" }), words(12, 22, 15, figure.title));
  if (names.length > 1) {
    names.forEach((curve, place) => {
      const [x, y] = [14 + 235 * (place % 3), 42 + 18 * Math.floor(place / 3)];
      sheet.append(drawn("line", { x1: x, y1: y - 4, x2: x + 18, y2: y - 4, stroke: curve.colour, "stroke-width": 3 }), words(x + 24, y, 12, curve.name));
    });
  }
  sheet.append(drawn("g", { transform: `translate(0 ${top})` }, ...svg.childNodes));
  return new XMLSerializer().serializeToString(sheet);
}

/** An SVG text as a picture of twice its size. */
function savePicture(name, text) {
  const picture = new Image();
  picture.onload = () => {
    const canvas = element("canvas", { width: 2 * picture.width, height: 2 * picture.height });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    saveCanvas(name, canvas);
  };
  picture.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
}

function saveCanvas(name, canvas) {
  canvas.toBlob((content) => save(name, "image/png", content), "image/png");
}

/** The points that are drawn, as a table: one column of places where all curves have the same ones, else one for each. */
function tableOf(figure) {
  const [first] = figure.curves;
  const same = figure.curves.every(({ x }) => x.length === first.x.length && x.every((at, index) => at === first.x[index]));
  const unit = figure.values.match(/\[[^\]]*\]$/)?.[0] ?? "";
  const columns = figure.curves.flatMap((curve, index) => [
    ...(index === 0 || !same ? [{ name: same ? figure.over : `${figure.over} of ${curve.name}`, values: curve.x }] : []),
    { name: `${curve.name} ${unit}`.trim(), values: curve.y },
  ]);
  const cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const length = Math.max(0, ...columns.map(({ values }) => values.length));
  const rows = Array.from({ length }, (_, row) => columns.map(({ values }) => String(values[row] ?? "")).join(","));
  return [columns.map(({ name }) => cell(name)).join(","), ...rows, ""].join("\n");
}
