//! Splines: their derivatives, small motions about rest, and what they may not resist.

use cdl_graph::*;
use nalgebra::{DMatrix, SymmetricEigen};

use super::whole_models::{dense, mismatches, model};
use crate::constrained::balance::{Times, Wanted, evaluate, fill};
use crate::constrained::damping::{Moving, damping, fill_damping};
use crate::constrained::data::ConstrainedData;
use crate::constrained::instant;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::scheme::Scheme;
use crate::constrained::step::midpoint;
use crate::support::Sketch;

/// A cable of 1 m and 1 kg between the world's origin and a place at `far`, along `direction`, of which each end is held or not, and clamped or not.
pub(super) fn rope_between(
    holds: [(bool, bool); 2],
    gravity: f64,
    direction: [f64; 3],
    far: [f64; 3],
) -> (Sketch, CableId) {
    let mut sketch = Sketch::new("rope");
    sketch.graph.environment.gravity = sketch.numbers([0.0, 0.0, -gravity]);
    let along = sketch.numbers(direction);
    let places = [[0.0; 3], far].map(|at| sketch.frame(BodyId(0), at));
    let ends = [0, 1].map(|end| match holds[end] {
        (false, _) => CableEnd::Free,
        (true, false) => CableEnd::Pinned(places[end]),
        (true, true) => CableEnd::Clamped { frame: places[end], direction: along },
    });
    let id = sketch.cable("rope", 1, ends, 1.0, 1.0, direction);
    (sketch, id)
}

/// A rope along x, 1 m long and of 1 kg.
pub(super) struct Rope {
    pub(super) elements: u32,
    pub(super) ends: [bool; 2],
    pub(super) clamped: [bool; 2],
    pub(super) bending: f64,
    /// EA, and damping of both laws.
    pub(super) axial: Option<f64>,
    pub(super) damping: f64,
    /// Of the tension: stiffness (N) and time constant (s).
    pub(super) branches: &'static [[f64; 2]],
    pub(super) gravity: f64,
}

impl Rope {
    pub(super) fn new(elements: u32) -> Self {
        Self {
            elements,
            ends: [true, false],
            clamped: [false; 2],
            bending: 0.0,
            axial: None,
            damping: 0.0,
            branches: &[],
            gravity: 0.0,
        }
    }

    /// Between the world's origin and a place at `far`, along `direction`.
    pub(super) fn sketch(&self, direction: [f64; 3], far: [f64; 3]) -> Sketch {
        let holds = [0, 1].map(|end| (self.ends[end], self.clamped[end]));
        let (mut sketch, id) = rope_between(holds, self.gravity, direction, far);
        self.make(&mut sketch, id);
        sketch
    }

    /// 1.3 m of it as an arc, from a body that swings to the world.
    pub(super) fn arched(&self) -> (Sketch, CableId) {
        self.arc_between(|_, ends| ends.map(CableEnd::Pinned))
    }

    /// The same, clamped at both ends.
    pub(super) fn arched_between_clamps(&self) -> (Sketch, CableId) {
        self.arc_between(|sketch, [held, anchor]| {
            let directions = [[0.0, 0.6, -0.8], [0.8, 0.0, 0.6]].map(|own| sketch.numbers(own));
            [
                CableEnd::Clamped { frame: held, direction: directions[0] },
                CableEnd::Clamped { frame: anchor, direction: directions[1] },
            ]
        })
    }

    fn arc_between(
        &self,
        ends: impl FnOnce(&mut Sketch, [FrameId; 2]) -> [CableEnd; 2],
    ) -> (Sketch, CableId) {
        let (mut sketch, held, anchor) = swing();
        let ends = ends(&mut sketch, [held, anchor]);
        let id = sketch.cable("rope", 1, ends, 1.3, 0.5, [0.0, 0.0, -1.0]);
        self.make(&mut sketch, id);
        let towards = sketch.numbers([0.2, 1.0, -0.3]);
        sketch.graph.cables[id.index()].start = CableStart::Arc { towards };
        (sketch, id)
    }

