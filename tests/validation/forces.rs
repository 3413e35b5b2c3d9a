//! Springs whose numbers change, and forces between two points, against closed forms.

use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use super::rows::{Rows, largest, largest_difference, run};

const MODELS: &str = "tests/models/forces.cdl";

/// By how much a column differs from a function of time.
fn apart(rows: &Rows, column: &str, expected: &dyn Fn(f64) -> f64) -> f64 {
    let theirs: Vec<f64> = rows.time.iter().map(|&time| expected(time)).collect();
    largest_difference(rows.column(column), &theirs)
}

/// Of what was exchanged.
fn imbalance(rows: &Rows) -> f64 {
    rows.simulation().largest_imbalance / rows.simulation().energy_scale
}

/// Newton iterations of each step.
fn iterations(rows: &Rows) -> f64 {
    rows.report.effort.evaluations as f64 / rows.report.effort.steps as f64
}

/// The error with a step of 20 ms, the order that halving it shows, and what is missing in the ledger.
fn order(experiment: &str, expected: &dyn Fn(f64) -> f64) -> (f64, f64, f64) {
    let coarse = run(MODELS, experiment, &[]);
    let fine = run(MODELS, &format!("{experiment}_10"), &[]);
    let error = apart(&coarse, "x", expected);
    let order = (error / apart(&fine, "x", expected)).log2();
    let missing = imbalance(&coarse);
    let each = iterations(&coarse);
    println!("{experiment}: {error:.1e}, order {order:.3}, ledger {missing:.0e}, {each:.2} a step");
    (error, order, missing)
}

/// `x'' = -25 (x - 0.5 - 0.1 sin 3t)` from rest at 0.5: both frequencies at once. All that the spring does is work;
/// an energy-momentum step books it to rounding, the others to their order.
#[test]
fn a_spring_whose_length_swings_forces_an_oscillation() {
    let size = 0.1 * 25.0 / (25.0 - 9.0);
    let x = |t: f64| 0.5 + size * ((3.0 * t).sin() - 0.6 * (5.0 * t).sin());
    for (name, bound, wanted, ledger) in
        [("rk4", 2e-6, 4.0, 1e-5), ("energy", 5e-3, 2.0, 1e-12), ("alpha", 5e-3, 2.0, 1e-2)]
    {
        let (error, order, missing) = order(&format!("stretched_{name}"), &x);
        assert!(error < bound && (order - wanted).abs() < 0.15, "{name}: {error}, {order}");
        assert!(missing < ledger, "{name}: {missing}");
    }
}

/// With `e = x - 1`: `e = -1.5 e^-t + 1.5 e^-2t - 0.5 e^-3t`, of the poles that the controller was made for.
#[test]
fn a_controller_winds_a_spring() {
    let x = |t: f64| 1.0 - 1.5 * (-t).exp() + 1.5 * (-2.0 * t).exp() - 0.5 * (-3.0 * t).exp();
    for (name, bound, wanted, ledger) in
        [("rk4", 1e-7, 4.0, 1e-6), ("energy", 2e-4, 2.0, 1e-12), ("alpha", 2e-4, 2.0, 1e-2)]
    {
        let (error, order, missing) = order(&format!("wound_{name}"), &x);
        assert!(error < bound && (order - wanted).abs() < 0.15, "{name}: {error}, {order}");
        assert!(missing < ledger, "{name}: {missing}");
    }
}

/// A spring whose stiffness, damping and length follow the motion, the length through a filter five hundred times as fast as
/// the steps: Newton's iteration knows all of it, and needs two iterations where steps are short. Against rk4 with steps of
/// 5 us.
#[test]
fn springs_that_follow_the_motion_ask_for_no_more_iterations() {
    let fine = run(MODELS, "follows_fine", &[]);
    for (name, bound) in
        [("energy", 2e-4), ("midpoint", 2e-4), ("alpha", 2e-4), ("alpha_short", 2e-5)]
    {
        let rows = run(MODELS, &format!("follows_{name}"), &[]);
        let apart = largest_difference(rows.column("x"), fine.column("x"));
        let each = iterations(&rows);
        println!("{name}: {apart:.1e} m, {each:.2} a step, ledger {:.0e}", imbalance(&rows));
        assert!(apart < bound && each < 2.5, "{name}: {apart}, {each}");
    }
    assert!(imbalance(&run(MODELS, "follows_energy", &[])) < 1e-12);
}

