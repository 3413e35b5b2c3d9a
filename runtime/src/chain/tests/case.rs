//! Random chains, and a dense solution of the same equations as the independent reference.

use crate::chain::{Data, Form, Links, Root, State, Taut, Tip, inward, outward};
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

/// Numbers from a fixed seed (xorshift64*), uniform in -1 .. 1.
pub struct Random(pub u64);

impl Random {
    pub fn number(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        bits as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self) -> Vector3<f64> {
        Vector3::new(self.number(), self.number(), self.number())
    }

    pub fn direction(&mut self) -> Vector3<f64> {
        loop {
            let v = self.vector();
            let norm = v.norm();
            if norm > 0.1 && norm < 1.0 {
                return v / norm;
            }
        }
    }

    /// Symmetric, eigenvalues between 1 and about 4.
    pub fn mass(&mut self) -> Matrix3<f64> {
        let m = Matrix3::from_fn(|_, _| self.number());
        Matrix3::identity() + m * m.transpose()
    }
}

/// A chain in some state under given nodal forces.
#[derive(Clone)]
pub struct Case {
    pub links: Links,
    pub directions: Vec<[f64; 3]>,
    pub rates: Vec<[f64; 3]>,
    pub forces: Vec<Vector3<f64>>,
    pub added: Option<Vec<f64>>,
}

impl Case {
    pub fn random(count: usize, added: bool, random: &mut Random) -> Self {
        let lengths = (0..count).map(|_| 0.55 + 0.45 * random.number()).collect();
        let masses = (0..count).map(|_| 0.55 + 0.45 * random.number()).collect();
        let links = Links::new(lengths, masses).unwrap();
        let mut directions = Vec::new();
        let mut rates = Vec::new();
        for _ in 0..count {
            let u = random.direction();
            let w = 3.0 * random.vector();
            directions.push(u.into());
            rates.push((w - u * u.dot(&w)).into());
        }
        let forces = (0..=count).map(|_| 10.0 * random.vector()).collect();
        let added = added.then(|| (0..count).map(|_| 0.5 + 0.5 * random.number()).collect());
        Self { links, directions, rates, forces, added }
    }

