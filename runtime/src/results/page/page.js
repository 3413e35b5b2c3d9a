"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const config = {
    responsive: true, displaylogo: false, displayModeBar: "hover",
    modeBarButtons: [["toImage", "zoom2d", "pan2d", "resetScale2d"]],
  };
  const sceneConfig = {
    ...config, scrollZoom: true, plotGlPixelRatio: Math.min(2, Math.max(1, devicePixelRatio)),
    modeBarButtons: [["toImage", "orbitRotation", "pan3d", "resetCameraDefault3d"]],
  };
  const dark = matchMedia("(prefers-color-scheme: dark)");

  // Colours of the page, for axes and text of plots.
  function theme(is3d) {
    const style = getComputedStyle(document.documentElement);
    const of = (name) => style.getPropertyValue(name).trim();
    const axis = is3d
      ? { gridcolor: of("--lattice"), color: of("--soft"), showbackground: false, zerolinecolor: of("--lattice") }
      : { gridcolor: of("--grid"), color: of("--soft"), linecolor: of("--line"), tickcolor: of("--line") };
    const flat = {
      "paper_bgcolor": "rgba(0,0,0,0)", "plot_bgcolor": "rgba(0,0,0,0)",
      "font.family": getComputedStyle(document.body).fontFamily, "font.size": 12, "font.color": of("--soft"),
      "hoverlabel.bgcolor": of("--sheet"), "hoverlabel.font.color": of("--ink"),
      "legend.bgcolor": "rgba(0,0,0,0)",
      "modebar.bgcolor": "rgba(0,0,0,0)", "modebar.color": of("--soft"), "modebar.activecolor": of("--accent"),
    };
    for (const name of is3d ? ["scene.xaxis", "scene.yaxis", "scene.zaxis"] : ["xaxis", "yaxis"]) {
      for (const key in axis) flat[`${name}.${key}`] = axis[key];
    }
    return flat;
  }

  // Sets { "a.b.c": value } in nested objects.
  function apply(layout, flat) {
    for (const path in flat) {
      const names = path.split(".");
      const last = names.pop();
      let at = layout;
      for (const name of names) at = at[name] ??= {};
      at[last] = flat[path];
    }
    return layout;
  }

  // ---- curves: drawn when they come into view ----
  const drawn = new Map();
  let seek = () => {};
  let now = null;

  function placeCursor(div) {
    const cursor = div.querySelector(".cursor");
    const size = div._fullLayout && div._fullLayout._size;
    if (!cursor || !size || now === null) return;
    const axis = div._fullLayout.xaxis;
    const at = axis.l2p(now);
    cursor.style.display = at >= 0 && at <= axis._length ? "block" : "none";
    cursor.style.left = `${size.l + at}px`;
    cursor.style.top = `${size.t}px`;
    cursor.style.height = `${size.h}px`;
  }

  function drawCurves(div, figure) {
    if (drawn.has(div)) return;
    drawn.set(div, figure);
    Plotly.newPlot(div, figure.data, apply(figure.layout, theme(false)), config).then(() => {
      if (figure.across) return;
      const cursor = document.createElement("div");
      cursor.className = "cursor";
      div.append(cursor);
      placeCursor(div);
      div.on("plotly_afterplot", () => placeCursor(div));
      div.on("plotly_click", (event) => seek(event.points[0].x));
    });
  }

  const curves = read("curves");
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        watcher.unobserve(target);
        drawCurves(target, curves[Number(target.id.slice(5))]);
      }
    }
  }, { rootMargin: "400px" });
  curves.forEach((_, index) => watcher.observe(document.getElementById(`plot-${index}`)));
  addEventListener("beforeprint", () =>
    curves.forEach((figure, index) => drawCurves(document.getElementById(`plot-${index}`), figure)));

  // ---- motion ----
  const motion = read("motion");
  const scene = document.getElementById("scene");
  dark.addEventListener("change", () => {
    for (const div of drawn.keys()) Plotly.relayout(div, theme(false));
    if (motion) Plotly.relayout(scene, theme(true));
  });
  if (!motion) return;

  const decode = (text) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
  const { times, counts, bodies, moving } = motion;
  const poses = decode(motion.poses);
  const points = decode(motion.points);
  const loads = motion.loads && { ...motion.loads, rows: decode(motion.loads.rows) };
  const starts = [];
  let pointsPerFrame = 0;
  for (const count of counts) {
    starts.push(pointsPerFrame);
    pointsPerFrame += count;
  }
  const first = times[0];
  const last = times[times.length - 1];

  // The frame before `time`, and how far `time` is on the way to the next one.
  function locate(time) {
    let low = 0;
    let high = times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle; else high = middle;
    }
    const step = times[high] - times[low];
    return [low, high, step > 0 ? Math.min(1, Math.max(0, (time - times[low]) / step)) : 0];
  }

  // Pose of a body between two frames: positions linearly, quaternions linearly and normalized.
  function poseAt(body, [low, high, part]) {
    const a = (low * bodies + body) * 7;
    const b = (high * bodies + body) * 7;
    const pose = new Array(7);
    for (let i = 0; i < 3; i++) pose[i] = poses[a + i] + part * (poses[b + i] - poses[a + i]);
    let dot = 0;
    for (let i = 3; i < 7; i++) dot += poses[a + i] * poses[b + i];
    let norm = 0;
    for (let i = 3; i < 7; i++) {
      pose[i] = (1 - part) * poses[a + i] + part * Math.sign(dot || 1) * poses[b + i];
      norm += pose[i] * pose[i];
    }
    norm = Math.sqrt(norm) || 1;
    for (let i = 3; i < 7; i++) pose[i] /= norm;
    return pose;
  }

  const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];

  // Two unit vectors across a way, the second as far as possible along the direction of view.
  function across(way, length) {
    const along = way.map((v) => v / length);
    let side = cross(loads.normal, along);
    let size = Math.hypot(...side);
    if (!(size > 1e-6)) {
      const sizes = along.map(Math.abs);
      const least = sizes.indexOf(Math.min(...sizes));
      side = cross([0, 1, 2].map((axis) => (axis === least ? 1 : 0)), along);
      size = Math.hypot(...side);
    }
    side = side.map((v) => v / size);
    return [side, cross(along, side)];
  }

  // A load between two frames: 0 to 2 where it begins, 3 to 5 where it ends, 6 its size; not numbers where it does nothing.
  function loadAt(index, [low, high, part]) {
    const i = (low * loads.names.length + index) * 7;
    const j = (high * loads.names.length + index) * 7;
    const { rows } = loads;
    return Array.from({ length: 7 }, (_, k) =>
      part <= 0 ? rows[i + k] : part >= 1 ? rows[j + k] : rows[i + k] + part * (rows[j + k] - rows[i + k]));
  }

  function placeLoad(index, at, x, y, z, text) {
    const row = loadAt(index, at);
    const { lines, radius, word, unit } = loads.looks[loads.kinds[index]];
    const way = [0, 1, 2].map((axis) => row[3 + axis] - row[axis]);
    const length = Math.hypot(...way);
    const drawn = length > 0;
    const [u, v] = drawn ? across(way, length) : [];
    const r = radius ?? length;
    // Arrows show the way that they act.
    const acts = radius === null || row[6] === 0 ? "" : row[6] < 0 ? "pushes " : "pulls ";
    const size = `${Number(Math.abs(row[6]).toPrecision(4))} ${unit}`;
    const words = `${loads.names[index]}<br>${word}, ${acts}${size}`;
    for (const place of lines) {
      text.push(words);
      if (!place || !drawn) { x.push(null); y.push(null); z.push(null); continue; }
      const [share, first, second] = place;
      const [px, py, pz] = [0, 1, 2].map((axis) =>
        row[axis] + share * way[axis] + r * (first * u[axis] + second * v[axis]));
      x.push(px); y.push(py); z.push(pz);
    }
    x.push(null); y.push(null); z.push(null); text.push(words);
  }

  function coordinates(parts, at) {
    const x = [], y = [], z = [], text = [];
    const [low, high, part] = at;
    for (const { body, cable, load } of parts) {
      if (load) {
        placeLoad(load.index, at, x, y, z, text);
      } else if (body) {
        const [px, py, pz, w, qx, qy, qz] = poseAt(body.index, at);
        for (const point of body.local) {
          if (!point) { x.push(null); y.push(null); z.push(null); continue; }
          const [a, b, c] = point;
          const ta = 2 * (qy * c - qz * b), tb = 2 * (qz * a - qx * c), tc = 2 * (qx * b - qy * a);
          x.push(px + a + w * ta + qy * tc - qz * tb);
          y.push(py + b + w * tb + qz * ta - qx * tc);
          z.push(pz + c + w * tc + qx * tb - qy * ta);
        }
      } else {
        let i = (low * pointsPerFrame + starts[cable.index]) * 3;
        let j = (high * pointsPerFrame + starts[cable.index]) * 3;
        for (let k = 0; k < counts[cable.index]; k++, i += 3, j += 3) {
          x.push(points[i] + part * (points[j] - points[i]));
          y.push(points[i + 1] + part * (points[j + 1] - points[i + 1]));
          z.push(points[i + 2] + part * (points[j + 2] - points[i + 2]));
        }
        x.push(null); y.push(null); z.push(null);
      }
    }
    return text.length ? { x, y, z, text } : { x, y, z };
  }

  const play = document.getElementById("play");
  const slider = document.getElementById("position");
  const clock = document.getElementById("clock");
  const speed = document.getElementById("speed");
  const indices = moving.map(({ trace }) => trace);
  const icon = (path) => `<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
  const playIcon = icon("M4 2l10 6-10 6z");
  const pauseIcon = icon("M3 2h4v12H3zM9 2h4v12H9z");

  let playing = false;
  let busy = false;
  let waiting = false;

  // Moves the traces. A restyle costs tens of milliseconds, and as it also restores the camera of the
  // layout it would take the scene out of the hand that turns it. So the traces are updated where
  // plotly.js itself updates them, if they are there; else by a restyle.
  function move(places) {
    const inner = scene._fullLayout?.scene?._scene;
    const full = indices.map((index) => scene._fullData?.[index]);
    const drawn = full.map((trace) => inner?.traces?.[trace?.uid]);
    if (inner?.glplot?.redraw && drawn.every((trace) => trace?.update)) {
      places.forEach((place, k) => {
        Object.assign(scene.data[indices[k]], place);
        drawn[k].update(Object.assign(full[k], place));
      });
      inner.glplot.redraw();
      return null;
    }
    const update = { x: [], y: [], z: [], text: [] };
    places.forEach((place, k) => {
      const whole = { text: scene.data[indices[k]].text, ...place };
      for (const key in update) update[key].push(whole[key]);
    });
    return Plotly.restyle(scene, update, indices);
  }

  // Draws the scene at `now`; while one drawing is under way, only the latest request waits.
  async function show() {
    for (const div of drawn.keys()) placeCursor(div);
    slider.value = now;
    clock.textContent = `${now.toFixed(decimals)}AXIS_UNIT`;
    if (busy) { waiting = true; return; }
    busy = true;
    do {
      waiting = false;
      const at = locate(now);
      if (indices.length) await move(moving.map(({ parts }) => coordinates(parts, at)));
    } while (waiting);
    busy = false;
  }

  seek = (time) => {
    now = Math.min(last, Math.max(first, time));
    show();
  };

  let before = 0;
  function tick(stamp) {
    if (!playing) return;
    const passed = Math.min(0.25, (stamp - before) / 1000) * Number(speed.value);
    before = stamp;
    if (now + passed >= last) {
      seek(last);
      toggle();
      return;
    }
    if (!busy) seek(now + passed); else now += passed;
    requestAnimationFrame(tick);
  }

  function toggle() {
    playing = !playing;
    play.innerHTML = playing ? pauseIcon : playIcon;
    if (playing) {
      if (now >= last) now = first;
      before = performance.now();
      requestAnimationFrame(tick);
    }
  }

  const duration = last - first;
  const decimals = duration > 0 ? Math.max(0, Math.min(9, 3 - Math.floor(Math.log10(duration)))) : 3;
  slider.min = first;
  slider.max = last > first ? last : first + 1;
  slider.disabled = play.disabled = !(duration > 0);
  // Real time where that takes between three seconds and a minute, else what takes about ten seconds.
  const speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const wanted = duration >= 3 && duration <= 60 ? 1 : duration / 10;
  const nearest = (value) => speeds.reduce((a, b) =>
    Math.abs(Math.log(b / value)) < Math.abs(Math.log(a / value)) ? b : a);
  const chosen = wanted > 0 ? nearest(wanted) : 1;
  for (const value of speeds) {
    if (value === 1 || (value >= chosen / 20 && value <= chosen * 20)) {
      speed.add(new Option(`${value}×`, value, value === chosen, value === chosen));
    }
  }

  now = first;
  play.innerHTML = playIcon;
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => {
    if (playing) toggle();
    seek(Number(slider.value));
  });
  addEventListener("keydown", (event) => {
    if (event.key === " " && event.target === document.body) {
      event.preventDefault();
      toggle();
    }
  });
  const layout = apply(motion.figure.layout, theme(true));
  // Light comes from above the first viewer. (The crate's type for this writes lists, which plotly.js
  // does not take.)
  const { x: ex, y: ey } = layout.scene.camera.eye;
  for (const trace of motion.figure.data) {
    if (trace.type === "mesh3d") trace.lightposition = { x: 5e4 * ex, y: 5e4 * ey, z: 1e5 };
  }
  layout.uirevision = layout.scene.uirevision = "keep";
  Plotly.newPlot(scene, motion.figure.data, layout, sceneConfig).then(show);
  // `#time=2.5` opens the page at that time.
  const asked = Number((location.hash.match(/^#time=([\d.eE+-]+)$/) || [])[1]);
  if (asked >= first && asked <= last) now = asked;
})();
