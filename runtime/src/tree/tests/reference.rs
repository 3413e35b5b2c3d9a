//! What the tree's tests compare with: random models, and inverse dynamics by the Newton-Euler
//! equations about centres of mass. Every joint is composed here of single turns and slides of
//! massless frames, so neither the joints' columns nor the inertias at reference points of the
//! runtime are used.

use crate::spatial::{Mat3, Sym3, Vec3};
use crate::tree::{
    BaseMotion, BodySpec, DriveMotion, Joint, Parent, Placement, Tree, TreeBuilder, TreeData,
};
use nalgebra::{Quaternion, Rotation3, Unit, UnitQuaternion};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// Uniform in (-1, 1).
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    pub fn quaternion(&mut self) -> [f64; 4] {
        loop {
            let q = [self.number(), self.number(), self.number(), self.number()];
            let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.1 && length < 1.0 {
                return q.map(|x| x / length);
            }
        }
    }

    pub fn placement(&mut self) -> Placement {
        Placement::new(self.vector().into(), self.quaternion())
    }

    pub fn inertia(&mut self) -> Sym3 {
        let frame = self.placement().rotation;
        let d = self.vector().map(|x| 0.2 + 0.1 * x);
        Sym3::from_matrix(&(frame * Mat3::from_diagonal(&d) * frame.transpose()))
    }

    pub fn body(&mut self, parent: Parent, joint: Joint) -> BodySpec {
        BodySpec {
            mass: 1.5 + self.number(),
            centre_of_mass: self.vector(),
            inertia: self.inertia(),
            parent,
            parent_frame: self.placement(),
            child_frame: self.placement(),
            joint,
            driven: [false; 3],
            carries_load: false,
        }
    }

    pub fn joint(&mut self, kind: usize) -> Joint {
        let axis = self.vector();
        let other = self.vector();
        match kind {
            0 => Joint::Fixed,
            1 => Joint::Revolute { axis },
            2 => Joint::Prismatic { axis },
            3 => Joint::Universal { first: axis, second: axis.cross(&other) + axis * 0.2 },
            4 => Joint::Spherical,
            5 => Joint::Cylindrical { axis },
            6 => Joint::Planar { normal: axis, first: other },
            _ => Joint::Free,
        }
    }

    /// Random positions (quaternions of random length, too) and rates.
    pub fn state(&mut self, tree: &Tree) -> (Vec<f64>, Vec<f64>) {
        let mut q: Vec<f64> = (0..tree.positions()).map(|_| 2.0 * self.number()).collect();
        for body in 0..tree.bodies() {
            if matches!(tree.joint(body), Joint::Spherical | Joint::Free) {
                let start = tree.position_range(body).start;
                q[start..start + 4].copy_from_slice(&self.quaternion().map(|x| 1.3 * x));
            }
        }
        let v = (0..tree.rates()).map(|_| self.number()).collect();
        (q, v)
    }
}

pub const KINDS: [&str; 8] =
    ["fixed", "revolute", "prismatic", "universal", "spherical", "cylindrical", "planar", "free"];

pub fn gravity() -> Vec3 {
    Vec3::new(0.3, -0.2, -9.81)
}

/// A tree with the list it was built from.
pub struct Rig {
    pub specs: Vec<BodySpec>,
    pub tree: Tree,
    pub data: TreeData,
    pub bases: Vec<BaseMotion>,
    /// External force at the centre of mass and moment, world axes, for each body.
    pub loads: Vec<(Vec3, Vec3)>,
    pub drives: Vec<DriveMotion>,
}

impl Rig {
    pub fn new(specs: Vec<BodySpec>, bases: Vec<BaseMotion>) -> Rig {
        Rig::under(gravity(), specs, bases)
    }

    pub fn under(gravity: Vec3, specs: Vec<BodySpec>, bases: Vec<BaseMotion>) -> Rig {
        let mut builder = TreeBuilder::new(gravity);
        for _ in &bases {
            builder.add_base();
        }
        for spec in &specs {
            builder.add_body(spec).expect("a sound body");
        }
        let tree = builder.finish().expect("a sound tree");
        let mut data = TreeData::new(&tree);
        data.bases.copy_from_slice(&bases);
        let loads = vec![(Vec3::zeros(), Vec3::zeros()); specs.len()];
        let drives = vec![DriveMotion::default(); tree.coordinates()];
        Rig { specs, tree, data, bases, loads, drives }
    }