/// What is left of the stretch is `0.1 cos wt - (0.2/w) sin wt`; where it is nothing the cord is slack, and the mass goes on
/// as it goes.
#[test]
fn a_cord_that_is_paid_out_goes_slack() {
    let w = 5.0_f64;
    let stretch = |t: f64| 0.1 * (w * t).cos() - 0.2 / w * (w * t).sin();
    let slack = (0.5 * w).atan() / w;
    let speed = 0.2 - 0.1 * w * (w * slack).sin() - 0.2 * (w * slack).cos();
    let taut = |t: f64| 0.9 + 0.2 * t + stretch(t);
    let x = |t: f64| if t < slack { taut(t) } else { taut(slack) + speed * (t - slack) };
    for (name, bound, ledger) in
        [("rk4", 1e-6, 1e-6), ("energy", 1e-5, 1e-12), ("alpha", 1e-5, 1e-4)]
    {
        let rows = run(MODELS, &format!("paid_out_{name}"), &[]);
        let (error, missing) = (apart(&rows, "x", &x), imbalance(&rows));
        println!("{name}: {error:.1e} m, ledger {missing:.0e}");
        assert!(error < bound && missing < ledger, "{name}: {error}, {missing}");
    }
}

/// How far vectors of a column are from where they were.
fn change(rows: &Rows, vector: &str) -> f64 {
    let of = |axis| {
        let column = rows.column(&format!("{vector}.{axis}"));
        column.iter().map(|value| (value - column[0]).abs()).fold(0.0, f64::max)
    };
    ["x", "y", "z"].into_iter().map(of).fold(0.0, f64::max)
}

/// With the reduced mass of 0.75 kg and `e = d - 1`: `e = -2.5 e^-t + 8 e^-2t - 4.5 e^-3t`. The momentum is kept, and the
/// power of the force, integrated by a state, is what the ledger has as work.
#[test]
fn a_controller_gathers_two_free_bodies() {
    let x = |t: f64| 1.0 - 2.5 * (-t).exp() + 8.0 * (-2.0 * t).exp() - 4.5 * (-3.0 * t).exp();
    for (name, bound, wanted, ledger, works) in [
        ("rk4", 5e-7, 4.0, 1e-5, 1e-12),
        ("energy", 1e-3, 2.0, 1e-12, 1e-12),
        ("alpha", 1e-3, 2.0, 1e-2, 1e-4),
    ] {
        let (error, order, missing) = order(&format!("gathered_{name}"), &x);
        assert!(error < bound && (order - wanted).abs() < 0.15, "{name}: {error}, {order}");
        assert!(missing < ledger, "{name}: {missing}");
        let rows = run(MODELS, &format!("gathered_{name}"), &[]);
        let momentum = change(&rows, "momentum");
        let work = largest_difference(rows.column("done"), rows.column("energy.work"));
        println!("momentum {momentum:.0e} N s, work {work:.0e} J");
        assert!(largest(rows.column("done")) > 0.1);
        assert!(momentum < 1e-12 && work < works, "{name}: {momentum}, {work}");
    }
}

/// The same damper twice. The recursion does the same to rounding, implicit steps take the rate elsewhere within the step, so
/// they differ by its square. Both keep momentum; an energy-momentum step keeps angular momentum, too.
#[test]
fn a_damper_by_hand_is_the_damper_of_a_spring() {
    for (name, bound) in [("rk4", 1e-13), ("energy", 1e-5), ("alpha", 1e-5)] {
        let [spring, hand] =
            ["spring", "hand"].map(|which| run(MODELS, &format!("{which}_{name}"), &[]));
        let columns = ["a.position.x", "a.position.z", "b.position.y"];
        let apart = columns.map(|own| largest_difference(spring.column(own), hand.column(own)));
        let apart = apart.into_iter().fold(0.0, f64::max);
        // What one calls lost the other calls work.
        let lost: Vec<f64> = spring.column("energy.dissipated").iter().map(|lost| -lost).collect();
        let books = largest_difference(&lost, hand.column("energy.work"));
        let momentum = change(&hand, "momentum");
        let turning = change(&hand, "angular_momentum");
        let each = iterations(&hand);
        println!(
            "{name}: {apart:.0e} m, books {books:.0e} J, momentum {momentum:.0e} N s, angular {turning:.0e}, \
             {each:.2} a step, ledger {:.0e}",
            imbalance(&hand)
        );
        // Explicit steps go in axes of bodies that turn, so they keep momentum to their order.
        let kept = if name == "rk4" { 1e-9 } else { 1e-12 };
        assert!(apart < bound && books < 10.0 * bound && momentum < kept, "{name}");
        assert!(name != "energy" || turning < 1e-12 && imbalance(&hand) < 1e-12, "{turning}");
    }
}

