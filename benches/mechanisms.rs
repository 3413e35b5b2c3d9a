//! Cost of a step and of a Newton iteration for each body or link, by the size of the model:
//! `cargo bench --bench mechanisms`, optionally followed by `-- NAME`.
//!
//! Prints one line for each model and size: solver time per step, and per piece and evaluation (a Newton
//! iteration or one evaluation of all accelerations), the fastest of five runs.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cdl_session::{Observer, Outcome, Session};

struct Nobody;
impl Observer for Nobody {}

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!(
        "{:<16} {:>7} {:>12} {:>22} {:>12}",
        "", "pieces", "ms per step", "ns per piece and eval.", "evaluations"
    );
    for (model, sizes) in [
        ("links", &[10, 100, 1000, 10_000][..]),
        ("balls", &[10, 100, 1000]),
        ("bars", &[10, 100, 1000]),
        ("heavy", &[10, 100, 1000]),
        ("hinges", &[10, 100, 1000]),
        ("four_bars", &[10, 100, 1000]),
    ] {
        for experiment in ["", "_rk4", "_sweep"].map(|kind| format!("{model}{kind}")) {
            // Sweeps are for trees of bodies.
            if experiment.ends_with("_sweep")
                && !matches!(model, "balls" | "bars" | "heavy" | "hinges")
            {
                continue;
            }
            if !wanted.is_empty() && !wanted.iter().any(|name| experiment.starts_with(name)) {
                continue;
            }
            for &size in sizes {
                measure(&experiment, size);
            }
        }
    }
}

fn measure(experiment: &str, size: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/mechanisms.cdl");
    let count = size.to_string();
    let mut session = Session::open(path).expect("the models");
    let runnable = session.experiment(Some(experiment), &[("count", &count)]).expect("it runs");
    let pieces = (runnable.size().bodies + runnable.size().links) as f64;
    let mut fastest = f64::INFINITY;
    let mut effort = Default::default();
    for _ in 0..5 {
        let report = runnable.run(&mut Nobody, &AtomicBool::new(false)).run;
        if report.solved().outcome != Outcome::Finished {
            // Explicit steps of this length are not stable for every size.
            return println!("{experiment:<16} {pieces:>7}   {:?}", report.solved().outcome);
        }
        fastest = fastest.min(report.solved().solver_time.as_secs_f64());
        effort = report.solved().effort;
    }
    println!(
        "{experiment:<16} {pieces:>7} {:>12.4} {:>22.0} {:>12}",
        fastest / effort.steps as f64 * 1e3,
        fastest / effort.evaluations as f64 / pieces * 1e9,
        effort.evaluations,
    );
}