    /// The kinematic pass, and all loads.
    pub fn prepare(&mut self, q: &[f64], v: &[f64], effort: &[f64]) {
        let n = self.tree.bodies();
        let data = &mut self.data;
        data.drives.copy_from_slice(&self.drives);
        data.effort.copy_from_slice(effort);
        self.tree.kinematics(0..n, q, v, data);
        for (body, (force, moment)) in self.loads.iter().enumerate() {
            let arm = data.arm(&self.tree.centre_frame(body));
            data.apply_force(body, &arm, force);
            data.apply_moment(body, moment);
        }
    }

    /// Accelerations by the runtime.
    pub fn accelerations(&mut self, q: &[f64], v: &[f64], effort: &[f64]) -> Vec<f64> {
        self.prepare(q, v, effort);
        let n = self.tree.bodies();
        let data = &mut self.data;
        self.tree.inward(0..n, data).expect("a regular tree");
        let mut dv = vec![0.0; self.tree.rates()];
        self.tree.outward(0..n, data, &mut dv);
        dv
    }

    /// One step of the classical Runge-Kutta method without loads and efforts.
    pub fn rk4(&mut self, q: &mut Vec<f64>, v: &mut Vec<f64>, h: f64) {
        let none = vec![0.0; self.tree.rates()];
        let mut slopes: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
        let moved = |x: &[f64], d: &[f64], h: f64| -> Vec<f64> {
            x.iter().zip(d).map(|(x, d)| x + h * d).collect()
        };
        for part in [0.0, 0.5, 0.5, 1.0] {
            let (mut x, mut u) = (q.clone(), v.clone());
            if let Some((dq, dv)) = slopes.last() {
                x = moved(q, dq, part * h);
                u = moved(v, dv, part * h);
            }
            let dv = self.accelerations(&x, &u, &none);
            let mut dq = vec![0.0; x.len()];
            self.tree.position_rates(&x, &u, &self.data, &mut dq);
            slopes.push((dq, dv));
        }
        for ((dq, dv), weight) in slopes.iter().zip([1.0, 2.0, 2.0, 1.0]) {
            *q = moved(q, dq, weight * h / 6.0);
            *v = moved(v, dv, weight * h / 6.0);
        }
        self.tree.normalize(q);
    }

    /// Has rods in a row swept by themselves from here on; gives how many they are.
    pub fn sweep_stretches(&mut self) -> usize {
        self.tree.find_stretches(&vec![false; self.specs.len()]);
        self.data = TreeData::new(&self.tree);
        self.data.bases.copy_from_slice(&self.bases);
        self.tree.stretches().iter().map(|stretch| stretch.len()).sum()
    }

    /// Whether each rate is a driven coordinate.
    pub fn driven(&self) -> Vec<bool> {
        let mut driven = Vec::new();
        for body in 0..self.tree.bodies() {
            for k in 0..self.tree.joint(body).rates() {
                driven.push(k < 3 && self.specs[body].driven[k]);
            }
        }
        driven
    }
}

/// A random tree of `n` bodies; `kind` of every joint, or any kind.
pub fn random_rig(random: &mut Random, n: usize, kind: Option<usize>, driven: bool) -> Rig {
    let base = BaseMotion {
        pose: random.placement(),
        omega: random.vector(),
        velocity: random.vector(),
        alpha: random.vector(),
        acceleration: random.vector(),
    };
    let mut specs = Vec::new();
    for body in 0..n {
        let parent = match body {
            0 => Parent::Base(0),
            1 => Parent::World,
            // Half of them continue a chain, half of them branch off.
            _ if random.number() > 0.0 => Parent::Body(body - 1),
            _ => Parent::Body(((random.number().abs()) * body as f64) as usize),
        };
        let any = (random.number().abs() * 8.0) as usize;
        let joint = random.joint(kind.unwrap_or(any));
        let mut spec = random.body(parent, joint);
        for k in 0..joint.coordinates() {
            spec.driven[k] = driven && random.number() > 0.2;
        }
        specs.push(spec);
    }
    let mut rig = Rig::new(specs, vec![base]);
    for load in &mut rig.loads {
        *load = (random.vector() * 5.0, random.vector() * 5.0);
    }
    for drive in &mut rig.drives {
        *drive = DriveMotion {
            value: random.number(),
            rate: random.number(),
            acceleration: random.number(),
        };
    }
    rig
}

