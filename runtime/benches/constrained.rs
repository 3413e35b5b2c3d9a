//! Energy-momentum steps: `cargo bench -p cdl-runtime --bench constrained`. Read the column `item/s`: its
//! inverse is the time for one link (or body) and one Newton iteration, everything included.

#[path = "../tests/support/mod.rs"]
mod support;

use std::sync::atomic::AtomicBool;

use cdl_graph::{CableEnd, CableStart, Discretization, Fluid, FrameId, JointKind};
use cdl_runtime::{Observer, RunReport, assemble, run};
use divan::Bencher;
use divan::counter::ItemsCount;
use support::{Sketch, rod};

fn main() {
    divan::main();
}

struct Nobody;
impl Observer for Nobody {}

const COUNTS: [u32; 4] = [10, 100, 1000, 10_000];

fn measure(bencher: Bencher<'_, '_>, sketch: &Sketch, pieces: u32) {
    let model = assemble(&sketch.graph).expect("a good model");
    let once = || -> RunReport {
        let report = run(&model, &mut Nobody, &AtomicBool::new(false));
        assert_eq!(report.solved().outcome, cdl_runtime::Outcome::Finished);
        report
    };
    let iterations = once().solved().effort.evaluations;
    bencher.counter(ItemsCount::new(u64::from(pieces) * iterations)).bench_local(once);
}

/// Steps that make runs of every size take alike.
fn steps(pieces: u32) -> f64 {
    f64::from((20_000 / pieces).clamp(10, 1000))
}

/// A hanging chain of links of 0.1 m that is let go at 20 degrees; steps of 2 ms.
fn chain(links: u32) -> Sketch {
    let mut sketch = Sketch::new("chain");
    let (s, c) = 20_f64.to_radians().sin_cos();
    let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Free];
    let length = 0.1 * f64::from(links);
    sketch.cable("chain", links, ends, length, 0.016 * f64::from(links), [s, 0.0, -c]);
    let duration = 2e-3 * steps(links);
    sketch.with_energy_momentum(duration, duration, 2e-3);
    sketch
}

#[divan::bench(args = COUNTS, sample_count = 10)]
fn links(bencher: Bencher<'_, '_>, count: u32) {
    measure(bencher, &chain(count), count);
}

#[divan::bench(args = COUNTS, sample_count = 10)]
fn links_with_bending(bencher: Bencher<'_, '_>, count: u32) {
    let mut sketch = chain(count);
    let [stiffness, damping] = sketch.numbers([1e-3, 1e-5]);
    sketch.graph.cables[0].bending.stiffness = stiffness;
    sketch.graph.cables[0].bending.damping = damping;
    measure(bencher, &sketch, count);
}

/// Drag, buoyancy and added mass.
#[divan::bench(args = COUNTS, sample_count = 10)]
fn links_in_water(bencher: Bencher<'_, '_>, count: u32) {
    let mut sketch = chain(count);
    flood(&mut sketch);
    measure(bencher, &sketch, count);
}

fn flood(sketch: &mut Sketch) {
    let [zero, density, current] = sketch.numbers([0.0, 1000.0, 0.2]);
    sketch.graph.environment.water = Some(Fluid { density, velocity: [current, zero, zero] });
    let [normal, tangent, added] = sketch.numbers([1.2, 0.02, 1.0]);
    let cable = &mut sketch.graph.cables[0];
    [cable.drag.normal, cable.drag.tangent, cable.added_mass] = [normal, tangent, added];
    cable.buoyancy = true;
}

/// The chain as a spline.
fn spline(elements: u32, stiffness: f64) -> Sketch {
    let mut sketch = chain(elements);
    let stiffness = sketch.number(stiffness);
    let cable = &mut sketch.graph.cables[0];
    cable.discretization = Discretization::Spline { elements, axial: None };
    cable.bending.stiffness = stiffness;
    sketch
}

#[divan::bench(args = COUNTS, sample_count = 10)]
fn spline_elements(bencher: Bencher<'_, '_>, count: u32) {
    measure(bencher, &spline(count, 0.0), count);
}

#[divan::bench(args = COUNTS, sample_count = 10)]
fn spline_elements_with_bending(bencher: Bencher<'_, '_>, count: u32) {
    measure(bencher, &spline(count, 1e-3), count);
}

/// Drag, buoyancy and added mass.
#[divan::bench(args = COUNTS, sample_count = 10)]
fn spline_elements_in_water(bencher: Bencher<'_, '_>, count: u32) {
    let mut sketch = spline(count, 0.0);
    flood(&mut sketch);
    measure(bencher, &sketch, count);
}

/// The chain of the first check of the energy: 32 links of 10 m over a span of 6 m, 100 s with 5 ms.
#[divan::bench(sample_count = 1)]
fn held_chain_100_s(bencher: Bencher<'_, '_>) {
    let mut sketch = Sketch::new("held");
    let right = sketch.frame(cdl_graph::BodyId::WORLD, [6.0, 0.0, 0.0]);
    let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Pinned(right)];
    sketch.cable("chain", 32, ends, 10.0, 1.0, [1.0, 0.0, 0.0]);
    let towards = sketch.numbers([0.0, 0.0, -1.0]);
    sketch.graph.cables[0].start = CableStart::Arc { towards };
    sketch.with_energy_momentum(100.0, 100.0, 5e-3);
    measure(bencher, &sketch, 32);
}

/// Rods on pins: bodies with six unknowns and five constraints.
#[divan::bench(args = [10, 100, 1000], sample_count = 10)]
fn pinned_rods(bencher: Bencher<'_, '_>, count: u32) {
    let mut sketch = Sketch::new("rods");
    let mut parent = FrameId::WORLD;
    for index in 0..count {
        let kind: JointKind = sketch.revolute([0.0, 1.0, 0.0]);
        let start = if index == 0 { 0.3 } else { 0.0 };
        let name = format!("rod{index}");
        let (body, _) = sketch.body(&name, rod(0.1, 0.1), kind, parent, &[start], &[0.0]);
        parent = sketch.frame(body, [0.0, 0.0, -0.1]);
    }
    let duration = 2e-3 * steps(count).min(100.0);
    sketch.with_energy_momentum(duration, duration, 2e-3);
    measure(bencher, &sketch, count);
}
