//! Cost of a run's start by the size of the model: from text to graph, from graph to runtime model,
//! and one step: `cargo bench --bench start`, optionally followed by `-- NAME`.
//!
//! Each start has a process of its own, as the command has: its memory is touched for the first time. Prints one line for
//! each model and size: milliseconds of each part, of the fastest of five starts in all.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cdl_compiler::{Compiler, Disk, Request};
use cdl_runtime::{Observer, Outcome, assemble_shared, run};

/// As in the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const MODELS: [&str; 5] = ["hinges", "chain", "cables", "hinges_constrained", "cables_constrained"];
const SIZES: [usize; 2] = [1000, 10_000];

struct Nobody;
impl Observer for Nobody {}

/// What a child is called with, before the model and the number of elements.
const CHILD: &str = "one-start";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [CHILD, model, size] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        let [compile, assemble, step] = start(model, size.parse().expect("a number"));
        println!("{compile} {assemble} {step}");
        return;
    }
    let wanted: Vec<&String> = arguments.iter().filter(|own| !own.starts_with('-')).collect();
    println!(
        "{:<20} {:>8} {:>9} {:>9} {:>9} {:>9}",
        "ms", "elements", "compile", "assemble", "step", "all"
    );
    for model in MODELS {
        if !wanted.is_empty() && !wanted.iter().any(|name| *name == model) {
            continue;
        }
        for size in SIZES {
            let starts = (0..5).map(|_| start_alone(model, size));
            let Some(fastest) =
                starts.min_by(|a, b| a.iter().sum::<f64>().total_cmp(&b.iter().sum::<f64>()))
            else {
                continue;
            };
            let [compile, assemble, step] = fastest;
            let all: f64 = fastest.iter().sum();
            println!("{model:<20} {size:>8} {compile:>9.1} {assemble:>9.1} {step:>9.1} {all:>9.1}");
        }
    }
}

/// As [`start`], in a process of its own.
fn start_alone(model: &str, size: usize) -> [f64; 3] {
    let own = std::env::current_exe().expect("this program");
    let child =
        Command::new(own).args([CHILD, model, &size.to_string()]).output().expect("it runs");
    let text = String::from_utf8(child.stdout).expect("numbers");
    let parts: Vec<f64> = text.split_whitespace().map(|part| part.parse().expect("ms")).collect();
    parts.try_into().unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&child.stderr)))
}

/// Milliseconds of compilation, assembly and the run.
fn start(experiment: &str, size: usize) -> [f64; 3] {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/start.cdl");
    let path = path.to_str().expect("UTF-8");
    let request = Request {
        experiment: Some(experiment.to_owned()),
        overrides: vec![("count".to_owned(), size.to_string())],
    };
    let mut clock = Instant::now();
    let mut lap = || {
        let lap = clock.elapsed().as_secs_f64() * 1e3;
        clock = Instant::now();
        lap
    };
    let compilation = Compiler::new(Disk).compile(path, &request).expect("the model compiles");
    let compile = lap();
    let graph = compilation.graph().expect("a graph").clone();
    let model = assemble_shared(graph).expect("a good model");
    let assemble = lap();
    let report = run(&model, &mut Nobody, &AtomicBool::new(false));
    assert_eq!(report.solved().outcome, Outcome::Finished, "{experiment} of {size}");
    [compile, assemble, lap()]
}
