//! Conservation laws, energy balance and eigenfrequencies.

use super::case::{Case, Random};
use super::run::{Ends, Run};
use crate::chain::{
    Bending, Drag, Fluid, Form, Links, Loads, Medium, angular_momentum, momentum, straight,
};
use nalgebra::{DMatrix, Vector3};

const GRAVITY: Vector3<f64> = Vector3::new(0.0, 0.0, -9.81);
const FORMS: [Form; 2] = [Form::Natural, Form::Recursion];

fn gentle(count: usize, loads: Loads, medium: Medium, form: Form, ends: Ends) -> Run {
    let links = Links::uniform(count, 2.0, 0.8).unwrap();
    let mut directions = vec![[0.0; 3]; count];
    let mut rates = vec![[0.0; 3]; count];
    straight(
        Vector3::new(0.6, 0.2, -1.0),
        Vector3::new(0.5, 1.0, 0.3),
        &mut directions,
        &mut rates,
    );
    for (j, (u, w)) in directions.iter_mut().zip(&mut rates).enumerate() {
        let turn = Vector3::new((j as f64).cos(), (1.7 * j as f64).sin(), 0.2);
        let direction = (Vector3::from(*u) + turn * 0.3).normalize();
        *u = direction.into();
        let rate = Vector3::from(*w) + turn * 0.5;
        *w = (rate - direction * direction.dot(&rate)).into();
    }
    let root = [Vector3::new(0.1, 0.2, 0.3), Vector3::new(0.3, -0.2, 1.0)];
    Run { links, loads, medium, form, ends, directions, rates, root, time: 0.0, work: 0.0 }
}

fn all_loads() -> Loads {
    Loads {
        gravity: GRAVITY,
        diameter: 0.02,
        drag: Drag::Split { normal: 1.2, tangent: 0.05 },
        added_mass: 1.0,
        buoyancy: true,
        bending: Bending { stiffness: 0.05, damping: 0.01, joint_damping: 0.004, curvature: 0.0 },
    }
}

/// Energy without dissipation: 1e-8 of the energy's range, by 2000 fine steps.
#[test]
fn energy_is_conserved() {
    let elastic = Loads {
        bending: Bending { stiffness: 0.4, ..Bending::default() },
        ..Loads::weight(GRAVITY)
    };
    for (loads, form) in [(Loads::weight(GRAVITY), Form::Natural), (elastic, Form::Recursion)] {
        for ends in [Ends::Hung(Vector3::new(1.0, 2.0, 3.0)), Ends::Free] {
            let mut run = gentle(5, loads, Medium::default(), form, ends);
            let before = run.energy();
            for _ in 0..2000 {
                run.step(2.5e-4);
            }
            let drift = (run.energy() - before).abs();
            assert!(drift < 1e-8 * 0.8 * 9.81 * 2.0, "{form:?}: {drift:e}");
        }
    }
}

/// Without outer forces both momenta stay (bending moments and damping are inner): 1e-9. Under
/// gravity the momentum grows by weight times time.
#[test]
fn momenta_are_conserved() {
    let inner = Loads {
        gravity: Vector3::zeros(),
        bending: Bending { stiffness: 0.4, damping: 0.05, joint_damping: 0.02, curvature: 0.0 },
        ..Loads::weight(GRAVITY)
    };
    for form in FORMS {
        let mut run = gentle(6, inner, Medium::default(), form, Ends::Free);
        let momenta = |run: &Run| {
            let (data, _, _) = run.evaluate();
            let line = data.line(&run.links, run.state());
            (momentum(line), angular_momentum(line))
        };
        let before = momenta(&run);
        for _ in 0..2000 {
            run.step(2e-4);
        }
        let after = momenta(&run);
        assert!((after.0 - before.0).norm() < 1e-9 * before.0.norm(), "{before:?} {after:?}");
        assert!((after.1 - before.1).norm() < 1e-9 * before.1.norm(), "{before:?} {after:?}");
        run.loads = Loads::weight(GRAVITY);
        for _ in 0..100 {
            run.step(1e-3);
        }
        let fallen = momenta(&run).0 - after.0;
        assert!((fallen - GRAVITY * 0.8 * 0.1).norm() < 1e-9);
    }
}

/// The change of energy is the work of all powers, with everything switched on: air above water,
/// wind, current, a rising surface that the chain crosses. 1e-5 of the work done (the forces have
/// kinks where the surface passes a link's end).
#[test]
fn energy_balance_closes_with_all_loads() {
    let medium = Medium {
        air: Some(Fluid { density: 1.2, velocity: Vector3::new(5.0, 1.0, 0.0) }),
        water: Some(Fluid { density: 1000.0, velocity: Vector3::new(0.2, -0.4, 0.0) }),
        level: Some(-0.8),
        level_rate: 0.15,
    };
    for form in FORMS {
        for ends in [Ends::Hung(Vector3::zeros()), Ends::Free] {
            let mut run = gentle(6, all_loads(), medium, form, ends);
            let before = run.energy();
            let mut moved = 0.0;
            for _ in 0..4000 {
                let work = run.work;
                run.step(2.5e-4);
                moved += (run.work - work).abs();
            }
            let residual = (run.energy() - before - run.work).abs();
            assert!(moved > 0.1, "the test should move energy: {moved}");
            assert!(residual < 1e-5 * moved, "{form:?}: {residual:e} of {moved}");
        }
    }
}

