// ---- The page: scene, player and plots, brought together. ----

/** Buttons and choices beside the scene. */
function startControls(motion, stage) {
  const { camera, cables } = stage;
  const views = byId("views");
  const follow = byId("follow");
  const colour = byId("colour");
  const buttons = [];

  const press = (chosen) => buttons.forEach((own) => own.setAttribute("aria-pressed", String(own === chosen)));
  const paint = (tension) => {
    colour.value = tension ? "tension" : "name";
    cables.paint(tension);
    byId("bar").hidden = !(tension && cables.knowsTension);
    stage.redraw();
  };
  function look(view, button) {
    if (view.asked) {
      camera.follow(view.follow);
      follow.value = view.follow === null ? "" : String(view.follow);
      paint(view.colour !== "name");
    }
    camera.look(view.from, camera.boxOf(view.size));
    press(button);
    stage.redraw();
  }
  // One that is asked for takes the place of a standard one of its name.
  const asked = motion.views.map((own) => ({ ...own, asked: true }));
  const standard = VIEWS.filter(({ name }) => !asked.some((own) => own.name === name));
  const all = [...asked, ...standard];
  for (const view of all) {
    const button = element("button", { type: "button", "aria-pressed": "false" }, view.name);
    button.addEventListener("click", () => look(view, button));
    buttons.push(button);
    views.append(button);
    if (buttons.length === asked.length) views.append(element("span", { class: "divider" }));
  }
  motion.bodies.forEach(({ name }, index) => follow.add(new Option(name, index)));
  follow.addEventListener("change", () => {
    camera.follow(follow.value === "" ? null : Number(follow.value));
    const from = camera.camera.position.clone().sub(camera.controls.target);
    camera.look(from.toArray(), camera.boxOf());
    press(null);
    stage.redraw();
  });
  colour.disabled = !cables.knowsTension;
  colour.addEventListener("change", () => paint(colour.value === "tension"));
  const bar = byId("bar");
  const [low, high] = cables.range.map((pull) => shownForce(pull, "N"));
  bar.append(element("span", {}, `tension ${low}`), element("i", { style: `background:${scaleGradient()}` }), element("span", {}, high));
  byId("save-scene").addEventListener("click", () => saveCanvas(`${fileName(document.title)}.png`, stage.picture()));
  for (const [index, node] of document.querySelectorAll("#names button").entries()) {
    node.addEventListener("click", () => {
      const thing = [...motion.bodies, ...motion.cables, ...motion.wheels, ...(motion.loads?.all ?? [])][index];
      thing.hidden = !thing.hidden;
      node.setAttribute("aria-pressed", String(!thing.hidden));
      stage.redraw();
    });
  }
  paint(cables.knowsTension);
  look(all[0], buttons[0]);
}

function start() {
  let seek = (to) => moment.go(to);
  if (data.scene && !globalThis.THREE) {
    byId("scene").append(element("p", { class: "no-scene" }, "What draws the scene is missing: a file beside the folder of this page, which goes with it. A run by itself has it in its page."));
  } else if (data.scene) {
    const motion = motionOf(data.scene);
    const player = startPlayer(motion.first, motion.last);
    seek = (to) => player.seek(to);
    // `#time=2.5` opens the page at that time.
    const asked = Number((location.hash.match(/^#time=([\d.eE+-]+)$/) ?? [])[1]);
    const stage = stageOf(motion, byId("scene"));
    if (stage) moment.listeners.push((to) => stage.show(to));
    moment.go(asked >= motion.first && asked <= motion.last ? asked : motion.first);
    if (stage) startControls(motion, stage);
  }
  startPlots(data.figures, seek);
}

start();
