// ---- The player: goes along the axis of the run, and tells all who listen. ----

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const icon = (path) => `<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
const PLAY = icon("M4 2l10 6-10 6z");
const PAUSE = icon("M3 2h4v12H3zM9 2h4v12H9z");

/** Where the reader is on the axis; listeners are called with it. */
const moment = {
  now: null,
  listeners: [],
  go(to) {
    this.now = to;
    for (const listener of this.listeners) listener(to);
  },
};

/** The bar below the scene, from `first` to `last` in the unit of the axis. */
function startPlayer(first, last) {
  const [play, slider, clock, speed] = ["play", "position", "clock", "speed"].map(byId);
  const duration = last - first;
  const decimals = duration > 0 ? Math.max(0, Math.min(9, 3 - Math.floor(Math.log10(duration)))) : 3;
  let playing = false;
  let before = 0;

  function turn(on) {
    playing = on;
    play.innerHTML = on ? PAUSE : PLAY;
    play.setAttribute("aria-label", on ? "pause" : "play");
    if (on) {
      if (moment.now >= last) moment.go(first);
      before = performance.now();
      requestAnimationFrame(tick);
    }
  }

  function tick(stamp) {
    if (!playing) return;
    const passed = Math.min(0.25, Math.max(0, stamp - before) / 1000) * Number(speed.value);
    before = stamp;
    moment.go(Math.min(last, moment.now + passed));
    if (moment.now >= last) turn(false); else requestAnimationFrame(tick);
  }

  slider.min = first;
  slider.max = last > first ? last : first + 1;
  slider.disabled = play.disabled = !(duration > 0);
  // Real time where that takes between three seconds and a minute, else what takes about ten seconds.
  const wanted = duration >= 3 && duration <= 60 ? 1 : duration / 10;
  const farOff = (value) => Math.abs(Math.log(value / wanted));
  const chosen = wanted > 0 ? SPEEDS.reduce((a, b) => (farOff(b) < farOff(a) ? b : a)) : 1;
  for (const value of SPEEDS) {
    if (value === 1 || (value >= chosen / 20 && value <= chosen * 20)) {
      speed.add(new Option(`${value}×`, value, value === chosen, value === chosen));
    }
  }
  moment.listeners.push((to) => {
    slider.value = to;
    clock.textContent = `${to.toFixed(decimals)}${data.axis.suffix}`;
  });
  turn(false);
  play.addEventListener("click", () => turn(!playing));
  slider.addEventListener("input", () => {
    turn(false);
    moment.go(Number(slider.value));
  });
  addEventListener("keydown", (event) => {
    if (event.key === " " && (event.target === document.body || event.target.tagName === "CANVAS")) {
      event.preventDefault();
      if (!play.disabled) turn(!playing);
    }
  });
  return { seek(to) { turn(false); moment.go(Math.min(last, Math.max(first, to))); } };
}
