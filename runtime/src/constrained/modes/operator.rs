//! Products with the matrices of a linearized mechanism, and solutions with a shift.

use super::super::data::ConstrainedData;
use super::super::kkt::{Singular, product_of_magnitudes};
use super::super::model::ConstrainedModel;
use super::super::refined;
use super::super::scheme::Scheme;
use super::linearized::Linearized;
use super::strained::{Strained, Strains};

/// What a shift is moved by, relatively, where it is an eigenvalue of the whole or of a part.
const ASIDE: f64 = 1e-7;
/// How often.
const MOST_MOVES: u32 = 6;

pub(super) struct Operator<'a> {
    pub(super) model: &'a ConstrainedModel,
    data: &'a mut ConstrainedData,
    linear: &'a Linearized,
    magnitudes: Vec<f64>,
    seed: u64,
    /// Made where they are asked for.
    strained: Option<Strained>,
    resisting: Option<Strained>,
}

impl<'a> Operator<'a> {
    pub(super) fn new(
        model: &'a ConstrainedModel,
        data: &'a mut ConstrainedData,
        linear: &'a Linearized,
    ) -> Self {
        let magnitudes = vec![0.0; model.structure.unknowns()];
        Self { model, data, linear, magnitudes, seed: 1, strained: None, resisting: None }
    }

    /// Length of vectors: displacements and multipliers.
    pub(super) fn size(&self) -> usize {
        self.magnitudes.len()
    }

