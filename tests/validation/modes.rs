//! Small swings of a hanging chain.

use super::reference::two_cosines;
use super::rows::run;

/// The frequencies of a hanging chain are `j_n/2 sqrt(g/L)` with the zeros `j_n` of the Bessel function
/// J0 (D. Bernoulli 1733; zeros from Abramowitz and Stegun, table 9.5). Rigid links converge to them
/// with the second order: twice as many quarter the error (4 within 3 %), and what Richardson's
/// extrapolation leaves is of fourth order, below 1e-7 and 1e-5 for the first and second mode.
#[test]
fn a_hanging_chain_swings_at_the_zeros_of_j0() {
    let root = (9.81_f64 / 1.0).sqrt();
    let expected = [2.404_825_557_695_773, 5.520_078_110_286_311].map(|zero| 0.5 * zero * root);
    let errors: Vec<[f64; 2]> = ["16", "32", "64"]
        .iter()
        .map(|links| {
            let rows = run("tests/models/chain_modes.cdl", "sway", &[("links", links)]);
            let found =
                two_cosines(&rows.time, rows.column("chain.end.position.x"), expected).frequencies;
            println!("{links} links: {found:?} rad/s, in the limit {expected:?}");
            std::array::from_fn(|mode| found[mode] / expected[mode] - 1.0)
        })
        .collect();
    println!("relative errors {errors:?}");
    let bounds = [(1e-5, 1e-7), (3e-4, 1e-5)];
    for (mode, (bound, rest)) in bounds.into_iter().enumerate() {
        let [coarse, middle, fine] = [0, 1, 2].map(|row: usize| errors[row][mode]);
        let extrapolated = (4.0 * fine - middle) / 3.0;
        println!("mode {}: {fine:.2e}, extrapolated {extrapolated:.1e}", mode + 1);
        assert!(fine.abs() < bound, "mode {mode}: {fine}");
        assert!(extrapolated.abs() < rest, "mode {mode}: {extrapolated}");
        for ratio in [coarse / middle, middle / fine] {
            assert!((ratio - 4.0).abs() < 0.12, "mode {mode}: {ratio}");
        }
    }
}
