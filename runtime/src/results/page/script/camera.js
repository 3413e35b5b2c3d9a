// ---- The camera: standard views, views that were asked for, fitting, and following a body. ----

const FIELD = 28;
const VIEWS = [
  { name: "iso", from: null }, { name: "front", from: [0, -1, 0] }, { name: "side", from: [1, 0, 0] }, { name: "top", from: [0, 0, 1] },
];

/** Looks at a scene from somewhere; `place(body, into)`: where a body is now. */
class Camera {
  constructor(canvas, motion, boxes, place) {
    this.motion = motion;
    this.boxes = boxes;
    this.place = place;
    this.camera = new THREE.PerspectiveCamera(FIELD, 1, 0.01, 1000);
    this.camera.up.copy(WORLD_UP);
    this.controls = new THREE.OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.followed = null;
    this.before = new THREE.Vector3();
    this.now = new THREE.Vector3();
  }

  /** From somewhat to the side of where most is seen, and from above. */
  isoDirection() {
    const [x, y] = this.motion.normal;
    const direction = x ? [0.85, -0.5, 0.4] : y ? [0.45, -0.9, 0.4] : [0.5, -0.75, 0.8];
    return new THREE.Vector3(...direction).normalize();
  }

  /** `box`: what is to be seen, about the body that is followed if there is one. */
  look(from, box) {
    const direction = from ? new THREE.Vector3(...from).normalize() : this.isoDirection();
    // Straight from above, y is up on the screen.
    const steep = Math.abs(direction.z) > 0.999;
    if (steep) direction.set(0, -1e-3, Math.sign(direction.z)).normalize();
    const target = box.getCenter(new THREE.Vector3());
    const distance = this.distanceFor(box, target, direction);
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(direction, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 60;
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  /** From where the whole box is seen. */
  distanceFor(box, target, direction) {
    const right = new THREE.Vector3().crossVectors(WORLD_UP, direction).normalize();
    const up = new THREE.Vector3().crossVectors(direction, right);
    const high = Math.tan((FIELD * Math.PI) / 360);
    const wide = high * this.camera.aspect;
    let distance = 1e-6;
    for (let corner = 0; corner < 8; corner++) {
      const at = new THREE.Vector3(
        corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y, corner & 4 ? box.max.z : box.min.z,
      ).sub(target);
      const across = Math.max(Math.abs(at.dot(right)) / wide, Math.abs(at.dot(up)) / high);
      distance = Math.max(distance, 1.12 * across + at.dot(direction));
    }
    return distance;
  }

  /** The box that a view shows: what moves, all, or so many metres about the middle of what it looks at. */
  boxOf(size) {
    const box = (size === "all" ? this.boxes.all : this.boxes.moving).clone();
    const about = new THREE.Vector3();
    if (this.followed !== null && this.place(this.followed, about) && size !== "all") {
      const reach = Number.isFinite(size) ? size / 2 : this.reachAbout(about);
      return new THREE.Box3(about.clone().subScalar(reach), about.clone().addScalar(reach));
    }
    if (Number.isFinite(size)) {
      const middle = box.getCenter(about);
      return new THREE.Box3(middle.clone().subScalar(size / 2), middle.clone().addScalar(size / 2));
    }
    return box;
  }

  /** Of a body that is followed, so much that it is seen among its neighbours, m. */
  reachAbout() {
    const own = reachOf(this.motion.bodies[this.followed].shape);
    const all = this.boxes.all.getSize(new THREE.Vector3()).length();
    return Math.max(1.8 * own, 0.05 * all);
  }

  follow(body) {
    this.followed = body;
    if (body !== null) this.place(body, this.before);
  }

  /** Goes along with what is followed. */
  goAlong() {
    if (this.followed === null || !this.place(this.followed, this.now)) return;
    const step = this.now.clone().sub(this.before);
    this.controls.target.add(step);
    this.camera.position.add(step);
    this.before.copy(this.now);
    this.controls.update();
  }

  /** m that one pixel is long at what is looked at. */
  pixel(height) {
    const distance = this.camera.position.distanceTo(this.controls.target);
    return (2 * distance * Math.tan((FIELD * Math.PI) / 360)) / Math.max(1, height);
  }
}
