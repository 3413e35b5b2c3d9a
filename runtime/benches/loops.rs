//! Cost of closed loops: the N-four-bar mechanism with up to 1000 windows, two steps of rk4 with
//! projection (9 evaluations of forces and 3 projections, the start counted). Read the column `item/s`:
//! its inverse is the time for one body and one evaluation, with its share of the projections.
//!
//! `cargo bench -p cdl-runtime --bench loops`

use std::sync::atomic::AtomicBool;

use cdl_runtime::{Observer, assemble, run};
use divan::Bencher;
use divan::counter::ItemsCount;

#[path = "../tests/support/mod.rs"]
mod support;

use support::{Sketch, windows};

const WINDOWS: [usize; 5] = [1, 10, 100, 300, 1000];
const STEPS: usize = 2;

fn main() {
    divan::main();
}

struct Nobody;

impl Observer for Nobody {}

#[divan::bench(args = WINDOWS, sample_count = 30)]
fn four_bars(bencher: Bencher, count: usize) {
    let mut sketch = Sketch::new("four-bars");
    windows(&mut sketch, count, 0.3, 1.0);
    let duration = STEPS as f64 * 1e-3;
    sketch.with_rk4(duration, duration, 1e-3);
    let model = assemble(&sketch.graph).expect("a sound model");
    let bodies = 2 * count + 1;
    bencher.counter(ItemsCount::new(bodies * (4 * STEPS + 1))).bench_local(|| {
        run(&model, &mut Nobody, &AtomicBool::new(false)).solved().effort.evaluations
    });
}

/// Assembly finds who feels whom, the order of elimination and a consistent start.
#[divan::bench(args = [10, 100, 1000], sample_count = 3)]
fn assembly(bencher: Bencher, count: usize) {
    let mut sketch = Sketch::new("four-bars");
    windows(&mut sketch, count, 0.3, 1.0);
    sketch.with_rk4(1.0, 1.0, 1e-3);
    let bodies = 2 * count + 1;
    bencher
        .counter(ItemsCount::new(bodies))
        .bench_local(|| assemble(&sketch.graph).expect("a sound model").size());
}
