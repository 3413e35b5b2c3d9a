//! Time of the chain kernels: `cargo bench -p cdl-runtime --bench chain`. The throughput counts
//! links; its reciprocal is the time per link and evaluation (place, weight, inward, outward).

use cdl_runtime::kernels::chain::{
    AxialLaw, Bending, Data, Drag, Fluid, Form, Links, Loads, LumpedData, LumpedEnd, Medium, Root,
    Segments, State, Taut, Tip, accelerate, inward, normalise, outward,
};
use divan::Bencher;
use divan::counter::ItemsCount;
use nalgebra::{Matrix3, Vector3};

fn main() {
    divan::main();
}

const COUNTS: [usize; 5] = [8, 32, 1000, 10_000, 100_000];
const GRAVITY: Vector3<f64> = Vector3::new(0.0, 0.0, -9.81);

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

fn evaluate(
    bencher: Bencher<'_, '_>,
    form: Form,
    count: usize,
    loads: Loads,
    medium: Medium,
    tip: Tip,
) {
    let links = Links::uniform(count, 10.0, 0.16).unwrap();
    let (directions, rates) = shape(count);
    let mut data = Data::new(&links, form);
    let mut turning = vec![[0.0; 3]; count];
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let state = State { directions: &directions, rates: &rates };
        data.place(&links, state, Vector3::zeros(), Vector3::zeros());
        data.load(&links, state, &loads, &medium);
        inward(&links, state, &mut data, tip);
        outward(&links, state, &mut data, Root::Given(Vector3::zeros()), &mut turning)
    });
}

fn weight() -> Loads {
    Loads::weight(GRAVITY)
}

fn air() -> Medium {
    Medium { air: Some(Fluid { density: 1.225, velocity: Vector3::zeros() }), ..Medium::default() }
}

/// Only weight, free tip.
#[divan::bench(args = COUNTS)]
fn natural(bencher: Bencher<'_, '_>, count: usize) {
    evaluate(bencher, Form::Natural, count, weight(), Medium::default(), Tip::Free);
}

/// Only weight, free tip.
#[divan::bench(args = COUNTS)]
fn recursion(bencher: Bencher<'_, '_>, count: usize) {
    evaluate(bencher, Form::Recursion, count, weight(), Medium::default(), Tip::Free);
}

const FORMS: [Form; 2] = [Form::Natural, Form::Recursion];

#[divan::bench(args = FORMS)]
fn heavy_tip_1000(bencher: Bencher<'_, '_>, form: Form) {
    let tip = Tip::Body { mass: Matrix3::identity() * 10.0, bias: -GRAVITY * 10.0 };
    evaluate(bencher, form, 1000, weight(), Medium::default(), tip);
}

#[divan::bench(args = FORMS)]
fn held_tip_1000(bencher: Bencher<'_, '_>, form: Form) {
    let tip = Tip::Held { acceleration: Vector3::zeros() };
    evaluate(bencher, form, 1000, weight(), Medium::default(), tip);
}

#[divan::bench(args = FORMS)]
fn drag_1000(bencher: Bencher<'_, '_>, form: Form) {
    let drag = Drag::Split { normal: 1.17, tangent: 0.02 };
    let loads = Loads { diameter: 1.5875e-3, drag, ..weight() };
    evaluate(bencher, form, 1000, loads, air(), Tip::Free);
}

#[divan::bench(args = FORMS)]
fn drag_and_bending_1000(bencher: Bencher<'_, '_>, form: Form) {
    let drag = Drag::Split { normal: 1.17, tangent: 0.02 };
    let bending = Bending { stiffness: 1e-3, joint_damping: 1e-4, ..Bending::default() };
    let loads = Loads { diameter: 1.5875e-3, drag, bending, ..weight() };
    evaluate(bencher, form, 1000, loads, air(), Tip::Free);
}

