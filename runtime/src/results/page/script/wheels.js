// ---- Sheaves and drums: discs where rope turns, and how the rope lies on them. ----
//
// A sheave of the language has a place and no size, so it is drawn as large as it is seen well, about that place; a drum
// has its own radius, with the layers of rope that are on it.

const WORLD_UP = globalThis.THREE ? new THREE.Vector3(0, 0, 1) : null;
/** Points of rope on a wheel, at each end of a cable. */
const ON_WHEEL = 14;

/** A disc about the z axis with spokes, of radius 1 and this width. */
function wheelObject(wheel, width) {
  const group = new THREE.Group();
  const disc = new THREE.CylinderGeometry(0.94, 0.94, width, 36).rotateX(Math.PI / 2);
  const surface = withSectors(disc, 6, ([x, y]) => Math.atan2(y, x));
  group.add(new THREE.Mesh(surface, new THREE.MeshLambertMaterial({ color: wheel.colour, vertexColors: true })));
  for (const side of [-1, 1]) {
    const flange = new THREE.CylinderGeometry(1.14, 1.14, 0.06, 36).rotateX(Math.PI / 2).translate(0, 0, (side * width) / 2);
    const marked = withSectors(flange, 6, ([x, y]) => Math.atan2(y, x));
    group.add(new THREE.Mesh(marked, new THREE.MeshLambertMaterial({ color: wheel.colour, vertexColors: true })));
  }
  group.traverse((part) => { part.userData.words = () => wheel.name; });
  return group;
}

/** All wheels; `size`: of the scene, m. */
function wheelsOf(motion, size) {
  const objects = motion.wheels.map((wheel) => wheelObject(wheel, wheel.drum ? 1.6 : 0.4));
  const states = motion.wheels.map(() => ({ centre: new THREE.Vector3(), normal: null, radius: 0 }));
  const turn = new THREE.Quaternion();
  const zAxis = new THREE.Vector3(0, 0, 1);

  /** The end of a cable, and a point of it that is farther away than `reach`. */
  function ropeFrom([cable, end], lines, reach) {
    const { places, count } = lines[cable];
    const order = (index) => (end === 0 ? index : count - 1 - index);
    const centre = new THREE.Vector3().fromArray(places, 3 * order(0));
    const away = new THREE.Vector3();
    let index = 1;
    for (; index < count; index++) {
      away.fromArray(places, 3 * order(index));
      if (away.distanceTo(centre) > reach || index === count - 1) break;
    }
    return { centre, away, skipped: index };
  }

  /** As large as it is seen well, and so that neighbours do not touch. */
  function drawnRadius(index, centres) {
    const others = centres.filter((_, other) => other !== index);
    const apart = others.map((other) => other.distanceTo(centres[index])).filter((own) => own > 1e-9);
    return Math.min(0.018 * size, ...apart.map((own) => 0.4 * own));
  }

  return {
    objects,
    /** Moves the wheels, and lays the ends of `lines` ({places, count} of each cable) on them. */
    move(at, lines) {
      const usable = motion.wheels.map(({ ends }) => ends.every(([cable]) => lines[cable].count >= 2));
      const ends = motion.wheels.map((wheel, index) =>
        usable[index] ? wheel.ends.map((end) => ropeFrom(end, lines, 0)) : null);
      const centres = ends.map((own) => own?.[0].centre ?? new THREE.Vector3(NaN, NaN, NaN));
      motion.wheels.forEach((wheel, index) => {
        objects[index].visible = usable[index] && !wheel.hidden && Number.isFinite(centres[index].x);
        if (!usable[index]) return;
        const [travel, own, wound] = motion.wheelAt(index, at);
        const radius = own > 0 ? own : drawnRadius(index, centres);
        const ropes = wheel.ends.map((end) => ({ end, ...ropeFrom(end, lines, 4 * radius) }));
        const normal = axisOf(ropes, states[index].normal, motion.normal);
        states[index] = { centre: centres[index], normal, radius };
        const arcs = arcsOn(ropes, normal, radius);
        if (!wheel.hidden) arcs.forEach((arc, rope) => layOn(lines[ropes[rope].end[0]], ropes[rope], arc));
        const object = objects[index];
        object.position.copy(centres[index]);
        object.scale.setScalar(radius);
        object.quaternion.setFromUnitVectors(zAxis, normal);
        // Rope goes from the first cable to the second over the far side; from a drum it goes to its cable.
        const angle = Number.isFinite(wound) ? wound : ((wheel.drum ? 1 : -1) * travel) / radius;
        object.quaternion.multiply(turn.setFromAxisAngle(zAxis, Number.isFinite(angle) ? angle : 0));
      });
    },
  };
}

