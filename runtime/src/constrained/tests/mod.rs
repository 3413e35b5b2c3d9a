//! Elements on free nodes: their forces over a step, and the derivatives that they claim.

mod bsplines;
mod cable_elements;
mod curled;
mod flowing;
mod splines;
mod whole_models;

use nalgebra::{DMatrix, Vector3};

use super::data::Configurations;
use super::kkt::{Group, Structure};
use super::matrix::{Arms, Coupler, Filling, Wires, Wiring};
use super::scheme::Scheme;
use super::units::{Unit, UnitKind};
use super::vectors::{Linear, VectorId, VectorValues, Vectors};

/// Nodes that are displaced over a step.
struct Nodes {
    vectors: Vectors,
    units: Vec<Unit>,
    start: Vec<Vector3<f64>>,
    velocities: Vec<Vector3<f64>>,
    displacements: Vec<Vector3<f64>>,
}

/// The step's configurations, and rates in the balance.
struct Step {
    at: Configurations,
    velocities: Vec<Vector3<f64>>,
    accelerations: Vec<Vector3<f64>>,
}

impl Nodes {
    fn new(start: &[[f64; 3]], velocities: &[[f64; 3]], displacements: &[[f64; 3]]) -> Self {
        let vectors = |of: &[[f64; 3]]| of.iter().map(|&x| Vector3::from(x)).collect::<Vec<_>>();
        let unit = |index| Unit {
            kind: UnitKind::Node,
            block: index,
            group: Some(index),
            row: 0,
            in_space: true,
        };
        Self {
            vectors: Vectors::default(),
            units: (0..start.len()).map(unit).collect(),
            start: vectors(start),
            velocities: vectors(velocities),
            displacements: vectors(displacements),
        }
    }

    fn node(&self, index: usize) -> Linear {
        Linear::default().plus(index, [1.0, 0.0, 0.0, 0.0], 1.0)
    }

    fn point(&mut self, index: usize) -> VectorId {
        let linear = self.node(index);
        self.vectors.add(&self.units, &linear)
    }

    /// From a node to the next.
    fn line(&mut self, index: usize) -> VectorId {
        let linear = self.node(index + 1).plus_all(&self.node(index), -1.0);
        self.vectors.add(&self.units, &linear)
    }

    fn step(&self, scheme: &Scheme, displacements: &[Vector3<f64>]) -> Step {
        let moved = |share: f64| -> Vec<Vector3<f64>> {
            self.start.iter().zip(displacements).map(|(x, d)| x + d * share).collect()
        };
        let values = |blocks: &[Vector3<f64>]| {
            let mut values = VectorValues::new(&self.vectors);
            self.vectors.evaluate(blocks, &mut values);
            values
        };
        let at = Configurations {
            start: values(&self.start),
            balance: values(&moved(scheme.balance)),
            end: values(&moved(1.0)),
        };
        let rates = displacements.iter().zip(&self.velocities);
        Step {
            at,
            velocities: displacements.iter().map(|d| d * scheme.rate).collect(),
            accelerations: rates
                .map(|(d, v)| d * scheme.inertia - v * (2.0 * scheme.rate))
                .collect(),
        }
    }

    /// Where an element that couples these vectors fills the matrix.
    fn wired(&self, ids: &[VectorId]) -> (Structure, Wiring, Wires) {
        let groups = vec![Group { displacements: 3, multipliers: 0 }; self.units.len()];
        let (vectors, units) = (&self.vectors, &self.units);
        let mut coupler = Coupler { vectors, units, coordinates: &[], couplings: Vec::new() };
        coupler.stiffness(ids);
        let mut couplings = coupler.couplings;
        couplings.sort_unstable_by_key(|coupling| (coupling.first.0, coupling.second.0));
        couplings.dedup();
        let structure = Structure::new(groups, &couplings);
        let mut wiring = Wiring::default();
        let wires = wiring.stiffness(&self.vectors, &self.units, &structure, ids);
        (structure, wiring, wires)
    }

    /// Compares `-∂force/∂displacement` as filled with central differences.
    #[track_caller]
    fn check_jacobian(
        &self,
        scheme: &Scheme,
        structure: &Structure,
        wiring: &Wiring,
        force: impl Fn(&Step, &mut [Vector3<f64>]),
        fill: impl Fn(&Step, &mut Filling<'_>),
    ) {
        let count = self.units.len();
        let forces = |displacements: &[Vector3<f64>]| {
            let mut blocks = vec![Vector3::zeros(); count];
            force(&self.step(scheme, displacements), &mut blocks);
            blocks
        };
        let step = self.step(scheme, &self.displacements);
        let mut values = vec![0.0; structure.values()];
        let mut filling = Filling {
            vectors: &self.vectors,
            wiring,
            arms: Arms::of(&step.at.balance, &step.at.end),
            values: &mut values,
            gathered: &mut [],
        };
        fill(&step, &mut filling);
        let found = DMatrix::from_fn(3 * count, 3 * count, |row, column| {
            structure
                .block(row / 3, column / 3)
                .map_or(0.0, |block| values[block.at(row % 3, column % 3)])
        });
        let expected = DMatrix::from_fn(3 * count, 3 * count, |row, column| {
            let moved = |by: f64| {
                let mut displacements = self.displacements.clone();
                displacements[column / 3][column % 3] += by;
                forces(&displacements)[row / 3][row % 3]
            };
            // Of fourth order.
            let h = 1e-4;
            -(8.0 * (moved(h) - moved(-h)) - (moved(2.0 * h) - moved(-2.0 * h))) / (12.0 * h)
        });
        let error = (&found - &expected).norm();
        assert!(error <= 1e-6 * expected.norm(), "{error}\n{found}\n{expected}");
    }
}
