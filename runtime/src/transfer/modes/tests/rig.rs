//! Trees of plain numbers, chains whose frequencies are known, and all squares of a small one by dense matrices.

use std::sync::atomic::AtomicBool;

use nalgebra::{DMatrix, Matrix6};

use super::super::members::{Freedom, Member, Members, Motion};
use super::super::search::{Found, Swept};
use crate::spatial::{Sym3, Vec3};
use crate::transfer::{Vec6, stacked};

/// From -1 to 1.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn number(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub(super) fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    fn below(&mut self, count: usize) -> usize {
        ((self.number() + 1.0) / 2.0 * count as f64) as usize
    }
}

impl Members {
    pub(super) fn found(&self, wanted: usize) -> Found {
        self.lowest(wanted, &AtomicBool::new(false)).expect("nobody cancels")
    }

    /// A unit along one freedom.
    pub(super) fn unit(&self, index: usize) -> Motion {
        let mut along = vec![0.0; self.freedoms.len()];
        along[index] = 1.0;
        let mut bodies: Vec<Vec6> = Vec::new();
        for member in &self.members {
            let mut own =
                member.carrier.map_or(Vec6::zeros(), |carrier| member.carried(&bodies[carrier]));
            for k in member.freedoms.clone() {
                own += self.freedoms[k].along * along[k];
            }
            bodies.push(own);
        }
        Motion { along, bodies, holding: Vec::new() }
    }

    /// All squares, by matrices of all freedoms; the lowest first.
    pub(super) fn dense(&self) -> Vec<f64> {
        let count = self.freedoms.len();
        let units: Vec<Motion> = (0..count).map(|k| self.unit(k)).collect();
        let stiffness =
            DMatrix::from_fn(count, count, |i, j| self.potential(&units[i], &units[j]).value);
        let inertia = DMatrix::from_fn(count, count, |i, j| self.kinetic(&units[i], &units[j]));
        // What points that cannot move leave.
        let gone: Vec<Vec<f64>> = units.iter().map(|own| self.gone(own)).collect();
        let rows = 3 * self.held.len();
        let held = DMatrix::from_fn(rows, count, |i, j| gone[j][i]);
        let across = (held.transpose() * held).symmetric_eigen();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&a, &b| across.eigenvalues[a].total_cmp(&across.eigenvalues[b]));
        let free = across.eigenvectors.select_columns(&order[..count - rows]);
        let [stiffness, inertia] = [stiffness, inertia].map(|own| free.transpose() * own * &free);
        let lower = inertia.cholesky().expect("everything has mass").l();
        let half = lower.solve_lower_triangular(&stiffness).expect("regular");
        let whole = lower.solve_lower_triangular(&half.transpose()).expect("regular");
        let mut squares: Vec<f64> =
            (0.5 * (&whole + whole.transpose())).symmetric_eigenvalues().iter().copied().collect();
        squares.sort_by(f64::total_cmp);
        squares
    }
}

/// Random trees beside dense matrices of the same.
#[derive(Default)]
pub(super) struct BesideDense {
    /// Largest difference of squares, of the largest square.
    worst: f64,
    falling: usize,
    checked: usize,
}

impl BesideDense {
    /// Counts below random places and compares the lowest squares; gives the modes.
    pub(super) fn see(
        &mut self,
        members: &Members,
        random: &mut Random,
        round: usize,
    ) -> Vec<Swept> {
        let exact = members.dense();
        let size = exact.iter().fold(0.0_f64, |most, square| most.max(square.abs()));
        self.falling += exact.iter().filter(|square| **square < 0.0).count();
        for _ in 0..20 {
            let at = exact[(exact.len() - 1) / 2]
                + random.number() * size * 10f64.powf(-2.0 * random.number().abs());
            if exact.iter().all(|square| (square - at).abs() > 1e-9 * size) {
                let below = exact.iter().filter(|square| **square < at).count();
                assert_eq!(members.below(at), below, "{round}: {at}");
                self.checked += 1;
            }
        }
        let wanted = 1 + round % 7;
        let found = members.found(wanted);
        assert!(found.counted, "{round}");
        assert_eq!(found.modes.len(), wanted.min(exact.len()), "{round}");
        for (own, square) in found.modes.iter().zip(&exact) {
            self.worst = self.worst.max((own.square - square).abs() / size);
        }
        found.modes
    }