    pub(super) fn make(&self, sketch: &mut Sketch, id: CableId) {
        let [stiffness, damping] = sketch.numbers([self.bending, self.damping]);
        let axial = self.axial.map(|axial| {
            let [stiffness, damping] = sketch.numbers([axial, self.damping]);
            let branch = |numbers: &[f64; 2]| {
                let [stiffness, time_constant] = sketch.numbers(*numbers);
                MaxwellBranch { stiffness, time_constant }
            };
            let branches = self.branches.iter().map(branch).collect();
            let lasting = Lasting::Stiffness(stiffness);
            AxialStiffness { lasting, damping, branches }
        });
        let cable = &mut sketch.graph.cables[id.index()];
        cable.discretization = Discretization::Spline { elements: self.elements, axial };
        (cable.bending.stiffness, cable.bending.damping) = (stiffness, damping);
    }
}

/// A body on a hinge, a frame of it that is to hold a rope, and one of the world.
pub(super) fn swing() -> (Sketch, FrameId, FrameId) {
    let mut sketch = Sketch::new("swing");
    let axis = sketch.revolute([0.36, 0.48, 0.8]);
    let base = sketch.frame(BodyId(0), [0.0; 3]);
    let mass = super::whole_models::block(1.3);
    let (body, _) = sketch.body("arm", mass, axis, base, &[0.4], &[-0.7]);
    let held = sketch.frame(body, [0.2, 0.1, -0.3]);
    let anchor = sketch.frame(BodyId(0), [0.7, 0.5, -0.2]);
    (sketch, held, anchor)
}

