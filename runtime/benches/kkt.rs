//! Time of one factorization and one solve: `cargo bench -p cdl-runtime --bench kkt`. The throughput
//! counts groups; its reciprocal is the time per group. Allocations are counted: there are none.

#[path = "../src/constrained/kkt/tests/systems.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod kkt_systems;

use cdl_runtime::kernels::kkt::{Factorization, Method, Structure};
use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use kkt_systems::{BODY, LINK, NODE, Random, System};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

const COUNTS: [usize; 4] = [10, 100, 1000, 10_000];
const LOOPS: [usize; 3] = [10, 100, 1000];

fn factor_and_solve(bencher: Bencher<'_, '_>, system: System) {
    let structure = system.structure();
    measure(bencher, &system, &structure);
}

fn by_method(bencher: Bencher<'_, '_>, system: System, method: Method) {
    let structure = Structure::with_method(system.groups.clone(), &system.couplings, method);
    measure(bencher, &system, &structure);
}

fn measure(bencher: Bencher<'_, '_>, system: &System, structure: &Structure) {
    let mut random = Random(1);
    let values = system.fill(structure, 1e-3, &mut random);
    let right: Vec<f64> = (0..structure.unknowns()).map(|_| random.number()).collect();
    let mut vector = right.clone();
    let mut factorization = Factorization::new(structure);
    bencher.counter(ItemsCount::new(system.groups.len())).bench_local(|| {
        factorization.factor(structure, &values).unwrap();
        vector.copy_from_slice(&right);
        factorization.solve(structure, &mut vector);
    });
}

/// Groups of 4 with borders of 3.
#[divan::bench(args = COUNTS)]
fn links(bencher: Bencher<'_, '_>, count: usize) {
    factor_and_solve(bencher, kkt_systems::chain(count, LINK));
}

/// Groups of 4 with borders of 4.
#[divan::bench(args = COUNTS)]
fn links_held(bencher: Bencher<'_, '_>, count: usize) {
    factor_and_solve(bencher, kkt_systems::held_chain(count));
}

/// Groups of 4 with borders of 6 to 8.
#[divan::bench(args = COUNTS)]
fn links_with_bending(bencher: Bencher<'_, '_>, count: usize) {
    factor_and_solve(bencher, kkt_systems::bending_chain(count));
}

/// Groups of 3 with borders of 3.
#[divan::bench(args = COUNTS)]
fn nodes(bencher: Bencher<'_, '_>, count: usize) {
    factor_and_solve(bencher, kkt_systems::chain(count, NODE));
}

/// Groups of 11 with borders of 6.
#[divan::bench(args = COUNTS)]
fn hinged_bodies(bencher: Bencher<'_, '_>, count: usize) {
    factor_and_solve(bencher, kkt_systems::chain(count, BODY));
}

/// Three groups for each loop.
#[divan::bench(args = LOOPS)]
fn four_bars(bencher: Bencher<'_, '_>, loops: usize) {
    factor_and_solve(bencher, kkt_systems::four_bars(loops));
}

/// The same in space: groups of 11, loops closed by hinges.
#[divan::bench(args = LOOPS)]
fn four_bars_in_space(bencher: Bencher<'_, '_>, loops: usize) {
    factor_and_solve(bencher, kkt_systems::four_bars_of(BODY, 5, loops));
}

/// Five groups for each rung.
#[divan::bench(args = LOOPS)]
fn ladder(bencher: Bencher<'_, '_>, rungs: usize) {
    factor_and_solve(bencher, kkt_systems::ladder(rungs));
}

const GRIDS: [usize; 4] = [4, 8, 16, 32];
const CABLES: [usize; 4] = [8, 30, 100, 300];

#[divan::bench(args = GRIDS)]
fn grid_by_blocks(bencher: Bencher<'_, '_>, size: usize) {
    by_method(bencher, kkt_systems::grid(size), Method::BlockElimination);
}

#[divan::bench(args = GRIDS)]
fn grid_by_sparse_lu(bencher: Bencher<'_, '_>, size: usize) {
    by_method(bencher, kkt_systems::grid(size), Method::SparseLu);
}

#[divan::bench(args = CABLES)]
fn platform_by_blocks(bencher: Bencher<'_, '_>, cables: usize) {
    by_method(bencher, kkt_systems::platform(cables), Method::BlockElimination);
}

#[divan::bench(args = CABLES)]
fn platform_by_sparse_lu(bencher: Bencher<'_, '_>, cables: usize) {
    by_method(bencher, kkt_systems::platform(cables), Method::SparseLu);
}

#[divan::bench(args = COUNTS)]
fn links_by_sparse_lu(bencher: Bencher<'_, '_>, count: usize) {
    by_method(bencher, kkt_systems::chain(count, LINK), Method::SparseLu);
}

/// What a further iteration with the same factors costs.
#[divan::bench(consts = [LINK.multipliers, BODY.multipliers])]
fn solve_1000<const MULTIPLIERS: usize>(bencher: Bencher<'_, '_>) {
    let group = if MULTIPLIERS == LINK.multipliers { LINK } else { BODY };
    let system = kkt_systems::chain(1000, group);
    let structure = system.structure();
    let mut random = Random(1);
    let values = system.fill(&structure, 1e-9, &mut random);
    let mut factorization = Factorization::new(&structure);
    factorization.factor(&structure, &values).unwrap();
    let mut vector: Vec<f64> = (0..structure.unknowns()).map(|_| random.number()).collect();
    let right = vector.clone();
    bencher.counter(ItemsCount::new(1000_usize)).bench_local(|| {
        vector.copy_from_slice(&right);
        factorization.solve(&structure, &mut vector);
    });
}
