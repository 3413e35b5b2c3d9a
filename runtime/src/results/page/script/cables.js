// ---- Cables: tubes in the colour of their tension or of their name. ----

/** Tubes are never thinner than this on the screen. */
const LEAST_PIXELS = 3.2;

/** All cables; `wheels` lay rope on themselves. */
function cablesOf(motion, wheels) {
  const guided = (cable) => motion.wheels.flatMap(({ ends }) => ends).filter(([own]) => own === cable).length;
  const tubes = tubesOf(motion.cables.map(({ count }, index) => count + ON_WHEEL * guided(index)));
  const tensions = extremes(motion.rows.tensions);
  const knowsTension = tensions[0] <= tensions[1];
  // From zero on, unless something pushes.
  const range = [Math.min(0, tensions[0]), Math.max(tensions[1], tensions[0] + 1e-12)];
  const plain = motion.cables.map(({ colour }) => new THREE.Color(colour).toArray());
  const rooms = motion.cables.map(({ count }) => new Float32Array(3 * count));
  let lines = [];
  let byTension = knowsTension;
  let now = [0, 0, 0];

  tubes.mesh.userData.words = ({ face }) => {
    const [cable, slot] = tubes.pointOf(face.a);
    const line = lines[cable];
    const pull = motion.tensionAt(cable, line.points[Math.min(slot, line.count - 1)], now);
    return Number.isFinite(pull) ? `${motion.cables[cable].name}\ntension ${shownForce(pull, "N")}` : motion.cables[cable].name;
  };
  return {
    objects: [tubes.mesh], range, knowsTension,
    paint(tension) { byTension = tension && knowsTension; },
    move(at, pixel) {
      now = at;
      lines = motion.cables.map((_, cable) => {
        const count = motion.pointsAt(cable, at, rooms[cable]);
        return { places: rooms[cable], count, points: Array.from({ length: count }, (_, point) => point) };
      });
      wheels.move(at, lines);
      lines.forEach(({ places, count, points }, cable) => {
        const radius = Math.max(motion.cables[cable].diameter / 2, (LEAST_PIXELS / 2) * pixel);
        const colourOf = (slot) => {
          const pull = byTension ? motion.tensionAt(cable, points[slot], at) : NaN;
          if (!Number.isFinite(pull)) return plain[cable];
          const [red, green, blue] = onScale((pull - range[0]) / (range[1] - range[0]));
          return new THREE.Color().setRGB(red, green, blue, THREE.SRGBColorSpace).toArray();
        };
        tubes.lay(cable, places, motion.cables[cable].hidden ? 0 : count, radius, colourOf);
      });
      tubes.done();
    },
  };
}