/// Between a joint's body, which clamps one end, and the world; and one that does not stretch beside it.
#[test]
fn the_matrix_of_splines_is_the_derivative_of_their_residual() {
    let mut wrong = Vec::new();
    const BRANCHES: &[[f64; 2]] = &[[150.0, 0.03], [90.0, 0.4]];
    for (seed, axial, damping, branches) in [
        (1, Some(300.0), 0.02, &[] as &[_]),
        (2, Some(80.0), 0.0, &[]),
        (3, None, 0.03, &[]),
        (4, Some(80.0), 0.0, BRANCHES),
        (5, Some(0.0), 0.02, BRANCHES),
    ] {
        let (mut sketch, held, anchor) = swing();
        let direction = sketch.numbers([0.0, 0.6, -0.8]);
        let ends = [CableEnd::Clamped { frame: held, direction }, CableEnd::Pinned(anchor)];
        let id = sketch.cable("rope", 1, ends, 1.3, 0.5, [0.0, 0.0, -1.0]);
        let rope = Rope { axial, damping, branches, bending: 0.4, ..Rope::new(3) };
        rope.make(&mut sketch, id);
        let towards = sketch.numbers([0.2, 1.0, -0.3]);
        sketch.graph.cables[id.index()].start = CableStart::Arc { towards };
        let ends = [CableEnd::Pinned(anchor), CableEnd::Pinned(held)];
        let id = sketch.cable("line", 1, ends, 1.6, 0.5, [0.0, 0.0, -1.0]);
        let line = Rope { axial: Some(40.0), damping, branches, bending: 0.1, ..Rope::new(2) };
        line.make(&mut sketch, id);
        sketch.graph.cables[id.index()].start = CableStart::Hanging;
        wrong.extend(mismatches(
            &format!("{axial:?} {damping} {branches:?}"),
            seed,
            model(&mut sketch),
            0.1,
        ));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// From a joint's body, which clamps one end, to the world, twisted by more than a turn; with sides and without.
#[test]
fn the_matrix_of_twisted_splines_is_the_derivative_of_their_residual() {
    let mut wrong = Vec::new();
    for (seed, elements, damping, is_sided) in [
        (1, 3, 0.0, false),
        (2, 3, 0.2, false),
        (3, 2, 0.1, false),
        (4, 3, 0.0, true),
        (5, 2, 0.1, true),
        (6, 4, 0.3, true),
    ] {
        let rope = Rope { axial: Some(300.0), bending: 0.4, damping, ..Rope::new(elements) };
        let (mut sketch, id) = rope.arched_between_clamps();
        let [stiffness, damping, turned, diameter] = sketch.numbers([0.6, damping, 9.0, 3.0]);
        let towards = sketch.numbers([0.2, 1.0, -0.3]);
        let [second, radius] = sketch.numbers([1.1, 2.0]);
        let side = sketch.numbers([0.4, 1.0, 0.7]);
        let cable = &mut sketch.graph.cables[id.index()];
        cable.torsion = Some(Torsion { stiffness, damping, branches: Vec::new(), turned });
        cable.diameter = diameter;
        let [one, other, fast, slow] = sketch.numbers([0.3, 0.5, 0.03, 2.0]);
        let cable = &mut sketch.graph.cables[id.index()];
        if is_sided {
            cable.bending.second = Some(SecondBending { stiffness: second, towards: side });
            cable.bending.relaxed = Relaxed::Arc { radius, towards };
            let branches = [(one, fast), (other, slow)]
                .map(|(stiffness, time_constant)| MaxwellBranch { stiffness, time_constant });
            cable.bending.branches = branches.to_vec();
            if let Some(torsion) = &mut cable.torsion {
                torsion.branches = branches.to_vec();
            }
        }
        let name = format!("{elements} {damping:?} {is_sided}");
        wrong.extend(mismatches(&name, seed, model(&mut sketch), 0.1));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Stiffness and inertia about the state, on the motions that the constraints let be: their quotients are squares of
/// frequencies, 1/s², in order. The state is one of rest.
pub(super) fn squares(model: &ConstrainedModel) -> Vec<f64> {
    let mut data = ConstrainedData::new(model);
    assert!(instant::accelerations(model, &mut data));
    let multipliers = data.multipliers.clone();
    let unknowns = model.structure.unknowns();
    let is_multiplier = model.is_multiplier();
    let moves: Vec<usize> = (0..unknowns).filter(|&k| !is_multiplier[k]).collect();
    let rest: Vec<usize> = (0..unknowns).filter(|&k| is_multiplier[k]).collect();
    instant::place(model, &mut data);
    let scheme = Scheme::instant();
    let times = Times { end: 0.0, balance: 0.0 };
    evaluate(model, &mut data, &scheme, times);
    fill(model, &mut data, &scheme, Wanted::Accelerations);
    let mass = dense(model, &data.matrix);
    data.multipliers.copy_from_slice(&multipliers);
    data.velocity_offsets.fill(nalgebra::Vector3::zeros());
    let scheme = Scheme::rest(0.0, 0.0, false);
    evaluate(model, &mut data, &scheme, times);
    fill(model, &mut data, &scheme, Wanted::Newton);
    let matrix = dense(model, &data.matrix);
    let block = |of: &DMatrix<f64>, rows: &[usize], columns: &[usize]| {
        DMatrix::from_fn(rows.len(), columns.len(), |i, j| of[(rows[i], columns[j])])
    };
    let mut stiffness = block(&matrix, &moves, &moves);
    let mass = block(&mass, &moves, &moves);
    // Multipliers that laws give are eliminated, the others' rows hold.
    let (mut laws, mut bound) = (Vec::new(), Vec::new());
    let mut is_law = vec![false; unknowns];
    model.equations.laws(|unknown| is_law[unknown] = true);
    for &k in &rest {
        if is_law[k] { laws.push(k) } else { bound.push(k) }
    }
    if !laws.is_empty() {
        let inverse = block(&matrix, &laws, &laws).try_inverse().expect("compliances");
        stiffness -= block(&matrix, &moves, &laws) * inverse * block(&matrix, &laws, &moves);
    }
    let asymmetry = (&stiffness - stiffness.transpose()).norm() / stiffness.norm();
    assert!(asymmetry < 1e-12, "{asymmetry}");
    let rows = block(&matrix, &bound, &moves);
    // In the metric of the mass: x = L⁻ᵀ y with M = L Lᵀ.
    let lower = mass.cholesky().expect("a mass").l();
    let over = lower.clone().try_inverse().expect("a mass");
    let stiffness = &over * stiffness * over.transpose();
    // What is held is taken out, and put far above.
    let held = (rows * over.transpose()).transpose().qr().q();
    let across = DMatrix::identity(moves.len(), moves.len()) - &held * held.transpose();
    let above = &held * held.transpose() * stiffness.norm();
    let all = SymmetricEigen::new(&across * stiffness * &across + above);
    let mut found: Vec<f64> = all.eigenvalues.iter().copied().collect();
    found.sort_by(f64::total_cmp);
    found
}

/// Relative errors of frequencies that come in pairs, for the two directions across a straight rope.
fn pairs(rope: &Rope, direction: [f64; 3], far: [f64; 3], expected: &[f64]) -> Vec<f64> {
    let found = squares(&model(&mut rope.sketch(direction, far)));
    expected.iter().enumerate().map(|(k, exact)| found[2 * k].sqrt() / exact - 1.0).collect()
}

/// Halves of the zeros of J0 (Abramowitz and Stegun, table 9.5): a hanging chain's frequencies by the root of gravity over
/// its length. The bounds are those of the prototype, 3.2e-9 of the first with two elements, and order 6.
#[test]
fn a_hanging_rope_swings_at_the_zeros_of_j0() {
    let exact = [1.202_412_778_847_886, 2.760_039_055_143_155_5, 4.326_863_956_455_599]
        .map(|x| x * 9.81_f64.sqrt());
    let errors: Vec<Vec<f64>> = [2, 4, 8, 16]
        .iter()
        .map(|&n| {
            pairs(&Rope { gravity: 9.81, ..Rope::new(n) }, [0.0, 0.0, -1.0], [0.0; 3], &exact)
        })
        .collect();
    println!("{errors:?}");
    assert!(errors[0][0].abs() < 1e-8 && errors[1][0].abs() < 2e-10, "{errors:?}");
    assert!(errors[2][2].abs() < 2e-5 && errors[3][2].abs() < 4e-7, "{errors:?}");
    let order = (errors[2][2] / errors[3][2]).log2();
    assert!(order > 5.4, "order {order}");
}

/// `(βL)²` of a beam that is clamped at one end (any book on vibrations): order 4.
#[test]
fn a_clamped_rope_vibrates_like_a_beam() {
    let exact = [3.516_015_268_5, 22.034_491_56, 61.697_214_42];
    let rope = |n| Rope { clamped: [true, false], bending: 1.0, ..Rope::new(n) };
    let errors: Vec<Vec<f64>> =
        [2, 4, 8].iter().map(|&n| pairs(&rope(n), [1.0, 0.0, 0.0], [0.0; 3], &exact)).collect();
    println!("{errors:?}");
    assert!(errors[2][0].abs() < 4e-6 && errors[2][2].abs() < 2e-3, "{errors:?}");
    let order = (errors[1][0] / errors[2][0]).log2();
    assert!((order - 4.0).abs() < 0.3, "order {order}");
}

/// A string of `ρ` under `T` with and without stiffness, pinned and clamped; the clamped ones are roots of
/// `2ab (1/cosh a - cos b) + (a² - b²) tanh a sin b` with `a², b² = (√(1+4εω²) ± 1)/2ε`, `ε = EI/(TL²) = 1e-4`.
/// It is stretched by a thousandth, λ; by the unstretched length the tension counts with `T/λ` and the stiffness with
/// `EI/λ²`. A stretch of a millionth would leave rounding of the nodes' places in the tension: `2e-16 n / 1e-6`, more than what 16 pieces are off.
#[test]
fn a_taut_rope_vibrates_like_a_string() {
    let stretch = 1.0 + 1e-3;
    let far = [stretch, 0.0, 0.0];
    let pinned =
        |n, bending| Rope { ends: [true, true], bending, axial: Some(1e3), ..Rope::new(n) };
    let pi = std::f64::consts::PI;
    let along = [1.0, 0.0, 0.0];
    for (bending, n, first, fifth) in
        [(0.0, 8, 2e-7, 8e-4), (0.0, 16, 2e-9, 2e-5), (1e-2, 16, 2e-7, 1e-3)]
    {
        let exact: Vec<f64> = (1..=5)
            .map(|k| f64::from(k) * pi)
            .map(|k| k * (1.0 / stretch + bending * k * k / (stretch * stretch)).sqrt())
            .collect();
        let errors = pairs(&pinned(n, bending), along, far, &exact);
        println!("{bending} {n}: {errors:?}");
        assert!(errors[0].abs() < first && errors[4].abs() < fifth, "{bending} {n}: {errors:?}");
    }
    let rope = Rope { clamped: [true, true], ..pinned(32, 1e-4) };
    let errors = pairs(&rope, along, far, &[3.207_297_512, 6.424_129_013_7, 9.659_977_034_5]);
    println!("clamped: {errors:?}");
    assert!(errors[0].abs() < 2e-3, "{errors:?}");
}

/// Nothing resists rigid motions of a free rope, and everything else is resisted: also all slopes growing together, which
/// nothing but the third moment of the first piece holds. A straight rope does not feel its own spin.
#[test]
fn only_rigid_motions_meet_no_resistance() {
    for axial in [Some(50.0), None] {
        let rope = Rope { ends: [false, false], bending: 0.2, axial, ..Rope::new(4) };
        let found = squares(&model(&mut rope.sketch([0.6, 0.0, 0.8], [0.0; 3])));
        println!("{found:?}");
        let free = found.iter().filter(|square| square.abs() < 1e-8).count();
        assert_eq!(free, 5, "{axial:?}: {found:?}");
        assert!(found[5] > 1.0, "{axial:?}: {found:?}");
    }
}

/// Sixty steps forward, velocities turned round, and sixty back: everything is where it was.
#[track_caller]
pub(super) fn assert_runs_backwards(model: &ConstrainedModel, what: &str) {
    let mut data = ConstrainedData::new(model);
    assert!(instant::accelerations(model, &mut data));
    data.state.multipliers.copy_from_slice(&data.multipliers);
    let start = data.state.clone();
    for direction in [1.0, -1.0] {
        data.state.velocities.iter_mut().for_each(|velocity| *velocity *= direction);
        data.last_accelerations.fill(nalgebra::Vector3::zeros());
        for _ in 0..60 {
            midpoint::attempt(model, &mut data, 0.01, true).expect("a step");
            midpoint::accept(model, &mut data, 0.01);
        }
    }
    for (now, then) in data.state.positions.iter().zip(&start.positions) {
        assert!((now - then).norm() < 1e-9, "{what}: {now} {then}");
    }
}

/// Forward, velocities turned round, and back.
#[test]
fn splines_run_backwards() {
    for (axial, bending) in [(Some(200.0), 0.0), (Some(200.0), 0.1), (None, 0.1)] {
        let rope = Rope { gravity: 9.81, axial, bending, ..Rope::new(4) };
        let model = model(&mut rope.sketch([0.8, 0.0, -0.6], [0.0; 3]));
        assert_runs_backwards(&model, &format!("{axial:?} {bending}"));
    }
}

/// As the matrix of a place that stays, and as the part of Newton's that grows with the rate; between displacements, and of the tension by
/// them. After some steps.
pub(super) fn assert_dampers_alone_are_what_rates_add(model: &ConstrainedModel, what: &str) {
    let mut data = ConstrainedData::new(model);
    assert!(instant::accelerations(model, &mut data));
    data.state.multipliers.copy_from_slice(&data.multipliers);
    for _ in 0..20 {
        midpoint::attempt(model, &mut data, 0.01, true).expect("a step");
        midpoint::accept(model, &mut data, 0.01);
    }
    let mut both = Vec::new();
    damping(model, &mut data, Moving::AsItDoes, &mut both);
    fill_damping(model, &mut data, Moving::AsItDoes);
    let (both, alone) = (dense(model, &both), dense(model, &data.matrix));
    let is_multiplier = model.is_multiplier();
    let mut is_law = vec![false; is_multiplier.len()];
    model.equations.laws(|unknown| is_law[unknown] = true);
    let mut largest = 0.0_f64;
    for (row, column) in (0..both.nrows()).flat_map(|row| (0..both.ncols()).map(move |k| (row, k)))
    {
        if is_multiplier[column] || (is_multiplier[row] && !is_law[row]) {
            continue;
        }
        let (one, other) = (both[(row, column)], alone[(row, column)]);
        assert!((one - other).abs() < 1e-9, "{what} {row} {column}: {one} {other}");
        largest = largest.max(other.abs());
    }
    assert!(largest > 1e-4, "{what}: {largest}");
}

#[test]
fn dampers_alone_are_what_rates_add_to_newtons_matrix() {
    for (axial, bending) in [(Some(200.0), 0.4), (Some(2e4), 0.1), (None, 0.1)] {
        let (mut sketch, held, anchor) = swing();
        let direction = sketch.numbers([0.0, 0.6, -0.8]);
        let ends = [CableEnd::Clamped { frame: held, direction }, CableEnd::Pinned(anchor)];
        let id = sketch.cable("rope", 1, ends, 1.3, 0.5, [0.0, 0.0, -1.0]);
        Rope { axial, bending, damping: 0.3, ..Rope::new(3) }.make(&mut sketch, id);
        let towards = sketch.numbers([0.1, 0.3, -1.0]);
        sketch.graph.cables[id.index()].start = CableStart::Arc { towards };
        let model = model(&mut sketch);
        assert_dampers_alone_are_what_rates_add(&model, &format!("{axial:?} {bending}"));
    }
}