    pub(super) fn conclude(self, tolerance: f64) {
        let Self { worst, falling, checked } = self;
        println!("{worst:.1e}, {falling} falling, {checked} counts");
        assert!(worst < tolerance && worst > 0.0, "{worst:e}");
        assert!(falling > 10 && checked > 600);
    }
}

pub(super) fn resting(carrier: Option<usize>) -> Member {
    Member::new(carrier, 1.0, Sym3::diagonal(1.0, 1.0, 1.0))
}

/// `count` bodies with up to `most` freedoms each, in any directions; with springs, weights and springs to the ground.
pub(super) fn random_tree(random: &mut Random, count: usize, most: usize) -> Members {
    let mut members = Members::default();
    for body in 0..count {
        let carrier = (body > 0 && random.number() > -0.9).then(|| match random.number() > 0.0 {
            true => body - 1,
            false => random.below(body),
        });
        let freedoms: Vec<Freedom> = (0..random.below(most + 1).max(usize::from(body == 0)))
            .map(|_| Freedom {
                along: stacked(&random.vector(), &random.vector()),
                turning: if carrier.is_some() { random.vector() * 0.1 } else { Vec3::zeros() },
                stiffness: if random.number() > 0.0 { 1.0 + random.number() } else { 0.0 },
                damping: 0.0,
            })
            .collect();
        let grounded = (random.number() > 0.6).then(|| {
            let root = Matrix6::from_fn(|_, _| random.number());
            Box::new(root * root.transpose())
        });
        let member = Member {
            arm: random.vector(),
            between: [random.number() * 0.1, random.number() * 0.1, random.number() * 0.1],
            mass: 1.5 + random.number(),
            centre: random.vector(),
            about_centre: Sym3::diagonal(0.5, 0.7, 0.6).plus_square(0.2, &random.vector()),
            turning: Sym3::diagonal(1.0, 0.3, 0.5).plus_square(random.number(), &random.vector()),
            grounded,
            ..resting(carrier)
        };
        members.push(member, freedoms);
    }
    members
}

/// A beam of unit length, mass per length and bending stiffness, clamped at its root: rods with springs in hinges between their middles.
pub(super) fn beam(rods: usize, along: Vec3, across: Vec3) -> Members {
    let length = 1.0 / rods as f64;
    let inertia = length.powi(3) / 12.0;
    let mut members = Members::default();
    for body in 0..rods {
        let member = Member {
            arm: if body == 0 { Vec3::zeros() } else { along * length },
            mass: length,
            centre: along * (0.5 * length),
            about_centre: Sym3::isotropic(inertia).plus_square(-0.9 * inertia, &along),
            ..resting(body.checked_sub(1))
        };
        let stiffness = if body == 0 { 2.0 } else { 1.0 } * rods as f64;
        let freedom = Freedom {
            along: stacked(&across, &Vec3::zeros()),
            turning: Vec3::zeros(),
            stiffness,
            damping: 0.0,
        };
        members.push(member, vec![freedom]);
    }
    members
}

/// Rods that hang on ball joints, of unit length, mass and gravity altogether.
pub(super) fn hanging(rods: usize, down: Vec3) -> Members {
    let length = 1.0 / rods as f64;
    let inertia = length.powi(3) / 12.0;
    let mut members = Members::default();
    for body in 0..rods {
        // What pulls at its lower end, and the weight at its middle.
        let pull = (rods - 1 - body) as f64 * length;
        let resists = (pull + 0.5 * length) * length;
        let member = Member {
            arm: if body == 0 { Vec3::zeros() } else { down * length },
            mass: length,
            centre: down * (0.5 * length),
            about_centre: Sym3::isotropic(inertia).plus_square(-0.9 * inertia, &down),
            turning: Sym3::isotropic(resists).plus_square(-resists, &down),
            ..resting(body.checked_sub(1))
        };
        let turns = [Vec3::x(), Vec3::y(), Vec3::z()].map(|axis| Freedom {
            along: stacked(&axis, &Vec3::zeros()),
            turning: Vec3::zeros(),
            stiffness: 0.0,
            damping: 0.0,
        });
        members.push(member, turns.to_vec());
    }
    members
}
