//! Digits of long chains of rods on parallel hinges. What they resist about other axes grows with the cube of their number: askew to
//! the axes of the world it is part of what opposes the hinges, and its rounding with it. A run says how much that is.

use super::rows::{Rows, run};

const MODELS: &str = "tests/models/askew_hinges.cdl";

fn first_accelerations(rows: &Rows) -> [f64; 2] {
    ["first", "sixth"].map(|name| rows.column(name)[0])
}

/// What the run says that its accelerations are known to.
fn told(rows: &Rows) -> Option<f64> {
    let note = rows.report.warnings.iter().find(|note| note.contains("known to about"))?;
    note.split_whitespace().find_map(|word| word.parse().ok())
}

/// Against the same chain along an axis of the world, whose pivots have nothing else in them, and constraints, which know no sums over
/// the chain: these keep 1e-14. Found by the recursion: 7e-7 with 3000 rods, 1.6e-5 with 10 000. Sweeps stand in axes of the bodies and keep 1e-14, too; what hinges transmit
/// about the axes that they hold is nothing here, and is not known to more than 3e-6 N m, which is told.
#[test]
fn a_run_says_how_many_digits_long_chains_lose() {
    let exact = first_accelerations(&run(MODELS, "recursive", &[("count", "3000")]));
    let given = [("count", "3000"), ("turned", "37 deg")];
    let off = |rows: &Rows| {
        let found = first_accelerations(rows).into_iter().zip(exact);
        found.map(|(found, exact)| (found / exact - 1.0).abs()).fold(0.0, f64::max)
    };
    for experiment in ["recursive", "swept"] {
        let straight = run(MODELS, experiment, &given[..1]);
        assert!(told(&straight).is_none() && off(&straight) < 1e-12, "{experiment}");
        let rows = run(MODELS, experiment, &given);
        let (off, told) = (off(&rows), told(&rows).expect("it is told"));
        if experiment == "swept" {
            let is_of_forces = |note: &String| note.starts_with("forces in joints are known to");
            assert!(off < 1e-12 && rows.report.warnings.iter().any(is_of_forces), "{off:e}");
            continue;
        }
        println!("{experiment}: off by {off:.1e}, told {told:.1e}");
        assert!(1e-8 < off && off < told && told < 100.0 * off, "{experiment}: {off:e} {told:e}");
    }
    let rows = run(MODELS, "constrained", &given);
    assert!(told(&rows).is_none() && off(&rows) < 1e-12, "{:e}", off(&rows));
}

/// A pivot is compared to what it is made of: 100 000 rods weigh 3e14 times as much about other axes as about their hinges.
#[test]
fn a_hundred_thousand_rods_on_hinges_run() {
    let few = first_accelerations(&run(MODELS, "recursive", &[("count", "2000")]));
    let rows = run(MODELS, "recursive", &[("count", "100000")]);
    for (found, few) in first_accelerations(&rows).into_iter().zip(few) {
        assert!((found / few - 1.0).abs() < 1e-12, "{found} {few}");
    }
    assert!(told(&rows).is_none());
}
