// ---- The stage: the scene in its canvas, with a scale, the world's axes, and words about what is pointed at. ----

/** The scene of a motion in `frame`; nothing where the browser has no 3-D drawing. */
function stageOf(motion, frame) {
  const canvas = element("canvas", { "aria-label": "the scene in three dimensions; drag to turn it", tabindex: "0" });
  let renderer;
  try {
    renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
  } catch {
    frame.append(element("p", { class: "no-scene" }, "This browser cannot draw in three dimensions (WebGL is missing or off). picture.svg beside this page is a still picture."));
    return null;
  }
  renderer.setPixelRatio(Math.min(2, devicePixelRatio));
  const words = element("div", { class: "pointed", hidden: "" });
  const compass = drawn("svg", { class: "compass", viewBox: "-40 -40 80 80", "aria-hidden": "true" });
  const scale = element("div", { class: "scale", "aria-hidden": "true" }, element("span"), element("i"));
  frame.append(canvas, words, compass, scale);

  const scene = new THREE.Scene();
  scene.add(new THREE.HemisphereLight(0xffffff, 0x8c949c, 2.4));
  const sun = new THREE.DirectionalLight(0xffffff, 1.5);
  scene.add(sun, sun.target);

  const boxes = boxesOf(motion);
  const size = boxes.all.getSize(new THREE.Vector3()).length() || 1;
  padded(boxes.all, size);
  padded(boxes.moving, size);
  const bodies = bodiesOf(motion, size);
  const wheels = wheelsOf(motion, size);
  const cables = cablesOf(motion, wheels);
  const loads = loadsOf(motion);
  const water = waterOf(motion, boxes.all, size);
  const grid = gridUnder(boxes.all, size);
  const trails = trailsOf(motion);
  const pointable = [...bodies.objects, ...wheels.objects, ...cables.objects, ...loads.objects];
  scene.add(...pointable, ...water.objects, grid.object, ...trails);

  let at = motion.locate(motion.first);
  const attitude = new THREE.Quaternion();
  const place = (body, into) => {
    motion.poseAt(body, at, into, attitude);
    return Number.isFinite(into.x + into.y + into.z);
  };
  const camera = new Camera(canvas, motion, boxes, place);
  let asked = false;

  /** At most one drawing for each picture of the screen. */
  function redraw() {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  }

  function draw() {
    const { clientWidth: width, clientHeight: height } = frame;
    const pixel = camera.pixel(height);
    bodies.move(at);
    cables.move(at, pixel);
    loads.move(at);
    water.move(at);
    sun.position.copy(camera.camera.position).add(new THREE.Vector3(0, 0, size));
    sun.target.position.copy(camera.controls.target);
    renderer.render(scene, camera.camera);
    drawCompass(compass, camera.camera);
    drawScale(scale, pixel, width);
  }

  function fitCanvas() {
    const { clientWidth: width, clientHeight: height } = frame;
    if (!width || !height) return;
    renderer.setSize(width, height, false);
    camera.camera.aspect = width / height;
    camera.camera.updateProjectionMatrix();
    loads.resize(width, height);
    redraw();
  }

  function useTheme() {
    grid.object.material.color.set(themed("lattice"));
    redraw();
  }

  const caster = new THREE.Raycaster();
  caster.params.Line2 = { threshold: 4 };
  canvas.addEventListener("pointermove", (event) => {
    const area = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - area.left, event.clientY - area.top];
    const point = new THREE.Vector2((2 * x) / area.width - 1, 1 - (2 * y) / area.height);
    caster.setFromCamera(point, camera.camera);
    const seen = event.buttons ? [] : caster.intersectObjects(pointable.filter((own) => own.visible), true);
    const hit = seen.find(({ object }) => object.userData.words);
    words.hidden = !hit;
    if (hit) {
      words.textContent = hit.object.userData.words(hit);
      words.style.left = `${Math.min(x + 14, area.width - 160)}px`;
      words.style.top = `${y + 14}px`;
    }
  });
  canvas.addEventListener("pointerleave", () => { words.hidden = true; });
  camera.controls.addEventListener("change", redraw);
  new ResizeObserver(fitCanvas).observe(frame);
  dark.addEventListener("change", useTheme);
  fitCanvas();
  useTheme();
  return {
    camera, cables, redraw,
    show(time) {
      at = motion.locate(time);
      camera.goAlong();
      redraw();
    },
    /** The picture as it stands, on the colour of the page. */
    picture() {
      draw();
      const copy = element("canvas", { width: canvas.width, height: canvas.height });
      const paper = copy.getContext("2d");
      paper.fillStyle = themed("sheet");
      paper.fillRect(0, 0, copy.width, copy.height);
      paper.drawImage(canvas, 0, 0);
      return copy;
    },
  };
}

/** Flat and single things get some room about them. */
function padded(box, size) {
  const extent = box.getSize(new THREE.Vector3());
  const pad = (length) => Math.max(0, 0.1 * size - length) / 2;
  box.expandByVector(new THREE.Vector3(pad(extent.x), pad(extent.y), pad(extent.z)));
}

/** The world's axes as they are seen. */
function drawCompass(svg, camera) {
  const view = camera.matrixWorldInverse;
  const tips = ["x", "y", "z"].map((name, axis) => {
    const tip = new THREE.Vector3().setComponent(axis, 1).transformDirection(view);
    return { name, axis, tip };
  });
  tips.sort((a, b) => a.tip.z - b.tip.z);
  svg.replaceChildren(...tips.flatMap(({ name, axis, tip }) => [
    drawn("line", { x1: 0, y1: 0, x2: 24 * tip.x, y2: -24 * tip.y, stroke: AXES[axis], "stroke-width": 2.5, "stroke-linecap": "round" }),
    drawn("text", { x: 33 * tip.x, y: -33 * tip.y, fill: AXES[axis] }, name),
  ]));
}

/** A bar of a round length at what is looked at. */
function drawScale(scale, pixel, width) {
  const length = roundStep(Math.min(160, width / 4) * pixel, 1);
  const fits = length / pixel > Math.min(160, width / 4) ? length / 2 : length;
  scale.lastElementChild.style.width = `${fits / pixel}px`;
  scale.firstElementChild.textContent = fits < 1e-3 ? `${shown(fits * 1e6)} µm` : fits < 1 ? `${shown(fits * 1e3)} mm` : fits < 1e4 ? `${shown(fits)} m` : `${shown(fits / 1e3)} km`;
}
