//! Results do not depend on the scale of lengths and masses.

use crate::rows::{self, Rows};

const MODEL: &str = "tests/models/right_numbers/scale.cdl";

fn scaled(experiment: &str, lengths: i32, masses: i32) -> Rows {
    let length = format!("{:e} m", 2.0_f64.powi(lengths));
    let mass = format!("{:e} kg", 2.0_f64.powi(masses));
    rows::run(MODEL, experiment, &[("L", &length), ("m", &mass)])
}

/// Lengths times 2^k, masses times 2^j, gravity times 2^k: the angles are the same numbers, but for the
/// rounding of roots of odd powers, over 1 s (1e-12), and energies scale. At 1e-9 m the angle was 0.68 off.
#[test]
fn a_loop_moves_the_same_at_every_scale() {
    let methods = [
        "k",
        "baumgarte",
        "gear_gupta_leimkuhler",
        "augmented_lagrangian",
        "partitioning",
        "penalty",
    ];
    for method in methods {
        let plain = scaled(method, 0, 0);
        for (lengths, masses) in
            [(-30, -30), (-30, 30), (30, -30), (30, 30), (-30, 0), (-13, 7), (11, 0)]
        {
            let rows = scaled(method, lengths, masses);
            for name in ["ja.angle", "p.attitude.w", "p.attitude.x", "p.attitude.y", "p.attitude.z"]
            {
                let error = rows::largest_difference(rows.column(name), plain.column(name));
                assert!(error < 1e-10, "{method}, 2^{lengths} m, 2^{masses} kg, {name}: {error}");
            }
            let unit = 2.0_f64.powi(masses + 2 * lengths);
            let energy: Vec<f64> =
                rows.column("energy.kinetic").iter().map(|energy| energy / unit).collect();
            let error = rows::largest_difference(&energy, plain.column("energy.kinetic"));
            assert!(error < 1e-9, "{method}, 2^{lengths} m, 2^{masses} kg: {error} J");
        }
    }
}
