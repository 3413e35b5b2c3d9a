//! Moving supports.

use super::rows::{largest_difference, run};

const MODELS: &str = "tests/models/moving_base.cdl";

/// D'Alembert: a rig on a sled that accelerates by a, seen from the sled, moves as at rest under the
/// gravity g - a. The same steps are taken by different terms, so round-off: 1e-10.
#[test]
fn an_accelerating_base_is_an_inclined_gravity() {
    let sled = run(MODELS, "sled", &[]);
    let inclined = run(MODELS, "inclined", &[]);
    let apart = ["angle", "end.x", "end.y", "end.z"]
        .map(|name| largest_difference(sled.column(name), inclined.column(name)))
        .into_iter()
        .fold(0.0, f64::max);
    println!("apart by at most {apart:.1e}");
    assert!(apart < 1e-10, "{apart}");
}
