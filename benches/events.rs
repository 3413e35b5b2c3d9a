//! Cost of events: `cargo bench --bench events`.
//!
//! Prints the time of a step with conditions that wait, relative to none and for each of them, and the time of an event
//! by how many there are in a run; the fastest of five runs.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cdl_session::{Observer, Outcome, Session, Solved};

struct Nobody;
impl Observer for Nobody {}

fn main() {
    println!(
        "{:<18} {:>10} {:>12} {:>8} {:>16}",
        "waiting", "conditions", "us per step", "ratio", "ns per condition"
    );
    for experiment in ["waiting", "waiting_implicit"] {
        let mut alone = f64::NAN;
        for count in [0, 10, 100, 1000] {
            let solved = fastest(experiment, count);
            let step = solved.solver_time.as_secs_f64() / solved.effort.steps as f64;
            if count == 0 {
                alone = step;
            }
            println!(
                "{experiment:<18} {count:>10} {:>12.2} {:>8.3} {:>16.1}",
                step * 1e6,
                step / alone,
                (step - alone) / count.max(1) as f64 * 1e9
            );
        }
    }
    println!("{:<18} {:>10} {:>12}", "happening", "events", "us per event");
    for experiment in ["often", "sampled"] {
        for count in [1000, 10_000, 100_000, 1_000_000] {
            let solved = fastest(experiment, count);
            let each = solved.solver_time.as_secs_f64() / solved.events as f64;
            println!("{experiment:<18} {:>10} {:>12.3}", solved.events, each * 1e6);
        }
    }
}

fn fastest(experiment: &str, count: usize) -> Solved {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/events.cdl");
    let count = count.to_string();
    let mut session = Session::open(path).expect("the models");
    let runnable = session.experiment(Some(experiment), &[("count", &count)]).expect("it runs");
    let runs = (0..5).map(|_| runnable.run(&mut Nobody, &AtomicBool::new(false)).run);
    let solved = runs.map(|run| run.solved().clone()).min_by_key(|solved| solved.solver_time);
    let solved = solved.expect("five runs");
    assert_eq!(solved.outcome, Outcome::Finished);
    solved
}
