// ---- Bodies: their shapes, marked so that one sees them turn; axes where a body has no shape. ----

/** Every other sector about an axis of a geometry is darker. */
function withSectors(geometry, sectors, angleOf) {
  const parts = geometry.toNonIndexed();
  const places = parts.attributes.position;
  const shades = new Float32Array(3 * places.count);
  for (let face = 0; face < places.count; face += 3) {
    const middle = [0, 1, 2].map((axis) =>
      (places.array[3 * face + axis] + places.array[3 * face + 3 + axis] + places.array[3 * face + 6 + axis]) / 3);
    const sector = Math.floor(((angleOf(middle) / (2 * Math.PI)) % 1 + 1) * sectors) % 2;
    shades.fill(sector ? 0.62 : 1, 3 * face, 3 * face + 9);
  }
  parts.setAttribute("color", new THREE.BufferAttribute(shades, 3));
  return parts;
}

/** The surface of a shape in the body's axes, and lines along its edges. */
function surfaceOf(shape, sides) {
  if (shape.box) {
    const geometry = new THREE.BoxGeometry(...shape.box.size).translate(...shape.box.centre);
    return { geometry, edges: new THREE.EdgesGeometry(geometry), marked: false };
  }
  if (shape.sphere) {
    const { diameter, centre } = shape.sphere;
    const round = new THREE.SphereGeometry(diameter / 2, sides, sides / 2).rotateX(Math.PI / 2);
    const geometry = withSectors(round, 4, ([x, y]) => Math.atan2(y, x)).translate(...centre);
    return { geometry, edges: null, marked: true };
  }
  const { diameter, start, end } = shape.cylinder;
  const [from, to] = [new THREE.Vector3(...start), new THREE.Vector3(...end)];
  const way = to.clone().sub(from);
  const plain = new THREE.CylinderGeometry(diameter / 2, diameter / 2, way.length(), sides);
  const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), way.clone().normalize());
  const middle = from.add(to).multiplyScalar(0.5);
  const place = (geometry) => geometry.applyQuaternion(turn).translate(middle.x, middle.y, middle.z);
  const edges = place(new THREE.EdgesGeometry(plain, 40));
  // Long ones are rods, whose turning about themselves nobody looks for.
  const marked = way.length() < 3 * diameter;
  return { geometry: place(marked ? withSectors(plain, 4, ([x, , z]) => Math.atan2(z, x)) : plain), edges, marked };
}

const AXES = ["#d1495b", "#2a9d74", "#2f7fc1"];

/** A body of the scene as an object that is moved; `mark`: the length of axes, m. */
function bodyObject(body, mark, sides) {
  const group = new THREE.Group();
  if (!body.shape) {
    AXES.forEach((colour, axis) => {
      const size = [0.07, 0.07, 0.07].map((share, index) => mark * (index === axis ? 1 : share));
      const geometry = new THREE.BoxGeometry(...size);
      geometry.translate(...[0, 1, 2].map((index) => (index === axis ? mark / 2 : 0)));
      group.add(new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color: colour })));
    });
    return group;
  }
  const { geometry, edges, marked } = surfaceOf(body.shape, sides);
  const material = new THREE.MeshLambertMaterial({ color: body.colour, vertexColors: marked, flatShading: !marked && !!body.shape.box });
  group.add(new THREE.Mesh(geometry, material));
  if (edges) group.add(new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: 0x10161a, transparent: true, opacity: 0.45 })));
  return group;
}

/** All bodies, and a function that moves them to a place in time. */
function bodiesOf(motion, size) {
  // Very many bodies are drawn with fewer corners.
  const sides = motion.bodies.length > 150 ? 10 : 28;
  const objects = motion.bodies.map((body) => bodyObject(body, 0.06 * size, sides));
  const name = (object, index) =>
    object.traverse((part) => { part.userData.words = () => motion.bodies[index].name; });
  objects.forEach(name);
  return {
    objects,
    move(at) {
      objects.forEach((object, index) => {
        motion.poseAt(index, at, object.position, object.quaternion);
        object.visible = !motion.bodies[index].hidden && Number.isFinite(object.position.x);
      });
    },
  };
}
