//! Whole runs: `cargo bench -p cdl-runtime --bench run`.

#[path = "../tests/support/mod.rs"]
mod support;

use std::sync::atomic::AtomicBool;

use cdl_graph::{CableEnd, ChainForm, Discretization, FrameId};
use cdl_runtime::{Observer, assemble, run};
use divan::Bencher;
use support::Sketch;

fn main() {
    divan::main();
}

struct Nobody;
impl Observer for Nobody {}

/// The tether of Hembree and Slegers (2010, section 5.2) without drag: 32 links, 5 degrees, rk4 with
/// 5 ms, 10 s; 8004 evaluations, one row.
#[divan::bench(args = [ChainForm::Natural, ChainForm::Recursion])]
fn papers_tether_10_s(bencher: Bencher<'_, '_>, form: ChainForm) {
    let mut sketch = Sketch::new("tether");
    let (s, c) = 5_f64.to_radians().sin_cos();
    let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Free];
    sketch.cable("tether", 32, ends, 10.0, 0.16, [s, 0.0, -c]);
    sketch.graph.cables[0].discretization = Discretization::RigidLinks { count: 32, form };
    sketch.with_rk4(10.0, 10.0, 5e-3);
    let model = assemble(&sketch.graph).expect("a good model");
    bencher.bench(|| {
        let report = run(&model, &mut Nobody, &AtomicBool::new(false));
        assert_eq!(report.solved().outcome, cdl_runtime::Outcome::Finished);
        report
    });
}