/** The axis of a wheel: across both ropes, and where they are in one line across the first one and the vertical. */
function axisOf(ropes, before, sight) {
  const [first, second] = ropes.map(({ centre, away }) => away.clone().sub(centre).normalize());
  const across = second ? first.clone().cross(second) : new THREE.Vector3();
  if (across.length() > 0.05) return across.normalize();
  if (before && Math.abs(before.dot(first)) < 0.5) {
    return before.clone().addScaledVector(first, -before.dot(first)).normalize();
  }
  const level = WORLD_UP.clone().cross(first);
  if (level.length() > 0.05) return level.normalize();
  const along = new THREE.Vector3(...sight);
  return along.addScaledVector(first, -along.dot(first)).normalize();
}

/** Of each rope the points on the wheel, from where it leaves it. */
function arcsOn(ropes, normal, radius) {
  const outs = ropes.map(({ centre, away }) => {
    const out = away.clone().sub(centre);
    return out.addScaledVector(normal, -out.dot(normal));
  });
  const slants = outs.map((out) => Math.acos(Math.min(1, radius / Math.max(radius, out.length()))));
  const [first, second] = outs;
  const turned = (out, angle) => out.clone().normalize().applyAxisAngle(normal, angle).multiplyScalar(radius);
  if (!second) {
    const steps = Array.from({ length: ON_WHEEL }, (_, step) => -slants[0] - (1.6 * Math.PI * step) / (ON_WHEEL - 1));
    return [steps.map((angle) => turned(first, angle).add(ropes[0].centre))];
  }
  const between = first.angleTo(second);
  const sweep = Math.max(0, 2 * Math.PI - between - slants[0] - slants[1]);
  const half = sweep % (2 * Math.PI) / 2;
  const arc = (rope, sense) =>
    Array.from({ length: ON_WHEEL }, (_, step) =>
      turned(outs[rope], sense * (slants[rope] + (half * step) / (ON_WHEEL - 1))).add(ropes[rope].centre));
  return [arc(0, -1), arc(1, 1)];
}

/** Replaces the points of a cable that are nearer to the wheel's middle than its rim by those on the wheel. */
function layOn(line, { end: [, end], skipped }, arc) {
  const rest = line.count - skipped;
  const whole = new Float32Array(3 * (rest + arc.length));
  const put = (slot, point) => whole.set([point.x, point.y, point.z], 3 * slot);
  const last = rest + arc.length - 1;
  arc.forEach((point, step) => put(end === 0 ? arc.length - 1 - step : rest + step, point));
  const kept = line.places.subarray(3 * (end === 0 ? skipped : 0), 3 * (end === 0 ? line.count : rest));
  whole.set(kept, end === 0 ? 3 * arc.length : 0);
  const names = line.points.slice(0, line.count);
  const repeated = Array(arc.length).fill(names[end === 0 ? 0 : line.count - 1]);
  line.points = end === 0 ? [...repeated, ...names.slice(skipped)] : [...names.slice(0, rest), ...repeated];
  line.places = whole;
  line.count = last + 1;
}
