//! Chains of which closed forms are known, up to 100 000 bodies.

use super::rig::{beam, hanging};
use crate::spatial::Vec3;

/// Roots of `cos x cosh x = -1`.
const CLAMPED: [f64; 3] = [1.875104068711961, 4.694091132974175, 7.854757438237613];

/// Zeros of J0: Abramowitz and Stegun, table 9.5.
const HANGING: [f64; 3] = [2.404825557695773, 5.520078110286311, 8.653727912911013];

/// A beam of rods with springs in its hinges differs from the continuous one by `-0.458835/N²` of its frequency. What is left of that beside rounding is
/// below 1e-12 at 100 000 rods, where the condition of an assembled matrix is 1e20.
#[test]
fn a_beam_of_a_hundred_thousand_bodies_has_its_frequencies() {
    for rods in [100, 1000, 10_000, 100_000] {
        let found = beam(rods, Vec3::x(), Vec3::y()).found(3);
        assert!(found.counted);
        let errors: Vec<f64> = found
            .modes
            .iter()
            .zip(CLAMPED)
            .map(|(own, root)| own.square.sqrt() / (root * root) - 1.0)
            .collect();
        let left = errors[0] + 0.458_835 / (rods as f64).powi(2);
        println!(
            "{rods}: {errors:?}, {left:.1e} beside the discretization, residual {:.1e}",
            found.modes[0].residual
        );
        assert!(left.abs() < 1e-12 + (rods as f64).powi(-4), "{rods}: {left:e}");
        assert!(errors[2].abs() < 12.0 / (rods as f64).powi(2) + 1e-12, "{rods}: {errors:?}");
    }
    // In any direction.
    let found = beam(1000, Vec3::new(0.36, 0.48, 0.8), Vec3::new(0.8, -0.6, 0.0)).found(1);
    let level = beam(1000, Vec3::x(), Vec3::y()).found(1);
    let gap = found.modes[0].square / level.modes[0].square - 1.0;
    println!("askew {gap:.1e}");
    assert!(gap.abs() < 1e-11, "{gap:e}");
}

/// Rods on ball joints: all of them turn freely about themselves, and each frequency is there twice, `0.0307/N²` above half a zero of J0.
#[test]
fn hanging_rods_swing_in_pairs_and_turn_freely() {
    for (rods, down) in [(8, Vec3::z()), (64, Vec3::new(0.36, 0.48, 0.8)), (200, -Vec3::z())] {
        let found = hanging(rods, down).found(rods + 6);
        assert!(found.counted, "{rods}");
        assert!(found.modes[..rods].iter().all(|own| own.square == 0.0), "{rods}");
        let swinging: Vec<f64> = found.modes[rods..].iter().map(|own| own.square.sqrt()).collect();
        for (pair, zero) in swinging.chunks_exact(2).zip(HANGING) {
            assert!((pair[1] / pair[0] - 1.0).abs() < 1e-12, "{pair:?}");
            if rods == 200 {
                assert!((pair[0] / (0.5 * zero) - 1.0).abs() < 1e-3);
            }
        }
        let left = (2.0 * swinging[0] / HANGING[0] - 1.0) * (rods as f64).powi(2);
        println!("{rods}: {left:.5} over N²");
        assert!((left - 0.0307).abs() < if rods == 8 { 2e-3 } else { 3e-4 }, "{left}");
    }
}
