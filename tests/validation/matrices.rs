//! Linear algebra of the language: the kernel against nalgebra, and models that read solutions against closed forms.

use cdl_graph::{SystemShape, WORST_CONDITION, solve};
use cdl_session::Session;
use nalgebra::{DMatrix, DVector};

use super::rows::{fault, largest, largest_difference, path, run};

const MODELS: &str = "tests/models/matrices.cdl";

/// Numbers from -1 to 1, by xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn matrix(&mut self, rows: usize, columns: usize) -> DMatrix<f64> {
        DMatrix::from_fn(rows, columns, |_, _| self.next())
    }

    /// With singular values from `size` down to `size / condition`.
    fn of_condition(
        &mut self,
        rows: usize,
        columns: usize,
        condition: f64,
        size: f64,
    ) -> DMatrix<f64> {
        let least = rows.min(columns);
        let left = self.matrix(rows, least).qr().q();
        let right = self.matrix(columns, least).qr().q();
        let share = |k: usize| if least > 1 { k as f64 / (least - 1) as f64 } else { 0.0 };
        let values = DVector::from_fn(least, |k, _| size * condition.powf(-share(k)));
        left * DMatrix::from_diagonal(&values) * right.transpose()
    }
}

/// Least squares by nalgebra's factors.
fn by_qr(a: &DMatrix<f64>, b: &DVector<f64>) -> DVector<f64> {
    let (is_tall, qr) = match a.nrows() >= a.ncols() {
        true => (true, a.clone().qr()),
        false => (false, a.transpose().qr()),
    };
    let (q, r) = (qr.q(), qr.r());
    match is_tall {
        true => r.solve_upper_triangular(&(q.transpose() * b)).expect("full rank"),
        false => q * r.transpose().solve_lower_triangular(b).expect("full rank"),
    }
}

fn solved(a: &DMatrix<f64>, b: &DVector<f64>) -> (f64, DVector<f64>) {
    let shape = SystemShape { rows: a.nrows() as u8, columns: a.ncols() as u8, rights: 1 };
    let mut entries: Vec<f64> = a.transpose().iter().copied().collect();
    entries.extend(b.iter());
    let mut x = vec![0.0; a.ncols()];
    let condition = solve(shape, &entries, &mut x);
    (condition, DVector::from_vec(x))
}

/// Random matrices of all sizes, of conditions from 1 to 1e8 and sizes from 1e-6 to 1e6, against the factors of
/// nalgebra: the difference is less than 1e-13 times the condition, of the size of the solution.
#[test]
fn solutions_agree_with_those_of_nalgebra() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut worst: f64 = 0.0;
    for rows in 1..=12 {
        for columns in [1, 2, 3, 6, 8, 12] {
            for condition in [1.0, 1e4, 1e8] {
                for size in [1e-6, 1.0, 1e6] {
                    let a = random.of_condition(rows, columns, condition, size);
                    // A right side that the matrix reaches, so that condition counts once.
                    let x = DVector::from_fn(columns, |_, _| random.next());
                    let b = &a * x;
                    let expected = by_qr(&a, &b);
                    let (_, found) = solved(&a, &b);
                    let apart = (&found - &expected).norm() / expected.norm();
                    let bound = 1e-13 * condition;
                    worst = worst.max(apart / bound);
                    assert!(apart < bound, "{rows}x{columns}, {condition}, {size}: {apart:.1e}");
                    let residual = (&a * &found - &b).norm() / (size * found.norm());
                    assert!(residual < 1e-14, "{rows}x{columns}, {condition}: {residual:.1e}");
                }
            }
        }
    }
    println!("at most {worst:.2} of the bound");
}

/// A right side that no `x` reaches: the residual is normal to the columns, `A^T (A x - b) = 0`.
#[test]
fn residuals_of_least_squares_are_normal_to_the_columns() {
    let mut random = Random(88_172_645_463_325_252);
    for (rows, columns) in [(2, 1), (6, 3), (12, 6), (12, 11)] {
        for condition in [1.0, 1e4, 1e8] {
            let a = random.of_condition(rows, columns, condition, 1.0);
            let b = DVector::from_fn(rows, |_, _| random.next());
            let (_, x) = solved(&a, &b);
            let normal = a.transpose() * (&a * &x - &b);
            let bound = 1e-14 * (1.0 + x.norm());
            assert!(normal.norm() < bound, "{rows}x{columns}, {condition}: {:.1e}", normal.norm());
        }
    }
}

/// Conditions to 1e10 are let through, from 1e14 on they are not; of square matrices rows and columns may have any
/// scale. Twelve rows make up to twelve of the Frobenius norm.
#[test]
fn what_is_nearly_singular_is_refused() {
    let mut random = Random(42);
    for size in [1, 2, 3, 6, 12] {
        let scales = DMatrix::from_diagonal(&DVector::from_fn(size, |k, _| {
            1e6_f64.powf(2.0 * k as f64 / size as f64 - 1.0)
        }));
        let b = DVector::from_element(size, 1.0);
        let good = random.of_condition(size, size, 1e6, 1.0);
        assert!(solved(&(&scales * &good), &b).0 < 1e11);
        assert!(solved(&(&good * &scales), &b).0 < 1e11);
        if size > 1 {
            let bad = random.of_condition(size, size, 1e14, 1.0);
            let (condition, x) = solved(&bad, &b);
            assert!(condition > WORST_CONDITION && x.iter().all(|x| x.is_nan()), "{condition}");
        }
    }
}

