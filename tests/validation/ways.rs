//! One rope by all ways to divide it: they come near to one another, and to the closed form.

use std::f64::consts::TAU;

use super::rows::run;
use super::small_motions::modes_of;
use super::spline::elastic_catenary;

const MODEL: &str = "examples/ways.cdl";
const WAYS: [&str; 4] = ["rigid_links", "lumped", "spline", "bspline"];

/// Force at the start and the place of the middle: level and up, N and m.
fn rest(way: &str, pieces: u32) -> [f64; 4] {
    let pieces = pieces.to_string();
    let set = [("way", way), ("pieces", pieces.as_str()), ("stiffness", "1 GN")];
    let rows = run(MODEL, "rest", &set);
    ["rope.start.force.x", "rope.start.force.z", "rope.mid.position.x", "rope.mid.position.z"]
        .map(|name| rows.last(name))
}

/// Against a catenary (Irvine 1981), whose stretch of a millionth rigid links do not have: of order 2 by links and points, of
/// 4 by splines, and more by B-splines, until stiffness times rounding is what is left. So all of them say the same in the
/// end.
#[test]
fn all_ways_hang_as_a_catenary() {
    let [level, up] = elastic_catenary(1e9, [80.0, 20.0]);
    for (way, [coarse, fine], order, bound) in [
        ("rigid_links", [64, 128], 1.9, 1e-4),
        ("lumped", [64, 128], 1.9, 1e-4),
        ("spline", [16, 32], 3.5, 1e-6),
        ("bspline", [32, 64], 3.5, 1e-6),
    ] {
        let errors = [coarse, fine].map(|pieces| {
            let [x, z, ..] = rest(way, pieces);
            (x - level).hypot(z - up) / level
        });
        println!("{way}: {errors:?}");
        assert!(errors[1] < bound, "{way}: {errors:?}");
        let found = (errors[0] / errors[1]).log2();
        assert!(found > order || errors[1] < 2e-6, "{way}: {errors:?}");
    }
    let all = WAYS.map(|way| rest(way, 128));
    for pair in all.windows(2) {
        for (a, b) in pair[0].iter().zip(&pair[1]) {
            assert!((a - b).abs() < 1e-4 * (1.0 + b.abs()), "{all:?}");
        }
    }
}

/// What a shape at the start is: `start = hanging`, which is where each of them begins.
#[test]
fn all_ways_begin_where_they_hang() {
    for way in WAYS {
        let set = [("way", way), ("pieces", "32")];
        let rows = run(MODEL, "begin", &set);
        for name in ["rope.mid.position.x", "rope.mid.position.z"] {
            let column = rows.column(name);
            assert!((column[0] - rows.last(name)).abs() < 2e-4, "{way} {name}: {column:?}");
        }
    }
}

/// The slowest six vibrations about that, rad/s.
#[test]
fn all_ways_sway_alike() {
    let all = WAYS.map(|way| {
        let pieces = if way == "spline" || way == "bspline" { "48" } else { "192" };
        let set = [("way", way), ("pieces", pieces), ("stiffness", "20 MN")];
        let found = modes_of(MODEL, "sway", &set);
        found.iter().map(|mode| TAU * mode.frequency()).collect::<Vec<f64>>()
    });
    println!("{all:?}");
    for (way, own) in WAYS.iter().zip(&all) {
        for (mode, (a, b)) in own.iter().zip(&all[2]).enumerate() {
            assert!((a / b - 1.0).abs() < 5e-4, "{way} {mode}: {all:?}");
        }
    }
}