/// A random tree in which most bodies are rods on ball joints, of which most go on from the last body along some axis, and the others are of
/// any kind and hang anywhere.
pub fn random_mixture(random: &mut Random, n: usize, driven: bool) -> Rig {
    let Rig { mut specs, bases, loads, drives: _, tree: _, data: _ } =
        random_rig(random, n, None, driven);
    let mut along = Vec3::z();
    for body in 2..n {
        if random.number() > 0.8 {
            along = [Vec3::x(), Vec3::y(), -Vec3::z()][body % 3];
        }
        if random.number() < -0.4 {
            continue;
        }
        let axes = Mat3::from_diagonal(&along);
        let (across, about) = (0.3 + 0.1 * random.number(), 0.05 + 0.04 * random.number());
        let parent = match random.number() > -0.6 {
            true => Parent::Body(body - 1),
            false => specs[body].parent,
        };
        let is_rod = |spec: &BodySpec| spec.child_frame == Placement::default();
        let ends = match parent {
            Parent::Body(parent) if is_rod(&specs[parent]) => along * random.number(),
            _ => random.vector(),
        };
        specs[body] = BodySpec {
            mass: 1.5 + random.number(),
            centre_of_mass: along * random.number(),
            inertia: Sym3::from_matrix(&(Mat3::identity() * across + axes * (about - across))),
            parent,
            parent_frame: Placement { position: ends, rotation: Mat3::identity() },
            joint: Joint::Spherical,
            ..BodySpec::default()
        };
    }
    let mut rig = Rig::new(specs, bases);
    rig.loads = loads;
    for drive in &mut rig.drives {
        *drive = DriveMotion {
            value: random.number(),
            rate: random.number(),
            acceleration: random.number(),
        };
    }
    rig
}

pub fn efforts(random: &mut Random, rig: &Rig) -> Vec<f64> {
    (0..rig.tree.rates()).map(|_| 3.0 * random.number()).collect()
}

/// A frame in motion.
#[derive(Clone, Debug)]
pub struct Moving {
    pub rotation: Rotation3<f64>,
    pub position: Vec3,
    pub omega: Vec3,
    pub velocity: Vec3,
    pub alpha: Vec3,
    pub acceleration: Vec3,
}

impl Moving {
    fn world() -> Moving {
        let zero = Vec3::zeros();
        Moving {
            rotation: Rotation3::identity(),
            position: zero,
            omega: zero,
            velocity: zero,
            alpha: zero,
            acceleration: zero,
        }
    }

    fn on_base(base: &BaseMotion) -> Moving {
        Moving {
            rotation: Rotation3::from_matrix_unchecked(base.pose.rotation),
            position: base.pose.position,
            omega: base.omega,
            velocity: base.velocity,
            alpha: base.alpha,
            acceleration: base.acceleration,
        }
    }

    /// A frame fixed in this one.
    fn fixed(&self, at: &Placement) -> Moving {
        let mut next = self.slide(&at.position, &Vec3::zeros(), &Vec3::zeros());
        next.rotation *= Rotation3::from_matrix_unchecked(at.rotation);
        next
    }

    /// A frame displaced by `d`, with its derivatives, all in this frame's axes.
    fn slide(&self, d: &Vec3, rate: &Vec3, rate2: &Vec3) -> Moving {
        let (d, u, w) = (self.rotation * d, self.rotation * rate, self.rotation * rate2);
        let mut next = self.clone();
        next.position += d;
        next.velocity += self.omega.cross(&d) + u;
        next.acceleration += self.alpha.cross(&d)
            + self.omega.cross(&self.omega.cross(&d))
            + self.omega.cross(&u) * 2.0
            + w;
        next
    }

    /// A frame turned about a fixed axis.
    fn turn(&self, axis: &Vec3, angle: f64, rate: f64, rate2: f64) -> Moving {
        let a = self.rotation * axis;
        let mut next = self.clone();
        next.rotation *= Rotation3::from_axis_angle(&Unit::new_normalize(*axis), angle);
        next.omega += a * rate;
        next.alpha += a * rate2 + self.omega.cross(&(a * rate));
        next
    }

    /// A frame turned by a quaternion; `w` and its derivative in the turned axes.
    fn turn_freely(&self, q: &[f64], w: &Vec3, w2: &Vec3) -> Moving {
        let unit = UnitQuaternion::from_quaternion(Quaternion::new(q[0], q[1], q[2], q[3]));
        let mut next = self.clone();
        next.rotation *= unit.to_rotation_matrix();
        let own = next.rotation * w;
        next.omega += own;
        // d/dt (R w) = R w' + Omega x R w with the whole Omega; R w drops out of that product.
        next.alpha += next.rotation * w2 + next.omega.cross(&own);
        next
    }
}

