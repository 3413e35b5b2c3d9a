// ---- What is around: water below its level, a grid on the ground, trails of what moves. ----

/** The lattice under the scene in round steps; how long a step is, m. */
function gridUnder(box, size) {
  const step = roundStep(size, 10);
  const lines = [];
  const reach = (low, high) => [Math.floor((low - 0.15 * size) / step) * step, Math.ceil((high + 0.15 * size) / step) * step];
  const [x0, x1] = reach(box.min.x, box.max.x);
  const [y0, y1] = reach(box.min.y, box.max.y);
  const z = box.min.z;
  for (let x = x0; x <= x1 + step / 2; x += step) lines.push(x, y0, z, x, y1, z);
  for (let y = y0; y <= y1 + step / 2; y += step) lines.push(x0, y, z, x1, y, z);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(lines), 3));
  return { object: new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ transparent: true })), step };
}

/** Water from the bottom of the scene to its level, or nothing. */
function waterOf(motion, box, size) {
  if (!motion.rows.water.length) return { objects: [], move() {} };
  const [wide, deep] = [box.max.x - box.min.x + 0.4 * size, box.max.y - box.min.y + 0.4 * size];
  const body = new THREE.Mesh(
    new THREE.BoxGeometry(wide, deep, 1),
    new THREE.MeshLambertMaterial({ color: 0x2f86c9, transparent: true, opacity: 0.16, depthWrite: false, side: THREE.DoubleSide }),
  );
  const rim = new THREE.LineSegments(
    new THREE.EdgesGeometry(new THREE.PlaneGeometry(wide, deep)),
    new THREE.LineBasicMaterial({ color: 0x2f86c9, transparent: true, opacity: 0.8 }),
  );
  body.renderOrder = 1;
  return {
    objects: [body, rim],
    move(at) {
      const level = motion.waterAt(at);
      const bottom = Math.min(box.min.z, level - 0.02 * size);
      const [x, y] = [(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2];
      body.visible = rim.visible = Number.isFinite(level);
      body.position.set(x, y, (level + bottom) / 2);
      body.scale.z = level - bottom;
      rim.position.set(x, y, level);
    },
  };
}

/** Of so many things at most; more of them hide the scene. */
const TRAILS = 12;

/** Where the origins of bodies and the ends of cables go. */
function trailsOf(motion) {
  const frames = motion.times.length;
  const place = new THREE.Vector3();
  const trail = (thing, at) => {
    const places = [];
    let moved = 0;
    for (let frame = 0; frame < frames; frame++) {
      if (!at(frame) || !Number.isFinite(place.x + place.y + place.z)) continue;
      const end = places.length;
      if (end) moved = Math.max(moved, Math.hypot(place.x - places[0], place.y - places[1], place.z - places[2]));
      places.push(place.x, place.y, place.z);
    }
    if (moved < 1e-9) return [];
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(places), 3));
    return [new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: thing.colour, transparent: true, opacity: 0.45 }))];
  };
  const bodies = motion.bodies.flatMap((body, index) => trail(body, (frame) =>
    place.fromArray(motion.rows.poses, 7 * (frame * motion.bodies.length + index))));
  const cables = motion.cables.flatMap((cable, index) => {
    const room = new Float32Array(3 * cable.count);
    return trail(cable, (frame) => {
      const count = motion.pointsAt(index, [frame, frame, 0], room);
      return count > 0 && place.fromArray(room, 3 * (count - 1));
    });
  });
  return [...bodies, ...cables].slice(0, TRAILS);
}