/// By a state, time and velocities, between a place within a link and a point beside the centre of a body.
#[test]
fn forces_between_points_are_the_same_in_both_formulations() {
    let fine = run(MODELS, "drawn_fine", &[]);
    let columns =
        ["bob.position.x", "bob.position.z", "rope.end.position.x", "rope.end.position.z"];
    for name in ["energy", "alpha"] {
        let error = |experiment: &str| {
            let rows = run(MODELS, experiment, &[]);
            let each = columns.map(|own| largest_difference(rows.column(own), fine.column(own)));
            (each.into_iter().fold(0.0, f64::max), rows)
        };
        let (coarse, rows) = error(&format!("drawn_{name}"));
        let order = (coarse / error(&format!("drawn_{name}_10")).0).log2();
        let force = largest_difference(rows.column("force.x"), fine.column("force.x"));
        let (each, missing) = (iterations(&rows), imbalance(&rows));
        println!(
            "{name}: {coarse:.1e} m, order {order:.3}, force {force:.1e} N, {each:.2} a step, {missing:.0e}"
        );
        assert!(
            coarse < 2e-3 && (order - 2.0).abs() < 0.1 && force < 0.05,
            "{name}: {coarse}, {order}"
        );
        assert!(name != "energy" || missing < 1e-12, "{missing}");
    }
}

/// As of a spring.
#[test]
fn nothing_pulls_where_points_coincide() {
    for name in ["rk4", "energy"] {
        let rows = run(MODELS, &format!("together_{name}"), &[]);
        assert_eq!(change(&rows, "a.position"), 0.0, "{name}");
    }
}

/// Where one end is carried, what carries it works as well, and both formulations have the same books.
#[test]
fn a_carried_end_takes_its_share_of_the_work() {
    let exact = run(MODELS, "carried_fine", &[]);
    let [coarse, fine] = ["carried_energy", "carried_energy_10"].map(|own| run(MODELS, own, &[]));
    for column in ["x", "energy.work", "energy.kinetic"] {
        let [coarse, fine] = [&coarse, &fine]
            .map(|own| largest_difference(own.column(column), exact.column(column)));
        let order = (coarse / fine).log2();
        println!("{column}: {coarse:.1e}, order {order:.3}");
        assert!(coarse < 1e-2 && (order - 2.0).abs() < 0.1, "{column}: {coarse}, {order}");
    }
    let [ours, theirs] = [imbalance(&coarse), imbalance(&exact)];
    println!("ledgers {ours:.0e} and {theirs:.0e}");
    assert!(ours < 1e-12 && theirs < 1e-8, "{ours}, {theirs}");
}

/// `30 (d - 1) + 1 + 50 (d - 0.8 - 0.1 d) = 2 g`
#[test]
fn an_equilibrium_is_found_with_forces_over_a_distance() {
    let distance = (2.0 * 9.81 - 1.0 + 30.0 + 40.0) / (30.0 + 45.0);
    let found = run(MODELS, "held", &[]).last("x");
    assert!((found + distance).abs() < 1e-9, "{found}");
}

/// What can be read of springs is what they do: together with the weight it accelerates the plate. The parts are of up to 100 N.
#[test]
fn forces_of_springs_can_be_read() {
    for (experiment, tolerance) in [("hung", 1e-9), ("hung_implicitly", 1e-9)] {
        let rows = run(MODELS, experiment, &[]);
        let vectors = |name: &str| -> Vec<Vector3<f64>> {
            let [x, y, z] = ["x", "y", "z"].map(|axis| rows.column(&format!("{name}.{axis}")));
            (0..x.len()).map(|k| Vector3::new(x[k], y[k], z[k])).collect()
        };
        let [place, corner, end] =
            ["plate.position", "plate.corner.position", "line.end.position"].map(vectors);
        let accelerations = vectors("plate.acceleration");
        let attitude =
            ["w", "x", "y", "z"].map(|part| rows.column(&format!("plate.attitude.{part}")));
        let (mut worst, mut most, mut slack) = (0.0_f64, 0.0_f64, 0);
        for k in 0..rows.time.len() {
            let [w, x, y, z] = attitude.map(|own| own[k]);
            let turn = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
            let foot = place[k] + turn * Vector3::new(-0.2, 0.0, 0.1);
            let force = |name: &str| rows.column(&format!("{name}.force"))[k];
            let pull = |name: &str, from: Vector3<f64>, to: Vector3<f64>| {
                force(name) * (to - from).normalize()
            };
            let all = pull("stay", corner[k], Vector3::new(0.5, 0.1, 1.0))
                + pull("strut", foot, Vector3::zeros())
                + pull("leash", place[k], end[k])
                + pull("pad", corner[k], Vector3::new(1.0, 1.0, 0.0));
            let needed = 3.0 * (accelerations[k] + Vector3::new(0.0, 0.0, 9.81));
            worst = worst.max((all - needed).norm());
            most = most.max(all.norm());
            slack += usize::from(force("stay") == 0.0);
            let apart = (corner[k] - Vector3::new(0.5, 0.1, 1.0)).norm();
            assert!((rows.column("stay.distance")[k] - apart).abs() < 1e-12);
        }
        println!(
            "{experiment}: {worst:.1e} of {most:.1}, slack in {slack} of {} rows",
            rows.time.len()
        );
        assert!(worst < tolerance * most, "{experiment}: {worst} of {most}");
        assert!(slack > 0 && slack < rows.time.len() / 2, "{experiment}: slack in {slack} rows");
    }
}