    pub fn state(&self) -> State<'_> {
        State { directions: &self.directions, rates: &self.rates }
    }

    pub fn solve(&self, form: Form, tip: Tip, root: Root) -> Result<Solution, Taut> {
        let mut data = Data::new(&self.links, form);
        data.place(&self.links, self.state(), Vector3::zeros(), Vector3::zeros());
        data.forces.copy_from_slice(&self.forces);
        if let Some(added) = &self.added {
            data.added = true;
            data.added_masses.copy_from_slice(added);
        }
        let mut turning = vec![[0.0; 3]; self.links.count()];
        inward(&self.links, self.state(), &mut data, tip);
        outward(&self.links, self.state(), &mut data, root, &mut turning)?;
        Ok(Solution {
            turning: turning.into_iter().map(Vector3::from).collect(),
            accelerations: data.accelerations,
            tensions: data.tensions,
            root_force: data.root_force,
            tip_force: data.tip_force,
        })
    }

    /// The mass matrix of all nodes, written out from `(m + μ P)/6 [[2, 1], [1, 2]]`.
    pub fn dense_mass(&self) -> DMatrix<f64> {
        let count = self.links.count();
        let mut mass = DMatrix::zeros(3 * count + 3, 3 * count + 3);
        for j in 0..count {
            let u = Vector3::from(self.directions[j]);
            let added = self.added.as_ref().map_or(0.0, |added| added[j]);
            let block = Matrix3::identity() * self.links.masses()[j]
                + (Matrix3::identity() - u * u.transpose()) * added;
            for (row, column, factor) in [(0, 0, 2.0), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 2.0)] {
                let mut view = mass.fixed_view_mut::<3, 3>(3 * (j + row), 3 * (j + column));
                view += block * (factor / 6.0);
            }
        }
        mass
    }

    /// Accelerations, tensions and support forces from one dense system: mass matrix, constraint
    /// Jacobian, prescribed ends.
    pub fn dense(&self, tip: Tip, root: Root) -> Solution {
        let count = self.links.count();
        let nodes = 3 * (count + 1);
        let size = nodes + count + 6;
        let mut matrix = DMatrix::zeros(size, size);
        let mut right = DVector::zeros(size);
        matrix.view_mut((0, 0), (nodes, nodes)).copy_from(&self.dense_mass());
        for (i, force) in self.forces.iter().enumerate() {
            right.fixed_rows_mut::<3>(3 * i).copy_from(force);
        }
        for j in 0..count {
            let u = Vector3::from(self.directions[j]);
            for axis in 0..3 {
                for (node, sign) in [(j, -1.0), (j + 1, 1.0)] {
                    matrix[(nodes + j, 3 * node + axis)] = sign * u[axis];
                    // The tension pulls the start along u and the end against it.
                    matrix[(3 * node + axis, nodes + j)] = sign * u[axis];
                }
            }
            right[nodes + j] =
                -self.links.lengths()[j] * Vector3::from(self.rates[j]).norm_squared();
        }
        let supports = nodes + count;
        for axis in 0..3 {
            match root {
                Root::Free => matrix[(supports + axis, supports + axis)] = 1.0,
                Root::Given(a) => {
                    matrix[(supports + axis, axis)] = 1.0;
                    matrix[(axis, supports + axis)] = -1.0;
                    right[supports + axis] = a[axis];
                }
            }
            let end = 3 * count + axis;
            match tip {
                Tip::Free => matrix[(supports + 3 + axis, supports + 3 + axis)] = 1.0,
                Tip::Body { mass, bias } => {
                    for other in 0..3 {
                        matrix[(supports + 3 + axis, 3 * count + other)] = mass[(axis, other)];
                    }
                    matrix[(supports + 3 + axis, supports + 3 + axis)] = -1.0;
                    matrix[(end, supports + 3 + axis)] = 1.0;
                    right[supports + 3 + axis] = -bias[axis];
                }
                Tip::Held { acceleration } => {
                    matrix[(supports + 3 + axis, end)] = 1.0;
                    matrix[(end, supports + 3 + axis)] = 1.0;
                    right[supports + 3 + axis] = acceleration[axis];
                }
            }
        }
        let x = matrix.lu().solve(&right).unwrap();
        let accelerations: Vec<Vector3<f64>> =
            (0..=count).map(|i| x.fixed_rows::<3>(3 * i).into_owned()).collect();
        let turning = (0..count)
            .map(|j| (accelerations[j + 1] - accelerations[j]) / self.links.lengths()[j])
            .collect();
        Solution {
            turning,
            accelerations,
            tensions: x.rows(nodes, count).iter().copied().collect(),
            root_force: x.fixed_rows::<3>(supports).into_owned(),
            tip_force: x.fixed_rows::<3>(supports + 3).into_owned(),
        }
    }
}

pub struct Solution {
    pub turning: Vec<Vector3<f64>>,
    pub accelerations: Vec<Vector3<f64>>,
    pub tensions: Vec<f64>,
    pub root_force: Vector3<f64>,
    pub tip_force: Vector3<f64>,
}

impl Solution {
    /// The largest difference of each quantity relative to its largest value.
    pub fn difference(&self, other: &Solution) -> f64 {
        let vectors = |a: &[Vector3<f64>], b: &[Vector3<f64>]| {
            let scale = b.iter().fold(1e-300, |s: f64, v| s.max(v.norm()));
            a.iter().zip(b).fold(0.0, |d: f64, (a, b)| d.max((a - b).norm() / scale))
        };
        let numbers = |a: &[f64], b: &[f64]| {
            let scale = b.iter().fold(1e-300, |s: f64, v| s.max(v.abs()));
            a.iter().zip(b).fold(0.0, |d: f64, (a, b)| d.max((a - b).abs() / scale))
        };
        // End forces are measured against the tensions, because they may be zero.
        let scale = other.tensions.iter().fold(1e-300, |s: f64, v| s.max(v.abs()));
        vectors(&self.turning, &other.turning)
            .max(vectors(&self.accelerations, &other.accelerations))
            .max(numbers(&self.tensions, &other.tensions))
            .max((self.root_force - other.root_force).norm() / scale)
            .max((self.tip_force - other.tip_force).norm() / scale)
    }
}