    /// About what resists each displacement; zero for multipliers.
    pub(super) fn masses(&self) -> &'a [f64] {
        &self.linear.masses
    }

    /// `K x`, and the constraints.
    pub(super) fn stiffness(&mut self, x: &[f64]) -> Vec<f64> {
        self.product(&self.linear.stiffness, x)
    }

    /// The same from what the motion strains, which keeps digits of slow ones.
    pub(super) fn strains(&mut self, x: &[f64]) -> Strains {
        let Self { model, data, linear, strained, .. } = self;
        let make = || Strained::new(model, &data.state.positions, &linear.stiffness);
        strained.get_or_insert_with(make).by(x)
    }

    /// `M x`, of displacements of all unknowns, without multipliers.
    pub(super) fn inertia(&mut self, x: &[f64]) -> Vec<f64> {
        self.product(&self.linear.inertia, x)
    }

    /// Nothing where nothing follows velocities.
    pub(super) fn damping(&mut self, x: &[f64]) -> Vec<f64> {
        match &self.linear.damping {
            Some(damping) => self.product(damping, x),
            None => vec![0.0; x.len()],
        }
    }

    /// The same as [`Self::damping`] from what is strained. Nothing where nothing follows velocities.
    pub(super) fn resisting_strains(&mut self, x: &[f64]) -> Strains {
        let Self { model, data, linear, resisting, .. } = self;
        let Some(damping) = &linear.damping else {
            return Strains { forces: vec![0.0; x.len()], terms: 0.0 };
        };
        let make = || Strained::new(model, &data.state.positions, damping);
        resisting.get_or_insert_with(make).by(x)
    }

    /// A matrix of the structure with these entries, times a vector.
    fn product(&mut self, values: &[f64], x: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; x.len()];
        self.model.structure.multiply(values, x, &mut product, &mut self.magnitudes);
        product
    }

    /// `|x|'|K||x|`: of what its quotient is rounded.
    pub(super) fn terms(&mut self, x: &[f64]) -> f64 {
        self.terms_of(&self.linear.stiffness, x)
    }

    /// `|x|'|C||x|`
    pub(super) fn resisting_terms(&mut self, x: &[f64]) -> f64 {
        self.linear.damping.as_ref().map_or(0.0, |damping| self.terms_of(damping, x))
    }

    fn terms_of(&mut self, values: &[f64], x: &[f64]) -> f64 {
        let own = self.displacements_of(x);
        product_of_magnitudes(&self.model.structure, values, &own, &mut self.magnitudes);
        own.iter().zip(&self.magnitudes).map(|(x, terms)| x.abs() * terms).sum()
    }

    /// The sum of the squares of displacements, m²; of rotations and slopes as what they displace at the model's extent.
    pub(super) fn way(&self, x: &[f64]) -> f64 {
        let ConstrainedModel { units, structure, extent, .. } = self.model;
        let moved = units.iter().filter_map(|unit| Some((unit, unit.first_unknown(structure)?)));
        let each = moved.flat_map(|(unit, at)| {
            (0..unit.unknowns()).map(move |k| x[at + k] * extent / unit.scale(k, *extent))
        });
        each.map(|own| own * own).sum()
    }

    /// Without the multipliers.
    pub(super) fn displacements_of(&self, x: &[f64]) -> Vec<f64> {
        let mut own = x.to_vec();
        self.model.multipliers.iter().for_each(|&(_, unknown, _)| own[unknown] = 0.0);
        own
    }

    /// Fills the matrix with `K + rate C + inertia M`.
    fn fill(&mut self, rate: f64, inertia: f64) -> Scheme {
        let ConstrainedData { matrix, compliances, .. } = &mut *self.data;
        matrix.copy_from_slice(&self.linear.stiffness);
        for (value, own) in matrix.iter_mut().zip(&self.linear.inertia) {
            *value += inertia * own;
        }
        if let (Some(damping), true) = (&self.linear.damping, rate != 0.0) {
            for (value, own) in matrix.iter_mut().zip(damping) {
                *value += rate * own;
            }
        }
        let scheme = Scheme::rest(inertia, 1.0 / inertia.abs().max(f64::MIN_POSITIVE), false);
        for (&(_, _, wires), compliance) in self.model.multipliers.iter().zip(&*compliances) {
            let place = self.model.wiring.places(wires)[0].start as usize;
            matrix[place] -= compliance * scheme.compliance;
        }
        scheme
    }

    /// Makes the factors for [`Self::solve`].
    pub(super) fn factor(&mut self, rate: f64, inertia: f64) -> Result<(), Singular> {
        let scheme = self.fill(rate, inertia);
        refined::factor(self.model, self.data, &scheme)
    }

    /// Replaces a right side by the solution, with the multipliers.
    pub(super) fn solve(&mut self, vector: &mut [f64]) {
        self.data.right_side.copy_from_slice(vector);
        refined::solve(self.model, self.data);
        vector.copy_from_slice(&self.data.right_side);
    }

    /// How many eigenvalues of `K x = ω² M x` on the constraints are below `square`, 1/s^2: each constraint makes one
    /// eigenvalue of the whole matrix negative. `None` where signs cannot be counted.
    pub(super) fn below(&mut self, square: f64) -> Option<usize> {
        let mut at = square;
        for _ in 0..MOST_MOVES {
            self.fill(0.0, -at);
            let ConstrainedData { factorization, matrix, compliances, .. } = &mut *self.data;
            match factorization.negatives(&self.model.structure, matrix) {
                Ok(count) => return Some(count?.saturating_sub(self.model.multipliers.len())),
                Err(_) => {
                    at *= 1.0 + ASIDE;
                    compliances.copy_from_slice(&self.model.compliances);
                }
            }
        }
        None
    }

    /// Any vector will do that is not special, with as much of the norm in what is light as in what is heavy.
    pub(super) fn random(&mut self) -> Vec<f64> {
        let mut number = || {
            self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005);
            self.seed = self.seed.wrapping_add(1_442_695_040_888_963_407);
            (self.seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let masses = self.linear.masses.iter();
        masses.map(|&mass| if mass > 0.0 { number() / mass.sqrt() } else { 0.0 }).collect()
    }
}

/// `aᵀ b`
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `to += factor vector`
pub(super) fn add(to: &mut [f64], factor: f64, vector: &[f64]) {
    to.iter_mut().zip(vector).for_each(|(to, value)| *to += factor * value);
}

/// `vector *= factor`
pub(super) fn scale(vector: &mut [f64], factor: f64) {
    vector.iter_mut().for_each(|value| *value *= factor);
}