/// Held at both ends: the closure stays within 1e-12 after each projection, and the gap before it
/// shows the order of the step (1e-7 here); energy to 1e-6.
#[test]
fn held_chain_stays_closed() {
    for form in FORMS {
        let links = Links::uniform(12, 2.0, 0.8).unwrap();
        let span = Vector3::new(1.3, 0.0, -0.3);
        let mut directions = vec![[0.0; 3]; 12];
        super::hanging::hanging(&links, GRAVITY, span, &mut directions).unwrap();
        let mut run = Run {
            directions,
            rates: vec![[0.0; 3]; 12],
            links,
            ends: Ends::Both(Vector3::zeros(), span),
            ..gentle(12, Loads::weight(GRAVITY), Medium::default(), form, Ends::Free)
        };
        // Swing by suddenly turned gravity, without leaving the closure.
        run.loads.gravity = Vector3::new(3.0, 4.0, -8.0);
        let before = run.energy();
        for _ in 0..1000 {
            let gap = run.step(1e-3);
            assert!(gap < 1e-7, "{gap:e}");
            let (data, _, _) = run.evaluate();
            assert!((data.positions[12] - span).norm() < 1e-12);
            assert!(data.velocities[12].norm() < 1e-11);
        }
        assert!((run.energy() - before).abs() < 1e-6, "{:e}", run.energy() - before);
    }
}

/// Frequencies of small swings of a hanging chain: `ω_n = j_n/2 sqrt(g/L)` with the zeros `j_n` of
/// the Bessel function J0 (Abramowitz and Stegun, table 9.5) in the limit of many links. Rigid
/// links converge with the second order: halving the links quarters the error, within 10 %.
#[test]
fn frequencies_converge_to_bessel_zeros() {
    let zeros = [2.404825557695773, 5.520078110286311, 8.653727912911013];
    let frequencies = |count: usize| {
        let links = Links::uniform(count, 2.0, 0.8).unwrap();
        let step = 1e-6;
        let column = |k: usize| {
            let mut directions = vec![[0.0, 0.0, -1.0]; count];
            directions[k] = [f64::sin(step), 0.0, -f64::cos(step)];
            let run = Run {
                links: links.clone(),
                directions,
                rates: vec![[0.0; 3]; count],
                ..gentle(
                    count,
                    Loads::weight(GRAVITY),
                    Medium::default(),
                    Form::Natural,
                    Ends::Hung(Vector3::zeros()),
                )
            };
            let turning = run.evaluate().1;
            turning.iter().map(|w| -w[0] / step).collect::<Vec<f64>>()
        };
        let columns: Vec<Vec<f64>> = (0..count).map(column).collect();
        let matrix = DMatrix::from_fn(count, count, |row, k| columns[k][row]);
        let mut squares: Vec<f64> =
            matrix.complex_eigenvalues().iter().map(|value| value.re).collect();
        squares.sort_by(f64::total_cmp);
        squares.iter().take(3).map(|square| square.sqrt()).collect::<Vec<f64>>()
    };
    let scale = 0.5 * (9.81_f64 / 2.0).sqrt();
    let errors = |count: usize| {
        let found = frequencies(count);
        [0, 1, 2].map(|n| found[n] / (zeros[n] * scale) - 1.0)
    };
    let (coarse, fine) = (errors(16), errors(32));
    for n in 0..3 {
        assert!(fine[n].abs() < 2e-3 * (n as f64 + 1.0).powi(2), "{n}: {fine:?}");
        let ratio = coarse[n] / fine[n];
        assert!((ratio - 4.0).abs() < 0.4, "mode {n}: {ratio} from {coarse:?} and {fine:?}");
    }
}

/// Random states also satisfy d(kinetic)/dt = power of the nodal forces and of gravity-free
/// supports: kinetic energy's rate by its definition, from accelerations. 1e-10.
#[test]
fn kinetic_energy_changes_by_the_power_of_forces() {
    let mut random = Random(11);
    for form in FORMS {
        let case = Case::random(20, false, &mut random);
        let solution = case
            .solve(form, crate::chain::Tip::Free, crate::chain::Root::Given(Vector3::zeros()))
            .unwrap();
        let mut velocity = Vector3::zeros();
        let mut velocities = vec![velocity];
        for (w, length) in case.rates.iter().zip(case.links.lengths()) {
            velocity += Vector3::from(*w) * *length;
            velocities.push(velocity);
        }
        let (mut rate, mut power) = (0.0, 0.0);
        for j in 0..20 {
            let m = case.links.masses()[j] / 6.0;
            let (va, vb) = (velocities[j], velocities[j + 1]);
            let (a, b) = (solution.accelerations[j], solution.accelerations[j + 1]);
            rate += m * (2.0 * va.dot(&a) + va.dot(&b) + vb.dot(&a) + 2.0 * vb.dot(&b));
            power += case.forces[j + 1].dot(&vb);
        }
        assert!((rate - power).abs() < 1e-10 * power.abs().max(1.0) * 100.0, "{rate} {power}");
    }
}