/// What a tree needs to move as asked.
pub struct Inverse {
    /// One for each rate.
    pub efforts: Vec<f64>,
    /// The body frames' motions.
    pub bodies: Vec<Moving>,
    /// In each joint: moment about the child frame's origin, and force.
    pub wrenches: Vec<(Vec3, Vec3)>,
}

/// Efforts that give the accelerations `dv`: Newton and Euler about each centre of mass, summed
/// from the leaves to the roots.
pub fn inverse_dynamics(rig: &Rig, q: &[f64], v: &[f64], dv: &[f64]) -> Inverse {
    let tree = &rig.tree;
    let n = tree.bodies();
    let mut bodies: Vec<Moving> = Vec::new();
    let mut origins: Vec<Moving> = Vec::new();
    let mut directions: Vec<Vec<(bool, Vec3)>> = Vec::new();
    for (body, spec) in rig.specs.iter().enumerate() {
        let parent = match spec.parent {
            Parent::World => Moving::world(),
            Parent::Base(base) => Moving::on_base(&rig.bases[base]),
            Parent::Body(parent) => bodies[parent].clone(),
            Parent::Anchor(_) => panic!("not in these tests"),
        };
        let frame = parent.fixed(&spec.parent_frame);
        let (p, r) = (tree.position_range(body).start, tree.rate_range(body).start);
        let c = tree.coordinate_range(body).start;
        let at = |k: usize| {
            if spec.driven[k] {
                let drive = &rig.drives[c + k];
                (drive.value, drive.rate, drive.acceleration)
            } else {
                (q[p + k], v[r + k], dv[r + k])
            }
        };
        let triple = |x: &[f64], i: usize| Vec3::new(x[i], x[i + 1], x[i + 2]);
        let slide = |from: &Moving, axis: &Vec3, k: usize| {
            let (x, u, w) = at(k);
            let axis = axis.normalize();
            from.slide(&(axis * x), &(axis * u), &(axis * w))
        };
        let turn = |from: &Moving, axis: &Vec3, k: usize| {
            let (x, u, w) = at(k);
            from.turn(&axis.normalize(), x, u, w)
        };
        let world = |from: &Moving, axis: &Vec3| from.rotation * axis.normalize();
        let mut axes = Vec::new();
        let child = match &spec.joint {
            Joint::Fixed => frame.clone(),
            Joint::Revolute { axis } => {
                axes.push((true, world(&frame, axis)));
                turn(&frame, axis, 0)
            }
            Joint::Prismatic { axis } => {
                axes.push((false, world(&frame, axis)));
                slide(&frame, axis, 0)
            }
            Joint::Universal { first, second } => {
                let middle = turn(&frame, first, 0);
                axes.push((true, world(&frame, first)));
                axes.push((true, world(&middle, second)));
                turn(&middle, second, 1)
            }
            Joint::Cylindrical { axis } => {
                axes.push((true, world(&frame, axis)));
                axes.push((false, world(&frame, axis)));
                turn(&slide(&frame, axis, 1), axis, 0)
            }
            Joint::Planar { normal, first } => {
                let normal = normal.normalize();
                let first = (first - normal * normal.dot(first)).normalize();
                let across = normal.cross(&first);
                axes.push((false, world(&frame, &first)));
                axes.push((false, world(&frame, &across)));
                axes.push((true, world(&frame, &normal)));
                turn(&slide(&slide(&frame, &first, 0), &across, 1), &normal, 2)
            }
            Joint::Spherical => frame.turn_freely(&q[p..p + 4], &triple(v, r), &triple(dv, r)),
            Joint::Free => {
                let unit = UnitQuaternion::from_quaternion(Quaternion::new(
                    q[p],
                    q[p + 1],
                    q[p + 2],
                    q[p + 3],
                ));
                let (w, u) = (triple(v, r), triple(v, r + 3));
                let rate2 = triple(dv, r + 3) + w.cross(&u);
                frame.slide(&triple(q, p + 4), &(unit * u), &(unit * rate2)).turn_freely(
                    &q[p..p + 4],
                    &w,
                    &triple(dv, r),
                )
            }
        };
        if matches!(spec.joint, Joint::Spherical | Joint::Free) {
            for k in 0..3 {
                axes.push((true, child.rotation.matrix().column(k).into_owned()));
            }
        }
        if matches!(spec.joint, Joint::Free) {
            for k in 0..3 {
                axes.push((false, child.rotation.matrix().column(k).into_owned()));
            }
        }
        // From the child frame back to the body's own axes.
        let turned = spec.child_frame.rotation.transpose();
        let back = Placement { position: -(turned * spec.child_frame.position), rotation: turned };
        bodies.push(child.fixed(&back));
        origins.push(child);
        directions.push(axes);
    }

    let zero = Vec3::zeros();
    let mut wrenches = vec![(zero, zero); n];
    for body in (0..n).rev() {
        let spec = &rig.specs[body];
        let centre = bodies[body]
            .fixed(&Placement { position: spec.centre_of_mass, rotation: Mat3::identity() });
        let inertia = Sym3::rotated(&spec.inertia, bodies[body].rotation.matrix()).to_matrix();
        let spin = &centre.omega;
        let (load, torque) = rig.loads[body];
        let force = (centre.acceleration - tree.gravity()) * spec.mass - load;
        let moment = inertia * centre.alpha + spin.cross(&(inertia * spin)) - torque;
        let arm = centre.position - origins[body].position;
        let (m, f) = &mut wrenches[body];
        *m += moment + arm.cross(&force);
        *f += force;
        if let Parent::Body(parent) = spec.parent {
            let (m, f) = wrenches[body];
            let arm = origins[body].position - origins[parent].position;
            wrenches[parent].0 += m + arm.cross(&f);
            wrenches[parent].1 += f;
        }
    }
    let mut efforts = Vec::new();
    for body in 0..n {
        let (m, f) = wrenches[body];
        for (turns, axis) in &directions[body] {
            efforts.push(if *turns { axis.dot(&m) } else { axis.dot(&f) });
        }
    }
    Inverse { efforts, bodies, wrenches }
}

