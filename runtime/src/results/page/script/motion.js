// ---- Where everything is: frames of the run, and between them. Lengths are in m, from an origin near the scene. ----

/** The scene's data with what of it is packed unpacked. A place in time is [frame before, frame after, share of the way]. */
function motionOf(scene) {
  const { times, bodies, cables, wheels } = scene;
  const starts = [];
  let points = 0;
  for (const { count } of cables) {
    starts.push(points);
    points += count;
  }
  const rows = {
    poses: decoded(scene.poses), points: decoded(scene.points), tensions: decoded(scene.tensions),
    wheels: decoded(scene.wheelRows), water: decoded(scene.water),
    loads: scene.loads ? decoded(scene.loads.rows) : new Float32Array(),
  };

  function locate(time) {
    const low = Math.min(lastUpTo(times, time), Math.max(0, times.length - 2));
    const high = Math.min(low + 1, times.length - 1);
    const step = times[high] - times[low];
    return [low, high, step > 0 ? Math.min(1, Math.max(0, (time - times[low]) / step)) : 0];
  }

  /** A number between two frames; what is known in one of them only is that of the nearer one. */
  function between(values, width, index, [low, high, part]) {
    const a = values[low * width + index];
    const b = values[high * width + index];
    if (part === 0 || a === b) return a;
    const value = a + part * (b - a);
    return Number.isNaN(value) ? (part < 0.5 ? a : b) : value;
  }

  const from = new THREE.Quaternion();
  const to = new THREE.Quaternion();

  return {
    ...scene, locate, rows, first: times[0], last: times[times.length - 1],
    poseAt(body, at, position, attitude) {
      const width = 7 * bodies.length;
      position.set(...[0, 1, 2].map((axis) => between(rows.poses, width, 7 * body + axis, at)));
      const turned = (frame, out) => {
        const row = frame * width + 7 * body + 3;
        return out.set(rows.poses[row + 1], rows.poses[row + 2], rows.poses[row + 3], rows.poses[row]);
      };
      attitude.slerpQuaternions(turned(at[0], from), turned(at[1], to), at[2]).normalize();
    },
    /** Places of a cable's points into `places`; how many there are now. */
    pointsAt(cable, at, places) {
      const width = 3 * points;
      const count = cables[cable].count;
      for (let index = 0; index < count; index++) {
        const place = 3 * (starts[cable] + index);
        const x = between(rows.points, width, place, at);
        if (Number.isNaN(x)) return index;
        places[3 * index] = x;
        places[3 * index + 1] = between(rows.points, width, place + 1, at);
        places[3 * index + 2] = between(rows.points, width, place + 2, at);
      }
      return count;
    },
    tensionAt: (cable, point, at) => between(rows.tensions, points, starts[cable] + point, at),
    /** What has gone over it (m); of a drum its radius (m) and what it has turned by (rad). */
    wheelAt: (wheel, at) => [0, 1, 2].map((part) => between(rows.wheels, 3 * wheels.length, 3 * wheel + part, at)),
    waterAt: (at) => (rows.water.length ? between(rows.water, 1, 0, at) : NaN),
    /** From where to where (m), and how large (N or N m). */
    loadAt: (load, at) =>
      Array.from({ length: 7 }, (_, part) => between(rows.loads, 7 * scene.loads.all.length, 7 * load + part, at)),
  };
}

/** The least and the largest of finite numbers. */
function extremes(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (Number.isFinite(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return [low, high];
}

/** The boxes of all that is drawn over all frames, and of what moves; where nothing does they are the same. */
function boxesOf(motion) {
  const all = new THREE.Box3();
  const moving = new THREE.Box3();
  const own = new THREE.Box3();
  const place = new THREE.Vector3();
  const take = (reach, drift) => {
    if (own.isEmpty()) return;
    all.union(own.expandByScalar(reach));
    if (drift) moving.union(own);
    own.makeEmpty();
  };
  const { rows, bodies, cables, times } = motion;
  bodies.forEach((body, index) => {
    for (let frame = 0; frame < times.length; frame++) {
      place.fromArray(rows.poses, 7 * (frame * bodies.length + index));
      if (Number.isFinite(place.x + place.y + place.z)) own.expandByPoint(place);
    }
    const size = own.isEmpty() ? 0 : own.getSize(place).length();
    take(reachOf(body.shape), size > 1e-9);
  });
  const places = cables.map(({ count }) => new Float32Array(3 * count));
  cables.forEach((_, index) => {
    let drift = 0;
    const start = new THREE.Vector3();
    for (let frame = 0; frame < times.length; frame++) {
      const count = motion.pointsAt(index, [frame, frame, 0], places[index]);
      for (let point = 0; point < count; point++) {
        place.fromArray(places[index], 3 * point);
        if (Number.isFinite(place.x + place.y + place.z)) own.expandByPoint(place);
      }
      place.fromArray(places[index], 3 * Math.max(0, count - 1));
      if (frame === 0) start.copy(place);
      drift = Math.max(drift, start.distanceTo(place) || 0);
    }
    take(0, drift > 1e-9);
  });
  const loads = motion.loads?.all.length ?? 0;
  for (let row = 0; row < rows.loads.length; row += 7) {
    for (const end of [0, 3]) {
      place.fromArray(rows.loads, row + end);
      if (Number.isFinite(place.x + place.y + place.z)) own.expandByPoint(place);
    }
  }
  // An arrow belongs to what moves, and where nothing does it is not all there is to see.
  if (loads) take(0, !moving.isEmpty());
  if (all.isEmpty()) all.expandByPoint(place.set(0, 0, 0));
  return { all, moving: moving.isEmpty() ? all.clone() : moving };
}

/** How far a shape reaches from the body's origin, m. */
function reachOf(shape) {
  if (!shape) return 0;
  if (shape.box) return Math.hypot(...shape.box.size) / 2 + Math.hypot(...shape.box.centre);
  if (shape.sphere) return shape.sphere.diameter / 2 + Math.hypot(...shape.sphere.centre);
  const { diameter, start, end } = shape.cylinder;
  return diameter / 2 + Math.max(Math.hypot(...start), Math.hypot(...end));
}