/// Drag, added mass and buoyancy of a cable that crosses the surface.
#[divan::bench(args = FORMS)]
fn through_the_surface_1000(bencher: Bencher<'_, '_>, form: Form) {
    let drag = Drag::Split { normal: 1.17, tangent: 0.02 };
    let loads = Loads { diameter: 0.01, drag, added_mass: 1.0, buoyancy: true, ..weight() };
    let water = Fluid { density: 1025.0, velocity: Vector3::new(0.3, 0.0, 0.0) };
    let medium = Medium { water: Some(water), level: Some(-4.0), ..air() };
    evaluate(bencher, form, 1000, loads, medium, Tip::Free);
}

#[divan::bench(args = [32, 1000])]
fn lumped(bencher: Bencher<'_, '_>, count: usize) {
    let links = Links::uniform(count, 10.0, 0.16).unwrap();
    let segments = Segments {
        links,
        law: AxialLaw::Spring { stiffness: 256.0, damping: 0.018, pushes: true },
    };
    let ends = [
        LumpedEnd::Held { position: Vector3::zeros(), velocity: Vector3::zeros() },
        LumpedEnd::Free,
    ];
    let length = 10.0 / count as f64;
    let positions: Vec<[f64; 3]> =
        (1..=count).map(|i| [0.0, 0.1 * length * i as f64, -length * i as f64]).collect();
    let velocities = vec![[0.1, 0.0, 0.0]; count];
    let mut data = LumpedData::new(&segments);
    let mut accelerations = vec![[0.0; 3]; count];
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        data.place(&segments, &positions, &velocities, &[], ends);
        data.load(&segments, &weight(), &Medium::default());
        accelerate(&segments, &data, &mut accelerations);
    });
}

/// 10 s of the tether of Hembree and Slegers (2010, section 5.2) without drag: 32 links let go at 5
/// degrees, classical Runge-Kutta with 5 ms, 8000 evaluations. The throughput counts links times
/// evaluations.
#[divan::bench(args = FORMS, sample_count = 20)]
fn ten_seconds_of_the_tether(bencher: Bencher<'_, '_>, form: Form) {
    const COUNT: usize = 32;
    let links = Links::uniform(COUNT, 10.0, 0.16).unwrap();
    let angle = 5_f64.to_radians();
    let mut data = Data::new(&links, form);
    let mut slopes = vec![[[[0.0; 3]; COUNT]; 2]; 4];
    bencher.counter(ItemsCount::new(COUNT * 8000)).bench_local(|| {
        let mut now = [[[angle.sin(), 0.0, -angle.cos()]; COUNT], [[0.0; 3]; COUNT]];
        let h = 0.005;
        for _ in 0..2000 {
            let mut stage = now;
            for (k, advance) in [0.5, 0.5, 1.0, 0.0].into_iter().enumerate() {
                let [directions, rates] = &stage;
                let state = State { directions, rates };
                data.place(&links, state, Vector3::zeros(), Vector3::zeros());
                data.load(&links, state, &weight(), &Medium::default());
                inward(&links, state, &mut data, Tip::Free);
                slopes[k][0] = *rates;
                outward(
                    &links,
                    state,
                    &mut data,
                    Root::Given(Vector3::zeros()),
                    &mut slopes[k][1],
                )?;
                stage = now;
                add(&mut stage, &slopes[k], advance * h);
            }
            for (slope, weight) in slopes.iter().zip([1.0, 2.0, 2.0, 1.0]) {
                add(&mut now, slope, weight * h / 6.0);
            }
            let [directions, rates] = &mut now;
            normalise(directions, rates);
        }
        Ok::<_, Taut>(now)
    });
}

fn add<const N: usize>(to: &mut [[[f64; 3]; N]; 2], slope: &[[[f64; 3]; N]; 2], h: f64) {
    for (to, slope) in to.as_flattened_mut().iter_mut().zip(slope.as_flattened()) {
        for (to, slope) in to.iter_mut().zip(slope) {
            *to += h * slope;
        }
    }
}