/// Accelerations by the mass matrix, built from inverse dynamics column by column, with the driven
/// coordinates moved to the right-hand side, and a dense solve.
pub fn dense_accelerations(rig: &Rig, q: &[f64], v: &[f64], effort: &[f64]) -> Vec<f64> {
    let n = rig.tree.rates();
    let driven = rig.driven();
    let known = inverse_dynamics(rig, q, v, &vec![0.0; n]).efforts;
    let free: Vec<usize> = (0..n).filter(|&i| !driven[i]).collect();
    let size = free.len();
    let mut mass = nalgebra::DMatrix::zeros(size, size);
    let mut right = nalgebra::DVector::zeros(size);
    for (j, &column) in free.iter().enumerate() {
        let mut unit = vec![0.0; n];
        unit[column] = 1.0;
        let efforts = inverse_dynamics(rig, q, v, &unit).efforts;
        for (i, &row) in free.iter().enumerate() {
            mass[(i, j)] = efforts[row] - known[row];
        }
        right[j] = effort[column] - known[column];
    }
    let asymmetry = (&mass - mass.transpose()).abs().max();
    assert!(asymmetry < 1e-9 * mass.abs().max(), "a mass matrix is symmetric");
    let solution = mass.lu().solve(&right).expect("a regular mass matrix");
    let mut dv = vec![0.0; n];
    for (j, &column) in free.iter().enumerate() {
        dv[column] = solution[j];
    }
    let mut next = 0;
    for (body, spec) in rig.specs.iter().enumerate() {
        for k in 0..rig.tree.joint(body).rates() {
            if driven[next] {
                assert!(spec.driven[k]);
                dv[next] = rig.drives[rig.tree.coordinate_range(body).start + k].acceleration;
            }
            next += 1;
        }
    }
    dv
}

/// Largest difference relative to the largest number.
pub fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let size = a.iter().chain(b).fold(0.0_f64, |m, x| m.max(x.abs()));
    let gap = a.iter().zip(b).fold(0.0_f64, |m, (x, y)| m.max((x - y).abs()));
    if size == 0.0 { 0.0 } else { gap / size }
}

/// Solid rod of mass `m` along -z from the origin, length `l`: centre and inertia with a small
/// thickness.
pub fn rod(m: f64, l: f64) -> BodySpec {
    let across = m * l * l / 12.0;
    BodySpec {
        mass: m,
        centre_of_mass: Vec3::new(0.0, 0.0, -0.5 * l),
        inertia: Sym3::diagonal(across, across, 1e-4 * across),
        ..BodySpec::default()
    }
}
