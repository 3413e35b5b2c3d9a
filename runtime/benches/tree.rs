//! Cost of one evaluation (poses and velocities, articulated inertias, accelerations) of chains.
//! Read the column `item/s`: its inverse is the time for one body.
//!
//! `cargo bench -p cdl-runtime --bench tree`

use cdl_runtime::kernels::tree::{
    BodySpec, Joint, Parent, Placement, Sym3, Tree, TreeBuilder, TreeData, Vec3,
};
use divan::Bencher;
use divan::counter::ItemsCount;

const SIZES: [usize; 7] = [8, 32, 128, 1024, 8192, 32768, 100_000];

fn main() {
    divan::main();
}

struct Chain {
    tree: Tree,
    data: TreeData,
    q: Vec<f64>,
    v: Vec<f64>,
    dv: Vec<f64>,
}

fn chain(n: usize, rows: bool, joint: impl Fn(usize) -> Joint) -> Chain {
    let mut builder = TreeBuilder::new(Vec3::new(0.0, 0.0, -9.81));
    for body in 0..n {
        let parent = if body == 0 { Parent::World } else { Parent::Body(body - 1) };
        let spec = BodySpec {
            mass: 1.0,
            centre_of_mass: Vec3::new(0.0, 0.0, -0.25),
            inertia: Sym3::diagonal(0.02, 0.02, 0.001),
            parent,
            parent_frame: Placement::at(0.0, 0.0, -0.5),
            joint: joint(body),
            ..BodySpec::default()
        };
        builder.add_body(&spec).expect("a sound body");
    }
    let mut tree = builder.finish().expect("a sound tree");
    if rows {
        tree.find_stretches(&vec![false; n]);
    }
    let data = TreeData::new(&tree);
    let mut q = tree.rest_position();
    for (i, q) in q.iter_mut().enumerate() {
        *q += 0.1 * (i as f64).sin();
    }
    tree.normalize(&mut q);
    let v = (0..tree.rates()).map(|i| 0.1 * (i as f64).cos()).collect();
    let dv = vec![0.0; tree.rates()];
    Chain { tree, data, q, v, dv }
}

fn evaluate(bencher: Bencher, n: usize, joint: impl Fn(usize) -> Joint) {
    go(bencher, n, chain(n, false, joint));
}

fn go(bencher: Bencher, n: usize, mut chain: Chain) {
    bencher.counter(ItemsCount::new(n)).bench_local(|| {
        let Chain { tree, data, q, v, dv } = &mut chain;
        tree.kinematics(0..n, q, v, data);
        tree.inward(0..n, data).expect("a regular chain");
        tree.outward(0..n, data, dv);
        divan::black_box(dv[n / 2])
    });
}

#[divan::bench(args = SIZES)]
fn ball(bencher: Bencher, n: usize) {
    evaluate(bencher, n, |_| Joint::Spherical);
}

/// The same rods by the kernel for rows of them.
#[divan::bench(args = SIZES)]
fn rods(bencher: Bencher, n: usize) {
    go(bencher, n, chain(n, true, |_| Joint::Spherical));
}

/// Chains that hang straight and still but for their last body: what comes of it gets smaller from body to body.
fn still(bencher: Bencher, n: usize, mut chain: Chain) {
    let last = chain.tree.rates() / n;
    chain.q = chain.tree.rest_position();
    let (still, moving) = chain.v.split_at_mut((n - 1) * last);
    still.fill(0.0);
    moving.fill(0.1);
    go(bencher, n, chain);
}

#[divan::bench(args = SIZES)]
fn still_ball(bencher: Bencher, n: usize) {
    still(bencher, n, chain(n, false, |_| Joint::Spherical));
}

#[divan::bench(args = SIZES)]
fn still_rods(bencher: Bencher, n: usize) {
    still(bencher, n, chain(n, true, |_| Joint::Spherical));
}

#[divan::bench(args = SIZES)]
fn still_revolute(bencher: Bencher, n: usize) {
    still(bencher, n, chain(n, false, |_| Joint::Revolute { axis: Vec3::x() }));
}

#[divan::bench(args = SIZES)]
fn revolute(bencher: Bencher, n: usize) {
    evaluate(bencher, n, |i| Joint::Revolute {
        axis: if i % 2 == 0 { Vec3::x() } else { Vec3::y() },
    });
}

#[divan::bench(args = SIZES)]
fn universal(bencher: Bencher, n: usize) {
    evaluate(bencher, n, |_| Joint::Universal { first: Vec3::x(), second: Vec3::y() });
}

#[divan::bench(args = SIZES)]
fn mixed(bencher: Bencher, n: usize) {
    evaluate(bencher, n, |i| match i % 5 {
        0 => Joint::Spherical,
        1 => Joint::Revolute { axis: Vec3::x() },
        2 => Joint::Universal { first: Vec3::x(), second: Vec3::y() },
        3 => Joint::Planar { normal: Vec3::x(), first: Vec3::y() },
        _ => Joint::Cylindrical { axis: Vec3::z() },
    });
}
