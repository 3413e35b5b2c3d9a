//! Time per link and evaluation of the chain kernels. `cargo bench -p cdl-runtime --bench chain`;
//! the reciprocal of the throughput shown is the time per link.

use cdl_runtime::chain::{Data, Form, Links, Root, State, Tip, inward, outward};
use divan::counter::ItemsCount;
use nalgebra::Vector3;

fn main() {
    divan::main();
}

const COUNTS: [usize; 5] = [8, 32, 1000, 10_000, 100_000];

/// A gentle helix that turns.
fn shape(count: usize) -> (Vec<[f64; 3]>, Vec<[f64; 3]>) {
    (0..count)
        .map(|j| {
            let phase = 7.0 * j as f64 / count as f64;
            let u = Vector3::new(0.6 * phase.cos(), 0.6 * phase.sin(), -0.8);
            let w = Vector3::new(0.3, 0.1 * phase.sin(), 0.2);
            (<[f64; 3]>::from(u), <[f64; 3]>::from(w - u * u.dot(&w)))
        })
        .unzip()
}

fn evaluate(bencher: divan::Bencher<'_, '_>, form: Form, count: usize) {
    let links = Links::uniform(count, 10.0, 0.16).unwrap();
    let (directions, rates) = shape(count);
    let mut data = Data::new(&links, form);
    let mut turning = vec![[0.0; 3]; count];
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let state = State { directions: &directions, rates: &rates };
        data.place(&links, state, Vector3::zeros(), Vector3::zeros());
        for (j, mass) in links.masses().iter().enumerate() {
            data.forces[j].z -= 0.5 * 9.81 * mass;
            data.forces[j + 1].z -= 0.5 * 9.81 * mass;
        }
        inward(&links, state, &mut data, Tip::Free);
        outward(&links, state, &mut data, Root::Given(Vector3::zeros()), &mut turning)
    });
}

#[divan::bench(args = COUNTS)]
fn natural(bencher: divan::Bencher<'_, '_>, count: usize) {
    evaluate(bencher, Form::Natural, count);
}

#[divan::bench(args = COUNTS)]
fn recursion(bencher: divan::Bencher<'_, '_>, count: usize) {
    evaluate(bencher, Form::Recursion, count);
}
