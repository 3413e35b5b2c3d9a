//! Why transfer matrices are not multiplied: the plain product along a chain loses half a digit with each link.

use nalgebra::{Matrix2, SMatrix, SVector, Vector2};

use super::precise::Rods;
use crate::tree::tests::reference::{Random, difference};

type Transfer = SMatrix<f64, 5, 5>;

/// From the upper end of a rod to its lower end: `(a_x, a_z, f_x, f_z, 1)`, with the angular acceleration in the last row given.
fn rod(rods: &Rods, k: usize) -> (Transfer, SVector<f64, 5>) {
    let (mass, half) = (rods.masses[k], 0.5 * rods.length);
    let inertia = mass * rods.length * rods.length / 12.0;
    let (sin, cos) = rods.angles[k].sin_cos();
    let along = Vector2::new(sin, -cos) * half;
    let across = Vector2::new(cos, sin) * half;
    let centripetal = -along * rods.rates[k] * rods.rates[k];
    let weight = Vector2::new(0.0, -rods.gravity) * mass;
    // J α = -across . (f + f'), f' = f + weight - m (a + α across + centripetal).
    let whole = inertia - mass * across.norm_squared();
    let mut alpha = SVector::<f64, 5>::zeros();
    for i in 0..2 {
        alpha[i] = mass * across[i] / whole;
        alpha[2 + i] = -2.0 * across[i] / whole;
    }
    alpha[4] = -across.dot(&(weight - centripetal * mass)) / whole;
    let mut transfer = Transfer::identity();
    for i in 0..2 {
        for j in 0..5 {
            transfer[(i, j)] += 2.0 * across[i] * alpha[j];
            transfer[(2 + i, j)] -= mass * across[i] * alpha[j];
        }
        transfer[(i, 4)] += 2.0 * centripetal[i];
        transfer[(2 + i, i)] -= mass;
        transfer[(2 + i, 4)] += weight[i] - mass * centripetal[i];
    }
    (transfer, alpha)
}

fn by_products(rods: &Rods) -> Vec<f64> {
    let all: Vec<_> = (0..rods.angles.len()).map(|k| rod(rods, k)).collect();
    let product = all.iter().fold(Transfer::identity(), |product, (own, _)| own * product);
    // No force below the last rod.
    let block = Matrix2::new(product[(2, 2)], product[(2, 3)], product[(3, 2)], product[(3, 3)]);
    let right = -Vector2::new(product[(2, 4)], product[(3, 4)]);
    let force = block.lu().solve(&right).unwrap_or_else(Vector2::zeros);
    let mut state = SVector::<f64, 5>::from([0.0, 0.0, force.x, force.y, 1.0]);
    let step = |(own, alpha): &(Transfer, SVector<f64, 5>)| {
        let now = alpha.dot(&state);
        state = own * state;
        now
    };
    all.iter().map(step).collect()
}

/// Right for few rods, without a digit from thirty on; sweeps in Riccati's form have all of them (`masses.rs`).
#[test]
fn plain_products_lose_half_a_digit_with_each_rod() {
    let mut random = Random(41);
    let mut found = Vec::new();
    for links in [1, 4, 8, 16, 24, 32, 48] {
        let mut worst = 0.0_f64;
        for _ in 0..5 {
            let rods = Rods {
                length: 1.0,
                gravity: 9.81,
                angles: (0..links).map(|_| 3.0 * random.number()).collect(),
                rates: (0..links).map(|_| random.number()).collect(),
                masses: vec![1.0; links],
            };
            worst = worst.max(difference(&by_products(&rods), &rods.accelerations()));
        }
        println!("{links} rods: {worst:.1e}");
        found.push((links, worst));
    }
    let of = |links: usize| found.iter().find(|own| own.0 == links).map_or(f64::NAN, |own| own.1);
    assert!(of(1) < 1e-14 && of(4) < 1e-12, "the matrices themselves are right");
    assert!(of(16) > 1e-11 && of(32) > 1e-4 && of(48) > 0.1, "{found:?}");
}
