// ---- Springs, dampers, forces and torques: lines that are laid between two points or along an arrow. ----

/** Unit vectors across a way: the second as far as possible along the direction of view. */
function acrossOf(way, sight) {
  const along = way.clone().normalize();
  const side = new THREE.Vector3(...sight).cross(along);
  if (side.lengthSq() < 1e-12) side.set(Math.abs(along.x) < 0.9 ? 1 : 0, Math.abs(along.x) < 0.9 ? 0 : 1, 0).cross(along);
  side.normalize();
  return [side, along.cross(side)];
}

/** All loads; each look of theirs is one object of lines whose width is in pixels. */
function loadsOf(motion) {
  if (!motion.loads) return { objects: [], move() {}, resize() {} };
  const { all, looks } = motion.loads;
  for (const load of all) load.rgb = new THREE.Color(load.colour).toArray();
  const [from, way, place] = Array.from({ length: 3 }, () => new THREE.Vector3());
  let now = [0, 0, 0];

  const groups = looks.map((look, kind) => {
    const members = all.map((load, index) => ({ load, index })).filter(({ load }) => load.kind === kind);
    const most = Math.max(1, members.length * look.lines.length);
    const lines = new LineRows(most, look.wide ? 3.5 : 2.2, look.dashed);
    lines.object.userData.words = ({ faceIndex }) => {
      const index = lines.owners[faceIndex];
      const size = motion.loadAt(index, now)[6];
      // Arrows show the way that they act.
      const acts = look.radius === null || size === 0 ? "" : size < 0 ? "pushes " : "pulls ";
      return `${all[index].name}\n${look.word}, ${acts}${look.unit === "N" ? shownForce(Math.abs(size), "N") : `${shown(Math.abs(size))} ${look.unit}`}`;
    };
    return { look, members, lines };
  });

  return {
    objects: groups.map(({ lines }) => lines.object),
    resize(width, height) { groups.forEach(({ lines }) => lines.material.resolution.set(width, height)); },
    move(at) {
      now = at;
      for (const { look, members, lines } of groups) {
        lines.clear();
        for (const { load, index } of members) {
          if (load.hidden) continue;
          const row = motion.loadAt(index, at);
          from.fromArray(row, 0);
          way.fromArray(row, 3).sub(from);
          const length = way.length();
          if (!(length > 0)) continue;
          const [side, other] = acrossOf(way, motion.normal);
          const radius = look.radius ?? length;
          let before = null;
          for (const point of look.lines) {
            if (point) {
              place.copy(from).addScaledVector(way, point[0]);
              place.addScaledVector(side, radius * point[1]).addScaledVector(other, radius * point[2]);
              if (before) lines.add(before, place, load.rgb, index);
            }
            before = point ? place.clone() : null;
          }
        }
        lines.done();
      }
    },
  };
}

/** Dashes of a line and the gaps between them. */
const DASHES = 9;

/** Stretches of lines with a width in pixels, which change with every frame. */
class LineRows {
  constructor(most, width, dashed) {
    this.owners = [];
    this.count = 0;
    this.dashed = dashed;
    this.geometry = new THREE.LineSegmentsGeometry();
    const room = 6 * most * (dashed ? Math.ceil(DASHES / 2) : 1);
    this.geometry.setPositions(new Float32Array(room));
    this.geometry.setColors(new Float32Array(room));
    this.places = this.geometry.attributes.instanceStart.data;
    this.colours = this.geometry.attributes.instanceColorStart.data;
    this.material = new THREE.LineMaterial({ linewidth: width, vertexColors: true });
    this.object = new THREE.LineSegments2(this.geometry, this.material);
    this.object.frustumCulled = false;
  }

  clear() { this.count = 0; }

  add(from, to, rgb, owner) {
    if (!this.dashed) {
      this.put(from, to, rgb, owner);
      return;
    }
    for (let dash = 0; dash < DASHES; dash += 2) {
      this.put(from.clone().lerp(to, dash / DASHES), from.clone().lerp(to, (dash + 1) / DASHES), rgb, owner);
    }
  }

  put(from, to, rgb, owner) {
    const slot = 6 * this.count;
    if (slot + 6 > this.places.array.length) return;
    this.places.array.set([from.x, from.y, from.z, to.x, to.y, to.z], slot);
    this.colours.array.set([...rgb, ...rgb], slot);
    this.owners[this.count] = owner;
    this.count += 1;
  }

  done() {
    this.geometry.instanceCount = this.count;
    this.places.needsUpdate = this.colours.needsUpdate = true;
    this.geometry.computeBoundingSphere();
    this.geometry.computeBoundingBox();
  }
}
