//! B-splines: their derivatives, small motions about rest, what they may not resist, and Tempel's appendix B.

use cdl_graph::*;

use super::splines::{assert_runs_backwards, rope_between, squares, swing};
use super::whole_models::{mismatches, model};
use crate::support::Sketch;

/// A rope along x, 1 m long and of 1 kg.
#[derive(Clone, Copy)]
struct Rope {
    degree: u32,
    spans: u32,
    control: ControlPoints,
    ends: [bool; 2],
    clamped: [bool; 2],
    bending: f64,
    /// EA, and damping of both laws.
    axial: f64,
    damping: f64,
    gravity: f64,
}

impl Rope {
    fn new(degree: u32, spans: u32) -> Self {
        Self {
            degree,
            spans,
            control: ControlPoints::Greville,
            ends: [true, false],
            clamped: [false; 2],
            bending: 0.0,
            axial: 100.0,
            damping: 0.0,
            gravity: 0.0,
        }
    }

    fn sketch(&self, direction: [f64; 3], far: [f64; 3]) -> Sketch {
        let holds = [0, 1].map(|end| (self.ends[end], self.clamped[end]));
        let (mut sketch, id) = rope_between(holds, self.gravity, direction, far);
        self.make(&mut sketch, id);
        sketch
    }

    fn make(&self, sketch: &mut Sketch, id: CableId) {
        let [stiffness, damping] = sketch.numbers([self.axial, self.damping]);
        let [bending, bending_damping] = sketch.numbers([self.bending, self.damping]);
        let Self { degree, spans, control, .. } = *self;
        let cable = &mut sketch.graph.cables[id.index()];
        cable.discretization =
            Discretization::BSpline { degree, spans, control, stiffness, damping };
        (cable.bending.stiffness, cable.bending.damping) = (bending, bending_damping);
    }
}

/// Between a joint's body, which clamps one end, and the world, bulging to a side; and one that hangs beside it.
#[test]
fn the_matrix_of_b_splines_is_the_derivative_of_their_residual() {
    let mut wrong = Vec::new();
    for (seed, degree, spans, damping, bending) in
        [(1, 2, 3, 0.0, 0.4), (2, 3, 1, 0.02, 0.4), (3, 4, 3, 0.03, 0.4), (4, 6, 2, 0.0, 0.0)]
    {
        let (mut sketch, held, anchor) = swing();
        let direction = sketch.numbers([0.0, 0.6, -0.8]);
        let start = match bending {
            0.0 => CableEnd::Pinned(held),
            _ => CableEnd::Clamped { frame: held, direction },
        };
        let id =
            sketch.cable("rope", 1, [start, CableEnd::Pinned(anchor)], 1.3, 0.5, [0.0, 0.0, -1.0]);
        let rope = Rope { axial: 300.0, damping, bending, ..Rope::new(degree, spans) };
        rope.make(&mut sketch, id);
        let towards = sketch.numbers([0.2, 1.0, -0.3]);
        sketch.graph.cables[id.index()].start = CableStart::Arc { towards };
        let ends = [CableEnd::Pinned(anchor), CableEnd::Pinned(held)];
        let id = sketch.cable("line", 1, ends, 1.6, 0.5, [0.0, 0.0, -1.0]);
        let control = ControlPoints::Uniform;
        Rope { axial: 40.0, bending: 0.1, control, ..rope }.make(&mut sketch, id);
        sketch.graph.cables[id.index()].start = CableStart::Hanging;
        let name = format!("{degree} {spans} {damping} {bending}");
        wrong.extend(mismatches(&name, seed, model(&mut sketch), 0.1));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Nothing resists rigid motions of a free rope, and everything else is resisted. A straight rope does not feel its own
/// spin.
#[test]
fn only_rigid_motions_meet_no_resistance() {
    for (degree, spans) in [(2, 1), (2, 5), (3, 4), (4, 10), (6, 1), (6, 4)] {
        for control in [ControlPoints::Greville, ControlPoints::Uniform] {
            let rope =
                Rope { ends: [false, false], bending: 0.2, control, ..Rope::new(degree, spans) };
            let found = squares(&model(&mut rope.sketch([0.6, 0.0, 0.8], [0.0; 3])));
            let largest = found.iter().copied().fold(0.0, f64::max);
            let free = found.iter().filter(|square| square.abs() < 1e-10 * largest).count();
            assert_eq!(free, 5, "{degree} {spans}: {found:?}");
            assert!(found[5] > 1.0, "{degree} {spans}: {found:?}");
        }
    }
}

/// `(βL)²` of a beam that is clamped at one end (any book on vibrations): of order `2 (p - 1)` in frequencies, which is 2, 4
/// and 6 for the degrees 2 to 4.
#[test]
fn a_clamped_b_spline_vibrates_like_a_beam() {
    let exact = [3.516_015_268_5, 22.034_491_56, 61.697_214_42];
    for (degree, counts, bound, order) in
        [(2, [8, 16], 2e-2, 2.0), (3, [8, 16], 2e-3, 4.0), (4, [6, 12], 1e-4, 6.0)]
    {
        let errors = counts.map(|spans| {
            let rope = Rope {
                clamped: [true, false],
                bending: 1.0,
                axial: 1e9,
                ..Rope::new(degree, spans)
            };
            let found = squares(&model(&mut rope.sketch([1.0, 0.0, 0.0], [0.0; 3])));
            let each = exact.iter().enumerate();
            each.map(|(k, exact)| found[2 * k].sqrt() / exact - 1.0).collect::<Vec<_>>()
        });
        println!("{degree}: {errors:?}");
        assert!(errors[1][2].abs() < bound, "{degree}: {errors:?}");
        let found = (errors[0][2] / errors[1][2]).log2();
        assert!((found - order).abs() < 0.6, "{degree}: order {found}");
    }
}

/// Forward, velocities turned round, and back.
#[test]
fn b_splines_run_backwards() {
    for (degree, bending) in [(2, 0.0), (3, 0.1), (5, 0.1)] {
        let rope = Rope { gravity: 9.81, axial: 200.0, bending, ..Rope::new(degree, 4) };
        let model = model(&mut rope.sketch([0.8, 0.0, -0.6], [0.0; 3]));
        assert_runs_backwards(&model, &format!("{degree} {bending}"));
    }
}
