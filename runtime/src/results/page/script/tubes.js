// ---- Tubes along points, all in one surface, so that a frame costs one update. ----

const AROUND = 8;

/** Tubes of so many points each at most. */
function tubesOf(counts) {
  const starts = [];
  let points = 0;
  for (const count of counts) {
    starts.push(points);
    points += count;
  }
  const places = new Float32Array(3 * AROUND * points);
  const normals = new Float32Array(3 * AROUND * points);
  const colours = new Float32Array(3 * AROUND * points);
  const corners = [];
  counts.forEach((count, tube) => {
    for (let point = 0; point + 1 < count; point++) {
      for (let side = 0; side < AROUND; side++) {
        const [a, b] = [side, (side + 1) % AROUND].map((own) => (starts[tube] + point) * AROUND + own);
        corners.push(a, b, b + AROUND, a, b + AROUND, a + AROUND);
      }
    }
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(places, 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  geometry.setIndex(corners);
  const material = new THREE.MeshLambertMaterial({ vertexColors: true, side: THREE.DoubleSide });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  const [here, along, side, other, before, after] = Array.from({ length: 6 }, () => new THREE.Vector3());

  /** A ring of corners about a point, across the way that the tube goes there. */
  function ring(at, radius, colour) {
    for (let corner = 0; corner < AROUND; corner++) {
      const angle = (2 * Math.PI * corner) / AROUND;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const slot = 3 * (at * AROUND + corner);
      for (let axis = 0; axis < 3; axis++) {
        const out = cos * side.getComponent(axis) + sin * other.getComponent(axis);
        normals[slot + axis] = out;
        places[slot + axis] = here.getComponent(axis) + radius * out;
        colours[slot + axis] = colour[axis];
      }
    }
  }

  return {
    mesh,
    /** The tube and the point of it that a corner of the surface is at. */
    pointOf(corner) {
      const point = Math.floor(corner / AROUND);
      const tube = Math.max(0, starts.findLastIndex((start) => start <= point));
      return [tube, point - starts[tube]];
    },
    /** Lays a tube along the first `count` of `line` (x, y, z in turn); no radius hides it. `colourOf`: of a point. */
    lay(tube, line, count, radius, colourOf) {
      const shownCount = count >= 2 ? count : 0;
      side.set(0, 0, 0);
      for (let point = 0; point < counts[tube]; point++) {
        const at = Math.min(point, shownCount - 1);
        if (at < 0) {
          here.set(0, 0, 0);
          ring(starts[tube] + point, 0, [0, 0, 0]);
          continue;
        }
        here.fromArray(line, 3 * at);
        before.fromArray(line, 3 * Math.max(0, at - 1));
        after.fromArray(line, 3 * Math.min(shownCount - 1, at + 1));
        along.subVectors(after, before);
        if (along.lengthSq() > 0) along.normalize(); else along.set(0, 0, 1);
        // What was across at the last point, straightened, so that the surface does not twist.
        side.addScaledVector(along, -side.dot(along));
        if (side.lengthSq() < 1e-6) {
          side.set(Math.abs(along.x) < 0.9 ? 1 : 0, Math.abs(along.x) < 0.9 ? 0 : 1, 0);
          side.addScaledVector(along, -side.dot(along));
        }
        side.normalize();
        other.crossVectors(along, side);
        ring(starts[tube] + point, radius, colourOf(at));
      }
    },
    done() {
      for (const name of ["position", "normal", "color"]) geometry.attributes[name].needsUpdate = true;
    },
  };
}