/// The damped oscillation of the place and the decay of the spin, `ω0 e^(-2 t)`.
#[test]
fn a_cable_robot_moves_as_its_controller_wants() {
    let own = 3.75_f64.sqrt();
    let decay = |t: f64| (-0.5 * t).exp() * ((own * t).cos() + 0.5 / own * (own * t).sin());
    let apart = |name: &str| {
        let rows = run(MODELS, name, &[]);
        let mut most: f64 = 0.0;
        for (column, start) in [("place.x", 0.3), ("place.y", -0.2), ("place.z", 0.1)] {
            let expected: Vec<f64> = rows.time.iter().map(|&t| start * decay(t)).collect();
            most = most.max(largest_difference(rows.column(column), &expected));
        }
        for (column, start) in [("spin.x", 0.2), ("spin.y", -0.3), ("spin.z", 0.1)] {
            let expected: Vec<f64> = rows.time.iter().map(|&t| start * (-2.0 * t).exp()).collect();
            most = most.max(largest_difference(rows.column(column), &expected));
        }
        let missing = (0..6).map(|k| largest(rows.column(&format!("missing[{k}]"))));
        let missing = missing.fold(0.0, f64::max);
        assert!(missing < 1e-10, "{name} misses {missing:.1e} of what is wanted");
        let apart = (0..8).map(|k| largest(rows.column(&format!("apart[{k}]"))));
        assert!(apart.fold(0.0, f64::max) < 1e-10, "{name}: both ways to say it differ");
        let effort = rows.report.effort;
        let each = effort.evaluations as f64 / effort.steps.max(1) as f64;
        println!("{name}: {most:.1e}, {each:.2} evaluations a step");
        (most, each)
    };
    assert!(apart("robot_rk45").0 < 1e-9);
    for (name, bound, wanted, most) in [
        ("rk4", 1e-7, 4.0, 5.0),
        ("leapfrog", 1e-3, 2.0, 10.0),
        ("energy", 1e-3, 2.0, 5.0),
        ("midpoint", 1e-3, 2.0, 5.0),
        ("alpha", 1e-3, 2.0, 5.0),
    ] {
        let (coarse, each) = apart(&format!("robot_{name}"));
        let (fine, _) = apart(&format!("robot_{name}_10"));
        let order = (coarse / fine).log2();
        println!("{name}: order {order:.2}");
        assert!(coarse < bound && (order - wanted).abs() < 0.2, "{name}: {coarse}, {order}");
        assert!(each < most, "{name}: {each} evaluations a step");
    }
}

/// Errors of places `4 e^-4t - 3 e^-3t`, of speeds their rate and seven times themselves.
#[test]
fn an_observer_of_twelve_states_forgets_its_errors() {
    let error = |t: f64| 4.0 * (-4.0 * t).exp() - 3.0 * (-3.0 * t).exp();
    let of_speed = |t: f64| 7.0 * error(t) - 16.0 * (-4.0 * t).exp() + 9.0 * (-3.0 * t).exp();
    for (name, bound) in [("rk45", 1e-10), ("rk4", 1e-7), ("energy", 1e-3), ("alpha", 1e-3)] {
        let rows = run(MODELS, &format!("observer_{name}"), &[]);
        let mut most: f64 = 0.0;
        for k in 0..6 {
            for (column, function) in
                [("error", &error as &dyn Fn(f64) -> f64), ("error_of_speed", &of_speed)]
            {
                let expected: Vec<f64> = rows.time.iter().map(|&t| function(t)).collect();
                let found = rows.column(&format!("{column}[{k}]"));
                most = most.max(largest_difference(found, &expected));
            }
        }
        println!("{name}: {most:.1e}");
        assert!(most < bound, "{name}: {most}");
    }
}

/// Forces and drives by `solve` are those by Cramer's rule, to rounding, and Newton's iteration has their slopes: with
/// steps of 100 ms, too, it takes as few evaluations as it does for what is written out.
#[test]
fn solutions_are_loads_and_drives_as_what_is_written_out() {
    for name in ["rk4", "energy", "midpoint", "alpha", "long"] {
        let rows = run(MODELS, &format!("cramer_{name}"), &[]);
        let places = largest_difference(rows.column("solved_place"), rows.column("cramer_place"));
        let efforts =
            largest_difference(rows.column("solved_effort"), rows.column("cramer_effort"));
        let effort = rows.report.effort;
        let each = effort.evaluations as f64 / effort.steps.max(1) as f64;
        println!("{name}: {places:.1e} m, {efforts:.1e} N, {each:.2} evaluations a step");
        assert!(places < 1e-11 && efforts < 1e-8, "{name}: {places}, {efforts}");
        assert!(each < 7.0, "{name}: {each}");
    }
}

/// From 1 s on the matrix is singular: the run ends there and says why, with the rows that it has.
#[test]
fn a_matrix_that_becomes_singular_ends_the_run() {
    for name in ["singular_rk4", "singular_energy"] {
        let fault = fault(MODELS, name, &[]);
        println!("{name}: {fault}");
        assert!(fault.why.contains("singular 2x2 matrix"), "{fault}");
        assert!((fault.time - 1.0).abs() < 0.021, "{fault}");
    }
}

/// What parameters make singular is told before the run.
#[test]
fn a_matrix_of_parameters_is_solved_before_the_run() {
    let rows = run(MODELS, "given", &[]);
    // x = (1, 0)
    assert!((rows.last("y") - 1.0).abs() < 1e-12);
    let mut session = Session::open(path(MODELS)).expect("a file of the repository");
    let found = session.experiment(Some("given"), &[("share", "4")]).err().expect("an error");
    assert_eq!(found.iter().map(|own| own.code.as_str()).collect::<Vec<_>>(), ["E0309"]);
}
